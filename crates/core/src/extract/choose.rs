//! Chooses which reading of a wrapper is the URL (J3, W8, W9).
//!
//! The rejoiner makes the readings of a wrapper that spans lines, and the validator gives a verdict on each.
//! Readings that the grammars or the caller's options reject come last. Among the others, a URL that the text
//! also has unbroken comes first. Most wrappers have one reading; these take a short path without ranking.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use smallvec::{SmallVec, smallvec};
use urlsift_rejoiner::{
    Choice, Doubt, DoubtKind, Evidence, Fitness, Gaps, Ground, Piece, Readings, Seen, SoftBreaks,
    Style,
};
use urlsift_scanner::{Form, Wrapper};
use urlsift_validator::{HostKind, Standing, Verdict};

use crate::decode::Decode;
use crate::extract::extractor::{Extractor, Rejected};
use crate::extract::judge::facts::TextFacts;
use crate::extract::judge::judgement::{Candidate, notes_on};
use crate::extract::propose::schemeless;
use crate::found::Found;
use crate::input::Input;
use crate::note::FoundNote;
use crate::reading::{Difference, PieceList, Reading, Why, joined};

/// Chooses between the readings of wrappers, for one text.
pub(crate) struct Chooser<'c, 'h, D> {
    pub(crate) extractor: &'c Extractor,
    pub(crate) input: &'c Input<'h, D>,
    pub(crate) facts: &'c mut TextFacts,
}

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Returns the URL in `wrapper`, or `None` if all its readings are rejected.
    pub(crate) fn judge(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        // Hosts and addresses have one end and one way to join their pieces.
        if schemeless::is_incomplete(wrapper.form()) {
            return self.complete(wrapper);
        }
        let Some((mark, other)) = wrapper.other_end() else {
            if self.lacks_scheme(wrapper) {
                return self.read_network_path(wrapper);
            }
            return self.read_around(wrapper).or_else(|| self.read(wrapper));
        };
        // A `>` at the start of a line may be a quote mark or the closer (W3). Read the wrapper both ways: if
        // one way is rejected, the other is taken without a doubt.
        match (self.read(wrapper), self.read(&other)) {
            (Some(found), Some(other)) => Some(self.choose_end(mark, found, other)),
            (found, other) => found.or(other),
        }
    }

    /// Reports whether `wrapper` has more than one reading, so that facts about the whole text are needed.
    pub(crate) fn is_in_doubt(&self, wrapper: &Wrapper<'h>) -> bool {
        // The cheap check comes first: nearly all wrappers are in one piece. For others this makes the
        // readings, which are made again when the wrapper is judged.
        // A masked `@` of a bare URL was recognised by what is around it, and needs no more facts.
        let is_in_pieces = !is_in_one_piece(wrapper, self.input.haystack);
        self.has_html_around(wrapper)
            || is_in_pieces
                && wrapper.masked_at().is_none()
                && (wrapper.other_end().is_some() || self.readings(wrapper).as_slice().len() > 1)
    }

    pub(crate) fn soft_breaks(&self) -> SoftBreaks {
        self.input.soft_breaks.unwrap_or(self.extractor.soft_breaks)
    }

    fn readings(&self, wrapper: &Wrapper<'h>) -> Readings {
        let style = Style::new(gaps_of(wrapper)).soft_breaks(self.soft_breaks());
        Readings::new(self.input.haystack, wrapper.lines(), style)
    }

    /// Returns the URL of `wrapper`, whose text lacks the scheme (W11) or has a damaged `://` (W13).
    fn complete(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let outer = wrapper.outer();
        let pieces = |range| schemeless::pieces_of(wrapper.form(), haystack, range);
        let chosen = pieces(outer.clone());
        let best = self.candidate(Cow::Owned(joined(&chosen, haystack)));
        if self.is_rejected(&best) && self.extractor.rejected == Rejected::PassedOver {
            return None;
        }
        let mut found = self.found(wrapper.form(), outer.clone(), chosen, best, Vec::new());
        let tail = wrapper.tail();
        if tail.is_empty() {
            return Some(found);
        }
        // The URL with its final punctuation is a reading only if it is acceptable, and never the first (W8).
        let pieces = pieces(outer.start..tail.end);
        let candidate = self.candidate(Cow::Owned(joined(&pieces, haystack)));
        if self.is_rejected(&candidate) {
            return Some(found);
        }
        found.add_end(tail.start, pieces, candidate.url);
        Some(found)
    }

    pub(crate) fn is_rejected(&self, candidate: &Candidate<'h>) -> bool {
        self.is_unwanted(&candidate.verdict)
    }

    pub(super) fn is_unwanted(&self, verdict: &Verdict) -> bool {
        // One of the wanted grammars is enough. If none were asked for, a loose URL is accepted too
        // (V2).
        let is_wanted = |grammar| verdict.satisfies(grammar);
        matches!(verdict.standing(), Standing::Rejected(_))
            || self.extractor.grammars.is_some_and(|wanted| !wanted.iter().any(is_wanted))
    }

    /// Builds the result for `best`, which was made of `pieces`.
    pub(crate) fn found(
        &self,
        form: Form,
        outer: Range<usize>,
        pieces: PieceList,
        best: Candidate<'h>,
        doubts: Vec<Doubt>,
    ) -> Found<'h> {
        // `best.url` is moved below, so the notes that compare it with its pieces are made first.
        let mut notes = self.notes_on_pieces(&pieces, &best, &doubts);
        notes.extend((form == Form::Repaired).then_some(FoundNote::SeparatorRepaired));
        notes.extend(best.notes);
        Found {
            form,
            outer,
            best: Reading { url: best.url, pieces, why: Why::Differs(Vec::new()) },
            others: Vec::new(),
            doubts: doubts.into(),
            verdict: best.verdict,
            notes,
            joined: None,
        }
    }

    /// Chooses between two ends of one wrapper. The other end becomes one more reading.
    ///
    /// The end that the rule gives (`found`) comes first, with two exceptions: its host is invalid, or the
    /// longer URL occurs unbroken elsewhere in the text. A shorter URL elsewhere is no evidence, since it may
    /// be the beginning of another.
    fn choose_end(&mut self, mark: usize, found: Found<'h>, other: Found<'h>) -> Found<'h> {
        // `found` ends by the rule, `other` at the other candidate for the end. Only one of the two is longer.
        let is_unfit = |found: &Found<'_>| found.verdict.host_kind() == Some(HostKind::Bad);
        let is_longer = found.outer.end > other.outer.end;
        let (found_seen, other_seen) = (self.is_seen(&found.best), self.is_seen(&other.best));
        let (found, other, ground) = match (is_unfit(&found), is_unfit(&other)) {
            (false, true) => (found, other, Ground::Host),
            (true, false) => (other, found, Ground::Host),
            _ if is_longer && found_seen && !other_seen => (found, other, Ground::Seen),
            _ if !is_longer && other_seen && !found_seen => (other, found, Ground::Seen),
            _ => (found, other, Ground::Default),
        };
        // If the URL ends with the disputed `>`, that `>` is the closer. Otherwise it is a quote mark inside.
        let choice = |found: &Found<'_>| {
            if found.outer.end == mark + 1 { Choice::Close } else { Choice::Mark }
        };
        let doubt = Doubt { kind: DoubtKind::End, at: mark, chosen: choice(&found), ground };
        let (kind, at, choice) = (DoubtKind::End, mark, choice(&other));
        let why = Why::Differs(vec![Difference { kind, at, choice }]);
        let mut found = found;
        found.add_reading(Reading { why, ..other.best }, doubt);
        found
    }

    /// Returns the evidence for each of `candidates`. `read_broken` relies on this: a rejected one is less fit
    /// than an accepted one.
    fn evidence(&mut self, candidates: &[Candidate<'h>]) -> Vec<Evidence> {
        let is_possible = |candidate: &Candidate<'_>| {
            let is_bad = candidate.verdict.host_kind() == Some(HostKind::Bad);
            !is_bad && !self.is_rejected(candidate)
        };
        // There are two grades of fitness and three kinds of readings. A bad host makes a reading unfit only
        // if another reading is accepted and has a possible host.
        let is_any_possible = candidates.iter().any(is_possible);
        let are_fit: Vec<bool> = candidates
            .iter()
            .map(|candidate| {
                if is_any_possible { is_possible(candidate) } else { !self.is_rejected(candidate) }
            })
            .collect();
        let evidence = |(candidate, is_fit): (&Candidate<'h>, bool)| Evidence {
            fitness: if is_fit { Fitness::Fit } else { Fitness::Unfit },
            seen: if self.stands_unbroken(&candidate.bytes) { Seen::Whole } else { Seen::Nowhere },
        };
        candidates.iter().zip(are_fit).map(evidence).collect()
    }

    fn is_seen(&mut self, reading: &Reading<'h>) -> bool {
        let bytes = joined(&reading.pieces, self.input.haystack);
        self.stands_unbroken(&bytes)
    }

    /// Reports whether `url` occurs unbroken in this text or in those that the caller collected.
    pub(super) fn stands_unbroken(&mut self, url: &[u8]) -> bool {
        // The first call makes the pass over the text. Later calls have nothing left to collect. With a
        // budget the pass was made in steps before, see `TextSearch::next_within`.
        self.facts.collect(self.input.haystack, usize::MAX);
        self.facts.seen.contains(url) || self.input.seen.is_some_and(|seen| seen.contains(url))
    }

    /// Returns the URL in `wrapper` up to its end, or `None` if all its readings are rejected.
    pub(super) fn read(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        if wrapper.is_enclosed() {
            return self.read_enclosed(wrapper);
        }
        if is_in_one_piece(wrapper, self.input.haystack) && !self.may_have_markup(wrapper.inner()) {
            self.read_unbroken(wrapper)
        } else {
            self.read_broken(wrapper)
        }
    }

    /// Like `read`, for a wrapper without whitespace, which has one reading.
    fn read_unbroken(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let inner = wrapper.inner();
        let (url, undecodable) = self.input.decode.decode_url(&self.input.haystack[inner.clone()]);
        let verdict = self.extractor.validator.validate(&url);
        if self.is_unwanted(&verdict) && self.extractor.rejected == Rejected::PassedOver {
            return None;
        }
        let notes = notes_on(&url, undecodable, &verdict);
        // `Found` has 440 bytes. One common exit from here and from the search was tried, so that the compiler
        // could build it in place. It added one more copy, 90 instructions.
        let mut found = Found {
            form: wrapper.form(),
            outer: wrapper.outer(),
            best: Reading {
                url,
                pieces: smallvec![Piece::Copied(inner)],
                why: Why::Differs(Vec::new()),
            },
            others: Vec::new(),
            doubts: SmallVec::new(),
            verdict,
            notes,
            joined: None,
        };
        if !wrapper.tail().is_empty() {
            self.add_tail(wrapper.inner().start, wrapper.tail(), &mut found);
        }
        Some(found)
    }

    /// Like `read`, for a wrapper with spaces or line breaks, which may have several readings.
    fn read_broken(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let readings = self.readings(wrapper);
        let (form, outer) = (wrapper.form(), wrapper.outer());
        match wrapper.masked_at() {
            None => {
                let mut found = self.read_readings(form, outer, readings)?;
                if !wrapper.tail().is_empty() {
                    self.add_tail(wrapper.inner().start, wrapper.tail(), &mut found);
                }
                if form == Form::Url {
                    self.add_end_at_gap(&mut found);
                }
                Some(found)
            }
            Some(mask) => {
                let candidates = self.candidates(&readings);
                let mut found = self.found_in(form, outer, &readings, candidates)?;
                self.add_ends(wrapper, mask, &mut found);
                Some(found)
            }
        }
    }

    /// Reads a URL without delimiters that goes over `lines`.
    pub(crate) fn read_lines(
        &mut self,
        form: Form,
        outer: Range<usize>,
        lines: &mut dyn Iterator<Item = Range<usize>>,
    ) -> Option<Found<'h>> {
        let style = Style::new(Gaps::Weighed).soft_breaks(self.soft_breaks());
        let readings = Readings::new(self.input.haystack, lines, style);
        self.read_readings(form, outer, readings)
    }

    pub(super) fn read_readings(
        &mut self,
        form: Form,
        outer: Range<usize>,
        mut readings: Readings,
    ) -> Option<Found<'h>> {
        // Judge all readings before ranking: the host and the standing of each are part of the evidence.
        let mut candidates = self.candidates(&readings);
        // Evidence needs a pass over the whole text, so it is collected only if there is something to rank.
        if candidates.len() > 1 {
            let evidence = self.evidence(&candidates);
            // `rank` reorders its own readings and returns the order for the candidates, so both stay
            // parallel.
            candidates = reordered(candidates, &readings.rank(&evidence));
        }
        self.found_in(form, outer, &readings, candidates)
    }

    /// Returns `readings`, judged, in the same order.
    fn candidates(&self, readings: &Readings) -> Vec<Candidate<'h>> {
        let haystack = self.input.haystack;
        readings.as_slice().iter().map(|reading| self.candidate(reading.bytes(haystack))).collect()
    }

    /// Returns the first of `readings`, which are in order, with the others that are not rejected.
    fn found_in(
        &mut self,
        form: Form,
        outer: Range<usize>,
        readings: &Readings,
        candidates: Vec<Candidate<'h>>,
    ) -> Option<Found<'h>> {
        let doubts = readings.doubts().to_vec();
        let mut pairs = readings.as_slice().iter().zip(candidates);
        let (first, best) = pairs.next().expect("a wrapper has at least one reading");
        let others = pairs
            .filter(|(_, candidate)| !self.is_rejected(candidate))
            .map(|(reading, candidate)| Reading {
                url: candidate.url,
                pieces: reading.pieces().into(),
                why: why(reading, first.choices(), &doubts),
            })
            .collect();
        let pieces = first.pieces().into();
        let mut found = self.found(form, outer, pieces, best, doubts);
        found.others = others;
        let found = self.without_markup(found);
        // Fitness is the first criterion of ranking. So a rejected reading is the first only if every other
        // one is rejected too.
        let is_passed_over =
            self.is_unwanted(&found.verdict) && self.extractor.rejected == Rejected::PassedOver;
        (!is_passed_over).then_some(found)
    }

    /// Like `read`, for a message-id that kept its brackets (W8). The URL has no brackets, and characters
    /// that would be delimiters in it are escaped, because a header spells message-ids without escapes.
    fn read_enclosed(&self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let mut lines = wrapper.lines();
        let mut pieces: PieceList = lines.next().map(Piece::Copied).into_iter().collect();
        lines.for_each(|line| {
            schemeless::push_pieces(Form::Address, haystack, line, &mut pieces);
        });
        let best = self.candidate(Cow::Owned(joined(&pieces, haystack)));
        if self.is_rejected(&best) && self.extractor.rejected == Rejected::PassedOver {
            return None;
        }
        Some(self.found(wrapper.form(), wrapper.outer(), pieces, best, Vec::new()))
    }

    pub(crate) fn candidate(&self, bytes: Cow<'h, [u8]>) -> Candidate<'h> {
        let (url, undecodable) = match &bytes {
            // Only text of the haystack may be borrowed for `'h`. Joined bytes die here, so their text is
            // copied.
            Cow::Borrowed(bytes) => self.input.decode.decode_url(bytes),
            Cow::Owned(bytes) => {
                let (url, undecodable) = self.input.decode.decode_url(bytes);
                (Cow::Owned(url.into_owned()), undecodable)
            }
        };
        let verdict = self.extractor.validator.validate(&url);
        let notes = notes_on(&url, undecodable, &verdict);
        Candidate { bytes, url, verdict, notes }
    }

    /// Returns the notes that depend on the pieces. They come before the notes on the URL itself.
    fn notes_on_pieces(
        &self,
        pieces: &[Piece],
        best: &Candidate<'h>,
        doubts: &[Doubt],
    ) -> Vec<FoundNote> {
        let mut notes = Vec::new();
        // Most URLs are in one piece.
        if pieces.len() > 1 {
            notes.extend(self.note_on_host(pieces, best));
        }
        let undecided =
            |doubt: &Doubt| doubt.kind == DoubtKind::Hyphen && doubt.ground == Ground::Default;
        if doubts.iter().any(undecided) {
            notes.push(FoundNote::HyphenInDoubt);
        }
        notes
    }
}

