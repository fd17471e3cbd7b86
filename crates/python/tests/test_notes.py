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
    rows = [(json.loads(f'"{line[0]}"'), line[1].split()) for line in lines]
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


def test_links_have_the_notes_of_the_table(tmp_path: Path) -> None:
    if not TABLE.exists():
        pytest.skip("the corpus is part of the repository, not of the package")
    lines = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()]
    rows = [[json.loads(f'"{column}"') for column in line] for line in lines if len(line) == 4]
    assert len(rows) >= 20
    for url, _, text, severity in rows:
        note = urlsift.link_text_note(text, url)
        assert (note.severity if note else "") == severity, text
        assert urlsift.link_text_differs(text, url) == (note is not None)
        assert note is None or note.name == "text_names_other_host"
    path = tmp_path / "links.html"
    links = "".join(f'<p><a href="{url}">{text}</a>\n' for url, _, text, _ in rows)
    path.write_text(f"<html><meta charset=utf-8>{links}", "utf-8")
    for wanted in ("warning", "danger"):
        scanned = list(urlsift.scan(str(path), where=f"notes={wanted}", columns=["url", "text", "notes"]))
        expected = [[url, text] for url, _, text, severity in rows if severity == wanted]
        assert [[row["url"], row["text"]] for row in scanned] == expected
        assert all(list(row["notes"]) == ["text_names_other_host"] for row in scanned)
