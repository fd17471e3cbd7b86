//! Selections of the URLs of a small mailbox.

use urlsift::Extractor;

use super::*;
use crate::cut::Window;
use crate::mail::Headers;

const MAIL: &str = "\
From a Mon
Date: Mon, 9 Mar 1998 23:30:00 -0800
List-Id: <a.lists.example>
List-Archive: <http://lists.example/a>
Subject: 1
Content-Type: text/html

<p>http://www.a.example/in-text <a href=\"https://a.example/attribute\">x</a>

From b Tue
Subject: 2

> <ftp://b.example/quoted>
http://192.0.2.1:21/note and <http://b.example/a-
b>
-- 
mailto:ann@b.example
";

/// Adds the options of `line`, such as `--host .example`.
fn selection(line: &str) -> Selection {
    let mut selection = Selection::new();
    let words: Vec<&str> = line.split_whitespace().collect();
    for pair in words.chunks(2) {
        let value = pair.get(1).copied().unwrap_or_default();
        let strings = || UrlStrings::new(value.as_bytes(), MatchExtent::Part);
        let criterion = match pair[0] {
            "scheme" => Criterion::Scheme,
            "host" => Criterion::Host,
            "form" => Criterion::Form,
            "doubt" => Criterion::Doubt,
            "note" => Criterion::Note,
            "list" => Criterion::List,
            "part" => Criterion::Part,
            name => {
                match name {
                    "since" => selection.since(value).expect("it is a date"),
                    "until" => selection.until(value).expect("it is a date"),
                    "match" => selection.matching(strings()),
                    "skip" => selection.skip(strings()),
                    "no-quoted" => selection.drop_quoted(),
                    "no-signature" => selection.drop_signatures(),
                    _ => panic!("unknown option {name}"),
                }
                continue;
            }
        };
        selection.add(criterion, value).expect("it is a value");
    }
    selection
}

/// Returns the last segments of the selected URLs.
fn selected(line: &str) -> String {
    let selection = selection(line);
    let window = Window::whole("x", MAIL.as_bytes().to_vec());
    let mut urls = Vec::new();
    for item in window.items() {
        let is_accepted = selection.accepts_message(item.origin().as_ref());
        item.find(&Extractor::new(), Headers::Useful, |location, found| {
            let accepts = selection.accepts(location, found);
            assert_eq!(accepts, is_accepted && selection.accepts_url(location, found), "{line}");
            if accepts {
                let end = found.url().rsplit(['/', ':']).next().unwrap_or_default();
                urls.push(end.to_owned());
            }
        });
    }
    urls.join(" ")
}

#[test]
fn each_option_selects() {
    let all = "a in-text attribute quoted note a-b ann@b.example";
    let table = [
        ("", all),
        ("scheme http", "a in-text note a-b"),
        ("scheme HTTP scheme ftp", "a in-text quoted note a-b"),
        ("scheme !http", "attribute quoted ann@b.example"),
        ("scheme http scheme !http", ""),
        ("host .a.example", "in-text attribute"),
        ("host a.example", "attribute"),
        ("host !.b.example", "a in-text attribute note ann@b.example"),
        ("form angle", "a quoted a-b"),
        ("doubt hyphen", "a-b"),
        ("note port_reserved", "note"),
        ("note !port_reserved scheme http", "a in-text a-b"),
        ("list A.lists.example", "a in-text attribute"),
        ("list !a.lists.example", "quoted note a-b ann@b.example"),
        ("part header", "a"),
        ("part attribute", "attribute"),
        ("part body", "in-text quoted note a-b ann@b.example"),
        ("since 1998", "a in-text attribute"),
        ("since 1998-03-10", ""),
        ("since 1998-03-10T00:00:00Z", "a in-text attribute"),
        ("until 1998-03-09", "a in-text attribute"),
        ("until 1998-03-10T00:00:00Z", ""),
        ("since 1999", ""),
        ("match b.example", "quoted a-b ann@b.example"),
        ("skip b.example", "a in-text attribute note"),
        ("no-quoted", "a in-text attribute note a-b ann@b.example"),
        ("no-signature", "a in-text attribute quoted note a-b"),
        ("scheme http part body match example", "in-text a-b"),
    ];
    for (line, expected) in table {
        assert_eq!(selected(line), expected, "{line}");
    }
}

#[test]
fn values_that_cannot_be_are_errors() {
    let table = [
        (Criterion::Form, "angles", "no `angles`; the values are url, angle, "),
        (Criterion::Grade, "!sure", "no `sure`; the values are certain, likely, possible"),
        (Criterion::Doubt, "x", "no `x`; the values are hyphen, at, gap, end, join, markup"),
        (Criterion::Note, "x", "no `x`; the values are host_cut_by_seam, "),
        (Criterion::Part, "", "no ``; the values are header, body, attribute"),
        (Criterion::Host, "!", "the value is empty"),
        (Criterion::Host, "http://a.example", "`http://a.example` is no host; "),
        (Criterion::Host, "!a.example:80", "`a.example:80` is no host; "),
        (Criterion::From, "#", "`#` is no host; "),
        (Criterion::List, "<a.lists.example>", "`<a.lists.example>` is no list; "),
        (Criterion::Scheme, "http:", "`http:` is no scheme; "),
    ];
    for (criterion, term, expected) in table {
        let error = Selection::new().add(criterion, term).expect_err("it is no value").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(Selection::new().since("then").is_err());
}
