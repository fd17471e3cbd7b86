"""The function `progress` of a scan: what it is called with, and what its exceptions do."""

import io
import threading
import time
from pathlib import Path
from typing import Any, Optional

import pytest

import urlsift

ROOT = Path(__file__).parents[3]
ARCHIVES = ROOT / "corpus" / "archives"
SHELF = ARCHIVES / "shelf.mbox"


def calls(source: Any, **options: Any) -> "list[tuple[int, Optional[int]]]":
    """Reads a scan to its end, and returns what `progress` was called with."""
    found: "list[tuple[int, Optional[int]]]" = []
    for _ in urlsift.scan(source, progress=lambda *numbers: found.append(numbers), **options):
        pass
    return found


def test_the_last_call_has_all_bytes() -> None:
    size, content = SHELF.stat().st_size, SHELF.read_bytes()
    folder = sum(path.stat().st_size for path in ARCHIVES.rglob("*") if path.is_file())
    # (source, options, last call)
    table: "list[tuple[Any, dict[str, Any], tuple[int, Optional[int]]]]" = [
        (SHELF, {}, (size, size)),
        ([SHELF, SHELF], {}, (2 * size, 2 * size)),
        (SHELF, {"name": "a"}, (size, size)),
        (content, {}, (size, size)),
        (b"", {}, (0, 0)),
        (io.BytesIO(content), {}, (size, None)),
        (SHELF, {"host": "none.example"}, (size, size)),
        (ARCHIVES, {}, (folder, folder)),
    ]
    for source, options, expected in table:
        assert calls(source, **options)[-1] == expected, (source if isinstance(source, Path) else type(source), options)
    assert calls(SHELF, range=(0, 6000))[-1][1] is None


def test_the_splits_of_a_plan_have_their_bytes() -> None:
    last: "list[tuple[int, Optional[int]]]" = []
    splits = list(urlsift.plan(SHELF, split_bytes=6000, pack_bytes=0))
    for split in splits:
        found: "list[tuple[int, Optional[int]]]" = []
        list(urlsift.scan_split(split, progress=lambda *numbers: found.append(numbers)))
        last.append(found[-1])
    assert [total for _, total in last] == [split.size for split in splits]
    assert [done for done, _ in last] == [split.size for split in splits]


def test_calls_are_rare_and_grow(tmp_path: Path) -> None:
    large = tmp_path / "large.mbox"
    large.write_bytes(SHELF.read_bytes() * 4000)
    begin = time.monotonic()
    found = calls(large, threads=1, batch_rows=10)
    elapsed = time.monotonic() - begin
    assert found == sorted(found, key=lambda call: call[0])
    assert len(found) <= elapsed / 0.1 + 1
    # Ten times a second would be too few calls for a machine that reads this in no time.
    assert len(found) > 1 or elapsed < 0.3
    assert found[-1] == (large.stat().st_size, large.stat().st_size)


def test_an_exception_ends_the_scan() -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: Optional[int]) -> None:
        raise Stop(done)

    threads = threading.active_count()
    reader = urlsift.scan(SHELF, progress=stop)
    with pytest.raises(Stop):
        list(reader)
    assert list(reader) == []
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    with pytest.raises(OSError, match="Stop: "):
        pyarrow.table(urlsift.scan(SHELF, progress=stop))
    with pytest.raises(TypeError):
        list(urlsift.scan(SHELF, progress=lambda: None))  # type: ignore[arg-type, misc]
    assert threading.active_count() == threads


def test_progress_cannot_read_the_rows_but_may_look_and_close() -> None:
    def refused(done: int, total: Optional[int]) -> None:
        with pytest.raises(RuntimeError, match="cannot read the rows"):
            next(reader)
        with pytest.raises(RuntimeError, match="cannot read the rows"):
            reader.__arrow_c_stream__()
        seen.append(reader.stats["urls"])
        assert reader.damage == []
        reader.close()

    seen: "list[int]" = []
    reader = urlsift.scan(SHELF, progress=refused)
    assert len(list(reader)) == 65
    assert seen == [65]
