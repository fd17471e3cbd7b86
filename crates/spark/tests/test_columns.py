"""A column of text, tables of a catalog, and the recipes of the page."""

import pathlib
import re

import pytest

import shelf
import urlsift
from conftest import assert_same_rows, rows_of, scan_rows
from pyspark_urlsift import find_urls

PAGE = pathlib.Path(__file__).resolve().parents[1] / "README.md"
TEXTS = ["see http://a.example/", None, "", "é <http://b.example/well-\nknown> http://c.example/", *["http://d.example/"] * 99]


def test_a_column_has_the_urls_of_find(spark):
    texts = spark.createDataFrame(list(enumerate(TEXTS)), "n int, text string").repartition(3)
    found = dict(texts.select("n", find_urls("text")).collect())
    for number, text in enumerate(TEXTS):
        expected = text and [
            (url.url, url.start, url.end, url.form, url.joined, [note.name for note in url.notes])
            for url in urlsift.find(text)
        ]
        assert (found[number] and [tuple(url) for url in found[number]]) == (expected if expected != "" else [])
    for column in ("text", texts.text.cast("binary")):
        angles = texts.select(find_urls(column, forms=["angle"]).alias("urls")).selectExpr("explode(urls.url) as url")
        assert [row.url for row in angles.collect()] == ["http://b.example/well-known"]
    with pytest.raises(ValueError, match="unknown form"):
        find_urls("text", forms=["angel"])


def test_a_table_of_a_catalog(spark, data_source, tmp_path):
    mailbox = shelf.write_mailbox(tmp_path, copies=2)
    spark.sql(f"CREATE TABLE whole USING urlsift LOCATION '{mailbox}'")
    spark.sql(f"CREATE TABLE part USING urlsift OPTIONS (splitBytes '8K', columns 'url,start') LOCATION '{mailbox}'")
    try:
        assert_same_rows(spark.table("whole"), scan_rows(mailbox))
        part = spark.sql("SELECT * FROM part WHERE start >= 0")
        assert part.rdd.getNumPartitions() > 2
        assert rows_of(part).column_names == ["url", "start"] and part.count() == scan_rows(mailbox).num_rows
        with pytest.raises(Exception, match="takes no `storageOptions`"):
            spark.sql(f"CREATE TABLE secret USING urlsift OPTIONS (storageOptions '{{}}') LOCATION '{mailbox}'")
    finally:
        for name in ("whole", "part"):
            spark.sql(f"DROP TABLE {name}")


def test_the_recipe_for_arriving_files(spark, tmp_path):
    recipe = re.search(r"^## Arriving files\n.*?```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)[1]
    for name in ("incoming", "urls", "checkpoint"):
        recipe = recipe.replace(f'"{name}"', repr(str(tmp_path / name)))
    (tmp_path / "incoming").mkdir()
    # Functions of `__main__` are sent to workers with their code.
    names = {"__name__": "__main__", "spark": spark}
    for number in (1, 2):
        (tmp_path / "incoming" / f"{number}.mbox").write_bytes(shelf.mailbox(number))
        exec(recipe, names)
        expected = scan_rows(tmp_path / "incoming", columns=["url", "source", "date"])
        found = spark.read.parquet(str(tmp_path / "urls"))
        assert found.count() == expected.num_rows
        assert sorted(row.url for row in found.collect()) == sorted(expected["url"].to_pylist())
