"""What a store is asked for, and what comes of its faults, without Spark. `store.py` is the store.

| the store | the rows | the requests |
|---|---|---|
| answers | those of a local scan | few and exact ranges |
| fails at a share of requests | the same | repeated ones |
| fails always, or has another object than planned | none: `SplitNotDone` with the name | one, if no other can help |
"""

import json
import os
import tarfile

import pytest

import shelf
from conftest import scan_rows

pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
pytest.importorskip("urlsift", reason="skipped: urlsift is not installed")

import store  # noqa: E402
import urlsift  # noqa: E402
from pyspark_urlsift import objects  # noqa: E402
from pyspark_urlsift.batches import MAX_PACK_OBJECTS, opener, plan_lines_and_damage, split_batches  # noqa: E402
from pyspark_urlsift.options import Settings  # noqa: E402

COLUMNS = ["source", "part_offset", "start", "url"]
K = 1 << 10


class Bucket:
    """A folder as a store, and the log of its requests."""

    def __init__(self, root, log):
        self.root = root
        self.log = log
        self.options = {"root": str(root), "log": str(log)}

    def plan(self, uri="standin://", **plan):
        return plan_lines_and_damage(Settings(paths=(uri,), storage_options=self.options, plan=plan))[0]

    def scan(self, lines, **options):
        """Returns the rows of splits as sorted tuples, with the names that local files have."""
        open_uri = opener("fsspec", {**self.options, **options})
        found = []
        for line in lines:
            for batch in split_batches(line, COLUMNS, "urls", {"batch_rows": 100}, open_uri):
                found += [tuple(row.values()) for row in batch.to_pylist()]
        return sorted((os.path.join(self.root, source.split("://")[1]), *rest) for source, *rest in found)

    def local_rows(self):
        return sorted(tuple(row.values()) for row in scan_rows(self.root).select(COLUMNS).to_pylist())

    def requests(self):
        return store.requests(self.log)


@pytest.fixture
def bucket(tmp_path, monkeypatch):
    monkeypatch.setattr(objects, "FIRST_WAIT_SECONDS", 0)
    (tmp_path / "bucket").mkdir()
    return Bucket(tmp_path / "bucket", tmp_path / "log")


