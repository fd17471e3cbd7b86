//! The one place that chooses: scanner, rejoiner and validator meet here and nowhere else.
//!
//! For each wrapper the scanner finds, the rejoiner gives its readings, the validator a verdict on
//! each, and the evidence of the text says which was seen whole; ranked by J3, the first that is not
//! rejected is the URL. A wrapper whose every reading is rejected is passed over (W9).

use std::borrow::Cow;
use std::ops::Range;

use urlsift_rejoiner::{
    Choice, Doubt, DoubtKind, Evidence, Fitness, Gaps, Ground, Piece, Readings, Seen, Setting,
    Style,
};
use urlsift_scanner::{Config, Form, Forms, Scanner, Scheme, Wrapper};
use urlsift_validator::{HostKind, Note as UrlNote, Standing, Validator, Verdict};

use crate::decode::{Decode, Undecodable, Utf8};
use crate::found::{Difference, Found, Reading, Why};
use crate::input::Input;
use crate::note::Note;
use crate::typeset::Typeset;
use crate::whole::Whole;

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
    rejected: Rejected,
    forms: Forms,
}

/// What is done with a wrapper whose every reading is rejected (W9).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Rejected {
    /// It is passed over, and the text inside it searched for bare URLs.
    #[default]
    PassedOver,
    /// It is given like any other; its [standing](crate::Verdict::standing) tells.
    Reported,
}

impl Extractor {
    /// An extractor of all forms.
    pub fn new() -> Extractor {
        Extractor::builder().build()
    }

    /// For an extractor that is not the default.
    pub fn builder() -> ExtractorBuilder {
        let (config, forms) = (Config::new(), Forms::default());
        ExtractorBuilder { config, forms, rejected: Rejected::PassedOver }
    }

    /// The URLs of `text`, a `&str` or `&[u8]` (or an [`Input`], which says how it is decoded), in
    /// the order of their places, without overlap.
    ///
    /// # Complexity
    ///
    /// Linear in the text, whatever it holds: it is scanned once, what is rejected once more for bare
    /// URLs, and the first doubt costs one more pass, which gathers the URLs that stand whole.
    pub fn find_iter<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> FindIter<'x, 'h, D> {
        FindIter { extractor: self, input: text.into(), at: 0, whole: None, typeset: None }
    }

    /// The whole of `text` as one URL, of form `bare`: what stands in a place for URLs, such as an
    /// attribute of HTML, where no punctuation is prose. `None` where it does not begin with a scheme of
    /// the table, or with any that `//` follows, where it is rejected, and where bare URLs are not looked
    /// for.
    ///
    /// Blanks at its edges are passed over, tabs and line breaks with the blanks around them taken out,
    /// other blanks written as `%20`. Linear in the text.
    ///
    /// ```
    /// use urlsift::{Extractor, Utf8};
    ///
    /// let extractor = Extractor::new();
    /// let url = |text| extractor.find_whole::<Utf8>(text).map(|found| found.url().to_string());
    /// assert_eq!(url(" http://example.org/a b.html)."), Some("http://example.org/a%20b.html).".into()));
    /// assert_eq!(url("page.html"), None);
    /// ```
    pub fn find_whole<'h, D: Decode>(&self, text: impl Into<Input<'h, D>>) -> Option<Found<'h>> {
        let iter = self.find_iter(text);
        let haystack = iter.input.haystack;
        let start = haystack.len() - haystack.trim_ascii_start().len();
        let outer = start..start + haystack.trim_ascii().len();
        if !self.forms.contains(Form::Bare) || !has_scheme(&haystack[outer.clone()]) {
            return None;
        }
        let pieces = whole_pieces(haystack, outer.clone());
        let bytes = match &pieces[..] {
            [Piece::Copied(range)] => Cow::Borrowed(&haystack[range.clone()]),
            _ => {
                Cow::Owned(pieces.iter().flat_map(|piece| piece.bytes(haystack)).copied().collect())
            }
        };
        let best = iter.candidate(bytes);
        if best.is_rejected() && self.rejected == Rejected::PassedOver {
            return None;
        }
        let notes = iter.notes(&pieces, &best, &[]);
        let why = Why::Differs(Vec::new());
        Some(Found {
            form: Form::Bare,
            outer,
            best: Reading { url: best.url, pieces, why },
            others: Vec::new(),
            doubts: Vec::new(),
            verdict: best.verdict,
            notes,
        })
    }
}

