"""Calls the functions of the Python package on random inputs. It needs the package, which `../python/test.sh` installs.

    python interpreter.py [-runs=N] [-max_total_time=SECONDS] [-first=NUMBER]

Each input is made of its number, so that it can be made again: `-first=NUMBER -runs=1`. The script checks:

- A text has the same URLs as a str and as a bytes; ranges are in the text, and pieces joined are the URL.
- The functions for one URL raise nothing but ValueError, and a URL that was wrapped is found again.
- A source has the same rows as bytes, as an open file of any manner, and in splits.
- If reading fails at any byte, the rows are those of the whole, or there is an exception or damage.
"""

import io
import pickle
import random
import sys
import time
import traceback
from typing import Any, Optional

import urlsift

TOKENS = [
    *("http://", "https://www.example.org/", "<URL:", "<", ">", '"', "URL:", "ftp://ftp.example.org/a", "mailto:"),
    *("jim@example.org", "www.example.com", "/path/", "-", "-\n", "\n", "\r\n", "\n> ", " ", "\t", " at ", "\\", "\\_"),
    *("&amp;", "%C3%A9", "%C", "é", "e\u0301", "€", "\U0001f44d", "中", "\u2028", "\u00a0", "\u202e", "\u200b", "\x00"),
    *("\x1b", "\ud83d", "\udc4d", "\udce9", ".", ",", ")", "a", "B1", "?q=", "#x", ":8080", "javascript:", "@", "xn--a"),
]
LINES = [
    *("From a@b.example Mon Jan  1 00:00:00 2001\n", "From ", "Subject: <http://s.example/>\n", "\n", "\n\n", "--b\n"),
    *("Content-Type: multipart/mixed; boundary=b\n", "Content-Type: text/html\n", "#! rnews 12\n", ">From x\n"),
    *("Content-Transfer-Encoding: base64\n", "aHR0cDovL2EuZXhhbXBsZS8=\n", "<a href='http://h.example/'>x</a>\n"),
    *("<http://a.example/b-\nc>\n", "http://b.example/\n", "text\n", "Date: Mon, 1 Jan 2001 00:00:00 +0100\n", "é\n"),
]
FORMS: Any = ["url", "angle", "quote", "prefix", "bare", "www", "host", "address", "repaired"]
JOINS: Any = ["certain", "likely", "possible", "never"]
MAX_TEXT = 1 << 16


class Failure(OSError):
    """The error of a source that fails."""


class Source(io.RawIOBase):
    """A file of bytes that returns few at a time, may be unable to seek, and may fail at a byte."""

    def __init__(self, content: bytes, step: int, fails_at: Optional[int], can_seek: bool) -> None:
        self.content, self.step, self.fails_at, self.can_seek, self.at = content, step, fails_at, can_seek, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self.can_seek

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if not self.can_seek:
            raise io.UnsupportedOperation("seek")
        self.at = max(0, offset + (0, self.at, len(self.content))[whence])
        return self.at

    def tell(self) -> int:
        return self.seek(0, io.SEEK_CUR)

    def readinto(self, buffer: Any) -> int:
        end = min(self.at + min(len(buffer), self.step), len(self.content))
        if self.fails_at is not None and self.at <= self.fails_at <= end:
            raise Failure("the store is gone")
        read = self.content[self.at : end]
        buffer[: len(read)] = read
        self.at += len(read)
        return len(read)


def text_of(numbers: random.Random, tokens: "list[str]") -> str:
    text = "".join(numbers.choices(tokens, k=numbers.randrange(1, 24)))
    # One text in 32 is long.
    return (text * (2 << numbers.randrange(12)))[:MAX_TEXT] if numbers.randrange(32) == 0 else text


