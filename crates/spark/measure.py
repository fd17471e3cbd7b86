"""Measures queries in a warm session, and prints the best of several runs of each.

    python measure.py MAILBOX FOLDER [--runs N] [--only NAME]

MAILBOX is an mbox or a compressed one, and FOLDER has many small files. Times are in seconds of the clock; `core
seconds` are the user and system time of all processes that Spark started, which Linux counts.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

from pyspark.sql import SparkSession

from pyspark_urlsift import map_splits, plan_paths

SPLIT_BYTES = 16 << 20


def core_seconds():
    """Returns the processor time of this process, of all below it, and of their children that have ended."""
    ticks = os.sysconf("SC_CLK_TCK")
    processes = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        processes[int(pid)] = (int(fields[1]), sum(map(int, fields[11:15])) / ticks)
    below = {os.getpid()}
    while True:
        more = {pid for pid, (parent, _) in processes.items() if parent in below} | below
        if more == below:
            return sum(processes[pid][1] for pid in below)
        below = more


def noop(frame):
    frame.write.format("noop").mode("overwrite").save()


def parquet(frame):
    folder = tempfile.mkdtemp()
    try:
        frame.write.mode("overwrite").parquet(folder)
    finally:
        shutil.rmtree(folder)


def replay(spark, frame):
    """Returns a DataFrame of the same rows whose tasks only read them from a file of Arrow batches."""
    import pyarrow

    table = frame.toArrow()
    path = os.path.join(tempfile.mkdtemp(), "rows.arrow")
    with pyarrow.OSFile(path, "wb") as file, pyarrow.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=10_000)
    tasks = min(18, -(-table.num_rows // 10_000))

    def rows(batches):
        for batch in batches:
            for number in batch.column(0).to_pylist():
                with pyarrow.memory_map(path) as file:
                    reader = pyarrow.ipc.open_file(file)
                    for at in range(number, reader.num_record_batches, tasks):
                        yield reader.get_batch(at)

    return spark.range(0, tasks, 1, tasks).mapInArrow(rows, frame.schema)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mailbox")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--master", default="local[2]")
    given = parser.parse_args()
    spark = SparkSession.builder.master(given.master).config("spark.ui.enabled", "false")
    spark = spark.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    size = os.path.getsize(given.mailbox)

    def read(path, **options):
        return spark.read.format("urlsift").options(splitBytes=SPLIT_BYTES, **options).load(path)

    def splits(path, **scan):
        return map_splits(spark, plan_paths(None, path, split_bytes=SPLIT_BYTES), **scan)

    few = ["url", "host", "date"]
    runs = {
        "mailbox to noop, all columns": lambda: noop(read(given.mailbox)),
        "mailbox to noop, 3 columns": lambda: noop(read(given.mailbox, columns=",".join(few))),
        "mailbox to noop, map_splits": lambda: noop(splits(given.mailbox)),
        "mailbox to noop, map_splits, 3 columns": lambda: noop(splits(given.mailbox, columns=few)),
        "mailbox to Parquet, all columns": lambda: parquet(read(given.mailbox)),
        "mailbox to Parquet, 3 columns": lambda: parquet(read(given.mailbox, columns=",".join(few))),
        "small files to noop": lambda: noop(read(given.folder)),
        "small files to noop, packs of 8M": lambda: noop(read(given.folder, packBytes="8M")),
        "plan of small files": lambda: plan_paths(None, given.folder),
        "load only": lambda: read(given.mailbox),
    }
    if not given.only or "Spark" in given.only:
        frame = read(given.mailbox)
        rows, count = replay(spark, frame), frame.count()
        thin = replay(spark, read(given.mailbox, columns=",".join(few)))
        runs.update(
            {
                "Spark alone, rows to noop": lambda: noop(rows),
                "Spark alone, 3 columns to noop": lambda: noop(thin),
                "Spark alone, rows to Parquet": lambda: parquet(rows),
                "Spark alone, numbers to noop": lambda: noop(
                    spark.range(0, count, 1, 18).mapInArrow(lambda batches: batches, "id long")
                ),
            }
        )
    for name, run in runs.items():
        if given.only not in name:
            continue
        times, cores = [], []
        for _ in range(given.runs + 1):
            began, used = time.perf_counter(), core_seconds()
            run()
            times.append(time.perf_counter() - began)
            cores.append(core_seconds() - used)
        per_terabyte = statistics.median(cores[1:]) / size * 1e12 / 3600
        print(
            f"{name:42} best {min(times[1:]):6.2f} s   first {times[0]:6.2f} s   "
            + f"core seconds {statistics.median(cores[1:]):6.2f}"
            + (f"   {per_terabyte:5.1f} core-hours a TB" if "mailbox" in name else ""),
            flush=True,
        )
    spark.stop()


if __name__ == "__main__":
    sys.exit(main())
