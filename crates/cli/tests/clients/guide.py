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
    """Returns the screen of the picker in README.md."""
    section = (ROOT / "README.md").read_text().split("\n## The link picker\n")[1]
    return section.split("\n```text\n")[1].split("\n```")[0]
