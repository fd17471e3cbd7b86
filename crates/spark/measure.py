"""Measures the processor time of a mailbox in the program, the Python package, Spark and other ways.

    python measure.py MAILBOX --program urlsift [--runs 3] [--only WORDS] [--record]
    python measure.py MAILBOX --texts [--runs 3] [--record]
    python measure.py --pages

The first prints the best of several runs, in core-seconds for 1 GB of text. These are the user and system time of all
processes, and in brackets that of the JVM. It needs Linux, a program with the feature `arrow` and a package of a
release build. The second measures `find_urls` of a column of texts. `--record` stores the figures in `measured.json`,
and `--pages` writes them into the pages.
"""

from __future__ import annotations

import argparse
import bz2
import email
import email.policy
import gzip
import json
import lzma
import mailbox
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "measured.json"
FOUR = ["url", "host", "date", "source"]
FEW = FOUR[:3]
ONE = ["start"]
# What Spark does with the rows, and how the pages call it.
WRITTEN = {
    "noop": "not written",
    "Parquet by Spark": "written as Parquet by Spark",
}
CODECS = {"zstd": ".zst", "gzip": ".gz", "xz": ".xz", "bzip2": ".bz2"}
SAMPLE_BYTES = 16_000_000
TEXTS = 50_000
TEXT_CHARACTERS = 8_000
PLAIN_URL = r"[a-z][a-z0-9+.-]*://[^\s<>\"]+"


class Way(NamedTuple):
    """A way to read `text` bytes: its name, and what runs it."""

    name: str
    run: Callable[[], object]
    text: int


def core_seconds() -> tuple[float, float, set[int]]:
    """Returns the processor time of this process and all below it, also of ended ones, the part of the JVM, and these
    processes."""
    ticks = os.sysconf("SC_CLK_TCK")
    processes = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                name, fields = stat.read().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        fields = fields.split()
        processes[int(pid)] = (int(fields[1]), name, [int(field) / ticks for field in fields[11:15]])
    below = {os.getpid()}
    while more := {pid for pid, (parent, *_) in processes.items() if parent in below} - below:
        below |= more
    jvm = sum(sum(processes[pid][2][:2]) for pid in below if processes[pid][1] == "java")
    return sum(sum(processes[pid][2]) for pid in below), jvm, below


def program_ways(program: str, path: str, stored: dict[str, str]) -> Iterator[Way]:
    size = os.path.getsize(path)

    def scan(path: str, *options: str) -> Callable[[], object]:
        command = [program, "scan", "-j", "1", *options, path]
        return partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)

    for name in ("text", "jsonl", "arrow", "parquet"):
        yield Way(f"program, {name}", scan(path, "--format", name), size)
    yield Way("program, arrow, 4 fields", scan(path, "--format", "arrow", "--fields", ",".join(FOUR)), size)
    for codec, file in stored.items():
        yield Way(f"program, parquet, {codec}", scan(file, "--format", "parquet"), size)


def package_ways(path: str) -> Iterator[Way]:
    import pyarrow
    import urlsift

    def scan(columns: list[str] | None) -> int:
        batches = pyarrow.RecordBatchReader.from_stream(urlsift.scan([path], threads=1, columns=columns))
        return sum(batch.num_rows for batch in batches)

    for name, columns in (("all columns", None), ("4 columns", FOUR), ("3 columns", FEW), ("1 column", ONE)):
        yield Way(f"package, {name}", partial(scan, columns), os.path.getsize(path))


def spark_ways(spark: object, path: str, stored: dict[str, str], folder: str) -> Iterator[Way]:
    from pyspark.sql import functions

    size = os.path.getsize(path)

    def read(columns: list[str] | None, path: str = path) -> object:
        options = {"columns": ",".join(columns)} if columns else {}
        return spark.read.format("urlsift").options(**options).load(path)

    def noop(frame: object) -> None:
        frame.write.format("noop").mode("overwrite").save()

    runs = {
        "noop": lambda columns: noop(read(columns)),
        "count()": lambda columns: read(columns).count(),
        "Parquet by Spark": lambda columns: read(columns).write.parquet(tempfile.mkdtemp(dir=folder), mode="overwrite"),
    }
    for name, columns in (("all columns", None), ("3 columns", FEW), ("1 column", ONE)):
        yield from (Way(f"Spark, {way}, {name}", partial(run, columns), size) for way, run in runs.items())
    for codec in ("gzip", "bzip2"):
        yield Way(f"Spark, noop, {codec}", partial(lambda path: noop(read(None, path)), stored[codec]), size)
    found = functions.regexp_extract_all("value", functions.lit(PLAIN_URL), functions.lit(0))
    yield Way("Spark, lines and regexp_extract_all", lambda: noop(spark.read.text(path).select(found)), size)


