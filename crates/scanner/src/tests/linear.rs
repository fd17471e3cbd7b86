//! Tests that time is linear in the text, whatever it holds (W10).
//!
//! The tests count the bytes that the inner loops look at, for a text and for one eight times as long.

extern crate std;

use proptest::prelude::*;
use std::string::String;

use crate::bytes::work::count;
use crate::tests::soup::config;
use crate::{Config, Extras, Form, Forms, Scanner, TextRules};

/// The greatest average number of looks at one byte, for any text.
const MAX_LOOKS_PER_BYTE: usize = 16;

fn work(text: &str, forms: Forms) -> usize {
    work_with(text, Config::new().forms(forms))
}

fn work_with(text: &str, config: Config) -> usize {
    let scanner = Scanner::with_config(config);
    count(|| {
        scanner.find_iter(text).for_each(drop);
    })
}

/// The units that are repeated to make a text.
const UNITS: &[&str] = &[
    "<URL:",
    "<",
    ">",
    "<>",
    "<a:",
    "<http://",
    "<http://a\n",
    "<http://a-\n",
    "<http://a \n> b",
    "<URL:\n",
    "<URL:http:\n\n",
    "<URL:http:a\n\n\n",
    "<URL:h t ",
    "<URL:URL:",
    "\n> a\n> > b",
    "%\n> 20",
    "\n\n\n",
    "<URL:x:y\n\n\n",
    "<URL:x:y\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
    "<URL:x:y\n   \n   \n   \n   \n   \n   \n   \n",
    "<URL:http:y\n\n\nx\n\n\n",
    "<http://a|[http",
    "> <http://a\n>",
    ">",
    "> ",
    "\n",
    "\r\n>",
    "<a:-\n",
    "-\n",
    " <",
    "<http://a ",
    "<mailto:a at ",
    "mailto:a at b",
    "mailto:a at b.cd",
    "http://a/b at c.de/",
    "http:/",
    "http:/a.bc",
    "http:a.",
    "a",
    "JD> <http://a\n",
    "<http://a/ b> ",
    "<\n",
    "<\n>",
    "<h\n",
    "\"",
    "\"http://a ",
    "\"http://a\n",
    "\"http:",
    "\"http://a\n> b\n",
    ":",
    "http:",
    "http://",
    "http://a ",
    "http://a.",
    "URL:",
    "URL: ",
    "URL:http:",
    "mailto:",
    "mailto:a@",
    "mailto:(",
    "mailto:http://a'",
    "news:http://a'",
    "news:",
    "news:<",
    "news:<a@",
    "news:<a@b>",
    "tel:urn:",
    "urn:a",
    "data:",
    "(",
    "()",
    "http://([",
    "a.",
    "a-",
    "+",
    "'",
    "http://a/'",
    "\u{2019}",
    "http://[",
    "http://a@",
    "é",
    "https://a/?u=",
    "http://a/1http://",
    "http://a____http://b?",
    "____",
    "http://a/下",
    "http://a.b下",
    "下",
    "http://a/\\n",
    "\\n",
    "http://a/\\ab",
    "http://a/&gt;",
    "http://a/(b ",
    "``http://a/'",
    "»http://a/«",
    "\\fBhttp://a/",
    "|15a:",
    "\u{1b}[1m",
    "tag:a,2005",
    "data:a/b,",
    "http://a/[1]",
    "©",
    "’s",
    ".",
    "@",
    "a@",
    "@a.bc",
    "a.bc",
    "a.bc ",
    "a.bc/",
    "a.bc:",
    "www.a.bc:x",
    "a@b.cd,",
    "a@b.cd:x",
    "é.",
    "/a.py",
    "a.bc!",
    "a.bc'",
    "éa.bc!",
    "é!a.bc/",
    "é!a.bc/@",
];

