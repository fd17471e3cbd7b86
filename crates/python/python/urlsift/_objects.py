"""Reads objects of stores by fsspec: the ranges that a split needs, and the small objects of a pack side by side.

Each answer is compared with the plan before its bytes are used: its length, its range, and the version of the object.
"""

from __future__ import annotations

import errno
import json
import random
import re
import time
import weakref
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from datetime import datetime, timezone
from threading import Lock, Thread
from typing import Any, BinaryIO, Callable, Optional, TypeVar, cast

from urlsift._urlsift import Split, SplitNotDone

Result = TypeVar("Result")

# The bytes that mostly show what an object is. Also the bytes that are read beyond the end of a split.
HEAD_BYTES = 64 << 10
# The length of the second request at the beginning of an object, if the first does not show what it is.
SECOND_HEAD_BYTES = (1 << 20) - HEAD_BYTES
# The most bytes of a request, except that the last one of a split has up to `2 * HEAD_BYTES` more.
CHUNK_BYTES = 8 << 20
# The most objects that are fetched at the same time, and the most bytes of objects that wait to be read.
OBJECTS_AT_ONCE = 16
WAITING_BYTES = 16 << 20
# How often a request is made that fails, and how long in all. Each wait is twice as long as the one before.
TRIES = 8
MAX_SECONDS = 30.0
FIRST_WAIT_SECONDS = 0.1
# How long S3 may send nothing before a request is made again.
SILENT_SECONDS = 6
# Stores round the time of a change to a second, some of them only in the details of a file.
TIME_TOLERANCE_SECONDS = 1.0
# Errors that another request would have again.
LASTING_ERRORS = (
    FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError, ImportError, AttributeError, TypeError,
    NotImplementedError,
)  # fmt: skip

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]*)?\Z")


def is_stored(path: str, storage_options: Optional[dict[str, Any]]) -> bool:
    """Returns whether fsspec opens `path`: if it is a URI with a scheme other than `file`, or if there are options."""
    scheme = _SCHEME.match(path)
    return storage_options is not None or (scheme is not None and scheme[1].lower() != "file")


def located(uri: str, options: dict[str, Any], **more: Any) -> tuple[Any, str]:
    """Returns the file system of `uri`, and its path there. What it has listed is not taken for its state later."""
    from fsspec.core import split_protocol, url_to_fs

    if split_protocol(uri)[0] in ("s3", "s3a"):
        # Requests are repeated here or by s3fs, and by botocore not as well.
        config = {
            "connect_timeout": SILENT_SECONDS, "read_timeout": SILENT_SECONDS, "retries": {"total_max_attempts": 1},
        }  # fmt: skip
        options = {**options, "config_kwargs": {**config, **options.get("config_kwargs", {})}}
    return cast("tuple[Any, str]", url_to_fs(uri, **{"use_listings_cache": False, **more, **options}))


def version(details: dict[str, Any]) -> str:
    """Returns the version of an object from what fsspec knows about it: its ETag in quotes, or when it was modified, in
    seconds since 1970, or "" if neither is known."""
    etag = details.get("ETag") or details.get("etag")
    if etag:
        return f'"{_etag(str(etag))}"'
    # File systems name the modification time differently.
    for key in ("mtime", "LastModified", "last_modified", "updated", "modified", "created"):
        value = details.get(key)
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value.replace("Z", "+00:00"))
            except ValueError:
                continue
        if isinstance(value, datetime):
            value = (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).timestamp()
        if isinstance(value, (int, float)):
            return f"{value:.9f}"
    return ""


def _etag(text: str) -> str:
    return (text[2:] if text.startswith("W/") else text).strip('"')


def has_changed(planned: dict[str, Any], details: dict[str, Any]) -> bool:
    """Returns whether an object has another size or version than planned. What one of them does not have is not compared."""
    if details.get("size") not in (None, planned["size"]):
        return True
    before = str(planned["mtime"])
    if _NUMBER.match(before):
        now = version({**details, "ETag": None, "etag": None})
        return now != "" and abs(float(before) - float(now)) > TIME_TOLERANCE_SECONDS
    now = version(details)
    return before != "" and now.startswith('"') and _etag(before) != _etag(now)


