//! Judges readings: which are URLs, and what the text shows for and against each (J3, V2).
//!
//! A judgement needs the bytes of a reading, and not how they were proposed.

pub(super) mod cut;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use urlsift_rejoiner::{Evidence, Piece, RawReading, Readings};
use urlsift_validator::{HostKind, Standing, Validator};

use crate::decode::Undecodable;
use crate::extract::extractor::Extractor;
use crate::input::DynInput;
use crate::reading::joined;
use crate::seen::SeenUrls;

/// Reports whether `url` is acceptable: it satisfies a grammar or is loose (V2).
#[inline]
pub(super) fn accepts(url: &str) -> bool {
    is_surely_accepted(url)
        || !matches!(Validator::new().validate(url).standing(), Standing::Rejected(_))
}

/// Like [`accepts`], by the characters alone, in a third of the time. Nearly all URLs in text have none that excludes one.
#[inline]
pub(super) fn is_surely_accepted(url: &str) -> bool {
    !Validator::new().may_reject(url)
}

/// Like [`accepts`], for a URL with no text around it: no character delimits it.
pub(super) fn accepts_alone(url: &str) -> bool {
    let delimits = |c: char| matches!(c, '<' | '>' | '"') || c.is_control() || c.is_whitespace();
    accepts(&url.replace(delimits, "_"))
}

/// Reports whether `url` has a host that cannot exist.
pub(super) fn has_bad_host(url: &str) -> bool {
    Validator::new().validate(url).host_kind() == Some(HostKind::Bad)
}

/// A reading as a URL.
pub(super) struct Judgement<'h> {
    pub(super) url: Cow<'h, str>,
    pub(super) undecodable: Undecodable,
}

/// Judges the readings of a text.
pub(crate) struct Judge<'c, 'h> {
    pub(super) extractor: &'c Extractor,
    pub(super) input: &'c DynInput<'h, 'c>,
    pub(super) seen: &'c mut SeenUrls,
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
        Judgement { url, undecodable }
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
                Judgement { url: Cow::Owned([scheme, &*text].concat()), undecodable }
            }
            _ => self.judge(Cow::Owned(joined(pieces, haystack))),
        }
    }

    /// Judges `readings`, in the same order.
    pub(super) fn judge_all(&self, readings: &Readings) -> Vec<Judgement<'h>> {
        let haystack = self.input.haystack;
        readings.as_slice().iter().map(|reading| self.judge(reading.bytes(haystack))).collect()
    }

    /// Returns the evidence for each of `readings`, which have `judgements`. Deciding relies on this: an unacceptable
    /// one is less fit than an acceptable one.
    pub(super) fn evidence(
        &mut self,
        readings: &Readings,
        judgements: &[Judgement<'h>],
    ) -> Vec<Evidence> {
        let haystack = self.input.haystack;
        let accepted = judgements.iter().map(|judgement| accepts(&judgement.url));
        let mut are_fit: Vec<bool> = accepted.collect();
        // There are two grades of fitness and more kinds of readings. A bad host, and then a scheme that is not in the
        // table, makes a reading unfit only if another reading is fit so far and has a better one.
        let knows = |url: &str| {
            let name = url.split(':').next().unwrap_or_default();
            self.extractor.scanner.knows_scheme(name.as_bytes())
        };
        let is_better: [&dyn Fn(&str) -> bool; 2] = [&|url| !has_bad_host(url), &knows];
        for is_better in is_better {
            let is_fit = |(is_fit, it): (&bool, &Judgement<'_>)| *is_fit && is_better(&it.url);
            let are_better: Vec<bool> = are_fit.iter().zip(judgements).map(is_fit).collect();
            if are_better.contains(&true) {
                are_fit = are_better;
            }
        }
        let evidence = |(reading, is_fit): (&RawReading, bool)| {
            let is_seen = self.stands_unbroken(&reading.bytes(haystack));
            Evidence { is_unfit: !is_fit, is_seen }
        };
        readings.as_slice().iter().zip(are_fit).map(evidence).collect()
    }

    /// Reports whether `url` occurs unbroken in this text.
    pub(super) fn stands_unbroken(&mut self, url: &[u8]) -> bool {
        self.seen.has(self.input.haystack, url)
    }
}
