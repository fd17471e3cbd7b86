"""Files in stores: listings and opened files of fsspec and of Hadoop."""

import os

import pytest

import shelf
from conftest import assert_same_rows, scan_rows, with_sources
from pyspark_urlsift import map_splits, plan_paths


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = shelf.write_archives(tmp_path_factory.mktemp("storage") / "shelf")
    shelf.write_mailbox(folder, copies=3)
    shelf.write_small_files(folder / "small files", count=10)
    return folder


def as_uris(table):
    """Returns a table of local rows with the sources as URIs."""
    return with_sources(table, ["file://" + path for path in table.column("source").to_pylist()])


def test_rows_by_fsspec(read, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    urls = read(f"file://{folder}", storageOptions='{"auto_mkdir": false}', splitBytes="64K")
    assert_same_rows(urls, as_uris(scan_rows(folder)))


def test_map_splits_by_fsspec(spark, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    splits = plan_paths(None, f"file://{folder}/*", storage_options={}, split_bytes=64 << 10)
    assert_same_rows(map_splits(spark, splits, storage_options={}), as_uris(scan_rows(folder)))


def test_a_missing_uri_is_named(read, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    with pytest.raises(Exception, match=f"file://{folder}/none"):
        read(f"file://{folder}/none", storageOptions="{}").collect()


@pytest.mark.parametrize("copies, later", [(2, 0), (1, 5)])
def test_a_file_that_changed_fails(spark, tmp_path, copies, later):
    """A file has another size or another modification time, which is five seconds later."""
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    mailbox = shelf.write_mailbox(tmp_path, copies=1)
    before = mailbox.stat().st_mtime
    splits = plan_paths(None, f"file://{mailbox}", storage_options={})
    mailbox.write_bytes(shelf.mailbox(copies))
    os.utime(mailbox, (before + later, before + later))
    with pytest.raises(Exception, match="SplitNotDone"):
        map_splits(spark, splits, storage_options={}).collect()


def test_listing_by_hadoop(spark, folder):
    splits = plan_paths(spark, f"file://{folder}/*", storage="hadoop", split_bytes=64 << 10)
    paths = {path for split in splits for path in split.paths}
    assert paths == {f"file:{path}" for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(FileNotFoundError, match="none"):
        plan_paths(spark, f"file://{folder}/none", storage="hadoop")
    with pytest.raises(TypeError, match="needs a session with a JVM"):
        plan_paths(None, f"file://{folder}", storage="hadoop")


def test_a_pack_that_hadoop_lists_has_at_most_1000_objects(monkeypatch):
    names = [f"hdfs:/lists/{number}" for number in range(2001)]
    monkeypatch.setattr("pyspark_urlsift.splits.hadoop_listing", lambda *_: ((name, 5, 1.0) for name in names))
    splits = plan_paths(None, "hdfs:/lists", storage="hadoop")
    assert [len(split.paths) for split in splits] == [667, 667, 667]
    assert [path for split in splits for path in split.paths] == names


def test_rows_of_files_that_hadoop_lists(spark, folder):
    pytest.importorskip("fsspec", reason="skipped: fsspec is not installed")
    splits = plan_paths(spark, f"file://{folder}/*.mbox", storage="hadoop")
    urls = map_splits(spark, splits, storage_options={}, columns=["url", "start"])
    expected = scan_rows(folder / "lists.mbox").select(["url", "start"])
    assert sorted(map(tuple, urls.collect())) == sorted(tuple(row.values()) for row in expected.to_pylist())
