#!/usr/bin/env python3
"""Draws the last screen of the recording `pick.cast` as `pick.svg`, in light and dark colours.

It needs the package pyte of PyPI, which reads the escape sequences. `record.py` makes the recording. The same recording
gives the same picture.
"""

import html
import json
import pathlib

import pyte

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "guide"
# Pixels of a character cell, and around the screen.
WIDTH, HEIGHT, MARGIN = 8.4, 18, 12
# Colours by their names in pyte: on a light background, and on a dark one.
COLORS = {
    "default": ("#24292f", "#d4d4d4"),
    "cyan": ("#0b7285", "#56b6c2"),
    "brown": ("#8a6100", "#e5c07b"),
    "brightgreen": ("#1a7f37", "#98c379"),
    "brightred": ("#c1121f", "#ff7b72"),
}
BACKGROUND = ("#ffffff", "#1e1e1e")


def last_screen(lines):
    """Returns the screen at the end of a recording of asciinema."""
    header, *events = map(json.loads, lines)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, kind, data in events:
        if kind == "o":
            stream.feed(data)
    return screen


def runs(cells):
    """Yields the column, the text and the style of the parts of a line that have one style."""
    start = 0
    for column in range(1, len(cells) + 1):
        style = (cells[start].fg, cells[start].bold, cells[start].reverse, cells[start].underscore)
        if column == len(cells) or style != (
            cells[column].fg,
            cells[column].bold,
            cells[column].reverse,
            cells[column].underscore,
        ):
            yield start, "".join(cell.data for cell in cells[start:column]), style
            start = column


def picture(screen):
    """Returns the SVG."""
    width, height = screen.columns * WIDTH + 2 * MARGIN, screen.lines * HEIGHT + 2 * MARGIN
    colors = {"b": BACKGROUND, **COLORS}
    light, dark = ("".join(f".{name}{{fill:{color[i]}}}" for name, color in colors.items()) for i in (0, 1))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img"',
        '  aria-label="The link picker: a list of links, the description of one, and the text around it">',
        "<style>text{font:14px monospace;white-space:pre}" + light,
        f"@media(prefers-color-scheme:dark){{{dark}}}</style>",
        f'<rect class="b" width="{width:g}" height="{height:g}" rx="6"/>',
    ]
    for row in range(screen.lines):
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        for column, text, (color, is_bold, is_reversed, is_underlined) in runs(cells):
            if color not in COLORS:
                raise SystemExit(f"the colour {color} of the screen has no colours here")
            length = len(text) * WIDTH
            x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
            if is_reversed:
                out.append(f'<rect class="{color}" x="{x:g}" y="{y:g}" width="{length:g}" height="{HEIGHT}"/>')
            text = text.rstrip()
            if not text:
                continue
            length = len(text) * WIDTH
            style = ' font-weight="bold"' * is_bold + ' text-decoration="underline"' * is_underlined
            name = "b" if is_reversed else color
            out.append(
                f'<text class="{name}" x="{x:g}" y="{y + 13:g}" textLength="{length:g}"{style}>{html.escape(text)}</text>'
            )
    return "\n".join([*out, "</svg>\n"])


if __name__ == "__main__":
    recorded = (FOLDER / "pick.cast").read_text("utf-8").splitlines()
    (FOLDER / "pick.svg").write_text(picture(last_screen(recorded)), "utf-8")
