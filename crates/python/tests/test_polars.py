"""Lazy frames of polars. They are skipped if polars is not installed."""

import builtins
from pathlib import Path
from typing import Any, Callable

import pytest

import urlsift

ROOT = Path(__file__).parents[3]
SHELF = ROOT / "corpus" / "archives" / "shelf.mbox"


def polars() -> Any:
    return pytest.importorskip("polars", reason="polars is not installed")


def test_queries_of_polars_give_what_they_give_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    pl = polars()
    host, urls = pl.col("host"), [SHELF, SHELF]
    # (query, columns that the search computes)
    table: "list[tuple[Callable[[Any], Any], set[str]]]" = [
        (lambda frame: frame, set(urlsift.schema().names)),
        (lambda frame: frame.select("url", "start"), {"url", "start"}),
        (lambda frame: frame.filter(host == "ds.internic.net").select("url"), {"url", "host"}),
        (lambda frame: frame.select("url", "host").filter(host == "none"), {"url", "host"}),
        (lambda frame: frame.select("url").head(5), {"url"}),
        (lambda frame: frame.select("url").slice(63, 4), {"url"}),
        (lambda frame: frame.select("url").tail(3), {"url"}),
        (lambda frame: frame.select("url", "host").head(20).filter(host == "www.example.org"), {"url", "host"}),
        (lambda frame: frame.select("url", "host").filter(host == "www.example.org").head(9), {"url", "host"}),
        (lambda frame: frame.group_by("host").len().sort("host"), {"host"}),
    ]
    asked: "list[set[str]]" = []

    def scan(*arguments: Any, **options: Any) -> urlsift.Reader:
        asked.append(set(options["columns"] or []))
        return urlsift.scan(*arguments, **options)

    monkeypatch.setattr("urlsift._polars.scan", scan)
    whole = pl.DataFrame(urlsift.scan(urls))
    for batch_rows in (7, 16384):
        frame = urlsift.scan_polars(iter(urls), batch_rows=batch_rows)
        assert frame.collect_schema() == whole.schema
        for number, (query, columns) in enumerate(table):
            for engine in ("in-memory", "streaming"):
                asked.clear()
                assert query(frame).collect(engine=engine).equals(query(whole)), (number, engine)
                assert asked == [columns], (number, engine)
        assert frame.select(pl.len()).collect().item() == len(whole) == 2 * 65
    narrow = urlsift.scan_polars(SHELF, columns=["url", "host"], host=".internic.net")
    assert narrow.collect().to_dicts() == list(
        urlsift.scan(SHELF, columns=["url", "host"], host=".internic.net")
    )


def test_a_limit_of_polars_ends_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars()
    large = tmp_path / "large.mbox"
    large.write_bytes(SHELF.read_bytes() * 3000)
    readers: "list[urlsift.Reader]" = []

    def scan(*arguments: Any, **options: Any) -> urlsift.Reader:
        readers.append(urlsift.scan(*arguments, **options))
        return readers[-1]

    monkeypatch.setattr("urlsift._polars.scan", scan)
    frame = urlsift.scan_polars(large, threads=1)
    assert len(frame.head(3).select("url").collect()) == 3
    assert readers[-1].stats["bytes"] < large.stat().st_size / 2


def test_a_lazy_frame_reads_nothing_before_it_is_collected(tmp_path: Path) -> None:
    polars()
    path = tmp_path / "late.txt"
    frame = urlsift.scan_polars(path, columns=["url"])
    with pytest.raises(Exception, match="late.txt"):
        frame.collect()
    path.write_text("http://example.org/")
    assert frame.collect().to_dicts() == [{"url": "http://example.org/"}]
    path.write_text("http://example.net/")
    assert frame.collect().to_dicts() == [{"url": "http://example.net/"}]


def test_wrong_arguments_of_scan_polars_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    polars()
    # (options, exception, part of its text)
    table: "list[tuple[dict[str, Any], type[Exception], str]]" = [
        ({"columns": ["link"]}, ValueError, "link"),
        ({"join": "maybe"}, ValueError, "maybe"),
        ({"threads": 1000}, ValueError, "threads"),
        ({"hostages": ["a"]}, TypeError, "hostages"),
    ]
    for options, exception, text in table:
        with pytest.raises(exception, match=text):
            urlsift.scan_polars(SHELF, **options)
    with open(SHELF, "rb") as file, pytest.raises(TypeError, match="read only once"):
        urlsift.scan_polars(file)  # type: ignore[arg-type]
    real = builtins.__import__

    def without_polars(name: str, *rest: Any) -> Any:
        if name.startswith("polars"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_polars)
    with pytest.raises(ModuleNotFoundError, match="needs the package polars"):
        urlsift.scan_polars(SHELF)


def test_damage_ends_a_lazy_frame_as_it_ends_a_scan() -> None:
    polars()
    broken = b"\x1f\x8b\x08 no gzip"
    assert urlsift.scan_polars(broken).collect().is_empty()
    with pytest.raises(Exception, match="bytes"):
        urlsift.scan_polars(broken, on_damage="raise").collect()
