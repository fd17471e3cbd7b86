"""Plans paths and scans splits: the part that needs urlsift and pyarrow, and no Spark session.

Tasks run `split_batches`. pyarrow and urlsift are imported when they are needed, because Spark forks a process for
most steps of a query, and an import of pyarrow takes longer than planning a folder.
"""

import gc
import os
import sys
from fnmatch import fnmatch
from typing import Any, Dict, Iterator, List, Optional, Sequence

from .options import Settings


def check(settings: Settings) -> None:
    """Raises `ValueError` if there is no path or an option is wrong, `FileNotFoundError` if a local path names nothing."""
    from urlsift._listing import local_paths
    from urlsift._objects import is_stored

    if not settings.paths:
        raise ValueError("no path: pass one to `load`")
    check_scan(settings.scan)
    local_paths(path for path in settings.paths if not is_stored(path, settings.storage_options))


def check_scan(scan: Dict[str, Any]) -> None:
    """Raises the exception of `urlsift.scan_split` for a wrong argument in `scan`, before any task runs."""
    import urlsift

    options = {name: value for name, value in scan.items() if name not in ("open", "storage_options")}
    # A scan of no bytes checks its options.
    urlsift.scan(b"", **{**options, "threads": 1}).close()


def damage_schema() -> Any:
    """Returns the Arrow schema of the table `damage`: the values of `urlsift.Reader.damage`."""
    import pyarrow

    text = pyarrow.string()
    return pyarrow.schema(
        [("source", text), ("member", text), ("offset", pyarrow.int64()), ("kind", text), ("message", text)]
    )


def spark_schema(columns: Optional[Sequence[str]], table: str) -> Any:
    """Returns the Spark schema (`StructType`) of `columns` of a table, or of all its columns.

    Raises `ValueError` for a name that is no column, with the names of all columns.
    """
    import pyarrow
    import urlsift
    from pyspark.sql.pandas.types import from_arrow_schema

    schema = damage_schema() if table == "damage" else pyarrow.schema(urlsift.schema())
    if columns is None:
        return from_arrow_schema(schema)
    for name in columns:
        if name not in schema.names:
            raise ValueError(f"no column `{name}`; the columns of `{table}` are {', '.join(schema.names)}")
    return from_arrow_schema(pyarrow.schema([schema.field(name) for name in columns]))


def split_batches(line: str, columns: Sequence[str], table: str, scan: Dict[str, Any]) -> Iterator[Any]:
    """Yields the rows of a split as `pyarrow.RecordBatch`, with `columns` in this order.

    `line` is the JSON line of the split, and `scan` has arguments of `urlsift.scan_split`. The rows of the table
    `damage` come after the scan. Raises `urlsift.SplitNotDone` if a file is not as planned, and `urlsift.DamageError`
    if `scan` asks for it.
    """
    import urlsift

    prepare_worker()
    columns = list(columns)
    scanned = ["source"] if table == "damage" else columns
    reader = urlsift.scan_split(urlsift.Split(line), columns=scanned, **scan)
    for batch in _record_batches(reader):
        if table == "urls" and batch.num_rows > 0:
            yield batch if batch.schema.names == columns else batch.select(columns)
    if table == "damage" and reader.damage:
        yield damage_batch(reader.damage, columns)


def damage_batch(damage: List[Dict[str, Any]], columns: Sequence[str]) -> Any:
    """Returns rows of the table `damage` as `pyarrow.RecordBatch`, with `columns` in this order."""
    import pyarrow

    return pyarrow.RecordBatch.from_pylist(damage, schema=damage_schema()).select(list(columns))


def _record_batches(reader: Any) -> Iterator[Any]:
    """Yields the batches of a reader. An error becomes the exception that it would be when rows are read as dicts.

    The Arrow stream only has the text of an error, and pyarrow raises it as `OSError`.
    """
    import pyarrow
    import urlsift

    try:
        for batch in pyarrow.RecordBatchReader.from_stream(reader):
            yield batch if writes_parts_of_arrays(pyarrow.__version__) else batch.take(range_of(batch))
    except OSError as error:
        if isinstance(error, (urlsift.SplitNotDone, urlsift.DamageError)):
            raise
        text = str(error)
        text = text[len("Io error: "):] if text.startswith("Io error: ") else text
        # The text begins with the name of the class, which Spark writes too.
        name, _, message = text.partition(": ")
        known = {"DamageError": urlsift.DamageError, "SplitNotDone": urlsift.SplitNotDone}
        raise known.get(name, urlsift.SplitNotDone)(message if name in known else text) from None


def writes_parts_of_arrays(version: str) -> bool:
    """Returns whether this version of pyarrow can write an array whose offsets do not begin at 0.

    Such arrays are parts of larger ones, as in the second batch of a split. pyarrow before 21 writes wrong rows for
    them, or aborts, so they are copied for it.
    """
    return int(version.split(".")[0]) >= 21


def range_of(batch: Any) -> Any:
    """Returns the numbers of all rows of `batch`, for `take`, which copies them."""
    import pyarrow

    return pyarrow.array(range(batch.num_rows), pyarrow.int64())


def prepare_worker() -> None:
    """Makes later steps in this process of Spark start faster, by some hundredths of a second each.

    After each task, Spark collects the garbage of its worker. Python then visits all objects of the imported modules,
    which takes 0.02 s. So the first task of a worker sets them aside.
    """
    _forget_spark_archives()
    # Other processes, such as the driver, keep their objects.
    main = getattr(sys.modules["__main__"], "__spec__", None)
    if main is not None and main.name == "pyspark.daemon" and gc.get_freeze_count() == 0:
        gc.collect()
        gc.freeze()


def _forget_spark_archives() -> None:
    """Saves 0.1 s in each later step with Spark 4.0 and Python 3.11.

    Spark has archives of Python modules and a jar on the path of its workers. Before each step, Spark 3.5 and 4.0
    invalidate the caches of imports, and Python before 3.12 then reads the directories of these archives again. So
    this drops their finders. The next import that looks in an archive makes a new finder from the directory in memory.
    The archives of Spark do not change, and those that a user adds are left alone.
    """
    if sys.version_info >= (3, 12):
        return
    from zipimport import zipimporter

    for path, finder in list(sys.path_importer_cache.items()):
        # Each package in an archive has a finder, and each finder would read the whole directory.
        archive = os.path.basename(finder.archive) if isinstance(finder, zipimporter) else ""
        if any(fnmatch(archive, pattern) for pattern in ("pyspark.zip", "py4j-*-src.zip", "spark-core_*.jar")):
            del sys.path_importer_cache[path]
