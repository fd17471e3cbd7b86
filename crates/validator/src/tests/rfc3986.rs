//! RFC 3986: its own URIs, and failures.

use super::{message, outcome};
use crate::grammar::Grammar::Rfc3986;

#[test]
fn uris_of_the_document_are_accepted() {
    let urls = [
        // Section 1.1.2.
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix",
        "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        // Section 3 and below.
        "foo://example.com:8042/over/there?name=ferret#nose",
        "urn:example:animal:ferret:nose",
        "http://www.example.com:80/",
        "mailto:fred@example.com",
        "foo://info.example.com?fred",
        // Section 5.4, the base.
        "http://a/b/c/d;p?q",
        // Section 6.2.2 and 7.6.
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    ];
    for url in urls {
        assert_eq!(message(Rfc3986, url), "ok", "{url}");
    }
}

#[test]
fn outcomes() {
    let table = [
        ("", "0 MissingPart"),
        (":", "0 MissingPart"),
        ("//h/p", "0 MissingPart"),
        ("1foo:bar", "0 MisplacedCharacter"),
        ("%foo:bar", "0 BadEscape"),
        ("foo", "3 MissingPart"),
        ("foo/bar", "3 MissingPart"),
        ("foo_bar:x", "3 MisplacedCharacter"),
        ("foo bar:x", "3 UnsafeCharacter"),
        ("foo:", "ok"),
        ("foo://", "ok"),
        ("http:/x", "ok"),
        ("http:x", "ok"),
        ("http://h?q", "ok"),
        ("http://h:/", "ok"),
        ("http://@h/", "ok"),
        ("http://h:8a/", "11 BadPort"),
        ("http://h:8a", "11 BadPort"),
        ("http://u:p:q@h:1/", "ok"),
        ("http://u@v@h/", "10 ReservedCharacter"),
        ("http://u@h:p/", "11 BadPort"),
        ("http://u|v@h/", "8 UnsafeCharacter"),
        ("http://u[v@h/", "8 ReservedCharacter"),
        ("http://a^b/", "8 UnsafeCharacter"),
        ("http://a[b/", "8 BadHostLabel"),
        ("http://[::1]/", "ok"),
        ("http://[::1]:80/", "ok"),
        ("http://[::1]:x/", "13 BadPort"),
        ("http://[::1]x/", "12 BadHostLabel"),
        ("http://[::1/", "11 BadHostLabel"),
        ("http://[::1", "11 BadHostLabel"),
        ("http://[1:2:3:4:5:6:7:8:9]/", "23 BadHostLabel"),
        ("http://[1::2::3]/", "13 BadHostLabel"),
        ("http://[12345::]/", "12 BadHostLabel"),
        ("http://[::1.2.3.256]/", "18 BadHostLabel"),
        ("http://[fe80::1%25eth0]/", "15 BadHostLabel"),
        ("http://[::^]/", "10 BadHostLabel"),
        ("http://[v1.a:b]/", "ok"),
        ("http://a%zz/", "9 BadEscape"),
        ("http://h/~a", "ok"),
        ("http://h/a|b", "10 UnsafeCharacter"),
        ("http://h/\u{e9}", "9 UnsafeCharacter"),
        ("http://h/a[b]", "10 ReservedCharacter"),
        ("http://h/%2x", "11 BadEscape"),
        ("http://h/%2", "11 BadEscape"),
        ("http://h/?a/b?c", "ok"),
        ("http://h/?[", "10 ReservedCharacter"),
        ("http://h/#a#b", "11 ReservedCharacter"),
        ("http://h/#a b", "11 UnsafeCharacter"),
        ("mailto:a b@c", "8 UnsafeCharacter"),
    ];
    for (url, expected) in table {
        assert_eq!(outcome(Rfc3986, url), expected, "{url}");
    }
}

#[test]
fn messages() {
    let table = [
        ("http://h/a|b", "'|' at byte 10 is not allowed in RFC 3986 (2) and must be written %7C"),
        (
            "http://h/a[b]",
            "'[' at byte 10 is reserved in RFC 3986 (2.2) and cannot stand in a path",
        ),
        (
            "http://h/?a[b",
            "'[' at byte 11 is reserved in RFC 3986 (2.2) and cannot stand in a query",
        ),
        ("1foo:bar", "'1' at byte 0 cannot stand in the first place of a scheme (RFC 3986, 3.1)"),
        ("http://[::1/", "'/' at byte 11 cannot come here in a host (RFC 3986, 3.2.2)"),
        (
            "http://h:8a",
            "the end of the URL at byte 11 cannot come here in a port, which is digits \
             (RFC 3986, 3.2.3)",
        ),
        ("http://h/%2x", "'x' at byte 11 is no hexadecimal digit of an escape (RFC 3986, 2.1)"),
        ("//h/p", "the scheme is missing at byte 0, before '/' (RFC 3986, 3.1)"),
    ];
    for (url, expected) in table {
        assert_eq!(message(Rfc3986, url), expected, "{url}");
    }
}
