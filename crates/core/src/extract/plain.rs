//! A shortcut for plain URLs (`bare/plain.rs` of the scanner): their one reading, without a choice.
//!
//! Seven of ten URLs in list mail are plain. The general code finds the same, because no step of it can change them:
//!
//! - Their one reading is the text itself. It has no whitespace, no backslash and no `;` of a reference, so no markup; and
//!   a charset agrees with ASCII.
//! - It is not rejected: it has a scheme, a host that begins with a letter or digit, and no user, delimiter or control
//!   character.
//! - No delimiter, tag or dots precede or follow it, and it has no tail. So no wrapper is around it, it is not cut, and no
//!   part of a host is hidden after it.
//! - It is on one line, so it is spelled as written. It goes on after the line only if the next line has text: then, and
//!   only then, the general code decides on a join.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};
use urlsift_rejoiner::Piece;
use urlsift_scanner::Wrapper;

use crate::extract::notes::note_on_decoding;
use crate::found::Found;
use crate::input::DynInput;
use crate::reading::{Reading, Why};

/// Returns the URL of `wrapper`, whose one reading is the text between its delimiters.
#[expect(clippy::inline_always, reason = "a call copies the URL once more")]
#[inline(always)]
pub(super) fn plain_url<'h>(input: &DynInput<'h, '_>, wrapper: &Wrapper<'h>) -> Found<'h> {
    let range = wrapper.inner();
    let (url, undecodable) = input.decode.decode_url(&input.haystack[range.clone()]);
    Found {
        form: wrapper.form(),
        outer: wrapper.outer(),
        best: Reading {
            url,
            pieces: smallvec![Piece::Copied(range)],
            why: Why::Differs(Vec::new()),
        },
        others: Vec::new(),
        doubts: SmallVec::new(),
        text_notes: note_on_decoding(undecodable).into_iter().collect(),
        joined: None,
    }
}

/// Reports whether `rest`, the text after a plain URL, goes on with more text on the line, or with an empty line. A join
/// needs text on the next line.
#[inline]
pub(super) fn ends_paragraph(rest: &[u8]) -> bool {
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &rest[blanks..] {
        [b'\n', next @ ..] | [b'\r', b'\n', next @ ..] => {
            matches!(next, [] | [b'\n', ..] | [b'\r', b'\n', ..])
        }
        // A lone CR, a code of colours and the bar of a frame are left to the general code.
        rest => !matches!(rest, [b'\r' | b'\x1B', ..]) && !rest.starts_with("│".as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use urlsift_scanner::{Form, Forms, Haystack};

    use super::*;
    use crate::Input;
    use crate::extract::choose::Chooser;
    use crate::extract::extractor::Extractor;
    use crate::extract::search::{TextSearch, add_notes};
    use crate::seen::SeenUrls;

    #[test]
    fn a_join_is_asked_for_before_a_line_of_text() {
        // (text after a URL, whether it goes on there or the next line is empty)
        let table = [
            ("", true),
            (" word\nword", true),
            ("\n", true),
            (" \t\r\n\r\nword", true),
            ("\r\n\nword", true),
            ("\nword", false),
            ("\r\nword", false),
            ("\r\rword", false),
            ("\n \n", false),
        ];
        for (rest, ends) in table {
            assert_eq!(ends_paragraph(rest.as_bytes()), ends, "{rest:?}");
        }
    }

    fn token() -> impl Strategy<Value = &'static str> {
        let mark = select(
            &[
                "a", "page-", "/", "/", "?", "=", "&", "&amp", "%20", "-", ".", "..", "…", "_",
                "é", " ", " ", " at ", "\n", "\n", "\n\n", "\r\n", "\r", "> ", "  ", "<", ">",
                "<br>", "\t", "Jim", "URL: ", "<URL:\t", "=\n", "\x1B[0m", "│",
            ][..],
        );
        let name = select(
            &["http://a.example/", "https://www.b.example", "ftp://c", "index.html", "b.example"][..],
        );
        prop_oneof![7 => mark, 1 => name]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

        /// The general code finds the same.
        #[test]
        fn plain_urls_are_those_of_the_general_code(tokens in vec(token(), 0..16), as_written: bool) {
            let text: String = tokens.concat();
            let forms = Forms::default().with(Form::Host).with(Form::Address);
            let extractor = Extractor::builder().forms(forms).as_written(as_written).build();
            let input = Input::new(&text);
            let scanned: Vec<Wrapper<'_>> = extractor.scanner.find_iter(Haystack::new(&text)).collect();
            for wrapper in scanned.iter().filter(|wrapper| wrapper.is_plain()) {
                let mut seen = SeenUrls::default();
                let mut chooser = Chooser::new(&extractor, &input, &mut seen);
                let mut found = chooser.choose(wrapper);
                if let Some(found) = &mut found {
                    chooser.look_after(wrapper, found);
                    add_notes(&extractor, text.as_bytes(), wrapper, found);
                }
                let plain = TextSearch::default().read(&extractor, &input, wrapper);
                prop_assert_eq!(format!("{plain:?}"), format!("{found:?}"), "{:?}", text);
            }
        }
    }
}
