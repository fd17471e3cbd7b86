//! A shortcut for plain URLs (`bare/plain.rs` of the scanner): their one reading, without a choice.
//!
//! Seven of ten URLs in list mail are plain. The general code finds the same, because no step of it can change them:
//!
//! - Their one reading is the text itself. It has no whitespace, no backslash and no `;` of a reference, so no markup; and
//!   a charset agrees with ASCII.
//! - It is not rejected: it has a scheme, a host that begins with a letter or digit, and no user, delimiter or control
//!   character.
//! - No tag, dots or second `<` precede or follow it. So no wrapper is around it, it is not cut, and no part of a host is
//!   hidden after it. Its tail is one mark, which the other reading keeps.
//! - It is on one line, so it is spelled as written. If it may go on on the next line, the general code decides on a join.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::{SmallVec, smallvec};
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Ground, Piece};
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

/// Adds the reading with `tail` to `found`, whose one reading is ASCII and not rejected, and does not become so with these
/// marks of a sentence.
#[inline]
pub(super) fn add_plain_tail<'h>(
    input: &DynInput<'h, '_>,
    tail: Range<usize>,
    found: &mut Found<'h>,
) {
    if tail.is_empty() {
        return;
    }
    let (kind, at) = (DoubtKind::End, tail.start);
    let range = found.range().start..tail.end;
    let (url, _) = input.decode.decode_url(&input.haystack[range.clone()]);
    let why = Why::of(kind, at, Choice::Kept);
    found.others = vec![Reading { url, pieces: smallvec![Piece::Copied(range)], why }];
    found.doubts.push(Doubt { kind, at, chosen: Choice::Dropped, ground: Ground::Default });
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

    fn token() -> impl Strategy<Value = &'static str> {
        let mark = select(
            &[
                "a", "page-", "/", "/", "?", "=", "&", "&amp", "%20", "-", ".", "..", "…", "_",
                "é", " ", " ", " at ", "\n", "\n", "\n\n", "\r\n", "\r", "> ", "  ", "<", ">",
                "<br>", "\t", "Jim", "URL: ", "<URL:\t", "=\n", "\x1B[0m", "│",
            ][..],
        );
        let name = select(
            &[
                "http://a.example/",
                "<http://a.example/b>",
                "http://a.example/b, ",
                "https://www.b.example",
                "ftp://c",
                "index.html",
                "b.example",
            ][..],
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
                    // The reading with the tail, made by the general code.
                    (found.others, found.doubts) = Default::default();
                    chooser.add_tail(wrapper.tail(), found);
                    chooser.look_after(wrapper, found);
                    add_notes(&extractor, text.as_bytes(), wrapper, found);
                }
                let plain = TextSearch::default().read(&extractor, &input, wrapper);
                prop_assert_eq!(format!("{plain:?}"), format!("{found:?}"), "{:?}", text);
            }
        }
    }
}