def split_opener(split: Split, options: dict[str, Any]) -> Callable[[str], BinaryIO]:
    """Returns the function that opens the objects of a split. They are fetched as long as it exists."""
    objects = SplitObjects(split, options)

    def open(uri: str) -> BinaryIO:
        return cast(BinaryIO, objects.open(uri))

    weakref.finalize(open, objects.close)
    return open


class SplitObjects:
    """The objects of a split. Those of a pack are fetched before they are opened, if their file system can do this."""

    def __init__(self, split: Split, options: dict[str, Any]) -> None:
        planned = json.loads(str(split))
        self._planned: dict[str, dict[str, Any]] = {file["path"]: file for file in planned.get("files", [planned])}
        # fsspec makes a file system for each thread that asks, so it is asked in this one.
        self._located = {uri: located(uri, options) for uri in self._planned}
        is_async = all(getattr(fs, "async_impl", False) for fs, _ in self._located.values())
        self._pool = ThreadPoolExecutor(OBJECTS_AT_ONCE) if len(self._planned) > 1 and is_async else None
        self._left = OrderedDict.fromkeys(self._planned if self._pool else ())
        self._begun: dict[str, Future[StoredObject]] = {}
        self._lock = Lock()
        self._failures: list[SplitNotDone] = []

    def open(self, uri: str) -> StoredObject:
        """Opens an object. Raises `SplitNotDone` if it cannot be read or is not as planned."""
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
        while self._pool and self._left and len(self._begun) < 2 * OBJECTS_AT_ONCE:
            uri = next(iter(self._left))
            waiting += min(self._planned[uri]["size"], CHUNK_BYTES)
            if waiting > WAITING_BYTES:
                return
            del self._left[uri]
            self._begun[uri] = self._pool.submit(self._fetch, uri)

    def _fetch(self, uri: str) -> StoredObject:
        opened = self._open(uri)
        opened.read(0)
        return opened

    def _open(self, uri: str) -> StoredObject:
        return StoredObject(uri, *self._located[uri], self._planned[uri], self._failures)


