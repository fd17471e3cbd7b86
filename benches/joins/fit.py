#!/usr/bin/env python3
"""Fits the weights of joins (J8): `fit.py [--write] [--data TEXT] ARCHIVES FILES…`.

Each line of a file is a place where a bare URL ends its line, as JSON. `label` is `join` if the URL goes on, otherwise
`stop`, and `url` is the whole URL, if known. The place is at byte `offset` of the file `source` in the folder ARCHIVES, as in
`corpus/labels`, or at byte `rel` of `text`, whose characters are bytes. The first folder of `source` is the archive.

`examples/join_signs.rs` of the rejoiner says which signs hold at each place. A logistic regression gives each a weight. A
sign for a join has no weight below 0, one against it none above. An L1 penalty leaves few signs with a weight, and a
sign of n places weighs at most ln(n + 1). Then each archive is judged by weights that were fitted to the others. Places
of `corpus/labels` are as frequent as in the archives, so they set the thresholds.

--write writes `weights.rs` and the table in RULES.md; --data names the data there. It needs NumPy and SciPy.
"""
import argparse
import collections
import datetime
import json
import pathlib
import re
import subprocess

import numpy
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "crates/rejoiner/src/join/weights.rs"
RULES = ROOT / "crates/RULES.md"
PENALTY = 1.0
# A join with this sign is at most likely.
CAPPED = "inserted"
# Lines of one long URL are alike, so later ones count less.
LATER_BREAK = 0.15
# The share of right joins at each grade, in places as frequent as in the archives.
GRADES = {"CERTAIN": 0.995, "LIKELY": 0.98, "POSSIBLE": 0.80}
Break = collections.namedtuple("Break", "archive natural goes_on number start end url text")


def breaks(row, archives):
    """Yields the line breaks of the URL of `row`: the first, and those after it up to the end of the URL."""
    natural = "text" not in row
    text = (archives / row["source"]).read_bytes() if natural else row["text"].encode("latin-1")
    at = row["offset"] if natural else row["rel"]
    start, end = max(0, at - 5000), at + 12000
    text, at = text[start:end], at - start
    whole = row.get("url", "").encode()
    archive = row["source"].split("/")[0]
    last = re.compile(rb"[^\r\n]*").match(text, at)
    line = last[0].rstrip()
    if re.search(rb"\s", line):
        return
    # A join that keeps a hyphen which a program inserted is wrong.
    is_inserted = line.endswith(b"-") and whole.startswith(line[:-1]) and not whole.startswith(line)
    end, url, goes_on = at + len(line), line, row["label"] == "join" and not is_inserted
    # An inserted hyphen is a doubt of its own, so it does not move the thresholds.
    natural = natural and not is_inserted
    yield Break(archive, natural, goes_on, 0, at, end, url, text)
    for number in range(1, 20):
        run = re.compile(rb"\r?\n[ \t>|]*([^\s<>\"]+)[ \t]*(?=\r?\n)").match(text, end)
        if not goes_on or not run:
            return
        url += run[1]
        goes_on = len(whole) > len(url) and whole.startswith(url)
        if not goes_on and not url.startswith(whole) or not whole:
            return
        end = run.end(1)
        yield Break(archive, natural, goes_on, number, run.start(1), end, url, text)


def signs(places):
    """Returns the name, text and ground of each sign, and a row of signs for each place, or None."""
    command = ["cargo", "run", "--quiet", "--release", "-p", "urlsift-rejoiner", "--example", "join_signs"]
    head = [f"{it.start} {it.end} {len(it.url)} {len(it.text)}\n".encode() + it.url + it.text for it in places]
    out = subprocess.run(command, input=b"".join(head), stdout=subprocess.PIPE, cwd=ROOT, check=True).stdout
    names, _, rows = out.decode().partition("\n\n")
    rows = [None if it == "-" else [digit == "1" for digit in it] for it in rows.splitlines()]
    return [it.split("\t") for it in names.splitlines()], rows


def fit(held, goes_on, share, direction):
    """Returns the weight of each sign and the base, of a regression in which each weight has its direction."""
    side = numpy.where(goes_on, 1.0, -1.0)

    def loss(weights):
        margin = side * (held @ weights[:-1] + weights[-1])
        slope = -side * share / (1 + numpy.exp(numpy.clip(margin, -40, 40)))
        value = (share * numpy.logaddexp(0, -margin)).sum() + PENALTY * numpy.abs(weights[:-1]).sum()
        return value, numpy.append(held.T @ slope + PENALTY * direction, slope.sum())

    most = numpy.floor(2 * numpy.log1p(held.sum(axis=0))) / 2
    bounds = [(0, it) if sign > 0 else (-it, 0) for it, sign in zip(most, direction)] + [(-30, 30)]
    found = minimize(loss, numpy.zeros(held.shape[1] + 1), jac=True, method="L-BFGS-B", bounds=bounds,
                     options={"maxiter": 500})
    # Rounding to halves, one weight after the other; those that are left make up for it.
    weights = numpy.round(found.x * 2) / 2
    step = True
    while step:
        step = False
        for index in range(len(weights)):
            for change in (-0.5, 0.5):
                tried = weights.copy()
                tried[index] += change
                if bounds[index][0] <= tried[index] <= bounds[index][1] and loss(tried)[0] < loss(weights)[0] - 1e-6:
                    weights, step = tried, True
    weights += 0.0  # no -0
    return weights[:-1], weights[-1]


