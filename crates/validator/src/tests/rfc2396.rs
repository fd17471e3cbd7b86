//! RFC 2396: rows marked by hand from its BNF. A `»` marks the offset of the failure.

use super::marks::assert_marks;
use crate::grammar::Grammar::Rfc2396;

#[test]
fn schemes() {
    let rows = [
        "»", "foo»", "foo:»", "F+o-.1:x", "»1foo:x", "»:x", "»//h/a", "fo»_o:x", "fo»/o:x",
        "foo»#f", "foo:»#f",
    ];
    assert_marks(Rfc2396, &rows);
}

#[test]
fn opaque_parts() {
    let rows = [
        "mailto:a@b?subject=c",
        "urn:a:b/c",
        "foo:?",
        "foo:;",
        // RFC 2732 made brackets `reserved`, not `uric_no_slash`.
        "foo:»[x]",
        "foo:x[y]",
        "foo:%2F",
        "foo:%»",
        "foo:%4»g",
        "news:»<a@b>",
        "foo:a»\\b",
        "foo:a»^",
        "foo:a»|b",
        "foo:a»{b}",
        "foo:a»`",
        "foo:a»\"",
        "foo:a» b",
        "foo:a»é",
    ];
    assert_marks(Rfc2396, &rows);
}

#[test]
fn paths_queries_and_fragments() {
    let rows = [
        "http://h/~a;p;q=1/b//c;/?k=v/w?x#f",
        "foo:/",
        "foo://",
        "foo:///a",
        "foo:////",
        "foo://?a",
        "foo:/a?",
        "foo:/a#",
        "foo:/»[x]",
        "foo:/a;»[x]",
        "foo:/a?[x]",
        "foo:/a#[x]/?",
        "foo:/a#b»#c",
        "foo:a#b»#",
        "foo:/a#»<",
        "foo:/a#%»#",
        "foo:/a%b»",
    ];
    assert_marks(Rfc2396, &rows);
}

#[test]
fn authorities() {
    let rows = [
        "http://u:p@h.example.:8080/",
        // `reg_name` accepts hosts that `server` does not.
        "http://a-.b/",
        "http://h:8a",
        "http://u@v@w:x:",
        "http://_/",
        "http://%41",
        "http://1.2.3.4.5",
        "http://1234.5.6.7@",
        "http://h»[",
        "http://h/»[",
        "http://[::1]",
        "http://@[::1]:",
        "http://u;:&=+$,@[::1]:8»x",
        "http://u@v@»[::1]",
        "http://[::1]»x",
        "http://[::1]//a",
        "http://[::1]?[#]",
        "http://[::1]»@h",
        "http:///»[::1]",
        "foo:/»[::1]",
    ];
    assert_marks(Rfc2396, &rows);
}

#[test]
fn addresses() {
    let rows = [
        // RFC 2732, section 2.
        "http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html",
        "http://[1080:0:0:0:8:800:200C:417A]/index.html",
        "http://[3ffe:2a00:100:7031::1]",
        "http://[1080::8:800:200C:417A]/foo",
        "http://[::FFFF:129.144.52.38]:80/index.html",
        "http://[2010:836B:4179::836B:4179]",
        // RFC 2732's one example that RFC 2373's BNF does not generate, and the form that it generates
        // instead.
        "http://[::192.9.5.5]/ipng",
        "http://[::»:192.9.5.5]/ipng",
        "http://[1::»:1.2.3.4]",
        "http://[1::2:1.2.3.4]",
        // Any number of groups is accepted.
        "http://[1]",
        "http://[1:2:3:4:5:6:7:8:9:a:B:c]",
        "http://[»",
        "http://[»]",
        "http://[:»]",
        "http://[::]",
        "http://[1::]",
        "http://[1:»]",
        "http://[1:2»",
        "http://[1::2:»:3]",
        "http://[1234»5]",
        "http://[»g]",
        "http://[»v1.a]",
        "http://[fe80::1»%25eth0]",
        "http://[1».2.3.4]",
        "http://[1:2.3.4»]",
        "http://[1:999.0.00.000]",
        "http://[1:1234».0.0.0]",
        "http://[1:1.2.3.123»4]",
        "http://[1:1a».2.3.4]",
        "http://[1:1.2.3.4»:5]",
    ];
    assert_marks(Rfc2396, &rows);
}
