"""Compares notes with `corpus/notes.tsv`, as the tests of the other packages do."""

import json
from pathlib import Path

import pytest

import urlsift

TABLE = Path(__file__).parents[3] / "corpus" / "notes.tsv"


def test_notes_are_those_of_the_table(tmp_path: Path) -> None:
    if not TABLE.exists():
        pytest.skip("the corpus is part of the repository, not of the package")
    lines = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if "\t" in line]
    rows = [(json.loads(f'"{url}"'), notes.split()) for url, notes in lines]
    assert len(rows) >= 55
    for url, notes in rows:
        assert [f"{note.severity}:{note.name}" for note in urlsift.check(url).notes] == notes, url
        (found,) = urlsift.find(f"<URL:{url}>")
        assert found.url == url
        assert [f"{note.severity}:{note.name}" for note in found.notes] == notes, url
    path = tmp_path / "urls.txt"
    path.write_text("".join(f"<URL:{url}>\n\n" for url, _ in rows), "utf-8")
    scanned = list(urlsift.scan(str(path)))
    assert [row["url"] for row in scanned] == [url for url, _ in rows]
    # A row has the name of each kind once.
    names = [list(dict.fromkeys(note.split(":")[1] for note in notes)) for _, notes in rows]
    assert [list(row["notes"]) for row in scanned] == names
