"""Tests `find` and `Found` with tables."""

import copy
import json
import pickle
import threading
from typing import Any, Union

import pytest

import urlsift

# Text before a URL, with characters of one to four bytes, combining ones and line ends of two.
BEFORE = [
    "",
    "see ",
    "é ",
    "e\u0301 ",
    "€ ",
    "👍🏽 ",
    "🇫🇷\r\n",
    "\u200d\u202e \r",
    "中文。",
    "\x00\x80 ",
    "\ud800 ",
    "\ud83d\ude00 ",
    "\udcff\udcfe ",
]

# A text with one URL, the URL, the offsets of its pieces, and the offset of its doubt.
WRAPPERS = [
    ("http://example.org/", "http://example.org/", (0, 19), [(0, 19)], None),
    ("<http://example.org/é>", "http://example.org/é", (0, 22), [(1, 21)], None),
    (
        "<http://a.example/👍\r\n  é/b>",
        "http://a.example/👍é/b",
        (0, 27),
        [(1, 19), (23, 26)],
        None,
    ),
    (
        "<URL:http://a.example/é-\r\nb>",
        "http://a.example/é-b",
        (0, 28),
        [(5, 24), (26, 27)],
        23,
    ),
]


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("text, url, outer, pieces, doubt", WRAPPERS)
def test_offsets_of_a_str_are_code_points(
    before: str,
    text: str,
    url: str,
    outer: tuple[int, int],
    pieces: list[tuple[int, int]],
    doubt: Union[int, None],
) -> None:
    shift = len(before)
    # The second URL shows that offsets go on after the first.
    whole = before + text + " ü 👍 http://end.example/"
    found, end = urlsift.find(whole)
    assert found.url == str(found) == url
    assert (found.start, found.end) == (outer[0] + shift, outer[1] + shift)
    assert [(piece.start, piece.end) for piece in found.pieces] == [
        (start + shift, stop + shift) for start, stop in pieces
    ]
    for piece in found.pieces:
        assert piece.copied and whole[piece.start : piece.end] == piece.text
    if doubt is None:
        assert not found.doubts and not found.readings
    else:
        assert [it.at for it in found.doubts] == [doubt + shift]
        assert found.readings[0].why == f"hyphen at {doubt + shift} dropped"
    assert whole[end.start : end.end] == end.url == "http://end.example/"


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("text, url, outer, pieces, doubt", WRAPPERS)
def test_bytes_give_the_same_urls_with_offsets_in_bytes(
    before: str, text: str, url: str, outer: Any, pieces: Any, doubt: Any
) -> None:
    whole = before + text
    encoded = whole.encode("utf-8", "surrogatepass")
    in_str, in_bytes = urlsift.find(whole), urlsift.find(encoded)
    assert [found.url for found in in_bytes] == [url]

    def at(offset: int) -> int:
        return len(whole[:offset].encode("utf-8", "surrogatepass"))

    for a, b in zip(in_str, in_bytes):
        assert (at(a.start), at(a.end)) == (b.start, b.end)
        assert [at(it.start) for it in a.pieces] == [it.start for it in b.pieces]
        assert [it.text for it in a.pieces] == [it.text for it in b.pieces]
        assert [at(it.at) for it in a.doubts] == [it.at for it in b.doubts]
        assert (a == b) == (before.isascii() and text.isascii())


# Bytes that are not UTF-8, the URL, and the texts of its pieces.
UNDECODABLE = [
    (b"<http://a.example/x\x99>", "http://a.example/x%99", ["http://a.example/x%99"]),
    (
        b"<URL:http://a.example/x\x99\xc5\n\x89y>",
        "http://a.example/x%99\u0149y",
        ["http://a.example/x%99", "\u0149y"],
    ),
    (
        b"<URL:http://a.example/\xc3\n\xa9>",
        "http://a.example/é",
        ["http://a.example/", "é"],
    ),
    (
        b"<URL:http://a.example/\xc3\ny\n\xff\nz>",
        "http://a.example/%C3y%FFz",
        ["http://a.example/%C3", "y", "%FF", "z"],
    ),
    (
        "<URL:http://a.example/\ud83d\nb>".encode("utf-8", "surrogatepass"),
        "http://a.example/%ED%A0%BDb",
        ["http://a.example/%ED%A0%BD", "b"],
    ),
]


@pytest.mark.parametrize("text, url, texts", UNDECODABLE)
def test_bytes_need_not_be_utf8(text: bytes, url: str, texts: list[str]) -> None:
    (found,) = urlsift.find(text)
    assert found.url == url
    assert [piece.text for piece in found.pieces] == texts
    notes = {note.name for note in found.notes}
    assert ("undecodable_byte" in notes) == ("%" in url)


