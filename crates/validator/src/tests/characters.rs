//! The ASCII characters with which a beginning may go on, by grammar. The rows are made from the documents, not from the
//! files under `grammars/`. A `#` may follow a complete URL.

use crate::grammar::Grammar::{self, Draft03, Rfc1738, Rfc2396, Rfc3986};
use crate::validator::Validator;
use std::format;
use std::string::String;

const ALPHA: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGIT: &str = "0123456789";
const HEX: &str = "0123456789abcdefABCDEF";

/// Checks that each beginning may go on with the characters of its row, and with no others of ASCII.
fn assert_next(grammar: Grammar, rows: &[(&str, &[&str])]) {
    for (beginning, expected) in rows {
        let goes_on = |c: &char| {
            let verdict = Validator::new().validate(&format!("{beginning}{c}"));
            verdict.failure_at(grammar) != Some(beginning.len())
        };
        let found: String = ('\0'..='\x7f').filter(goes_on).collect();
        let is_expected = |c: &char| expected.iter().any(|set| set.contains(*c));
        let expected: String = ('\0'..='\x7f').filter(is_expected).collect();
        assert_eq!(found, expected, "{grammar} {beginning}");
    }
}

#[test]
fn draft03() {
    // `xalpha`, and `alphanum2` of users.
    let x = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$-_@.&+!*\"'(),%";
    let user = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
    let rows: &[(&str, &[&str])] = &[
        ("", &["hfnptgwmcarHFNPTGWMCAR"]),
        ("http:/", &["/"]),
        ("http://", &[ALPHA, DIGIT]),
        ("http://h", &[x, ":/?#"]),
        ("http://1", &[DIGIT, "."]),
        ("http://1.", &[DIGIT]),
        ("http://1.2.3.4", &[DIGIT, ":/?#"]),
        ("http://h:", &[DIGIT]),
        ("http://h:8", &[DIGIT, "/?#"]),
        ("http://h/", &[x, "?#"]),
        ("http://h/a", &[x, "/?#"]),
        ("http://h/a%", &[HEX]),
        ("http://h/a%4", &[HEX]),
        ("http://h?", &[x]),
        ("http://h?a", &[x, "#"]),
        ("ftp://", &[user]),
        ("ftp://u", &[x, ":/"]),
        ("ftp://u:", &[user]),
        ("ftp://u:p", &[user, "@"]),
        ("ftp://1", &[user, ":@"]),
        ("ftp://h/", &[x, "#"]),
        ("ftp://h/a", &[x, "/#"]),
        ("telnet://h", &[x, ":#"]),
        ("rlogin://h", &[x, ":#"]),
        ("tn3270://h", &[x, ":#"]),
        ("gopher://h", &[x, ":/#"]),
        ("gopher://h/", &[x]),
        ("gopher://h/1", &[x, "#"]),
        ("gopher://h/1a", &[x, "/#"]),
        ("wais://h/", &[x]),
        ("wais://h/d", &[x, "/?#"]),
        ("wais://h/d?", &[x]),
        ("wais://h/d/", &[x]),
        ("wais://h/d/t", &[x, "/"]),
        ("wais://h/d/t/", &[DIGIT]),
        ("wais://h/d/t/1", &[DIGIT, "="]),
        ("wais://h/d/t/1=", &[x, ";"]),
        ("wais://h/d/t/1=a", &[x, "/;"]),
        ("wais://h/d/t/1=;", &[DIGIT, "#"]),
        ("prospero://h", &[x, ":/"]),
        ("prospero://h/", &[x, "#"]),
        ("prospero://h/a", &[x, "/#"]),
        ("afs://", &[ALPHA]),
        ("afs://c", &[x, "/"]),
        ("afs://c/", &[x, "#"]),
        ("news:", &[x]),
        ("news:*", &[x, "#"]),
        ("news:g", &[x, "#"]),
        ("news:1", &[x]),
        ("news:1@h", &[x, "#"]),
        ("news:1@1.2.3.4", &[x, "#"]),
        ("nntp:", &[ALPHA]),
        ("nntp:g", &[x, "/"]),
        ("nntp:g/", &[DIGIT]),
        ("nntp:g/1", &[DIGIT, "#"]),
        ("mailto:", &[x]),
        ("mailto:a@1", &[x]),
        ("mailto:a@h", &[x, "#"]),
        ("mid:", &[x]),
        ("mid:a@h", &[x, "#"]),
        ("cid:", &[x]),
        ("cid:a@h", &[x, "#"]),
    ];
    assert_next(Draft03, rows);
}

