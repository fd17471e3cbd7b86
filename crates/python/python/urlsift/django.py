"""A filter for Django's templates in place of `urlize` and `urlizetrunc`.

    # settings.py
    TEMPLATES = [{..., "OPTIONS": {"libraries": {"urlsift": "urlsift.django"}}}]

    {% load urlsift %}
    {{ message.body|urlsift }} {{ message.body|urlsift:40 }}

Like `urlize`, the filter takes plain text, and text that is marked as safe or escaped already.
"""

from html import unescape
from typing import Any, Optional

from django import template
from django.utils.functional import keep_lazy_text
from django.utils.html import escape
from django.utils.safestring import SafeData, SafeString, mark_safe

from urlsift.linkifier import Linkifier

register = template.Library()

PLAIN = Linkifier()

# For text that goes into the page as it is.
ESCAPED = Linkifier(profile="escaped")


@keep_lazy_text
def urlize(
    text: Any, trim_url_limit: Optional[int] = None, nofollow: bool = False, autoescape: bool = False
) -> str:
    """Returns `text` with a link for each URL, like `django.utils.html.urlize`.

    At most `trim_url_limit` characters of a URL are shown. `nofollow` gives links `rel="nofollow"`, except those to
    addresses. `autoescape` escapes the text, unless it is marked as safe.
    """
    is_plain = autoescape and not isinstance(text, SafeData)
    text = str(text)
    linkifier, written = (PLAIN, escape) if is_plain else (ESCAPED, str)
    html, end = [], 0
    for found in linkifier.find(text):
        href = linkifier.href(found)
        if href is None:
            continue
        start, stop = found.range
        # A reference to a character counts as one character, and is not cut.
        spelled = text[start:stop] if is_plain else unescape(text[start:stop])
        if trim_url_limit is not None and len(spelled) > trim_url_limit:
            shown = escape(f"{spelled[: max(0, trim_url_limit - 1)]}…")
        else:
            shown = written(text[start:stop])
        rel = ' rel="nofollow"' if nofollow and not href.startswith("mailto:") else ""
        html.append(f'{written(text[end:start])}<a href="{escape(href)}"{rel}>{shown}</a>')
        end = stop
    html.append(written(text[end:]))
    return "".join(html)


@register.filter(is_safe=True, needs_autoescape=True)
def urlsift(value: Any, limit: Any = None, autoescape: bool = True) -> SafeString:
    """Makes links of the URLs in a text, with `rel="nofollow"`. The argument is the most characters of a URL shown."""
    limit = None if limit is None else int(limit)
    return mark_safe(urlize(value, limit, nofollow=True, autoescape=autoescape))
