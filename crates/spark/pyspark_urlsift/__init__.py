"""Reads the URLs of mail, news and text archives with Spark.

`spark.read.format("urlsift").load(path)` works with Spark 4 without any call: Spark imports every installed package
whose name begins with `pyspark_`, and registers its `DefaultSource`. The functions on splits also work with Spark 3.4 and 3.5.

Spark imports this package in each query, so it imports nothing itself. Names are loaded at first use.
"""

from importlib import import_module

# `DefaultSource` and `register` need Spark 4.
__all__ = ["find_urls", "map_splits", "plan_paths"]

_MODULES = {
    "DefaultSource": "source",
    "register": "source",
    "find_urls": "columns",
    "map_splits": "splits",
    "plan_paths": "splits",
}


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__():
    return sorted(set(globals()) | set(_MODULES))