/// Returns `candidates` in the order of `order`, a permutation of their indices.
fn reordered<T>(candidates: Vec<T>, order: &[usize]) -> Vec<T> {
    // Each candidate is moved out of its slot, so none is cloned.
    let mut slots: Vec<Option<T>> = candidates.into_iter().map(Some).collect();
    order.iter().filter_map(|&i| slots[i].take()).collect()
}

/// Reports whether `wrapper` has no whitespace, and so one reading and no doubt. Most have none. A URL
/// without delimiters has some only if an ` at ` masks its `@` (W8).
fn is_in_one_piece(wrapper: &Wrapper<'_>, haystack: &[u8]) -> bool {
    match wrapper.form() {
        Form::Url | Form::Angle | Form::Quote => {
            // A fold without early exit is compiled to vector code.
            let inner = haystack[wrapper.inner()].iter();
            // Bytes beyond ASCII may be Unicode's whitespace. A wrapper with them takes the long path, with
            // the same result.
            inner.fold(true, |all, byte| all & byte.is_ascii_graphic())
        }
        _ => wrapper.masked_at().is_none(),
    }
}

/// Returns how the rejoiner treats spaces inside this wrapper (J5).
pub(super) fn gaps_of(wrapper: &Wrapper<'_>) -> Gaps {
    match wrapper.form() {
        Form::Url => Gaps::Removed,
        _ if wrapper.scheme().is_some_and(|scheme| scheme.name == "mailto") => Gaps::Letter,
        _ => Gaps::Weighed,
    }
}

