//! The draft: rows marked by hand from its BNF. A `»` marks the offset of the failure.

use super::marks::assert_marks;
use crate::grammar::Grammar::Draft03;

#[test]
fn schemes() {
    let rows = [
        "»",
        "HTTP://H.EDU/A",
        "http»",
        "http»s://h/",
        "f»ile://h/a",
        "new»t:a",
        "t»ftp://h/a",
        "mi»t:a@b",
        "g»eo:1,2",
        // The BNF's `url` has neither experimental nor reserved names, nor the prefix.
        "»x-foo:a",
        "»urn:a:b",
        "»URL:http://h",
        "http:»h",
        "http:/»h",
        "http://»",
    ];
    assert_marks(Draft03, &rows);
}

#[test]
fn hosts_and_logins() {
    let rows = [
        // `ialpha` includes `xalphas`, and these the dot and most other characters.
        "http://a../",
        "http://a.-b_c/",
        r#"http://a@"b"(%41)*/"#,
        "http://»-h/",
        "http://»_h/",
        "http://»%41/",
        "http://1.2.3.4/",
        "http://1.2.3.4».5/",
        "http://1.2.3»/",
        "http://1»a/",
        "http://999.0.0.99999:80",
        "http://h:»/",
        "http://h:8»a/",
        // A user is read as part of the host, a password as its port.
        "http://u@h/",
        "http://1»u@h/",
        "http://u:»p@h/",
        "telnet://u:p@h:23",
        "telnet://u@1.2.3.4",
        "telnet://u:p»",
        "telnet://u:1",
        "telnet://u:1@h",
        "telnet://u:»@h",
        "telnet://»@h",
        // The user could go on; a numeric host could not.
        "telnet://1.2.3.4.5»",
        "telnet://1u»",
        "telnet://u:p»%41@h",
        "telnet://h»/",
        "rlogin://u:p@h",
        "rlogin://h»/",
        "tn3270://h:23",
        "tn327»1://h",
    ];
    assert_marks(Draft03, &rows);
}

#[test]
fn paths_and_searches() {
    let rows = [
        "http://h",
        "http://h/",
        "http://h:80/a/b/?c",
        // Path and search are optional independently of each other.
        "http://h?a+b",
        "http://h/?»",
        "http://h?»#f",
        "http://h?+",
        "http://h/a?b»?c",
        "http://h/a?b»/c",
        "http://h/a?k»=v",
        // A segment has at least one character, except the last one.
        "http://h/»/",
        "http://h/a/»/b",
        "http://h/a»;b",
        "http://h/a»:b",
        "http://h/»~mcd/",
        "http://h/a»é",
        "http://h/%4»",
        "http://h/%»x4",
        "http://h/%aF",
        "ftp://h/",
        "ftp://h»",
        "ftp://h»?a",
        "ftp://u:p@h:21/a/b/",
        "ftp://h/a/»/b",
        // Only the prose has this type (rule V8). The BNF's `ftptype` follows the path with nothing between.
        "ftp://h/a»;type=i",
        "ftp://h/aL8",
        "afs://cell.edu/a/b/",
        "afs://c»",
        "afs://c»:7000/a",
        "afs://»1.2.3.4/a",
    ];
    assert_marks(Draft03, &rows);
}

#[test]
fn news_and_mail() {
    let rows = [
        "news:*",
        "news:comp.lang.c",
        "news:a..b",
        "news:1@b.c",
        "news:1@2.3.4.5",
        // A digit begins an article, and any `@` so far may still be one of its characters.
        "news:123»",
        "news:1@2»",
        "news:*a»",
        "news:*@b",
        "news:»",
        "news:»<a@b>",
        "news:a»/b",
        "nntp:comp.lang.c/4711",
        "nntp:g»",
        "nntp:g/»",
        "nntp:g/1»x",
        "nntp:»1/1",
        "nntp:»//h/g/1",
        "mid:1$a@b.c",
        "mid:a@»",
        "mid:»",
        "cid:a%40b»",
        "cid:a@b@c",
        "mailto:a@b.c",
        "mailto:»:a@b",
        "mailto:a@1»",
        "mailto:a@1@b",
        "mailto:a@b»?subject=c",
        "mailto:a»/b@c",
    ];
    assert_marks(Draft03, &rows);
}

#[test]
fn wais_prospero_and_gopher() {
    let rows = [
        "wais://h:210/db",
        "wais://h»",
        "wais://h/»",
        "wais://h/db?a+b",
        "wais://h/db?»",
        "wais://h/db/»",
        "wais://h/db/t»?a",
        "wais://h/db/t/»",
        "wais://h/db/t/»a=b;",
        "wais://h/db/t/1»;",
        "wais://h/db/t/1=a»",
        "wais://h/db/t/1=»/;",
        "wais://h/db/t/1=;",
        "wais://h/db/t/1=a/b;22=c/;",
        "wais://h/db/t/1=a/»/b;",
        "wais://h/db/t/1=a;»/",
        "wais://h/db/t/1=a;2»",
        "prospero://h/",
        "prospero://h»",
        "prospero://h:1525/a/b%001ab",
        "prospero://h/a/%00",
        "prospero://h/a%0»z",
        "prospero://h/a»;k=v",
        "gopher://h",
        "gopher://h/»",
        "gopher://h»?a",
        "gopher://h/0",
        "gopher://h/%300",
        "gopher://h/%3»",
        "gopher://h/»?",
        // After the type comes a path, which has no slash before it.
        "gopher://h/0»/a",
        "gopher://h/00/a/b/",
        "gopher://h/7%09a%09%09!",
        "gopher://h/0s»?q",
    ];
    assert_marks(Draft03, &rows);
}

#[test]
fn fragments() {
    let rows = [
        "http://h#",
        "http://h/a#[~]{;?/é",
        "http://h/#a»#b",
        "http://h/#a» b",
        "http://h/#a»<b",
        "http://h/#a»\"",
        "http://h/#a»\u{85}",
        "ftp://h»#f",
        "»#f",
    ];
    assert_marks(Draft03, &rows);
}
