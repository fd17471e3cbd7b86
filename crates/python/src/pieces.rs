//! The pieces of a URL, each with its text in the URL.

use pyo3::prelude::*;
use urlsift::Found;
use urlsift::found::Piece;

use crate::offsets::Offsets;

/// A piece of a URL. Its text begins where that of the piece before it ends.
#[derive(Debug, Eq, FromPyObject, Hash, IntoPyObjectRef, PartialEq)]
#[pyo3(from_item_all)]
pub(crate) struct PieceRange {
    /// The start of the piece in the text, in Python's units.
    pub(crate) start: usize,
    /// The end of the piece in the text, in Python's units.
    pub(crate) end: usize,
    /// The end of the piece's text in the URL, in bytes.
    pub(crate) url_end: usize,
    /// Whether the text was copied, and not inserted.
    pub(crate) copied: bool,
}

/// Returns the pieces of `found`, whose text is `text`.
pub(crate) fn pieces(found: &Found<'_>, text: &[u8], offsets: &Offsets<'_>) -> Vec<PieceRange> {
    let pieces = found.pieces();
    let piece = |piece: &Piece| PieceRange {
        start: offsets.get(piece.range().start),
        end: offsets.get(piece.range().end),
        // One piece is the whole URL.
        url_end: found.url().len(),
        copied: matches!(piece, Piece::Copied(_)),
    };
    let mut ranges: Vec<_> = pieces.iter().map(piece).collect();
    if ranges.len() > 1 {
        let bytes: Vec<&[u8]> = pieces.iter().map(|piece| piece.bytes(text)).collect();
        for (range, end) in ranges.iter_mut().zip(ends_in_url(&bytes)) {
            range.url_end = end;
        }
        // The last piece takes the remaining bytes.
        if let Some(last) = ranges.last_mut() {
            last.url_end = found.url().len();
        }
    }
    ranges
}

/// Returns for each of `pieces` the byte at which its text ends in the URL. In the URL each undecodable byte has three
/// characters. A character that a line break splits belongs to the later piece.
fn ends_in_url(pieces: &[&[u8]]) -> Vec<usize> {
    let joined = pieces.concat();
    let mut ends = pieces.iter().scan(0, |end, piece| {
        *end += piece.len();
        Some(*end)
    });
    let mut next = ends.next();
    let mut url_ends = Vec::with_capacity(pieces.len());
    // Offsets of the current chunk in the joined pieces and in the URL.
    let (mut at, mut url_at) = (0, 0);
    for chunk in joined.utf8_chunks() {
        let valid = chunk.valid();
        while let Some(end) = next.filter(|end| *end < at + valid.len()) {
            let whole = (0..=end - at).rev().find(|&i| valid.is_char_boundary(i)).unwrap_or(0);
            url_ends.push(url_at + whole);
            next = ends.next();
        }
        (at, url_at) = (at + valid.len(), url_at + valid.len());
        let invalid = chunk.invalid().len();
        while let Some(end) = next.filter(|end| *end < at + invalid) {
            url_ends.push(url_at + 3 * (end - at));
            next = ends.next();
        }
        (at, url_at) = (at + invalid, url_at + 3 * invalid);
    }
    url_ends.resize(pieces.len(), url_at);
    url_ends
}