def find_by_email(path: str) -> int:
    """Counts URLs of a mailbox as a script of the standard library finds them."""
    count = 0
    for message in mailbox.mbox(path, lambda file: email.message_from_binary_file(file, policy=email.policy.compat32)):
        for part in message.walk():
            if part.get_content_maintype() == "text":
                text = part.get_payload(decode=True).decode("latin-1")
                count += len(re.findall(PLAIN_URL, text))
    return count


def email_ways(path: str, folder: str) -> Iterator[Way]:
    """The library is slow, so it reads a sample: the first messages of the mailbox."""
    sample = os.path.join(folder, "sample.mbox")
    with open(path, "rb") as whole, open(sample, "wb") as file:
        file.write(whole.read(SAMPLE_BYTES).rpartition(b"\n\nFrom ")[0])
    yield Way("mailbox, email and re of Python", lambda: find_by_email(sample), os.path.getsize(sample))


def compress(path: str, codec: str, name: str) -> None:
    """Writes the file `path` to `name`, compressed by one of `CODECS`."""
    import pyarrow

    writers = {
        "zstd": lambda: pyarrow.CompressedOutputStream(name, "zstd"),
        "gzip": lambda: gzip.open(name, "wb", 6),
        "xz": lambda: lzma.open(name, "wb", preset=3),
        "bzip2": lambda: bz2.open(name, "wb"),
    }
    with open(path, "rb") as file, writers[codec]() as out:
        shutil.copyfileobj(file, out, 1 << 20)


def machine() -> str:
    """Returns the hardware in words."""
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())
    processor = model[1] if model else "an unknown processor"
    return f"{os.cpu_count()} cores of {processor}, {int(memory[1]) / 1e6:.0f} GB of memory"


def best(run: Callable[[], object], runs: int, is_spark: bool) -> list[float]:
    """Returns the least core-seconds of several runs, and the part of the JVM."""
    # The first run of Spark compiles code, and starts the workers.
    runs += is_spark
    times = []
    while len(times) < runs:
        *before, processes = core_seconds()
        run()
        *after, left = core_seconds()
        # The time of a worker whose daemon has ended before it is lost.
        if processes <= left:
            total, jvm = (after - at for after, at in zip(after, before))
            # The JVM of the session may have work of its own.
            times.append([total, jvm] if is_spark else [total - jvm, 0])
    return min(times)


