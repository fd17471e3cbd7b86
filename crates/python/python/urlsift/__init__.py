"""Finds URLs in mail, news and other running text, also those that are broken over lines.

>>> import urlsift
>>> [found.url for found in urlsift.find("see <http://example.org/a/\\n b.html>.")]
['http://example.org/a/b.html']

- `find` returns the URLs of a text, each as a `Found`.
- `check` returns the `Verdict` on one URL, by the grammars of the RFCs.
- `href` returns the form of a URL to open, and `display` the form to show.
- `wrap` writes a URL into a text so that readers join it again.
- `scan` returns the URLs of files and archives, as dicts or as Arrow batches.
- `plan` divides files into splits, and `scan_split` searches one.

Offsets count code points of a `str`, and bytes of a `bytes`.
"""

from urlsift._records import (
    Codec,
    Doubt,
    Encoded,
    Failure,
    Form,
    Grammar,
    Headers,
    Join,
    Note,
    OnDamage,
    Part,
    Parts,
    Piece,
    Reading,
    Relative,
    Severity,
    UrlNote,
)
from urlsift._scan import Plan, plan, scan, scan_split
from urlsift._urlsift import (
    DamageError,
    Found,
    Reader,
    Schema,
    Split,
    SplitNotDone,
    Verdict,
    __version__,
    check,
    display,
    find,
    href,
    schema,
    wrap,
)

__all__ = [
    "Codec",
    "DamageError",
    "Doubt",
    "Encoded",
    "Failure",
    "Form",
    "Found",
    "Grammar",
    "Headers",
    "Join",
    "Note",
    "OnDamage",
    "Part",
    "Parts",
    "Piece",
    "Plan",
    "Reader",
    "Reading",
    "Relative",
    "Schema",
    "Severity",
    "Split",
    "SplitNotDone",
    "UrlNote",
    "Verdict",
    "__version__",
    "check",
    "display",
    "find",
    "href",
    "plan",
    "scan",
    "scan_split",
    "schema",
    "wrap",
]
