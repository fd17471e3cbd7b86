"""The tables of the pages are those of `measure.py`."""

import importlib.util
import pathlib

import pytest

import shelf

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("measure", HERE.parent / "measure.py")
measure = importlib.util.module_from_spec(spec)
spec.loader.exec_module(measure)


class Costs(dict):
    """Each way costs 3.6 core-seconds for 1 GB, half of them in the JVM, except those that are named."""

    def __missing__(self, name):
        return [3.6, 1.8]


RECORD = {
    "machine": "2 cores",
    "spark": "4",
    "runs": 3,
    "urls": 1000,
    "bytes": {"raw": 2_000_000, "zstd": 500_000, "gzip": 1_000_000, "xz": 250_000, "bzip2": 200_000},
    "texts": {
        "machine": "3 cores",
        "spark": "5",
        "characters": 500_000,
        "urls": 7000,
        "core_seconds": {"read": 0.5, "find_urls": 2.0, "regexp_extract_all": 30.0},
    },
    "core_seconds": Costs({"program, text": [0.9, 0.0], "program, parquet, bzip2": [36.0, 0.0]}),
}


def test_the_pages_have_the_figures_of_the_measurements():
    for path, text in measure.pages().items():
        assert path.read_text("utf-8") == text, path.name


@pytest.mark.parametrize(
    "page, line",
    [
        ("../cli/guide/splits.md", "Measured on 2 cores, as the best of 3 runs with one thread. The text has"),
        ("../cli/guide/splits.md", "| text, one URL a line | raw | 0.2 | 0.2 |"),
        ("../cli/guide/splits.md", "| Parquet, all fields | gzip | 1.0 | 2.0 |"),
        ("../cli/guide/splits.md", "| Parquet, all fields | bzip2 | 10 | 100 |"),
        ("README.md", "2 MB of mail and news with 1,000 URLs, as the best of 3 runs in a warm session:"),
        ("README.md", "| written as Parquet by Spark | 3.6 (1.8) | 3.6 (1.8) |"),
        ("README.md", "`regexp_extract_all`: on 3 cores, with Spark 5."),
    ],
)
def test_a_page_has_the_figures_of_a_record(page, line):
    text = (HERE.parent / page).read_text("utf-8")
    parts = measure.tables(RECORD)[page]
    written = measure.written(text, parts)
    assert line in written.split("\n") and line not in text.split("\n")
    assert measure.written(written, parts) == written
    # The rest of the page is as before.
    kept = [block for block in text.split("\n\n") if not block.startswith(tuple(parts))]
    assert kept == [block for block in written.split("\n\n") if not block.startswith(tuple(parts))]


def test_the_mailbox_of_python_has_urls(tmp_path):
    (way,) = measure.email_ways(str(shelf.write_mailbox(tmp_path, copies=2)), str(tmp_path))
    assert 0 < way.text < measure.SAMPLE_BYTES
    assert way.run() > 10


def test_processor_time_counts_ended_children():
    before, *_ = measure.core_seconds()
    measure.subprocess.run(["sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"], check=True)
    assert measure.core_seconds()[0] - before > 0
