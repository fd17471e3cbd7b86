"""Reads objects of stores by fsspec: the ranges that a split needs, and the small objects of a pack side by side."""

import json
import random
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any, BinaryIO, Callable, Dict, Iterator, List, Optional, Tuple

from .storage import modified

# The bytes that mostly show what an object is. Also the bytes that are read beyond the end of a split.
HEAD_BYTES = 64 << 10
# The length of the second request at the beginning of an object, if the first does not show what it is.
SECOND_HEAD_BYTES = (1 << 20) - HEAD_BYTES
# The most bytes of a request, except that the last one of a split has up to `2 * HEAD_BYTES` more.
CHUNK_BYTES = 8 << 20
# The most objects that are fetched at the same time, and the most bytes of objects that wait to be read.
OBJECTS_AT_ONCE = 16
WAITING_BYTES = 16 << 20
# How often a request is made that fails, and the wait after its first failure. Each later wait is twice as long.
TRIES = 6
FIRST_WAIT_SECONDS = 0.1
# Stores round the time of a change to a second, some of them only in the details of a file.
TIME_TOLERANCE_SECONDS = 1.0
# Errors that another request would have again. s3fs raises `FileExpired` if an object has changed since it was opened.
LASTING_ERRORS = (
    FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError, ImportError, AttributeError, TypeError,
    NotImplementedError,
)  # fmt: skip


class Store:
    """Opens URIs for reading. `options` are arguments of their file systems."""

    def __init__(self, options: Dict[str, Any]) -> None:
        self.options = options

    def __call__(self, uri: str) -> BinaryIO:
        return _open(*self.locate(uri))

    def locate(self, uri: str) -> Tuple[Any, str]:
        """Returns the file system of `uri`, and its path there."""
        from fsspec.core import url_to_fs

        return url_to_fs(uri, **self.options)


def _open(fs: Any, path: str) -> Any:
    try:
        return fs.open(path, "rb", cache_type="none")
    except TypeError:
        # A file system that caches by itself has its own type.
        return fs.open(path, "rb")


@contextmanager
def split_opener(open: Optional[Callable[[str], Any]], line: str) -> Iterator[Optional[Callable[[str], Any]]]:
    """Yields the function with which `urlsift.scan_split` opens the files of the split `line`.

    Objects of a `Store` are compared with the plan and read by ranges. Another function is used as it is.
    """
    if not isinstance(open, Store):
        yield open
        return
    objects = SplitObjects(open, line)
    try:
        yield objects.open
    finally:
        objects.close()


class SplitObjects:
    """The objects of a split. Those of a pack are fetched before they are opened, if their file system can do this."""

    def __init__(self, store: Store, line: str) -> None:
        split = json.loads(line)
        self._planned = {file["path"]: file for file in split.get("files", [split])}
        # fsspec makes a file system for each thread that asks, so it is asked in this one.
        self._located = {uri: store.locate(uri) for uri in self._planned}
        has_several = len(self._planned) > 1
        is_async = all(getattr(fs, "async_impl", False) for fs, _ in self._located.values())
        self._pool = ThreadPoolExecutor(OBJECTS_AT_ONCE) if has_several and is_async else None
        self._left = OrderedDict.fromkeys(self._planned if self._pool else ())
        self._begun: Dict[str, "Future[StoredObject]"] = {}
        self._lock = Lock()

    def open(self, uri: str) -> "StoredObject":
        """Opens an object. Raises `urlsift.SplitNotDone` if it cannot be read or is not as planned."""
        with self._lock:
            self._begin()
            future = self._begun.pop(uri, None)
            self._left.pop(uri, None)
            self._begin()
        return future.result() if future else self._open(uri)

    def close(self) -> None:
        """Stops fetching objects."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Begins to fetch the next objects, as many as may wait."""
        waiting = sum(min(self._planned[uri]["size"], CHUNK_BYTES) for uri in self._begun)
        while self._left and len(self._begun) < 2 * OBJECTS_AT_ONCE:
            uri = next(iter(self._left))
            waiting += min(self._planned[uri]["size"], CHUNK_BYTES)
            if waiting > WAITING_BYTES:
                return
            del self._left[uri]
            self._begun[uri] = self._pool.submit(self._fetch, uri)

    def _fetch(self, uri: str) -> "StoredObject":
        opened = self._open(uri)
        opened.read(0)
        return opened

    def _open(self, uri: str) -> "StoredObject":
        return repeated(uri, lambda: StoredObject(uri, _open(*self._located[uri]), self._planned[uri]))


