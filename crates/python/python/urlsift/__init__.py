"""Finds URLs in mail, news and other running text, also those that are broken over lines.

>>> import urlsift
>>> [found.url for found in urlsift.find("see <http://example.org/a/\\n b.html>.")]
['http://example.org/a/b.html']

- `find` returns the URLs of a text, each as a `Found`.
- `check` returns the `Verdict` on one URL, by the grammars of the RFCs.
- `href` returns the form of a URL to open, and `display` the form to show.
- `wrap` writes a URL into a text so that readers join it again.

Offsets count code points of a `str`, and bytes of a `bytes`.
"""

from urlsift._records import (
    Doubt,
    Encoded,
    Failure,
    Form,
    Grammar,
    Join,
    Note,
    Part,
    Parts,
    Piece,
    Reading,
    Severity,
    UrlNote,
)
from urlsift._urlsift import (
    Found,
    Verdict,
    __version__,
    check,
    display,
    find,
    href,
    wrap,
)

__all__ = [
    "Doubt",
    "Encoded",
    "Failure",
    "Form",
    "Found",
    "Grammar",
    "Join",
    "Note",
    "Part",
    "Parts",
    "Piece",
    "Reading",
    "Severity",
    "UrlNote",
    "Verdict",
    "__version__",
    "check",
    "display",
    "find",
    "href",
    "wrap",
]
