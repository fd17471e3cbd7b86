"""Tests the functions on one URL."""

import copy
import pickle
from typing import Any, Optional

import pytest

import urlsift

ALL = ("draft03", "rfc1738", "rfc2396", "rfc3986", "rfc3987")

# URL, standing, grammars and kind of host.
VERDICTS = [
    ("http://www.example.org/", "valid", ALL, "name"),
    ("http://www.example.org/~jim", "valid", ALL[2:], "name"),
    ("http://www.example.org/é", "valid", ALL[4:], "name"),
    ("http://192.0.2.1/{", "loose", (), "address"),
    ("http://www.example.org/a b", "rejected", (), "name"),
    ("news:comp.infosystems", "valid", ALL, None),
    ("<URL:news:comp.infosystems>", "valid", ALL, None),
    ("", "rejected", (), None),
]


@pytest.mark.parametrize("url, standing, grammars, host_kind", VERDICTS)
def test_check_judges_a_url(
    url: str, standing: str, grammars: tuple[str, ...], host_kind: Optional[str]
) -> None:
    verdict = urlsift.check(url)
    assert (verdict.standing, verdict.grammars) == (standing, grammars)
    assert verdict.host_kind == host_kind
    failed = set(ALL) - set(grammars)
    assert set(verdict.failures) == set(verdict.encoded) == failed
    assert (verdict.rejection is None) == (standing != "rejected")
    for encoded in verdict.encoded.values():
        assert (encoded.url is None) != (encoded.failure is None)
        if encoded.url is not None:
            assert urlsift.check(encoded.url).standing == "valid"


def test_check_has_the_fields_of_the_programs_rows() -> None:
    verdict = urlsift.check("<URL:https://jim:x@www.example.org:2121/pub/é?q#f>")
    assert verdict.url == "https://jim:x@www.example.org:2121/pub/é?q#f"
    assert verdict.given == "<URL:https://jim:x@www.example.org:2121/pub/é?q#f>"
    assert (verdict.form, verdict.production) == ("url", None)
    assert (verdict.host, verdict.port_or_default) == ("www.example.org", 2121)
    # The query and the fragment come after a character of two bytes.
    parts = verdict.parts
    assert [part and part.text for part in parts] == [
        "https",
        "jim",
        "x",
        "www.example.org",
        "2121",
        "/pub/é",
        "q",
        "f",
    ]
    for part in parts:
        assert part is not None and verdict.url[part.start : part.end] == part.text
    assert [(note.name, note.text) for note in verdict.notes] == [
        ("password", "x"),
        ("user_not_allowed", "jim"),
        ("port_not_default", "2121"),
    ]
    assert verdict.href == "https://jim:x@www.example.org:2121/pub/%C3%A9?q#f"
    assert verdict.display == "https://jim:x@www.example.org:2121/pub/é?q#f"


def test_failures_count_code_points() -> None:
    verdict = urlsift.check("http://example.org/é b")
    assert verdict.failures["rfc3987"] == urlsift.Failure(
        20,
        "unsafe_character",
        " ",
        "2.2",
        "' ' at byte 21 is not allowed in RFC 3987 (2.2) and must be written %20",
    )
    assert verdict.rejection is not None
    assert verdict.rejection[:4] == (20, "whitespace", " ", None)
    missing = urlsift.check("http:").failures["rfc1738"]
    assert (missing.at, missing.found) == (5, None)


def test_a_verdict_is_a_value() -> None:
    verdict = urlsift.check("<http://example.org/'>")
    assert verdict == urlsift.check("<http://example.org/'>")
    assert verdict != urlsift.check("http://example.org/'")
    assert pickle.loads(pickle.dumps(verdict)) == copy.copy(verdict) == verdict
    assert len({verdict, urlsift.check("<http://example.org/'>")}) == 1
    assert repr(verdict) == "Verdict(url=\"http://example.org/'\", standing='valid')"
    with pytest.raises(TypeError):
        type(verdict)()