def test_a_lone_surrogate_is_one_code_point() -> None:
    text = "\ud800 <http://a.example/\udfff\nb> 👍 http://b.example/"
    first, second = urlsift.find(text)
    assert first.url == "http://a.example/%ED%BF%BFb"
    assert text[first.start : first.end] == "<http://a.example/\udfff\nb>"
    assert [text[it.start : it.end] for it in first.pieces] == [
        "http://a.example/\udfff",
        "b",
    ]
    assert text[second.start : second.end] == "http://b.example/"


# A text, arguments, and the URLs.
FORMS = "<URL:news:a.b> <http://a.example/> www.b.example jim@c.example"
BROKEN = "The minutes of the meeting of Monday are at http://lists.e.example/archive/\n2001-05/minutes.html"
LIKELY = "The minutes are at http://lists.e.example/archive/\n2001-05/minutes.html now."
FIRST = "http://lists.e.example/archive/"
OPTIONS: list[tuple[str, dict[str, Any], list[str]]] = [
    (FORMS, {}, ["news:a.b", "http://a.example/", "http://www.b.example"]),
    (FORMS, {"forms": None, "join": None}, ["news:a.b", "http://a.example/", "http://www.b.example"]),
    (FORMS, {"forms": ["url"]}, ["news:a.b"]),
    (FORMS, {"forms": ("angle", "angle")}, ["http://a.example/"]),
    (FORMS, {"forms": {"www"}}, ["http://www.b.example"]),
    (FORMS, {"forms": {"host"}}, []),
    ("see example.org", {"forms": {"host"}}, ["http://example.org"]),
    (FORMS, {"forms": iter(["address"])}, ["mailto:jim@c.example"]),
    (BROKEN, {}, [FIRST + "2001-05/minutes.html"]),
    (BROKEN, {"join": "certain"}, [FIRST + "2001-05/minutes.html"]),
    (BROKEN, {"join": "never"}, [FIRST]),
    (BROKEN, {"forms": ["angle"], "join": "likely"}, []),
    (LIKELY, {"join": "likely"}, [FIRST + "2001-05/minutes.html"]),
    (LIKELY, {"join": "certain"}, [FIRST]),
    (FORMS, {"only_schemes": ["HTTP"]}, ["http://a.example/", "http://www.b.example"]),
    (FORMS, {"only_schemes": iter(["news", "x-own"])}, ["news:a.b"]),
    ("x-own:1 http://a.example/", {"only_schemes": ["x-own"]}, ["x-own:1"]),
    ("localhost/a 192.0.2.1 <made-up:x>", {"forms": ["angle", "host"]}, []),
    (
        "localhost/a 192.0.2.1 <made-up:x>",
        {"forms": ["angle", "host"], "extras": {"localhost", "ip_address", "any_scheme"}},
        ["http://localhost/a", "http://192.0.2.1", "made-up:x"],
    ),
    ("http://a.example/?b&amp;c&gt; d", {"profile": "escaped"}, ["http://a.example/?b&c"]),
    (BROKEN, {"profile": "chat"}, [FIRST]),
    (BROKEN, {"profile": "chat", "join": "certain"}, [FIRST + "2001-05/minutes.html"]),
    ("http://a.example/bé", {"ascii_only": True}, ["http://a.example/b"]),
    ("http://a.example/?b&amp;c", {"as_written": True}, ["http://a.example/?b&amp;c"]),
    ("http://a.example/?b&amp;c", {"as_written": False, "extras": (), "profile": None}, ["http://a.example/?b&c"]),
]


@pytest.mark.parametrize("text, options, urls", OPTIONS)
def test_forms_and_join_choose_urls(text: str, options: dict[str, Any], urls: list[str]) -> None:
    assert [found.url for found in urlsift.find(text, **options)] == urls


def test_all_functions_take_the_options() -> None:
    text = "see localhost/é now"
    options: dict[str, Any] = {"forms": ["host"], "extras": ["localhost"], "ascii_only": True}
    (found,) = urlsift.find(text, **options)
    assert found.url == "http://localhost/"
    assert urlsift.find_at(text, 4, **options) == urlsift.find_around(text, 9, **options) == found
    assert urlsift.find_at(text, 4) is None
    assert urlsift.resume_at(text, 18, **options) == 0


def test_many_extractors_are_built() -> None:
    # More than are kept.
    for number in range(100):
        (found,) = urlsift.find(f"x{number}y:1 http://a.example/", only_schemes=[f"x{number}y"])
        assert found.url == f"x{number}y:1"