@pytest.mark.parametrize("split, chunk", [(1024 * K, 512 * K), (1024 * K, 8192 * K), (1 << 30, 1024 * K)])
def test_a_split_asks_for_its_range(bucket, monkeypatch, split, chunk):
    """Besides its range it reads up to a mebibyte at the beginning of the object, and its last message."""
    monkeypatch.setattr(objects, "CHUNK_BYTES", chunk)
    size = shelf.write_mailbox(bucket.root, copies=260).stat().st_size
    lines = bucket.plan(split_bytes=split, pack_bytes=0)
    assert len(lines) == -(-size // split)
    bucket.requests()
    assert bucket.scan(lines) == bucket.local_rows()
    asked = bucket.requests()
    heads = sum(min(start, 1 << 20) for start in range(0, size, split))
    assert sum(request["bytes"] for request in asked) <= size + heads + 2 * objects.HEAD_BYTES * len(lines)
    assert len(asked) <= len(lines) * (3 + -(-min(split, size) // chunk))
    assert max(request["bytes"] for request in asked) <= max(chunk + 2 * objects.HEAD_BYTES, objects.SECOND_HEAD_BYTES)


def test_archives_are_read_once(bucket, monkeypatch):
    monkeypatch.setattr(objects, "CHUNK_BYTES", 1 << 20)
    bucket.root.rmdir()
    shelf.write_archives(bucket.root)
    with tarfile.open(bucket.root / "large.tar", "w") as tar:
        for copies in (60, 61, 62):
            tar.add(shelf.write_mailbox(bucket.log.parent, copies), f"{copies}.mbox")
    lines = bucket.plan(pack_bytes=0)
    bucket.requests()
    assert bucket.scan(lines) == bucket.local_rows()
    sizes = [path.stat().st_size for path in bucket.root.iterdir()]
    assert max(sizes) > 3 << 20
    assert sum(request["bytes"] for request in bucket.requests()) == sum(sizes)


def test_small_objects_are_fetched_side_by_side(bucket):
    bucket.root.rmdir()
    shelf.write_small_files(bucket.root, count=300)
    (line,) = bucket.plan()
    assert [request["kind"] for request in bucket.requests()] == ["HEAD", "LIST"]
    assert bucket.scan([line]) == bucket.local_rows()
    asked = bucket.requests()
    assert sorted(request["kind"] for request in asked) == ["GET"] * 300 + ["HEAD"] * 300
    assert sum(request["bytes"] for request in asked) == sum(file["size"] for file in json.loads(line)["files"])


def test_the_next_objects_are_fetched_before_they_are_opened(bucket):
    bucket.root.rmdir()
    shelf.write_small_files(bucket.root, count=60)
    (line,) = bucket.plan()
    split = objects.SplitObjects(objects.Store(bucket.options), line)
    files = [file["path"] for file in json.loads(line)["files"]]
    split.open(files[0])
    assert list(split._begun) == files[1:33]
    # One that is opened out of order is not fetched twice.
    split.open(files[50])
    for future in split._begun.values():
        future.result()
    split.close()
    asked = [request["path"] for request in bucket.requests() if request["kind"] == "HEAD"]
    assert len(asked) == len(set(asked)) == 35


def test_waiting_objects_are_bounded(bucket, monkeypatch):
    monkeypatch.setattr(objects, "WAITING_BYTES", 8 * K)
    bucket.root.rmdir()
    shelf.write_small_files(bucket.root, count=60)
    (line,) = bucket.plan()
    bucket.requests()
    split = objects.SplitObjects(objects.Store(bucket.options), line)
    first = json.loads(line)["files"][0]["path"]
    split.open(first)
    for future in split._begun.values():
        future.result()
    split.close()
    assert first not in split._begun
    assert sum(request["bytes"] for request in bucket.requests()[1:]) <= 8 * K + split._planned[first]["size"]


def test_a_glob_is_listed_by_page(bucket):
    for number in range(25):
        (bucket.root / f"{number}.eml").write_text("http://a.example/")
    (bucket.root / "folder.eml").mkdir()
    (bucket.root / "folder.eml" / "below.txt").write_text("http://b.example/")
    lines = bucket.plan("standin://*.eml")
    assert len(bucket.requests()) <= 4
    assert bucket.scan(lines) == bucket.local_rows()


@pytest.mark.parametrize("uri", ["standin://*/*/*.eml", "standin://**/*.eml", "standin://"])
@pytest.mark.parametrize("error", [PermissionError("403 Forbidden"), store.Unavailable("503 Slow Down")])
def test_a_folder_that_cannot_be_listed_is_an_error(bucket, monkeypatch, uri, error):
    shelf.write_small_files(bucket.root / "a", count=3)
    shelf.write_small_files(bucket.root / "b", count=3)
    ls = store.StandIn._ls

    async def fail(self, path, **options):
        if path == "b/0":
            raise error
        return await ls(self, path, **options)

    monkeypatch.setattr(store.StandIn, "_ls", fail)
    # As for file systems that list folder by folder.
    monkeypatch.setattr(store.StandIn, "_find", store.AsyncFileSystem._find)
    with pytest.raises(type(error), match="403|503"):
        bucket.plan(uri)
    assert len(bucket.plan("standin://a")) == 1


def test_one_object_is_a_path(bucket):
    shelf.write_mailbox(bucket.root, copies=1)
    assert bucket.scan(bucket.plan("standin://lists.mbox")) == bucket.local_rows() != []


def test_packs_are_bounded_in_objects(bucket, monkeypatch):
    monkeypatch.setattr("pyspark_urlsift.batches.MAX_PACK_OBJECTS", 7)
    bucket.root.rmdir()
    shelf.write_small_files(bucket.root, count=30)
    with open(bucket.root / "z.gz", "wb") as file:
        file.write(os.urandom(300 * K))
    lines = bucket.plan(split_bytes=256 * K, pack_bytes=256 * K)
    splits = [json.loads(line) for line in lines]
    assert [len(split.get("files", [])) for split in splits] == [0, 6, 6, 6, 6, 6]
    assert [len(urlsift.Split(line).paths) for line in lines] == [1, 6, 6, 6, 6, 6]
    assert MAX_PACK_OBJECTS == 1000


@pytest.mark.parametrize("fault", store.FAULTS)
def test_rows_of_a_store_that_fails_at_times(bucket, monkeypatch, fault):
    monkeypatch.setattr(objects, "CHUNK_BYTES", 32 * K)
    shelf.write_mailbox(bucket.root, copies=12)
    shelf.write_small_files(bucket.root / "small", count=60)
    lines = bucket.plan(split_bytes=64 * K, pack_bytes=32 * K)
    bucket.requests()
    assert bucket.scan(lines, faults={fault: 0.2}) == bucket.local_rows()
    assert sum(request["fault"] == fault for request in bucket.requests()) > 20


@pytest.mark.parametrize("pack", [0, 64 * K])
@pytest.mark.parametrize("fault", ["unavailable", "reset", "cut"])
def test_a_store_that_fails_always_is_an_error(bucket, fault, pack):
    shelf.write_small_files(bucket.root / "small", count=3)
    line = bucket.plan(pack_bytes=pack)[0]
    bucket.requests()
    with pytest.raises(urlsift.SplitNotDone, match="^standin://small/0/0.eml: [A-Z]") as error:
        bucket.scan([line], faults={fault: 1.0})
    assert str(error.value).count("standin://") == 1
    requests = [request for request in bucket.requests() if request["path"] == "small/0/0.eml"]
    assert len(requests) >= objects.TRIES


@pytest.mark.parametrize("change", ["size", "time", "gone", "forbidden"])
@pytest.mark.parametrize("pack", [0, 64 * K])
def test_a_lasting_error_is_not_repeated(bucket, monkeypatch, change, pack):
    shelf.write_small_files(bucket.root / "small", count=3)
    line = bucket.plan(pack_bytes=pack)[0]
    path = bucket.root / "small" / "0" / "0.eml"
    if change == "size":
        before = path.stat().st_mtime
        path.write_bytes(path.read_bytes() + b"\nhttp://late.example/\n")
        os.utime(path, (before, before))
    elif change == "time":
        os.utime(path, (path.stat().st_mtime + 5,) * 2)
    elif change == "gone":
        path.unlink()
    else:
        monkeypatch.setattr(store.StandIn, "_entry", forbid)
    bucket.requests()
    with pytest.raises(urlsift.SplitNotDone, match="^standin://small/0/0.eml: "):
        bucket.scan([line])
    asked = [request["kind"] for request in bucket.requests() if request["path"] == "small/0/0.eml"]
    assert asked.count("HEAD") == 1


def forbid(self, path):
    raise PermissionError("403 Forbidden")


def test_an_object_that_changes_while_it_is_read_is_an_error(bucket, monkeypatch):
    monkeypatch.setattr(objects, "CHUNK_BYTES", 16 * K)
    mailbox = shelf.write_mailbox(bucket.root, copies=200)
    (line,) = bucket.plan(pack_bytes=0)
    batches = split_batches(line, COLUMNS, "urls", {"batch_rows": 10}, opener("fsspec", bucket.options))
    next(batches)
    mailbox.write_bytes(mailbox.read_bytes().replace(b"http", b"HTTP"))
    with pytest.raises(urlsift.SplitNotDone, match="^standin://lists.mbox: FileExpired"):
        list(batches)


def test_an_object_that_grows_too_long_is_an_error(bucket):
    """A store that sends more bytes than asked for does not shift the others."""
    shelf.write_mailbox(bucket.root, copies=1)
    (line,) = bucket.plan()
    file = objects.Store(bucket.options)("standin://lists.mbox")
    read = file.read
    file.read = lambda size: read(size) + b"more"
    with pytest.raises(urlsift.SplitNotDone, match="standin://lists.mbox: EOFError"):
        objects.StoredObject("standin://lists.mbox", file, json.loads(line)).read(10)
