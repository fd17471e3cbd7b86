"""A store whose reads fail: the rows are those of the whole, or there is an exception.

| the store | `scan` | `scan(range=…)` | `scan_split` |
|---|---|---|---|
| a read raises an exception | this exception | this exception | `SplitNotDone` with it as cause |
| a body ends before its length | `OSError` | `OSError` | `SplitNotDone` |
| a length is longer than the body | `OSError` | `OSError` | `SplitNotDone` |

An exception of a read that is made again, and then succeeds, is raised too.
"""

import gzip
import io
import tarfile
import warnings
from typing import Any, BinaryIO, Callable, Optional, cast

import pytest

import urlsift

READ_BYTES = 4096


def mailbox() -> bytes:
    message = "From a@a.example Mon Jan  1 00:00:00 2001\nSubject: {0}\n\nhttp://{0}.example/\n{1}\n"
    return "".join(message.format(i, "words\n" * (i * 37 % 400)) for i in range(60)).encode()


def tar() -> bytes:
    bytes_of_tar = io.BytesIO()
    with tarfile.open(fileobj=bytes_of_tar, mode="w") as archive:
        for name in ("a.mbox", "b.mbox"):
            info = tarfile.TarInfo(name)
            info.size = len(mailbox())
            archive.addfile(info, io.BytesIO(mailbox()))
    return bytes_of_tar.getvalue()


class Fault:
    """What goes wrong at one read, which is counted over all files that are open."""

    def __init__(self, kind: str, at: Optional[int]) -> None:
        self.kind = kind
        self.at = at
        self.reads = 0

    def is_now(self) -> bool:
        self.reads += 1
        number = self.reads - 1
        return self.at is not None and (number == self.at or (self.kind == "errors" and number > self.at))


class Body(io.RawIOBase):
    """An object that is read in parts of a few thousand bytes."""

    def __init__(self, content: bytes, fault: Fault) -> None:
        self.inner = io.BytesIO(content)
        self.fault = fault
        self.has_ended = False

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.inner.tell()

    def seek(self, offset: int, whence: int = 0) -> int:
        at = self.inner.seek(offset, whence)
        if whence == 2 and self.fault.kind == "length" and self.fault.at is not None:
            at = self.inner.seek(100, 1)
        return at

    def read(self, size: int = -1) -> bytes:
        if self.fault.is_now():
            if self.fault.kind in ("error", "errors"):
                raise ConnectionResetError("reset by peer")
            self.has_ended = self.fault.kind == "short body"
        return b"" if self.has_ended else self.inner.read(min(size, READ_BYTES))


