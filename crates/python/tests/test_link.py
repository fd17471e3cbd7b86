"""Texts with live links, compared with `corpus/html.tsv` and with what `find` returns."""

import json
from pathlib import Path
from typing import Any

import pytest

import urlsift

TABLE = Path(__file__).parents[3] / "corpus" / "html.tsv"


def test_html_is_that_of_the_table() -> None:
    if not TABLE.exists():
        pytest.skip("the corpus is part of the repository, not of the package")
    lines = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if "\t" in line]
    rows = [(json.loads(f'"{text}"'), json.loads(f'"{html}"')) for text, html in lines]
    assert len(rows) > 15
    for text, html in rows:
        assert urlsift.to_html(text) == html


def link(href: str, text: str) -> str:
    return f'<a href="{href}" rel="noreferrer noopener nofollow">{text}</a>'


# A text, options of `to_html`, and the result.
PAGES = [
    ("a\nb\n\nc", {"paragraphs": True}, "<p>a<br>\nb</p>\n<p>c</p>\n"),
    ("example.org/a", {"forms": ["host"]}, link("http://example.org/a", "example.org/a")),
    ("ftp://a.example/", {"allow": ["ftp"]}, link("ftp://a.example/", "ftp://a.example/")),
    ("http://a.example/", {"only_schemes": ["ftp"]}, "http://a.example/"),
]


@pytest.mark.parametrize("text, options, html", PAGES)
def test_options_of_to_html(text: str, options: dict[str, Any], html: str) -> None:
    assert urlsift.to_html(text, **options) == html


# A text, options of `to_text`, and the result.
TEXTS = [
    ("> <http://a.example/\n> b> c", {}, "> <http://a.example/b> c"),
    ("a\x00\r\n", {}, "a\x00\r\n"),
    ("at http://a.example/bbb", {"wrap": 20}, "at\n<URL:http://\na.example/bbb>"),
    ("http://a.example/b\nc/d", {"join": "never"}, "http://a.example/b\nc/d"),
]


@pytest.mark.parametrize("text, options, whole", TEXTS)
def test_to_text(text: str, options: dict[str, Any], whole: str) -> None:
    assert urlsift.to_text(text, **options) == whole


def test_lone_surrogates_are_no_error() -> None:
    assert urlsift.to_html("\ud83d http://a.example/").endswith(" " + link("http://a.example/", "http://a.example/"))


@pytest.mark.parametrize("arguments, options, error", [
    ((1,), {}, TypeError),
    (("",), {"allow": "http"}, TypeError),
    (("",), {"forms": ["x"]}, ValueError),
    (("",), {"start": 1}, TypeError),
])
def test_misuse(arguments: Any, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        urlsift.to_html(*arguments, **options)
