//! Pieces of messages and texts that are larger than the limit (A6).
//!
//! A large message is walked while it is read, piece by piece. What is not text costs nothing but its bytes. A text that
//! goes on in the next piece overlaps with it, so that each URL is whole in one of them. A place in the overlap decides
//! which piece returns a URL.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr, memrchr_iter, memrchr2};

use crate::archive::mime::attachment::SAMPLED_BYTES;
use crate::archive::mime::open_end::{OpenEnd, OpenText};
use crate::archive::mime::part::TextKind;
use crate::archive::mime::region::regions_of_text;
use crate::archive::transfer::base64::is_symbol;
use crate::archive::{
    DamageKind, Origin, Reason, Region, Regions, Tally, TransferEncoding, regions,
};

/// The text before and after a place in an overlap, in bytes. It is more than a bare URL has.
const REACH_BYTES: usize = 1 << 17;

/// The symbols of base64 that are cut together: they are whole bytes, and whole units of UTF-16.
const SYMBOLS: usize = 8;

/// A piece of a message or text.
#[derive(Clone, Debug)]
pub(super) struct MessagePiece {
    /// What the piece before it left open; `None` for the first piece.
    pub(super) before: Option<Arc<OpenEnd>>,
    /// The facts of the message, for later pieces than the first.
    pub(super) origin: Option<Arc<Origin>>,
    /// The offset of the message in the source.
    pub(super) message: usize,
    /// The bytes of the source in which the URLs of this piece begin.
    pub(super) own: Range<usize>,
    /// Whether another piece follows, and whether a text or a header goes on in it.
    pub(super) goes_on: bool,
    pub(super) cuts_text: bool,
}

impl MessagePiece {
    /// Corrects `tally`: a message is counted once.
    pub(super) fn count(&self, tally: &mut Tally) {
        if self.before.is_some() {
            (tally.messages, tally.texts) = (0, 0);
        }
        if self.cuts_text {
            tally.add_damage(DamageKind::InPieces);
        }
    }

    /// Reports whether the URL at `start` of the source belongs to this piece, and not to the overlap with another. Text
    /// whose charset was decoded has no such place, and no overlap.
    #[cold]
    pub(super) fn owns(&self, start: Option<usize>) -> bool {
        start.is_none_or(|start| self.own.contains(&start))
    }
}

/// Returns the regions of `bytes`, which continue what `before` left open. The first piece is a message, or a text of the
/// kind `text`.
pub(super) fn regions_of_piece<'b>(
    bytes: &'b [u8],
    before: Option<&'b OpenEnd>,
    text: Option<TextKind>,
    goes_on: bool,
) -> Regions<'b> {
    let first = match (before, text) {
        (Some(before), _) => return Regions::resumed(bytes, before, goes_on),
        (None, Some(kind)) => regions_of_text(bytes, kind, Cow::Borrowed("1")),
        (None, None) => regions(bytes),
    };
    if goes_on { first.open_ended() } else { first }
}

/// Where a piece ends, and what the next piece begins with.
#[derive(Debug)]
pub(super) struct PieceEnd {
    /// The end of the piece.
    pub(super) end: usize,
    /// The start of the next piece, and the place in the overlap from which on that has the URLs.
    pub(super) next: usize,
    pub(super) own_end: usize,
    pub(super) open: OpenEnd,
    /// Whether a text or a header goes on in the next piece.
    pub(super) cuts_text: bool,
}

/// The last text of a piece: its range and its charset, if that is decoded.
struct LastText {
    range: Range<usize>,
    encoding: TransferEncoding,
    is_recoded: bool,
}