class StoredObject:
    """An open object of a store, whose bytes are fetched by exact ranges. Keeps two of them. Opening it asks nothing."""

    def __init__(self, uri: str, fs: Any, path: str, planned: dict[str, Any], failures: list[SplitNotDone]) -> None:
        """Takes a file system, the path there, and the object's entry in the plan.

        `failures` are those of the split. After one, nothing is asked again: a search looks at a file several times.
        """
        self._uri = uri
        self._fs = fs
        self._path = path
        self._planned = planned
        self._failures = failures
        self.size: int = planned["size"]
        self._start: int = planned.get("start", 0)
        self._end: int = planned.get("end", self.size)
        self._at = 0
        self._ranges: list[tuple[int, bytes]] = []

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = offset + (0, self._at, self.size)[whence]
        return self._at

    def close(self) -> None:
        self._ranges = []

    def read(self, size: int) -> bytes:
        """Returns at most `size` bytes from the position on: those that are fetched, or one more range."""
        if self._at >= self.size:
            return b""
        kept = (kept for kept in self._ranges if kept[0] <= self._at < kept[0] + len(kept[1]))
        start, body = next(kept, None) or self._fetch()
        found = body[self._at - start : self._at - start + size]
        self._at += len(found)
        return found

    def _fetch(self) -> tuple[int, bytes]:
        at, length = self._at, min(self._wanted(self._at), self.size - self._at)
        if self._failures:
            raise self._failures[0]
        try:
            body = repeated(self._uri, lambda seconds: self._range(at, length, seconds))
        except SplitNotDone as error:
            self._failures.append(error)
            raise
        self._ranges = [*self._ranges[-1:], (at, body)]
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

    def _range(self, at: int, length: int, seconds: float) -> bytes:
        """Returns a range of the object, whole and of the planned version, or raises an exception."""
        fs, path = self._fs, self._path
        if getattr(fs, "async_impl", False):
            from fsspec.asyn import sync

            request = self._s3_range if hasattr(fs, "_call_s3") else self._other_range
            return cast(bytes, sync(fs.loop, request, at, length, timeout=seconds))
        try:
            body, details = _within(seconds, lambda: (fs.cat_file(path, start=at, end=at + length), fs.info(path)))
        except TimeoutError:
            # Its connection would answer the next request with the rest of this one.
            fs.clear_instance_cache()
            raise
        _check_length(len(body), length, at)
        self._check_version(details)
        return cast(bytes, body)

    async def _other_range(self, at: int, length: int) -> bytes:
        fs, path = self._fs, self._path
        if hasattr(fs, "encode_url"):
            # Many web servers send the whole file, and `_cat_file` of HTTP reads all that they send.
            headers = {**fs.kwargs.get("headers", {}), "Range": f"bytes={at}-{at + length - 1}"}
            session = await fs.set_session()
            async with session.get(fs.encode_url(path), **{**fs.kwargs, "headers": headers}) as answer:
                fs._raise_not_found_for_status(answer, path)
                body = await _body(answer.content, length)
        else:
            body = await fs._cat_file(path, start=at, end=at + length)
        _check_length(len(body), length, at)
        # The answer has no version, so the store is asked for it after each range.
        self._check_version(await fs._info(path))
        return body

    async def _s3_range(self, at: int, length: int) -> bytes:
        fs, last = self._fs, at + length - 1
        # The object is asked for by s3fs itself, because only the head of the answer says what its bytes are.
        fs.retries = 1
        bucket, key, version_id = fs.split_path(self._path)
        versioned = {"VersionId": version_id} if version_id else {}
        answer = await fs._call_s3(
            "get_object", fs.req_kw, Bucket=bucket, Key=key, Range=f"bytes={at}-{last}", **versioned
        )
        try:
            given = re.match(r"bytes ([0-9]+)-([0-9]+)/([0-9]+)\Z", answer.get("ContentRange") or "")
            if given is None:
                raise EOFError(f"the answer is not the range from byte {at} on")
            start, end, size = map(int, given.groups())
            self._check_version({"size": size, "ETag": answer.get("ETag"), "LastModified": answer.get("LastModified")})
            _check_length(answer.get("ContentLength", length), length, at)
            if (start, end) != (at, last):
                raise EOFError(f"the answer has the bytes {start}-{end} instead of {at}-{last}")
            body = await _body(answer["Body"], length)
        finally:
            answer["Body"].close()
        _check_length(len(body), length, at)
        return body

    def _check_version(self, details: dict[str, Any]) -> None:
        if has_changed(self._planned, details):
            raise SplitNotDone(f"{self._uri}: changed since the plan was made; make a new plan")


def _within(seconds: float, request: Callable[[], Result]) -> Result:
    """Returns the result of a request that cannot be stopped. After `seconds` its thread is left alone."""
    answer: Future[Result] = Future()

    def run() -> None:
        try:
            answer.set_result(request())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return answer.result(seconds)


async def _body(answer: Any, length: int) -> bytes:
    """Returns the bytes of an answer, but at most one more than `length`, which shows that there are too many."""
    body = bytearray()
    while len(body) <= length and (part := await answer.read(length + 1 - len(body))):
        body += part
    return bytes(body)


def _check_length(given: int, asked: int, at: int) -> None:
    if given != asked:
        raise EOFError(f"got {given} of {asked} bytes from byte {at} on")


def repeated(uri: str, request: Callable[[float], Result]) -> Result:
    """Returns the result of `request`, which is made again after an error that may heal. It gets the seconds that are left.

    Raises `SplitNotDone` with the name of the object after the last try, and after a lasting error.
    """
    ends = time.monotonic() + MAX_SECONDS
    for number in range(TRIES):
        try:
            return request(ends - time.monotonic())
        except SplitNotDone:
            raise
        except Exception as error:
            # Others wait too, and should not ask again at the same time.
            wait = FIRST_WAIT_SECONDS * 2**number * random.uniform(0.5, 1.5)
            is_last = number + 1 == TRIES or time.monotonic() + wait + 1 > ends
            is_wrong = isinstance(error, OSError) and error.errno == errno.EINVAL
            if is_last or is_wrong or isinstance(error, LASTING_ERRORS):
                text = str(error) or f"no answer within {MAX_SECONDS:.0f} seconds"
                raise SplitNotDone(f"{uri}: {type(error).__name__}: {text}") from error
            time.sleep(wait)
    raise AssertionError("the last try returns or raises")
