//! Calls the modules of the Python package that do not depend on Python.

use std::ops::Range;

use urlsift::Found;

use crate::offsets::{Offsets, count_code_points};
use crate::pieces::{PieceRange, pieces};

/// The units of offsets.
#[derive(Clone, Copy, Debug)]
pub enum Units {
    /// Those of a `bytes`.
    Bytes,
    /// Those of a `str`.
    CodePoints,
}

/// The offsets of a text, as the package counts them.
pub struct TextOffsets<'t> {
    text: &'t [u8],
    offsets: Offsets<'t>,
}

impl<'t> TextOffsets<'t> {
    /// Counts `units` of `text`.
    pub fn new(text: &'t [u8], units: Units) -> TextOffsets<'t> {
        let code_points = match units {
            Units::Bytes => None,
            Units::CodePoints => Some(count_code_points(text)),
        };
        TextOffsets { text, offsets: Offsets::new(text, code_points, 0) }
    }

    /// Returns the range of `found`, and for each piece its range and the end of its text in the URL.
    pub fn pieces(&self, found: &Found<'_>) -> (Range<usize>, Vec<(Range<usize>, usize)>) {
        let ends = pieces(found, self.text, &self.offsets)
            .into_iter()
            .map(|PieceRange { start, end, url_end, .. }| (start..end, url_end))
            .collect();
        // The offsets are not asked for in order.
        let outer = found.outer();
        (self.offsets.get(outer.start)..self.offsets.get(outer.end), ends)
    }
}