class StoredObject:
    """An open object of a store, whose bytes are fetched by exact ranges. Keeps two of them."""

    def __init__(self, uri: str, file: Any, planned: Dict[str, Any]) -> None:
        """Takes an open file, and its entry in the plan. Raises `urlsift.SplitNotDone` for another size or modification time.

        A time that the plan or the file system does not have is not compared.
        """
        import urlsift

        self._uri = uri
        self._file = file
        size = getattr(file, "size", None)
        self.size: int = file.seek(0, 2) if size is None else size
        found = modified(_details(file))
        has_times = found != "" and planned["mtime"] != ""
        is_later = has_times and abs(float(planned["mtime"]) - found) > TIME_TOLERANCE_SECONDS
        if is_later or self.size != planned["size"]:
            file.close()
            raise urlsift.SplitNotDone(f"{uri}: changed since the plan was made; make a new plan")
        self._start: int = planned.get("start", 0)
        self._end: int = planned.get("end", self.size)
        self._at = 0
        self._ranges: List[Tuple[int, bytes]] = []

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = offset + (0, self._at, self.size)[whence]
        return self._at

    def close(self) -> None:
        self._ranges = []
        self._file.close()

    def read(self, size: int) -> bytes:
        """Returns at most `size` bytes from the position on: those that are fetched, or one more range."""
        if self._at >= self.size:
            return b""
        kept = (kept for kept in self._ranges if kept[0] <= self._at < kept[0] + len(kept[1]))
        start, body = next(kept, None) or self._fetch()
        found = body[self._at - start : self._at - start + size]
        self._at += len(found)
        return found

    def _fetch(self) -> Tuple[int, bytes]:
        at, length = self._at, min(self._wanted(self._at), self.size - self._at)

        def fetch() -> bytes:
            self._file.seek(at)
            pieces, missing = [], length
            while missing > 0:
                pieces.append(self._file.read(missing))
                missing -= len(pieces[-1])
                if not pieces[-1] or missing < 0:
                    raise EOFError(f"got {length - missing} of {length} bytes from byte {at} on")
            return b"".join(pieces)

        self._ranges = [*self._ranges[-1:], (at, repeated(self._uri, fetch))]
        return self._ranges[-1]

    def _wanted(self, at: int) -> int:
        """Returns the bytes to fetch at the offset `at`, apart from the end of the object."""
        if at < self._start - SECOND_HEAD_BYTES:
            # A beginning that says little is read on, up to the first mebibyte.
            return HEAD_BYTES if at == 0 else SECOND_HEAD_BYTES
        if at < self._end:
            left = self._end - at + HEAD_BYTES
            return left if left <= CHUNK_BYTES + 2 * HEAD_BYTES else CHUNK_BYTES
        # The last message goes on after the split, mostly not far.
        return min(max(at - self._end, HEAD_BYTES), CHUNK_BYTES)


def _details(file: Any) -> Dict[str, Any]:
    # A file of a store has them from opening it. A local file does not.
    fs, path = getattr(file, "fs", None), getattr(file, "path", None)
    if fs is None or path is None:
        return {}
    return getattr(file, "details", None) or fs.info(path)


def repeated(uri: str, request: Callable[[], Any]) -> Any:
    """Returns the result of `request`, which is made again after an error that may heal.

    Raises `urlsift.SplitNotDone` with the name of the object after the last try, and after a lasting error.
    """
    import urlsift

    for number in range(TRIES):
        try:
            return request()
        except urlsift.SplitNotDone:
            raise
        except Exception as error:
            kind = type(error).__name__
            if number + 1 == TRIES or isinstance(error, LASTING_ERRORS) or kind == "FileExpired":
                raise urlsift.SplitNotDone(f"{uri}: {kind}: {error}") from error
            # Others wait too, and should not ask again at the same time.
            time.sleep(FIRST_WAIT_SECONDS * 2**number * random.uniform(0.5, 1.5))
