"""Tasks that are killed, files that are damaged, and files that change after the plan."""

import gzip
import json
import os
import shutil
import signal
import threading
import time

import pytest

import shelf
import urlsift
from conftest import assert_same_rows, scan_rows, with_sources
from pyspark_urlsift import map_splits, plan_paths


KILLS = ["worker", "daemon", "worker", "scan", "executor", "worker", "daemon", "scan", "worker", "daemon"] * 2


@pytest.mark.parametrize("victims, marks", [(["slow"], ["slow", "slow"]), (KILLS, KILLS)])
def test_rows_of_killed_and_copied_tasks(spark, read, tmp_path, victims, marks):
    """Each kill is in the middle of the rows of another task. Spark runs a slow task twice at the same time."""
    from faults import KillingSource

    mailbox = shelf.write_mailbox(tmp_path, copies=40)
    (tmp_path / "marks").mkdir()
    spark.dataSource.register(KillingSource)
    given = {"victims": json.dumps(victims), "marks": str(tmp_path / "marks")}
    urls = read(mailbox, source="urlsift_killing", splitBytes="32K", batchRows=50, **given)
    assert urls.rdd.getNumPartitions() > 20
    assert_same_rows(urls, scan_rows(mailbox))
    assert [name.split(" ")[1] for name in sorted(os.listdir(tmp_path / "marks"))] == marks


@pytest.mark.parametrize("fault", ["SlowDown", "short", "page"])
def test_rows_of_a_store_that_fails_at_times(read, tmp_path, fault):
    """A fifth of the requests of tasks fails, and then all of them."""
    pytest.importorskip("s3fs", reason="skipped: s3fs is not installed")
    from s3_server import Fault, serving

    root = tmp_path / "lists"
    shelf.write_small_files(root / "small", count=40)
    shelf.write_mailbox(root, copies=8)
    with serving(tmp_path) as server:
        server.faults = [Fault(fault, share=0.2)]
        options = {"storageOptions": json.dumps(server.options), "splitBytes": "100K", "packBytes": "50K"}
        urls = read("s3://lists/", **options)
        expected = scan_rows(root)
        sources = [f"s3://lists/{os.path.relpath(path, root)}" for path in expected.column("source").to_pylist()]
        assert_same_rows(urls, with_sources(expected, sources))
        failed = [request[-1] == fault for request in server.take_requests()]
        assert len(failed) > 50 and sum(failed) > len(failed) / 10
        server.faults = [Fault("AccessDenied", key="lists.mbox")]
        message = failure(urls)
        assert "SplitNotDone: s3://lists/lists.mbox: PermissionError" in message


def test_a_table_is_written_whole_or_not_at_all(spark, read, tmp_path):
    """A write that is cancelled leaves no rows. The next ones leave all rows once, although tasks are killed or run twice."""
    from faults import KillingSource

    mailbox = shelf.write_mailbox(tmp_path, copies=40)
    marks = tmp_path / "marks"
    spark.dataSource.register(KillingSource)
    table = str(tmp_path / "table")

    def written(victims):
        shutil.rmtree(marks, ignore_errors=True)
        marks.mkdir()
        given = {"victims": json.dumps(victims), "marks": str(marks)}
        return read(mailbox, source="urlsift_killing", splitBytes="256K", batchRows=50, **given).write.mode("overwrite")

    def cancel():
        while not os.listdir(marks):
            time.sleep(0.1)
        spark.sparkContext.cancelAllJobs()

    sleeping = written([None, "sleep"])
    threading.Thread(target=cancel, daemon=True).start()
    with pytest.raises(Exception, match="(?i)cancel"):
        sleeping.parquet(table)
    assert not [name for name in os.listdir(table) if name.startswith("part-")]
    for victims in (["worker", None, "scan"], ["slow"]):
        written(victims).parquet(table)
        assert len(os.listdir(marks)) == 2
        assert os.path.exists(os.path.join(table, "_SUCCESS"))
        assert_same_rows(spark.read.parquet(table), scan_rows(mailbox))


def test_a_killed_task_of_map_splits_is_repeated(spark, tmp_path):
    mailbox = shelf.write_mailbox(tmp_path, copies=4)
    marker = str(tmp_path / "killed")
    urls = map_splits(spark, plan_paths(None, str(mailbox), split_bytes=32 << 10), batch_rows=50)

    def kill_once(batches):
        for batch in batches:
            yield batch
            if not os.path.exists(marker):
                os.close(os.open(marker, os.O_CREAT))
                os.kill(os.getpid(), signal.SIGKILL)

    assert_same_rows(urls.mapInArrow(kill_once, urls.schema), scan_rows(mailbox))
    assert os.path.exists(marker)


def test_what_is_skipped_is_in_the_table_of_damage(read, tmp_path):
    (tmp_path / "a.gz").write_bytes(b"")
    (tmp_path / "b.zip").write_bytes(b"<html>404</html>")
    (tmp_path / "c.gz").write_bytes(b"\0\1\2\3" * 99)
    (tmp_path / "d.jpg").write_bytes(b"\xff\xd8\xff\0" * 99)
    (tmp_path / "e").symlink_to("gone")
    os.mkfifo(tmp_path / "f")
    rows = read(tmp_path, table="damage", onDamage="raise").collect()
    assert sorted(os.path.basename(row.source) for row in rows) == ["a.gz", "b.zip", "c.gz", "e", "f"]
    assert {row.kind for row in rows} == {"skipped"}
    # What is not planned is an error if this is asked for.
    pipe = read(tmp_path / "f", table="damage")
    assert [row.kind for row in pipe.collect()] == ["not_opened"]
    assert "DamageError" in failure(read(tmp_path / "f", onDamage="raise"))


