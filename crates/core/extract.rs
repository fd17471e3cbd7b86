//! The one place that chooses: scanner, rejoiner and validator meet here and nowhere else.
//!
//! For each wrapper the scanner finds, the rejoiner gives its readings, the validator a verdict on
//! each, and the evidence of the text says which was seen whole; ranked by J3, the first that is not
//! rejected is the URL. A wrapper whose every reading is rejected is passed over (W9).

use std::borrow::Cow;
use std::ops::Range;

use urlsift_rejoiner::Seen;
use urlsift_rejoiner::{
    Choice, Doubt, DoubtKind, Evidence, Fitness, Gaps, Ground, Piece, Readings,
};
use urlsift_scanner::{Config, Form, Forms, Scanner, Wrapper};
use urlsift_validator::{HostKind, Standing, Validator, Verdict};

use crate::decode::{Decode, Undecodable, Utf8};
use crate::evidence::Whole;
use crate::found::{Difference, Found, Reading, Why};
use crate::note::Note;

/// Finds the URLs of a text. Build it once; it may be used from any number of threads.
///
/// ```
/// use urlsift::Extractor;
///
/// let extractor = Extractor::new();
/// let text = "> see <http://example.org/aaa/\n> bbb/ccc.html>, there";
/// let found = extractor.find_iter(text).next().unwrap();
/// assert_eq!(found.url(), "http://example.org/aaa/bbb/ccc.html");
/// assert_eq!(&text[found.outer()], "<http://example.org/aaa/\n> bbb/ccc.html>");
/// assert_eq!(found.pieces().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    scanner: Scanner,
    validator: Validator,
}

impl Extractor {
    /// An extractor of all forms.
    pub fn new() -> Extractor {
        Extractor::builder().build()
    }

    /// For an extractor that is not the default.
    pub fn builder() -> ExtractorBuilder {
        ExtractorBuilder { config: Config::new() }
    }

    /// The URLs of `text`, a `&str` or `&[u8]` (or an [`Input`], which says how it is decoded), in
    /// the order of their places, without overlap.
    ///
    /// # Complexity
    ///
    /// Linear in the text, whatever it holds: it is scanned once, and the first doubt costs one more
    /// pass over it, which looks for whole copies of what is in doubt.
    pub fn find_iter<'x, 'h>(&'x self, text: impl Into<Input<'h>>) -> FindIter<'x, 'h> {
        FindIter { extractor: self, input: text.into(), at: 0, whole: None }
    }
}

/// Sets an [`Extractor`] up.
#[derive(Clone, Debug)]
pub struct ExtractorBuilder {
    config: Config,
}

impl ExtractorBuilder {
    /// The forms to look for; all, where nothing is said.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> ExtractorBuilder {
        self.config = self.config.forms(forms);
        self
    }

    /// The longest wrapper in bytes, delimiters included; 8,192 where nothing is said (W4).
    #[must_use]
    pub fn max_len(mut self, bytes: usize) -> ExtractorBuilder {
        self.config = self.config.max_len(bytes);
        self
    }

    /// The most lines that a wrapper stands on; 64 where nothing is said (W4).
    #[must_use]
    pub fn max_lines(mut self, lines: usize) -> ExtractorBuilder {
        self.config = self.config.max_lines(lines);
        self
    }

    /// The extractor. It costs some microseconds, for the grammars' tables are checked.
    pub fn build(self) -> Extractor {
        Extractor { scanner: Scanner::with_config(self.config), validator: Validator::new() }
    }
}

/// A text to search, and how its bytes become characters.
#[derive(Clone, Copy)]
pub struct Input<'h> {
    haystack: &'h [u8],
    decode: &'h dyn Decode,
}

impl<'h> Input<'h> {
    /// `haystack`, taken for UTF-8 (W8); it need not be valid.
    pub fn new<H: AsRef<[u8]> + ?Sized>(haystack: &'h H) -> Input<'h> {
        Input { haystack: haystack.as_ref(), decode: &Utf8 }
    }

    /// Has what is found decoded by `decode`. In the text's charset a byte below 0x80 must be the
    /// ASCII character of that number.
    #[must_use]
    pub fn decode(mut self, decode: &'h dyn Decode) -> Input<'h> {
        self.decode = decode;
        self
    }
}

impl<'h, H: AsRef<[u8]> + ?Sized> From<&'h H> for Input<'h> {
    fn from(haystack: &'h H) -> Input<'h> {
        Input::new(haystack)
    }
}

/// An iterator over the URLs of a text: see [`Extractor::find_iter`].
pub struct FindIter<'x, 'h> {
    extractor: &'x Extractor,
    input: Input<'h>,
    at: usize,
    /// Gathered on the first doubt.
    whole: Option<Whole>,
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Found<'h>;

    fn next(&mut self) -> Option<Found<'h>> {
        loop {
            let wrapper = self.extractor.scanner.find_at(self.input.haystack, self.at)?;
            self.at = wrapper.outer().end;
            if let Some(found) = self.judge(&wrapper) {
                return Some(found);
            }
        }
    }
}

impl<'h> FindIter<'_, 'h> {
    /// The URL in `wrapper`; `None` where every reading is rejected.
    fn judge(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let mut readings = Readings::new(haystack, wrapper.lines(), gaps_of(wrapper));
        let mut candidates: Vec<Candidate<'h>> =
            readings.as_slice().iter().map(|reading| self.candidate(reading)).collect();
        if candidates.len() > 1 {
            let whole = self.whole.get_or_insert_with(|| Whole::of(haystack));
            let evidence: Vec<Evidence> =
                candidates.iter().map(|candidate| candidate.evidence(whole)).collect();
            candidates = reordered(candidates, &readings.rank(&evidence));
        }
        let doubts = readings.doubts().to_vec();
        let mut pairs = readings.as_slice().iter().zip(candidates);
        let (first, best) = pairs.next().expect("a wrapper has at least one reading");
        // What is rejected was ranked last, so where the first is rejected all are.
        if best.is_rejected() {
            return None;
        }
        let others = pairs
            .filter(|(_, candidate)| !candidate.is_rejected())
            .map(|(reading, candidate)| Reading {
                url: candidate.url,
                pieces: reading.pieces().to_vec(),
                why: why(reading, first.choices(), &doubts),
            })
            .collect();
        let notes = self.notes(first.pieces(), &best, &doubts);
        let pieces = first.pieces().to_vec();
        Some(Found {
            form: wrapper.form(),
            outer: wrapper.outer(),
            best: Reading { url: best.url, pieces, why: Why::Differs(Vec::new()) },
            others,
            doubts,
            verdict: best.verdict,
            notes,
        })
    }

