"""Plans and scans without a data source, for Spark 3.4 and later and for plans that are made elsewhere."""

import os
from array import array
from contextlib import suppress
from itertools import chain
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union
from uuid import uuid4

from .batches import bounded_packs, opener, plan_lines, spark_schema, split_batches
from .options import TABLES, Settings
from .storage import chosen_storage, hadoop_listing


def plan_paths(
    spark: Any,
    paths: Union[str, Iterable[str]],
    *,
    storage: Optional[str] = None,
    storage_options: Optional[Dict[str, Any]] = None,
    **plan: Any,
) -> List[Any]:
    """Returns the splits (`urlsift.Split`) of files, folders, globs or URIs.

    `storage` is `local`, `fsspec` or `hadoop`; by default as in the data source. Only `hadoop` needs `spark`; it may
    be None otherwise. `plan` has arguments of `urlsift.plan`, such as `split_bytes`. Raises `FileNotFoundError` for a
    path that names nothing.
    """
    import urlsift

    paths = (paths,) if isinstance(paths, str) else tuple(paths)
    if storage == "hadoop":
        files = list(hadoop_listing(spark, paths))
        lines = bounded_packs([str(split) for split in urlsift.plan(files, **plan)]) if files else []
        return [urlsift.Split(line) for line in lines]
    settings = Settings(paths=paths, storage=storage, storage_options=storage_options or {}, plan=plan)
    return [urlsift.Split(line) for line in plan_lines(settings)]


def map_splits(
    spark: Any,
    splits: Iterable[Any],
    *,
    table: str = "urls",
    columns: Optional[List[str]] = None,
    storage: Optional[str] = None,
    storage_options: Optional[Dict[str, Any]] = None,
    **scan: Any,
) -> Any:
    """Returns a DataFrame of the rows of `splits`, with one partition for each split.

    `splits` are those of `plan_paths` or `urlsift.plan`, or lines of `urlsift plan`. `scan` has arguments of
    `urlsift.scan`, such as `hosts`. Nothing is scanned before an action of Spark.
    """
    lines, schema, rows_of = _scan_of(splits, table, columns, storage, storage_options, scan)

    def scan_rows(batches: Iterator[Any]) -> Iterator[Any]:
        for number in _numbers(batches):
            yield from rows_of(lines[number])

    if not lines:
        return spark.createDataFrame([], schema)
    return spark.range(0, len(lines), 1, len(lines)).mapInArrow(scan_rows, schema)


def write_splits(
    spark: Any,
    splits: Iterable[Any],
    folder: str,
    *,
    table: str = "urls",
    columns: Optional[List[str]] = None,
    storage: Optional[str] = None,
    storage_options: Optional[Dict[str, Any]] = None,
    **scan: Any,
) -> Any:
    """Writes the rows of `splits` to `folder` as Parquet, and returns a DataFrame that reads them from there.

    Takes the arguments of `map_splits`, but scans before it returns. Each task writes the file of its split, so no row
    passes the JVM. A file appears when it is complete; a repeated task replaces it. `folder` is on a disk that the
    driver and all executors share. Raises `FileExistsError` if something is in it.
    """
    lines, schema, rows_of = _scan_of(splits, table, columns, storage, storage_options, scan)
    folder = os.path.abspath(folder)
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        raise FileExistsError(f"{folder}: the folder is not empty")

    def write_files(batches: Iterator[Any]) -> Iterator[Any]:
        for number in _numbers(batches):
            _write_parquet(rows_of(lines[number]), os.path.join(folder, f"{number:06}.parquet"))
        yield from ()

    if lines:
        spark.range(0, len(lines), 1, len(lines)).mapInArrow(write_files, "id long").collect()
    return spark.read.schema(schema).parquet(folder)


def _scan_of(splits, table, columns, storage, storage_options, scan) -> Tuple["Lines", Any, Callable[[str], Any]]:
    """Returns the lines of `splits`, the Spark schema of their rows, and a function that yields the rows of a line."""
    if table not in TABLES:
        raise ValueError(f"table is `{table}`: expected " + " or ".join(f"`{name}`" for name in TABLES))
    lines = Lines(str(split) for split in splits)
    schema = spark_schema(columns, table)
    names = schema.names
    open_uri = opener(chosen_storage(storage, lines.first_paths()), storage_options or {})
    return lines, schema, lambda line: split_batches(line, names, table, scan, open_uri)


def _numbers(batches: Iterator[Any]) -> Iterator[int]:
    # Each partition of the range has one number.
    for batch in batches:
        yield from batch.column(0).to_pylist()


def _write_parquet(batches: Iterator[Any], path: str) -> None:
    """Writes a file, unless there are no rows. Spark does not read files whose names begin with a dot."""
    from pyarrow import parquet

    first = next(batches, None)
    if first is None:
        return
    folder, name = os.path.split(path)
    unfinished = os.path.join(folder, f".{name}.{uuid4()}")
    try:
        with parquet.ParquetWriter(unfinished, first.schema) as writer:
            for batch in chain([first], batches):
                writer.write_batch(batch)
        os.replace(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)


class Lines:
    """The lines of a plan in one text.

    Spark sends all of them with each task. One text of 20 MB is unpickled in milliseconds, and 100,000 strings are not.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        encoded = [line.encode() for line in lines]
        self._text = b"".join(encoded)
        self._ends = array("q")
        end = 0
        for line in encoded:
            end += len(line)
            self._ends.append(end)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> str:
        start = self._ends[number - 1] if number else 0
        return self._text[start:self._ends[number]].decode()

    def first_paths(self) -> List[str]:
        """Returns the paths of the first split, which show whether the plan has URIs."""
        import urlsift

        return list(urlsift.Split(self[0]).paths) if len(self) else []