def test_a_plan_that_leaves_out_a_file_fails_the_query(spark, read, tmp_path):
    shelf.write_mailbox(tmp_path, copies=1)
    left_out = os.path.join(os.fsencode(tmp_path), b"\xe9.mbox")
    with open(left_out, "wb") as file:
        file.write(b"http://a.example/\n")
    expected = scan_rows([path for path in tmp_path.iterdir() if path.name.isascii()])
    for damage in ({}, {"onDamage": "collect"}, {"onDamage": "warn"}):
        message = failure(read(tmp_path, **damage))
        assert "DamageError: not planned: " in message and "not UTF-8" in message
    assert_same_rows(read(tmp_path, onDamage="keep"), expected)
    (row,) = read(tmp_path, table="damage").where("kind = 'not_opened'").collect()
    assert "not UTF-8" in row.message
    with pytest.raises(urlsift.DamageError, match="not planned: .*not UTF-8"):
        plan_paths(None, str(tmp_path))
    splits = plan_paths(None, str(tmp_path), on_damage="keep")
    assert_same_rows(map_splits(spark, splits), expected)


@pytest.fixture
def cut(tmp_path):
    """A gzip file without its second half."""
    whole = gzip.compress(os.urandom(1 << 14).hex().encode() + b"\n\n" + shelf.mailbox(40), mtime=0)
    path = tmp_path / "cut.gz"
    path.write_bytes(whole[: len(whole) - 4000])
    return path


def test_a_cut_file_gives_its_rows_and_a_damage(read, cut, tmp_path):
    whole = shelf.write_mailbox(tmp_path, copies=1)
    expected = scan_rows([cut, whole])
    assert len(expected.column("source").unique()) == 2
    assert_same_rows(read(cut, whole), expected)
    damage = read(cut, whole, table="damage")
    assert damage.columns[:5] == ["source", "member", "offset", "kind", "message"]
    # The mailbox also has messages that are malformed, and read nevertheless.
    (row,) = damage.where("kind = 'truncated'").collect()
    assert row.source == str(cut) and row.message


def test_damage_can_fail_the_query(read, cut):
    message = failure(read(cut, onDamage="raise"))
    assert "DamageError" in message and str(cut) in message


def test_damage_of_map_splits(spark, cut):
    rows = map_splits(spark, plan_paths(None, str(cut)), table="damage").collect()
    assert [row.source for row in rows if row.kind == "truncated"] == [str(cut)]


def test_no_damage(read):
    assert read(shelf.CORPUS / "few.mbox.gz", table="damage").collect() == []


def test_a_malformed_message_is_listed_and_fails_no_query(read, tmp_path):
    mailbox = shelf.write_mailbox(tmp_path, copies=1)
    assert "lying_charset" in [row.kind for row in read(mailbox, table="damage").collect()]
    assert read(mailbox, onDamage="raise").count() == read(mailbox).count() > 0


def failure(frame):
    """Returns the message of the error with which Spark ends a query."""
    with pytest.raises(Exception) as error:
        frame.collect()
    for name in ("SplitNotDone", "DamageError"):
        assert f"{name}: {name}" not in str(error.value)
    return str(error.value)


def test_a_file_that_changed_fails_the_query(spark, tmp_path):
    mailbox = shelf.write_mailbox(tmp_path, copies=2)
    splits = plan_paths(None, str(mailbox), split_bytes=8192)
    with open(mailbox, "ab") as file:
        file.write(b"From a@a.example Thu Jan  1 00:00:00 1998\n\nhttp://late.example/\n")
    message = failure(map_splits(spark, splits))
    assert "SplitNotDone" in message and str(mailbox) in message


def test_a_file_that_vanished_fails_the_query(spark, tmp_path):
    folder = shelf.write_small_files(tmp_path / "files", count=20)
    splits = plan_paths(None, str(folder))
    os.remove(folder / "0" / "7.eml") if (folder / "0" / "7.eml").exists() else shutil.rmtree(folder / "0")
    message = failure(map_splits(spark, splits))
    assert "SplitNotDone" in message and str(folder) in message


def test_a_missing_path_is_named(read, tmp_path):
    from pyspark.errors import AnalysisException

    for path in [tmp_path / "no.mbox", tmp_path / "no*.mbox"]:
        with pytest.raises(AnalysisException, match="no such file or folder, and no match of a glob: .*no.*mbox"):
            read(path)


def test_an_empty_folder_has_no_rows(read, tmp_path):
    assert read(tmp_path).collect() == []
    assert read(tmp_path, table="damage").count() == 0


def test_a_file_without_urls_has_no_rows(read, tmp_path):
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "words.txt").write_bytes(b"words\n")
    assert read(tmp_path).collect() == []
