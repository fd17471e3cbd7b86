"""Turns filters of a query into arguments of a scan.

A scan may return more rows than a filter keeps, because Spark applies every filter again. So each argument made here
must keep all rows that the filter keeps, and need not be exact.
"""

import operator
import re
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterable, List, Optional

# Other texts may have a meaning in `host`: `.example.org` is also each host below it, `!` excludes.
_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*\Z")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# The column `date` has the instant, and a scan may compare the sender's clock. No zone is further from UTC.
_WIDEST_ZONE = timedelta(days=1)
_COMPARISONS = {
    "EqualTo": operator.eq,
    "In": lambda path, values: path in values,
    "StringStartsWith": str.startswith,
    "StringEndsWith": str.endswith,
    "StringContains": operator.contains,
}


def scan_arguments(filters: Iterable[Any], scan: Dict[str, Any]) -> Dict[str, Any]:
    """Returns `scan` with arguments that leave out rows which `filters` do not keep.

    Uses equality and `in` on `host`, beginnings of `url` with a scheme, and ranges of `date`. An argument that the
    user has given is kept, and so is a field that a condition of `where` names: a scan takes any of its values.
    """
    fields = {re.split("[!=~]", condition)[0] for condition in scan.get("where", ())}
    narrowed: Dict[str, Any] = {}
    for given in filters:
        for name, value in _arguments(given).items():
            if name not in scan and name not in fields:
                narrowed.setdefault(name, value)
    merged = {**scan, **narrowed}
    # A scan refuses a range that is empty, and Spark then keeps no row. Texts of instants compare as the instants do.
    since, until = merged.get("since"), merged.get("until")
    if {"since", "until"} & narrowed.keys() and since is not None and until is not None and str(since) > str(until):
        merged = {name: value for name, value in merged.items() if name in scan or name not in ("since", "until")}
    return merged


def can_have_rows(paths: Iterable[str], filters: Iterable[Any]) -> bool:
    """Returns whether `filters` on `source` keep rows of one of the files `paths`."""
    sources = [given for given in filters if getattr(given, "attribute", None) == ("source",)]
    tests = [(_COMPARISONS.get(type(given).__name__), given) for given in sources]
    return any(all(test is None or test(path, given.value) for test, given in tests) for path in paths)


def _arguments(given: Any) -> Dict[str, Any]:
    kind = type(given).__name__
    column = getattr(given, "attribute", None)
    value = getattr(given, "value", None)
    if column == ("host",):
        return _host_arguments(kind, value)
    if column == ("url",):
        return _scheme_arguments(kind, value)
    if column == ("date",):
        return _date_arguments(kind, value)
    return {}


def _host_arguments(kind: str, value: Any) -> Dict[str, Any]:
    hosts: List[Any] = []
    if kind in ("EqualTo", "EqualNullSafe"):
        hosts = [value]
    elif kind == "In":
        hosts = [host for host in value if host is not None]
    plain = all(isinstance(host, str) and _HOST.match(host) for host in hosts)
    return {"host": hosts} if hosts and plain else {}


def _scheme_arguments(kind: str, value: Any) -> Dict[str, Any]:
    values = list(value) if kind == "In" else [value]
    if kind not in ("EqualTo", "EqualNullSafe", "In", "StringStartsWith"):
        return {}
    found = [_SCHEME.match(text) if isinstance(text, str) else None for text in values]
    return {"scheme": sorted({match[1].lower() for match in found})} if found and all(found) else {}


def _date_arguments(kind: str, value: Any) -> Dict[str, Any]:
    since = _shifted(value, -_WIDEST_ZONE) if kind in ("EqualTo", "GreaterThan", "GreaterThanOrEqual") else None
    until = _shifted(value, _WIDEST_ZONE) if kind in ("EqualTo", "LessThan", "LessThanOrEqual") else None
    return {name: date for name, date in (("since", since), ("until", until)) if date}


def _shifted(value: Any, by: timedelta) -> Optional[str]:
    if not isinstance(value, datetime) or value.tzinfo is None:
        return None
    try:
        moved = value.astimezone(timezone.utc) + by
    except OverflowError:
        return None
    return moved.replace(microsecond=0, tzinfo=None).isoformat() + "Z"
