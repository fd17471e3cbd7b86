"""Reads objects of a server with the interface of S3, by `s3fs` and without Spark. moto is the server."""

import os
import urllib.request

import pytest

import shelf
from conftest import scan_rows

pytest.importorskip("s3fs", reason="skipped: s3fs is not installed")
moto_server = pytest.importorskip("moto.server", reason="skipped: moto is not installed")

from pyspark_urlsift.batches import opener, plan_lines_and_damage, split_batches  # noqa: E402
from pyspark_urlsift.options import Settings  # noqa: E402

import urlsift  # noqa: E402

COLUMNS = ["source", "member_index", "part_offset", "start", "url"]


@pytest.fixture(scope="module")
def server():
    running = moto_server.ThreadedMotoServer(port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def options(server):
    """Options of `s3fs` for an empty account."""
    urllib.request.urlopen(urllib.request.Request(f"{server}/moto-api/reset", method="POST")).close()
    return {"key": "key", "secret": "secret", "client_kwargs": {"endpoint_url": server}}


def upload(folder, options):
    """Copies a folder to a bucket. Returns a function that puts one object there."""
    import s3fs

    s3 = s3fs.S3FileSystem(**options, skip_instance_cache=True)
    s3.mkdir("lists")
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            s3.put_file(str(path), f"lists/{path.relative_to(folder)}")
    return lambda name, body: s3.pipe_file(f"lists/{name}", body)


def plan(uri, options, **plan):
    return plan_lines_and_damage(Settings(paths=(uri,), storage="fsspec", storage_options=options, plan=plan))[0]


def scan(lines, options, root):
    """Returns the rows of splits as sorted tuples, with the names that local files have."""
    open_uri = opener("fsspec", options)
    found = [
        tuple(row.values())
        for line in lines
        for batch in split_batches(line, COLUMNS, "urls", {"batch_rows": 100}, open_uri)
        for row in batch.to_pylist()
    ]
    return sorted((os.path.join(root, source.split("lists/", 1)[1]), *map(str, rest)) for source, *rest in found)


def local_rows(root):
    rows = scan_rows(root).select(COLUMNS).to_pylist()
    return sorted((source, *map(str, rest)) for source, *rest in (row.values() for row in rows))


@pytest.mark.parametrize(
    "write, split_bytes",
    [
        (lambda root: shelf.write_mailbox(root, copies=120), 1 << 20),
        (lambda root: shelf.write_archives(root / "archives"), 1 << 30),
        (lambda root: shelf.write_small_files(root / "small", count=120), 1 << 30),
    ],
    ids=["mailbox", "archives", "small files"],
)
def test_rows_are_those_of_local_files(tmp_path, options, write, split_bytes):
    write(tmp_path)
    upload(tmp_path, options)
    lines = plan("s3://lists/", options, split_bytes=split_bytes)
    found = scan(lines, options, tmp_path)
    assert len(found) > 100 and found == local_rows(tmp_path)


def test_an_object_that_was_replaced_fails_its_split(tmp_path, options):
    shelf.write_mailbox(tmp_path, copies=2)
    put = upload(tmp_path, options)
    lines = plan("s3://lists/", options)
    put("lists.mbox", shelf.mailbox(3))
    with pytest.raises(urlsift.SplitNotDone, match="lists.mbox"):
        scan(lines, options, tmp_path)