/// Sets an [`Extractor`] up.
#[derive(Clone, Debug)]
pub struct ExtractorBuilder {
    config: Config,
    forms: Forms,
    rejected: Rejected,
}

impl ExtractorBuilder {
    /// The forms to look for; all, where nothing is said.
    #[must_use]
    pub fn forms(mut self, forms: Forms) -> ExtractorBuilder {
        self.config = self.config.forms(forms);
        self.forms = forms;
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

    /// What is done with a wrapper whose every reading is rejected; it is passed over where nothing is
    /// said.
    #[must_use]
    pub fn rejected(mut self, rejected: Rejected) -> ExtractorBuilder {
        self.rejected = rejected;
        self
    }

    /// The extractor. It costs some microseconds, for the grammars' tables are checked.
    pub fn build(self) -> Extractor {
        let ExtractorBuilder { config, forms, rejected } = self;
        let (scanner, validator) = (Scanner::with_config(config), Validator::new());
        Extractor { scanner, validator, rejected, forms }
    }
}

/// An iterator over the URLs of a text: see [`Extractor::find_iter`].
#[derive(Clone, Debug)]
pub struct FindIter<'x, 'h, D = Utf8> {
    extractor: &'x Extractor,
    input: Input<'h, D>,
    at: usize,
    /// Gathered on the first doubt, as is the next.
    whole: Option<Whole>,
    typeset: Option<Typeset>,
}

impl<'h, D: Decode> Iterator for FindIter<'_, 'h, D> {
    type Item = Found<'h>;

    fn next(&mut self) -> Option<Found<'h>> {
        loop {
            let Input { haystack, decode, .. } = &self.input;
            let input = urlsift_scanner::Input::new(*haystack).encoding(decode.encoding());
            let wrapper = self.extractor.scanner.find_at(input, self.at)?;
            if let Some(found) = self.judge(&wrapper) {
                self.at = found.outer.end;
                return Some(found);
            }
            // The text inside is searched once more, for bare URLs (W9); what stood bare was searched
            // so, and beginning anew within it would take quadratic time.
            let outer = wrapper.outer();
            let is_bare = wrapper.form() == Form::Bare;
            self.at = if is_bare { outer.end } else { outer.start + 1 };
        }
    }
}

