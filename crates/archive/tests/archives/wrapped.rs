//! Tests that URLs of the writer are read back from a message. `core/tests/texts/wrap.rs` tests them in texts.

use proptest::prelude::*;
use proptest::sample::select;
use urlsift::Extractor;
use urlsift::url::written_url;
use urlsift::verdict::{Standing, Validator};
use urlsift::wrap;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

/// What a URL is made of: beginnings, and text that in a message may be encoded, or end a block.
const HEADS: &[&str] =
    &["http://h.example/", "ftp://u@h/", "mailto:", "news:", "urn:isbn:", "x://"];
const PARTS: &[&str] = &[
    "a", "Zz09", "begin", "M", "From", "=20", "=3D", "=", "==", "=?", "?=", "?q?", "+AGE-", "+",
    "-", "--", "%41", "%", "\\", "_", "*", "~", "`", "|", "&amp;", "&", ";", "'", "(", ")", "[",
    "]", "{", "}", "!", "$", "@", "#", "?", "/", ".", ",", ":", "\u{ad}", "\u{2010}", "»", "é",
    "中", "http://", "URL:",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// In a message, other text is decoded or skipped: nothing of a written URL may look like that.
    #[test]
    fn wrapped_urls_are_read_back_in_a_message(
        head in select(HEADS),
        parts in prop_oneof![
            4 => prop::collection::vec(select(PARTS), 1..30),
            1 => prop::collection::vec(select(PARTS), 30..300),
        ],
        columns in 0usize..100,
        prefix in select(&["", "> ", "> > ", ">", "| ", "JD> ", ": ", "% ", "# ", "» › ", "    ", "\t"][..]),
        end in select(&["\n", "\r\n"][..]),
        header in select(&[
            "A: b", "Content-Transfer-Encoding: 7bit", "Content-Transfer-Encoding: 8bit",
            "Content-Type: text/plain; charset=utf-8",
        ][..]),
        before in select(&["", "see\n\n", "> It is there:\n", "a =\n"][..]),
    ) {
        let url = [head, &parts.concat()].concat();
        let Ok(wrapped) = wrap(&url, columns, prefix) else { return Ok(()) };
        let url = written_url(&url).expect("it was wrapped");
        if matches!(Validator::new().validate(&url).standing(), Standing::Rejected(_)) {
            return Ok(());
        }
        let message = ["Subject: s\n", header, "\n\n", before, &wrapped, "\n\nBye\n"].concat();
        let window = Window::whole("-", message.replace('\n', end).into_bytes());
        let mut urls = Vec::new();
        for item in window.items() {
            item.find(&Extractor::new(), Headers::Useful, |_, found| urls.push(found.url().to_owned()));
        }
        prop_assert_eq!(&urls, &[url], "{}", message);
    }
}
