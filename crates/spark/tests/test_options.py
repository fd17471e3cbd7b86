"""Options and their errors, without Spark, and the errors that a query shows."""

import pathlib
import re

import pytest

from pyspark_urlsift.options import OPTIONS, Settings, parse_names, parse_size
from shelf import CORPUS

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"


@pytest.mark.parametrize(
    "text, size", [("0", 0), ("4096", 4096), ("2K", 2048), ("128m", 128 << 20), ("1G", 1 << 30), (" 1T ", 1 << 40)]
)
def test_sizes(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "K", "-1", "1.5M", "1KB", "٣"])
def test_wrong_sizes(text):
    with pytest.raises(ValueError, match="number of bytes"):
        parse_size(text)


@pytest.mark.parametrize(
    "text, names", [("url", ["url"]), ("url, host", ["url", "host"]), ('["a,b"]', ["a,b"]), ("[]", [])]
)
def test_names(text, names):
    assert parse_names(text) == names


def test_settings():
    settings = Settings.parse(
        {"path": "a", "SPLITBYTES": "1M", "probe": "False", "host": ".example", "table": "urls", "pushfilters": "true"}
    )
    assert settings == Settings(
        paths=("a",),
        push_filters=True,
        plan={"split_bytes": 1 << 20, "probe": False},
        scan={"host": [".example"]},
    )
    assert Settings.parse({"paths": '["a", "b c"]'}).paths == ("a", "b c")
    selected = Settings.parse({"where": '["quoted=false", "form=url,angle"]', "match": "a,b", "matchby": "whole", "once": "true"})
    assert selected.scan == {
        "where": ["quoted=false", "form=url,angle"], "match": ["a,b"], "match_by": "whole", "once": True
    }


@pytest.mark.parametrize(
    "options, message",
    [
        ({"splitByte": "1"}, "unknown option `splitByte`; did you mean 'splitBytes'?"),
        ({"hosts": "a"}, "unknown option `hosts`; did you mean 'host'?"),
        ({"note": "danger"}, "unknown option `note`; where='notes=VALUE' selects by this field"),
        ({"colour": "red"}, "unknown option `colour`; the options of urlsift are .*splitBytes"),
        ({"splitBytes": "many"}, "option `splitBytes` is `many`: expected a number of bytes"),
        ({"table": "rows"}, "option `table` is `rows`: expected `urls` or `damage`"),
        ({"storageOptions": "anon"}, "expected a JSON object"),
        ({"paths": "a"}, "expected a JSON array of strings"),
        ({"columns": "url,,host"}, "expected names separated by commas"),
        ({"probe": "1"}, "expected `true` or `false`"),
        ({"batchRows": "0"}, "expected a whole number above 0"),
        ({"table": "damage", "columns": "source"}, "`columns` is for the table `urls`"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=message):
        Settings.parse(options)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"splitByte": "1"}, "unknown option `splitbyte`; did you mean 'splitBytes'"),
        ({"where": "notes=dangr"}, 'where="notes=dangr": no `dangr`; did you mean `danger`'),
        ({"headers": "some"}, "expected none, useful or all"),
        ({"columns": "url,uri"}, "no column `uri`; the columns of `urls` are url, form, "),
    ],
)
def test_a_query_shows_the_error(read, options, message):
    from pyspark.errors import AnalysisException

    with pytest.raises(AnalysisException, match=f"(?i){message}"):
        read(CORPUS, **options).collect()


@pytest.mark.parametrize(
    "schema, message",
    [("uri string", "no column `uri`; the columns of `urls` are url, "), ("start string", "has type bigint")],
)
def test_a_schema_must_fit(spark, data_source, schema, message):
    with pytest.raises(Exception, match=message):
        spark.read.format("urlsift").schema(schema).load(str(CORPUS)).collect()


def test_no_path(spark, data_source):
    with pytest.raises(Exception, match="no path: pass one to `load`"):
        spark.read.format("urlsift").load().collect()


def test_readme_lists_the_options():
    table = README.read_text().split("## Options")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)`(?:, `(\w+)`)?", table, re.MULTILINE)
    assert [name for row in listed for name in row if name] == [name for name in OPTIONS if name not in ("path", "paths")]


def test_first_example_of_the_readme(spark, data_source, capsys):
    example = README.read_text().split("```python\n")[1].split("```")[0]
    assert '"corpus/archives"' in example
    exec(example.replace("corpus/archives", str(CORPUS)), {})
    assert re.search(r"\|\s*a\.example\|\s*\d+\|", capsys.readouterr().out)
