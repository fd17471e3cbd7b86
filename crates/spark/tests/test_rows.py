"""Every row of a query is the row of one scan."""

import gc

import pytest

import shelf
from conftest import assert_same_rows, rows_of, scan_rows
from pyspark_urlsift import map_splits, plan_paths
from pyspark_urlsift.batches import split_batches


@pytest.fixture(scope="session")
def mailbox(tmp_path_factory):
    return shelf.write_mailbox(tmp_path_factory.mktemp("mailbox"))


@pytest.fixture(scope="session")
def archives(tmp_path_factory):
    return shelf.write_archives(tmp_path_factory.mktemp("archives") / "shelf")


@pytest.fixture(scope="session")
def small_files(tmp_path_factory):
    return shelf.write_small_files(tmp_path_factory.mktemp("small"))


@pytest.mark.parametrize("splits", [4, 35, 373])
def test_splits_of_a_mailbox(read, mailbox, splits):
    size = -(-mailbox.stat().st_size // splits)
    urls = read(mailbox, splitBytes=size)
    assert urls.rdd.getNumPartitions() == splits
    assert_same_rows(urls, scan_rows(mailbox))


def test_archives(read, archives):
    urls = read(archives, splitBytes="100K", packBytes=0)
    assert urls.rdd.getNumPartitions() == 9
    expected = scan_rows(archives)
    assert expected.num_rows > 10_000
    assert_same_rows(urls, expected)


def test_small_files(read, small_files):
    urls = read(small_files, packBytes="4M")
    assert urls.rdd.getNumPartitions() > 8
    expected = scan_rows(small_files)
    assert len(expected.column("source").unique()) == 10_000
    assert_same_rows(urls, expected)


@pytest.mark.parametrize("splits", [4, 35])
def test_map_splits(spark, mailbox, splits):
    plan = plan_paths(None, str(mailbox), split_bytes=-(-mailbox.stat().st_size // splits))
    # Batches that are smaller than a split are parts of larger arrays.
    urls = map_splits(spark, plan, batch_rows=100)
    assert urls.rdd.getNumPartitions() == splits == len(plan)
    assert_same_rows(urls, scan_rows(mailbox))


def test_map_splits_of_archives_and_small_files(spark, archives, small_files):
    paths = [str(archives), str(small_files)]
    urls = map_splits(spark, map(str, plan_paths(None, paths, pack_bytes=4 << 20)), scheme=["http"])
    assert_same_rows(urls, scan_rows(paths, scheme=["http"]))


def test_map_splits_of_nothing(spark):
    assert map_splits(spark, []).collect() == []
    with pytest.raises(TypeError, match="unexpected keyword argument 'hosts'; did you mean 'host'"):
        map_splits(spark, [], hosts="a.example", storage_options={})


def test_a_worker_of_spark_sets_modules_aside(spark, mailbox):
    """Only there: the garbage of the driver is collected as before."""
    line = str(plan_paths(None, str(mailbox))[0])

    def count_frozen(batches):
        import pyarrow

        for _ in batches:
            assert list(split_batches(line, ["url"], "urls", {}))
            yield pyarrow.record_batch({"frozen": [gc.get_freeze_count()]})

    frozen = gc.get_freeze_count()
    assert len(list(count_frozen([None]))) == 1
    assert gc.get_freeze_count() == frozen
    assert all(row.frozen > 10_000 for row in spark.range(2).mapInArrow(count_frozen, "frozen long").collect())


def test_largest_files_begin_first(read, archives):
    """A file that cannot be cut and is larger than a split has the first task."""
    urls = read(archives, splitBytes="1K", packBytes=0, columns="source")
    largest = max(archives.iterdir(), key=lambda path: path.stat().st_size)
    first = urls.rdd.mapPartitionsWithIndex(lambda index, rows: [next(rows).source] if index == 0 else []).collect()
    assert first == [str(largest)]


@pytest.mark.parametrize("columns", ["url", "host,url", '["start","url","pieces"]'])
def test_columns(read, mailbox, columns):
    urls = read(mailbox, columns=columns)
    names = columns.strip("[]").replace('"', "").split(",")
    assert urls.columns == names
    expected = scan_rows(mailbox).select(names)
    assert sorted(map(repr, urls.toArrow().to_pylist())) == sorted(map(repr, expected.to_pylist()))


def test_a_schema_chooses_columns(spark, data_source, mailbox):
    urls = spark.read.format("urlsift").schema("host string, start bigint").load(str(mailbox))
    rows = [(row.host, row.start) for row in urls.collect()]
    expected = scan_rows(mailbox).select(["host", "start"]).to_pylist()
    assert sorted(rows, key=repr) == sorted(((row["host"], row["start"]) for row in expected), key=repr)


@pytest.mark.parametrize(
    "options, scan",
    [
        ({"scheme": "ftp,news"}, {"scheme": ["ftp", "news"]}),
        ({"host": ".example"}, {"host": [".example"]}),
        ({"where": '["form!=bare", "quoted=false"]', "once": "true"}, {"where": ["form!=bare", "quoted=false"], "once": True}),
        ({"forms": "url,angle"}, {"forms": ["url", "angle"]}),
        ({"since": "1995", "until": "1997-03"}, {"since": "1995", "until": "1997-03"}),
        ({"headers": "all", "relative": "resolve"}, {"headers": "all", "relative": "resolve"}),
        ({"headers": "none", "maxMessage": "1M"}, {"headers": "none", "max_message": 1 << 20}),
    ],
)
def test_options_of_a_scan(read, mailbox, options, scan):
    expected = scan_rows(mailbox, **scan)
    assert 0 < expected.num_rows != scan_rows(mailbox).num_rows
    assert_same_rows(read(mailbox, **options), expected)


def test_several_paths_and_globs(read, archives, mailbox):
    expected = scan_rows([*sorted(archives.glob("*.gz")), mailbox])
    assert_same_rows(read(archives / "*.gz", mailbox), expected)
    assert_same_rows(read(mailbox, f"file://{archives}/*.gz"), expected)
    assert_same_rows(read(archives / "0.mbox.gz", archives / "[012].mbox.gz", mailbox), expected)
