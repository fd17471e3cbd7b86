"""Filters of queries: the same rows with and without narrowing the scan."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import shelf
from conftest import assert_same_rows, rows_of
from pyspark_urlsift.filters import scan_arguments


@dataclass(frozen=True)
class EqualTo:
    attribute: tuple
    value: Any


class EqualNullSafe(EqualTo):
    pass


class In(EqualTo):
    pass


class StringStartsWith(EqualTo):
    pass


class GreaterThanOrEqual(EqualTo):
    pass


class LessThan(EqualTo):
    pass


NOON = datetime(1997, 3, 2, 12, 0, 0, 500, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "given, arguments",
    [
        (EqualTo(("host",), "A.example"), {"host": ["A.example"]}),
        (EqualNullSafe(("host",), "a.example"), {"host": ["a.example"]}),
        (In(("host",), ("a.example", "b.example", None)), {"host": ["a.example", "b.example"]}),
        (EqualNullSafe(("host",), None), {}),
        (EqualTo(("host",), ".example"), {}),
        (EqualTo(("host",), "!a.example"), {}),
        (In(("host",), ("a.example", "[::1]")), {}),
        (EqualTo(("host", "name"), "a.example"), {}),
        (StringStartsWith(("url",), "HTTP://a"), {"scheme": ["http"]}),
        (StringStartsWith(("url",), "http"), {}),
        (EqualTo(("url",), "ftp://a.example/"), {"scheme": ["ftp"]}),
        (In(("url",), ("ftp://a/", "news:a")), {"scheme": ["ftp", "news"]}),
        (In(("url",), ("ftp://a/", "")), {}),
        (GreaterThanOrEqual(("date",), NOON), {"since": "1997-03-01T12:00:00Z"}),
        (LessThan(("date",), NOON), {"until": "1997-03-03T12:00:00Z"}),
        (EqualTo(("date",), NOON), {"since": "1997-03-01T12:00:00Z", "until": "1997-03-03T12:00:00Z"}),
        (LessThan(("date",), NOON.replace(tzinfo=None)), {}),
        (LessThan(("date",), datetime.max.replace(tzinfo=timezone.utc)), {}),
        (LessThan(("date",), NOON.astimezone(timezone(timedelta(hours=9)))), {"until": "1997-03-03T12:00:00Z"}),
        (EqualTo(("form",), "bare"), {}),
    ],
)
def test_arguments(given, arguments):
    assert scan_arguments([given], {}) == arguments


def test_given_arguments_are_kept():
    filters = [EqualTo(("host",), "a.example"), EqualTo(("host",), "b.example"), EqualTo(("url",), "ftp://a/")]
    assert scan_arguments(filters, {"scheme": ["http"]}) == {"scheme": ["http"], "host": ["a.example"]}
    where = {"where": ["host!=b.example", "form=url"]}
    assert scan_arguments(filters, where) == {**where, "scheme": ["ftp"]}


def test_a_range_of_dates_that_is_empty_is_left_to_spark():
    filters = [GreaterThanOrEqual(("date",), NOON), LessThan(("date",), NOON - timedelta(days=9))]
    assert scan_arguments(filters, {}) == {}
    assert scan_arguments(filters[1:], {"since": "1998"}) == {"since": "1998"}


@pytest.fixture(scope="module")
def mailbox(tmp_path_factory):
    return shelf.write_mailbox(tmp_path_factory.mktemp("filters"), copies=2)


@pytest.mark.parametrize(
    "condition",
    [
        "host = 'a.example'",
        "host in ('a.example', 'B.example', 'lists.example.org')",
        "host = 'A.EXAMPLE'",
        "url like 'ftp:%'",
        "date >= '1995-02-07 08:00:00' and date < '2004-06-04 08:00:00'",
        "date = '1995-03-10 12:00:00'",
        "host = 'a.example' and date > '1995-03-10' and form = 'bare'",
        "host = 'a.example' or form = 'url'",
        "not host = 'a.example'",
        "host is null",
    ],
)
def test_same_rows(spark, read, mailbox, condition):
    plain = read(mailbox).where(condition)
    pushed = read(mailbox, pushFilters="true").where(condition)
    expected = rows_of(plain)
    assert (expected.num_rows > 0) == (condition != "host = 'A.EXAMPLE'")
    assert_same_rows(pushed, expected)


def test_filters_reach_the_scan(spark, data_source, mailbox):
    """The reader gets the filters of Spark and returns each, so that Spark applies it again."""
    datasource = pytest.importorskip("pyspark.sql.datasource")
    if not hasattr(datasource, "EqualTo"):
        pytest.skip(f"skipped: Spark {spark.version} does not push filters")
    from pyspark_urlsift import DefaultSource

    source = DefaultSource({"path": str(mailbox), "pushFilters": "true"})
    reader = source.reader(source.schema())
    filters = [datasource.EqualTo(("host",), "a.example"), datasource.IsNotNull(("host",))]
    assert [id(given) for given in reader.pushFilters(filters)] == [id(given) for given in filters]
    assert reader.scan["host"] == ["a.example"]


@pytest.mark.parametrize(
    "condition, splits",
    [
        ("source = '{}/1.zip'", 1),
        ("source in ('{0}/1.zip', '{0}/2.zip', 'none')", 2),
        ("startswith(source, '{}/1')", 3),
        ("source like '%.tar' and source like '%/2%'", 1),
        ("source = 'none'", 0),
        ("source is not null and not startswith(source, '{}/1')", 9),
        ("startswith(source, '{}/1') or host = 'a.example'", 9),
    ],
)
@pytest.mark.parametrize("table", ["urls", "damage"])
def test_filters_of_source_leave_out_splits(spark, read, tmp_path, condition, splits, table):
    folder = shelf.write_archives(tmp_path / "shelf")
    if table == "damage":
        condition = condition.replace("host = 'a.example'", "offset = 0")
    plain, pushed = (
        read(folder, packBytes=0, table=table, pushFilters=push).where(condition.format(folder)) for push in ("false", "true")
    )
    assert sorted(map(repr, pushed.collect())) == sorted(map(repr, plain.collect()))
    assert pushed.rdd.getNumPartitions() == (max(splits, 1) if spark.version >= "4.1" else 9)


def test_filters_are_pushed_only_on_request(spark, read, mailbox):
    if spark.version < "4.1":
        pytest.skip(f"skipped: Spark {spark.version} does not push filters")
    name = "spark.sql.python.filterPushdown.enabled"
    spark.conf.set(name, "false")
    try:
        assert read(mailbox).where("host = 'a.example'").count() > 0
        with pytest.raises(Exception, match="DATA_SOURCE_PUSHDOWN_DISABLED"):
            read(mailbox, pushFilters="true").where("host = 'a.example'").count()
    finally:
        spark.conf.set(name, "true")


@pytest.mark.parametrize("push", ["true", "false"])
def test_filters_that_spark_does_not_push_give_a_warning(data_source, mailbox, recwarn, push):
    datasource = pytest.importorskip("pyspark.sql.datasource")
    from pyspark_urlsift.source import DefaultSource

    source = DefaultSource({"path": str(mailbox), "pushFilters": push})
    source.reader(source.schema())
    warns = push == "true" and not hasattr(datasource.DataSourceReader, "pushFilters")
    assert ["`pushFilters` has no effect" in str(warning.message) for warning in recwarn.list] == [True] * warns


@pytest.mark.parametrize(
    "options, names, option",
    [
        ({"columns": "url"}, ["url"], None),
        ({"columns": "url,host"}, ["host"], "columns"),
        ({"table": "damage"}, ["source"], None),
    ],
)
def test_an_option_without_effect_gives_a_warning(data_source, mailbox, recwarn, options, names, option):
    from pyspark_urlsift.batches import spark_schema
    from pyspark_urlsift.source import DefaultSource

    source = DefaultSource({"path": str(mailbox), **options})
    source.reader(spark_schema(names, options.get("table", "urls")))
    warned = [str(warning.message) for warning in recwarn.list]
    assert [f"the option `{option}` has no effect: " in message for message in warned] == [True] * bool(option)