impl<'h, D: Decode> FindIter<'_, 'h, D> {
    /// The URL in `wrapper`; `None` where every reading is rejected.
    fn judge(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let found = self.read(wrapper);
        let Some((mark, wrapper)) = wrapper.other_end() else { return found };
        match (found, self.read(&wrapper)) {
            (Some(found), Some(other)) => Some(self.choose_end(mark, found, other)),
            (found, other) => found.or(other),
        }
    }

    /// Of a wrapper that may end in two places, the likelier one with the other as one more reading.
    /// The rule's own stands first, unless its host cannot be one, or unless the longer is seen whole
    /// elsewhere; that the shorter is seen says nothing, for whole URLs begin others.
    fn choose_end(&mut self, mark: usize, found: Found<'h>, other: Found<'h>) -> Found<'h> {
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
        let choice = |found: &Found<'_>| {
            if found.outer.end == mark + 1 { Choice::Close } else { Choice::Mark }
        };
        let doubt = Doubt { kind: DoubtKind::End, at: mark, chosen: choice(&found), ground };
        let (kind, at, choice) = (DoubtKind::End, mark, choice(&other));
        let why = Why::Differs(vec![Difference { kind, at, choice }]);
        found.with_reading(Reading { why, ..other.best }, doubt)
    }

    fn evidence(&mut self, candidate: &Candidate<'h>) -> Evidence {
        let is_bad = candidate.verdict.host_kind() == Some(HostKind::Bad);
        let is_unfit = is_bad || candidate.is_rejected();
        let is_seen = self.is_whole(&candidate.bytes);
        Evidence {
            fitness: if is_unfit { Fitness::Unfit } else { Fitness::Fit },
            seen: if is_seen { Seen::Whole } else { Seen::Nowhere },
        }
    }

    fn is_seen(&mut self, reading: &Reading<'h>) -> bool {
        let haystack = self.input.haystack;
        let bytes: Vec<u8> =
            reading.pieces.iter().flat_map(|piece| piece.bytes(haystack)).copied().collect();
        self.is_whole(&bytes)
    }

    /// Whether `url` stands whole in the text, or was seen before.
    fn is_whole(&mut self, url: &[u8]) -> bool {
        let haystack = self.input.haystack;
        let whole = self.whole.get_or_insert_with(|| {
            let mut whole = Whole::new();
            whole.add(haystack);
            whole
        });
        whole.contains(url) || self.input.seen.is_some_and(|seen| seen.contains(url))
    }

    /// Whether a hyphen in `wrapper` is more likely a typesetter's. In delimiters it never is (J3).
    fn setting(&mut self, wrapper: &Wrapper<'h>) -> Setting {
        match wrapper.form() {
            Form::Url | Form::Angle | Form::Quote => Setting::Plain,
            _ => {
                let haystack = self.input.haystack;
                let typeset = self.typeset.get_or_insert_with(|| Typeset::of(haystack));
                if typeset.is_at(wrapper.outer().start) { Setting::Typeset } else { Setting::Plain }
            }
        }
    }

    /// The URL in `wrapper` up to its end; `None` where every reading is rejected.
    fn read(&mut self, wrapper: &Wrapper<'h>) -> Option<Found<'h>> {
        let haystack = self.input.haystack;
        let style = Style::new(gaps_of(wrapper)).soft_breaks(self.input.soft_breaks);
        let mut readings = Readings::new(haystack, wrapper.lines(), style);
        let mut candidates: Vec<Candidate<'h>> = readings
            .as_slice()
            .iter()
            .map(|reading| self.candidate(reading.bytes(haystack)))
            .collect();
        if candidates.len() > 1 {
            let evidence: Vec<Evidence> =
                candidates.iter().map(|candidate| self.evidence(candidate)).collect();
            let setting = self.setting(wrapper);
            candidates = reordered(candidates, &readings.rank(&evidence, setting));
        }
        let doubts = readings.doubts().to_vec();
        let mut pairs = readings.as_slice().iter().zip(candidates);
        let (first, best) = pairs.next().expect("a wrapper has at least one reading");
        // What is rejected was ranked last, so where the first is rejected all are.
        if best.is_rejected() && self.extractor.rejected == Rejected::PassedOver {
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
        let found = Found {
            form: wrapper.form(),
            outer: wrapper.outer(),
            best: Reading { url: best.url, pieces, why: Why::Differs(Vec::new()) },
            others,
            doubts,
            verdict: best.verdict,
            notes,
        };
        Some(self.with_tail(wrapper, found))
    }

    /// `found` with one more reading where something was dropped from its end, for sometimes the dot
    /// belongs (W8).
    fn with_tail(&self, wrapper: &Wrapper<'h>, found: Found<'h>) -> Found<'h> {
        let tail = wrapper.tail();
        if tail.is_empty() {
            return found;
        }
        let range = wrapper.inner().start..tail.end;
        let candidate = self.candidate(Cow::Borrowed(&self.input.haystack[range.clone()]));
        if candidate.is_rejected() {
            return found;
        }
        let (kind, at) = (DoubtKind::End, tail.start);
        let doubt = Doubt { kind, at, chosen: Choice::Dropped, ground: Ground::Default };
        let why = Why::Differs(vec![Difference { kind, at, choice: Choice::Kept }]);
        let pieces = vec![Piece::Copied(range)];
        found.with_reading(Reading { url: candidate.url, pieces, why }, doubt)
    }

    fn candidate(&self, bytes: Cow<'h, [u8]>) -> Candidate<'h> {
        let (url, undecodable) = match &bytes {
            Cow::Borrowed(bytes) => self.input.decode.decode_url(bytes),
            Cow::Owned(bytes) => {
                let (url, undecodable) = self.input.decode.decode_url(bytes);
                (Cow::Owned(url.into_owned()), undecodable)
            }
        };
        let judged = self.extractor.validator.url(&url);
        let notes = judged.notes().collect();
        let verdict = judged.into_verdict();
        Candidate { bytes, url, undecodable, verdict, notes }
    }

    /// What is worth knowing: first what needs both the pieces and the parts, or what decoding showed,
    /// then what the URL by itself shows.
    fn notes(&self, pieces: &[Piece], best: &Candidate<'h>, doubts: &[Doubt]) -> Vec<Note> {
        let mut notes = Vec::new();
        let host = best.verdict.parts().host;
        if host.is_some_and(|host| self.has_seam_within(pieces, &best.url, host.range())) {
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
        notes.extend(best.notes.iter().copied().map(Note::Url));
        notes
    }

    /// Whether two of `pieces` with a line break between them meet inside `range` of `url`, which is
    /// what they make.
    fn has_seam_within(&self, pieces: &[Piece], url: &str, range: Range<usize>) -> bool {
        let haystack = self.input.haystack;
        let raw: usize = pieces.iter().map(|piece| piece.bytes(haystack).len()).sum();
        let mut length = 0;
        for pair in pieces.windows(2) {
            let bytes = pair[0].bytes(haystack);
            // Where decoding changed nothing, a seam may stand within a character.
            length += if raw == url.len() {
                bytes.len()
            } else {
                self.input.decode.decode_url(bytes).0.len()
            };
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

/// Does `text` begin with a scheme of the table, or with any that `//` follows?
fn has_scheme(text: &[u8]) -> bool {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_scheme(byte)).count();
    let (name, rest) = text.split_at(length);
    rest.starts_with(b":")
        && name.first().is_some_and(u8::is_ascii_alphabetic)
        && (rest.starts_with(b"://") || Scheme::find(name).is_some())
}

/// The pieces of a URL that is the whole of `range`: without tabs, and without the blanks around a line
/// break; other blanks as `%20`.
fn whole_pieces(haystack: &[u8], range: Range<usize>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let run = &haystack[at..range.end];
        let is_blank = run[0].is_ascii_whitespace();
        let ends = |byte: &u8| byte.is_ascii_whitespace() != is_blank;
        let length = run.iter().position(ends).unwrap_or(run.len());
        let run = &run[..length];
        if !is_blank {
            pieces.push(Piece::Copied(at..at + length));
        } else if !run.iter().any(|byte| b"\n\r".contains(byte)) {
            let blanks = (at..at + length).filter(|&i| haystack[i] == b' ');
            pieces.extend(blanks.map(|i| Piece::Inserted("%20", i..i + 1)));
        }
        at += length;
    }
    pieces
}

/// A reading as a URL, with what is known of it.
struct Candidate<'h> {
    bytes: Cow<'h, [u8]>,
    url: Cow<'h, str>,
    undecodable: Undecodable,
    verdict: Verdict,
    /// What the URL by itself shows.
    notes: Vec<UrlNote>,
}

impl Candidate<'_> {
    fn is_rejected(&self) -> bool {
        matches!(self.verdict.standing(), Standing::Rejected(_))
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
