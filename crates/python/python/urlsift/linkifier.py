"""Makes links of the URLs in a text, for web pages. The adapters `urlsift.django` and `urlsift.mistune` use it."""

from html import escape
from typing import Any, Optional

from urlsift._urlsift import Found, check, find, find_at

FORMS = ("url", "angle", "quote", "prefix", "bare", "www", "host", "address")
"""The forms that a `Linkifier` finds by default: those of `find`, and hosts and addresses without a scheme."""

SCHEMES = ("http", "https", "ftp", "mailto")
"""The schemes of the URLs that a `Linkifier` links by default. Do not add those that start programs."""


class Linkifier:
    """Makes HTML of a text: each URL becomes one `<a>`, even if it is broken across lines.

    Only URLs with a form to open become links, and not those whose host cannot be one, or which have a note of the
    severity `danger`: a page cannot ask its reader. `options` are those of `urlsift.find`; the defaults of `forms` and
    `only_schemes` are `FORMS` and `SCHEMES`. A `Linkifier` does not change, so build one and keep it.

    >>> from urlsift.linkifier import Linkifier
    >>> linkify = Linkifier()
    >>> linkify("see <http://example.org/a?b&c>")
    'see &lt;<a href="http://example.org/a?b&amp;c">http://example.org/a?b&amp;c</a>&gt;'
    """

    def __init__(self, **options: Any) -> None:
        self._options = {"forms": FORMS, "only_schemes": SCHEMES, **options}
        # Misuse is reported here, not at the first text.
        find("", **self._options)

    def __call__(self, text: str, **attributes: str) -> str:
        """Returns the HTML for `text`, which is escaped. `attributes` are those of each `<a>`, such as `rel`."""
        names = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        html, end = [], 0
        for found in self.find(text):
            if href := self.href(found):
                start, stop = found.range
                html.append(escape(text[end:start]))
                html.append(f'<a href="{escape(href)}"{names}>{escape(text[start:stop])}</a>')
                end = stop
        return "".join([*html, escape(text[end:])])

    def find(self, text: str) -> "list[Found]":
        """Returns the URLs of `text`, like `urlsift.find`, including those without a link."""
        return find(text, **self._options)

    def find_at(self, text: str, position: int) -> Optional[Found]:
        """Returns the URL that begins at `position`, like `urlsift.find_at`, even one without a link."""
        return find_at(text, position, **self._options)

    def href(self, found: Found) -> Optional[str]:
        """Returns the URL that a link for `found` opens, not escaped for HTML; None if it must not be a link."""
        href = found.href
        if any(note.severity == "danger" for note in found.notes):
            return None
        # The host may be bad as spelled, but not in Punycode.
        if href and found.host_kind == "bad" and check(href).host_kind == "bad":
            return None
        return href
