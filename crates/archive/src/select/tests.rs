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

/// Makes the selection of the conditions and options in `line`, such as `host=.example since=1998`.
fn selection(line: &str) -> Selection {
    let mut selection = Selection::new();
    for word in line.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let strings = || UrlStrings::new(value.as_bytes(), MatchExtent::Part);
        match name {
            "--scheme" => selection.scheme(value).expect("it is a list of schemes"),
            "--host" => selection.host(value).expect("it is a list of hosts"),
            "since" => selection.since(value).expect("it is a date"),
            "until" => selection.until(value).expect("it is a date"),
            "match" => selection.matching(strings()),
            "skip" => selection.skip(strings()),
            _ => selection.add(word).expect("it is a condition"),
        }
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
        ("scheme=http", "a in-text note a-b"),
        ("scheme=HTTP,ftp", "a in-text quoted note a-b"),
        ("scheme=HTTP scheme=ftp", "a in-text quoted note a-b"),
        ("scheme!=http", "attribute quoted ann@b.example"),
        ("scheme=http scheme!=http", ""),
        ("--scheme=http,!http,ftp", "quoted"),
        ("--host=!.b.example", "a in-text attribute note ann@b.example"),
        ("host=.a.example", "in-text attribute"),
        ("host=a.example", "attribute"),
        ("host!=.b.example", "a in-text attribute note ann@b.example"),
        ("form=angle", "a quoted a-b"),
        ("doubts=hyphen", "a-b"),
        ("notes=port_reserved", "note"),
        ("notes!=port_reserved scheme=http", "a in-text a-b"),
        ("list=A.lists.example", "a in-text attribute"),
        ("list!=a.lists.example", "quoted note a-b ann@b.example"),
        ("part=header", "a"),
        ("part=attribute", "attribute"),
        ("part=body", "in-text quoted note a-b ann@b.example"),
        ("since=1998", "a in-text attribute"),
        ("since=1998-03-10", ""),
        ("since=1998-03-10T00:00:00Z", "a in-text attribute"),
        ("until=1998-03-09", "a in-text attribute"),
        ("until=1998-03-10T00:00:00Z", ""),
        ("since=1999", ""),
        ("match=b.example", "quoted a-b ann@b.example"),
        ("skip=b.example", "a in-text attribute note"),
        ("quoted=false", "a in-text attribute note a-b ann@b.example"),
        ("in_signature!=true", "a in-text attribute quoted note a-b"),
        ("deleted=true", ""),
        ("deleted=false", all),
        ("subject=2", "quoted note a-b ann@b.example"),
        ("subject~1", "a in-text attribute"),
        ("url=http://lists.example/a", "a"),
        ("url=HTTP://lists.example/a", ""),
        ("url~note url~-b", "note a-b"),
        ("url!~/a", "in-text quoted note ann@b.example"),
        ("host~^b[.] host=a.example", "attribute quoted a-b"),
        ("scheme=http part=body match=example", "in-text a-b"),
    ];
    for (line, expected) in table {
        assert_eq!(selected(line), expected, "{line}");
    }
}

#[test]
fn conditions_that_cannot_be_are_errors() {
    let table = [
        ("angle", "write FIELD=VALUE, FIELD!=VALUE or FIELD~PATTERN"),
        ("note=danger", "no field `note`; did you mean `notes`?"),
        ("xyz=1", "no field `xyz`; `urlsift help selection` lists them"),
        ("date=1998", "`since` and `until` select by date"),
        ("url~a(", "unclosed group"),
        ("url!~", "the pattern is empty"),
        ("url~((a{1,1000}){1,1000}){1,1000}", "the pattern needs more than 1048576 bytes"),
        ("form=angel", "no `angel`; did you mean `angle`?"),
        ("form!=url,xyz", "no `xyz`; the values are url, angle, "),
        ("joined!=sure", "no `sure`; the values are certain, likely, possible"),
        ("doubts=x", "no `x`; the values are hyphen, at, gap, end, join, markup"),
        ("notes=xyz", "no `xyz`; `urlsift help rows` lists them"),
        ("quoted=no", "no `no`; the values are true, false"),
        ("subject!=", "the value is empty"),
        ("part=", "no ``; the values are header, body, attribute"),
        ("host=", "the value is empty"),
        ("host=a,!b", "write host!=VALUE to leave out a value"),
        ("host==a.b", "write host=a.b, host!=a.b or host~PATTERN"),
        ("url!=~a", "write url=a, url!=a or url~PATTERN"),
        ("host='a.b'", "the quotes are a part of the value; leave them out"),
        ("groups=comp.*", "`*` is not a wildcard; write groups~PATTERN"),
        ("from=a.b", "no field `from`; did you mean `from_domain`?"),
        ("host=http://a.example", "`http://a.example` is not a host; "),
        ("host!=a.example:80", "`a.example:80` is not a host; "),
        ("from_domain!=#", "`#` is not a host; "),
        ("list=<a.lists.example>", "`<a.lists.example>` is not a list; "),
        ("scheme=http:", "`http:` is not a scheme; "),
    ];
    for (condition, expected) in table {
        let error = Selection::new().add(condition).expect_err("it cannot be").to_string();
        assert!(error.starts_with(expected), "{condition}: {error}");
    }
    assert!(Selection::new().scheme("!http:").is_err());
    assert!(Selection::new().host("a.example,").is_err());
    assert!(Selection::new().since("then").is_err());
}
