//! Selections of the URLs of a small mailbox.

use urlsift::Extractor;

use super::*;
use crate::cut::Window;
use crate::mail::Headers;
use crate::select::url_strings::MatchExtent;

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
            "since" => {
                selection.since(value).expect("it is a date");
                continue;
            }
            "until" => {
                selection.until(value).expect("it is a date");
                continue;
            }
            "match" => {
                selection.matching(strings());
                continue;
            }
            "skip" => {
                selection.skip(strings());
                continue;
            }
            name => name.parse().expect("it is a criterion"),
        };
        if let Some(letter) = value.strip_prefix('~') {
            let letter = letter.to_owned();
            selection.add_pattern(criterion, true, move |text| text.contains(&letter));
            continue;
        }
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
        ("doubts hyphen", "a-b"),
        ("notes port_reserved", "note"),
        ("notes !port_reserved scheme http", "a in-text a-b"),
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
        ("quoted false", "a in-text attribute note a-b ann@b.example"),
        ("in_signature !true", "a in-text attribute quoted note a-b"),
        ("deleted true", ""),
        ("deleted false", all),
        ("subject 2", "quoted note a-b ann@b.example"),
        ("subject ~1", "a in-text attribute"),
        ("url http://lists.example/a", "a"),
        ("url HTTP://lists.example/a", ""),
        ("url ~note url ~-b", "note a-b"),
        ("host ~b. host a.example", "attribute quoted a-b"),
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
        (Criterion::Joined, "!sure", "no `sure`; the values are certain, likely, possible"),
        (Criterion::Doubts, "x", "no `x`; the values are hyphen, at, gap, end, join, markup"),
        (Criterion::Notes, "x", "no `x`"),
        (Criterion::Quoted, "no", "no `no`; the values are true, false"),
        (Criterion::Subject, "!", "the value is empty"),
        (Criterion::Part, "", "no ``; the values are header, body, attribute"),
        (Criterion::Host, "!", "the value is empty"),
        (Criterion::Host, "http://a.example", "`http://a.example` is not a host; "),
        (Criterion::Host, "!a.example:80", "`a.example:80` is not a host; "),
        (Criterion::FromDomain, "#", "`#` is not a host; "),
        (Criterion::List, "<a.lists.example>", "`<a.lists.example>` is not a list; "),
        (Criterion::Scheme, "http:", "`http:` is not a scheme; "),
    ];
    for (criterion, term, expected) in table {
        let error = Selection::new().add(criterion, term).expect_err("it is no value").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(Selection::new().since("then").is_err());
}
