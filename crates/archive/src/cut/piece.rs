//! Pieces of messages and texts that are larger than the limit (A6). A large message is walked while it is read, piece
//! by piece. A piece that ends within a text overlaps with the next one, so that each URL is whole in one of them. An
//! offset in the overlap decides which piece returns a URL.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr, memrchr_iter, memrchr2};

use crate::mail::mime::attachment::SAMPLED_BYTES;
use crate::mail::mime::open_end::{OpenEnd, OpenText};
use crate::mail::mime::part::TextKind;
use crate::mail::mime::region::regions_of_text;
use crate::mail::transfer::base64::is_symbol;
use crate::mail::{
    DamageKind, Origin, Part, Reason, Region, Regions, Tally, TransferEncoding, regions,
};

/// The bytes of an overlap before and after the offset that divides it. A bare URL has fewer.
const REACH_BYTES: usize = 1 << 17;

/// The number of symbols of base64 that are never divided: six bytes, which are whole units of UTF-16.
const SYMBOLS: usize = 8;

#[derive(Clone, Debug, Default)]
pub(crate) struct MessagePiece {
    /// What the piece before it left open; `None` for the first piece.
    pub(crate) before: Option<Arc<OpenEnd>>,
    /// The facts of the message, for later pieces than the first.
    pub(crate) origin: Option<Arc<Origin>>,
    pub(crate) message: usize,
    pub(crate) own: Range<usize>,
    pub(crate) goes_on: bool,
    pub(crate) damage: Option<DamageKind>,
}

impl MessagePiece {
    /// Returns the last piece of the message at `message` of the source. It has the URLs from `own_start` on.
    pub(crate) fn last(message: usize, own_start: usize) -> MessagePiece {
        MessagePiece { message, own: own_start..usize::MAX, ..MessagePiece::default() }
    }

    /// Corrects `tally`: a message is counted once.
    pub(crate) fn count(&self, tally: &mut Tally) {
        if self.before.is_some() {
            (tally.messages, tally.texts) = (0, 0);
        }
        self.damage.into_iter().for_each(|damage| tally.add_damage(damage));
    }

    /// Reports whether this piece returns the URL at `start` of the source. Text whose charset was decoded has no such
    /// offset, and does not overlap.
    #[cold]
    pub(crate) fn owns(&self, start: Option<usize>) -> bool {
        start.is_none_or(|start| self.own.contains(&start))
    }
}

/// Returns the regions of `bytes`, which continue what `before` left open. The first piece is a message, or a text of the
/// kind `text`.
pub(crate) fn regions_of_piece<'b>(
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

#[derive(Debug)]
pub(crate) struct PieceEnd {
    pub(crate) end: usize,
    pub(crate) next: usize,
    pub(crate) own_end: usize,
    pub(crate) open: OpenEnd,
    pub(crate) damage: Option<DamageKind>,
}

pub(crate) fn piece_end<'b>(bytes: &'b [u8], walk: impl Fn(&'b [u8]) -> Regions<'b>) -> PieceEnd {
    let reach = REACH_BYTES.min(bytes.len() / 4);
    let near = bytes.len() - reach;
    // Pieces end at lines, so that no delimiter is divided. A line longer than `reach` has no delimiter.
    let line = memrchr2(b'\n', b'\r', &bytes[near..]).map(|at| near + at + 1);
    let mut end = line.unwrap_or(bytes.len());
    let (mut open, mut last, mut header) = walk_to_end(walk(&bytes[..end]), end);
    // A line that may separate the messages of a mailbox stays with the lines after it, which decide.
    if let Some(at) = open.undecided_separator(&bytes[..end], near) {
        end = at;
        (open, last, header) = walk_to_end(walk(&bytes[..end]), end);
    }
    // The header of a part stays with its delimiter.
    let is_before_part = header.is_some_and(|at| at > 0);
    if is_before_part {
        end = header.unwrap_or(end);
        (open, last, _) = walk_to_end(walk(&bytes[..end]), end);
    }
    if let Some(header) = &mut open.header {
        // The next piece begins with the last field, because that may go on.
        let Range { start, end: body } = header.range.clone();
        let lines = memrchr_iter(b'\n', &bytes[start..body]).map(|at| start + at + 1);
        let is_field =
            |&at: &usize| bytes[at..body].first().is_some_and(|it| !it.is_ascii_whitespace());
        end = lines.take_while(|at| body - at < reach).find(is_field).unwrap_or(end);
        header.is_in_line = !bytes[..end].ends_with(b"\n");
        let damage = Some(DamageKind::InPieces);
        return PieceEnd { end, next: end, own_end: end, open, damage };
    }
    let Some(last) = last.filter(|_| !is_before_part) else {
        return PieceEnd { end, next: end, own_end: end, open, damage: None };
    };
    let Part { stored: Range { start, .. }, encoding, is_message, .. } = last;
    let is_recoded = last.is_recoded || is_message;
    // Base64 and UTF-16 are cut between their units.
    let whole = |at: usize| match encoding {
        TransferEncoding::Base64 => whole_symbols(bytes, start, at),
        _ if is_recoded => at - (at - start) % 2,
        _ => at,
    };
    let line_after = |from: usize, to: usize| {
        // A text that begins here belongs to the next piece.
        if from == start {
            return start;
        }
        let at = memchr(b'\n', &bytes[from..to]).map_or(from, |at| from + at + 1);
        // Do not cut a line within a character of UTF-8, or before `--`, which would look like a delimiter.
        let is_odd = |byte: &&u8| matches!(byte, 0x80..=0xBF | b'-');
        at + bytes[at..to].iter().take_while(is_odd).count()
    };
    end = whole(end);
    let (mut next, mut own_end) = (end, end);
    if !is_recoded {
        own_end = line_after(start.max(end.saturating_sub(reach)), end);
        next = whole(line_after(start.max(end.saturating_sub(2 * reach)), own_end));
    }
    // The next piece does not know the parts of an encoded message.
    let damage = if is_message { DamageKind::TooLarge } else { DamageKind::InPieces };
    PieceEnd { end, next, own_end, open, damage: Some(damage) }
}

/// Returns the structures that are open at `end`, the text that ends there, and the start of the delimiter and header
/// that end there.
fn walk_to_end(mut regions: Regions<'_>, end: usize) -> (OpenEnd, Option<Part<'_>>, Option<usize>) {
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
            // With more bytes, the part may turn out to be text, so all of it goes to the next piece.
            Region::Skipped { range, reason: Reason::NotText }
                if range.end == end && range.len() < SAMPLED_BYTES =>
            {
                (text, last) = (None, None);
            }
            Region::Skipped { reason: Reason::NotText, .. } => {
                (text, last, header) = (None, None, None);
            }
            // A block in a text, which goes on after it.
            Region::Skipped { range, .. } => {
                header = None;
                last = last.map(|last| Part { stored: range.end..range.end, ..last });
            }
            Region::Text(part) => {
                header = None;
                text = Some(OpenText::of(&part));
                // Do not keep the decoded text: it may be as large as the piece.
                last = Some(Part { text: Cow::Borrowed(b""), ..part });
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
