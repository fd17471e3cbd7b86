"""Finds files: on local disks, in stores that fsspec knows, and in those of Hadoop."""

import glob
import os
import re
from datetime import datetime, timezone
from functools import partial
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

# The path or URI of a file, its size in bytes and its modification time in seconds since 1970, "" if it is unknown.
Listed = Tuple[str, int, Union[float, str]]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_MAGIC = re.compile(r"[*?\[]")


def chosen_storage(storage: Optional[str], paths: Iterable[str]) -> str:
    """Returns `storage`, or if it is None, `fsspec` if a path is a URI with a scheme other than `file`."""
    if storage is not None:
        return storage
    schemes = (_SCHEME.match(path) for path in paths)
    return "fsspec" if any(found and found[1].lower() != "file" for found in schemes) else "local"


def local_paths(paths: Iterable[str]) -> List[str]:
    """Returns the absolute paths of files and folders that `paths` name, each once.

    A path that does not exist is taken as a glob. Raises `FileNotFoundError` if it matches nothing either.
    Relative paths become absolute, because executors run in other folders.
    """
    found: Dict[str, None] = {}
    for path in paths:
        path = os.path.abspath(_without_file_scheme(path))
        if os.path.lexists(path):
            matches = [path]
        else:
            matches = sorted(glob.glob(path, recursive=True), key=_by_components)
        if not matches:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {path}")
        found.update(dict.fromkeys(matches))
    return list(found)


def _without_file_scheme(path: str) -> str:
    for prefix in ("file://", "file:"):
        if path.startswith(prefix + "/"):
            return path[len(prefix):]
    return path


def _by_components(path: str) -> List[str]:
    # A folder comes before the files whose names begin with its name, as in a scan.
    return path.split("/")


def fsspec_listing(paths: Iterable[str], options: Dict[str, Any]) -> Iterator[Listed]:
    """Yields the files that the URIs `paths` name: files, folders and globs, in the order of a scan.

    `options` are arguments of the file system. Raises `FileNotFoundError` for a URI that names nothing.
    """
    from fsspec.core import url_to_fs

    for uri in paths:
        # A file system of its own: what it has listed is not taken for the state of the store later.
        fs, path = url_to_fs(uri, skip_instance_cache=True, **options)
        for name in ("walk", "_walk"):
            if hasattr(fs, name):
                setattr(fs, name, partial(getattr(fs, name), on_error=_raise_unless_missing))
        try:
            fs.info(path)
            found = {path: {"type": "directory"}}
        except FileNotFoundError:
            found = fs.glob(path, detail=True) if _MAGIC.search(path) else {}
        if not found:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {uri}")
        for name in sorted(found, key=_by_components):
            # A glob has listed its files already.
            files = {name: found[name]} if found[name]["type"] == "file" else fs.find(name, detail=True)
            for file in sorted(files, key=_by_components):
                details = files[file] if "size" in files[file] else fs.info(file)
                if details["size"] is None:
                    raise ValueError(f"{fs.unstrip_protocol(file)}: the store does not say its size")
                yield fs.unstrip_protocol(file), int(details["size"]), modified(details)


def _raise_unless_missing(error: Exception) -> None:
    """Raises the error of a listing, which fsspec leaves out without a word. A path that is a file has none."""
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise error


def modified(info: Dict[str, Any]) -> Union[float, str]:
    """Returns when a file was modified, in seconds since 1970, from what fsspec knows about it; "" if it does not."""
    # File systems name the modification time differently.
    for key in ("mtime", "LastModified", "last_modified", "updated", "modified", "created"):
        value = info.get(key)
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value.replace("Z", "+00:00"))
            except ValueError:
                continue
        if isinstance(value, datetime):
            value = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
            return value.timestamp()
        if isinstance(value, (int, float)):
            return float(value)
    return ""


def hadoop_listing(spark: Any, paths: Iterable[str]) -> Iterator[Listed]:
    """Yields the files that `paths` name in Hadoop's file systems: files, folders and globs, in the order of a scan.

    Asks the JVM of the driver, about six calls a file. Raises `FileNotFoundError` for a path that names nothing, and
    `TypeError` if `spark` has no JVM, as with Spark Connect.
    """
    context = getattr(spark, "sparkContext", None) if _has_jvm(spark) else None
    if context is None:
        raise TypeError("listing Hadoop's file systems needs a session with a JVM, not Spark Connect")
    jvm, configuration = context._jvm, context._jsc.hadoopConfiguration()
    for uri in paths:
        pattern = jvm.org.apache.hadoop.fs.Path(uri)
        fs = pattern.getFileSystem(configuration)
        found = fs.globStatus(pattern)
        if not found:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {uri}")
        listed: List[Listed] = []
        left = list(found)
        while left:
            status = left.pop()
            if status.isDirectory():
                # `listFiles` would do this too, but for local files it starts a process for each of them.
                left.extend(fs.listStatus(status.getPath()))
            else:
                listed.append((status.getPath().toString(), status.getLen(), status.getModificationTime() / 1000))
        yield from sorted(listed, key=lambda file: _by_components(file[0]))


def _has_jvm(spark: Any) -> bool:
    return spark is not None and "connect" not in type(spark).__module__
