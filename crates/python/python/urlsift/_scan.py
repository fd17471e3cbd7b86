"""Scanning files: the functions whose arguments are prepared in Python."""

import atexit
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timezone
from typing import Any, BinaryIO, Callable, NoReturn, Optional, Union

from urlsift import _urlsift
from urlsift._objects import is_stored, split_opener
from urlsift._records import Codec, Form, Headers, Join, MatchBy, OnDamage, Relative
from urlsift._urlsift import Reader, Split

# A thread that wanted the interpreter while it ends would end the process.
atexit.register(_urlsift._end)

Path = Union[str, "os.PathLike[str]"]
Date = Union[str, date]
Terms = Union[str, Iterable[str]]
Listed = Union[Mapping[str, Any], "tuple[str, int, Union[int, float, str, datetime, None]]"]

Progress = Callable[[int, Optional[int]], object]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Plan(Iterator[Split]):
    """The splits that `plan` returns, an iterator.

    `damage` lists what is not planned, as dicts like those of `Reader.damage`. Their kind is `not_opened`, or `skipped`
    for a symbolic link, a pipe, a socket or a device in a folder.

    >>> plan = urlsift.plan("corpus/archives/shelf.mbox")
    >>> len(list(plan)), plan.damage
    (1, [])
    """

    damage: "list[dict[str, Any]]"

    def __init__(self, planned: "tuple[list[Split], list[tuple[str, str, str]]]") -> None:
        splits, others = planned
        self._splits = iter(splits)
        self.damage = [
            {"source": path, "member": None, "offset": None, "kind": kind, "message": message}
            for path, kind, message in others
        ]

    def __next__(self) -> Split:
        return next(self._splits)


def scan(
    source: Union[Path, Iterable[Path], bytes, BinaryIO],
    *,
    name: Optional[str] = None,
    range: Optional["tuple[int, int]"] = None,
    codec: Codec = "auto",
    columns: Optional[Iterable[str]] = None,
    forms: Optional[Iterable[Form]] = None,
    scheme: Optional[Terms] = None,
    host: Optional[Terms] = None,
    where: Optional[Terms] = None,
    since: Optional[Date] = None,
    until: Optional[Date] = None,
    match: Optional[Terms] = None,
    skip: Optional[Terms] = None,
    match_by: MatchBy = "part",
    once: bool = False,
    attachments: bool = False,
    headers: Headers = "useful",
    relative: Relative = "ignore",
    join: Optional[Join] = None,
    threads: Optional[int] = None,
    batch_rows: int = 16384,
    max_message: int = 64 << 20,
    on_damage: OnDamage = "collect",
    progress: Optional[Progress] = None,
    **unknown: NoReturn,
) -> Reader:
    """Returns a reader of the URLs in mail, news, pages and texts.

    `source` is a path, an iterable of paths, bytes, or a file that is open for reading bytes. A folder is read with all
    files below it. The content of a file decides how it is read: a mailbox is split into messages, a message into its
    parts, a tar or zip into its members. Compression, transfer encodings and charsets are decoded. An open file is read from
    its position to its end.

    - `name` is the value of `source` in the rows; by default the path, the name of the open file,
      or '<bytes>'.
    - `range` is a pair of byte offsets of one source: only messages that begin there are searched. Adjacent
      ranges together give the rows of the whole source. If a source cannot be cut, such as a gzip file, the range that
      begins at 0 has all rows. Offsets count from the beginning of an open file, which must be able to seek.
    - `codec` is 'auto', 'none', 'gzip', 'bzip2', 'xz', 'zstd' or 'compress'. A file that is not compressed with the codec
      that was named is damaged. Members of a tar or zip are always recognised.
    - `columns` lists the fields of rows. The default is all; fewer take less time.
    - `forms` and `join` are as for `find`, except that `join` is 'likely' by default: programs break the lines of mail,
      and `joined` in a row says how sure a join is. A text for `find` may be of any kind.
    - `where` selects URLs by fields, with one condition, a str, or several, an iterable. 'FIELD=VALUE[,VALUE]' selects
      those with one of the values, and 'FIELD!=VALUE' leaves them out. 'FIELD~PATTERN' and 'FIELD!~PATTERN' compare with
      a regular expression in the syntax of Rust. The fields are 'url', 'scheme', 'host', 'form', 'joined', 'doubts',
      'notes', 'part', 'quoted', 'in_signature', 'deleted', 'list', 'groups', 'from_domain' and 'subject'.
    - `scheme` and `host` are short for these fields; '!' before a value leaves it out. The host '.example.org' is
      example.org and all hosts below it.
    - `since` and `until` select messages: a `date`, a `datetime` with a time zone, or a text such as '1998-03'.
    - `match` selects URLs that contain one of these texts, and `skip` leaves them out. A text is a line of the files that
      `--match` and `--skip` of the program take, so an open text file is also accepted. `match_by` says how much of a
      URL a text is: 'part', 'whole', or 'equivalent' for the whole of it or of an equivalent URL.
    - `once=True` keeps the first of equal URLs in a message.
    - `attachments=True` also searches archives that are attached to messages: zip, tar and compressed files.
    - `headers` is 'none', 'useful' or 'all': the header fields that are searched.
    - `relative` is 'ignore' or 'resolve': what is done with relative references of pages that have a base.
    - `threads` is the number of threads; by default one for each processor.
    - `batch_rows` is the number of rows in an Arrow batch.
    - `max_message` is the size in bytes over which a message is searched in pieces.
    - `on_damage` says what happens if an input cannot be read: 'collect' adds it to `Reader.damage`, 'warn' also warns,
      and 'raise' ends the scan with `DamageError`. Rows that were found come in each case. Malformed messages
      are only in the list, and so are files that are skipped.
    - `progress` is called with two numbers while the rows are read, at most ten times a second and once at the end: the
      bytes done, before decompression, and the bytes in all, or None for an open file or a range. The files are counted
      before the search begins. An exception of the function ends the scan. `Reader.stats` has more counts.

    The rows come in the order of the input. Memory is bounded, whatever the size of the source, except the list of
    damage. Raises FileNotFoundError if a path is not there, ValueError for an unknown name or an empty list, and the
    exceptions of an open file. An open file that can seek and ends before its length is an OSError.

    >>> reader = urlsift.scan("corpus/archives/shelf.mbox", host="ds.internic.net", columns=["url", "message_id"])
    >>> next(reader)["url"]
    'ftp://ds.internic.net/rfc'
    """
    options = _options(locals())
    if range is not None and not 0 <= range[0] <= range[1] < 1 << 63:
        raise ValueError(f"range must be two offsets in order, but is {range}")
    if isinstance(source, (str, os.PathLike)):
        path = _path(source)
        if name is None and range is None:
            return _urlsift._scan_paths([path], options)
        if os.path.isdir(path):
            raise ValueError("a folder has neither a name nor a range")
        return _urlsift._scan_one(None, path, name, range, options)
    if isinstance(source, (bytearray, memoryview)):
        source = bytes(source)
    if isinstance(source, bytes):
        return _urlsift._scan_one(source, name or "<bytes>", None, range, options)
    if hasattr(source, "read"):
        known = name or getattr(source, "name", None)
        known = known if isinstance(known, str) and known else "<file>"
        return _urlsift._scan_one(source, known, None, range, options)
    if hasattr(source, "as_bytes"):
        raise TypeError("a message is not a source; pass message.as_bytes()")
    if name is not None or range is not None:
        raise ValueError("several sources have neither a name nor a range")
    return _urlsift._scan_paths([_path(path) for path in source], options)


