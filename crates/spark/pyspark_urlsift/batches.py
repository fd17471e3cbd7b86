"""Plans paths and scans splits: the part that needs urlsift and pyarrow, and no Spark session.

Tasks run `split_batches`. pyarrow and urlsift are imported when they are needed, because Spark forks a process for
most steps of a query, and an import of pyarrow takes longer than planning a folder.
"""

import gc
import json
import os
import sys
from fnmatch import fnmatch
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from .objects import Store, split_opener
from .options import Settings
from .storage import chosen_storage, fsspec_listing, local_paths

# The most objects of a store in a pack.
MAX_PACK_OBJECTS = 1000


def check_paths(settings: Settings) -> None:
    """Raises `ValueError` if there is no path, and `FileNotFoundError` if a local path names nothing."""
    if not settings.paths:
        raise ValueError("no path: pass one to `load`")
    if chosen_storage(settings.storage, settings.paths) == "local":
        local_paths(settings.paths)


def plan_lines_and_damage(settings: Settings) -> Tuple[List[str], List[Dict[str, Any]]]:
    """Returns the splits of the paths, each as its JSON line, in the order in which they should be started.

    Also returns what is not planned, as rows of the table `damage`.
    """
    import urlsift

    check_paths(settings)
    if chosen_storage(settings.storage, settings.paths) == "local":
        files: Sequence[Any] = local_paths(settings.paths)
    else:
        files = list(fsspec_listing(settings.paths, settings.storage_options))
    if not files:
        return [], []
    plan = urlsift.plan(files, **settings.plan)
    is_listing = isinstance(files[0], tuple)
    lines = [str(split) for split in plan]
    return bounded_packs(lines) if is_listing else lines, plan.damage


def raise_unplanned(damage: List[Dict[str, Any]]) -> None:
    """Raises `urlsift.DamageError` if a plan left out more than what a scan skips, such as links."""
    import urlsift

    left_out = [f"{entry['source']}: {entry['message']}" for entry in damage if entry["kind"] != "skipped"]
    if left_out:
        others = f", and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        raise urlsift.DamageError(f"not planned: {left_out[0]}{others}")


def bounded_packs(lines: Sequence[str]) -> List[str]:
    """Returns splits of stores, without packs of more than `MAX_PACK_OBJECTS`: each object takes requests."""
    if all(line.count('"path":') <= MAX_PACK_OBJECTS for line in lines):
        return list(lines)
    splits: List[Dict[str, Any]] = []
    for split in map(json.loads, lines):
        files = split.get("files", ())
        packs = -(-len(files) // MAX_PACK_OBJECTS) if files else 1
        length = -(-len(files) // packs)
        parts = [{**split, "files": files[at : at + length]} for at in range(0, len(files), length or 1)]
        splits.extend(parts or [split])
    return [json.dumps(split) for split in splits]


def opener(storage: str, options: Dict[str, Any]) -> Optional[Callable[[str], Any]]:
    """Returns the function with which `urlsift.scan_split` opens files, or None for local files."""
    return Store(options) if storage == "fsspec" else None


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


def split_batches(
    line: str,
    columns: Sequence[str],
    table: str,
    scan: Dict[str, Any],
    open: Optional[Callable[[str], Any]],
) -> Iterator[Any]:
    """Yields the rows of a split as `pyarrow.RecordBatch`, with `columns` in this order.

    `line` is the JSON line of the split, and `scan` has arguments of `urlsift.scan_split`. The rows of the table
    `damage` come after the scan. Raises `urlsift.SplitNotDone` if a file is not as planned, and `urlsift.DamageError`
    if `scan` asks for it.
    """
    import urlsift

    prepare_worker()
    columns = list(columns)
    scanned = ["source"] if table == "damage" else columns
    with split_opener(open, line) as open_file:
        reader = urlsift.scan_split(urlsift.Split(line), open=open_file, columns=scanned, **scan)
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
