//! The pieces of each scheme, decoded.

use crate::syntax::encoded::Encoded;
use crate::syntax::scheme_part::{News, SchemePart};
use crate::syntax::segments::FieldSpecs;
use crate::validator::Validator;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Returns the name of the kind of `part`, and its pieces in order, each with its name.
pub(super) fn pieces<'u>(
    part: &SchemePart<'u>,
) -> (&'static str, Vec<(&'static str, Encoded<'u>)>) {
    let some = |pieces: &[(&'static str, Option<Encoded<'u>>)]| {
        pieces.iter().filter_map(|(name, piece)| Some((*name, (*piece)?))).collect::<Vec<_>>()
    };
    let fields = |fields: &FieldSpecs<'u>| {
        let both = |(name, value)| some(&[("field", Some(name)), ("value", value)]);
        fields.iter().flat_map(both).collect::<Vec<_>>()
    };
    match part {
        SchemePart::Http(it) => ("http", some(&[("path", Some(it.path)), ("search", it.search)])),
        SchemePart::Ftp(it) => {
            let cwd = it.cwd.iter().map(|segment| ("cwd", segment));
            let rest = some(&[("name", Some(it.name)), ("type", it.type_code)]);
            ("ftp", cwd.chain(rest).collect())
        }
        SchemePart::Gopher(it) => {
            let plus = ("plus", it.gopher_plus);
            let start = [("type", Some(it.gtype)), ("selector", Some(it.selector))];
            ("gopher", some(&[start[0], start[1], ("search", it.search), plus]))
        }
        SchemePart::Mailto(it) => {
            ("mailto", [vec![("address", it.address)], fields(&it.header_fields)].concat())
        }
        SchemePart::News(News::All) => ("news all", Vec::new()),
        SchemePart::News(News::Group(it)) => ("news", vec![("group", *it)]),
        SchemePart::News(News::MessageId(it)) => ("news", vec![("id", *it)]),
        SchemePart::Nntp(it) => ("nntp", some(&[("group", Some(it.group)), ("number", it.number)])),
        SchemePart::Telnet => ("telnet", Vec::new()),
        SchemePart::Wais(it) => {
            let database = ("database", Some(it.database));
            (
                "wais",
                some(&[database, ("wtype", it.wtype), ("wpath", it.wpath), ("search", it.search)]),
            )
        }
        SchemePart::File(it) => ("file", vec![("path", *it)]),
        SchemePart::Prospero(it) => {
            let object = some(&[("object", Some(it.object)), ("version", it.version)]);
            ("prospero", [object, fields(&it.fields)].concat())
        }
        SchemePart::MessageId(it) => ("id", vec![("id", *it)]),
        SchemePart::Afs(it) => ("afs", vec![("path", *it)]),
        SchemePart::Other => ("other", Vec::new()),
    }
}

#[test]
fn every_scheme_is_cut_into_its_pieces() {
    let table = [
        ("http://h/a/b%2Fc?d=%20#e", r#"http path="a/b/c" search="d= ""#),
        ("HTTPS://h", r#"http path="""#),
        // RFC 1738, 3.2.2.
        ("ftp://myname@host.dom/%2Fetc/motd", r#"ftp cwd="/etc" name="motd""#),
        ("ftp://myname@host.dom/etc/motd", r#"ftp cwd="etc" name="motd""#),
        ("ftp://myname@host.dom//etc/motd", r#"ftp cwd="" cwd="etc" name="motd""#),
        ("ftp://h/a/b/c;type=a", r#"ftp cwd="a" cwd="b" name="c" type="a""#),
        ("ftp://h/c;TYPE=I", r#"ftp name="c" type="I""#),
        ("ftp://h/a/;type=d", r#"ftp cwd="a" name="" type="d""#),
        ("ftp://h", r#"ftp name="""#),
        ("ftp://h/", r#"ftp name="""#),
        ("ftp://h/a;type=i/b", r#"ftp cwd="a;type=i" name="b""#),
        ("ftp://h/a;b", r#"ftp name="a;b""#),
        ("ftp://h/a?b#c", r#"ftp name="a?b""#),
        ("ftp://h/a;type=a;b", r#"ftp name="a" type="a;b""#),
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
            r#"wais database="db" wtype="TEXT" wpath="1=a/b;9=c;;""#,
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
        let (kind, pieces) = pieces(&Validator::new().url(url).scheme_part());
        let decoded =
            |(name, piece): (&str, Encoded<'_>)| format!(" {name}={:?}", piece.decode_utf8_lossy());
        let pieces: String = pieces.into_iter().map(decoded).collect();
        assert_eq!(format!("{kind}{pieces}"), expected, "{url}");
    }
}

#[test]
fn lists_have_the_span_of_all_their_members() {
    let text = "ftp://host.dom/a/b/name";
    let SchemePart::Ftp(ftp) = Validator::new().url(text).scheme_part() else { panic!("no ftp") };
    assert_eq!(ftp.cwd.span().map(|span| &text[span]), Some("a/b"));
    let text = "wais://h/db/TEXT/1=a/b;9=c%3B;";
    let SchemePart::Wais(wais) = Validator::new().url(text).scheme_part() else {
        panic!("no wais")
    };
    assert_eq!(wais.fields().span().map(|span| &text[span]), Some("1=a/b;9=c%3B;"));
    let fields =
        wais.fields().iter().map(|(name, value)| (name.as_str(), value.map(Encoded::as_str)));
    assert!(fields.eq([("1", Some("a/b")), ("9", Some("c%3B"))]));
}
