"""Plans and scans without a data source, for Spark 3.4 and later and for plans that are made elsewhere."""

from array import array
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

from .batches import bounded_packs, opener, plan_lines_and_damage, raise_unplanned, spark_schema, split_batches
from .options import TABLES, Settings
from .storage import chosen_storage, hadoop_listing


def plan_paths(
    spark: Any,
    paths: Union[str, Iterable[str]],
    *,
    storage: Optional[str] = None,
    storage_options: Optional[Dict[str, Any]] = None,
    on_damage: str = "raise",
    **plan: Any,
) -> List[Any]:
    """Returns the splits (`urlsift.Split`) of files, folders, globs or URIs.

    `storage` is `local`, `fsspec` or `hadoop`; by default as in the data source. Only `hadoop` needs `spark`; it may
    be None otherwise. `plan` has arguments of `urlsift.plan`, such as `split_bytes`. Raises `FileNotFoundError` for a
    path that names nothing, and `urlsift.DamageError` if something cannot be planned, unless `on_damage` is `keep`.
    """
    import urlsift

    paths = (paths,) if isinstance(paths, str) else tuple(paths)
    if storage == "hadoop":
        files = list(hadoop_listing(spark, paths))
        planned = urlsift.plan(files, **plan) if files else None
        lines, damage = (bounded_packs([str(split) for split in planned]), planned.damage) if planned else ([], [])
    else:
        settings = Settings(paths=paths, storage=storage, storage_options=storage_options or {}, plan=plan)
        lines, damage = plan_lines_and_damage(settings)
    if on_damage != "keep":
        raise_unplanned(damage)
    return [urlsift.Split(line) for line in lines]


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
    if table not in TABLES:
        raise ValueError(f"table is `{table}`: expected " + " or ".join(f"`{name}`" for name in TABLES))
    lines = Lines(str(split) for split in splits)
    schema = spark_schema(columns, table)
    names = schema.names
    open_uri = opener(chosen_storage(storage, lines.first_paths()), storage_options or {})

    def scan_rows(batches: Iterator[Any]) -> Iterator[Any]:
        # Each partition of the range has one number.
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from split_batches(lines[number], names, table, scan, open_uri)

    if not lines:
        return spark.createDataFrame([], schema)
    return spark.range(0, len(lines), 1, len(lines)).mapInArrow(scan_rows, schema)


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