def test_repaired_is_a_form() -> None:
    (found,) = urlsift.find("http:/www.example.org/", forms=["repaired"])
    assert (found.form, found.url) == ("repaired", "http://www.example.org/")
    assert [piece.copied for piece in found.pieces].count(False) >= 1
    assert "".join(piece.text for piece in found.pieces) == found.url


ERRORS: list[tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    ((None,), {}, TypeError, "text must be str or bytes, not NoneType"),
    ((bytearray(b""),), {}, TypeError, "text must be str or bytes, not bytearray"),
    ((), {}, TypeError, "missing 1 required positional argument"),
    (("", ["url"]), {}, TypeError, "takes 1 positional argument"),
    (("",), {"forms": "url"}, TypeError, "forms must be an iterable of names, not str"),
    (("",), {"forms": 1}, TypeError, "not iterable"),
    (("",), {"forms": [1]}, TypeError, "each of forms must be str, not int"),
    (("",), {"forms": []}, ValueError, "forms is empty"),
    (
        ("",),
        {"forms": ["url", "URL"]},
        ValueError,
        'unknown form "URL": expected url, angle, quote, prefix, bare, www, host, address or repaired',
    ),
    (
        ("",),
        {"join": "all"},
        ValueError,
        'unknown join "all": expected certain, likely, possible or never',
    ),
    (("",), {"join": 1}, TypeError, "join must be str, not int"),
    (("",), {"schemes": []}, TypeError, "unexpected keyword argument 'schemes'"),
    (("",), {"only_schemes": "http"}, TypeError, "only_schemes must be an iterable of names, not str"),
    (("",), {"only_schemes": [1]}, TypeError, "each of only_schemes must be str, not int"),
    (("",), {"only_schemes": []}, ValueError, "only_schemes is empty"),
    (("",), {"only_schemes": ["a b"]}, ValueError, 'bad scheme "a b": '),
    (("",), {"extras": "localhost"}, TypeError, "extras must be an iterable of names, not str"),
    (("",), {"extras": ["all"]}, ValueError, 'unknown extra "all": expected doubtful_domain, ip_address,'),
    (("",), {"profile": "mail"}, ValueError, 'unknown profile "mail": expected archive, chat, escaped or source'),
    (("",), {"ascii_only": 1}, TypeError, "ascii_only must be bool, not int"),
    (("",), {"as_written": "no"}, TypeError, "as_written must be bool, not str"),
    (("",), {"limit": "1"}, TypeError, "limit must be int, not str"),
    (("",), {"limit": -1}, ValueError, "limit must not be negative"),
    (("",), {"start": -1}, ValueError, "start must not be negative"),
]


