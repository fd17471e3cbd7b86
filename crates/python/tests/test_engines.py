"""Runs the recipes of `ENGINES.md`. Those whose packages are not installed are skipped."""

import functools
import gzip
import json
import re
from pathlib import Path
from typing import Any, Callable

import pytest

import urlsift

ROOT = Path(__file__).parents[3]
SHELF = ROOT / "corpus" / "archives" / "shelf.mbox"
COLUMNS = ["url", "host", "date"]


def by_text(rows: "list[dict[str, Any]]") -> "list[dict[str, Any]]":
    """Returns the rows in an order that depends on them alone."""
    return sorted(rows, key=lambda row: json.dumps({**row, "date": str(row["date"] and row["date"].timestamp())}))


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `lists` in the current one, whose plan has several splits."""
    folder = tmp_path / "lists"
    folder.mkdir()
    shelf = SHELF.read_bytes()
    (folder / "a.mbox").write_bytes(shelf * 3)
    (folder / "b.mbox.gz").write_bytes(gzip.compress(shelf))
    monkeypatch.chdir(tmp_path)
    small = functools.partial(urlsift.plan, split_bytes=6000, pack_bytes=0)
    assert len(list(small("lists"))) > 5
    monkeypatch.setattr(urlsift, "plan", small)
    return folder


# (section, package, the rows of what the recipe leaves)
RECIPES: "list[tuple[str, str, Callable[[dict[str, Any]], list[dict[str, Any]]]]]" = [
    ("polars", "polars", lambda names: names["urls"].select(COLUMNS).collect().to_dicts()),
    ("DuckDB", "duckdb", lambda names: names["table"].to_pylist()),
    ("Dask", "dask.dataframe", lambda names: names["pyarrow"].Table.from_pandas(
        names["urls"].compute(), preserve_index=False).to_pylist()),
    ("Ray Data", "ray.data", lambda names: names["ray"].data.read_parquet("urls").take_all()),
    ("Beam", "apache_beam", lambda _: [
        json.loads(line) for path in Path("urls").iterdir() for line in path.read_text().splitlines()]),
]  # fmt: skip


@pytest.mark.parametrize("section, package, rows", RECIPES, ids=[section for section, *_ in RECIPES])
def test_a_recipe_has_the_rows_of_a_scan(
    section: str, package: str, rows: Any, lists: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Otherwise Ray sends reports.
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    pytest.importorskip(package, reason=f"{package} is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    page = Path(ROOT, "crates/python/ENGINES.md").read_text("utf-8")
    found = re.search(rf"^## {section}\n.*?```python\n(.*?)```", page, re.DOTALL | re.MULTILINE)
    assert found
    # Functions of `__main__` are sent to workers with their code.
    names: "dict[str, Any]" = {"__name__": "__main__"}
    exec(found[1], names)
    expected = list(urlsift.scan("lists", columns=COLUMNS))
    assert len(expected) == 4 * 65
    if section == "Beam":
        expected = json.loads(json.dumps(expected, default=str))
        assert sorted(map(str, rows(names))) == sorted(map(str, expected))
    else:
        assert by_text(rows(names)) == by_text(expected)
    if section == "Ray Data":
        names["ray"].shutdown()


def test_every_recipe_is_tested() -> None:
    page = Path(ROOT, "crates/python/ENGINES.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == [section for section, *_ in RECIPES]