def plan(
    source: Union[Path, Iterable[Union[Path, Listed]]],
    *,
    split_bytes: int = 128 << 20,
    pack_bytes: int = 64 << 20,
    probe: bool = True,
) -> Plan:
    """Divides files into splits, to search them one by one, in several processes or on several machines.

    `source` is a path, an iterable of paths, or a listing: an iterable of tuples (path, size in bytes, modification
    time), or of dicts with `path` or `uri`, `size`, and `mtime` or `version`. A time is a number of seconds, a
    `datetime`, or any text that changes with the file. A file of this machine is later compared by all nine decimals,
    which a float and a `datetime` do not have: pass `f"{ns // 10**9}.{ns % 10**9:09}"` for the `st_mtime_ns` of a file.

    A large file with separators between messages becomes ranges of `split_bytes` bytes. Small files are packed up to
    `pack_bytes`. With `probe=False` and for a listing no file is opened, and names decide which files can be cut.
    Files that cannot be cut and are longer than a range come first, the longest before the others.

    Warns of files that cannot be planned, and lists them in `Plan.damage`. Raises FileNotFoundError if a path is not
    there.

    >>> [split.size for split in urlsift.plan("corpus/archives/shelf.mbox", split_bytes=6000, pack_bytes=0)]
    [6000, 4652]
    >>> listing = [("s3://lists/a.mbox", 300 << 20, 1700000000), ("s3://lists/b.mbox", 20, "etag")]
    >>> [(split.paths[0], split.size >> 20) for split in urlsift.plan(listing)]
    [('s3://lists/a.mbox', 128), ('s3://lists/a.mbox', 128), ('s3://lists/a.mbox', 44), ('s3://lists/b.mbox', 0)]
    """
    if isinstance(source, (str, os.PathLike)):
        source = [source]
    paths: list[str] = []
    listed: list[tuple[str, int, str]] = []
    for file in source:
        if isinstance(file, (str, os.PathLike)):
            paths.append(_path(file))
        else:
            listed.append(_listed(file))
    if paths and listed:
        raise TypeError("paths and entries of a listing cannot be mixed")
    if listed:
        return Plan(_urlsift._plan_listing(listed, split_bytes, pack_bytes))
    return Plan(_urlsift._plan_paths(paths, split_bytes, pack_bytes, probe))


