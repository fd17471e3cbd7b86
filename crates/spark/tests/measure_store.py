"""Measures the requests and the bytes that splits ask a store for, with the stand-in of `store.py` and without Spark.

    python measure_store.py MAILBOX [--objects 300,10000] [--latency 0,0.05]

MAILBOX is an mbox of some hundred megabytes, alone in its folder. The objects are small messages, and a task reads one pack of them.
"""

import argparse
import os
import sys
import tempfile
import time

import shelf
import store
from pyspark_urlsift.batches import opener, plan_lines_and_damage, split_batches
from pyspark_urlsift.options import Settings

COLUMNS = ["source", "url", "start"]


def scan(root, uri, latency, **plan):
    """Returns what one scan took: splits, requests and bytes, seconds of the plan and of all splits, rows."""
    log = os.path.join(tempfile.mkdtemp(), "log")
    options = {"root": str(root), "log": log, "latency": latency}
    began = time.perf_counter()
    lines = plan_lines_and_damage(Settings(paths=(uri,), storage="fsspec", storage_options=options, plan=plan))[0]
    planned, listed = time.perf_counter(), store.requests(log)
    rows = 0
    for line in lines:
        opened = opener("fsspec", options)
        rows += sum(batch.num_rows for batch in split_batches(line, COLUMNS, "urls", {}, opened))
    read = store.requests(log)
    return {
        "splits": len(lines),
        "plan requests": len(listed),
        "requests": len(read),
        "bytes": sum(request["bytes"] for request in read),
        "plan s": round(planned - began, 2),
        "scan s": round(time.perf_counter() - planned, 2),
        "rows": rows,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mailbox")
    parser.add_argument("--objects", default="300")
    parser.add_argument("--splits", default="16,64,128")
    parser.add_argument("--latency", default="0,0.05")
    given = parser.parse_args()
    folder = os.path.dirname(os.path.abspath(given.mailbox))
    size = os.path.getsize(given.mailbox)
    for latency in map(float, given.latency.split(",")):
        for length in map(int, filter(None, given.splits.split(","))):
            took = scan(folder, "standin://", latency, split_bytes=length << 20)
            print(f"{length} MB, {latency * 1000:.0f} ms: {took}, {took['bytes'] / size:.3f} of the object", flush=True)
        for count in map(int, filter(None, given.objects.split(","))):
            with tempfile.TemporaryDirectory() as root:
                text = (shelf.CORPUS / "folded.eml").read_bytes()
                for number in range(count):
                    with open(os.path.join(root, f"{number:06}.eml"), "wb") as file:
                        file.write(text)
                for uri in ("standin://", "standin://*.eml"):
                    print(f"{count} objects, {latency * 1000:.0f} ms, {uri}: {scan(root, uri, latency)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