@pytest.mark.parametrize("args, options, error, message", ERRORS)
def test_misuse_raises_an_error(
    args: Any, options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        urlsift.find(*args, **options)
    assert message in str(caught.value)


# A limit, and the number of URLs of a text with four.
LIMITS = [(None, 4), (0, 0), (1, 1), (3, 3), (4, 4), (5, 4), (1 << 70, 4)]


@pytest.mark.parametrize("limit, count", LIMITS)
def test_a_limit_ends_the_search(limit: Union[int, None], count: int) -> None:
    for text in ("é http://a.example/ " * 4, b"http://a.example/ " * 4):
        assert urlsift.find(text, limit=limit) == urlsift.find(text)[:count]


def test_a_search_starts_at_an_offset() -> None:
    text = "é http://a.example/ http://b.example/"
    found = urlsift.find(text)
    for start, first in ((0, 0), (2, 0), (3, 1), (20, 1), (21, 2), (99, 2), (1 << 70, 2)):
        assert urlsift.find(text, start=start) == found[first:]
    assert urlsift.find(text.encode(), start=4) == urlsift.find(text.encode())[1:]


# A text, a position in code points, and the URLs that begin there and that are around it.
POSITIONS: list[tuple[str, int, Union[str, None], Union[str, None]]] = [
    ("", 0, None, None),
    ("", 1, None, None),
    ("é", 2, None, None),
    ("http://a.example/", 0, "http://a.example/", "http://a.example/"),
    ("http://a.example/", 17, None, "http://a.example/"),
    ("http://a.example/", 18, None, None),
    ("http://a.example/", 1 << 70, None, None),
    ("é <http://a.example/👍\n> b>", 2, "http://a.example/👍b", "http://a.example/👍b"),
    ("é <http://a.example/👍\n> b>", 3, "http://a.example/👍b", "http://a.example/👍b"),
    ("é <http://a.example/👍\n> b>", 4, None, "http://a.example/👍b"),
    ("é <http://a.example/👍\n> b>", 25, None, "http://a.example/👍b"),
    ("é <http://a.example/👍\n> b>", 1, None, None),
    ("\ud83d\ude00 http://a.example/é", 3, "http://a.example/é", "http://a.example/é"),
]


@pytest.mark.parametrize("text, position, at, around", POSITIONS)
def test_positions_count_like_offsets(
    text: str, position: int, at: Union[str, None], around: Union[str, None]
) -> None:
    encoded = text.encode("utf-8", "surrogatepass")
    in_bytes = len(text[:position].encode("utf-8", "surrogatepass"))
    in_bytes += position - min(position, len(text))
    for find, url in ((urlsift.find_at, at), (urlsift.find_around, around)):
        in_str, found = find(text, position), find(encoded, in_bytes)
        assert (in_str and in_str.url) == (found and found.url) == url
        for whole, it in ((text, in_str), (encoded, found)):
            assert it is None or it.form == "bare" or it == urlsift.find(whole)[0]


# Text around a URL, of characters of one to four bytes.
FAR = ["see ", "é ", "中文\n", "👍 ", "\ud800 "]


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("length", [10, 20_000, 60_000])
def test_a_position_in_a_long_text_is_searched_like_all_of_it(far: str, length: int) -> None:
    start = 30_000 * len(far)
    text = far * 30_000 + "<URL:http://a.example/é" + "x" * min(length, 8000) + "> " + far * 90_000
    (found,) = urlsift.find(text)
    assert urlsift.find_at(text, start) == found
    for position in (start, start + 3, start + 20, found.end - 1, found.end):
        assert urlsift.find_around(text, position) == found
    bare = far * 30_000 + "http://a.example/" + "x" * length + " " + far * 90_000
    (found,) = urlsift.find(bare)
    assert urlsift.find_at(bare, start) == urlsift.find_around(bare, start) == found
    assert found.end == start + 17 + length


def test_calls_for_all_positions_take_linear_time() -> None:
    for filler in ("a", "é", "<http://"):
        text = filler * (200_000 // len(filler)) + " http://a.example/"
        step = 50
        found = [urlsift.find_at(text, position) for position in range(0, len(text), step)]
        assert len(found) > 3000
        assert urlsift.find_at(text, len(text) - 17) is not None


def test_after_an_edit_the_rest_is_searched_again() -> None:
    import random

    chance = random.Random(1)
    parts = ["é http://a.example/b\n", "<http://c.example/\n> d>", "\n\n", "word 👍 ", "> www.e.example, "]
    for _ in range(200):
        text = "".join(chance.choices(parts, k=300))
        at = chance.randrange(len(text))
        edited = text[:at] + chance.choice(parts) + text[at + chance.randrange(9) :]
        for old, new, position in ((text, edited, at), (text.encode(), edited.encode(), len(text[:at].encode()))):
            start = urlsift.resume_at(old, position)
            assert 0 <= start <= position
            kept = [found for found in urlsift.find(old) if found.end <= start]
            assert kept + urlsift.find(new, start=start) == urlsift.find(new)


def test_misuse_of_a_position_raises_an_error() -> None:
    for find in (urlsift.find_at, urlsift.find_around, urlsift.resume_at):
        with pytest.raises(ValueError, match="position must not be negative"):
            find("", -1)
        with pytest.raises(TypeError, match="position must be int, not str"):
            find("", "0")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="text must be str or bytes, not int"):
            find(0, 0)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="unexpected keyword argument 'limit'"):
            find("", 0, limit=1)  # type: ignore[call-arg]


# A text, the text of its first URL's range, and whether that is the URL.
RANGES = [
    ("see http://a.example/.", "http://a.example/", True),
    ("é <URL:http://a.example/>", "http://a.example/", True),
    ("é <http://a.example/\n> b> c", "http://a.example/\n> b", False),
    ("www.a.example", "www.a.example", False),
    ("<http://a.example/x y>", "http://a.example/x y", False),
    ("<http://a.example/\ud800>", "http://a.example/\ud800", False),
]


@pytest.mark.parametrize("text, inner, is_verbatim", RANGES)
def test_a_range_has_no_delimiters(text: str, inner: str, is_verbatim: bool) -> None:
    found = urlsift.find(text)[0]
    start, end = found.range
    assert text[start:end] == inner
    assert found.is_verbatim is is_verbatim
    assert not is_verbatim or found.url == inner


