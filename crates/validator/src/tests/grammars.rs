//! The draft, RFC 2396 and RFC 3987: URLs on which the grammars differ, and messages.
//!
//! The offsets of failures are covered by the corpus and by the properties.

use super::message;
use crate::grammar::Grammar;
use crate::validator::Validator;
use std::string::{String, ToString};

/// Returns the names of the grammars that the URL satisfies.
fn grammars(url: &str) -> String {
    Validator::new().validate(url).grammars().to_string()
}

#[test]
fn grammars_by_url() {
    let table = [
        ("http://host.dom/a/b", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        // Schemes that only some grammars have, or have in this form.
        ("https://host.dom/", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("1x:a", "rfc1738"),
        ("nntp:comp.text/7", "draft03 rfc2396 rfc3986 rfc3987"),
        ("nntp://host.dom/comp.text/7", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("mid:1@host.dom", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("afs://cell.dom/a", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("rlogin://user:pass@host.dom", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("telnet://host.dom/", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("file:/etc/motd", "rfc2396 rfc3986 rfc3987"),
        ("mailto:jim", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("wais://host.dom/db/TEXT/1=a;", "draft03 rfc2396 rfc3986 rfc3987"),
        // Paths, searches and types.
        ("http://host.dom//a", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("http://host.dom?q", "draft03 rfc2396 rfc3986 rfc3987"),
        ("http://host.dom/?a=b", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("ftp://host.dom/a;type=i", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("ftp://host.dom/aAN", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("gopher://host.dom/", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("gopher://host.dom/1/a", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("prospero://host.dom/n%007abc", "draft03 rfc1738 rfc2396 rfc3986 rfc3987"),
        ("foo:", "rfc1738 rfc3986 rfc3987"),
        // Characters.
        ("http://host.dom/~jim", "rfc2396 rfc3986 rfc3987"),
        ("http://host.dom/a\"b", "draft03"),
        ("http://host.dom/?[1]", "rfc2396"),
        ("http://host.dom/caf\u{e9}", "rfc3987"),
        ("http://host.dom/?\u{e000}", "rfc3987"),
        ("http://host.dom/\u{e000}", ""),
        // Hosts.
        ("http://a_b.dom/", "draft03 rfc2396 rfc3986 rfc3987"),
        ("http://host.dom./", "draft03 rfc2396 rfc3986 rfc3987"),
        ("http://1host.dom/", "rfc1738 rfc2396 rfc3986 rfc3987"),
        ("http://host:port/", "rfc2396"),
        ("http://[::1]/", "rfc2396 rfc3986 rfc3987"),
        ("http://[::192.9.5.5]/", "rfc2396 rfc3986 rfc3987"),
        ("http://[1:2]/", "rfc2396"),
        ("http://[v1.a]/", "rfc3986 rfc3987"),
    ];
    for (url, expected) in table {
        assert_eq!(grammars(url), expected, "{url}");
    }
}

#[test]
fn messages() {
    use Grammar::{Draft03, Rfc2396, Rfc3987};
    let table = [
        (
            Draft03,
            "http://host.dom/~jim",
            "'~' at byte 16 is not allowed in draft 03 (BNF) and must be written %7E",
        ),
        (
            Draft03,
            "http://host.dom/a;b",
            "';' at byte 17 is reserved in draft 03 (BNF) and cannot stand in a path",
        ),
        (Draft03, "https://h/", "'s' at byte 4 leads to no scheme that draft 03 lists (BNF)"),
        (Draft03, "tel:1", "':' at byte 3 leads to no scheme that draft 03 lists (BNF)"),
        (
            Draft03,
            "gopher://host.dom/",
            "the gopher type is missing at byte 18, the end of the URL (draft 03, BNF)",
        ),
        (
            Draft03,
            "ftp://host.dom",
            "the \"/\" after the host is missing at byte 14, the end of the URL (draft 03, BNF)",
        ),
        (
            Draft03,
            "telnet://host.dom/",
            "'/' at byte 17 is reserved in draft 03 (BNF) and cannot stand in a telnet URL after \
             its login",
        ),
        (
            Draft03,
            "mailto:jim",
            "the mail address is missing at byte 10, the end of the URL (draft 03, BNF)",
        ),
        (
            Draft03,
            "mailto:jim@1",
            "the end of the URL at byte 12 cannot come here in a host (draft 03, BNF)",
        ),
        (
            Draft03,
            "mailto:@jim",
            "the mail address is missing at byte 11, the end of the URL (draft 03, BNF)",
        ),
        (
            Draft03,
            "nntp:comp.text/7a",
            "'a' at byte 16 cannot stand in an article number (draft 03, BNF)",
        ),
        (
            Draft03,
            "wais://host.dom/db/TEXT",
            "the \"/\" before the document's path is missing at byte 23, the end of the URL \
             (draft 03, BNF)",
        ),
        (
            Draft03,
            "wais://host.dom/db/TEXT/a",
            "'a' at byte 24 cannot stand in a field (draft 03, BNF)",
        ),
        (
            Rfc2396,
            "http://host.dom/a|b",
            "'|' at byte 17 is excluded from RFC 2396 (2.4.3) and must be written %7C",
        ),
        (
            Rfc2396,
            "http://host.dom/a[b",
            "'[' at byte 17 is reserved in RFC 2396 (2.2) and cannot stand in a path",
        ),
        (Rfc2396, "foo:", "the path is missing at byte 4, the end of the URL (RFC 2396, 3.3)"),
        (Rfc2396, "http://[::1/", "'/' at byte 11 cannot come here in a host (RFC 2396, 3.2.2)"),
        (
            Rfc3987,
            "http://host.dom/\u{e9}|",
            "'|' at byte 18 is not allowed in RFC 3987 (2.2) and must be written %7C",
        ),
        (
            Rfc3987,
            "http://host.dom/\u{e000}",
            "'\\u{e000}' at byte 16 cannot stand in a path (RFC 3987, 2.2)",
        ),
    ];
    for (grammar, url, expected) in table {
        assert_eq!(message(grammar, url), expected, "{url}");
    }
}
