"""Tests `find_many` with columns of several packages."""

import random
import threading
from collections.abc import Iterable
from typing import Any, Callable, Optional, Union

import pandas
import polars
import pyarrow
import pytest
from pyarrow.compute import run_end_encode

import urlsift

Text = Union[str, bytes, None]
Row = tuple[int, str, int, int, Optional[str]]

# Texts with characters of one to four bytes, missing ones, no URL, several, and one that is joined.
TEXTS: list[Optional[str]] = [
    "see http://a.example/",
    None,
    "",
    "no URL",
    "é € 👍 <http://b.example/\n> é> and http://c.example/",
    "The minutes are at http://lists.example.org/archive/\n2001-05/minutes.html",
    None,
]

COLUMNS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "pandas": pandas.Series,
    "pandas object": lambda texts: pandas.Series(texts, dtype=object),
    "pandas string": lambda texts: pandas.Series(texts, dtype="string[python]"),
    "pandas pyarrow": lambda texts: pandas.Series(texts, dtype=pandas.ArrowDtype(pyarrow.string())),
    "pandas index": lambda texts: pandas.Series(texts, index=range(7, 7 + len(texts))),
    "pandas category": lambda texts: pandas.Series(texts, dtype="category"),
    "polars": polars.Series,
    "polars category": lambda texts: polars.Series(texts, dtype=polars.Categorical),
    "string": pyarrow.array,
    "large string": lambda texts: pyarrow.array(texts, pyarrow.large_string()),
    "string view": lambda texts: pyarrow.array(texts, pyarrow.string_view()),
    "slice": lambda texts: pyarrow.array(["x", None, *texts, "x"]).slice(2, len(texts)),
    "dictionary": lambda texts: pyarrow.array(["x", *texts]).dictionary_encode().slice(1),
    "nulls in a dictionary": lambda texts: pyarrow.DictionaryArray.from_arrays(range(len(texts)), pyarrow.array(texts)),
    "runs": lambda texts: run_end_encode(pyarrow.array(["x", "x", *texts, "x"])).slice(2, len(texts)),
    "short runs": lambda texts: run_end_encode(pyarrow.array(texts), run_end_type=pyarrow.int16()),
    "chunks": lambda texts: pyarrow.chunked_array([texts[:3], [], texts[3:]], pyarrow.string()),
}


def fixed_size(texts: list[Any]) -> Any:
    """Pads texts to one size."""
    longest = max(len(text) for text in texts if text is not None)
    texts[:] = [text if text is None else text.ljust(longest) for text in texts]
    return pyarrow.array(texts, pyarrow.binary(longest))


def rows_of_find(texts: Iterable[Text], **options: Any) -> list[Row]:
    return [
        (row, found.url, found.start, found.end, found.joined)
        for row, text in enumerate(texts)
        if text is not None
        for found in urlsift.find(text, **options)
    ]


def rows(texts: Any, **options: Any) -> list[Row]:
    table = pyarrow.table(urlsift.find_many(texts, **options))
    table.validate(full=True)
    return [tuple(row.values()) for row in table.to_pylist()]


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_all_columns_have_the_rows_of_find(make: Callable[[list[Any]], Any]) -> None:
    expected = rows_of_find(TEXTS)
    assert [row for row, *_ in expected] == [0, 4, 4, 5]
    assert rows(make(TEXTS)) == expected


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_lists_are_those_of_find(make: Callable[[list[Any]], Any]) -> None:
    table = pyarrow.table(urlsift.find_many(make([*TEXTS, "<http://a.example/well-\nknown>"]), lists=True))
    table.validate(full=True)
    expected: list[Any] = [
        None
        if text is None
        else [
            {"url": found.url, "start": found.start, "end": found.end, "form": found.form, "grade": found.joined,
             "notes": [note.name for note in found.notes]}
            for found in urlsift.find(text)
        ]
        for text in [*TEXTS, "<http://a.example/well-\nknown>"]
    ]  # fmt: skip
    assert table["urls"].to_pylist() == expected and expected[-1][0]["notes"] == ["hyphen_in_doubt"]


def test_dictionaries_without_texts() -> None:
    empty = pyarrow.DictionaryArray.from_arrays(pyarrow.array([None, None], pyarrow.int32()), pyarrow.array([], "string"))
    assert rows(empty) == rows(pyarrow.array(["a"]).dictionary_encode().slice(1)) == []
    with pytest.raises(TypeError, match=r"texts\[0\]"):
        rows(pyarrow.array([1]).dictionary_encode())


