"""A stand-in for an object store: a file system of fsspec that serves a folder, logs requests and fails on request.

It behaves as `s3fs` does: `ls` lists by pages of 1000, `info` is a request, and an opened file reads 50 MiB ahead unless
it is asked not to.
"""

import asyncio
import contextlib
import json
import os
import random

import fsspec
from fsspec.asyn import AsyncFileSystem, sync
from fsspec.spec import AbstractBufferedFile

PAGE_FILES = 1000
FAULTS = ("unavailable", "reset", "cut", "slow")


class Unavailable(OSError):
    """The answer 503 of a store."""


class FileExpired(OSError):
    """The error of `s3fs` for an object that has changed since it was opened."""


class StandIn(AsyncFileSystem):
    """The folder `root` as `standin://`.

    `log` is the file to which each request appends a line. `latency` is in seconds. `faults` maps names of `FAULTS` to
    the share of requests that fail so: `unavailable` and `reset` raise, `cut` returns half of the body without an error,
    and `slow` returns the body in pieces. The faults depend on `seed`, the request and how often it was made.
    """

    protocol = "standin"
    cachable = False

    def __init__(self, root, log=None, latency=0.0, faults=None, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.root = root
        self.log = log
        self.latency = latency
        self.faults = faults or {}
        self.seed = seed
        self.asked = {}

    def _fault(self, request):
        self.asked[request] = self.asked.get(request, 0) + 1
        chance = random.Random(repr((self.seed, request, self.asked[request])))
        return next((name for name in FAULTS if chance.random() < self.faults.get(name, 0)), None)

    async def _request(self, kind, path, start=0, length=0):
        """Waits for the latency and raises the fault of the request. Returns the length of the body."""
        fault = self._fault((kind, path, start, length))
        length //= 2 if fault == "cut" else 1
        if self.log:
            line = json.dumps({"kind": kind, "path": path, "start": start, "bytes": length, "fault": fault})
            with open(self.log, "ab") as log:
                log.write(line.encode() + b"\n")
        await asyncio.sleep(self.latency)
        if fault == "slow":
            for _ in range(8):
                await asyncio.sleep(self.latency)
        if fault == "unavailable":
            raise Unavailable("503 Slow Down")
        if fault == "reset":
            raise ConnectionResetError("reset by peer")
        return length

    def _local(self, path):
        return os.path.join(self.root, self._strip_protocol(path))

    def _entry(self, path):
        stat = os.stat(self._local(path))
        is_folder = os.path.isdir(self._local(path))
        kind = "directory" if is_folder else "file"
        return {"name": path, "size": stat.st_size, "type": kind, "LastModified": stat.st_mtime}

    async def _info(self, path, **_):
        path = self._strip_protocol(path)
        await self._request("HEAD", path)
        return self._entry(path)

    async def _ls(self, path, detail=True, **_):
        path = self._strip_protocol(path)
        if not os.path.isdir(self._local(path)):
            await self._request("LIST", path)
            raise FileNotFoundError(path)
        entries = [self._entry(f"{path}/{name}" if path else name) for name in os.listdir(self._local(path))]
        for page in range(max(1, -(-len(entries) // PAGE_FILES))):
            await self._request("LIST", path, page)
        return entries if detail else [entry["name"] for entry in entries]

    async def _find(self, path, maxdepth=None, withdirs=False, detail=False, **kwargs):
        """Lists by prefix, if all files below are wanted."""
        path = self._strip_protocol(path)
        if maxdepth or withdirs:
            return await super()._find(path, maxdepth, withdirs, detail=detail, **kwargs)
        if not os.path.isdir(self._local(path)):
            found = {path: await self._info(path)}
            return found if detail else list(found)
        found = {}
        for folder, _, names in os.walk(self._local(path)):
            for name in names:
                key = os.path.relpath(os.path.join(folder, name), self.root)
                found[key] = self._entry(key)
        for page in range(max(1, -(-len(found) // PAGE_FILES))):
            await self._request("LIST", path, page)
        return found if detail else sorted(found)

    async def _cat_file(self, path, start=None, end=None, **_):
        path = self._strip_protocol(path)
        size = os.path.getsize(self._local(path))
        start, end = start or 0, size if end is None else min(end, size)
        length = await self._request("GET", path, start, end - start)
        with open(self._local(path), "rb") as file:
            file.seek(start)
            return file.read(length)

    def _open(self, path, mode="rb", block_size=None, **kwargs):
        return Opened(self, path, mode, block_size=block_size or 50 << 20, **kwargs)


class Opened(AbstractBufferedFile):
    """An object that is open. As in `s3fs`, it is an error if the object has changed since."""

    def __init__(self, *given, **kwargs):
        super().__init__(*given, **kwargs)
        self.version = self.fs._entry(self.path)

    def _fetch_range(self, start, end):
        if self.fs._entry(self.path) != self.version:
            raise FileExpired("the object has changed")
        return sync(self.fs.loop, self.fs._cat_file, self.path, start, end)


fsspec.register_implementation("standin", StandIn, clobber=True)


def requests(log):
    """Returns the requests in a log, and empties it."""
    with contextlib.suppress(FileNotFoundError):
        with open(log) as lines:
            found = [json.loads(line) for line in lines]
        os.remove(log)
        return found
    return []
