"""A plugin for mistune 3 in place of its plugin `url`.

    import mistune
    import urlsift.mistune

    markdown = mistune.create_markdown(plugins=[urlsift.mistune.plugin])

URLs without delimiters become links, and so do `<URL:...>` and `<...>` across several lines.
"""

import re
from math import inf
from re import Match
from typing import Optional

from mistune import InlineParser, InlineState, Markdown
from mistune.util import escape_url

from urlsift.linkifier import Linkifier

linkifier = Linkifier()

# The rule of Markdown for `<...>` on one line.
AUTO_LINK = re.compile(InlineParser.SPECIFICATION["auto_link"])


# What begins a wrapper, and a URL without one. One URL of `www.www.` and so on is searched, not one for each `www.`.
WRAPPER = r"<(?i:URL:)?\s*[A-Za-z][A-Za-z0-9+.-]{1,31}:"
URL = r"(?<![A-Za-z0-9])(?i:(?:https?|ftp)://)|(?<![A-Za-z0-9.:])(?i:www\.|mailto:)"


def plugin(md: Markdown) -> None:
    """Registers the rules with `md`."""
    md.inline.register("auto_link", WRAPPER, parse_wrapper)
    md.inline.register("urlsift", URL, parse_url)


def parse_wrapper(inline: InlineParser, m: "Match[str]", state: InlineState) -> Optional[int]:
    """Parses what begins with `<` and a scheme."""
    found = linkifier.find_at(state.src, m.start())
    auto_link = AUTO_LINK.match(state.src, m.start())
    if auto_link and not (found and linkifier.href(found)):
        return inline.parse_auto_link(auto_link, state)
    return parse_url(inline, m, state)


def parse_url(inline: InlineParser, m: "Match[str]", state: InlineState) -> Optional[int]:
    """Parses the URL that begins at `m`. Returns where the parser goes on, or None if there is none."""
    src, position = state.src, m.start()
    found = linkifier.find_at(src, position)
    # A bracket that closes the text of a link ends the URL. Older versions of mistune parse that text by itself.
    if found and getattr(state, "brackets", None) and (close := src.find("]", position, found.end)) > 0:
        src, position = src[position:close], 0
        found = linkifier.find_at(src, 0)
    if found is None:
        return None
    href = linkifier.href(found)
    start, end = found.range
    written = src[position : end if start == position else found.end]
    # Newer versions of mistune bound how deep tokens are nested.
    is_deep = getattr(state, "depth", 0) >= getattr(inline, "max_nested_level", inf)
    # A URL without a link is text as a whole: parsing it again from its second character would take too long.
    if href is None or state.in_link or is_deep:
        inline.process_text(written, state)
    else:
        child = {"type": "text", "raw": src[start:end]}
        attrs = {"url": escape_url(href)}
        state.append_token({"type": "link", "children": [child], "attrs": attrs, "_autolink": written})
    return m.start() + len(written)
