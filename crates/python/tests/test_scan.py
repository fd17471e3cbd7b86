"""Scans of files, bytes and open files, their rows, and what goes wrong."""

import datetime
import gzip
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import tarfile
import threading
import warnings
from pathlib import Path
from typing import Any, BinaryIO, Callable, Optional, cast

import pytest

import urlsift

ROOT = Path(__file__).parents[3]
ARCHIVES = ROOT / "corpus" / "archives"
SHELF = ARCHIVES / "shelf.mbox"


def rows(reader: urlsift.Reader) -> list[dict[str, Any]]:
    return list(reader)


def without_source(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "source"} for row in found]


def large_mbox(size: int) -> bytes:
    shelf = SHELF.read_bytes()
    return shelf * (size // len(shelf) + 1)


def test_rows_have_all_fields_in_the_order_of_the_file() -> None:
    found = rows(urlsift.scan(SHELF))
    assert list(found[0]) == urlsift.schema().names
    assert len(found) == 65
    offsets = [row["message_offset"] for row in found]
    assert offsets == sorted(offsets)
    assert isinstance(found[0]["date"], datetime.datetime)
    assert found[0]["date"].tzinfo is not None
    assert found[0]["pieces"][0].keys() == {"start", "end", "text", "copied"}


@pytest.mark.parametrize("path", sorted(ARCHIVES.iterdir()), ids=lambda path: path.name)
def test_bytes_and_open_files_have_the_rows_of_the_path(path: Path) -> None:
    by_path = urlsift.scan(path)
    expected = without_source(rows(by_path))
    content = path.read_bytes()

    class Pipe(io.RawIOBase):
        """A file that cannot seek, and returns few bytes at a time."""

        def __init__(self) -> None:
            self.inner = io.BytesIO(content)

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            return self.inner.read(min(size, 1000))

    for threads in (1, 2):
        sources: list[Any] = [content, bytearray(content), io.BytesIO(content), Pipe(), [path]]
        for source in sources:
            # The name of a file may show that it is a page.
            name = None if isinstance(source, list) else str(path)
            reader = urlsift.scan(source, name=name, threads=threads)
            assert without_source(rows(reader)) == expected
            assert len(reader.damage) == len(by_path.damage)


def test_the_name_of_a_source() -> None:
    # (source, name, value of the column source)
    content = SHELF.read_bytes()
    with open(SHELF, "rb") as file:
        table: list[tuple[Any, Optional[str], str]] = [
            (content, None, "<bytes>"),
            (content, "a", "a"),
            (SHELF, None, str(SHELF)),
            (SHELF, "b", "b"),
            (file, None, str(SHELF)),
            (io.BytesIO(content), None, "<file>"),
            (io.BytesIO(content), "c", "c"),
        ]
        for source, name, expected in table:
            reader = urlsift.scan(source, name=name, columns=["source"])
            assert next(reader) == {"source": expected}


def test_options_select_rows() -> None:
    def count(**options: Any) -> int:
        return len(rows(urlsift.scan(SHELF, columns=["url"], **options)))

    everything = count()
    # (options, number of rows)
    table: list[tuple[dict[str, Any], int]] = [
        ({"host": ["ds.internic.net"]}, 2),
        ({"host": [".internic.net", "!ds.internic.net"]}, 0),
        ({"host": ".internic.net", "where": ["form=angle,bare", "host!=ds.internic.net"]}, 0),
        ({"scheme": ["ftp"]}, len([0 for row in urlsift.scan(SHELF) if row["url"].startswith("ftp:")])),
        ({"since": datetime.date(2200, 1, 1)}, 0),
        ({"until": "1900"}, 0),
        ({"since": "1900", "until": datetime.datetime(2200, 1, 1, tzinfo=datetime.timezone.utc)}, everything),
        ({"since": datetime.datetime.now(datetime.timezone.utc)}, 0),
        ({"forms": ["url"]}, len([0 for row in urlsift.scan(SHELF) if row["form"] == "url"])),
        ({"max_message": 10}, everything),
        ({"codec": "none"}, everything),
    ]
    for options, expected in table:
        assert count(**options) == expected, options
    assert count(join="never") >= count(join="likely")
    fields = ARCHIVES / "fields.mbox"
    counts = [len(rows(urlsift.scan(fields, headers=headers))) for headers in ("none", "useful", "all")]
    assert counts[0] < counts[1] < counts[2]


# Options, and the condition that the selected rows satisfy.
SELECTIONS: list[tuple[dict[str, Any], Callable[[dict[str, Any]], bool]]] = [
    ({"host": "ds.internic.net"}, lambda row: row["host"] == "ds.internic.net"),
    ({"scheme": "!http"}, lambda row: not row["url"].startswith("http:")),
    ({"scheme": "ftp,news"}, lambda row: row["url"].startswith(("ftp:", "news:"))),
    ({"where": "form=angle"}, lambda row: row["form"] == "angle"),
    ({"where": ("form=angle", "form=bare")}, lambda row: row["form"] in ("angle", "bare")),
    ({"where": ["form!=bare", "quoted=false"]}, lambda row: row["form"] != "bare" and not row["quoted"]),
    ({"where": "notes=hyphen_in_doubt"}, lambda row: "hyphen_in_doubt" in row["notes"]),
    ({"where": r"url~\.html$"}, lambda row: row["url"].endswith(".html")),
    ({"where": []}, lambda row: True),
    ({"match": "internic"}, lambda row: "internic" in row["url"]),
    ({"match": ["internic", "ftp:"]}, lambda row: "internic" in row["url"] or "ftp:" in row["url"]),
    ({"match": io.StringIO("internic\n\nftp:\n")}, lambda row: "internic" in row["url"] or "ftp:" in row["url"]),
    ({"match": ["http://WWW.example.org:80"], "match_by": "equivalent"}, lambda row: row["url"].rstrip("/") == "http://www.example.org"),
    ({"skip": ["www.example.org"]}, lambda row: "www.example.org" not in row["url"]),
    ({"skip": []}, lambda row: True),
]


@pytest.mark.parametrize("options, holds", SELECTIONS, ids=lambda value: str(value)[:40])
def test_options_select_what_the_fields_say(
    options: dict[str, Any], holds: Callable[[dict[str, Any]], bool]
) -> None:
    everything = rows(urlsift.scan(ARCHIVES))
    expected = [row for row in everything if holds(row)]
    assert expected
    assert rows(urlsift.scan(ARCHIVES, **options)) == expected


def test_archives_in_attachments_are_searched_if_wanted() -> None:
    packed = ARCHIVES / "packed.mbox"
    counts = [len(rows(urlsift.scan(packed, attachments=opened))) for opened in (False, True)]
    assert counts == [1, 9]
    [split] = urlsift.plan(packed)
    assert len(rows(urlsift.scan_split(split, attachments=True))) == 9


def test_a_mailing_list_is_selected() -> None:
    lists = ["List-Id: Tips <tips.a.example>\n", "List-Id: <b.example>\n", ""]
    message = "From jim@a.example Mon Jan  5 10:00:00 1998\nSubject: a\n{}\nhttp://a.example/{}\n\n"
    mbox = "".join(message.format(list_id, number) for number, list_id in enumerate(lists)).encode()
    # The option, and the numbers of the messages.
    table: list[tuple[Any, list[int]]] = [
        (None, [0, 1, 2]),
        ("list=TIPS.a.example", [0]),
        (["list=tips.a.example", "list=b.example"], [0, 1]),
        ("list!=b.example", [0, 2]),
        ("list=c.example", []),
    ]
    for option, numbers in table:
        found = [row["url"] for row in urlsift.scan(mbox, where=option)]
        assert found == [f"http://a.example/{number}" for number in numbers], option


def test_once_keeps_the_first_of_equal_urls_in_a_message() -> None:
    fields = ("source", "member_index", "message_offset", "url")
    first: dict[tuple[Any, ...], dict[str, Any]] = {}
    everything = rows(urlsift.scan(SHELF))
    for row in everything:
        first.setdefault(tuple(row[field] for field in fields), row)
    once = rows(urlsift.scan(SHELF, once=True))
    assert len(once) < len(everything)
    assert [row["start"] for row in once] == [row["start"] for row in first.values()]


def test_misuse_is_an_error() -> None:
    # (options, exception, part of its message)
    table: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"columns": ["link"]}, ValueError, "link"),
        ({"columns": ["url", "url"]}, ValueError, "url"),
        ({"columns": "url"}, TypeError, "columns must be an iterable of str"),
        ({"forms": ["x"]}, ValueError, "expected url, angle"),
        ({"join": "x"}, ValueError, "expected certain"),
        ({"codec": "rar"}, ValueError, "expected auto, none, gzip"),
        ({"headers": "some"}, ValueError, "expected none, useful or all"),
        ({"relative": "some"}, ValueError, "expected ignore or resolve"),
        ({"on_damage": "x"}, ValueError, "expected collect, warn or raise"),
        ({"since": "soon"}, ValueError, "soon"),
        ({"since": datetime.datetime(1998, 1, 3)}, ValueError, "no time zone"),
        ({"since": 1998}, TypeError, "not int"),
        ({"host": []}, ValueError, "host is an empty list"),
        ({"host": ["a/b"]}, ValueError, 'host="a/b": `a/b` is not a host'),
        ({"where": "form=angel"}, ValueError, 'where="form=angel": no `angel`; did you mean `angle`?'),
        ({"where": ["quoted=false", "xyz=1"]}, ValueError, "no field `xyz`"),
        ({"where": {"form": "angle"}}, ValueError, "write FIELD=VALUE"),
        ({"where": 3}, TypeError, "int"),
        ({"match_by": "whole"}, ValueError, "match_by is for"),
        ({"match": ["a"], "match_by": "all"}, ValueError, "expected part, whole or equivalent"),
        ({"match": []}, ValueError, "match has no text"),
        ({"match": ["", " "]}, ValueError, "match has no text"),
        ({"match": [b"a"]}, TypeError, "bytes"),
        ({"once": "message"}, TypeError, "once must be bool, not str"),
        ({"hosts": ["a"]}, TypeError, "unexpected keyword argument 'hosts'; did you mean 'host'?"),
        ({"schemes": ["a"]}, TypeError, "did you mean 'scheme'?"),
        ({"form": "angle"}, TypeError, "where='form=VALUE' selects by this field"),
        ({"note": "danger"}, TypeError, "where='notes=VALUE'"),
        ({"signature": False}, TypeError, "where='in_signature=VALUE'"),
        ({"colour": "red"}, TypeError, "unexpected keyword argument 'colour'$"),
        ({"threads": -1}, ValueError, "threads must not be negative"),
        ({"threads": 1000}, ValueError, "at most 256"),
        ({"batch_rows": "x"}, TypeError, "str"),
        ({"range": (5, 3)}, ValueError, "two offsets in order"),
        ({"range": (-1, 3)}, ValueError, "two offsets in order"),
    ]
    for options, error, message in table:
        with pytest.raises(error, match=message.replace("?", "[?]")):
            urlsift.scan(SHELF, **options)
    with pytest.raises(FileNotFoundError, match="gone"):
        urlsift.scan("gone")
    with pytest.raises(FileNotFoundError, match="gone"):
        urlsift.scan([SHELF, "gone"])
    with pytest.raises(ValueError, match="several sources"):
        urlsift.scan([SHELF], name="a")
    with pytest.raises(TypeError):
        urlsift.scan(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not bytes"):
        list(urlsift.scan(io.StringIO("http://a.example/")))


def test_damage_is_reported() -> None:
    whole = gzip.compress(large_mbox(200_000))
    cut = whole[: len(whole) * 2 // 3]
    reader = urlsift.scan(b"http://a.example/ " * 200_000, max_message=10)
    assert len(rows(reader)) == 200_000
    assert {damage["kind"] for damage in reader.damage} == {"in_pieces"}
    reader = urlsift.scan(cut, name="cut.gz")
    found = rows(reader)
    assert found
    (damage,) = reader.damage
    assert damage.keys() == {"source", "member", "offset", "kind", "message"}
    assert (damage["source"], damage["kind"]) == ("cut.gz", "truncated")
    assert f"byte {damage['offset']}" in damage["message"]
    with pytest.warns(UserWarning, match="cut.gz: .* at byte"):
        assert rows(urlsift.scan(cut, name="cut.gz", on_damage="warn")) == found
    for batch_rows in (1, 16384):
        reader = urlsift.scan(cut, name="cut.gz", on_damage="raise", batch_rows=batch_rows)
        kept = []
        with pytest.raises(urlsift.DamageError, match="cut.gz: .* at byte"):
            for row in reader:
                kept.append(row)
        assert kept == found
        assert list(reader) == []


def test_the_exception_of_an_open_file_is_raised() -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            raise PermissionError("the token has expired")

    with pytest.raises(PermissionError, match="the token has expired"):
        list(urlsift.scan(cast(BinaryIO, Broken())))

    class Chunks:
        chunks = iter([b"http://a.example/"])

        def read(self, size: int = -1) -> bytes:
            return next(self.chunks)

    with pytest.raises(RuntimeError, match="StopIteration"):
        list(urlsift.scan(cast(BinaryIO, Chunks())))
    with pytest.raises(TypeError, match="not bytes"):
        urlsift.scan([b"http://a.example/"])  # type: ignore[list-item]


def test_stats_count_files_messages_and_urls(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as tar:
        for name in ("shelf.mbox", "notes.txt"):
            tar.add(ARCHIVES / name, name)
    reader = urlsift.scan(tmp_path)
    found = rows(reader)
    assert reader.stats["files"] == {"read": 1, "binary": 0, "unread": 0}
    assert reader.stats["members"] == {"read": 2, "binary": 0, "unread": 0}
    assert reader.stats["bytes"] == (tmp_path / "a.tar").stat().st_size
    assert reader.stats["urls"] == len(found)
    assert reader.stats["items"] > 10


def test_a_reader_is_read_once_and_can_be_closed() -> None:
    content = large_mbox(20_000_000)
    threads = threading.active_count()
    with urlsift.scan(content, batch_rows=10) as reader:
        assert next(reader)["url"]
    assert list(reader) == []
    reader = urlsift.scan(content)
    reader.__arrow_c_stream__()
    with pytest.raises(ValueError, match="read once"):
        next(reader)
    with pytest.raises(ValueError, match="read once"):
        reader.__arrow_c_stream__()
    assert threading.active_count() == threads


def test_a_repr_shows_the_state() -> None:
    reader = urlsift.scan(b"http://a.example/ http://b.example/", columns=["url"])
    assert repr(reader).startswith("Reader(state='open', urls=")
    assert len(list(reader)) == 2
    assert repr(reader) == "Reader(state='ended', urls=2, damage=0, columns=['url'])"
    reader = urlsift.scan(SHELF)
    reader.__arrow_c_stream__()
    assert repr(reader).startswith("Reader(state='given', ")


def test_tables_have_the_rows() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for columns in (None, ["url", "date", "pieces", "groups", "quoted"]):
        found = rows(urlsift.scan(ARCHIVES, columns=columns))
        reader = urlsift.scan(ARCHIVES, columns=columns, batch_rows=7)
        table = pyarrow.table(reader)
        assert table.to_pylist() == found
        assert table.schema.metadata == {b"urlsift.schema_version": b"1"}
        assert table.schema == pyarrow.schema(urlsift.schema(columns))
        assert {len(batch) for batch in table.to_batches()[:-1]} == {7}
        # pyarrow before 21 writes wrong lists of arrays that do not begin at their first value.
        for batch in table.to_batches():
            assert {column.offset for column in batch.columns} == {0}
            lists = [column for column in batch.columns if pyarrow.types.is_list(column.type)]
            assert {column.offsets[0].as_py() for column in lists} <= {0}
        assert reader.stats["urls"] == len(found)
        assert reader.damage


@pytest.mark.parametrize("package", ["polars", "pandas", "duckdb"])
def test_other_packages_read_the_rows(package: str) -> None:
    module: Any = pytest.importorskip(package)
    pytest.importorskip("pyarrow")
    expected = [row["url"] for row in urlsift.scan(SHELF)]
    # DuckDB finds the variable by its name.
    reader = urlsift.scan(SHELF, columns=["url", "start"])
    if package == "polars":
        found = module.DataFrame(reader)["url"].to_list()
    elif package == "pandas":
        if not hasattr(module.DataFrame, "from_arrow"):
            pytest.skip("this pandas reads no Arrow streams")
        found = module.DataFrame.from_arrow(reader)["url"].to_list()
    else:
        found = [url for url, in module.sql("select url from reader").fetchall()]
    assert found == expected


@pytest.mark.parametrize("size, step", [(2_000_000, 100_000), (2_000_000, 700_001), (9_000_000, 5_000_000)])
def test_ranges_have_the_rows_of_the_whole(size: int, step: int, tmp_path: Path) -> None:
    content = large_mbox(size)
    path = tmp_path / "large.mbox"
    path.write_bytes(content)
    expected = rows(urlsift.scan(path))
    for source in (path, content, io.BytesIO(content)):
        found: list[dict[str, Any]] = []
        for start in range(0, len(content), step):
            options: dict[str, Any] = {"name": str(path), "range": (start, start + step)}
            # Several threads read one open file, each from its own offsets.
            found += rows(urlsift.scan(source, threads=3, **options))
        assert found == expected


def test_ranges_have_names_and_may_be_empty() -> None:
    size = SHELF.stat().st_size
    assert next(urlsift.scan(SHELF, name="a", range=(0, size)))["source"] == "a"
    for empty in [(3, 3), (size, size), (size, size + 9)]:
        assert rows(urlsift.scan(SHELF, range=empty)) == []


def test_ranges_of_a_compressed_file() -> None:
    content = gzip.compress(SHELF.read_bytes())
    expected = rows(urlsift.scan(content))
    middle = len(content) // 2
    assert rows(urlsift.scan(content, range=(0, middle))) == expected
    assert rows(urlsift.scan(content, range=(middle, len(content)))) == []


class Store:
    """Objects in memory, opened as fsspec opens them."""

    def __init__(self, objects: dict[str, bytes]) -> None:
        self.objects = objects
        self.opened = 0
        self.closed = 0

    def open(self, name: str) -> BinaryIO:
        if name not in self.objects:
            raise FileNotFoundError(name)
        self.opened += 1
        store = self

        class Object(io.BytesIO):
            def close(self) -> None:
                store.closed += 1
                super().close()

        return Object(self.objects[name])


def split_rows(
    splits: list[urlsift.Split], open: Optional[Callable[[str], BinaryIO]] = None, **options: Any
) -> list[dict[str, Any]]:
    """Returns the rows of all splits, in the order of a scan."""
    found = []
    for split in splits:
        found += rows(urlsift.scan_split(split, open=open, **options))
    return sorted(found, key=lambda row: row["source"])


def test_splits_have_the_rows_of_one_scan(tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_bytes(large_mbox(600_000))
    (tmp_path / "b.mbox.gz").write_bytes(gzip.compress(large_mbox(900_000)))
    for number in range(50):
        (tmp_path / f"c{number:02}").write_bytes((ARCHIVES / "notes.txt").read_bytes())
    expected = rows(urlsift.scan(tmp_path))
    paths = sorted(path for path in tmp_path.iterdir())
    listing = [(str(path), path.stat().st_size, path.stat().st_mtime) for path in paths]
    store = Store({str(path): path.read_bytes() for path in paths})
    # (bytes of a split, bytes of a pack)
    for split_bytes, pack_bytes in [(1 << 27, 1 << 26), (50_000, 20_000), (50_000, 0), (7_777, 99_999)]:
        plan = list(urlsift.plan([tmp_path], split_bytes=split_bytes, pack_bytes=pack_bytes))
        assert split_rows(plan) == expected
        assert split_rows(list(urlsift.plan(tmp_path, split_bytes=split_bytes, probe=False))) == expected
        again = [urlsift.Split(str(split)) for split in plan]
        assert again == plan == pickle.loads(pickle.dumps(plan))
        assert len({hash(split) for split in plan}) == len(plan)
        assert all(json.loads(str(split)) for split in plan)
        listed = list(urlsift.plan(listing, split_bytes=split_bytes, pack_bytes=pack_bytes))
        assert split_rows(listed, store.open) == expected
        assert split_rows(listed, store.open, threads=2) == expected
    assert store.opened == store.closed


def test_a_split_that_cannot_be_done(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(large_mbox(100_000))
    (split,) = urlsift.plan(path)
    os.utime(path, (1, 1))
    with pytest.raises(urlsift.SplitNotDone, match=r"make a new plan \(its mtime is"):
        urlsift.scan_split(split)
    path.unlink()
    with pytest.raises(urlsift.SplitNotDone, match="a.mbox: No such file"):
        urlsift.scan_split(split)
    store = Store({"x": b"http://a.example/"})
    (split,) = urlsift.plan([("y", 3, 1)])
    with pytest.raises(urlsift.SplitNotDone, match="y") as raised:
        urlsift.scan_split(split, open=store.open)
    assert isinstance(raised.value.__cause__, FileNotFoundError)
    (split,) = urlsift.plan([("x", 3, 1)])
    with pytest.raises(urlsift.SplitNotDone, match="its size is 17 and was 3"):
        urlsift.scan_split(split, open=store.open)
    pack, = urlsift.plan([("x", 17, 1), ("z", 17, 1)])
    reader = urlsift.scan_split(pack, open=store.open)
    with pytest.raises(urlsift.SplitNotDone, match="z"):
        list(reader)


def test_a_file_that_changes_while_its_split_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(large_mbox(1_000_000))
    (split,) = urlsift.plan(path)
    reader = urlsift.scan_split(split, batch_rows=1)
    next(reader)
    os.utime(path, (1, 1))
    with pytest.raises(urlsift.SplitNotDone, match="its mtime is"):
        list(reader)


def test_exceptions_through_arrow_name_their_class() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    store = Store({"x": b"http://a.example/"})
    (pack,) = urlsift.plan([("x", 17, 1), ("z", 17, 1)])
    with pytest.raises(OSError, match="SplitNotDone: .*z"):
        pyarrow.table(urlsift.scan_split(pack, open=store.open))


def test_ctrl_c_of_a_file_is_no_reason_to_search_again() -> None:
    def interrupted(name: str) -> BinaryIO:
        raise KeyboardInterrupt

    (split,) = urlsift.plan([("x", 3, 1)])
    with pytest.raises(KeyboardInterrupt):
        urlsift.scan_split(split, open=interrupted)


def test_dicts_first_and_arrow_then() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    expected = rows(urlsift.scan(SHELF))
    reader = urlsift.scan(SHELF)
    first = [next(reader) for _ in range(3)]
    assert first + pyarrow.table(reader).to_pylist() == expected


def test_close_ends_a_reader_that_waits() -> None:
    started = threading.Event()
    released = threading.Event()

    class Silent(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            started.set()
            released.wait(60)
            return b""

    reader = urlsift.scan(cast(BinaryIO, Silent()))
    thread = threading.Thread(target=lambda: rows(reader))
    thread.start()
    assert started.wait(60)
    reader.close()
    thread.join(60)
    assert not thread.is_alive()
    released.set()


def test_the_interpreter_ends_while_a_file_is_read() -> None:
    code = (
        "import urlsift, io, time\n"
        "class Busy(io.RawIOBase):\n"
        "    def readable(self): return True\n"
        "    def read(self, size=-1):\n"
        "        sum(range(20_000))\n"
        "        return b'http://a.example/\\n' * (size // 18)\n"
        "for row in urlsift.scan(Busy(), batch_rows=1): break\n"
    )
    for _ in range(5):
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_reader_of_another_process_is_an_error() -> None:
    code = (
        "import os, urlsift\n"
        "reader = urlsift.scan(b'http://a.example/ ' * 99, batch_rows=1)\n"
        "next(reader)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try: list(reader)\n"
        "    except RuntimeError: os._exit(7)\n"
        "    os._exit(0)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=False).returncode == 7


def test_a_listing_may_have_several_forms() -> None:
    noon = datetime.datetime(2001, 2, 3, 12, 0, 0, 250_000, tzinfo=datetime.timezone.utc)
    # (entry, modification time in the plan)
    table: list[tuple[Any, str]] = [
        (("a", 3, 5), "5.000000000"),
        (("a", 3, 5.25), "5.250000000"),
        (("a", 3, "etag"), "etag"),
        (("a", 3, noon), "981201600.250000000"),
        ({"path": "a", "size": 3, "mtime": 5}, "5.000000000"),
        ({"uri": "a", "size": 3, "version": "7"}, "7.000000000"),
    ]
    for entry, mtime in table:
        (split,) = urlsift.plan([entry])
        assert json.loads(str(split))["mtime"] == mtime
    for entry in [("", 3, 5), ("-", 3, 5)]:
        with pytest.warns(UserWarning, match="not planned"):
            assert list(urlsift.plan([entry])) == []
    with pytest.raises(ValueError, match="path or uri"):
        urlsift.plan([{"size": 3}])
    with pytest.raises(TypeError, match="mixed"):
        urlsift.plan([SHELF, ("a", 3, 5)])
    with pytest.raises(ValueError, match="at least 1"):
        urlsift.plan(SHELF, split_bytes=0)
    with pytest.raises(FileNotFoundError):
        urlsift.plan("gone")
    with pytest.raises(ValueError, match="not a line of a plan"):
        urlsift.Split("{}")


def test_fsspec_opens_ranges() -> None:
    fsspec = pytest.importorskip("fsspec")
    content = large_mbox(1_000_000)
    memory = fsspec.filesystem("memory")
    memory.pipe("/lists/a.mbox", content)
    expected = without_source(rows(urlsift.scan(content)))
    size = memory.size("/lists/a.mbox")
    splits = list(urlsift.plan([("/lists/a.mbox", size, 1)], split_bytes=300_000, pack_bytes=0))
    assert len(splits) == 4
    assert without_source(split_rows(splits, memory.open)) == expected


def test_other_threads_run_while_a_file_is_searched() -> None:
    content = large_mbox(60_000_000)
    ticks = 0
    ended = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    rows(urlsift.scan(content, columns=["url"], host="no.such.host", threads=1))
    ended.set()
    thread.join()
    assert ticks > 0


@pytest.mark.skipif(os.name == "nt", reason="a signal is sent as on Unix")
def test_ctrl_c_ends_a_scan() -> None:
    code = (
        "import sys, urlsift\n"
        "class Slow:\n"
        "    def read(self, size):\n"
        "        print('reading', flush=True)\n"
        "        import time; time.sleep(0.05)\n"
        "        return b'x ' * (size // 2)\n"
        "try:\n"
        "    list(urlsift.scan(Slow()))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
        "    import os; os._exit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "reading\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        assert "interrupted" in output
        assert process.returncode == 7


def test_rubbish_raises_nothing() -> None:
    for seed in range(40):
        content = bytes((seed * 31 + at * at * 7 + at // (seed + 1)) % 256 for at in range(3000))
        for head in (b"", b"\x1f\x8b\x08", b"PK\x03\x04", b"From a\n", b"BZh91AY&SY", b"\x28\xb5\x2f\xfd"):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                reader = urlsift.scan(head + content)
                assert all(isinstance(row["url"], str) for row in reader)
                assert isinstance(reader.damage, list)




def test_relative_references_are_resolved_on_request() -> None:
    page = b'<html><base href="http://a.example/b/"><a href="../c.html">'
    reader = urlsift.scan(page, relative="resolve", columns=["url", "base", "raw"])
    assert rows(reader)[1:] == [{"url": "http://a.example/c.html", "base": "http://a.example/b/", "raw": "../c.html"}]
    assert len(rows(urlsift.scan(page))) == 1