#[test]
fn rfc1738() {
    let uchar = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789$-_.+!*'(),%";
    let rows: &[(&str, &[&str])] = &[
        ("", &[ALPHA, DIGIT, "+-."]),
        ("x", &[ALPHA, DIGIT, "+-.:"]),
        ("x:", &[uchar, ";/?:@&=#"]),
        ("http:/", &["/"]),
        ("http://", &[ALPHA, DIGIT]),
        ("http://h", &[ALPHA, DIGIT, "-.:/#"]),
        ("http://h-", &[ALPHA, DIGIT, "-"]),
        ("http://a-b", &[ALPHA, DIGIT, "-.:/#"]),
        ("http://h.", &[ALPHA, DIGIT]),
        ("http://1", &[ALPHA, DIGIT, "-."]),
        ("http://1.2.3.4", &[ALPHA, DIGIT, "-.:/#"]),
        ("http://h:", &[DIGIT]),
        ("http://h:8", &[DIGIT, "/#"]),
        ("http://h/", &[uchar, ";:@&=/?#"]),
        ("http://h/?", &[uchar, ";:@&=#"]),
        ("http://h/%", &[HEX]),
        ("http://h/%4", &[HEX]),
        ("ftp://", &[uchar, ";?&=:@"]),
        ("ftp://u", &[uchar, ";?&=:@/#"]),
        ("ftp://u:", &[uchar, ";?&=@"]),
        ("ftp://u:p@", &[ALPHA, DIGIT]),
        ("ftp://h/", &[uchar, "?:@&=/;#"]),
        ("ftp://h/;", &["tT"]),
        ("ftp://h/;type=", &["AIDaid"]),
        ("ftp://h/;type=a", &["#"]),
        ("file://", &[ALPHA, DIGIT, "/"]),
        ("file://h", &[ALPHA, DIGIT, "-./"]),
        ("file:///", &[uchar, "?:@&=/#"]),
        ("gopher://h", &[ALPHA, DIGIT, "-.:/#"]),
        ("gopher://h/", &[uchar, ";/?:@&=#"]),
        ("gopher://h/1", &[uchar, ";/?:@&=#"]),
        ("mailto:", &[uchar, ";/?:@&="]),
        ("mailto:a", &[uchar, ";/?:@&=#"]),
        ("news:", &[uchar, ";/?:&="]),
        ("news:*", &[uchar, ";/?:&=@#"]),
        ("news:g", &[uchar, ";/?:&=@#"]),
        ("news:1", &[uchar, ";/?:&=@"]),
        ("news:g$", &[uchar, ";/?:&=@"]),
        ("news:1@", &[ALPHA, DIGIT]),
        ("news:1@h", &[ALPHA, DIGIT, "-.#"]),
        ("nntp://h", &[ALPHA, DIGIT, "-.:/"]),
        ("nntp://h/", &[ALPHA]),
        ("nntp://h/g", &[ALPHA, DIGIT, "-.+_/#"]),
        ("nntp://h/g/", &[DIGIT]),
        ("nntp://h/g/1", &[DIGIT, "#"]),
        ("telnet://h", &[uchar, ";?&=:@/#"]),
        ("telnet://h/", &["#"]),
        ("wais://h", &[ALPHA, DIGIT, "-.:/"]),
        ("wais://h/", &[uchar, "?/#"]),
        ("wais://h/?", &[uchar, ";:@&=#"]),
        ("wais://h/d/", &[uchar, "/"]),
        ("wais://h/d/t/", &[uchar, "#"]),
        ("prospero://h", &[ALPHA, DIGIT, "-.:/"]),
        ("prospero://h/", &[uchar, "?:@&=/;#"]),
        ("prospero://h/;", &[uchar, "?:@&="]),
        ("prospero://h/;=", &[uchar, "?:@&;#"]),
    ];
    assert_next(Rfc1738, rows);
}

