"""Finds URLs in mail, news and other running text, even those that are broken across lines.

>>> import urlsift
>>> [found.url for found in urlsift.find("see <http://example.org/a/\\n b.html>.")]
['http://example.org/a/b.html']

- `find` returns the URLs of a text, each as a `Found`.
- `find_many` returns the URLs of many texts as an Arrow table, `find_polars` and `register_duckdb` in a query.
- `find_at` returns the URL that begins at a position, `find_around` the one around it, and `resume_at` where to search
  again after an edit.
- `check` returns the `Verdict` on one URL, by the grammars of the RFCs.
- `href` returns the form of a URL to open, and `display` the form to show.
- `normalize` returns one form for equivalent URLs.
- `link_text_note` warns of a link before it is opened.
- `to_html` returns a text as HTML with its links, and `to_text` with its URLs whole.
- `wrap` writes a URL into a text so that readers join it again.
- `scan` returns the URLs of files and archives, as dicts or as Arrow batches.
- `scan_polars` returns them as a lazy frame of polars.
- `plan` and `plan_paths` divide files and objects of stores into splits, and `scan_split` searches one.

Offsets count code points of a `str`, and bytes of a `bytes`.
"""

from urlsift._columns import find_polars, register_duckdb
from urlsift._listing import plan_paths
from urlsift._polars import scan_polars
from urlsift._records import (
    Codec,
    Doubt,
    Encoded,
    Extra,
    Failure,
    Form,
    Grammar,
    Headers,
    Join,
    MatchBy,
    Note,
    OnDamage,
    Part,
    Parts,
    Piece,
    Profile,
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
    Table,
    Verdict,
    __version__,
    check,
    display,
    find,
    find_around,
    find_at,
    find_many,
    href,
    link_text_differs,
    link_text_note,
    normalize,
    resume_at,
    schema,
    to_html,
    to_text,
    wrap,
)

__all__ = [
    "Codec",
    "DamageError",
    "Doubt",
    "Encoded",
    "Extra",
    "Failure",
    "Form",
    "Found",
    "Grammar",
    "Headers",
    "Join",
    "MatchBy",
    "Note",
    "OnDamage",
    "Part",
    "Parts",
    "Piece",
    "Plan",
    "Profile",
    "Reader",
    "Reading",
    "Relative",
    "Schema",
    "Severity",
    "Split",
    "SplitNotDone",
    "Table",
    "UrlNote",
    "Verdict",
    "__version__",
    "check",
    "display",
    "find",
    "find_around",
    "find_at",
    "find_many",
    "find_polars",
    "href",
    "link_text_differs",
    "link_text_note",
    "normalize",
    "plan",
    "plan_paths",
    "register_duckdb",
    "resume_at",
    "scan",
    "scan_polars",
    "scan_split",
    "schema",
    "to_html",
    "to_text",
    "wrap",
]