def session() -> object:
    """Returns a session of Spark with two cores of this machine."""
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = spark.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def measure_texts(given: argparse.Namespace) -> dict[str, object]:
    """Measures what finds URLs in a column: the texts of the messages of a mailbox, as often as needed."""
    import pyarrow.parquet
    import urlsift
    from pyspark.sql import functions
    from pyspark_urlsift import find_urls

    spark, folder = session(), tempfile.mkdtemp()
    try:
        messages = pathlib.Path(given.mailbox).read_text("latin-1").split("\nFrom ")
        bodies = [message.partition("\n\n")[2][:TEXT_CHARACTERS] for message in messages]
        texts = (bodies * -(-TEXTS // len(bodies)))[:TEXTS]
        pyarrow.parquet.write_table(pyarrow.table({"text": texts}), f"{folder}/texts", row_group_size=TEXTS // 5)
        frame = spark.read.parquet(f"{folder}/texts")
        found = functions.regexp_extract_all("text", functions.lit(PLAIN_URL), functions.lit(0))
        frames = {
            "read": frame,
            "find_urls": frame.select(find_urls("text")),
            "regexp_extract_all": frame.select(found),
        }
        return {
            "machine": machine(),
            "spark": spark.version,
            "characters": sum(map(len, texts)),
            "urls": len(urlsift.find_many(texts)),
            "core_seconds": {
                name: round(best(frame.write.format("noop").mode("overwrite").save, given.runs, True)[0], 2)
                for name, frame in frames.items()
            },
        }
    finally:
        spark.stop()
        shutil.rmtree(folder)


def measure(given: argparse.Namespace) -> dict[str, object]:
    spark, folder = session(), tempfile.mkdtemp()
    try:
        stored = {codec: os.path.join(folder, "lists.mbox" + suffix) for codec, suffix in CODECS.items()}
        figures = {}
        ways = [*program_ways(given.program, given.mailbox, stored), *package_ways(given.mailbox)]
        ways += [*spark_ways(spark, given.mailbox, stored, folder), *email_ways(given.mailbox, folder)]
        ways = [way for way in ways if given.only in way.name]
        for codec in (codec for codec in CODECS if any(way.name.endswith(codec) for way in ways)):
            compress(given.mailbox, codec, stored[codec])
        for way in ways:
            times = best(way.run, given.runs, way.name.startswith("Spark"))
            figures[way.name] = [round(seconds / way.text * 1e9, 2) for seconds in times]
            print("{:44} {:7.2f} ({:.2f})".format(way.name, *figures[way.name]), flush=True)
        return {
            "machine": machine(),
            "spark": spark.version,
            "runs": given.runs,
            "urls": spark.read.format("urlsift").option("columns", "start").load(given.mailbox).count(),
            "bytes": {
                name: os.path.getsize(path)
                for name, path in {"raw": given.mailbox, **stored}.items()
                if os.path.exists(path)
            },
            "core_seconds": figures,
        }
    finally:
        spark.stop()
        shutil.rmtree(folder)


def tables(record: dict) -> dict[str, dict[str, list[str]]]:
    """Returns the paragraphs and tables of the pages, by the page and the beginning of what each replaces."""
    sizes, figures = record["bytes"], record["core_seconds"]

    def number(value: float) -> str:
        return f"{value:.1f}" if value < 10 else f"{value:.0f}"

    def hours(name: str, label: str, codec: str = "raw") -> str:
        # 1 core-second for a gigabyte is 1000 for a terabyte.
        text = figures[name][0] / 3.6
        return f"| {label} | {codec} | {number(text)} | {number(text * sizes['raw'] / sizes[codec])} |"

    def seconds(label: str, *names: str) -> str:
        cells = [figures[name] if name else None for name in names]
        known = [number(cell[0]) + (f" ({number(cell[1])})" if cell[1] else "") if cell else "" for cell in cells]
        return f"| {label} | {' | '.join(known)} |"

    texts = record["texts"]
    read, find, regexp = (texts["core_seconds"][name] for name in ("read", "find_urls", "regexp_extract_all"))
    mail = f"{sizes['raw'] / 1e6:.0f} MB of mail and news with {record['urls']:,} URLs"
    return {
        "../cli/guide/splits.md": {
            "Measured on": [
                f"Measured on {record['machine']}, as the best of {record['runs']} runs with one thread. The text has",
                f"{mail}. Mail with fewer URLs takes less.",
            ],
            "| output |": [
                hours("program, text", "text, one URL a line"),
                hours("program, jsonl", "JSON Lines, all fields"),
                hours("program, arrow, 4 fields", "Arrow, 4 fields"),
                hours("program, arrow", "Arrow, all fields"),
                hours("program, parquet", "Parquet, all fields"),
                *(hours(f"program, parquet, {codec}", "Parquet, all fields", codec) for codec in CODECS),
            ],
        },
        "README.md": {
            "Measured on": [
                f"Measured on {record['machine']}, with Spark {record['spark']} and",
                f"{mail}, as the best of {record['runs']} runs in a warm session:",
            ],
            f"{TEXTS:,} texts": textwrap.wrap(
                f"{TEXTS:,} texts of {texts['characters'] / TEXTS:.0f} characters with {texts['urls']:,} URLs take "
                f"{number(find)} core-seconds with it, including {number(read)} to read them, and {number(regexp)} with "
                f"`regexp_extract_all`: on {texts['machine']}, with Spark {texts['spark']}.",
                120,
            ),
            "| query |": [
                seconds("`urlsift.scan` in Python, without Spark", "package, all columns", "package, 3 columns"),
                *(
                    seconds(label, f"Spark, {way}, all columns", f"Spark, {way}, 3 columns")
                    for way, label in WRITTEN.items()
                ),
                seconds("`urlsift scan --format parquet`, without Python", "program, parquet", ""),
                seconds("`spark.read.text` and `regexp_extract_all`", "", "Spark, lines and regexp_extract_all"),
                seconds("`mailbox`, `email` and `re` of Python", "", "mailbox, email and re of Python"),
            ],
        },
    }


def written(page: str, parts: dict[str, list[str]]) -> str:
    """Returns the text of a page with its paragraphs and tables replaced."""
    blocks = page.split("\n\n")
    for begin, lines in parts.items():
        (at,) = [at for at, block in enumerate(blocks) if block.startswith(begin)]
        # A table keeps its head.
        kept = blocks[at].split("\n")[:2] if begin.startswith("|") else []
        blocks[at] = "\n".join([*kept, *lines])
    return "\n\n".join(blocks)


def pages() -> dict[pathlib.Path, str]:
    """Returns the texts of the pages that have the figures of `measured.json`."""
    new = tables(json.loads(RECORD.read_text("utf-8")))
    return {HERE / name: written((HERE / name).read_text("utf-8"), parts) for name, parts in new.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mailbox", nargs="?")
    parser.add_argument("--program", default="urlsift")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="measure only the ways whose names have these words")
    parser.add_argument("--texts", action="store_true", help="measure only `find_urls` of a column")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args()
    if given.record and given.only:
        parser.error("--record needs all ways")
    if given.mailbox:
        measured = {"texts": measure_texts(given)} if given.texts else measure(given)
        if given.texts:
            print(json.dumps(measured))
        if given.record:
            record = {**json.loads(RECORD.read_text("utf-8")), **measured}
            RECORD.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    if given.pages:
        for path, text in pages().items():
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
