//! The options on how a URL is spelled that was chosen: as written, and in ASCII alone (rules W16, W20).

use alloc::vec::Vec;
use core::mem;

use urlsift_rejoiner::{Doubt, DoubtKind, Piece};

use crate::extract::judge::Judge;
use crate::extract::notes::note_on_decoding;
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::{PieceList, Why, push_copied, push_piece};

pub(super) fn respell<'h>(judge: &Judge<'_, 'h>, found: &mut Found<'h>) {
    if judge.extractor.as_written {
        spell_as_written(judge, found);
    }
    if judge.extractor.rules.is_ascii {
        let count = found.others.len();
        found.others.retain(|reading| reading.url.is_ascii());
        if found.others.len() < count {
            let others = &found.others;
            found.doubts.retain(|doubt| others.iter().any(|reading| is_about(&reading.why, doubt)));
        }
    }
}

fn spell_as_written<'h>(judge: &Judge<'_, 'h>, found: &mut Found<'h>) {
    let haystack = judge.input.haystack;
    let pieces = as_written(found.pieces(), haystack);
    if pieces[..] != *found.pieces() {
        let best = judge.judge_pieces(&pieces);
        found.text_notes.retain(|note| !matches!(note, FoundNote::UndecodableByte));
        found.text_notes.extend(note_on_decoding(best.undecodable));
        (found.best.url, found.best.pieces) = (best.url, pieces);
    }
    let mut others = Vec::new();
    for mut reading in mem::take(&mut found.others) {
        reading.pieces = as_written(&reading.pieces, haystack);
        reading.url = judge.judge_pieces(&reading.pieces).url;
        if others.iter().chain([&found.best]).all(|it| it.url != reading.url) {
            others.push(reading);
        }
    }
    // Readings may differ in markup alone, which is written the same way.
    found.doubts.retain(|doubt| {
        let is_left = others.iter().any(|reading| is_about(&reading.why, doubt));
        doubt.kind != DoubtKind::Markup || is_left
    });
    found.others = others;
}

fn is_about(why: &Why, doubt: &Doubt) -> bool {
    match why {
        Why::Differs(all) => all.iter().any(|it| (it.kind, it.at) == (doubt.kind, doubt.at)),
        Why::BlanksEscaped => doubt.kind == DoubtKind::Gap,
    }
}

/// Returns `pieces` with the text between them, except line breaks, tabs and tags. What the text lacks stays inserted.
fn as_written(pieces: &[Piece], haystack: &[u8]) -> PieceList {
    let is_seam = |text: &[u8]| text.iter().any(|byte| b"\n\r\t<".contains(byte));
    let mut written = PieceList::new();
    let mut end = None;
    for piece in pieces {
        let range = piece.range();
        let gap = end.unwrap_or(range.start)..range.start;
        end = Some(range.end);
        if !is_seam(&haystack[gap.clone()]) {
            push_copied(&mut written, gap);
        }
        match piece {
            Piece::Inserted(text, _) if range.is_empty() || *text == "://" => {
                push_piece(&mut written, piece.clone());
            }
            // An `@` may stand for ` at ` over a line break, which is more than the break.
            Piece::Inserted("@", _) if is_seam(&haystack[range.clone()]) => {
                push_piece(&mut written, piece.clone());
            }
            Piece::Inserted(..) if is_seam(&haystack[range.clone()]) => {}
            _ => push_copied(&mut written, range),
        }
    }
    written
}
