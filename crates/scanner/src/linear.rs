//! W10: time is linear in the haystack whatever it holds. Tested by counting the bytes that the
//! inner loops look at, for a text and for one eight times as long.

extern crate std;

use proptest::prelude::*;
use std::string::String;

use crate::work::count;
use crate::{Form, Forms, Scanner};

/// No text makes the scanner look at a byte more often than this, on average.
const LOOKS: usize = 12;

fn work(text: &str) -> usize {
    let scanner = Scanner::new();
    count(|| {
        scanner.find_iter(text).for_each(drop);
    })
}

#[test]
fn hostile_texts() {
    let table: &[&str] = &[
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
        "a",
        "JD> <http://a\n",
        "<http://a/ b> ",
        "<\n",
        "<\n>",
        "<h\n",
    ];
    for unit in table {
        // One opener before them all, for text that holds none.
        for head in ["", "<http://a", "<URL:http://a\n", ">>>> <URL:http://a\n"] {
            let text = |n: usize| String::from(head) + &unit.repeat(n);
            let (one, eight) = (text(2000), text(16000));
            let (work_one, work_eight) = (work(&one), work(&eight));
            assert!(
                work_eight <= LOOKS * eight.len(),
                "{unit:?} after {head:?}: {work_eight} for {}",
                eight.len()
            );
            // Twice the proportion would be a curve; what is bounded is no evidence either way.
            assert!(
                work_eight <= 16 * work_one.max(one.len()),
                "{unit:?} after {head:?}: {work_one} and {work_eight}"
            );
        }
    }
}

/// A line of marks before an opener is not read anew for each line after it.
#[test]
fn a_line_of_marks() {
    for marks in [">", "> ", "|", "a>"] {
        let text = marks.repeat(100_000) + "<http://a\n" + &"| b\n".repeat(60) + "> c";
        assert!(work(&text) <= LOOKS * text.len());
    }
}

/// Texts made of what the rules speak of.
fn text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(
        &[
            "<",
            ">",
            "<URL:",
            "<url: ",
            "http://",
            "a.example",
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
    #[test]
    fn ranges_are_in_bounds_in_order_and_disjoint(text in text()) {
        let scanner = Scanner::new();
        let mut end = 0;
        for wrapper in scanner.find_iter(&text) {
            let (outer, inner) = (wrapper.outer(), wrapper.inner());
            prop_assert!(end <= outer.start && outer.end <= text.len());
            prop_assert!(outer.start < inner.start && inner.end + 1 == outer.end);
            prop_assert_eq!(&text[outer.start..=outer.start], "<");
            prop_assert_eq!(&text[inner.end..outer.end], ">");
            let mut line_end = inner.start;
            for line in wrapper.lines() {
                prop_assert!(line_end <= line.start && line.start < line.end);
                prop_assert!(line.end <= inner.end);
                prop_assert!(!text[line.clone()].contains(['\n', '\r', '<']));
                line_end = line.end;
            }
            end = outer.end;
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0usize..250) {
        let scanner = Scanner::new();
        if let Some(wrapper) = scanner.find_at(&bytes, at) {
            prop_assert!(wrapper.outer().start >= at);
            wrapper.lines().for_each(drop);
        }
    }

    /// A form that is not asked for leaves the others where they are.
    #[test]
    fn forms_are_independent(text in text()) {
        let only = |form| {
            let config = crate::Config::new().forms(Forms::none().with(form));
            Scanner::with_config(config)
        };
        let all: std::vec::Vec<_> = Scanner::new().find_iter(&text).map(|w| w.outer()).collect();
        for form in Form::ALL {
            for wrapper in only(form).find_iter(&text) {
                prop_assert_eq!(wrapper.form(), form);
                prop_assert!(all.contains(&wrapper.outer()), "{:?}", wrapper.outer());
            }
        }
    }
}