/// Finds the end of the piece at the start of `bytes`, which has at most all of them. `walk` returns the regions of a piece.
/// Linear.
pub(super) fn piece_end<'b>(bytes: &'b [u8], walk: impl Fn(&'b [u8]) -> Regions<'b>) -> PieceEnd {
    let reach = REACH_BYTES.min(bytes.len() / 4);
    let near = bytes.len() - reach;
    // A delimiter is in one piece, because pieces end at lines. In a longer line there is no delimiter.
    let line = memrchr2(b'\n', b'\r', &bytes[near..]).map(|at| near + at + 1);
    let mut end = line.unwrap_or(bytes.len());
    let (mut open, mut last, mut header) = walk_to_end(walk(&bytes[..end]), end);
    // What may separate the messages of a mailbox is in one piece with the lines after it.
    if let Some(at) = open.undecided_separator(&bytes[..end], near) {
        end = at;
        (open, last, header) = walk_to_end(walk(&bytes[..end]), end);
    }
    // The header of a part is in one piece with its delimiter.
    let is_before_part = header.is_some_and(|at| at > 0);
    if is_before_part {
        end = header.unwrap_or(end);
        (open, last, _) = walk_to_end(walk(&bytes[..end]), end);
    }
    if let Some(header) = &mut open.header {
        // The last field is in the next piece.
        let Range { start, end: body } = header.range.clone();
        let lines = memrchr_iter(b'\n', &bytes[start..body]).map(|at| start + at + 1);
        let is_field =
            |&at: &usize| bytes[at..body].first().is_some_and(|it| !it.is_ascii_whitespace());
        end = lines.take_while(|at| body - at < reach).find(is_field).unwrap_or(end);
        header.is_in_line = !bytes[..end].ends_with(b"\n");
        return PieceEnd { end, next: end, own_end: end, open, cuts_text: true };
    }
    let Some(LastText { range, encoding, is_recoded }) = last.filter(|_| !is_before_part) else {
        return PieceEnd { end, next: end, own_end: end, open, cuts_text: false };
    };
    let start = range.start;
    // Base64 and UTF-16 are cut between their units.
    let whole = |at: usize| match encoding {
        TransferEncoding::Base64 => whole_symbols(bytes, start, at),
        _ if is_recoded => at - (at - start) % 2,
        _ => at,
    };
    let line_after = |from: usize, to: usize| {
        // A text that begins here is whole in the next piece.
        if from == start {
            return start;
        }
        let at = memchr(b'\n', &bytes[from..to]).map_or(from, |at| from + at + 1);
        // A cut within a line is neither within a character nor before what looks like a delimiter.
        let is_odd = |byte: &&u8| matches!(byte, 0x80..=0xBF | b'-');
        at + bytes[at..to].iter().take_while(is_odd).count()
    };
    end = whole(end);
    let (mut next, mut own_end) = (end, end);
    if !is_recoded {
        own_end = line_after(start.max(end.saturating_sub(reach)), end);
        next = whole(line_after(start.max(end.saturating_sub(2 * reach)), own_end));
    }
    PieceEnd { end, next, own_end, open, cuts_text: true }
}

/// Walks through `regions`, which end at `end`. Returns what is open at their end, the last text if they end in one, and the start of a
/// header at their end, with the delimiter before it.
fn walk_to_end(mut regions: Regions<'_>, end: usize) -> (OpenEnd, Option<LastText>, Option<usize>) {
    let (mut text, mut last, mut header) = (Some(OpenText::default()), None, None);
    for region in &mut regions {
        match region {
            Region::Skipped { range, reason: Reason::Delimiter } => {
                (text, last, header) = (Some(OpenText::default()), None, Some(range.start));
            }
            Region::Header(range) => {
                (text, last) = (Some(OpenText::default()), None);
                header = header.or(Some(range.start));
            }
            // More bytes may show that the part is text: it is in one piece with the rest.
            Region::Skipped { range, reason: Reason::NotText }
                if range.end == end && range.len() < SAMPLED_BYTES =>
            {
                (text, last) = (None, None);
            }
            Region::Skipped { reason: Reason::NotText, .. } => {
                (text, last, header) = (None, None, None);
            }
            // A block within a text.
            Region::Skipped { range, .. } => {
                header = None;
                last = last.map(|last| LastText { range: range.end..range.end, ..last });
            }
            Region::Text(part) => {
                header = None;
                text = Some(OpenText::of(&part));
                let is_recoded = part.is_recoded || part.is_message;
                last = Some(LastText { range: part.stored, encoding: part.encoding, is_recoded });
            }
        }
    }
    let mut open = regions.into_open_end();
    open.text = text;
    (open, last, header)
}

/// Returns the last place up to `at` before which `bytes` has whole groups of symbols of base64 from `start` on.
fn whole_symbols(bytes: &[u8], start: usize, at: usize) -> usize {
    let mut excess = bytes[start..at].iter().filter(|byte| is_symbol(**byte)).count() % SYMBOLS;
    let mut at = at;
    while excess > 0 {
        at -= 1;
        excess -= usize::from(is_symbol(bytes[at]));
    }
    at
}
