//! Escaping URLs for a grammar: tables written by hand.

use crate::grammar::Grammar;
use crate::validator::Validator;
use std::format;
use std::string::String;

fn encoded(grammar: Grammar, url: &str) -> String {
    match Validator::new().url(url).encoded(grammar) {
        Ok(encoded) => encoded.into_owned(),
        Err(failure) => format!("{} {:?}", failure.at(), failure.kind()),
    }
}

#[test]
fn escaped_by_grammar() {
    use Grammar::{Draft03, Rfc1738, Rfc2396, Rfc3986, Rfc3987};
    let table = [
        (Rfc3986, "http://h.i/a%20b", "http://h.i/a%20b"),
        (Rfc3986, "http://h.i/a b|c", "http://h.i/a%20b%7Cc"),
        (Rfc3986, "http://h.i/~a/[1]", "http://h.i/~a/%5B1%5D"),
        (Rfc1738, "http://h.i/~a/[1]", "http://h.i/%7Ea/%5B1%5D"),
        (Rfc2396, "http://h.i/a[1]?b[2]", "http://h.i/a%5B1%5D?b[2]"),
        (Draft03, "http://h.i/~\"a\"", "http://h.i/%7E\"a\""),
        // Characters beyond ASCII are escaped in UTF-8.
        (Rfc3986, "http://h.i/caf\u{e9}", "http://h.i/caf%C3%A9"),
        (Rfc1738, "http://h.i/\u{4e2d}", "http://h.i/%E4%B8%AD"),
        (Rfc3987, "http://h.i/caf\u{e9}\u{e000}", "http://h.i/caf\u{e9}%EE%80%80"),
        (Rfc3987, "http://h.i/?\u{e000}", "http://h.i/?\u{e000}"),
        // A `%` that begins no escape is escaped.
        (Rfc3986, "http://h.i/100%", "http://h.i/100%25"),
        (Rfc3986, "http://h.i/%zz%2", "http://h.i/%25zz%252"),
        // The second `#` does not delimit.
        (Rfc3986, "http://h.i/#a#b", "http://h.i/#a%23b"),
        (Rfc1738, "http://h.i/#a#b c", "http://h.i/#a%23b%20c"),
        (Rfc1738, "http://h.i/~#~", "http://h.i/%7E#~"),
        // Delimiters are not escaped: it would make another URL.
        (Rfc1738, "http://h.i/?a?b", "13 ReservedCharacter"),
        (Rfc1738, "http://h.i?a", "10 ReservedCharacter"),
        (Draft03, "http://h.i/a;b", "12 ReservedCharacter"),
        (Rfc1738, "ftp://h.i/a;b", "12 UnknownTypeCode"),
        // Missing parts are not invented.
        (Rfc1738, "nntp://h.i", "10 MissingPart"),
        (Rfc3986, "h.i/a b", "3 MissingPart"),
        (Rfc3986, "1x:^", "0 MisplacedCharacter"),
        (Draft03, "https://h.i/", "4 MisplacedCharacter"),
        // In a host only characters beyond ASCII are escaped (RFC 3986, 3.2.2).
        (Rfc3986, "http://b\u{fc}cher.i/", "http://b%C3%BCcher.i/"),
        (Rfc1738, "http://b\u{fc}cher.i/", "8 BadHostLabel"),
        (Rfc3986, "http://a b.i/", "8 UnsafeCharacter"),
        (Rfc3986, "http://a|b.i/", "8 UnsafeCharacter"),
        (Rfc3986, "http://[::1/a b", "11 BadHostLabel"),
        (Rfc3986, "http://u|v@h.i/", "http://u%7Cv@h.i/"),
        // A bracket in a login begins no address.
        (Rfc3986, "http://[u@h.i/", "http://%5Bu@h.i/"),
        // To browsers the host is `a.b`, and it must not become `h.i`.
        (Rfc3986, "http://a.b\\@h.i/", "10 UnsafeCharacter"),
        (Rfc3986, "http://a.b/\\@h.i/", "http://a.b/%5C@h.i/"),
        (Rfc3986, "http://h.i:8a/", "13 BadPort"),
        (Rfc2396, "http://h.i:8 0/", "12 BadPort"),
        // Characters that would delimit are not escaped either.
        (Rfc1738, "gopher://h.i/7a\tb", "15 UnsafeCharacter"),
        (Rfc1738, "gopher://h.i/\u{e9}", "13 UnsafeCharacter"),
        (Rfc1738, "gopher://h.i/7\u{e9}", "gopher://h.i/7%C3%A9"),
        (Rfc1738, "prospero://h.i/n\0", "16 UnsafeCharacter"),
        (Rfc3986, "http:\\\\h.i\\x", "5 UnsafeCharacter"),
        (Rfc3986, "http:/\\h.i/x", "6 UnsafeCharacter"),
        (Rfc2396, "x:#", "2 MissingPart"),
        (Draft03, "news:\u{e9}~", "8 MissingPart"),
        (Rfc3986, "", "0 MissingPart"),
    ];
    for (grammar, url, expected) in table {
        assert_eq!(encoded(grammar, url), expected, "{grammar} {url}");
    }
}

/// Cutting the scheme's pieces anew for each character would make this test take hours.
#[test]
fn escaping_a_million_characters_takes_linear_time() {
    let spaces = " ".repeat(1_000_000);
    for head in ["http://h.i/", "ftp://h.i/", "gopher://h.i/1", "prospero://h.i/", "wais://h.i/"] {
        let url = format!("{head}{spaces}");
        assert_eq!(encoded(Grammar::Rfc1738, &url), format!("{head}{}", "%20".repeat(1_000_000)));
    }
}