# Arguments of `wrap`, and its result.
WRAPPED: list[tuple[str, dict[str, Any], str]] = [
    ("http://example.org/", {}, "<URL:http://example.org/>"),
    ("<http://example.org/>", {}, "<URL:http://example.org/>"),
    ("http://example.org/a b", {}, "<URL:http://example.org/a%20b>"),
    ("http://bücher.example/ñ", {}, "<URL:http://xn--bcher-kva.example/%C3%B1>"),
    (
        "http://www.example.org/well-known/wrappers.html",
        {"columns": 40, "quote": "> "},
        "> <URL:http://www.example.org/\n> well-known/wrappers.html>",
    ),
    ("news:a.b", {"columns": 0}, "<URL:news:\na.\nb>"),
    ("news:a.b", {"columns": 10**30}, "<URL:news:a.b>"),
]


@pytest.mark.parametrize("url, options, wrapped", WRAPPED)
def test_wrap_writes_what_find_reads(url: str, options: dict[str, Any], wrapped: str) -> None:
    assert urlsift.wrap(url, **options) == wrapped
    (found,) = urlsift.find(f"see\n{wrapped}\n")
    assert not found.readings and "".join(found.url.split()) == found.url


# Arguments of `wrap`, the error, and a part of its message.
REFUSED: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    ("http://example.org/a\nb", {}, ValueError, ""),
    ("no url", {}, ValueError, ""),
    ("", {}, ValueError, ""),
    ("http:///", {}, ValueError, ""),
    ("news:a.b", {"quote": "Jim: no"}, ValueError, ""),
    ("news:a.b", {"columns": -1}, ValueError, "columns must not be negative"),
    ("news:a.b", {"columns": -(10**30)}, ValueError, "columns must not be negative"),
    ("news:a.b", {"columns": 40.0}, TypeError, "columns must be int, not float"),
    ("news:a.b", {"quote": 1}, TypeError, "quote must be str, not int"),
    (b"news:a.b", {}, TypeError, "url must be str, not bytes"),
    ("http://example.org/\ud800", {}, UnicodeEncodeError, "surrogates not allowed"),
]


@pytest.mark.parametrize("url, options, error, message", REFUSED)
def test_wrap_refuses_what_find_would_not_read(
    url: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        urlsift.wrap(url, **options)
    assert str(caught.value) and message in str(caught.value)


# URL, the form to open, and the form to show.
FORMS = [
    ("http://example.org/", "http://example.org/", "http://example.org/"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/", "http://bücher.example/"),
    ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/", "http://bücher.example/"),
    ("http://exa^mple.org/", None, "http://exa^mple.org/"),
    ("http:///www.bank.example@evil.example/", None, "http:///www.bank.example@evil.example/"),
    ("", None, ""),
]


@pytest.mark.parametrize("url, opened, shown", FORMS)
def test_a_url_is_opened_and_shown(url: str, opened: Optional[str], shown: str) -> None:
    assert urlsift.href(url) == urlsift.check(url).href == opened
    assert urlsift.display(url) == urlsift.check(url).display == shown


@pytest.mark.parametrize("function", [urlsift.check, urlsift.href, urlsift.display])
def test_functions_on_a_url_take_a_str(function: Any) -> None:
    for value in (None, 1, b"http://example.org/"):
        with pytest.raises(TypeError, match="url must be str, not "):
            function(value)
    with pytest.raises(ValueError):
        function("http://example.org/\ud800")


def test_equivalent_urls_become_one() -> None:
    assert urlsift.normalize("HTTP://A.example:80/%7e/./é") == "http://a.example/~/é"


def test_the_text_of_a_link_may_deceive() -> None:
    assert urlsift.link_text_differs("http://www.bank.example/", "http://evil.example/")
    assert not urlsift.link_text_differs("bank", "http://evil.example/")


def test_normalize_takes_a_str() -> None:
    with pytest.raises(TypeError, match="url must be str, not bytes"):
        urlsift.normalize(b"http://a.example/")  # type: ignore[arg-type]
    with pytest.raises(UnicodeEncodeError):
        urlsift.normalize("http://a.example/\ud800")
