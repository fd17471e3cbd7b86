//! The pieces of each scheme, decoded.

use crate::syntax::encoded::Encoded;
use crate::syntax::scheme_part::{News, SchemePart};
use crate::syntax::segments::FieldSpecs;
use crate::validator::Validator;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

fn quoted(name: &str, piece: Encoded<'_>) -> String {
    format!(" {name}={:?}", piece.decode_utf8_lossy())
}

fn perhaps(name: &str, piece: Option<Encoded<'_>>) -> String {
    piece.map_or(String::new(), |piece| quoted(name, piece))
}

fn fields(fields: FieldSpecs<'_>) -> String {
    fields.iter().map(|(name, value)| quoted("field", name) + &perhaps("value", value)).collect()
}

/// Returns the pieces that are present, decoded, one after another.
pub(super) fn pieces(url: &str) -> String {
    let url = Validator::new().url(url);
    match url.scheme_part() {
        SchemePart::Http(it) => {
            format!("http{}{}", quoted("path", it.path), perhaps("search", it.search))
        }
        SchemePart::Ftp(it) => {
            let cwd: Vec<_> = it.cwd.iter().map(Encoded::decode_utf8_lossy).collect();
            let rest = quoted("name", it.name) + &perhaps("type", it.type_code);
            format!("ftp cwd={cwd:?}{rest}")
        }
        SchemePart::Gopher(it) => {
            let rest = perhaps("search", it.search) + &perhaps("plus", it.gopher_plus);
            format!("gopher{}{}{rest}", quoted("type", it.gtype), quoted("selector", it.selector))
        }
        SchemePart::Mailto(it) => {
            format!("mailto{}{}", quoted("address", it.address), fields(it.header_fields))
        }
        SchemePart::News(News::All) => "news all".to_string(),
        SchemePart::News(News::Group(it)) => format!("news{}", quoted("group", it)),
        SchemePart::News(News::MessageId(it)) => format!("news{}", quoted("id", it)),
        SchemePart::Nntp(it) => {
            format!("nntp{}{}", quoted("group", it.group), perhaps("number", it.number))
        }
        SchemePart::Telnet => "telnet".to_string(),
        SchemePart::Wais(it) => {
            let rest = perhaps("search", it.search) + &perhaps("wtype", it.wtype);
            let rest = rest + &perhaps("wpath", it.wpath) + &fields(it.fields());
            format!("wais{}{rest}", quoted("database", it.database))
        }
        SchemePart::File(it) => format!("file{}", quoted("path", it)),
        SchemePart::Prospero(it) => {
            let rest = perhaps("version", it.version) + &fields(it.fields);
            format!("prospero{}{rest}", quoted("object", it.object))
        }
        SchemePart::MessageId(it) => format!("id{}", quoted("id", it)),
        SchemePart::Afs(it) => format!("afs{}", quoted("path", it)),
        SchemePart::Other => "other".to_string(),
    }
}

