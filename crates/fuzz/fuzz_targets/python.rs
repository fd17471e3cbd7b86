//! Maps offsets and pieces as the Python package does. The rest of the package needs an interpreter: `interpreter.py` has it.
//!
//! The first byte selects how the rest becomes a text. The target checks:
//!
//! - Offsets count the code points before them, in any order of calls.
//! - The texts of pieces joined are the URL, each cut at a character.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
use urlsift::extract::{Forms, Join};
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::python::{TextOffsets, Units};
use urlsift_fuzz::{Mode, TOKENS};

/// The most bytes of memory for each byte of a text.
const TEXT_BYTES: usize = 64;

static EXTRACTOR: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().forms(Forms::all()).join(Join::Possible).build());

fuzz_target!(|data: &[u8]| {
    let [option, rest @ ..] = data else { return };
    let text = match option % 8 {
        7 => grown(TOKENS, rest),
        option => Mode::of(option).text(rest),
    };
    // A str is UTF-8, in which surrogates may occur; a bytes is anything.
    let units = if option & 8 == 8 || str::from_utf8(&text).is_err() {
        Units::Bytes
    } else {
        Units::CodePoints
    };
    let (mut at, mut counted) = (0, 0);
    let offsets = TextOffsets::new(&text, units);
    limited(TEXT_BYTES, text.len(), || {
        for found in EXTRACTOR.find_iter(&text) {
            let outer = found.outer();
            let (range, ends) = offsets.pieces(&found);
            counted += count(&text[at..outer.start], units);
            at = outer.start;
            let expected = counted..counted + count(&text[outer], units);
            assert_eq!(range, expected);
            let mut last = (range.start, 0);
            for (piece, end) in ends {
                assert!(
                    last.0 <= piece.start && piece.start <= piece.end && piece.end <= range.end
                );
                assert!(last.1 <= end && found.url().is_char_boundary(end), "{end} of {found:?}");
                last = (piece.end, end);
            }
            assert_eq!(last.1, found.url().len());
        }
    });
});

fn count(bytes: &[u8], units: Units) -> usize {
    match units {
        Units::Bytes => bytes.len(),
        Units::CodePoints => bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count(),
    }
}
