"""The named tuples that describe a URL, and the names that occur in them."""

from typing import Literal, NamedTuple, Optional

# The classes belong to the package, so that a pickle does not name this file.
__name__ = "urlsift"

Form = Literal[
    "url", "angle", "quote", "prefix", "bare", "www", "host", "address", "repaired"
]
"""A kind of delimiters, or none."""

Join = Literal["certain", "likely", "possible", "never"]
"""The least sure grade at which a URL without delimiters is joined across a line break."""

Extra = Literal[
    "doubtful_domain", "ip_address", "localhost", "network_path", "one_label", "any_scheme"
]
"""What is accepted beyond the default."""

Profile = Literal["archive", "chat", "escaped", "source"]
"""A kind of text."""

Codec = Literal["auto", "none", "gzip", "bzip2", "xz", "zstd", "compress"]
"""Whether and how a file is compressed."""

Headers = Literal["none", "useful", "all"]
"""The header fields that are searched."""

Relative = Literal["ignore", "resolve"]
"""What is done with relative references of pages."""

MatchBy = Literal["part", "whole", "equivalent"]
"""How much of a URL a text of `match` or `skip` is."""

OnDamage = Literal["collect", "warn", "raise"]
"""What happens if an input cannot be read."""

Grammar = Literal["draft03", "rfc1738", "rfc2396", "rfc3986", "rfc3987"]
"""A grammar of URLs: that of an RFC, or of the draft before RFC 1738."""

Severity = Literal["info", "warning", "danger"]
"""How much a note matters to someone who opens the URL."""


class Piece(NamedTuple):
    """A part of the text that a URL was put together from.

    >>> urlsift.find("<news:a.b>")[0].pieces
    (Piece(start=1, end=9, text='news:a.b', copied=True),)
    """

    start: int
    """The offset of the part in the text."""
    end: int
    """The offset after the part."""
    text: str
    """What the URL has of it."""
    copied: bool
    """Whether `text` was copied from the part. Otherwise it was inserted in its place."""


class Reading(NamedTuple):
    """Another URL that the author may have meant.

    >>> urlsift.find("<http://example.org/a b>")[0].readings[0].url
    'http://example.org/ab'
    """

    url: str
    """The other URL."""
    why: str
    """How it differs from the first one, in English. Offsets in it are those of the text."""


class Doubt(NamedTuple):
    """A place where the readings of a URL differ.

    >>> urlsift.find("<http://example.org/a b>")[0].doubts[0].kind
    'gap'
    """

    kind: str
    """`hyphen`, `at`, `gap`, `end`, `join` or `markup`."""
    at: int
    """The offset in the text."""
    chosen: str
    """The choice of the first reading, such as `kept` or `dropped`."""
    ground: str
    """The reason for the choice, such as `default`."""


class Note(NamedTuple):
    """A fact worth knowing about a URL that was found.

    >>> urlsift.find("file:///etc/motd")[0].notes[0].severity
    'warning'
    """

    name: str
    """The name, for programs. It keeps its meaning between versions."""
    severity: Severity
    """How much it matters."""
    message: str
    """The fact in English."""


class UrlNote(NamedTuple):
    """A fact worth knowing about a URL that was checked, and the part of the URL that it is about.

    >>> urlsift.check("file:///etc/motd").notes[0].text
    'file'
    """

    name: str
    """The name, for programs: `kind` in the rows of the program."""
    severity: Severity
    """How much it matters."""
    message: str
    """The fact in English."""
    section: str
    """The section of the document that says so."""
    start: int
    """The offset of the part in the URL."""
    end: int
    """The offset after the part."""
    text: str
    """The part."""


class Part(NamedTuple):
    """A part of a URL, such as its host.

    >>> urlsift.check("news:a.b").parts.scheme
    Part(start=0, end=4, text='news')
    """

    start: int
    """The offset of the part in the URL."""
    end: int
    """The offset after the part."""
    text: str
    """The part as it is spelled."""


class Parts(NamedTuple):
    """The parts of a URL. Those that it does not have are None.

    >>> urlsift.check("news:a.b").parts.host is None
    True
    """

    scheme: Optional[Part]
    """The scheme, without its colon."""
    user: Optional[Part]
    """The text between `//` and `@`, up to the first colon."""
    password: Optional[Part]
    """The text between that colon and `@`."""
    host: Optional[Part]
    """The host; an IP literal has its brackets."""
    port: Optional[Part]
    """The text after the colon of the host."""
    path: Optional[Part]
    """The path with its leading slash; without `//`, everything up to the query."""
    query: Optional[Part]
    """The query, without `?`."""
    fragment: Optional[Part]
    """The fragment, without `#`."""


class Failure(NamedTuple):
    """The place at which a URL fails, and why.

    >>> urlsift.check("http://example.org/[").failures["rfc3986"].at
    19
    """

    at: int
    """The offset in the URL. The text before it could begin a valid URL."""
    kind: str
    """The kind of failure, such as `unsafe_character`."""
    found: Optional[str]
    """The character at that offset; None at the end of the URL."""
    section: Optional[str]
    """The section of the document that forbids it; None for a rejection, which follows no document."""
    message: str
    """The reason in English. Offsets in it count bytes."""


class Encoded(NamedTuple):
    """A URL with escapes, or why no escape makes it valid.

    >>> urlsift.check("http://example.org/[").encoded["rfc3986"].url
    'http://example.org/%5B'
    """

    url: Optional[str]
    """The URL with escapes; None if they do not help."""
    failure: Optional[Failure]
    """What no escape repairs; None if escapes help."""
