"""Runs the labelled texts in `corpus/*.toml` through `find`, with all line ends and quote prefixes.

`corpus/README.md` describes the format.
"""

import sys
from pathlib import Path
from typing import Any

import pytest

import urlsift

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CORPUS = Path(__file__).parents[3] / "corpus"
ENDS = ["\n", "\r\n", "\r"]
QUOTES = ["", "> ", ">> ", "> > ", "| ", ": ", "% ", "# ", "› ", "JD> "]
# `variants`: how many line ends, and how many quote prefixes.
VARIANTS = {"all": (3, 10), "ends": (3, 1), "lf": (2, 1), "none": (1, 1)}


def cases() -> list[Any]:
    """Returns the cases of all files."""
    found = []
    for path in sorted(CORPUS.glob("*.toml")):
        found += [case for case in tomllib.loads(path.read_text("utf-8")).get("case", []) if "text" in case]
    return found


def variant(text: str, quote: str, end: str) -> tuple[str, list[tuple[int, int]]]:
    """Applies a quote prefix and a line end to each line, and removes the marks. Returns their ranges, too."""
    *lines, last = text.split("\n")
    marked = "".join(quote + line + end for line in lines) + (quote + last if last else "")
    plain, ranges, start = "", [], 0
    for character in marked:
        if character == "«":
            start = len(plain)
        elif character == "»":
            ranges.append((start, len(plain)))
        else:
            plain += character
    return plain, ranges


def check(case: Any, text: str, ranges: list[tuple[int, int]]) -> None:
    options: dict[str, Any] = {}
    if "look_for" in case:
        options["forms"] = case["look_for"]
    names = ("join", "only_schemes", "extras", "profile", "ascii_only", "as_written")
    options.update({name: case[name] for name in names if name in case})
    found = urlsift.find(text, **options)
    expected: dict[str, Any] = {"urls": [it.url for it in found]}
    expected["pieces"] = [[piece.text for piece in it.pieces] for it in found]
    expected["readings"] = [[reading.url for reading in it.readings] for it in found]
    expected["doubts"] = [[f"{d.kind} {d.chosen} {d.ground}" for d in it.doubts] for it in found]
    expected["joined"] = [it.joined or "" for it in found]
    expected["notes"] = [[note.name for note in it.notes] for it in found]
    expected["forms"] = [it.form for it in found]
    expected["grammars"] = [list(it.grammars) for it in found]
    for field, value in expected.items():
        if field in case:
            assert case[field] == value, (case["name"], field, text)
    assert [(it.start, it.end) for it in found] == ranges, (case["name"], text)
    for it in found:
        for piece in it.pieces:
            if piece.copied:
                assert text[piece.start : piece.end] == piece.text, (case["name"], text)
    encoded = text.encode()
    in_bytes = urlsift.find(encoded, **options)
    spans = [(len(text[:start].encode()), len(text[:end].encode())) for start, end in ranges]
    assert [(it.start, it.end) for it in in_bytes] == spans, (case["name"], text)


def test_every_case_passes_in_every_variant() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is part of the repository, not of the package")
    runs = skipped = 0
    for case in cases():
        # Schemes of the caller are an option of the program.
        if "schemes" in case:
            skipped += 1
            continue
        ends, quotes = VARIANTS[case.get("variants", "all")]
        for quote in QUOTES[:quotes]:
            for end in ENDS[:ends]:
                check(case, *variant(case["text"], quote, end))
                runs += 1
    assert runs > 1000 and skipped < 20, (runs, skipped)
