"""The settings for mail clients and terminals, and screens, from the documents. So they and the tests cannot differ."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
PAGE = ROOT / "crates" / "cli" / "guide" / "pick.md"
FILTERS = PAGE.with_name("link.md")


def settings(heading, page=PAGE):
    """Returns the first block `text` under a heading of the third level."""
    section = page.read_text().split(f"\n### {heading}\n")[1].split("\n#")[0]
    return section.split("\n```text\n")[1].split("\n```")[0] + "\n"


def screen():
    """Returns the last screen of the recording, of which README.md shows a picture."""
    return PAGE.with_name("pick.txt").read_text().rstrip()