#[test]
fn work_is_linear_on_hostile_texts() {
    for unit in UNITS {
        // An opener before the text, for text that has none.
        for head in
            ["", "<http://a", ">>>> <URL:http://a\n", "\"http://a\n", "http://a/", "mailto:"]
        {
            let text = |n: usize| String::from(head) + &unit.repeat(n);
            // A URL ends at MAX_BARE_LEN, and the text after it is searched again. So growth is measured on shorter
            // texts, and the looks at one byte on a longer one.
            let (one, eight, long) = (text(500), text(4000), text(16000));
            for forms in [Forms::default(), Forms::all()] {
                let [work_one, work_eight, work_long] =
                    [&one, &eight, &long].map(|text| work(text, forms));
                assert!(
                    work_long <= MAX_LOOKS_PER_BYTE * long.len(),
                    "{unit:?} after {head:?}: {work_long} for {}",
                    long.len()
                );
                // Growth of twice the proportion would show a curve. The bound on the first count keeps small
                // texts from failing.
                assert!(
                    work_eight <= 16 * work_one.max(one.len()),
                    "{unit:?} after {head:?}: {work_one} and {work_eight}"
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
        for tail in ["@", "@x.org", "@x.org@"] {
            for ats in [1, 10_000] {
                let text = unit.repeat(10_000) + &tail.repeat(ats);
                let host = Forms::none().with(Form::Host);
                for forms in [Forms::all(), host, Forms::none().with(Form::Address)] {
                    let work = work(&text, forms);
                    assert!(work <= MAX_LOOKS_PER_BYTE * text.len(), "{unit:?} {tail:?} {work}");
                }
            }
        }
    }
}

/// The options look at few more bytes.
#[test]
fn work_is_linear_with_all_options() {
    let units = [
        "//a",
        "//a.bc/",
        "!//a.md/.",
        "l",
        "localhost",
        "localhost.",
        "a-:1/",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ":11111/",
        "<foo:",
        "<foo:a",
        "下a.bc",
        "下a",
        "a下",
        "a下@",
        "http:\\/\\/a\\/",
        "http://a/\\u0026",
        "http://a/&amp;",
        "&#39;",
        "&",
        "1.2.3.4",
        "1.2.3.4/",
        "a@b",
        "é",
    ];
    let rules = |bits: u8| TextRules {
        has_masks: bits & 1 == 0,
        splits_labels: bits & 1 != 0,
        is_escaped: bits & 2 != 0,
        is_source: bits & 4 != 0,
        is_ascii: bits & 8 != 0,
    };
    for unit in units {
        for bits in 0..16 {
            let text = unit.repeat(4000);
            let config = Config::new().forms(Forms::all()).extras(Extras::all());
            let work = work_with(&text, config.text_rules(rules(bits)));
            assert!(work <= MAX_LOOKS_PER_BYTE * text.len(), "{unit:?} {bits} {work}");
        }
    }
}

/// A line of marks before an opener is not read again for each line after it.
#[test]
fn a_long_quote_prefix_is_not_read_for_each_line() {
    for marks in [">", "> ", "|", "a>", "x", " "] {
        for line in ["| b\n", "b\n", "> b\n"] {
            let text = marks.repeat(100_000) + "<http://a\n" + &line.repeat(60) + "> c";
            assert!(
                work(&text, Forms::all()) <= MAX_LOOKS_PER_BYTE * text.len(),
                "{marks:?} {line:?}"
            );
        }
    }
}

/// Makes texts of the tokens that the rules name.
fn text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(
        &[
            "<",
            ">",
            "<URL:",
            "<url: ",
            "http://",
            "a.example",
            "www.example.org",
            "user@",
            "/b",
            "-",
            "\n",
            "\r\n",
            "\r",
            " ",
            "  ",
            "\t",
            "> ",
            ">> ",
            "| ",
            "JD> ",
            "\n\n",
            "\n>\n",
            " at ",
            "mailto:",
            "x:y",
            "\u{a0}",
            "\u{ad}",
            "é",
            ".",
            ",",
            "?q=",
            "\"",
            "[",
        ][..],
    );
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_bytes_can_be_searched(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0usize..250) {
        let scanner = Scanner::with_config(Config::new().forms(Forms::all()));
        if let Some(wrapper) = scanner.find_at(&bytes, at) {
            prop_assert!(wrapper.outer().start >= at);
            wrapper.lines().for_each(drop);
        }
    }

    /// A match of a search for one form is found, or overlapped by a match, in a search for all forms.
    #[test]
    fn a_search_for_all_forms_covers_each_form(text in text()) {
        let only = |form| {
            Scanner::with_config(Config::new().forms(Forms::none().with(form)))
        };
        let every = Scanner::with_config(Config::new().forms(Forms::all()));
        let all: std::vec::Vec<_> = every.find_iter(&text).map(|w| w.outer()).collect();
        let is_known = |outer: core::ops::Range<usize>| {
            all.iter().any(|other| other.start < outer.end && outer.start < other.end)
        };
        for &form in Form::ALL {
            for wrapper in only(form).find_iter(&text) {
                prop_assert_eq!(wrapper.form(), form);
                prop_assert!(is_known(wrapper.outer()), "{:?}", wrapper.outer());
            }
        }
    }
}