def check_find(numbers: random.Random) -> None:
    text = text_of(numbers, TOKENS)
    options: Any = {"forms": numbers.choice([None, FORMS, FORMS[:5]]), "join": numbers.choice(JOINS)}
    if options["forms"] is None:
        del options["forms"]
    all_found = urlsift.find(text, **options)
    end = 0
    for found in all_found:
        assert end <= found.start < found.end <= len(text), found
        end = found.end
        assert "".join(piece.text for piece in found.pieces) == found.url, found
    for found in all_found[:4]:
        assert pickle.loads(pickle.dumps(found)) == found and hash(found) is not None
        assert found.href is None or found.href.isascii()
        assert found.display and found.readings is not None and repr(found)
    encoded = text.encode("utf-8", "surrogatepass")
    if not any("\ud800" <= c <= "\udfff" for c in text):
        assert [it.url for it in urlsift.find(encoded, **options)] == [it.url for it in all_found]
    for url in [text, *(found.url for found in all_found[:2])]:
        check_url(url, numbers.randrange(-1, 90))


def check_url(url: str, columns: int) -> None:
    try:
        verdict = urlsift.check(url)
        assert verdict.url in url or verdict.given is not None, verdict
        assert verdict.parts is not None and verdict.notes is not None and repr(verdict)
        assert (urlsift.href(url) or "").isascii() and urlsift.display(url) is not None
    except ValueError:
        pass
    try:
        written = urlsift.wrap(url, columns=columns, quote="> ")
    except (ValueError, OverflowError):
        return
    assert len(urlsift.find(written)) == 1, written


def rows_of(reader: urlsift.Reader) -> "list[dict[str, Any]]":
    return [{name: value for name, value in row.items() if name != "source"} for row in reader]


def check_scan(numbers: random.Random) -> None:
    text = text_of(numbers, LINES)
    content = text.encode("utf-8", "surrogatepass")
    options: Any = {"forms": FORMS, "headers": numbers.choice(["none", "useful", "all"]), "threads": 1}
    expected = rows_of(urlsift.scan(content, **options))

    def opened(fails_at: Optional[int] = None) -> Source:
        return Source(content, 1 << numbers.randrange(18), fails_at, numbers.randrange(2) == 0)

    assert rows_of(urlsift.scan(opened(), **options)) == expected, text
    fails_at = numbers.randrange(len(content) + 1)
    with_failure(lambda: urlsift.scan(opened(fails_at), **options), expected, text)

    listed: Any = [("x", len(content), "7")]
    splits = urlsift.plan(listed, split_bytes=1 << numbers.randrange(8, 18), pack_bytes=0, probe=False)
    splits.sort(key=lambda split: split.order or 0)

    def search(split: urlsift.Split, fails_at: Optional[int] = None) -> urlsift.Reader:
        return urlsift.scan_split(split, open=lambda _: seekable(fails_at), **options)

    def seekable(fails_at: Optional[int]) -> Any:
        return Source(content, 1 << 16, fails_at, True)

    if len(splits) <= 64:
        by_split = [rows_of(search(split)) for split in splits]
        assert [row for rows in by_split for row in rows] == expected, text
        which = numbers.randrange(len(splits))
        with_failure(lambda: search(splits[which], fails_at), by_split[which], text)
        assert urlsift.Split(str(splits[which])) == splits[which]


def with_failure(search: Any, expected: "list[dict[str, Any]]", text: str) -> None:
    """Checks that a search of a source that fails gives all rows, or says that it failed."""
    try:
        reader = search()
        rows = rows_of(reader)
    except (Failure, urlsift.SplitNotDone):
        return
    assert rows == expected or reader.damage, f"{len(rows)} of {len(expected)} rows, and nothing else: {text!r}"


def main() -> int:
    flags = dict(flag[1:].partition("=")[::2] for flag in sys.argv[1:])
    first, runs = int(flags.get("first", 0)), int(flags.get("runs", 1000))
    end = time.monotonic() + float(flags.get("max_total_time", "inf"))
    number, status = first, 0
    while (runs < 0 or number < first + runs) and time.monotonic() < end and status == 0:
        numbers = random.Random(number)
        try:
            (check_scan if number % 4 == 0 else check_find)(numbers)
        except BaseException:
            print(f"Test unit written to no file: -first={number} -runs=1")
            traceback.print_exc(file=sys.stdout)
            status = 1
        number += 1
    print(f"stat::number_of_executed_units: {number - first}")
    return status


if __name__ == "__main__":
    sys.exit(main())