@pytest.mark.parametrize("make", [pyarrow.array, polars.Series, list, pandas.Series, fixed_size])
def test_offsets_of_bytes_are_bytes(make: Callable[[list[Any]], Any]) -> None:
    texts = [text if text is None else text.encode() for text in TEXTS]
    assert rows(make(texts)) == rows_of_find(texts)


@pytest.mark.parametrize("missing", [None, float("nan"), pandas.NA])
def test_missing_texts_have_no_rows(missing: Any) -> None:
    text = "http://a.example/"
    assert rows([missing, text, missing]) == [(1, text, 0, 17, None)]
    assert rows([missing]) == rows([]) == rows(pyarrow.nulls(3)) == []


OPTIONS: list[dict[str, Any]] = [
    {"threads": 1},
    {"threads": 3},
    {"join": "never"},
    {"forms": ["angle"]},
    {"forms": ["host"], "extras": ["one_label"]},
    {"only_schemes": ["ftp"]},
    {"profile": "chat", "ascii_only": True, "as_written": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_many_texts_have_the_rows_of_find(options: dict[str, Any]) -> None:
    pieces = ["http://a.example/b", "<ftp://c.example/\n> d>", "é", " ", "\n", "👍", "www.e.example", "\ud800", "f.org"]
    choose = random.Random(7)
    texts = ["".join(choose.choices(pieces, k=choose.randrange(9))) for _ in range(9_000)]
    of_find = {name: value for name, value in options.items() if name != "threads"}
    expected = rows_of_find(texts, **of_find)
    assert expected
    assert rows(texts, **options) == expected


def test_a_few_long_texts_are_searched_like_many() -> None:
    text = "é http://a.example/\n" * 50_000
    assert rows([text, None, text]) == rows_of_find([text, None, text])


# Texts, options, and the exception.
ERRORS: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("http://a.example/", {}, TypeError, "texts must be an iterable of str and bytes, or a column of them, not str"),
    (b"http://a.example/", {}, TypeError, "not bytes"),
    (None, {}, TypeError, "'NoneType' object is not iterable"),
    (["", 7], {}, TypeError, r"texts\[1\] must be str, bytes or missing, not int"),
    (pandas.Series([1, 2]), {}, TypeError, r"texts\[0\] must be .*, not int"),
    (polars.Series([1, 2]), {}, TypeError, r"texts\[0\] must be .*, not int"),
    (pyarrow.array([1, 2]), {}, TypeError, r"texts\[0\] must be .*, not Int64Scalar"),
    (pandas.DataFrame({"text": ["a"]}), {}, TypeError, "not DataFrame"),
    (polars.DataFrame({"text": ["a"]}), {}, TypeError, r"texts\[0\] must be .*, not Series"),
    (pyarrow.table({"text": ["a"]}), {}, TypeError, "texts"),
    ([], {"forms": ["angel"]}, ValueError, "unknown form"),
    ([], {"limit": 3}, TypeError, "unexpected keyword argument 'limit'"),
    ([], {"threads": -1}, ValueError, "threads must not be negative"),
    ([], {"threads": 1000}, ValueError, "threads must be at most 256"),
]


@pytest.mark.parametrize("texts, options, error, message", ERRORS, ids=lambda value: str(value)[:40])
def test_misuse_raises_an_error(
    texts: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        urlsift.find_many(texts, **options)


def test_a_table_is_read_as_often_as_needed() -> None:
    table = urlsift.find_many(TEXTS)
    frame = polars.DataFrame(table)
    assert len(table) == 4
    assert pyarrow.table(table) == pyarrow.table(table)
    assert frame.rows() == rows_of_find(TEXTS)
    assert frame.columns == pyarrow.schema(table).names == ["row", "url", "start", "end", "grade"]
    assert repr(urlsift.find_many([])).startswith("Table(rows=0, ")


def test_other_threads_run_during_the_search() -> None:
    texts = pyarrow.array(["see http://a.example/ and text " * 40_000] * 20)
    turns = 0
    done = threading.Event()

    def search() -> None:
        urlsift.find_many(texts, threads=1)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 3