#[test]
fn rfc2396() {
    // `unreserved` and `escaped`.
    let free = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!~*'()%";
    let rows: &[(&str, &[&str])] = &[
        ("", &[ALPHA]),
        ("x", &[ALPHA, DIGIT, "+-.:"]),
        ("x:", &[free, ";?:@&=+$,/"]),
        ("x:a", &[free, ";/?:@&=+$,[]#"]),
        ("x:%", &[HEX]),
        ("x:%4", &[HEX]),
        ("x:/", &[free, ":@&=+$,;/?#"]),
        ("x:/;", &[free, ":@&=+$,;/?#"]),
        ("x:/?", &[free, ";/?:@&=+$,[]#"]),
        ("x:/#", &[free, ";/?:@&=+$,[]"]),
        ("x://", &[free, "$,;:@&=+[/?#"]),
        ("x://h", &[free, "$,;:@&=+/?#"]),
        ("x://u;:&=+$,@", &[free, "$,;:@&=+[/?#"]),
        ("x://u@v@", &[free, "$,;:@&=+/?#"]),
        ("x://[", &[HEX, ":"]),
        ("x://[1", &[HEX, ":]"]),
        ("x://[1234", &[":]"]),
        ("x://[1:", &[HEX, ":"]),
        ("x://[1:2", &[HEX, ":.]"]),
        ("x://[:", &[":"]),
        ("x://[::", &[HEX, "]"]),
        ("x://[::1", &[HEX, ":.]"]),
        ("x://[::1:", &[HEX]),
        ("x://[1::2", &[HEX, ":.]"]),
        ("x://[::123", &[HEX, ":.]"]),
        ("x://[::1.", &[DIGIT]),
        ("x://[::1.2", &[DIGIT, "."]),
        ("x://[::1.23", &[DIGIT, "."]),
        ("x://[::1.234", &["."]),
        ("x://[::1.2.", &[DIGIT]),
        ("x://[::1.2.34", &[DIGIT, "."]),
        ("x://[::1.2.345", &["."]),
        ("x://[::1.2.3.", &[DIGIT]),
        ("x://[::1.2.3.45", &[DIGIT, "]"]),
        ("x://[::1.2.3.456", &["]"]),
        ("x://[::1]", &[":/?#"]),
        ("x://[::1]:", &[DIGIT, "/?#"]),
    ];
    assert_next(Rfc2396, rows);
}

#[test]
fn rfc3986() {
    // `unreserved`, `pct-encoded` and `sub-delims`.
    let free = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$&'()*+,;=";
    let rows: &[(&str, &[&str])] = &[
        ("", &[ALPHA]),
        ("x", &[ALPHA, DIGIT, "+-.:"]),
        ("x:", &[free, ":@/?#"]),
        ("x:%", &[HEX]),
        ("x:%4", &[HEX]),
        ("x:/", &[free, ":@/?#"]),
        ("x:/a", &[free, ":@/?#"]),
        ("x:a", &[free, ":@/?#"]),
        ("x:?", &[free, ":@/?#"]),
        ("x:#", &[free, ":@/?"]),
        ("x://", &[free, ":@[/?#"]),
        ("x://h", &[free, ":@/?#"]),
        ("x://h:", &[free, ":@/?#"]),
        ("x://u:@", &[free, ":[/?#"]),
        ("x://@h", &[free, ":/?#"]),
        ("x://@h:", &[DIGIT, "/?#"]),
        ("x://h/", &[free, ":@/?#"]),
        ("x://[", &[HEX, ":vV"]),
        ("x://[v", &[HEX]),
        ("x://[v1", &[HEX, "."]),
        ("x://[v1.", &[&free.replace('%', ""), ":"]),
        ("x://[v1.a", &[&free.replace('%', ""), ":]"]),
        ("x://[1", &[HEX, ":"]),
        ("x://[1234", &[":"]),
        ("x://[1:2:3:4:5:6:7", &[HEX, ":."]),
        ("x://[1:2:3:4:5:6:7:", &[HEX, ":"]),
        ("x://[1:2:3:4:5:6:7:8", &[HEX, "]"]),
        ("x://[1:2:3:4:5:6:7::", &["]"]),
        ("x://[::", &[HEX, "]"]),
        ("x://[::1", &[HEX, ":.]"]),
        ("x://[::1:2:3:4:5:6:7", &[HEX, "]"]),
        ("x://[::0", &[HEX, ":.]"]),
        ("x://[::1.", &[DIGIT]),
        ("x://[::1.0", &["."]),
        ("x://[::1.1", &[DIGIT, "."]),
        ("x://[::1.19", &[DIGIT, "."]),
        ("x://[::1.2", &[DIGIT, "."]),
        ("x://[::1.24", &[DIGIT, "."]),
        ("x://[::1.25", &["012345."]),
        ("x://[::1.26", &["."]),
        ("x://[::1.3", &[DIGIT, "."]),
        ("x://[::1.99", &["."]),
        ("x://[::1.2.3.4", &[DIGIT, "]"]),
        ("x://[::1]", &[":/?#"]),
    ];
    assert_next(Rfc3986, rows);
}