MESSAGE = (
    "> é <URL:http://www.exam\n> ple.org/well-\n> known> ftp://jim:secret@a.example/ "
    "The minutes are at http://lists.e.example/archive/\n2001-05/minutes.html"
)


def test_a_found_is_a_value() -> None:
    for found, again in zip(urlsift.find(MESSAGE), urlsift.find(MESSAGE)):
        assert found == again and hash(found) == hash(again) and found is not again
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            loaded = pickle.loads(pickle.dumps(found, protocol))
            assert loaded == found and hash(loaded) == hash(found)
            for name in dir(found):
                if not name.startswith("_") and name != "asdict":
                    assert getattr(loaded, name) == getattr(found, name), name
            assert loaded.asdict() == found.asdict()
        assert copy.copy(found) == copy.deepcopy(found) == found
        assert found != found.url and not found == 1
        with pytest.raises(AttributeError):
            found.url = "http://other.example/"  # type: ignore[misc]
        with pytest.raises(TypeError):
            type(found)()
    assert len(set(urlsift.find(MESSAGE * 2))) == 2 * len(urlsift.find(MESSAGE))


def test_records_are_values() -> None:
    found = urlsift.find(MESSAGE)[0]
    for record in (*found.pieces, *found.readings, *found.doubts, *found.notes):
        assert pickle.loads(pickle.dumps(record)) == record
        assert type(record).__module__ == "urlsift"
        assert record == tuple(record)


def test_a_pickle_of_a_later_version_loads() -> None:
    (found,) = urlsift.find("http://example.org/")
    reduced: Any = found.__reduce__()
    restore, (state,) = reduced
    assert restore({**state, "form": "form-of-later"}).form == "form-of-later"
    # Damaged ranges are no reason to panic.
    piece = {"start": 1, "end": 2, "url_end": 99, "copied": True}
    damaged = restore({**state, "pieces": [piece, {**piece, "url_end": 3}]})
    assert [piece.text for piece in damaged.pieces] == ["", ""]
    with pytest.raises(TypeError) as caught:
        restore({**state, "grammars": ["rfc0"]})
    assert "draft03" in str(caught.value.__cause__)


def test_a_dict_has_all_attributes() -> None:
    text = "> see <http://www.exam\n> ple.org/well-\n> known>"
    (found,) = urlsift.find(text)
    attributes = found.asdict()
    public = {name for name in dir(urlsift.Found) if not name.startswith("_")}
    assert attributes.keys() == public - {"asdict"}
    assert json.loads(json.dumps(attributes)) == attributes
    assert attributes["url"] == found.url
    assert attributes["range"] == list(found.range)
    (row,) = urlsift.scan(text.encode())
    same = ["url", "form", "start", "end", "readings", "doubts", "joined", "grammars", "host", "host_kind"]
    assert {name: attributes[name] for name in same} == {name: row[name] for name in same}
    assert [note["name"] for note in attributes["notes"]] == row["notes"]


def test_a_repr_shows_what_matters() -> None:
    (found,) = urlsift.find("<http://a.example/'é>")
    assert repr(found) == "Found(url=\"http://a.example/'é\", form='angle', start=0, end=21)"
    (found,) = urlsift.find("ftp://jim:secret@a.example:9/")
    assert repr(found).endswith("notes=('password', 'port_reserved'))")


def test_long_texts_are_searched_like_short_ones() -> None:
    # From 64 KiB on the search runs without the lock of the interpreter.
    for filler in ("x", "é"):
        text = f"{filler * 99}\n" * 1000 + MESSAGE
        shift = len(text) - len(MESSAGE)
        short, long = urlsift.find(MESSAGE), urlsift.find(text)
        assert [(it.url, it.start + shift) for it in short] == [(it.url, it.start) for it in long]


def test_threads_share_the_module() -> None:
    text = "word " * 20_000 + MESSAGE
    expected = urlsift.find(text)
    results: list[bool] = []

    def work(join: urlsift.Join) -> None:
        for forms in ([], ["host"], ["address"]):
            usual: list[Any] = ["url", "angle", "quote", "prefix", "bare"]
            found = urlsift.find(text, forms=usual + forms, join=join)
            results.append(len(found) >= len(expected) and urlsift.find(text) == expected)

    joins: list[urlsift.Join] = ["certain", "likely", "possible", "certain"]
    threads = [threading.Thread(target=work, args=(join,)) for join in joins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 12


def test_a_found_does_not_keep_its_text() -> None:
    # Python counts references to `text` alone.
    import sys

    text = "x" * 100_000 + " http://example.org/"
    before = sys.getrefcount(text)
    found = urlsift.find(text)
    assert sys.getrefcount(text) == before and found