    fn candidate(&self, reading: &urlsift_rejoiner::Reading) -> Candidate<'h> {
        let bytes = reading.bytes(self.input.haystack);
        let (url, undecodable) = match &bytes {
            Cow::Borrowed(bytes) => self.input.decode.decode_url(bytes),
            Cow::Owned(bytes) => {
                let (url, undecodable) = self.input.decode.decode_url(bytes);
                (Cow::Owned(url.into_owned()), undecodable)
            }
        };
        let verdict = self.extractor.validator.validate(&url);
        Candidate { bytes, url, undecodable, verdict }
    }

    /// The notes that need both the pieces and the parts, or what decoding showed.
    fn notes(&self, pieces: &[Piece], best: &Candidate<'h>, doubts: &[Doubt]) -> Vec<Note> {
        let mut notes = Vec::new();
        let host = best.verdict.parts().host;
        if host.is_some_and(|host| self.has_seam_within(pieces, host.range())) {
            notes.push(Note::HostCutBySeam);
        }
        let undecided =
            |doubt: &Doubt| doubt.kind == DoubtKind::Hyphen && doubt.ground == Ground::Default;
        if doubts.iter().any(undecided) {
            notes.push(Note::HyphenInDoubt);
        }
        if best.undecodable == Undecodable::Some {
            notes.push(Note::UndecodableByte);
        }
        notes
    }

    /// Whether two of `pieces` with a line break between them meet inside `range` of the URL that
    /// they make.
    fn has_seam_within(&self, pieces: &[Piece], range: Range<usize>) -> bool {
        let haystack = self.input.haystack;
        let mut length = 0;
        for pair in pieces.windows(2) {
            length += self.input.decode.decode_url(pair[0].bytes(haystack)).0.len();
            if length >= range.end {
                return false;
            }
            let between = &haystack[pair[0].range().end..pair[1].range().start];
            if length > range.start && between.iter().any(|byte| b"\n\r".contains(byte)) {
                return true;
            }
        }
        false
    }
}

/// A reading as a URL, with what is known of it.
struct Candidate<'h> {
    bytes: Cow<'h, [u8]>,
    url: Cow<'h, str>,
    undecodable: Undecodable,
    verdict: Verdict,
}

impl Candidate<'_> {
    fn is_rejected(&self) -> bool {
        matches!(self.verdict.standing(), Standing::Rejected(_))
    }

    fn evidence(&self, whole: &Whole) -> Evidence {
        let unfit = self.is_rejected() || self.verdict.host_kind() == Some(HostKind::Bad);
        Evidence {
            fitness: if unfit { Fitness::Unfit } else { Fitness::Fit },
            seen: if whole.contains(&self.bytes) { Seen::Whole } else { Seen::Nowhere },
        }
    }
}

/// `candidates` in the order that `order`, a permutation of their indices, says.
fn reordered<T>(candidates: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut slots: Vec<Option<T>> = candidates.into_iter().map(Some).collect();
    order.iter().filter_map(|&i| slots[i].take()).collect()
}

/// What the rejoiner is told of the wrapper's gaps (J5).
fn gaps_of(wrapper: &Wrapper<'_>) -> Gaps {
    match wrapper.form() {
        Form::Url => Gaps::Removed,
        _ if wrapper.scheme().is_some_and(|scheme| scheme.name == "mailto") => Gaps::Letter,
        _ => Gaps::Weighed,
    }
}

/// How `reading` differs from the first, whose choices are `first`.
fn why(reading: &urlsift_rejoiner::Reading, first: &[Choice], doubts: &[Doubt]) -> Why {
    if reading.escapes_all_blanks() {
        return Why::BlanksEscaped;
    }
    let choices = reading.choices().iter().zip(first).zip(doubts);
    Why::Differs(
        choices
            .filter(|((choice, first), _)| choice != first)
            .map(|((&choice, _), doubt)| Difference { kind: doubt.kind, at: doubt.at, choice })
            .collect(),
    )
}