/// Returns how `reading` differs from the first reading, whose choices are `first`.
fn why(reading: &urlsift_rejoiner::Reading, first: &[Choice], doubts: &[Doubt]) -> Why {
    if reading.escapes_all_blanks() {
        return Why::BlanksEscaped;
    }
    // All readings of a wrapper have one choice for each doubt, in the same order.
    let choices = reading.choices().iter().zip(first).zip(doubts);
    Why::Differs(
        choices
            .filter(|((choice, first), _)| choice != first)
            .map(|((&choice, _), doubt)| Difference { kind: doubt.kind, at: doubt.at, choice })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use urlsift_validator::{Grammar, Validator};

    proptest! {
        /// URLs that `takes_tail` accepts satisfy RFC 3986 with the tail too.
        #[test]
        fn a_tail_that_is_not_validated_keeps_the_url_valid(
            url in "(http|ftp|mailto|x-any):(//)?[a-z.:@\\[\\]0-9]{0,8}[/?#a-z%0-9]{0,6}",
            tail in "[.,;:!?'()*]{1,4}",
        ) {
            let validator = Validator::new();
            let verdict = validator.validate(&url);
            let has_path = verdict.parts().path.is_some_and(|path| !path.is_empty());
            if has_path && verdict.satisfies(Grammar::Rfc3986) {
                let longer = [url, tail].concat();
                prop_assert!(validator.validate(&longer).satisfies(Grammar::Rfc3986), "{}", longer);
            }
        }
    }
}
