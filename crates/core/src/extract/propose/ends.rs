//! Readings that keep the punctuation dropped from the end of a URL (W8).

use alloc::borrow::Cow;
use alloc::vec;
use core::ops::Range;

use smallvec::smallvec;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Ground, Piece};
use urlsift_validator::Grammar;

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::found::Found;
use crate::note::FoundNote;
use crate::reading::{Difference, PieceList, Reading, Why, joined};

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Adds a reading of the URL from `start` that keeps `tail`, the punctuation dropped from its end, because it
    /// sometimes belongs to the URL (W8).
    pub(crate) fn add_tail(&self, start: usize, tail: Range<usize>, found: &mut Found<'h>) {
        let range = start..tail.end;
        let is_one_piece = *found.best.pieces == [Piece::Copied(start..tail.start)];
        if !is_one_piece || self.may_have_markup(tail.clone()) {
            return self.add_joined_tail(found, tail);
        }
        // This is never the first reading, so its notes are not needed.
        let (url, _) = self.input.decode.decode_url(&self.input.haystack[range.clone()]);
        if self.takes_tail(found, &self.input.haystack[tail.clone()])
            || !self.is_unwanted(&self.extractor.validator.validate(&url))
        {
            found.add_end(tail.start, smallvec![Piece::Copied(range)], url);
        }
    }

    /// Reports whether the URL stays valid if `tail` is added, without validating it again. This holds if it
    /// satisfies RFC 3986, has a path, and `tail` has only characters that a path or a query may have
    /// (section 3.3). Validating again took a seventh of the time on a text with many links.
    fn takes_tail(&self, found: &Found<'_>, tail: &[u8]) -> bool {
        let is_taken = |byte: &u8| b".,;:!?'()*".contains(byte);
        // With wanted grammars the tail has to be judged: some of them may refuse what RFC 3986 allows.
        self.extractor.grammars.is_none()
            && found.verdict.satisfies(Grammar::Rfc3986)
            && found.verdict.parts().path.is_some_and(|path| !path.is_empty())
            && tail.iter().all(is_taken)
    }

    /// Adds a reading of a URL in several pieces that keeps `tail`, the punctuation dropped from its end.
    pub(crate) fn add_joined_tail(&self, found: &mut Found<'h>, tail: Range<usize>) {
        let mut pieces = found.best.pieces.clone();
        pieces.extend(self.pieces_without_markup(tail.clone()));
        let candidate = self.candidate(Cow::Owned(joined(&pieces, self.input.haystack)));
        if !self.is_rejected(&candidate) {
            found.add_end(tail.start, pieces, candidate.url);
        }
    }

    /// Adds a reading of a URL in form `url` that ends before a gap after its host, and a note: the text after the gap
    /// may be prose up to a `>` that closes nothing (W5). A gap beside a mark that divides URLs is no sign of prose.
    pub(crate) fn add_end_at_gap(&self, found: &mut Found<'h>) {
        let host_end = found.verdict.parts().host.map_or(0, |host| host.range().end);
        let divides = |byte: Option<&u8>| byte.is_none_or(|byte| b"/-?&=;".contains(byte));
        let gaps = found.doubts.iter().filter(|doubt| doubt.kind == DoubtKind::Gap);
        let cut = gaps.map(|doubt| doubt.at).find_map(|at| {
            let is_before = |piece: &&Piece| piece.range().end <= at;
            let count = found.best.pieces.iter().take_while(is_before).count();
            let mut pieces: PieceList = found.best.pieces.iter().take(count).cloned().collect();
            let bytes = joined(&pieces, self.input.haystack);
            let next = found.best.pieces.get(count)?.bytes(self.input.haystack);
            if bytes.len() < host_end || divides(bytes.last()) || divides(next.first()) {
                return None;
            }
            // The punctuation of the sentence belongs to no URL.
            if let Some(Piece::Copied(last)) = pieces.last_mut() {
                let is_mark = |byte: &&u8| b".,;:!?".contains(byte);
                let text = self.input.haystack[last.clone()].iter();
                last.end -= text.rev().take_while(is_mark).count();
            }
            let cut = self.candidate(Cow::Owned(joined(&pieces, self.input.haystack)));
            (!self.is_rejected(&cut)).then_some((at, cut.url, pieces))
        });
        if let Some((at, url, pieces)) = cut {
            let kind = DoubtKind::End;
            let doubt = Doubt { kind, at, chosen: Choice::Kept, ground: Ground::Default };
            let why = Why::Differs(vec![Difference { kind, at, choice: Choice::Dropped }]);
            found.add_reading(Reading { url, pieces, why }, doubt);
            found.notes.push(FoundNote::WrapperUnclosed);
        }
    }
}

impl<'h> Found<'h> {
    /// Adds the reading `url`, which goes on after `at`, where the first reading ends.
    pub(crate) fn add_end(&mut self, at: usize, pieces: PieceList, url: Cow<'h, str>) {
        let kind = DoubtKind::End;
        let doubt = Doubt { kind, at, chosen: Choice::Dropped, ground: Ground::Default };
        let why = Why::Differs(vec![Difference { kind, at, choice: Choice::Kept }]);
        self.add_reading(Reading { url, pieces, why }, doubt);
    }
}
