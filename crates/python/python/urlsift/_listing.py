"""Finds and plans files: on local disks and in stores that fsspec knows."""

from __future__ import annotations

import errno
import glob
import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Literal, Optional, Union

from urlsift._objects import is_stored, located, version
from urlsift._scan import Plan, plan
from urlsift._urlsift import DamageError, Split

# The most objects of a store in a pack: each takes a request.
MAX_PACK_OBJECTS = 1000
# An internal error of a store, and one that is too busy.
HEALING_ERRNOS = (errno.EIO, getattr(errno, "EREMOTEIO", errno.EIO), errno.EBUSY)

_MAGIC = re.compile(r"[*?\[]")


def plan_paths(
    paths: Union[str, Iterable[str]],
    *,
    storage_options: Optional[dict[str, Any]] = None,
    split_bytes: int = 128 << 20,
    pack_bytes: int = 64 << 20,
    probe: bool = True,
    on_damage: Literal["raise", "keep"] = "raise",
) -> Plan:
    """Plans files, folders, globs and URIs, as `plan` does, for tasks that may run in other folders and on other machines.

    `paths` is one or several. Local paths become absolute. fsspec lists URIs such as 's3://lists/1998', and all paths
    with `storage_options`, the arguments of their file system. It opens no object: its version is its ETag if the store
    has one. The URI of an object that is a folder too names both. A path that does not exist is taken as a glob. The other
    options are as for `plan`.

    Raises FileNotFoundError for a path that names nothing, the exception of the store if it cannot be listed, and
    DamageError for a file that cannot be planned. With `on_damage='keep'` such files are in `Plan.damage`.

    >>> plan = urlsift.plan_paths("corpus/archives/s*.mbox")
    >>> [path.rsplit("/", 1)[1] for path in next(plan).paths]
    ['seven-bits.mbox', 'shelf.mbox', 'signed.mbox']
    """
    paths = [paths] if isinstance(paths, str) else list(paths)
    stored = [path for path in paths if is_stored(path, storage_options)]
    local = local_paths(path for path in paths if not is_stored(path, storage_options))
    planned = plan(local, split_bytes=split_bytes, pack_bytes=pack_bytes, probe=probe)
    if stored:
        files = stored_files(stored, storage_options or {})
        others = bounded(plan(files, split_bytes=split_bytes, pack_bytes=pack_bytes))
        planned._splits = chain(planned._splits, others)
        planned.damage += others.damage
    return checked(planned, on_damage)


def checked(planned: Plan, on_damage: str) -> Plan:
    """Returns a plan. Raises `DamageError` if it leaves out more than what a scan skips, such as links."""
    left_out = [f"{entry['source']}: {entry['message']}" for entry in planned.damage if entry["kind"] != "skipped"]
    if left_out and on_damage != "keep":
        others = f", and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        raise DamageError(f"not planned: {left_out[0]}{others}")
    return planned


def bounded(planned: Plan) -> Plan:
    """Returns a plan whose packs have at most `MAX_PACK_OBJECTS` objects."""
    splits: list[Split] = []
    for split in planned:
        if len(split.paths) <= MAX_PACK_OBJECTS:
            splits.append(split)
            continue
        pack = json.loads(str(split))
        files = pack["files"]
        length = -(-len(files) // -(-len(files) // MAX_PACK_OBJECTS))
        parts = ({**pack, "files": files[at : at + length]} for at in range(0, len(files), length))
        splits += [Split(json.dumps(part)) for part in parts]
    planned._splits = iter(splits)
    return planned


def local_paths(paths: Iterable[str]) -> list[str]:
    """Returns the absolute paths of files and folders that `paths` name, each once.

    A path that does not exist is taken as a glob. Raises `FileNotFoundError` if it matches nothing either.
    """
    found: dict[str, None] = {}
    for path in paths:
        path = os.path.abspath(_without_file_scheme(path))
        if os.path.lexists(path):
            matches = [path]
        else:
            matches = sorted(glob.glob(path, recursive=True), key=by_components)
        if not matches:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {path}")
        found.update(dict.fromkeys(matches))
    return list(found)


def _without_file_scheme(path: str) -> str:
    for prefix in ("file://", "file:"):
        if path.startswith(prefix + "/"):
            return path[len(prefix):]
    return path


def by_components(path: str) -> list[str]:
    """Returns the key of the order of a scan: a folder comes before the files whose names begin with its name."""
    return path.split("/")


def stored_files(paths: Iterable[str], options: dict[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Yields the files that the URIs `paths` name: files, folders and globs, in the order of a scan.

    Each is its URI, its size in bytes and its version. `options` are arguments of the file system. Raises
    `FileNotFoundError` for a URI that names nothing, and `OSError` with the URI if a listing fails.
    """
    for uri in paths:
        try:
            try:
                listed = list(_listed(uri, options))
            except OSError as error:
                # After these errors of a store, s3fs does not ask again.
                if error.errno not in HEALING_ERRNOS:
                    raise
                listed = list(_listed(uri, options))
            yield from listed
        except (ImportError, ValueError, FileNotFoundError):
            raise
        except Exception as error:
            kind = PermissionError if isinstance(error, PermissionError) else OSError
            raise kind(f"{uri}: {type(error).__name__}: {error}") from error


def _listed(uri: str, options: dict[str, Any]) -> Iterator[tuple[str, int, str]]:
    fs, path = located(uri, options, skip_instance_cache=True)
    for name in ("walk", "_walk"):
        if hasattr(fs, name):
            setattr(fs, name, partial(getattr(fs, name), on_error=_raise_unless_missing))
    # In a store of buckets, an object and a folder may have the same name.
    has_buckets = hasattr(fs, "split_path")
    try:
        found = {path: fs.info(path)}
    except FileNotFoundError:
        found = fs.glob(path, detail=True) if _MAGIC.search(path) else {}
        if not found:
            raise FileNotFoundError(f"no such file or folder, and no match of a glob: {uri}") from None
    for name in sorted(found, key=by_components):
        details = found[name]
        is_folder = details["type"] != "file"
        if is_folder and has_buckets and name != path:
            # A glob has only the folder.
            details = fs.info(name)
        # A file is known already. On a web server, listing it would list its links.
        files = {name: details} if details["type"] == "file" else {}
        if is_folder or has_buckets and name == path:
            try:
                files = {**fs.find(name, detail=True), **files}
            except PermissionError:
                # Often one may read an object and not list others.
                if is_folder:
                    raise
        for file in sorted(files, key=by_components):
            details = files[file] if "size" in files[file] else fs.info(file)
            if details["size"] is None:
                raise ValueError(f"{fs.unstrip_protocol(file)}: the store does not say its size")
            yield fs.unstrip_protocol(file), int(details["size"]), version(details)


def _raise_unless_missing(error: Exception) -> None:
    """Raises the error of a listing, which fsspec leaves out without a word. A path that is a file has none."""
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise error
