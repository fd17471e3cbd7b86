//! A table of the ends of bare URLs, and what their charset decides.

extern crate std;
use super::*;

/// The text, with `|` at the end of the URL and a second `|` after the tail, if there is one.
const ENDS: &[&str] = &[
    "http://a.example/| b",
    "http://a.example/b|.| c",
    "http://a.example/b|...|",
    "http://a.example/b|!?|",
    "http://a.example/(b)|",
    "http://a.example/b|) c",
    "http://a.example/b|.|)",
    "http://a.example/b|(|",
    "http://a.example/a(b)c|]",
    "http://a.example/?a[]=1|",
    "http://a.example/b|[http://a.example/b]",
    "http://a.example/|]()",
    "http://a.example|[b]",
    "http://[::1]/a|",
    "http://[::1]:80|",
    "http://u@[::1]|",
    "http://|[a]/",
    "http://a.example/b|<c",
    "http://a.example/b|`c",
    "http://a.example/é|",
    "http://a.example/é|。次",
    "http://a.example/|\u{a0}b",
    "http://a.example/|\u{85}b",
    "http://a.example/i’m|",
    "http://a.example/l’été|",
    "http://a.example/i|’",
    "http://a.example/i|’.",
    "http://a.example/'a'|",
    "http://a.example/'a'|'|",
    "http://a.example/a|'|",
    "http://a.example|'",
    "x-any://a'b|",
    "http://a.example/a''|'|",
    "http://a.example/b|*|",
    "\'http://a.example/a|',1",
    "\'http://a.example/a|'",
    "\'http://a.example/a'b|'",
    "http://a.example/b|\\|\"",
    "»http://a.example/b|« c",
    "http://a.example/b«c|",
    "http://a.example/b|’s|",
    "http://a.example/b.c|'s|",
    "http://a.example/|'s|",
    "http://a.example/it's|",
    "http://a.example|’s",
    "http://a.example/b|\\(rq",
    "http://a.example/b_\\(cd\\)|",
    "http://a.example/b|&gt;&lt;",
    "http://a.example/?b&gtc|",
    "http://a.example/b|https://b.example/",
    "http://a.example/b|,|https://b.example/",
    "http://a.example/b|;|https://b.example/",
    "http://a.example/?b,https://b.example/|",
    ",http://a.example/b|,c|",
    "_http://a.example/b|_|",
    "~~http://a.example/b|~~|",
    "==http://a.example/b|==|",
    "http://a.example/b_|",
    "http://a.example|http://b.example/",
    "http://a.example/b/http://c.example/|",
    "http://a.example/?b=chttp://c.example/|",
    "http://a.example/b|____|",
    "http://a.example/b|----|",
    "http://a.example/__b__|",
    "http://a.example/b|©|",
    "http://a.example/b|😀|",
    "http://a.example/😀|",
    "http://a.example/b|1️⃣|",
    "http://a.example/b|❤️|",
    "http://a.example/b|│",
    "http://a.example/b|…",
    "http://a.example/?b=✓|",
    "http://a.example/b|下c",
    "http://a.example/b/|下|。",
    "http://a.example/下|",
    "http://a.example/b/下/c|",
    "http://a.example/b:富士山.jpg|",
    "http://a.example/b%C3%A9下.c|",
    "http://a.example/b|!下|。",
    "http://a.example/b_下(c)|",
    "http://a.example/b/ž下|",
    "http://a.example|下",
    "http://a.下|",
    "http://下a.example/下|",
    "http://a.example/b|(c| d)",
    "http://a.example/b(c| d",
    "http://a.example-|",
    "http://a.example/b|[1]|",
    "http://a.example/?b[1]|",
    "http://a.example/0.[123]|",
    "http://a.example/b|[cd]|",
    "http://a.example/b[c]|",
    "http://a.example/[name]|",
    "http://a.example/|[Name]|",
    "http://a.example/#b=c[de]|",
    "http://a.example/b|[c,d=e].|",
    "http://a.example/b|[^]|",
    "http://a.example/b|[]|",
    "http://a.example/b|[/url]|",
    "http://a.example/?b[c]=d|",
    "http://a.example/b|{c| d}",
    "http://a.example/{b}c|",
    "news:*|",
    "http://a.example/?b=*|",
    "news:a.*b|",
    "http://a.example/\u{200d}|",
    "http://u:!$&'()*+,;=@a.example/|",
    "http://a.example|,http://b.example/",
    "http://a.example|'/>",
    "http://a.example|(b)",
    "http://a.example|&x=y",
    "http://a.example&x=y@b.example/|",
    "http://a.example|,b/@c",
    "http://a,b@c,d@e|,f",
    "http://a|,”@b",
];

#[test]
fn bare_urls_end_at_the_marked_places() {
    for row in ENDS {
        let text = row.replace('|', "");
        let mut marks = row.match_indices('|').enumerate().map(|(i, (at, _))| at - i);
        let end = marks.next().expect("a row marks the end");
        let tail = end..marks.next().unwrap_or(end);
        let colon = text.find(':').expect("a row has a scheme") + 1;
        let any = text.starts_with("x-any");
        let authority = if any { Authority::Any } else { Authority::Host };
        let start = text.find(|c: char| c.is_ascii_alphabetic()).expect("a row has a scheme");
        let mask = MaskRule::Nowhere;
        let got = extent(Haystack::new(&text), start, colon, authority, mask);
        assert_eq!(got, UrlExtent { end, tail, mask: None }, "{row}");
    }
}

#[test]
fn the_encoding_decides_about_non_ascii_bytes() {
    let table: &[(&[u8], Encoding, usize)] = &[
        (b"x://a/\xE9t\xE9 b", Encoding::Utf8, 6),
        (b"x://a/\xE9t\xE9 b", Encoding::Bytes, 9),
        (b"x://a/\xA0b", Encoding::Bytes, 6),
        (b"x://a/b\x94 c", Encoding::Bytes, 7),
        (b"x://a/b\xBB c", Encoding::Bytes, 7),
    ];
    for &(text, encoding, end) in table {
        let got = extent(
            Haystack::new(text).encoding(encoding),
            0,
            2,
            Authority::Host,
            MaskRule::Nowhere,
        );
        assert_eq!(got.end, end, "{text:?}");
    }
}
