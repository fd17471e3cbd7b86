"""The options of the data source: their names, their meaning and how their texts are parsed."""

import json
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

TABLES = ("urls", "damage")
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def parse_size(text: str) -> int:
    """Returns the number of bytes that `text` names: digits, and optionally K, M, G or T (powers of 1024)."""
    text = str(text).strip()
    unit = _UNITS.get(text[-1:].upper(), 1)
    digits = text[:-1] if unit > 1 else text
    if not digits.isascii() or not digits.isdigit():
        raise ValueError("expected a number of bytes, which may be followed by K, M, G or T")
    return int(digits) * unit


def parse_count(text: str) -> int:
    """Returns the positive whole number in `text`."""
    if not str(text).strip().isdigit() or int(text) == 0:
        raise ValueError("expected a whole number above 0")
    return int(text)


def parse_flag(text: str) -> bool:
    """Returns whether `text` is `true`, in any case. The other value is `false`."""
    flags = {"true": True, "false": False}
    if str(text).strip().lower() not in flags:
        raise ValueError("expected `true` or `false`")
    return flags[str(text).strip().lower()]


def parse_names(text: str) -> List[str]:
    """Returns the names in `text`, which are separated by commas or written as a JSON array of strings."""
    if text.lstrip().startswith("["):
        return _strings(text)
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise ValueError("expected names separated by commas")
    return names


def parse_texts(text: str) -> List[str]:
    """Returns the texts in `text`: a JSON array of strings, or one text."""
    return _strings(text) if text.lstrip().startswith("[") else [text]


def _strings(text: str) -> List[str]:
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError("expected a JSON array of strings")
    return values


def _one_of(*accepted: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in accepted:
            raise ValueError("expected " + " or ".join(f"`{value}`" for value in accepted))
        return text

    return parse


def _object(text: str) -> Dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object")
    return value


# Every option: its group in `Settings`, its name there, and its parser.
OPTIONS: Dict[str, Tuple[str, str, Callable[[str], Any]]] = {
    "path": ("read", "path", str),
    "paths": ("read", "paths", _strings),
    "table": ("read", "table", _one_of(*TABLES)),
    "columns": ("read", "columns", parse_names),
    "pushFilters": ("read", "push_filters", parse_flag),
    "storageOptions": ("read", "storage_options", _object),
    "splitBytes": ("plan", "split_bytes", parse_size),
    "packBytes": ("plan", "pack_bytes", parse_size),
    "probe": ("plan", "probe", parse_flag),
    "forms": ("scan", "forms", parse_names),
    "scheme": ("scan", "scheme", parse_names),
    "host": ("scan", "host", parse_names),
    "where": ("scan", "where", parse_texts),
    "since": ("scan", "since", str),
    "until": ("scan", "until", str),
    "match": ("scan", "match", parse_texts),
    "skip": ("scan", "skip", parse_texts),
    "matchBy": ("scan", "match_by", str),
    "once": ("scan", "once", parse_flag),
    "headers": ("scan", "headers", str),
    "relative": ("scan", "relative", str),
    "join": ("scan", "join", str),
    "codec": ("scan", "codec", str),
    "attachments": ("scan", "attachments", parse_flag),
    "maxMessage": ("scan", "max_message", parse_size),
    "batchRows": ("scan", "batch_rows", parse_count),
    "onDamage": ("scan", "on_damage", str),
}
_BY_LOWER_CASE = {name.lower(): name for name in OPTIONS}


def _hint(key: str) -> str:
    from urlsift._urlsift import _option_hint

    return _option_hint(key, OPTIONS) or f"the options of urlsift are {', '.join(OPTIONS)}"


@dataclass(frozen=True)
class Settings:
    """What a query reads and how.

    `paths` are files, folders, globs or URIs. `plan` and `scan` are arguments of `urlsift.plan` and `urlsift.scan`.
    `keeps_unplanned` says that a query goes on without the files that cannot be planned.
    """

    paths: Tuple[str, ...] = ()
    table: str = "urls"
    columns: Optional[List[str]] = None
    push_filters: bool = False
    storage_options: Optional[Dict[str, Any]] = None
    plan: Dict[str, Any] = field(default_factory=dict)
    scan: Dict[str, Any] = field(default_factory=dict)
    keeps_unplanned: bool = False

    @classmethod
    def parse(cls, options: Mapping[str, str]) -> "Settings":
        """Returns the settings of the options of a reader.

        The case of option names is ignored. Raises `ValueError` for an unknown option, with the accepted name or all of
        them, and for a value that cannot be parsed.
        """
        if "provider" in options:
            # The properties of a table of a catalog, among which the options have a prefix.
            own = {key[7:]: text for key, text in options.items() if key.startswith("option.")}
            options = {**own, **{key: text for key, text in options.items() if key == "path"}}
        groups: Dict[str, Dict[str, Any]] = {"read": {}, "plan": {}, "scan": {}}
        for key, text in options.items():
            name = _BY_LOWER_CASE.get(key.lower())
            if name is None:
                raise ValueError(f"unknown option `{key}`; {_hint(key)}")
            group, argument, parser = OPTIONS[name]
            try:
                groups[group][argument] = parser(text)
            except ValueError as error:
                raise ValueError(f"option `{name}` is `{text}`: {error}") from None
        read = groups["read"]
        paths = read.pop("paths", [])
        if "path" in read:
            paths = [read.pop("path"), *paths]
        if read.get("table") == "damage" and "columns" in read:
            raise ValueError("option `columns` is for the table `urls`; select columns of `damage` in Spark")
        keeps_unplanned = groups["scan"].get("on_damage") == "keep"
        if keeps_unplanned:
            groups["scan"]["on_damage"] = "collect"
        return cls(
            paths=tuple(paths), plan=groups["plan"], scan=groups["scan"], keeps_unplanned=keeps_unplanned, **read
        )