def searches(content: bytes) -> "dict[str, Callable[[Fault], list[urlsift.Reader]]]":
    size = len(content)

    def opened(fault: Fault) -> BinaryIO:
        return cast(BinaryIO, Body(content, fault))

    def ranges(fault: Fault) -> "list[urlsift.Reader]":
        bounds = [(0, size // 3), (size // 3, size // 2), (size // 2, size)]
        return [urlsift.scan(opened(fault), name="x", range=bound) for bound in bounds]

    def splits(fault: Fault, **plan: Any) -> "list[urlsift.Reader]":
        found = urlsift.plan([("x", size, 1)], **plan)
        return [urlsift.scan_split(split, open=lambda _: opened(fault)) for split in found]

    return {
        "scan": lambda fault: [urlsift.scan(opened(fault), name="x")],
        "scan of ranges": ranges,
        "scan_split of ranges": lambda fault: splits(fault, split_bytes=size // 3, pack_bytes=0),
        "scan_split of a file": lambda fault: splits(fault, pack_bytes=0),
        "scan_split of a pack": lambda fault: splits(fault),
    }


def found(readers: "list[urlsift.Reader]") -> "list[tuple[Any, ...]]":
    return [tuple(row.values()) for reader in readers for row in reader]


@pytest.mark.parametrize("name", ["mailbox", "gzip", "tar"])
def test_rows_are_those_of_the_whole_or_there_is_an_exception(name: str) -> None:
    content = {"mailbox": mailbox, "gzip": lambda: gzip.compress(mailbox(), 0), "tar": tar}[name]()
    whole = found([urlsift.scan(content, name="x")])
    assert len(whole) >= 60
    for search, start in searches(content).items():
        undamaged = Fault("none", None)
        assert found(start(undamaged)) == whole, (name, search)
        last = undamaged.reads - 1
        for kind in ("error", "errors", "short body", "length"):
            raised = 0
            for at in sorted({0, 1, 2, last // 3, last // 2, last - 2, last - 1, last}):
                try:
                    rows = found(start(Fault(kind, at)))
                except OSError as error:
                    raised += 1
                    if search.startswith("scan_split"):
                        assert isinstance(error, urlsift.SplitNotDone), (name, search, kind, at)
                        assert str(error).startswith("x: "), (name, search, kind, at, str(error))
                    elif kind.startswith("error"):
                        assert isinstance(error, ConnectionResetError), (name, search, kind, at)
                else:
                    assert rows == whole, (name, search, kind, at, len(rows))
            # Only the end that is read again may be wrong once.
            assert raised > 5 or kind == "short body" and raised > 3, (name, search, kind, raised)


def test_a_file_that_grows_is_read_on() -> None:
    class Growing(io.BytesIO):
        def read(self, size: Optional[int] = -1) -> bytes:
            read = super().read(size)
            if not read and self.tell() < 100:
                at = self.tell()
                self.write(b" http://late.example/ ")
                self.seek(at)
            return read

    assert len(list(urlsift.scan(Growing(b"http://first.example/ ")))) > 1


class Unseekable(Body):
    """A file that says that it is seekable and is not, as a streaming HTTP file of fsspec."""

    size = None

    def seek(self, offset: int, whence: int = 0) -> int:
        raise ValueError("Cannot seek streaming HTTP file")


def test_a_file_that_does_not_seek_is_read_to_its_end() -> None:
    for content in (mailbox(), gzip.compress(mailbox(), 0), tar()):
        fault = Fault("none", None)
        rows = found([urlsift.scan(cast(BinaryIO, Unseekable(content, fault)), name="x")])
        assert rows == found([urlsift.scan(content, name="x")])
        for at in (0, fault.reads // 2):
            with pytest.raises(ConnectionResetError):
                list(urlsift.scan(cast(BinaryIO, Unseekable(content, Fault("error", at))), name="x"))


def test_an_error_of_the_store_at_the_end_is_raised() -> None:
    class Reset(Unseekable):
        def seek(self, offset: int, whence: int = 0) -> int:
            raise ConnectionResetError("reset by peer")

    with pytest.raises(ConnectionResetError):
        list(urlsift.scan(cast(BinaryIO, Reset(mailbox(), Fault("none", None))), name="x"))


def test_what_is_skipped_is_listed(tmp_path: Any) -> None:
    import os

    (tmp_path / "a.gz").write_bytes(b"")
    (tmp_path / "b.zip").write_bytes(b"<html><a href='http://a.example/'>404</a></html>")
    (tmp_path / "c.gz").write_bytes(b"\0\1\2\3" * 99)
    (tmp_path / "d.jpg").write_bytes(b"\xff\xd8\xff\0" * 99)
    (tmp_path / "e").symlink_to("gone")
    os.mkfifo(tmp_path / "f")
    expected = [("a.gz", "neither compressed"), ("b.zip", "neither compressed"), ("c.gz", "neither compressed"),
                ("e", "a symbolic link"), ("f", "a pipe, socket or device")]  # fmt: skip

    def listed(damage: "list[dict[str, Any]]") -> "list[tuple[str, str]]":
        assert {entry["kind"] for entry in damage} <= {"skipped"}
        return sorted((os.path.basename(entry["source"]), entry["message"]) for entry in damage)

    for on_damage in ("collect", "warn", "raise"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reader = urlsift.scan(tmp_path, on_damage=cast(Any, on_damage))
            assert [row["url"] for row in reader] == ["http://a.example/"]
            plan = urlsift.plan(tmp_path)
            readers = [urlsift.scan_split(split, on_damage=cast(Any, on_damage)) for split in plan]
            assert len(found(readers)) == 1
        split_damage = [entry for reader in readers for entry in reader.damage]
        for damage in (reader.damage, split_damage + plan.damage):
            names = listed(damage)
            assert [name for name, _ in names] == [name for name, _ in expected]
            assert all(message.startswith(start) for (_, message), (_, start) in zip(names, expected))


def test_split_not_done_of_an_opener_is_passed_on() -> None:
    def refuse(path: str) -> BinaryIO:
        raise urlsift.SplitNotDone(f"{path}: refused")

    (split,) = urlsift.plan([("x", 10, 1)])
    with pytest.raises(urlsift.SplitNotDone, match="^x: refused$"):
        urlsift.scan_split(split, open=refuse)
