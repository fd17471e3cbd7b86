//! Tests that time is linear in the text, whatever it holds (W10).
//!
//! The tests count the bytes that the inner loops look at, for a text and for one eight times as long.

extern crate std;

use std::string::String;
use std::vec::Vec;

use crate::bytes::work::count;
use crate::text_rules::TextRules;
use crate::{Config, Extras, Form, Forms, Scanner};

/// The greatest average number of looks at one byte, for any text.
const MAX_LOOKS_PER_BYTE: usize = 16;

/// Returns the number of looks at the bytes of `text` in a search.
fn work(text: &str, config: &Config) -> usize {
    let scanner = Scanner::with_config(config.clone());
    count(|| scanner.find_iter(text).for_each(drop))
}

fn check(text: &str, config: &Config, shown: &str) {
    let work = work(text, config);
    assert!(work <= MAX_LOOKS_PER_BYTE * text.len(), "{shown:?}: {work} for {}", text.len());
}

/// The units that are repeated to make a text: a beginning, and what follows it in each.
const UNITS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "<URL:", "<", ">", "<>", "<a:", "<URL:\n", "%\n> 20", "\n\n\n", "> ", "\n", "\r\n>",
            "-\n", " <", "http:/", "http:a.", "a", "<\n", "<\n>", "<h\n", "\"", "\"http:", ":",
            "http:", "http://", "URL:", "URL: ", "mailto:", "mailto:(", "news:", "news:<",
            "news:<a@", "tel:urn:", "urn:a", "data:", "(", "()", "a.", "a-", "+", "'", "\u{2019}",
            "http://[", "é", "____", "下", "\\n", "|15a:", "©", "’s", ".", "@", "a@", "@a.bc",
            "a.bc", "a.bc ", "a.bc/", "a.bc:", "a@b.cd,", "a@b.cd:x", "é.", "/a.py", "a.bc!",
            "a.bc'", "éa.bc!", "é!a.bc/", "//a", "//a.bc/", "l", "a-:1/", ":11111/", "<foo:",
            "<foo:a", "下a.bc", "下a", "a下", "a下@", "&#39;", "&", "1.2.3.4", "1.2.3.4/", "a@b",
        ],
    ),
    ("http://a", &[" ", ".", "@", ".b下", "____http://b?"]),
    (
        "http://a/",
        &["下", "\\n", "\\ab", "&gt;", "&amp;", "\\u0026", "(b ", "[1]", "'", "1http://"],
    ),
    ("<http://a", &["\n", "-\n", " \n> b", "|[http", " ", "/ b> ", "/'"]),
    ("> <http://a", &["\n>", "\n> > b\n"]),
    ("<URL:", &["http:\n\n", "http:a\n\n\n", "h t ", "URL:", "x:y\n\n\n", "http:y\n\n\nx\n\n\n"]),
    ("<URL:x:y\n", &["\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", "   \n   \n   \n   \n   \n   \n"]),
    ("\"http://a", &[" ", "\n", "\n> b\n"]),
    ("mailto:", &["a@", "a at b", "a at b.cd", "http://a'"]),
    ("news:", &["<a@b>", "http://a'"]),
    ("<mailto:", &["a at "]),
    ("http:", &["/a.bc", "//([", "\\/\\/a\\/"]),
    (
        "",
        &[
            "JD> <http://a\n",
            "URL:http:",
            "https://a/?u=",
            "http://a/b at c.de/",
            "é!a.bc/@",
            "``http://a/'",
            "»http://a/«",
            "\\fBhttp://a/",
        ],
    ),
    (
        "",
        &[
            "\n> a\n> > b",
            "tag:a,2005",
            "data:a/b,",
            "www.a.bc:x",
            "!//a.md/.",
            "localhost",
            "localhost.",
        ],
    ),
    ("", &["aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]),
];

fn units() -> Vec<String> {
    let texts =
        |&(start, ends): &(&str, &[&str])| ends.iter().map(|end| [start, end].concat()).collect();
    UNITS.iter().flat_map(texts as fn(&_) -> Vec<String>).collect()
}

#[test]
fn work_is_linear_on_hostile_texts() {
    for unit in units() {
        // An opener before the text, for text that has none.
        for head in
            ["", "<http://a", ">>>> <URL:http://a\n", "\"http://a\n", "http://a/", "mailto:"]
        {
            let text = |n: usize| String::from(head) + &unit.repeat(n);
            for forms in [Forms::default(), Forms::all()] {
                let config = Config::new().forms(forms);
                // A URL ends at MAX_BARE_LEN, and the text after it is searched again. So growth is measured on shorter
                // texts, and the looks at one byte on a longer one.
                check(&text(16_000), &config, &unit);
                let [one, eight] = [500, 4000].map(|n| work(&text(n), &config));
                // Growth of twice the proportion would show a curve. The bound on the first count keeps small
                // texts from failing.
                assert!(
                    eight <= 16 * one.max(text(500).len()),
                    "{unit:?} after {head:?}: {one}, {eight}"
                );
            }
        }
    }
}

/// A word is searched for an address once, however many hosts it has and whatever follows it. A host
/// with a path takes the rest of the word, and no other host counts in an address's local part.
#[test]
fn work_is_linear_in_a_word_before_an_at_sign() {
    for unit in ["é!a.bc/", "é!a.bc", "a.bc/", "/a.bc", "é.a/", "-a.bc/", "!a.bc/..", "é'a.bc/"]
    {
        for (tail, ats) in [("@", 1), ("@", 10_000), ("@x.org", 10_000), ("@x.org@", 10_000)] {
            let text = unit.repeat(10_000) + &tail.repeat(ats);
            for forms in
                [Forms::all(), Forms::none().with(Form::Host), Forms::none().with(Form::Address)]
            {
                check(&text, &Config::new().forms(forms), unit);
            }
        }
    }
}

/// The options look at few more bytes.
#[test]
fn work_is_linear_with_all_options() {
    for unit in units() {
        for bits in [0, 1, 2, 4, 8, 15] {
            let rules = TextRules {
                has_masks: bits & 1 == 0,
                splits_labels: bits & 1 != 0,
                is_escaped: bits & 2 != 0,
                is_source: bits & 4 != 0,
                is_ascii: bits & 8 != 0,
            };
            let config = Config::new().forms(Forms::all()).extras(Extras::all()).text_rules(rules);
            check(&unit.repeat(4000), &config, &unit);
        }
    }
}

/// A line of marks before an opener is not read again for each line after it.
#[test]
fn a_long_quote_prefix_is_not_read_for_each_line() {
    for marks in [">", "> ", "|", "a>", "x", " "] {
        for line in ["| b\n", "b\n", "> b\n"] {
            let text = marks.repeat(100_000) + "<http://a\n" + &line.repeat(60) + "> c";
            check(&text, &Config::new().forms(Forms::all()), marks);
        }
    }
}
