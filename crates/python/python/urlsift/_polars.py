"""A scan as a lazy frame of polars, which is imported at the first use."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Optional, Union

from urlsift._scan import Path, scan

if TYPE_CHECKING:
    import polars


def scan_polars(
    source: Union[Path, Iterable[Path], bytes], *, columns: Optional[Iterable[str]] = None, **options: Any
) -> polars.LazyFrame:
    """Returns a lazy frame of polars with the URLs in files and folders.

    `source`, `columns` and the other options are as for `scan`, except that `source` is no open file, because each
    `collect` reads it again. No file is read before. The search computes only the columns that the query uses, filters
    each batch of rows, and ends early if the query wants only the first rows.

    Raises ModuleNotFoundError if polars is missing or too old, and ValueError or TypeError for a wrong option. Other
    exceptions of `scan`, and those while rows are read, come with `collect`.

    >>> frame = urlsift.scan_polars("corpus/archives/shelf.mbox")
    >>> frame.filter(host="ds.internic.net").select("url").head(1).collect().item()
    'ftp://ds.internic.net/rfc'
    """
    try:
        import polars
        from polars.io.plugins import register_io_source
    except ImportError as error:
        raise ModuleNotFoundError("scan_polars needs the package polars, with polars.io.plugins") from error
    if hasattr(source, "read"):
        raise TypeError("an open file can be read only once; pass its path or its content")
    if not isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)):
        source = list(source)
    # A scan of no bytes checks the options, and has the columns.
    schema = polars.DataFrame(scan(b"", columns=columns, **{**options, "progress": None})).schema

    def frames(wanted: Any, predicate: Any, limit: Any, hint: Any) -> Iterator[polars.DataFrame]:
        size = min(filter(None, [hint, options.get("batch_rows") or 16384, limit]))
        with scan(source, **{**options, "columns": wanted or schema.names(), "batch_rows": size}) as reader:
            while limit != 0 and (stream := reader._next_batch()) is not None:
                batch = SimpleNamespace(__arrow_c_stream__=lambda requested_schema=None: stream)
                # The limit counts rows before the filter.
                frame = polars.DataFrame(batch).slice(0, limit)
                limit = limit and limit - frame.height
                yield frame if predicate is None else frame.filter(predicate)

    return register_io_source(frames, schema=schema)
