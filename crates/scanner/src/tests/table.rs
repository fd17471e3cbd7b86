//! Texts and what the scanner finds in them, rule by rule. The tables of the modules have more rows for the parts, such as
//! the end of a bare URL.

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::{Config, Forms, Scanner, Wrapper};

/// Returns the wrappers in `text`: the form, the lines between `|`, and after `+` the punctuation dropped from the end.
fn found_in(text: &str, forms: Forms) -> Vec<String> {
    let show = |wrapper: Wrapper<'_>| {
        let lines: Vec<&str> = wrapper.lines().map(|line| &text[line]).collect();
        let tail = &text[wrapper.tail()];
        let tail = if tail.is_empty() { String::new() } else { format!(" +{tail}") };
        format!("{} {}{tail}", wrapper.form(), lines.join("|"))
    };
    let scanner = Scanner::with_config(Config::new().forms(forms));
    scanner.find_iter(text).map(show).collect()
}

/// A text, and what is found in it.
type Row = (&'static str, &'static [&'static str]);

const DEFAULT_FORMS: &[Row] = &[
    // W1: form `url`.
    ("<URL:http://a.example/>", &["url http://a.example/"]),
    ("<url: http://a.example/ >", &["url http://a.example/"]),
    ("< URL : http://a.example/>", &["bare http://a.example/"]),
    ("<URL:URL:http://a/>", &["url http://a/"]),
    ("<URL://http://a/>", &["url http://a/"]),
    ("<URL://a.example/b>", &["angle URL://a.example/b"]),
    ("<URL:x-any:b>", &["url x-any:b"]),
    ("<URL:x-any>", &[]),
    ("<URL:ht\ntp://a/>", &["url ht|tp://a/"]),
    ("<URL:h t t p : / / a>", &["url h t t p : / / a"]),
    ("<URL:\nhttp://a/\n>", &["url http://a/"]),
    ("<URL:http:>", &[]),
    ("<URL:http://>>", &[]),
    ("<URL:URL:>", &[]),
    ("<URL:>", &[]),
    // W2: form `angle`.
    ("<http://a.example/>", &["angle http://a.example/"]),
    ("< http://a/b >", &["angle http://a/b"]),
    ("<\nhttp://\n>", &[]),
    ("\n<http://www> ", &["angle http://www"]),
    ("<x-any://a>", &["angle x-any://a"]),
    ("<x-any:a>", &[]),
    ("<c://dir>", &[]),
    ("<ht\ntp://a>", &["angle ht|tp://a"]),
    ("<ht tp://a>", &["bare tp://a"]),
    ("<http: //a>", &["angle http: //a"]),
    ("<http: a>", &[]),
    ("<File: ATT00003.txt>", &[]),
    ("<mailto: a@b>", &["angle mailto: a@b"]),
    ("<mailto:a at b.example>", &["angle mailto:a at b.example"]),
    ("<http:>", &[]),
    ("<<http://a>>", &["angle http://a"]),
    ("<user@example.org>", &[]),
    // W3: quote marks.
    ("> <http://a/\n> b>", &["angle http://a/|b"]),
    ("> <http://a/\n>b>", &["angle http://a/|b"]),
    ("> <http://a/\nb>", &["angle http://a/|b"]),
    ("<http://a/\n>", &["angle http://a/"]),
    ("<http://a/\n> b>", &["angle http://a/|b"]),
    ("<http://a/\n> b/>", &["angle http://a/|b/"]),
    ("> > <http://a/\n> b\n> >].", &["angle http://a/|b"]),
    ("> <http://a/\n>>.", &["angle http://a/"]),
    ("> <http://a/%\n> > 20b>", &["angle http://a/%|20b"]),
    ("> <mailto:\n> > a-\n> > b at c.example>", &[]),
    ("JD> <http://a/\nJD> b>", &["angle http://a/|b"]),
    ("| <URL:http://a/\n| b>", &["url http://a/|b"]),
    (": <http://a/\n: b>", &["angle http://a/|b"]),
    ("   see <http:> \r\n //##> ", &[]),
    // Punctuation after the last mark of a line.
    ("> <http://a/\n>].", &["angle http://a/"]),
    ("> > <http://a/\n> >).", &["angle http://a/"]),
    ("> a <http://a/\n>! b>", &["angle http://a/|! b"]),
    // W4: limits.
    ("<http://a/ <b>", &["bare http://a/"]),
    ("<http://a/\n\nb>", &["bare http://a/"]),
    ("<URL:http://a/\n\nb>", &["url http://a/|b"]),
    ("<URL:http://a/\n\n\nb>", &["prefix http://a/"]),
    ("<URL:http://a/\n\nb c>", &["prefix http://a/"]),
    ("> <http://a/\n>\n> b>", &["angle http://a/|b"]),
    ("a\n\nb\n\nc\n\nd\n\n<URL:http://a/\n\nb>", &["url http://a/|b"]),
    // W5: prose.
    ("<URL:http://a/b c>", &["url http://a/b c"]),
    ("<URL:http://a/b. C d e f>", &["url http://a/b. C d e f"]),
    ("<URL:http://a/b ->", &["prefix http://a/b"]),
    ("<URL:http://a/ http://b/>", &["url http://a/ http://b/"]),
    ("<URL:http://a/? http://b/>", &["url http://a/? http://b/"]),
    ("<http://a b>", &["bare http://a"]),
    ("<http://a /b>", &["angle http://a /b"]),
    ("<http://a.b c.d/e>", &["angle http://a.b c.d/e"]),
    ("<http://a/b, c>", &["bare http://a/b +,"]),
    ("<http://a/b c>", &["angle http://a/b c"]),
    ("<http://a/ \"b\">", &["bare http://a/"]),
    ("<http://a/ [b]>", &["bare http://a/"]),
    ("<http://a/|the plan>", &["bare http://a/"]),
    ("<http://a/b |c>", &["angle http://a/b |c"]),
    ("<file:///C| /a>", &["bare file:///C"]),
    ("<mailto:a@b?subject=c, d>", &["angle mailto:a@b?subject=c, d"]),
    ("<http://a/[http://b]>", &["bare http://a/", "bare http://b"]),
    ("<http://a/?b=[http://b]>", &["angle http://a/?b=[http://b]"]),
    ("<http://a/\nhttp://b/>", &["angle http://a/|http://b/"]),
    ("<http://a/?\nhttp://b/>", &["angle http://a/?|http://b/"]),
    // W6: form `quote`.
    ("\"http://a.example/\"", &["quote http://a.example/"]),
    ("\"http://80 \" ", &["quote http://80"]),
    ("\"http://a/\nb\"", &["quote http://a/|b"]),
    ("\"http://a/ b\"", &["bare http://a/"]),
    ("\"http://a/ ?b\"", &["quote http://a/ ?b"]),
    ("\"http://a \"so\"", &["bare http://a"]),
    ("\\\"http://a/\\\"", &["bare http://a/ +\\"]),
    ("http:www.a.bc\"file:\"", &["www www.a.bc"]),
    ("\"x-any://a\"", &["bare x-any://a"]),
    ("\"http:\"", &[]),
    ("\"urn:a:b\"", &[]),
    // W7: form `prefix`.
    ("URL:http://a.example/.", &["prefix http://a.example/ +."]),
    ("URL: //http://a/", &["prefix http://a/"]),
    ("url:news:a.b", &["prefix news:a.b"]),
    ("URL:foo:bar", &[]),
    ("URL:Site:www.a.example", &["www www.a.example"]),
    ("aURL:http://b/", &["bare http://b/"]),
    // W8: form `bare`.
    ("http://a.example/.", &["bare http://a.example/ +."]),
    ("(http://a/(b))", &["bare http://a/(b)"]),
    ("'http://a/b'", &["bare http://a/b"]),
    ("see http://a/b, or", &["bare http://a/b +,"]),
    ("http://a/<b>", &["bare http://a/"]),
    ("HTTP://A/", &["bare HTTP://A/"]),
    ("http:a", &[]),
    ("x-any://a", &["bare x-any://a"]),
    ("x://a", &[]),
    ("c://dir", &[]),
    ("http%s://%s", &[]),
    ("athttp://a/", &["bare http://a/"]),
    ("end.http://a/", &["bare http://a/"]),
    ("xhttp://a/", &["bare http://a/"]),
    ("URL:x-foo:bar", &["prefix x-foo:bar"]),
    ("tel:12 34", &[]),
    ("tel:12", &["bare tel:12"]),
    ("news:<a@b.example>", &["bare news:|a@b.example"]),
    ("news:<a@[b]>", &["bare news:|a@[b]"]),
    ("news:a", &[]),
    ("news:*", &["bare news:*"]),
    ("mailto:a at b.example, or", &["bare mailto:a at b.example +,"]),
    ("http://a/b at c.example/d", &["bare http://a/b"]),
    ("news:alt.2600 at b.example", &["bare news:alt.2600"]),
    ("nntp:comp.lang.c/12345", &["bare nntp:comp.lang.c/12345"]),
    ("urn:a:b", &[]),
    ("data:,a", &["bare data:,a"]),
    ("mailto:a@b?c", &["bare mailto:a@b?c"]),
    ("http://a\u{a0}b", &["bare http://a"]),
    ("http://a/é’s", &["bare http://a/é +’s"]),
    ("http://a/。", &["bare http://a/"]),
    ("http://a/b\\_c", &["bare http://a/b\\_c"]),
    ("<A <http://a", &["bare http://a"]),
    ("http://a/\u{200b}b", &["bare http://a/"]),
    ("http://a/b\u{ad}c", &["bare http://a/b"]),
    ("http://a/b>c", &["bare http://a/b"]),
    ("http://a/b|c", &["bare http://a/b +|c"]),
    ("http://[::1]/a", &["bare http://[::1]/a"]),
    ("http://a/b's", &["bare http://a/b's"]),
    ("http://a/b…", &["bare http://a/b"]),
    // W9: order.
    (
        "<URL:http://a/> http://b/ \"http://c/\"",
        &["url http://a/", "bare http://b/", "quote http://c/"],
    ),
    ("<http://a/ http://b/>", &["bare http://a/", "bare http://b/"]),
    ("\"http://a/ b c http://d/\"", &["bare http://a/", "bare http://d/"]),
    ("<URL:<http://a>>", &["angle http://a"]),
    ("http://a/<http://b>", &["bare http://a/", "angle http://b"]),
    ("http://a http://b", &["bare http://a", "bare http://b"]),
    ("http://a,http://b", &["bare http://a", "bare http://b"]),
    ("http://a/http://b", &["bare http://a/http://b"]),
    ("<URL:\"http://a\">", &["quote http://a"]),
    // W8, J11: escapes in a host.
    ("http://a\\&.example/", &["bare http://a\\&.example/"]),
    ("http://a\\&b.example/", &["bare http://a"]),
    ("http://a\\-b.example/", &["bare http://a\\-b.example/"]),
    ("http://a\\xb.example/", &["bare http://a"]),
    // W8, J5: masked addresses.
    ("mailto:a@c at b.example", &["bare mailto:a@c"]),
    ("mailto:a%40c at b.example", &["bare mailto:a%40c"]),
    ("mailto:a?c at b.example", &[]),
    ("mailto:a#c at b.example", &[]),
    ("http://h/list at b.example/2004-May", &["bare http://h/list at b.example/2004-May"]),
    ("http://h/?a=jim at b.example&x=1", &["bare http://h/?a=jim at b.example&x=1"]),
    ("http://h/?a=jim at b.example", &["bare http://h/?a=jim"]),
    ("http://h/list at www.b.example/", &["bare http://h/list", "www www.b.example/"]),
    ("svn+ssh://jim at b.example/trunk", &["bare svn+ssh://jim at b.example/trunk"]),
    ("http://jim at b.example/trunk", &["bare http://jim at b.example/trunk"]),
    ("http://jim at b.example", &["bare http://jim"]),
    ("http://localhost at b.example/trunk", &["bare http://localhost"]),
    (
        "http://a/b=|c http://a/b|c http://a|b [http://a/b|c] http://a/b| c",
        &[
            "bare http://a/b=|c",
            "bare http://a/b +|c",
            "bare http://a",
            "bare http://a/b",
            "bare http://a/b",
        ],
    ),
    ("a http://a/b|http://c/|d", &["bare http://a/b +|", "bare http://c/"]),
    (
        "\\u003chttp://a/b|c\\u003e \\u003chttp://a/b\\u003e",
        &["bare http://a/b", "bare http://a/b"],
    ),
    ("1,http://a/b,http://c/d,e", &["bare http://a/b +,", "bare http://c/d +,e"]),
    ("ftp://a.c at b.example/", &["bare ftp://a.c"]),
];

const ALL_FORMS: &[Row] = &[
    // W11: hosts and addresses.
    ("www.a.example.", &["www www.a.example"]),
    ("see www.a.bc/d, or", &["www www.a.bc/d +,"]),
    ("jim@a.example", &["address jim@a.example"]),
    ("a@b.c@d.e", &[]),
    ("<jim@a.example>", &["address jim@a.example"]),
    ("jim at www.a.example", &["www www.a.example"]),
    ("user@www.a.bc/x", &["address user@www.a.bc"]),
    ("os.path(a)", &[]),
    ("README.md", &[]),
    ("over.It", &[]),
    ("http://a/www.b.example", &["bare http://a/www.b.example"]),
    ("ftp.a.example:21", &["host ftp.a.example:21"]),
    ("www.a.example:x", &[]),
    ("a.www.b.example", &["host a.www.b.example"]),
    ("éwww.a.example", &["host éwww.a.example"]),
    ("www.é.example", &["www www.é.example"]),
    ("jim@www.a.example www.b.example", &["address jim@www.a.example", "www www.b.example"]),
    ("mailto:a@b.example", &["bare mailto:a@b.example"]),
    ("x@[1.2.3.4]", &[]),
    ("(www.a.example)", &["www www.a.example"]),
    ("www.a.example/b_(c)", &["www www.a.example/b_(c)"]),
    // W13: a damaged `://`.
    ("http:/a.example/", &["repaired http:/a.example/"]),
    ("http:\\\\a.example\\b", &["repaired http:\\\\a.example\\b"]),
    ("http:///a.example/", &["repaired http:///a.example/"]),
    ("http:://a.example", &["repaired http:://a.example"]),
    ("http:// a.example", &["repaired http:// a.example"]),
    ("ftp:ab.example", &["host ab.example"]),
    ("http:a.example", &["repaired http:a.example"]),
    ("_http:/a.example", &[]),
    ("xhttp:/a.example", &[]),
    ("http:/a", &[]),
    ("http//a.example", &[]),
    ("http: //a.example", &[]),
    ("http:\\/\\/a.example\\/b", &["repaired http:\\/\\/a.example\\/b"]),
];

#[test]
fn wrappers_and_bare_urls_are_found() {
    for (table, forms) in [(DEFAULT_FORMS, Forms::default()), (ALL_FORMS, Forms::all())] {
        for &(text, expected) in table {
            assert_eq!(found_in(text, forms), expected, "{text:?}");
        }
    }
}
