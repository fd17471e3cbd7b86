//! Judges readings: which are URLs, and what the text shows for and against each (J3, V2).
//!
//! A judgement needs the bytes of a reading, and not how they were proposed.

pub(super) mod cut;
pub(super) mod facts;
pub(super) mod judgement;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use urlsift_rejoiner::{Evidence, Fitness, Piece, RawReading, Readings, Seen};
use urlsift_validator::{Grammar, Standing, Verdict};

use crate::decode::Undecodable;
use crate::extract::extractor::{Extractor, Rejected};
use crate::extract::judge::facts::TextFacts;
use crate::extract::judge::judgement::{Judgement, has_bad_host};
use crate::input::DynInput;
use crate::reading::joined;

/// Judges the readings of a text.
pub(crate) struct Judge<'c, 'h> {
    pub(super) extractor: &'c Extractor,
    pub(super) input: &'c DynInput<'h, 'c>,
    pub(super) facts: &'c mut TextFacts,
}

impl<'h> Judge<'_, 'h> {
    /// Judges the URL of these bytes.
    fn judge(&self, bytes: Cow<'h, [u8]>) -> Judgement<'h> {
        let (url, undecodable) = match bytes {
            // Only text of the haystack may be borrowed for `'h`. Joined bytes die here, so their text is
            // copied.
            Cow::Borrowed(bytes) => self.input.decode.decode_url(bytes),
            Cow::Owned(bytes) => {
                let (url, undecodable) = self.input.decode.decode_url(&bytes);
                (Cow::Owned(url.into_owned()), undecodable)
            }
        };
        self.judge_url(url, undecodable)
    }

    fn judge_url(&self, url: Cow<'h, str>, undecodable: Undecodable) -> Judgement<'h> {
        let verdict = self.extractor.validator.validate(&url);
        Judgement { url, verdict, undecodable }
    }

    /// Judges the URL that `pieces` make.
    pub(super) fn judge_pieces(&self, pieces: &[Piece]) -> Judgement<'h> {
        let haystack = self.input.haystack;
        match pieces {
            // Borrowed bytes let the URL borrow from the text.
            [Piece::Copied(range)] => self.judge(Cow::Borrowed(&haystack[range.clone()])),
            // A host or an address after its scheme. Joining and decoding it like others copied it twice.
            [Piece::Inserted(scheme, _), Piece::Copied(range)] => {
                let (text, undecodable) = self.input.decode.decode_url(&haystack[range.clone()]);
                self.judge_url(Cow::Owned([scheme, &*text].concat()), undecodable)
            }
            _ => self.judge(Cow::Owned(joined(pieces, haystack))),
        }
    }

    /// Judges `readings`, in the same order.
    pub(super) fn judge_all(&self, readings: &Readings) -> Vec<Judgement<'h>> {
        let haystack = self.input.haystack;
        readings.as_slice().iter().map(|reading| self.judge(reading.bytes(haystack))).collect()
    }

    /// Reports whether a URL with `verdict` is acceptable. One of the wanted grammars is enough. If none were asked
    /// for, a loose URL is acceptable too (V2).
    #[inline]
    pub(super) fn accepts(&self, verdict: &Verdict) -> bool {
        let is_wanted = |grammar| verdict.satisfies(grammar);
        !matches!(verdict.standing(), Standing::Rejected(_))
            && self.extractor.grammars.is_none_or(|wanted| wanted.iter().any(is_wanted))
    }

    /// Reports whether a wrapper is skipped if its best reading has `verdict`.
    #[inline]
    pub(super) fn passes_over(&self, verdict: &Verdict) -> bool {
        !self.accepts(verdict) && self.extractor.rejected == Rejected::PassedOver
    }

    /// Returns the URL in `range` of the text, if it is acceptable. It is a URL with `verdict` and the `tail` dropped
    /// from it.
    pub(super) fn with_tail(
        &self,
        verdict: &Verdict,
        range: Range<usize>,
        tail: Range<usize>,
    ) -> Option<Cow<'h, str>> {
        let haystack = self.input.haystack;
        // This is never the first reading, so its notes are not needed.
        let (url, _) = self.input.decode.decode_url(&haystack[range]);
        let is_accepted = self.takes_tail(verdict, &haystack[tail])
            || self.accepts(&self.extractor.validator.validate(&url));
        is_accepted.then_some(url)
    }

    /// Reports whether a URL with `verdict` stays valid if `tail` is added, without validating it again. This holds
    /// if it satisfies RFC 3986, has a path, and `tail` has only characters that a path or a query may have
    /// (section 3.3). Validating again took a seventh of the time on a text with many links.
    fn takes_tail(&self, verdict: &Verdict, tail: &[u8]) -> bool {
        let is_taken = |byte: &u8| b".,;:!?'()*".contains(byte);
        // With wanted grammars the tail has to be judged: some of them may refuse what RFC 3986 allows.
        self.extractor.grammars.is_none()
            && verdict.satisfies(Grammar::Rfc3986)
            && verdict.parts().path.is_some_and(|path| !path.is_empty())
            && tail.iter().all(is_taken)
    }

    /// Returns the evidence for each of `readings`, which have `judgements`. Deciding relies on this: an unacceptable one is less fit than an
    /// acceptable one.
    pub(super) fn evidence(
        &mut self,
        readings: &Readings,
        judgements: &[Judgement<'h>],
    ) -> Vec<Evidence> {
        let haystack = self.input.haystack;
        let is_possible = |judgement: &Judgement<'_>| {
            !has_bad_host(&judgement.verdict) && self.accepts(&judgement.verdict)
        };
        // There are two grades of fitness and three kinds of readings. A bad host makes a reading unfit only
        // if another reading is accepted and has a possible host.
        let is_any_possible = judgements.iter().any(is_possible);
        let are_fit: Vec<bool> = judgements
            .iter()
            .map(|judgement| {
                if is_any_possible {
                    is_possible(judgement)
                } else {
                    self.accepts(&judgement.verdict)
                }
            })
            .collect();
        let evidence = |(reading, is_fit): (&RawReading, bool)| {
            let is_seen = self.stands_unbroken(&reading.bytes(haystack));
            Evidence {
                fitness: if is_fit { Fitness::Fit } else { Fitness::Unfit },
                seen: if is_seen { Seen::Whole } else { Seen::Nowhere },
            }
        };
        readings.as_slice().iter().zip(are_fit).map(evidence).collect()
    }

    /// Reports whether `url` occurs unbroken in this text or in those that the caller collected.
    pub(super) fn stands_unbroken(&mut self, url: &[u8]) -> bool {
        // The first call makes the pass over the text. Later calls have nothing left to collect. With a
        // budget the pass was made in steps before, see `TextSearch::next_within`.
        self.facts.collect(self.input.haystack, usize::MAX);
        self.facts.seen.contains(url) || self.input.seen.is_some_and(|seen| seen.contains(url))
    }
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