def threshold(scores, goes_on, share):
    """Returns the least sum from which on `share` of the joins are right."""
    for least in numpy.arange(-6, 12, 0.5):
        chosen = scores >= least
        if chosen.any() and all(goes_on[scores >= it].mean() >= share for it in (least, least + 0.5) if (scores >= it).any()):
            return least
    raise SystemExit(f"no sum is right in {share}")


def table(rows):
    """Returns the rows of Markdown tables as text."""
    return "\n".join("| " + " | ".join(str(it) for it in row) + " |" for row in rows)


def write(names, weights, base, least, data):
    """Writes `weights.rs`, and the table in RULES.md."""
    halves = [(name, int(2 * weight)) for (name, *_), weight in zip(names, weights)]
    source = ["//! The weights of the signs, in halves, in the order of `signs.rs` (J8).", "//!",
              f"//! Made by `benches/joins/fit.py` on {datetime.date.today()} from {data}.", ""]
    constants = {"BASE": (base, "The sum if no sign holds."),
                 **{name: (least[name], f"The least sum of the grade `{name.lower()}`.") for name in GRADES}}
    for name, (value, text) in constants.items():
        source += [f"/// {text}", f"pub(crate) const {name}: i32 = {int(2 * value)};", ""]
    source += ["/// The weight of each sign.", "pub(crate) const WEIGHTS: &[(&str, i32)] = &["]
    source += [f'    ("{name}", {weight}),' for name, weight in halves] + ["];", ""]
    WEIGHTS.write_text("\n".join(source))
    rows = sorted(zip(names, weights), key=lambda it: -it[1])
    rows = [(text, f"{weight:+g}", f"`{ground}`" if weight > 0 else "") for (_, text, ground), weight in rows]
    text = RULES.read_text()
    begin, end = "  |sign|weight|ground|\n", "\n\n  Sums: "
    head, _, rest = text.partition(begin)
    sums = f"base {base:+g}, `possible` from {least['POSSIBLE']:+g}, `likely` from {least['LIKELY']:+g}, `certain` from {least['CERTAIN']:+g}."
    body = "\n  ".join("|" + "|".join(row) + "|" for row in [("---",) * 3, *rows])
    _, _, rest = rest.partition(end)
    RULES.write_text(head + begin + "  " + body + end + sums + rest[rest.index("\n"):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--data", default="the labels in `corpus/labels`")
    parser.add_argument("archives", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    rows = [json.loads(line) for file in args.files for line in file.read_text().splitlines()]
    places = [it for row in rows for it in breaks(row, args.archives)]
    names, found = signs(places)
    direction = numpy.array([-1 if ground == "default" else 1 for _, _, ground in names])
    used = [index for index, it in enumerate(found) if it]
    held = numpy.array([found[index] for index in used], dtype=float)
    goes_on = numpy.array([it.goes_on for it in places])
    share = numpy.array([1 if places[index].number < 3 else LATER_BREAK for index in used])
    archive = numpy.array([it.archive for it in places])
    scores = numpy.full(len(places), -99.0)
    for left in sorted(set(archive)):
        judged = archive[used] == left
        weights, base = fit(held[~judged], goes_on[used][~judged], share[~judged], direction)
        scores[numpy.array(used)[judged]] = held[judged] @ weights + base
    natural = numpy.array([it.natural for it in places])
    weights, base = fit(held, goes_on[used], share, direction)
    fitted = numpy.full(len(places), -99.0)
    fitted[used] = held @ weights + base
    capped = numpy.zeros(len(places), dtype=bool)
    capped[used] = held[:, [name for name, *_ in names].index(CAPPED)] > 0
    least = {}
    for name, share in GRADES.items():
        chosen = natural & ~(capped & (name == "CERTAIN"))
        least[name] = threshold(scores[chosen], goes_on[chosen], share)

    def counts(chosen, scores):
        for name in GRADES:
            joined = chosen & (scores >= least[name]) & ~(capped & (name == "CERTAIN"))
            yield f"{(joined & goes_on).sum()}:{(joined & ~goes_on).sum()}"

    head = ("archive", "go on", "end", "certain", "likely", "possible", "certain, fitted", "likely", "possible")
    print(table([head, ("---",) * len(head)]))
    chosen = [(it, archive == it) for it in sorted(set(archive))]
    for name, chosen in [*chosen, ("natural", natural), ("together", natural | True)]:
        row = [name, (chosen & goes_on).sum(), (chosen & ~goes_on).sum(), *counts(chosen, scores), *counts(chosen, fitted)]
        print(table([row]))
    print(f"\nbase {base:+g},", ", ".join(f"{name} from {value:+g}" for name, value in least.items()))
    for (name, *_), weight in sorted(zip(names, weights), key=lambda it: -it[1]):
        print(f"{weight:+5.1f} {name}")
    if args.write:
        write(names, weights, base, least, args.data)


if __name__ == "__main__":
    main()
