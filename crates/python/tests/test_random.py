"""Tests properties of `find` on random texts. The seeds are fixed, so each run tests the same."""

import random

import urlsift

TOKENS = [
    "http://",
    "https://www.example.org/",
    "<URL:",
    "<",
    ">",
    '"',
    "URL:",
    "ftp://ftp.example.org/a",
    "mailto:",
    "jim@example.org",
    "www.example.com",
    "/path/",
    "-",
    "-\n",
    "\n",
    "\r\n",
    "\n> ",
    " ",
    "  ",
    "\t",
    " at ",
    "\\",
    "\\_",
    "&amp;",
    "%C3%A9",
    "%C",
    "é",
    "e\u0301",
    "€",
    "👍",
    "中",
    "\u2028",
    "\u00a0",
    "\u202e",
    "\x00",
    "\x1b",
    "\ud83d",
    "\udc4d",
    "\udce9",
    ".",
    ",",
    ")",
    "a",
    "B1",
    "?q=",
    "#x",
    ":8080",
]
FORMS: list[urlsift.Form] = [
    "url",
    "angle",
    "quote",
    "prefix",
    "bare",
    "host",
    "address",
    "repaired",
    "www",
]


def texts(seed: int, count: int) -> list[str]:
    """Returns random texts of tokens."""
    numbers = random.Random(seed)
    return ["".join(numbers.choices(TOKENS, k=numbers.randrange(1, 30))) for _ in range(count)]


def test_pieces_are_the_url() -> None:
    urls = joined = 0
    for text in texts(1, 20_000):
        end = 0
        for found in urlsift.find(text, forms=FORMS, join="possible"):
            urls += 1
            joined += len(found.pieces) > 1
            assert end <= found.start < found.end <= len(text), repr(text)
            end = found.end
            at = found.start
            for piece in found.pieces:
                assert at <= piece.start <= piece.end <= found.end, repr(text)
                at = piece.end
                part = text[piece.start : piece.end]
                if piece.copied and part.isprintable():
                    assert part == piece.text, repr(text)
            assert "".join(piece.text for piece in found.pieces) == found.url, repr(text)
            assert found.url in [found.url, *(it.url for it in found.readings)]
            assert len(found.readings) <= 7 and found.href is not None or True
            assert repr(found) and found.display
            for doubt in found.doubts:
                assert 0 <= doubt.at < len(text), repr(text)
    assert urls > 10_000 and joined > 1_000, (urls, joined)


def test_str_and_bytes_agree() -> None:
    urls = 0
    for text in texts(2, 10_000):
        encoded = text.encode("utf-8", "surrogatepass")
        in_str, in_bytes = urlsift.find(text), urlsift.find(encoded)
        assert len(in_str) == len(in_bytes), repr(text)
        for a, b in zip(in_str, in_bytes):
            urls += 1
            assert (a.url, a.form, a.grammars, a.notes) == (b.url, b.form, b.grammars, b.notes)
            outer = text[a.start : a.end].encode("utf-8", "surrogatepass")
            assert outer == encoded[b.start : b.end], repr(text)
            assert [it.text for it in a.pieces] == [it.text for it in b.pieces], repr(text)
            assert [it.url for it in a.readings] == [it.url for it in b.readings]
    assert urls > 3_000, urls


def test_any_bytes_are_searched() -> None:
    numbers = random.Random(3)
    urls = 0
    for text in texts(4, 10_000):
        encoded = bytearray(text.encode("utf-8", "surrogatepass"))
        for _ in range(numbers.randrange(4)):
            encoded[numbers.randrange(len(encoded))] = numbers.randrange(256)
        for found in urlsift.find(bytes(encoded), join="likely"):
            urls += 1
            assert 0 <= found.start < found.end <= len(encoded), encoded
            assert "".join(piece.text for piece in found.pieces) == found.url, encoded
    assert urls > 3_000, urls


def test_functions_on_a_url_accept_any_text() -> None:
    wrapped = 0
    for text in texts(5, 5_000):
        text = text.encode("utf-8", "ignore").decode()
        verdict = urlsift.check(text)
        assert urlsift.display(text) is not None
        opened = urlsift.href(text)
        assert opened is None or "rfc3986" in urlsift.check(opened).grammars, text
        for part in verdict.parts:
            assert part is None or verdict.url[part.start : part.end] == part.text, text
        for note in verdict.notes:
            assert verdict.url[note.start : note.end] == note.text, text
        for failure in verdict.failures.values():
            assert failure.found is None or verdict.url[failure.at] == failure.found, text
        try:
            lines = urlsift.wrap(text, columns=40, quote="> ")
        except ValueError:
            continue
        wrapped += 1
        (found,) = urlsift.find(lines)
        assert found.form == "url" and not found.readings, text
    assert wrapped > 50, wrapped
