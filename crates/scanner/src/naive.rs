//! The scanner again, slow and obvious: the twin that it is compared with (`twin.rs`).
//!
//! Written from the rules W1 to W8: at every offset every form is tried, characters are compared
//! one by one, and everything is looked at as often as somebody asks. Of the scanner it shares the
//! table of schemes with their least shapes.
//!
//! `cut.rs` cuts what follows an opener into lines (W3, W4), `bracket.rs` finds the scheme in them
//! (W1, W2, W6), `prose.rs` looks for sentences (W5), `bare.rs` needs none of these (W7, W8), nor does `word.rs`
//! (W11).

mod bare;
mod bracket;
mod cut;
mod found;
mod prose;
mod text;
mod word;

use std::vec::Vec;

use self::text::Text;
use crate::form::Form;

pub use self::found::{Bounds, Found};

/// All wrappers of `haystack`, leftmost first, without overlap (W9).
pub fn find_all(haystack: &[u8], bounds: Bounds) -> Vec<Found> {
    let text = Text::new(haystack);
    let mut all = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.chars.len() {
        match find_here(&text, from, at, bounds) {
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

/// The wrapper that begins at `at`: at the same place one with delimiters goes first (W9). Nothing
/// before `from` belongs to it.
fn find_here(text: &Text, from: usize, at: usize, bounds: Bounds) -> Option<Found> {
    Form::ALL.iter().copied().filter(|&form| bounds.forms.contains(form)).find_map(
        |form| match form {
            Form::Url | Form::Angle | Form::Quote => bracket::find_here(text, at, form, bounds),
            Form::Prefix => bare::prefix_here(text, at),
            Form::Bare => bare::find_here(text, at),
            Form::Address => word::address_here(text, from, at),
            Form::Host => word::host_here(text, from, at),
        },
    )
}
