"""Plans and scans without a data source, for Spark 3.4 and later and for plans that are made elsewhere."""

from array import array
from typing import Any, Iterable, Iterator, List, Optional, Tuple, Union

from .batches import check_scan, spark_schema, split_batches
from .options import TABLES


def plan_paths(
    spark: Any,
    paths: Union[str, Iterable[str]],
    *,
    storage: Optional[str] = None,
    on_damage: str = "raise",
    **plan: Any,
) -> List[Any]:
    """Returns the splits of `urlsift.plan_paths`, which takes the other options.

    With `storage="hadoop"`, the JVM of `spark` lists the paths. Otherwise `spark` is not used, and may be None.
    """
    import urlsift

    paths = (paths,) if isinstance(paths, str) else tuple(paths)
    if storage != "hadoop":
        return list(urlsift.plan_paths(paths, on_damage=on_damage, **plan))
    from urlsift._listing import bounded, checked

    return list(checked(bounded(urlsift.plan(hadoop_listing(spark, paths), **plan)), on_damage))


def map_splits(
    spark: Any,
    splits: Iterable[Any],
    *,
    table: str = "urls",
    columns: Optional[List[str]] = None,
    **scan: Any,
) -> Any:
    """Returns a DataFrame of the rows of `splits`, with one partition for each split.

    `splits` are those of `urlsift.plan_paths` or `urlsift.plan`, or lines of `urlsift plan`. `scan` has arguments of
    `urlsift.scan_split`, such as `host` and `storage_options`. Nothing is scanned before an action of Spark.
    """
    if table not in TABLES:
        raise ValueError(f"table is `{table}`: expected " + " or ".join(f"`{name}`" for name in TABLES))
    check_scan(scan)
    lines = Lines(str(split) for split in splits)
    schema = spark_schema(columns, table)
    names = schema.names

    def scan_rows(batches: Iterator[Any]) -> Iterator[Any]:
        # Each partition of the range has one number.
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from split_batches(lines[number], names, table, scan)

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


def hadoop_listing(spark: Any, paths: Iterable[str]) -> Iterator[Tuple[str, int, float]]:
    """Yields the files that `paths` name in Hadoop's file systems: files, folders and globs, in the order of a scan.

    Asks the JVM of the driver, about six calls a file. Raises `FileNotFoundError` for a path that names nothing, and
    `TypeError` if `spark` has no JVM, as with Spark Connect.
    """
    context = None if spark is None or "connect" in type(spark).__module__ else spark.sparkContext
    if context is None:
        raise TypeError("listing Hadoop's file systems needs a session with a JVM, not Spark Connect")
    jvm, configuration = context._jvm, context._jsc.hadoopConfiguration()
    for uri in paths:
        pattern = jvm.org.apache.hadoop.fs.Path(uri)
        fs = pattern.getFileSystem(configuration)
        found = fs.globStatus(pattern)
        if not found:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {uri}")
        listed = []
        left = list(found)
        while left:
            status = left.pop()
            if status.isDirectory():
                # `listFiles` would do this too, but for local files it starts a process for each of them.
                left.extend(fs.listStatus(status.getPath()))
            else:
                listed.append((status.getPath().toString(), status.getLen(), status.getModificationTime() / 1000))
        # A folder comes before the files whose names begin with its name.
        yield from sorted(listed, key=lambda file: file[0].split("/"))