#[test]
fn every_scheme_is_cut_into_its_pieces() {
    let table = [
        ("http://h/a/b%2Fc?d=%20#e", r#"http path="a/b/c" search="d= ""#),
        ("HTTPS://h", r#"http path="""#),
        // RFC 1738, 3.2.2.
        ("ftp://myname@host.dom/%2Fetc/motd", r#"ftp cwd=["/etc"] name="motd""#),
        ("ftp://myname@host.dom/etc/motd", r#"ftp cwd=["etc"] name="motd""#),
        ("ftp://myname@host.dom//etc/motd", r#"ftp cwd=["", "etc"] name="motd""#),
        ("ftp://h/a/b/c;type=a", r#"ftp cwd=["a", "b"] name="c" type="a""#),
        ("ftp://h/c;TYPE=I", r#"ftp cwd=[] name="c" type="I""#),
        ("ftp://h/a/;type=d", r#"ftp cwd=["a"] name="" type="d""#),
        ("ftp://h", r#"ftp cwd=[] name="""#),
        ("ftp://h/", r#"ftp cwd=[] name="""#),
        ("ftp://h/a;type=i/b", r#"ftp cwd=["a;type=i"] name="b""#),
        ("ftp://h/a;b", r#"ftp cwd=[] name="a;b""#),
        ("ftp://h/a?b#c", r#"ftp cwd=[] name="a?b""#),
        ("ftp://h/a;type=a;b", r#"ftp cwd=[] name="a" type="a;b""#),
        // RFC 1738, 3.4: gopher's tabs, and an empty path.
        ("gopher://h", r#"gopher type="" selector="""#),
        ("gopher://h/", r#"gopher type="" selector="""#),
        ("gopher://h/1", r#"gopher type="1" selector="""#),
        ("gopher://h/00/a%20b", r#"gopher type="0" selector="0/a b""#),
        ("gopher://h/7s%09find", r#"gopher type="7" selector="s" search="find""#),
        ("gopher://h/0s%09%09%2B", r#"gopher type="0" selector="s" search="" plus="+""#),
        (
            "gopher://h/0s%09a%09b%09c",
            "gopher type=\"0\" selector=\"s\" search=\"a\" plus=\"b\\tc\"",
        ),
        ("gopher://h/%30x", r#"gopher type="0" selector="x""#),
        ("gopher://h/\u{e9}x", "gopher type=\"\u{e9}\" selector=\"x\""),
        // RFC 1738, 3.5, and RFC 6068.
        ("mailto:gorby%25kremvax@example.com", r#"mailto address="gorby%kremvax@example.com""#),
        ("mailto:a@b?subject=c%20d", r#"mailto address="a@b" field="subject" value="c d""#),
        (
            "mailto:a@b?to=c%26d%3De&cc=f",
            r#"mailto address="a@b" field="to" value="c&d=e" field="cc" value="f""#,
        ),
        ("mailto://a@b", r#"mailto address="//a@b""#),
        // RFC 1738, 3.6, and RFC 5538.
        ("news:*", "news all"),
        ("news:comp.text.sgml", r#"news group="comp.text.sgml""#),
        ("news:a%25b?c@d.e", r#"news id="a%b?c@d.e""#),
        ("news:a%40d.e", r#"news id="a@d.e""#),
        ("news:/a/b@h", r#"news id="/a/b@h""#),
        ("news://server/comp.text", r#"news group="comp.text""#),
        // RFC 1738, 3.7, and the draft's without a server.
        ("nntp://h/comp.text/42", r#"nntp group="comp.text" number="42""#),
        ("nntp://h/comp.text", r#"nntp group="comp.text""#),
        ("nntp:comp.text/42", r#"nntp group="comp.text" number="42""#),
        ("telnet://u:p@h:23/", "telnet"),
        ("rlogin://u@h", "telnet"),
        ("tn3270://h", "telnet"),
        // RFC 1738, 3.9, and the draft's fields.
        ("wais://h/db", r#"wais database="db""#),
        ("wais://h/db?a+b", r#"wais database="db" search="a+b""#),
        ("wais://h/db/t/p%20q", r#"wais database="db" wtype="t" wpath="p q""#),
        ("wais://h/db/t", r#"wais database="db" wtype="t""#),
        (
            "wais://h/db/TEXT/1=a/b;9=c%3B;",
            r#"wais database="db" wtype="TEXT" wpath="1=a/b;9=c;;" field="1" value="a/b" field="9" value="c;""#,
        ),
        // RFC 1738, 3.10.
        ("file:///etc/motd", r#"file path="etc/motd""#),
        ("file://vms.host.edu/disk$user/my", r#"file path="disk$user/my""#),
        ("file:/etc/motd", r#"file path="etc/motd""#),
        ("file:///a?b#c", r#"file path="a?b""#),
        // RFC 1738, 3.11, and the draft's version.
        ("prospero://h/pros/name", r#"prospero object="pros/name""#),
        (
            "prospero://h/n;a=1;b=;c",
            r#"prospero object="n" field="a" value="1" field="b" value="" field="c""#,
        ),
        ("prospero://h/n%007x", r#"prospero object="n" version="7x""#),
        ("mid:1@h.i", r#"id id="1@h.i""#),
        ("cid:a?b@h", r#"id id="a?b@h""#),
        ("afs://cell.name/a/b", r#"afs path="a/b""#),
        ("urn:isbn:1", "other"),
        ("no scheme", "other"),
    ];
    for (url, expected) in table {
        assert_eq!(pieces(url), expected, "{url}");
    }
}

#[test]
fn lists_have_the_span_of_all_their_members() {
    let text = "ftp://host.dom/a/b/name";
    let SchemePart::Ftp(ftp) = Validator::new().url(text).scheme_part() else { panic!("no ftp") };
    assert_eq!(ftp.cwd.span().map(|span| &text[span.range()]), Some("a/b"));
    let text = "mailto:jim@host.dom?subject=a&cc=b#c";
    let SchemePart::Mailto(mailto) = Validator::new().url(text).scheme_part() else {
        panic!("no mailto")
    };
    assert_eq!(mailto.header_fields.span().map(|span| &text[span.range()]), Some("subject=a&cc=b"));
}
