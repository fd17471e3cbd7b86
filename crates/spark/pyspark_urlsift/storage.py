"""Finds files and opens them: on local disks, and in stores that fsspec knows."""

import glob
import json
import os
import re
from datetime import datetime, timezone
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

# The path or URI of a file, its size in bytes and its modification time in seconds since 1970, "" if it is unknown.
Listed = Tuple[str, int, Union[float, str]]

# Stores round the time of a change to a second, some of them only in the details of a file.
_TIME_TOLERANCE_SECONDS = 1.0
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
        fs, path = url_to_fs(uri, **options)
        fs.invalidate_cache()
        if fs.exists(path):
            names = [path]
        else:
            names = sorted(fs.glob(path), key=_by_components) if _MAGIC.search(path) else []
        if not names:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {uri}")
        for name in names:
            files = fs.find(name, detail=True)
            for file in sorted(files, key=_by_components):
                yield fs.unstrip_protocol(file), int(files[file]["size"]), modified(files[file])


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


def fsspec_opener(options: Dict[str, Any]) -> Callable[[str], BinaryIO]:
    """Returns a function that opens a URI for reading, with `options` as arguments of its file system."""

    def open_uri(uri: str) -> BinaryIO:
        from fsspec.core import url_to_fs

        fs, path = url_to_fs(uri, **options)
        return fs.open(path, "rb")

    return open_uri


def checked(open: Callable[[str], BinaryIO], line: str) -> Callable[[str], BinaryIO]:
    """Returns `open` with a comparison of the modification time with that of the split `line`.

    `urlsift.scan_split` compares the sizes. The returned function raises `urlsift.SplitNotDone` if the times differ by
    more than a second. It does not compare a time that the plan or the file system does not have.
    """
    split = json.loads(line)
    planned = {file["path"]: file["mtime"] for file in split.get("files", [split])}

    def open_checked(uri: str) -> BinaryIO:
        import urlsift

        file = open(uri)
        found = modified(_details(file))
        if found != "" and planned[uri] != "" and abs(float(planned[uri]) - found) > _TIME_TOLERANCE_SECONDS:
            file.close()
            raise urlsift.SplitNotDone(f"{uri}: changed since the plan was made; make a new plan")
        return file

    return open_checked


def _details(file: Any) -> Dict[str, Any]:
    # A file of a store has them from opening it. A local file does not.
    fs, path = getattr(file, "fs", None), getattr(file, "path", None)
    if fs is None or path is None:
        return {}
    return getattr(file, "details", None) or fs.info(path)


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
