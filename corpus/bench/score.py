#!/usr/bin/env python3
"""Scores urlsift and other programs on the labelled places: `score.py [--urlsift PROGRAM] [--only NAME…]`.

Each program reads the windows as text files. What it finds in the judged lines is compared with the labels:

- A URL is right if it is spelled as the label, or becomes the label if `&amp;` is replaced by `&`.
- What begins outside the judged lines is ignored, and what begins in a masked address (`user at example.org`).
- Places in doubt are not scored.
- A kind (hosts that begin with `www.`, other hosts, addresses) is scored only for programs that look for it.

The programs are installed into --tools, a temporary folder by default, by name from crates.io, PyPI, npm and Debian.
What cannot be installed is skipped, with a line that says why. --set scores only the 1,600 places that were drawn
`first`, or the 800 that were drawn later (`more`). --by prints recall of URLs by `source` or `stratum`, --wrong lists
the finds that are wrong and the labels that were missed.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE / "peers"
ROUNDS = 5
KINDS = ["url", "www", "host", "address"]
RG_PATTERN = r'[a-z]+://[^\s<>"]+'


class Skipped(Exception):
    """A program that cannot be installed, with the reason."""


def run(command, **options):
    done = subprocess.run([str(it) for it in command], capture_output=True, check=False, **options)
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Skipped(f"{command[0]}: {lines[-1] if lines else done.returncode}")
    return done.stdout.decode("utf-8")


def program(name):
    path = shutil.which(name)
    if path is None:
        raise Skipped(f"there is no {name}")
    return path


# Each installer returns the version of a program and its command without the folder.

def python(package, name, tools):
    venv = tools / "python"
    if not (venv / "bin/pip").exists():
        run([sys.executable, "-m", "venv", venv])
    if package:
        run([venv / "bin/pip", "install", "--quiet", package])
        version = re.search(r"Version: (\S+)", run([venv / "bin/pip", "show", package]))[1]
    else:
        version = sys.version.split()[0]
    return version, [venv / "bin/python", PEERS / "find.py", name]


def node(name, tools, options=""):
    folder = tools / "node"
    folder.mkdir(exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text("{}")
    if not (folder / "node_modules" / name).exists():
        run([program("npm"), "install", "--silent", "--no-fund", "--no-audit", name], cwd=folder)
    version = json.loads((folder / "node_modules" / name / "package.json").read_text())["version"]
    return version, [program("node"), PEERS / "find.mjs", name + options]


def debian(tools, *packages):
    folder = tools / "debian"
    folder.mkdir(exist_ok=True)
    for package in packages:
        if not list(folder.glob(f"{package}_*.deb")):
            run([program("apt-get"), "download", package], cwd=folder)
            run([program("dpkg-deb"), "-x", next(folder.glob(f"{package}_*.deb")), folder])
    return folder, next(folder.glob(f"{packages[0]}_*.deb")).name.split("_")[1]


def perl(module, tools):
    folder, version = debian(tools, "liburi-find-perl", "liburi-perl", "libregexp-ipv6-perl")
    return version, [program("perl"), f"-I{folder / 'usr/share/perl5'}", PEERS / "find.pl", module]


def ripgrep(tools):
    rg = shutil.which("rg") or debian(tools, "ripgrep")[0] / "usr/bin/rg"
    version = run([rg, "--version"]).split()[1]
    return version, [rg, "--no-config", "-aobN", "--no-heading", "--with-filename", RG_PATTERN]


def linkify(tools, *options):
    folder = tools / "linkify"
    built = folder / "target/release/find"
    if not built.exists():
        (folder / "src").mkdir(parents=True, exist_ok=True)
        (folder / "Cargo.toml").write_text('[package]\nname = "find"\nversion = "0.0.0"\nedition = "2021"\n'
                                           '[dependencies]\nlinkify = "0.10"\n[workspace]\n')
        shutil.copy(PEERS / "find.rs", folder / "src/main.rs")
        run([program("cargo"), "build", "--quiet", "--release", "--target-dir", folder / "target"], cwd=folder)
    version = re.search(r'name = "linkify"\nversion = "([^"]+)"', (folder / "Cargo.lock").read_text())[1]
    return version, [built, "{}", *options]


def urlsift(path, *more):
    """The program with its default forms, or with all forms of URLs that are whole."""
    version = run([path, "--version"]).split()[1]
    text = run([path, "scan", "--help"])
    forms = re.findall(r"- (\w+): ", text[text.index("--forms <"):text.index("--scheme-add")])
    chosen = ["--forms", ",".join(it for it in forms if it != "repaired")] if more else []
    fields = "url,form,source,pieces,offset_in"
    return version, [path, "scan", "--input", "text", "--format", "jsonl", "--fields", fields, *chosen]


def read_jsonl(line):
    return json.loads(line)


def read_tabs(line):
    name, place, url = line.split("\t", 2)
    return [name, int(place), url]


def read_rg(line):
    path, place, url = line.split(":", 2)
    return [os.path.basename(path), int(place), url]


def read_urlsift(line):
    row = json.loads(line)
    assert row["offset_in"] == "source", row
    url = row["url"]
    if row["form"] in ("host", "www"):
        url = re.sub(r"\A(?:http|ftp)://", "", url)
    if row["form"] == "address":
        url = url.removeprefix("mailto:")
    return [os.path.basename(row["source"]), next(it["start"] for it in row["pieces"] if it["copied"]), url]


# Each program: its name, the kinds that it may look for, its installer, the reader of its lines, and whether its places
# are counted in characters.
PROGRAMS = [
    ("urlsift", ["url", "www"], lambda args: urlsift(args.urlsift), read_urlsift, False),
    ("urlsift, all forms", KINDS, lambda args: urlsift(args.urlsift, "all"), read_urlsift, False),
    ("linkify", ["url", "address"], lambda args: linkify(args.tools), read_tabs, False),
    ("linkify, hosts", KINDS, lambda args: linkify(args.tools, "hosts"), read_tabs, False),
    ("linkify-it", ["url", "address"], lambda args: node("linkify-it", args.tools), read_jsonl, False),
    ("linkify-it, hosts", KINDS, lambda args: node("linkify-it", args.tools, "-hosts"), read_jsonl, False),
    ("linkifyjs", KINDS, lambda args: node("linkifyjs", args.tools), read_jsonl, False),
    ("urlextract", KINDS[:3], lambda args: python("urlextract", "urlextract", args.tools), read_jsonl, True),
    ("bleach", KINDS, lambda args: python("bleach", "bleach", args.tools), read_jsonl, True),
    ("Django urlize", KINDS, lambda args: python("django", "urlize", args.tools), read_jsonl, True),
    ("URI::Find", ["url"], lambda args: perl("URI::Find", args.tools), read_jsonl, False),
    ("URI::Find::Schemeless", KINDS[:3], lambda args: perl("URI::Find::Schemeless", args.tools), read_jsonl, False),
    ("ripgrep", ["url"], lambda args: ripgrep(args.tools), read_rg, False),
    ("Python re", ["url"], lambda args: python(None, "re", args.tools), read_jsonl, True),
]


def kind_of(found):
    """Returns the kind that a find claims to be."""
    if re.match(r"(?:mailto|news|tel|sip|urn|data):", found, re.I) or "://" in found:
        return "url"
    if re.match(r"[^/@]+@[^/@]+\Z", found):
        return "address"
    return "www" if re.match(r"(?:www|ftp|web)\.", found, re.I) else "host"


def plain(url):
    return url.replace("&amp;", "&")


def byte_places(text, finds, in_chars):
    """Gives each find its place in bytes. A find without a place is the next occurrence of its text."""
    after = 0
    for place, url in finds:
        if place is None:
            at = text.find(url, after)
            if at < 0:
                at = text.find(url)
            if at < 0:  # The program has changed the text: its first characters show where it was.
                at = max(text.find(url[:8], after), 0)
            after = at + len(url)
            place = len(text[:at].encode())
        elif in_chars:
            place = len(text[:place].encode())
        yield place, url


def score(places, finds, kinds):
    """Counts finds and labels: by kind, and for URLs by property."""
    count = collections.Counter()
    wrong = []
    for place in places:
        if place["doubt"]:
            continue
        missed = [it for it in place["urls"] if it["kind"] != "masked"]
        masked = [it["range"] for it in place["urls"] if it["kind"] == "masked"]
        start, end = place["span"]
        for at, url in finds.get(place["id"], []):
            if not start <= at < end or any(first <= at < last for first, last in masked):
                continue
            label = next((it for it in missed if plain(it["url"]) == plain(url)), None)
            kind = label["kind"] if label else kind_of(url)
            if kind not in kinds:
                continue
            count[kind, "found"] += 1
            if label:
                missed.remove(label)
                count[kind, "right"] += 1
                for name in properties(place, label):
                    count[name, "right"] += 1
            else:
                wrong.append((place["id"], f"wrong {kind}", url))
        wrong += [(place["id"], f"missed {it['kind']}", it["url"]) for it in missed if it["kind"] in kinds]
        for label in place["urls"]:
            count[label["kind"], "labelled"] += 1
            for name in properties(place, label):
                count[name, "labelled"] += 1
    return count, wrong


def properties(place, label):
    if label["kind"] == "url":
        yield "wrapped" if label["wrapped"] else "unwrapped"
        yield "joined" if label["broken"] else "whole"
        yield "source " + place["source"]
        yield "stratum " + place["stratum"]


def ratio(count, name, of):
    return f"{100 * count[name, 'right'] / count[name, of]:.1f}" if count[name, of] else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urlsift", default="urlsift", help="the program, by default from PATH")
    tools = pathlib.Path(tempfile.gettempdir()) / "urlsift-bench-peers"
    parser.add_argument("--tools", type=pathlib.Path, default=tools, help=f"for what is installed, by default {tools}")
    parser.add_argument("--set", choices=["first", "more", "all"], default="all", help="which places")
    parser.add_argument("--only", nargs="*", help="names of programs")
    parser.add_argument("--by", choices=["source", "stratum"])
    parser.add_argument("--wrong", type=pathlib.Path, help="a folder for a list of errors for each program")
    parser.add_argument("--places", type=pathlib.Path, default=HERE / "places.jsonl")
    args = parser.parse_args()
    args.tools.mkdir(parents=True, exist_ok=True)
    places = [json.loads(line) for line in args.places.read_bytes().splitlines()]
    letter = {"first": "y", "more": "z", "all": ""}[args.set]
    places = [place for place in places if place["id"].startswith(letter)]
    texts = {place["id"]: place["text"] for place in places}
    total = score(places, {}, KINDS)[0]
    print(f"{len(places)} places, {sum(place['doubt'] for place in places)} in doubt. Of the others: " + ", ".join(
        f"{total[it, 'labelled']} {it}" for it in [*KINDS, "wrapped", "joined"]) + "\n")
    columns = ["precision", "recall", "wrapped", "joined"] + [f"{it} {side}" for it in KINDS[1:] for side in ("P", "R")]
    print("| program | version | " + " | ".join(columns) + " | seconds |")
    print("|" + "---|" * (len(columns) + 3))
    tables = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            (pathlib.Path(folder) / name).write_bytes(text.encode())
        for name, kinds, install, read, in_chars in PROGRAMS:
            if args.only and name not in args.only:
                continue
            try:
                version, command = install(args)
                command = [str(it).replace("{}", folder) for it in command] if "{}" in command else [*command, folder]
                seconds, output = [], ""
                for _ in range(ROUNDS):
                    before = time.monotonic()
                    output = run(command, cwd=args.tools / "node" if "find.mjs" in str(command) else None)
                    seconds.append(time.monotonic() - before)
            except (Skipped, OSError) as reason:
                print(f"skipped {name}: {reason}")
                continue
            raw = collections.defaultdict(list)
            for line in output.split("\n"):
                if line:
                    file, place, url = read(line)
                    raw[file].append((place, url))
            finds = {file: list(byte_places(texts[file], found, in_chars)) for file, found in raw.items()}
            claimed = {kind_of(url) for found in finds.values() for _, url in found}
            kinds = [it for it in kinds if it in claimed]
            count, wrong = score(places, finds, kinds)
            cells = [ratio(count, "url", "found")]
            cells += [ratio(count, it, "labelled") for it in ("url", "wrapped", "joined")]
            for kind in KINDS[1:]:
                cells += [ratio(count, kind, side) if kind in kinds else "" for side in ("found", "labelled")]
            print(f"| {name} | {version} | " + " | ".join(cells) + f" | {min(seconds):.2f} |", flush=True)
            tables[name] = count
            if args.wrong:
                args.wrong.mkdir(exist_ok=True)
                lines = ["\t".join(it).replace("\n", "⏎") for it in wrong]
                (args.wrong / f"{re.sub('[^A-Za-z-]+', '-', name)}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    if args.by:
        groups = sorted({name for name, _ in total if name.startswith(args.by + " ")})
        print(f"\nRecall of URLs by {args.by}:\n")
        print("| program | " + " | ".join(f"{it.split(' ', 1)[1]} ({total[it, 'labelled']})" for it in groups) + " |")
        print("|" + "---|" * (len(groups) + 1))
        for name, count in tables.items():
            print(f"| {name} | " + " | ".join(ratio(count, it, "labelled") for it in groups) + " |")


main()
