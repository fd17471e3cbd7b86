//! Proposes other ends of a URL: after the punctuation dropped from it, before a masked `@`, and before a gap (W5, W8).

use core::ops::Range;

use smallvec::smallvec;
use urlsift_rejoiner::{Choice, DoubtKind, Piece};
use urlsift_scanner::Wrapper;

use crate::extract::propose::markup;
use crate::extract::propose::proposal::{Proposer, Variant};
use crate::found::Found;
use crate::reading::{MAX_PIECES, PieceList, joined, push_piece};

/// Returns the variant with `pieces`, which go on after `at`, where the URL ends.
pub(crate) fn longer(at: usize, pieces: PieceList) -> Variant {
    let (chosen, choice) = (Choice::Dropped, Choice::Kept);
    Variant { pieces, kind: DoubtKind::End, at, chosen, choice }
}

/// Returns the variant with `pieces`, which end before `at`, where the URL goes on.
fn shorter(at: usize, pieces: PieceList) -> Variant {
    let (chosen, choice) = (Choice::Kept, Choice::Dropped);
    Variant { pieces, kind: DoubtKind::End, at, chosen, choice }
}

/// Returns the variant of `found` that keeps `tail`, the punctuation dropped from its end (W8), if the URL has room.
pub(crate) fn with_tail(
    proposer: Proposer<'_, '_>,
    found: &Found<'_>,
    tail: Range<usize>,
) -> Option<Variant> {
    let mut pieces = found.best.pieces.clone();
    match pieces.last_mut() {
        // Nearly always the tail directly follows the URL, and has no markup.
        Some(Piece::Copied(last))
            if last.end == tail.start && !markup::may_be_in(proposer.input, tail.clone()) =>
        {
            last.end = tail.end;
        }
        _ => pieces.extend(markup::pieces_without(proposer.input, tail.clone())),
    }
    (pieces.len() <= MAX_PIECES).then(|| longer(tail.start, pieces))
}

/// Returns the variant of `wrapper` that ends before its masked `@` at `mask` (W8), if its scheme allows that.
pub(crate) fn before_mask(
    proposer: Proposer<'_, '_>,
    wrapper: &Wrapper<'_>,
    mask: usize,
) -> Option<Variant> {
    let range = wrapper.inner().start..mask;
    let url = &proposer.input.haystack[range.clone()];
    // A scheme that requires an address has no URL without one.
    let fits = wrapper.scheme().is_none_or(|scheme| scheme.fits(&url[scheme.name.len() + 1..]));
    fits.then(|| shorter(mask, smallvec![Piece::Copied(range)]))
}

const MAX_BYTES_AROUND: usize = 1024;

/// Returns the variant of `found` that lacks the mark before its `>`, and whether the mark belongs to the text: it also
/// precedes the `<`, or the closer of a wrapper before or after this one.
pub(crate) fn before_mark_at_closer(
    proposer: Proposer<'_, '_>,
    found: &Found<'_>,
) -> Option<(Variant, bool)> {
    let haystack = proposer.input.haystack;
    let Some(Piece::Copied(last)) = found.best.pieces.last() else { return None };
    let mark = *haystack[last.clone()].last().filter(|mark| b".,;:!?'".contains(mark))?;
    let (start, at) = (last.start, last.end - 1);
    let mut pieces = found.best.pieces.clone();
    pieces.pop();
    push_piece(&mut pieces, Piece::Copied(start..at));
    let outer = found.outer.clone();
    let before = haystack[..outer.start].iter().rev().take(MAX_BYTES_AROUND);
    let is_before = before.clone().find(|byte| !b" \t\r\n>".contains(byte)) == Some(&mark);
    let after = &haystack[outer.end..haystack.len().min(outer.end + MAX_BYTES_AROUND)];
    let is_after = after.trim_ascii_start().strip_prefix(b"<").is_some_and(|next| {
        let close = next.iter().position(|byte| b"<>".contains(byte));
        close.is_some_and(|close| next[..close].ends_with(&[mark]) && next[close] == b'>')
    });
    Some((shorter(at, pieces), is_before || is_after))
}

/// Returns the variants of `found` that end before its first gap and at its first line break, if a gap seems to part
/// words (W5). A gap beside a mark that divides URLs, or before more of a host, does not. URLs without a host have gaps
/// too.
pub(crate) fn before_prose(proposer: Proposer<'_, '_>, found: &Found<'_>) -> Option<[Variant; 2]> {
    let haystack = proposer.input.haystack;
    let all = &found.best.pieces;
    let pieces_to = |at| all.iter().take_while(|piece| piece.range().end <= at).count();
    let gaps = found.doubts.iter().filter(|doubt| doubt.kind == DoubtKind::Gap);
    let mut gaps = gaps.map(|doubt| pieces_to(doubt.at)).peekable();
    let first = *gaps.peek()?;
    let host_end = found.verdict().parts().host?.range().end;
    let divides = |byte: Option<&u8>| byte.is_none_or(|byte| b"/-?&=;".contains(byte));
    let parts_words = |count: usize| {
        let before = joined(&all[..count], haystack);
        let next = all.get(count).map_or(&b""[..], |piece| piece.bytes(haystack));
        !(divides(before.last()) || divides(next.first()))
            && (before.len() >= host_end || !next.iter().any(|byte| b"./:".contains(byte)))
    };
    let cut_after = |count: usize| {
        let mut pieces: PieceList = all.iter().take(count).cloned().collect();
        let at = pieces.last().map_or(0, |piece| piece.range().end);
        // The punctuation of the sentence belongs to no URL.
        if let Some(Piece::Copied(last)) = pieces.last_mut() {
            let is_mark = |byte: &&u8| b".,;:!?".contains(byte);
            let text = haystack[last.clone()].iter();
            last.end -= text.rev().take_while(is_mark).count();
        }
        shorter(at, pieces)
    };
    gaps.any(parts_words).then(|| [cut_after(first), cut_after(1)])
}