def scan_split(
    split: Split,
    *,
    open: Optional[Callable[[str], BinaryIO]] = None,
    storage_options: Optional["dict[str, Any]"] = None,
    codec: Codec = "auto",
    columns: Optional[Iterable[str]] = None,
    forms: Optional[Iterable[Form]] = None,
    scheme: Optional[Terms] = None,
    host: Optional[Terms] = None,
    where: Optional[Terms] = None,
    since: Optional[Date] = None,
    until: Optional[Date] = None,
    match: Optional[Terms] = None,
    skip: Optional[Terms] = None,
    match_by: MatchBy = "part",
    once: bool = False,
    attachments: bool = False,
    headers: Headers = "useful",
    relative: Relative = "ignore",
    join: Optional[Join] = None,
    threads: Optional[int] = 1,
    batch_rows: int = 16384,
    max_message: int = 64 << 20,
    on_damage: OnDamage = "collect",
    progress: Optional[Progress] = None,
    **unknown: NoReturn,
) -> Reader:
    """Returns a reader of the URLs in a split. All splits of a plan together have the rows of one scan.

    Paths are those of this machine. URIs such as 's3://lists/a.mbox' are read by fsspec: only the range of the split, a
    mebibyte at the beginning, and small objects side by side. `storage_options` are the arguments of their file system.
    `open` replaces all this: it takes a path of the plan and returns a file that is open for reading bytes and can seek.
    The other options are as for `scan`, and `threads` is 1 by default; None is one for each processor.

    Raises SplitNotDone if a file is not as it was planned or cannot be read, also while the rows are read. Files are
    compared by their size and by their version or modification time, those that `open` returns only by their size. A
    request to a store that fails or has a wrong answer is made again, for at most 30 seconds.

    >>> splits = urlsift.plan("corpus/archives/shelf.mbox", split_bytes=6000, pack_bytes=0)
    >>> [len(list(urlsift.scan_split(split))) for split in splits]
    [31, 34]
    """
    options = _options(locals())
    if open is None and any(is_stored(path, storage_options) for path in split.paths):
        open = split_opener(split, storage_options or {})
    return _urlsift._search_split(split, open, options)


def _options(arguments: "dict[str, Any]") -> "dict[str, Any]":
    """Returns the arguments of a function that are options of the search.

    Raises TypeError for one that does not exist.
    """
    for name in arguments.pop("unknown"):
        hint = _urlsift._option_hint(name, arguments)
        raise TypeError(f"unexpected keyword argument '{name}'" + (f"; {hint}" if hint else ""))
    others = ("source", "name", "range", "split", "open", "storage_options")
    return {name: value for name, value in arguments.items() if name not in others}


def _path(path: Path) -> str:
    """Returns the path as text. Raises FileNotFoundError if it is not there."""
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"a path must be str or os.PathLike[str], not {type(path).__name__}")
    if text == "-":
        raise ValueError("'-' is not a path; pass sys.stdin.buffer, or './-' for a file of this name")
    os.stat(text)
    return text


def _listed(file: Any) -> "tuple[str, int, str]":
    """Returns the path, the size and the modification time of an entry of a listing."""
    if isinstance(file, Mapping):
        path = file.get("uri") if file.get("path") is None else file["path"]
        time = file.get("version") if file.get("mtime") is None else file["mtime"]
        if path is None or time is None or "size" not in file:
            raise ValueError(f"an entry needs path or uri, size, and mtime or version: {file!r}")
        size = file["size"]
    else:
        path, size, time = file
    return os.fspath(path), int(size), _time(time)


def _time(time: Any) -> str:
    """Returns a time as a plan has it."""
    if isinstance(time, datetime):
        since = (time if time.tzinfo else time.astimezone()) - _EPOCH
        microseconds = since.days * 86_400_000_000 + since.seconds * 1_000_000 + since.microseconds
        sign, microseconds = ("-", -microseconds) if microseconds < 0 else ("", microseconds)
        return f"{sign}{microseconds // 1_000_000}.{microseconds % 1_000_000:06}"
    if time is None:
        return ""
    # A float has no nine exact decimals. These are those that `stat` gives.
    return f"{time:.9f}" if isinstance(time, float) else str(time)
