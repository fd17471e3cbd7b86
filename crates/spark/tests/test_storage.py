"""Files in stores: listings and opened files of fsspec and of Hadoop."""

import os

import pytest

import shelf
from conftest import assert_same_rows, scan_rows, with_sources
from pyspark_urlsift import map_splits, plan_paths
from pyspark_urlsift.objects import Store
from pyspark_urlsift.storage import chosen_storage, fsspec_listing, local_paths


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = shelf.write_archives(tmp_path_factory.mktemp("storage") / "shelf")
    shelf.write_mailbox(folder, copies=3)
    shelf.write_small_files(folder / "small files", count=10)
    return folder


def as_uris(table):
    """Returns a table of local rows with the sources as URIs."""
    return with_sources(table, ["file://" + path for path in table.column("source").to_pylist()])


@pytest.mark.parametrize(
    "storage, paths, chosen",
    [
        (None, ["a", "/b"], "local"),
        (None, ["file:///a"], "local"),
        (None, ["/a", "s3://bucket/a"], "fsspec"),
        ("fsspec", ["/a"], "fsspec"),
        ("local", ["memory://a"], "local"),
    ],
)
def test_chosen_storage(storage, paths, chosen):
    assert chosen_storage(storage, paths) == chosen


def test_names_that_look_like_globs(tmp_path):
    (tmp_path / "a[1].txt").touch()
    (tmp_path / "a1.txt").touch()
    assert local_paths([f"{tmp_path}/a[1].txt"]) == [f"{tmp_path}/a[1].txt"]
    assert local_paths([f"{tmp_path}/a?.txt", f"{tmp_path}/a1.txt"]) == [f"{tmp_path}/a1.txt"]


def test_a_listing_has_the_order_of_a_scan(tmp_path):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    for name in ["b/x", "b-c", "a", "b.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    found = [(path.rsplit("/", 1)[1], size) for path, size, _ in fsspec_listing([f"file://{tmp_path}"], {})]
    assert found == [("a", 4), ("x", 4), ("b-c", 4), ("b.txt", 4)]
    assert all(modified > 0 for _, _, modified in fsspec_listing([str(tmp_path)], {}))


def test_a_store_in_memory():
    fsspec = pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    memory = fsspec.filesystem("memory")
    memory.pipe("/lists/a.mbox", b"text")
    listed = list(fsspec_listing(["memory://lists/*.mbox"], {}))
    assert [(path, size) for path, size, _ in listed] == [("memory:///lists/a.mbox", 4)]
    with Store({})(listed[0][0]) as file:
        assert file.seekable() and file.read() == b"text"
    with pytest.raises(FileNotFoundError, match="memory://lists/none"):
        list(fsspec_listing(["memory://lists/none"], {}))


def test_rows_by_fsspec(read, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    urls = read(f"file://{folder}", storage="fsspec", storageOptions='{"auto_mkdir": false}', splitBytes="64K")
    assert_same_rows(urls, as_uris(scan_rows(folder)))


def test_map_splits_by_fsspec(spark, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    splits = plan_paths(None, f"file://{folder}/*", storage="fsspec", split_bytes=64 << 10)
    assert_same_rows(map_splits(spark, splits, storage="fsspec"), as_uris(scan_rows(folder)))


def test_a_missing_uri_is_named(read, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    with pytest.raises(Exception, match=f"file://{folder}/none"):
        read(f"file://{folder}/none", storage="fsspec").collect()


@pytest.mark.parametrize("copies, later", [(2, 0), (1, 5)])
def test_a_file_that_changed_fails(spark, tmp_path, copies, later):
    """A file has another size or another modification time, which is five seconds later."""
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    mailbox = shelf.write_mailbox(tmp_path, copies=1)
    before = mailbox.stat().st_mtime
    splits = plan_paths(None, f"file://{mailbox}", storage="fsspec")
    mailbox.write_bytes(shelf.mailbox(copies))
    os.utime(mailbox, (before + later, before + later))
    with pytest.raises(Exception, match="SplitNotDone"):
        map_splits(spark, splits, storage="fsspec").collect()


def test_listing_by_hadoop(spark, folder):
    splits = plan_paths(spark, f"file://{folder}/*", storage="hadoop", split_bytes=64 << 10)
    paths = {path for split in splits for path in split.paths}
    assert paths == {f"file:{path}" for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(FileNotFoundError, match="none"):
        plan_paths(spark, f"file://{folder}/none", storage="hadoop")
    with pytest.raises(TypeError, match="needs a session with a JVM"):
        plan_paths(None, f"file://{folder}", storage="hadoop")


def test_rows_of_files_that_hadoop_lists(spark, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    splits = plan_paths(spark, f"file://{folder}/*.mbox", storage="hadoop")
    urls = map_splits(spark, splits, storage="fsspec", columns=["url", "start"])
    expected = scan_rows(folder / "lists.mbox").select(["url", "start"])
    assert sorted(map(tuple, urls.collect())) == sorted(tuple(row.values()) for row in expected.to_pylist())
