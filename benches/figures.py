#!/usr/bin/env python3
"""Compares the figures that README.md and the guide quote with benches/RECORD.md, and lists them with their places.

`figures.tsv` has a line for each paragraph or table row that quotes figures: the page, words of the paragraph, its
figures, and the section of the record that has the same numbers. Other percentages and times are errors.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "crates/cli/guide").glob("*.md"))]
MEASURED = re.compile(r"(?<![\d.,])\d[\d.,]*\d? (?:%|s\b|minutes)")


def blocks(text):
    """Yields paragraphs, lists, and rows of tables, each with the number of its first line."""
    start, lines = 1, []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if lines and (not line.strip() or line[0] == "|" or lines[-1][0] in "|#"):
            yield start, " ".join(" ".join(lines).split())
            lines = []
        if line.strip():
            start = start if lines else number
            lines.append(line)


def has(text, figure):
    """Whether `text` has `figure`, and not only as a part of a longer number."""
    return re.search(rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)", text) is not None


def main():
    record = (ROOT / "benches/RECORD.md").read_text("utf-8")
    sections = dict(section.split("\n", 1) for section in record.split("\n## ")[1:])
    pages = {page.name: list(blocks(page.read_text("utf-8"))) for page in PAGES}
    rows = [row.split("\t") for row in (ROOT / "benches/figures.tsv").read_text("utf-8").splitlines()[1:]]
    errors, listed = [f"benches/figures.tsv: there is no page {row[0]}" for row in rows if row[0] not in pages], set()
    for page, words, figures, section in rows:
        figures = figures.split("; ")
        places = [(line, text) for line, text in pages.get(page, []) if words in text and all(has(text, it) for it in figures)]
        if not places:
            errors.append(f"{page}: no paragraph with the words “{words}” has {figures}")
        for figure in figures:
            if not has(sections.get(section, ""), figure.split(" ")[0]):
                errors.append(f"benches/RECORD.md: {figure} of {page} is not in the section “{section}”")
            for line, _ in places:
                listed.add((page, line, figure))
                print(f"{page}:{line}: {figure} ({section})")
    for page, found in pages.items():
        for line, text in found:
            unlisted = [it for it in MEASURED.findall(text) if (page, line, it) not in listed]
            errors += [f"{page}:{line}: {it} is not in the table of the record" for it in unlisted]
    for error in errors:
        print(error, file=sys.stderr)
    return bool(errors) or not listed


sys.exit(main())
