"""Compares the URLs of calendars with those in the values that the package `icalendar` reads, on its own test files."""

import re
from pathlib import Path
from typing import Any, Iterator

import pytest

import urlsift

icalendar = pytest.importorskip("icalendar", reason="skipped: icalendar is not installed")

FILES = sorted((Path(icalendar.__file__).parent / "tests").rglob("*.ics"))


def values(path: Path) -> "Iterator[str]":
    """Yields the values of the properties of a calendar, as far as the package can read it."""
    try:
        components = icalendar.Calendar.from_ical(path.read_bytes(), multiple=True)
    except (ValueError, IndexError, KeyError):
        return
    for component in components:
        for _, value in component.property_items():
            # A value that cannot be read has only the text of the file.
            if not isinstance(value, bytes):
                yield str(value)


def links(text: str) -> "list[str]":
    """Returns the URLs of `http` that end before whitespace."""
    return re.findall(r"https?://[a-z0-9][\w./:?=&%~+#-]*[\w/=]", text)


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_urls_are_those_of_the_values(path: Path) -> None:
    found: Any = {row["url"] for row in urlsift.scan(path)}
    expected = {link for value in values(path) for link in links(value)}
    missing = {link for link in expected if not any(url.startswith(link) for url in found)}
    assert not missing


def test_the_files_have_urls() -> None:
    assert sum(len(links(value)) for path in FILES for value in values(path)) > 20
