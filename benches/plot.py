#!/usr/bin/env python3
"""Draws the table "The program" of benches/RECORD.md as crates/cli/guide/speed.svg.

    benches/plot.py [--check]

With --check, it compares the drawing with the table, and fails if they differ.
"""
import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRAWING = ROOT / "crates/cli/guide/speed.svg"
STYLE = """text{font:13px sans-serif;fill:#24292f}.n{text-anchor:end}.b{fill:#ffffff}.w{fill:#0969da}.o{fill:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.b{fill:#0d1117}.w{fill:#58a6ff}.o{fill:#6e7681}}"""
LEFT, BAR, STEP = 300, 330, 22


def rows():
    """Yields each program of the table with its wall time for the list, in seconds."""
    record = (ROOT / "benches/RECORD.md").read_text("utf-8")
    section = record.split("\n## The program\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) > 1 and re.fullmatch(r"[\d.]+", cells[1]):
            yield cells[0].strip("`").replace("\\|", "|").removesuffix(" FILE"), float(cells[1])


def draw():
    bars = list(rows())
    longest = max(seconds for _, seconds in bars)
    height = STEP * len(bars) + 44
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + BAR + 70} {height}" role="img"',
        '  aria-label="Wall time of programs on a gigabyte of mail">',
        f'<style>{STYLE}</style><rect class="b" width="100%" height="100%" rx="6"/>',
        '<text x="12" y="22" font-weight="bold">Seconds for a gigabyte of mail</text>',
    ]
    for number, (name, seconds) in enumerate(bars):
        top = 34 + STEP * number
        width, own = BAR * seconds / longest, "w" if name.startswith("urlsift") else "o"
        lines.append(
            f'<text class="n" x="{LEFT - 8}" y="{top + 14}">{html.escape(name, quote=False)}</text>'
            f'<rect class="{own}" x="{LEFT}" y="{top + 3}" width="{width:.1f}" height="15" rx="2"/>'
            f'<text x="{LEFT + width + 6:.1f}" y="{top + 14}">{seconds:.2f}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def main():
    drawing = draw()
    if sys.argv[1:] != ["--check"]:
        DRAWING.write_text(drawing, "utf-8")
    elif DRAWING.read_text("utf-8") != drawing:
        sys.exit(f"{DRAWING.name} differs from the record: run benches/plot.py")


main()
