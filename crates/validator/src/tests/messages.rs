//! The messages of failures: each sentence, and each place and section that it may name.

use crate::grammar::Grammar::{self, Draft03, Rfc1738, Rfc2396, Rfc3986, Rfc3987};
use crate::validator::Validator;
use std::string::ToString;

/// Each URL is on a line, and its message on the next one.
fn check(grammar: Grammar, rows: &str) {
    let mut lines = rows.lines().map(str::trim).filter(|line| !line.is_empty());
    while let (Some(url), Some(expected)) = (lines.next(), lines.next()) {
        let failure = Validator::new().url(url).failure(grammar).expect("it fails");
        assert_eq!(failure.to_string(), expected, "{url}");
    }
}

#[test]
fn by_the_draft() {
    let rows = r#"
        http://host.dom/~jim
        '~' at byte 16 is not allowed in draft 03 (BNF) and must be written %7E
        http://host.dom/a;b
        ';' at byte 17 is reserved in draft 03 (BNF) and cannot stand in a path
        https://h/
        's' at byte 4 leads to no scheme that draft 03 lists (BNF)
        gopher://host.dom/
        the gopher type is missing at byte 18, the end of the URL (draft 03, BNF)
        telnet://host.dom/
        '/' at byte 17 is reserved in draft 03 (BNF) and cannot stand in a telnet URL after its login
        mailto:jim
        the mail address is missing at byte 10, the end of the URL (draft 03, BNF)
        mailto:jim@1
        the end of the URL at byte 12 cannot come here in a host (draft 03, BNF)
        mailto:@jim
        the mail address is missing at byte 11, the end of the URL (draft 03, BNF)
        wais://host.dom/db/TEXT
        the "/" before the document's path is missing at byte 23, the end of the URL (draft 03, BNF)
        wais://host.dom/db/TEXT/a
        'a' at byte 24 cannot stand in a field (draft 03, BNF)
    "#;
    check(Draft03, rows);
}

#[test]
fn by_rfc1738() {
    let rows = r#"
        http://www.example.org/~mcd/
        '~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E
        http://h/é
        'é' at byte 9 is unsafe in RFC 1738 (2.2) and must be written %C3%A9
        http://h#a#
        '#' at byte 10 is unsafe in RFC 1738 (2.2) and must be written %23
        http://h?q
        '?' at byte 8 is reserved in RFC 1738 (2.2) and cannot stand in the place after a host
        foo_bar:x
        '_' at byte 3 cannot stand in a scheme (RFC 1738, 2.1)
        ~foo:
        '~' at byte 0 cannot stand in the first place of a scheme (RFC 1738, 2.1)
        http://h/%2x
        'x' at byte 11 is no hexadecimal digit of an escape (RFC 1738, 2.2)
        http://h/%2
        an escape is cut off by the end of the URL at byte 11 (RFC 1738, 2.2)
        nntp://h/a%20
        '%' at byte 10 begins an escape, which a group cannot have (RFC 1738, 3.7)
        http://a-.com/
        '.' at byte 9 cannot come here in a host, whose labels begin and end with a letter or digit, the last one beginning with a letter (RFC 1738, 3.1)
        http://h:/
        '/' at byte 9 cannot come here in a port, which is digits (RFC 1738, 3.1)
        http://user@h/
        '@' at byte 11 cannot come here, for the scheme has no user (RFC 1738, 5)
        ftp:x
        the "//" before the host is missing at byte 4, before 'x' (RFC 1738, 3.1)
        http://
        the host is missing at byte 7, the end of the URL (RFC 1738, 3.1)
        file://h
        the "/" after the host is missing at byte 8, the end of the URL (RFC 1738, 3.10)
        ftp://h/a;type=x
        'x' at byte 15 cannot come here, where ";type=" and one of "a", "i", "d" stand (RFC 1738, 3.2)
        nntp://h/a/1a
        'a' at byte 12 cannot stand in an article number (RFC 1738, 3.7)
        telnet://h/x
        'x' at byte 11 cannot stand in a telnet URL after its "/" (RFC 1738, 3.8)
        foo
        the ":" after the scheme is missing at byte 3, the end of the URL (RFC 1738, 2.1)
    "#;
    check(Rfc1738, rows);
    // An unsafe character is the reason even before an `@`.
    let failure = Validator::new().url("http://us|er@h/").failure(Rfc1738).expect("it fails");
    assert!(failure.to_string().starts_with("'|' at byte 9 cannot come here in a host"));
}

#[test]
fn by_generic_grammars() {
    let rows = "
        http://host.dom/a|b
        '|' at byte 17 is excluded from RFC 2396 (2.4.3) and must be written %7C
        http://host.dom/a[b
        '[' at byte 17 is reserved in RFC 2396 (2.2) and cannot stand in a path
        foo:
        the path is missing at byte 4, the end of the URL (RFC 2396, 3.3)
        http://[::1/
        '/' at byte 11 cannot come here in a host (RFC 2396, 3.2.2)
    ";
    check(Rfc2396, rows);
    let rows = "
        http://h/a|b
        '|' at byte 10 is not allowed in RFC 3986 (2) and must be written %7C
        http://h/?a[b
        '[' at byte 11 is reserved in RFC 3986 (2.2) and cannot stand in a query
        1foo:bar
        '1' at byte 0 cannot stand in the first place of a scheme (RFC 3986, 3.1)
        http://[::1/
        '/' at byte 11 cannot come here in a host (RFC 3986, 3.2.2)
        http://h:8a
        the end of the URL at byte 11 cannot come here in a port, which is digits (RFC 3986, 3.2.3)
        http://h/%2x
        'x' at byte 11 is no hexadecimal digit of an escape (RFC 3986, 2.1)
        //h/p
        the scheme is missing at byte 0, before '/' (RFC 3986, 3.1)
    ";
    check(Rfc3986, rows);
    let rows = "
        http://host.dom/é|
        '|' at byte 18 is not allowed in RFC 3987 (2.2) and must be written %7C
        http://host.dom/\u{e000}
        '\\u{e000}' at byte 16 cannot stand in a path (RFC 3987, 2.2)
    ";
    check(Rfc3987, rows);
}
