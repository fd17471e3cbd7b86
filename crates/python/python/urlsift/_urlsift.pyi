# The types of the native module. Its docstrings describe the functions and classes.

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, Optional, Union, final

from urlsift._records import (
    Doubt,
    Encoded,
    Extra,
    Failure,
    Form,
    Grammar,
    Join,
    Note,
    Parts,
    Piece,
    Profile,
    Reading,
    UrlNote,
)

__all__ = [
    "DamageError",
    "Found",
    "Reader",
    "Schema",
    "Split",
    "SplitNotDone",
    "Table",
    "Verdict",
    "__version__",
    "_restored_found",
    "_run_program",
    "check",
    "display",
    "find",
    "find_around",
    "find_at",
    "find_many",
    "href",
    "link_text_differs",
    "link_text_note",
    "normalize",
    "resume_at",
    "_end",
    "_option_hint",
    "_plan_listing",
    "_plan_paths",
    "_scan_one",
    "_scan_paths",
    "schema",
    "_search_split",
    "to_html",
    "to_text",
    "wrap",
]

__version__: Final[str]

_Grade = Literal["certain", "likely", "possible"]
_HostKind = Literal["name", "address", "ip-literal", "other", "bad"]

def find(
    text: Union[str, bytes],
    *,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
    start: int = 0,
    limit: Optional[int] = None,
) -> list[Found]: ...
def find_many(
    texts: Iterable[Optional[Union[str, bytes, float]]],
    *,
    lists: bool = False,
    threads: Optional[int] = None,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> Table: ...
def find_at(
    text: Union[str, bytes],
    position: int,
    *,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> Optional[Found]: ...
def find_around(
    text: Union[str, bytes],
    position: int,
    *,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> Optional[Found]: ...
def resume_at(
    text: Union[str, bytes],
    position: int,
    *,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> int: ...
def to_html(
    text: str,
    *,
    paragraphs: bool = False,
    allow: Optional[Iterable[str]] = None,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> str: ...
def to_text(
    text: str,
    *,
    wrap: Optional[int] = None,
    forms: Optional[Iterable[Form]] = None,
    join: Optional[Join] = None,
    only_schemes: Optional[Iterable[str]] = None,
    extras: Iterable[Extra] = (),
    profile: Profile = "archive",
    ascii_only: bool = False,
    as_written: bool = False,
) -> str: ...
def check(url: str) -> Verdict: ...
def wrap(url: str, *, columns: int = 72, quote: str = "") -> str: ...
def href(url: str) -> Optional[str]: ...
def display(url: str) -> str: ...
def normalize(url: str) -> str: ...
def link_text_differs(shown: str, target: str) -> bool: ...
def link_text_note(shown: str, target: str) -> Optional[Note]: ...
def _restored_found(state: object) -> Found: ...

@final
class Found:
    @property
    def url(self) -> str: ...
    @property
    def href(self) -> Optional[str]: ...
    @property
    def display(self) -> str: ...
    @property
    def form(self) -> Form: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def range(self) -> tuple[int, int]: ...
    @property
    def is_verbatim(self) -> bool: ...
    @property
    def pieces(self) -> tuple[Piece, ...]: ...
    @property
    def readings(self) -> tuple[Reading, ...]: ...
    @property
    def doubts(self) -> tuple[Doubt, ...]: ...
    @property
    def joined(self) -> Optional[_Grade]: ...
    @property
    def grammars(self) -> tuple[Grammar, ...]: ...
    @property
    def host(self) -> Optional[str]: ...
    @property
    def host_kind(self) -> Optional[_HostKind]: ...
    @property
    def notes(self) -> tuple[Note, ...]: ...
    def asdict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Verdict:
    @property
    def url(self) -> str: ...
    @property
    def given(self) -> Optional[str]: ...
    @property
    def form(self) -> Literal["url", "angle", "prefix", "bare"]: ...
    @property
    def standing(self) -> Literal["valid", "loose", "rejected"]: ...
    @property
    def grammars(self) -> tuple[Grammar, ...]: ...
    @property
    def production(self) -> Optional[Literal["prefixedurl", "url"]]: ...
    @property
    def failures(self) -> dict[Grammar, Failure]: ...
    @property
    def encoded(self) -> dict[Grammar, Encoded]: ...
    @property
    def rejection(self) -> Optional[Failure]: ...
    @property
    def parts(self) -> Parts: ...
    @property
    def host(self) -> Optional[str]: ...
    @property
    def host_kind(self) -> Optional[_HostKind]: ...
    @property
    def port_or_default(self) -> Optional[int]: ...
    @property
    def notes(self) -> tuple[UrlNote, ...]: ...
    @property
    def href(self) -> Optional[str]: ...
    @property
    def display(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class SplitNotDone(OSError): ...
class DamageError(OSError): ...

@final
class Reader:
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def _next_batch(self) -> Optional[object]: ...
    @property
    def damage(self) -> list[dict[str, Any]]: ...
    @property
    def stats(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Reader: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Schema:
    @property
    def names(self) -> list[str]: ...
    @property
    def metadata(self) -> dict[str, str]: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Table:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

def schema(columns: Optional[Iterable[str]] = None) -> Schema: ...
@final
class Split:
    def __new__(cls, line: str) -> Split: ...
    @property
    def paths(self) -> tuple[str, ...]: ...
    @property
    def size(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def _end() -> None: ...
def _option_hint(name: str, known: Iterable[str]) -> Optional[str]: ...
def _run_program(args: list[str]) -> int: ...
def _plan_paths(
    paths: list[str], split_bytes: int, pack_bytes: int, probe: bool
) -> tuple[list[Split], list[tuple[str, str, str]]]: ...
def _plan_listing(
    files: list[tuple[str, int, str]], split_bytes: int, pack_bytes: int
) -> tuple[list[Split], list[tuple[str, str, str]]]: ...
def _scan_paths(paths: list[str], options: dict[str, Any]) -> Reader: ...
def _scan_one(
    content: object,
    path: str,
    name: Optional[str],
    range: Optional[tuple[int, int]],
    options: dict[str, Any],
) -> Reader: ...
def _search_split(split: Split, open: object, options: dict[str, Any]) -> Reader: ...
