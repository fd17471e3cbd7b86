#!/usr/bin/env python3
"""Checks what `urlsift link` makes of the files of a folder.

Usage: links.py PROGRAM FOLDER

- A text in which nothing is joined is printed unchanged (`--format text`), or is decoded if it is quoted-printable.
- Without its hyperlinks the output for a terminal is the text, with control and invisible characters escaped. This is
  compared for texts of visible ASCII, spaces, tabs and line ends.
- The page has no parse error by the HTML Standard, no element but those that urlsift writes, and no script. This needs
  the package html5lib.

Prints the number of files by result. The exit status is 1 if a file fails.
"""

import collections
import concurrent.futures
import os
import quopri
import re
import subprocess
import sys
from pathlib import Path

try:
    import html5lib
except ImportError:
    html5lib = None

HYPERLINK = re.compile(rb"\x1b\]8;[^;\x1b]*;[ -~]*\x1b\\")
VISIBLE = re.compile(rb"(?:[\t\n -~]|\r\n)*")
ELEMENTS = {"html", "head", "meta", "title", "style", "body", "pre", "a", "span"}
ATTRIBUTES = {"a": {"href", "rel", "title", "data-urlsift"}, "span": {"title", "data-urlsift"}}
# html5lib reads a few kB in a millisecond.
MAX_PAGE_BYTES = 1 << 20


def run(program, path, *args):
    command = (program, "link", "--input", "text", *args, str(path))
    return subprocess.run(command, check=True, capture_output=True).stdout


def check_page(page):
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    for element in parser.parse(page.decode()).iter():
        assert element.tag in ELEMENTS, element.tag
        allowed = ATTRIBUTES.get(element.tag)
        assert allowed is None or allowed.issuperset(element.attrib), element.attrib


def check(program, path):
    """Returns the results of the checks of one file."""
    text = path.read_bytes()
    # urlsift reads a text with NULs as UTF-16, or not at all.
    if not text or b"\0" in text or len(text) > 64 << 20:
        return ["not a text"]
    expected = text.decode(errors="replace").encode()
    whole = run(program, path, "--format", "text", "--join", "never", "--forms", "bare")
    if whole != expected and whole == quopri.decodestring(text).decode(errors="replace").encode():
        return ["decoded"]
    results = ["unchanged" if whole == expected else f"changed: {path}"]
    if VISIBLE.fullmatch(text):
        drawn = HYPERLINK.sub(b"", run(program, path, "--format", "terminal"))
        results.append("terminal" if drawn == text else f"terminal differs: {path}")
    if html5lib and len(text) <= MAX_PAGE_BYTES:
        try:
            check_page(run(program, path, "--format", "html"))
            results.append("page")
        except (AssertionError, html5lib.html5parser.ParseError) as error:
            results.append(f"page: {error!r}: {path}")
    return results


def main(program, folder):
    paths = [Path(root) / name for root, _, names in os.walk(folder) for name in names]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for results in pool.map(lambda path: check(program, path), paths):
            counts.update(results)
    for result, count in counts.most_common():
        print(f"{count:7} {result}")
    return any(result not in {"unchanged", "terminal", "page", "decoded", "not a text"} for result in counts)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
