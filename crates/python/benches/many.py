"""Compares `urlsift.find_many` with `Series.map(urlsift.find)`: short texts in columns of pandas, polars and pyarrow.

usage: many.py [--count N] [--rounds N]

The texts are lines of 100 to 200 characters, made by a seed; two of three have a URL, and one of ten a character beyond
ASCII. Times are elapsed ones, the best of the rounds, which run all functions in turn. It needs pandas, polars and
pyarrow.
"""

import argparse
import os
import random
import time
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pyarrow

import urlsift

WORDS = "the archive of this list has been moved to another host see below for details thanks".split()


def text(choose: random.Random) -> str:
    """Returns a text of 100 to 200 characters."""
    words = choose.choices(WORDS, k=choose.randrange(18, 30))
    if choose.random() < 0.67:
        host, path = choose.choice(WORDS), choose.choice(WORDS)
        words[choose.randrange(len(words))] = f"http://{host}.example.org/{path}/{choose.randrange(9999)}.html"
    if choose.random() < 0.1:
        words.insert(0, "é")
    return " ".join(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    choose = random.Random(1)
    texts = [text(choose) for _ in range(args.count)]
    objects = pandas.Series(texts, dtype=object)
    strings = pandas.Series(texts, dtype=pandas.ArrowDtype(pyarrow.string()))
    array, series = pyarrow.array(texts), polars.Series(texts)
    functions: dict[str, Callable[[], Any]] = {
        "pandas Series.map(find)": lambda: objects.map(urlsift.find),
        "[find(text) for text in list]": lambda: [urlsift.find(text) for text in texts],
        "find_many(list)": lambda: urlsift.find_many(texts),
        "find_many(pandas object)": lambda: urlsift.find_many(objects),
        "find_many(pandas pyarrow)": lambda: urlsift.find_many(strings),
        "find_many(polars)": lambda: urlsift.find_many(series),
        "find_many(pyarrow)": lambda: urlsift.find_many(array),
        "find_many(pyarrow, threads=1)": lambda: urlsift.find_many(array, threads=1),
    }
    best: dict[str, float] = {}
    counts = set()
    for _ in range(args.rounds):
        for name, function in functions.items():
            start = time.perf_counter()
            result = function()
            best[name] = min(best.get(name, 9e9), time.perf_counter() - start)
            is_table = isinstance(result, urlsift.Table)
            counts.add(len(result) if is_table else sum(map(len, result)))
            del result
    assert len(counts) == 1, counts
    whole = next(iter(best.values()))
    print(f"{args.count} texts, {sum(map(len, texts))} characters, {counts.pop()} URLs, {os.cpu_count()} processors")
    for name, seconds in best.items():
        print(f"{name:32} {seconds * 1000:8.1f} ms {seconds / whole:6.2f}")


if __name__ == "__main__":
    main()
