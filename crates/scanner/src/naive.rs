//! The reference implementation of the scanner: slow and plain.
//!
//! Tests compare the scanner with it (`tests/reference.rs`). It follows the rules W1 to W8 directly. It
//! tries every form at every offset, compares single characters and reads the text as often as it needs.
//! Only the sets of schemes, with their shapes, are shared with the scanner.
//!
//! `cut.rs` splits the text after an opener into lines (W3, W4), `bracket.rs` finds the scheme in them
//! (W1, W2, W6), and `prose.rs` looks for sentences (W5). `bare.rs` (W7, W8), `word.rs` (W11) and `repaired.rs` (W13)
//! handle the forms without delimiters.

mod bare;
mod bracket;
mod cut;
mod found;
mod mask;
mod prose;
mod repaired;
mod text;
mod word;

use std::vec::Vec;

use self::text::Text;
use crate::form::Form;

pub use self::found::{Bounds, Found};

/// Returns all matches in `haystack`, leftmost first, without overlap (W9).
pub fn find_all(haystack: &[u8], bounds: Bounds) -> Vec<Found> {
    let text = Text::new(haystack, bounds.schemes);
    let mut all = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.chars.len() {
        match find_here(&text, from, at, bounds) {
            // The next match begins at the end of this one or later.
            Some(found) => {
                at = text.index_of(found.outer.end);
                from = at;
                all.push(found);
            }
            None => at += 1,
        }
    }
    all
}

/// Returns the match that begins at `at`. Forms with delimiters have precedence (W9). The match uses
/// nothing before `from`.
fn find_here(text: &Text, from: usize, at: usize, bounds: Bounds) -> Option<Found> {
    Form::ALL.iter().copied().filter(|&form| bounds.forms.contains(form)).find_map(
        |form| match form {
            Form::Url | Form::Angle | Form::Quote => bracket::find_here(text, at, form, bounds),
            Form::Prefix => bare::prefix_here(text, at),
            Form::Bare => bare::find_here(text, at),
            Form::Address => word::address_here(text, from, at),
            Form::Host => word::host_here(text, from, at),
            Form::Repaired => repaired::find_here(text, at),
        },
    )
}
