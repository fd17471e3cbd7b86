//! Searching UTF-16: the text is converted to UTF-8, and all offsets are mapped back to code units.
//!
//! An index stores the number of code units before every 256th byte of the copy, so an offset is mapped in
//! constant time. An unpaired surrogate becomes the three bytes that it would have as a character. These are
//! invalid UTF-8, so the surrogate ends a bare URL, and becomes percent escapes inside delimiters. If a line
//! break split a pair there, the URL has its character, like the pieces joined.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::marker::PhantomData;

use urlsift_rejoiner::SoftBreaks;

use crate::decode::{Decode, Undecodable, Utf8};
use crate::extract::extractor::Extractor;
use crate::extract::find_at::{bytes_before, find_before};
use crate::extract::search::{Budget, Step, TextSearch};
use crate::extract::segment::{Segment, SegmentCutter, SegmentStep};
use crate::found::Found;
use crate::input::Input;
use crate::seen::SeenUrls;

impl Extractor {
    /// Returns an iterator over the URLs of a text in UTF-16, `&[u16]` or [`InputUtf16`].
    ///
    /// All ranges in the text are in code units. Those of the [verdict](Found::verdict) are byte ranges of
    /// the [URL](Found::url). An unpaired surrogate ends a URL without delimiters.
    ///
    /// # Complexity
    ///
    /// Like [`find_iter`](Extractor::find_iter), plus one copy of the text as UTF-8.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let text: Vec<u16> = "é see <http://example.org/é\nb>".encode_utf16().collect();
    /// let found = Extractor::new().find_iter_utf16(&text[..]).next().unwrap();
    /// assert_eq!(found.url(), "http://example.org/éb");
    /// assert_eq!(found.outer(), 6..30);
    /// ```
    pub fn find_iter_utf16<'x, 'h>(
        &'x self,
        text: impl Into<InputUtf16<'h>>,
    ) -> FindIterUtf16<'x, 'h> {
        FindIterUtf16::new(self, text.into())
    }

    /// Like [`segments`](Extractor::segments), for UTF-16. Ranges are in code units.
    ///
    /// ```
    /// use urlsift::extract::SegmentKind;
    /// use urlsift::Extractor;
    ///
    /// let text: Vec<u16> = "é: http://example.org/é.".encode_utf16().collect();
    /// let extractor = Extractor::new();
    /// let segments: Vec<_> = extractor
    ///     .segments_utf16(&text)
    ///     .map(|segment| (segment.kind, String::from_utf16_lossy(&text[segment.range])))
    ///     .collect();
    /// assert_eq!(segments, [
    ///     (SegmentKind::Plain, "é: ".into()),
    ///     (SegmentKind::Piece, "http://example.org/é".into()),
    ///     (SegmentKind::Plain, ".".into()),
    /// ]);
    /// ```
    pub fn segments_utf16<'x, 'h>(
        &'x self,
        text: impl Into<InputUtf16<'h>>,
    ) -> SegmentIterUtf16<'x, 'h> {
        SegmentIterUtf16::new(self.find_iter_utf16(text))
    }

    /// Like [`find_at`](Extractor::find_at), for UTF-16. The position and ranges are in code units.
    ///
    /// # Complexity
    ///
    /// Independent of the length of the text: at most 32,768 code units are copied; 147,456 for a long URL.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let text: Vec<u16> = "é <http://example.org/é>".encode_utf16().collect();
    /// let extractor = Extractor::new();
    /// assert_eq!(extractor.find_at_utf16(&text, 2).unwrap().outer(), 2..24);
    /// assert!(extractor.find_at_utf16(&text, 4).is_none());
    /// assert_eq!(extractor.find_around_utf16(&text, 4).unwrap().range(), 3..23);
    /// ```
    pub fn find_at_utf16<'h>(
        &self,
        text: impl Into<InputUtf16<'h>>,
        position: usize,
    ) -> Option<Found<'static>> {
        let find =
            |input: Input<'_, Surrogates>, at| self.find_at(input, at).map(Found::into_owned);
        let begins = |it: &Found<'_>| [it.outer().start, it.range().start].contains(&position);
        find_near(self, text.into(), position, find).filter(begins)
    }

    /// Like [`find_around`](Extractor::find_around), for UTF-16. The position and ranges are in code units.
    pub fn find_around_utf16<'h>(
        &self,
        text: impl Into<InputUtf16<'h>>,
        position: usize,
    ) -> Option<Found<'static>> {
        let find =
            |input: Input<'_, Surrogates>, at| self.find_around(input, at).map(Found::into_owned);
        // Inside of a pair, the search is for the next character.
        find_near(self, text.into(), position, find).filter(|found| found.outer().start <= position)
    }

    /// Like [`find_whole`](Extractor::find_whole), for UTF-16. Ranges are in code units.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let value: Vec<u16> = " http://example.org/é). ".encode_utf16().collect();
    /// let found = Extractor::new().find_whole_utf16(&value).unwrap();
    /// assert_eq!((found.url(), found.outer()), ("http://example.org/é).", 1..23));
    /// ```
    pub fn find_whole_utf16<'h>(&self, text: impl Into<InputUtf16<'h>>) -> Option<Found<'static>> {
        let InputUtf16 { units, soft_breaks, seen } = text.into();
        let copy = Utf8Copy::of(units);
        self.find_whole(copy.input(soft_breaks, seen)).map(|found| copy.placed(found))
    }
}

/// A text in UTF-16 with its options. `&[u16]` converts to it.
///
/// ```
/// use urlsift::extract::{InputUtf16, SoftBreaks};
/// use urlsift::Extractor;
///
/// let text: Vec<u16> = "<http://example.org/a- \nb>".encode_utf16().collect();
/// let input = InputUtf16::new(&text).soft_breaks(SoftBreaks::Deleted);
/// let found = Extractor::new().find_iter_utf16(input).next().unwrap();
/// assert!(found.doubts().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InputUtf16<'h> {
    units: &'h [u16],
    soft_breaks: Option<SoftBreaks>,
    seen: Option<&'h SeenUrls>,
}

impl<'h> InputUtf16<'h> {
    /// Takes `units`, which may have unpaired surrogates.
    pub fn new(units: &'h [u16]) -> InputUtf16<'h> {
        InputUtf16 { units, soft_breaks: None, seen: None }
    }

    /// Sets how soft line breaks are read. See [`Input::soft_breaks`].
    #[must_use]
    pub fn soft_breaks(mut self, soft_breaks: SoftBreaks) -> InputUtf16<'h> {
        self.soft_breaks = Some(soft_breaks);
        self
    }

    /// Adds URLs known from other texts. See [`Input::seen`].
    #[must_use]
    pub fn seen(mut self, whole: &'h SeenUrls) -> InputUtf16<'h> {
        self.seen = Some(whole);
        self
    }
}

impl<'h> From<&'h [u16]> for InputUtf16<'h> {
    fn from(units: &'h [u16]) -> InputUtf16<'h> {
        InputUtf16::new(units)
    }
}

impl<'h> From<&'h Vec<u16>> for InputUtf16<'h> {
    fn from(units: &'h Vec<u16>) -> InputUtf16<'h> {
        InputUtf16::new(units)
    }
}

/// Calls `find` with a copy of the text around code unit `position`, and with the position there in bytes. Returns the
/// URL with offsets in the whole text.
fn find_near(
    extractor: &Extractor,
    input: InputUtf16<'_>,
    position: usize,
    find: impl Fn(Input<'_, Surrogates>, usize) -> Option<Found<'static>>,
) -> Option<Found<'static>> {
    let InputUtf16 { units, soft_breaks, seen } = input;
    // A code unit has at least one byte, so the copy has all bytes that `find` reads.
    let start = position.saturating_sub(bytes_before(extractor).saturating_mul(2));
    find_before(extractor, (position, units.len()), |end| {
        let copy = Utf8Copy::of(units.get(start..end)?);
        let found = find(copy.input(soft_breaks, seen), copy.byte(position - start)?)?;
        Some(found.placed(|at| copy.unit(at) + start))
    })
}

/// An iterator over the URLs of a text in UTF-16. See [`Extractor::find_iter_utf16`]. Its items borrow
/// nothing.
#[derive(Clone, Debug)]
pub struct FindIterUtf16<'x, 'h> {
    extractor: &'x Extractor,
    copy: Utf8Copy,
    soft_breaks: Option<SoftBreaks>,
    seen: Option<&'h SeenUrls>,
    search: TextSearch,
    /// Ties the iterator to the text, although it holds a copy.
    text: PhantomData<&'h [u16]>,
}

impl<'x, 'h> FindIterUtf16<'x, 'h> {
    pub(crate) fn new(extractor: &'x Extractor, input: InputUtf16<'h>) -> FindIterUtf16<'x, 'h> {
        let InputUtf16 { units, soft_breaks, seen } = input;
        // The search cannot borrow the copy, as both are in one struct. `TextSearch` holds no text, so each
        // step makes an `Input` of the copy, which is cheap.
        let (copy, search) = (Utf8Copy::of(units), TextSearch::default());
        FindIterUtf16 { extractor, copy, soft_breaks, seen, search, text: PhantomData }
    }

    /// Begins the search at code unit `at`. See [`FindIter::starting_at`](crate::extract::FindIter::starting_at).
    #[must_use]
    pub fn starting_at(mut self, at: usize) -> FindIterUtf16<'x, 'h> {
        self.search = TextSearch::starting_at(self.copy.byte(at).unwrap_or(self.copy.bytes.len()));
        self
    }

    /// Like [`FindIter::next_within`](crate::extract::FindIter::next_within). The budget counts bytes of the text as
    /// UTF-8: one to three for each code unit.
    pub fn next_within(&mut self, budget: &mut Budget) -> Step<'static> {
        self.step(Some(budget))
    }

    /// Takes a step with a budget, or without one.
    pub(crate) fn step(&mut self, budget: Option<&mut Budget>) -> Step<'static> {
        self.step_in_bytes(budget).map(|found| self.copy.placed(found))
    }

    /// Returns the code unit up to which the text was searched, like
    /// [`FindIter::position`](crate::extract::FindIter::position).
    pub fn position(&self) -> usize {
        self.copy.unit(self.search.position())
    }

    /// Takes a step of the search. Offsets are those of the UTF-8 copy.
    fn step_in_bytes(&mut self, budget: Option<&mut Budget>) -> Step<'static> {
        let input = self.copy.input(self.soft_breaks, self.seen);
        let step = match budget {
            Some(budget) => self.search.next_within(self.extractor, &input, budget),
            None => self.search.next(self.extractor, &input).map_or(Step::Done, Step::Found),
        };
        step.map(Found::into_owned)
    }
}

impl Iterator for FindIterUtf16<'_, '_> {
    type Item = Found<'static>;

    fn next(&mut self) -> Option<Found<'static>> {
        match self.step(None) {
            Step::Found(found) => Some(found),
            Step::Spent | Step::Done => None,
        }
    }
}

/// An iterator over the segments of a text in UTF-16. See [`Extractor::segments_utf16`].
#[derive(Clone, Debug)]
pub struct SegmentIterUtf16<'x, 'h> {
    links: FindIterUtf16<'x, 'h>,
    /// Offsets are in bytes of the copy.
    cutter: SegmentCutter,
    /// Offsets are in code units.
    link: Option<Found<'static>>,
    /// The end of the last segment, in code units.
    end: usize,
}

impl<'x, 'h> SegmentIterUtf16<'x, 'h> {
    pub(crate) fn new(links: FindIterUtf16<'x, 'h>) -> SegmentIterUtf16<'x, 'h> {
        SegmentIterUtf16 { links, cutter: SegmentCutter::default(), link: None, end: 0 }
    }

    /// Returns the link of the last segment. See [`SegmentIter::link`](crate::extract::segment::SegmentIter::link).
    pub fn link(&self) -> Option<&Found<'static>> {
        self.link.as_ref()
    }

    /// Like [`SegmentIter::next_within`](crate::extract::segment::SegmentIter::next_within), with the budget of
    /// [`FindIterUtf16::next_within`].
    pub fn next_within(&mut self, budget: &mut Budget) -> SegmentStep {
        self.step(Some(budget))
    }

    /// Returns the code unit up to which the text was searched.
    pub fn position(&self) -> usize {
        self.links.position()
    }

    pub(crate) fn step(&mut self, budget: Option<&mut Budget>) -> SegmentStep {
        if self.cutter.is_idle(&self.links.copy.bytes) {
            let step = self.links.step_in_bytes(budget);
            let copy = &self.links.copy;
            let link = match step {
                Step::Found(found) => Some(found),
                Step::Spent => return SegmentStep::Spent,
                Step::Done => None,
            };
            self.cutter.cut(&copy.bytes, link.as_ref());
            self.link = link.map(|found| copy.placed(found));
        }
        let Some(segment) = self.cutter.next() else { return SegmentStep::Done };
        // Segments are adjacent: one begins where the last one ended, so only the end has to be mapped.
        let start = self.end;
        self.end = self.links.copy.unit(segment.range.end);
        SegmentStep::Segment(Segment { range: start..self.end, ..segment })
    }
}

impl Iterator for SegmentIterUtf16<'_, '_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        self.step(None).segment()
    }
}

/// The distance between indexed offsets, in bytes of the copy.
const INDEX_STEP_BYTES: usize = 256;

/// A text as UTF-8, with an index that maps byte offsets to code units.
#[derive(Clone, Debug)]
struct Utf8Copy {
    bytes: Vec<u8>,
    /// The number of code units before byte 0, [`INDEX_STEP_BYTES`], twice that, and so on.
    units: Vec<usize>,
}

impl Utf8Copy {
    fn of(units: &[u16]) -> Utf8Copy {
        // ASCII takes a byte for each unit. The eighth more is for some letters beyond it. Other scripts take
        // up to three bytes a unit and let the vector grow.
        let mut bytes = Vec::with_capacity(units.len() + units.len() / 8);
        for decoded in char::decode_utf16(units.iter().copied()) {
            match decoded {
                Ok(c) if c.is_ascii() => bytes.push(c as u8),
                Ok(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(error) => {
                    // The three-byte form of U+D800 to U+DFFF: 1110xxxx 10xxxxxx 10xxxxxx. The first byte is
                    // always 0xED; UTF-8 forbids the sequence.
                    let unit = error.unpaired_surrogate();
                    let low = |shift: u16| 0x80 | (unit >> shift & 0x3F).to_le_bytes()[0];
                    bytes.extend_from_slice(&[0xED, low(6), low(0)]);
                }
            }
        }
        // Each entry counts the units before its chunk, so mapping an offset counts at most one chunk of 256
        // bytes.
        let mut count = 0;
        let steps = bytes.chunks(INDEX_STEP_BYTES).map(|chunk| {
            let before = count;
            count += units_in(chunk);
            before
        });
        let units = steps.collect();
        Utf8Copy { bytes, units }
    }

    /// Returns the code unit of the character at byte `at`.
    fn unit(&self, at: usize) -> usize {
        let step = at / INDEX_STEP_BYTES;
        let Some(&before) = self.units.get(step) else {
            // `at` is the end of the text, and the text ends with a full step.
            return match self.units.last() {
                Some(last) => {
                    last + units_in(&self.bytes[(self.units.len() - 1) * INDEX_STEP_BYTES..])
                }
                None => 0,
            };
        };
        before + units_in(&self.bytes[step * INDEX_STEP_BYTES..at])
    }

    /// Returns the byte of the character at code unit `unit`; inside of a pair, that of the next one. `None` if it is
    /// beyond the text.
    fn byte(&self, unit: usize) -> Option<usize> {
        let step = self.units.partition_point(|&before| before <= unit).saturating_sub(1);
        let from = step * INDEX_STEP_BYTES;
        let mut count = self.units.get(step).copied().unwrap_or_default();
        for (at, byte) in self.bytes.iter().enumerate().skip(from) {
            if count >= unit && *byte & 0xC0 != 0x80 {
                return Some(at);
            }
            count += units_in(core::slice::from_ref(byte));
        }
        (count >= unit).then_some(self.bytes.len())
    }

    /// Returns the copy as an input.
    fn input<'c>(
        &'c self,
        soft_breaks: Option<SoftBreaks>,
        seen: Option<&'c SeenUrls>,
    ) -> Input<'c, Surrogates> {
        Input { soft_breaks, seen, ..Input::new(&self.bytes).decode(Surrogates) }
    }

    fn placed(&self, found: Found<'_>) -> Found<'static> {
        found.into_owned().placed(|at| self.unit(at))
    }
}

/// UTF-8 in which a surrogate has three bytes. Two adjacent ones are a pair that a line break split.
#[derive(Clone, Copy, Debug)]
struct Surrogates;

impl Decode for Surrogates {
    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        let decoded = Utf8.decode_url(bytes);
        if decoded.1 == Undecodable::None {
            return decoded;
        }
        // The bytes of a high surrogate are 0xED 0xA0..=0xAF xx, those of a low one 0xED
        // 0xB0..=0xBF xx. Replace the six
        // bytes of a pair by the four of its character.
        let mut paired = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while let Some((&byte, after)) = rest.split_first() {
            if let &[0xED, a @ 0xA0..=0xAF, b, 0xED, c @ 0xB0..=0xBF, d, ..] = rest {
                let unit = |second: u8, third: u8| {
                    0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F)
                };
                for pair in char::decode_utf16([unit(a, b), unit(c, d)]).flatten() {
                    paired.extend_from_slice(pair.encode_utf8(&mut [0; 4]).as_bytes());
                }
                rest = &rest[6..];
            } else {
                paired.push(byte);
                rest = after;
            }
        }
        let (url, undecodable) = Utf8.decode_url(&paired);
        (Cow::Owned(url.into_owned()), undecodable)
    }
}

/// Returns the number of code units of the characters that begin in `bytes`: two for a character of four
/// bytes.
fn units_in(bytes: &[u8]) -> usize {
    // Continuation bytes are 10xxxxxx; 0xF0 and above begin a character of four bytes, a surrogate pair.
    let units = |byte: &u8| usize::from(*byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
    bytes.iter().map(units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn byte_offsets_map_to_code_units() {
        let text = "a\u{e9}\u{20ac}\u{1f4a9}b".repeat(100);
        let units: Vec<u16> = text.encode_utf16().collect();
        let copy = Utf8Copy::of(&units);
        assert_eq!(copy.bytes, text.as_bytes());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let unit = text[..at].encode_utf16().count();
            assert_eq!((copy.unit(at), copy.byte(unit)), (unit, Some(at)));
        }
        // Inside of a pair.
        assert_eq!(copy.byte(4), copy.byte(5));
        assert_eq!(copy.byte(units.len() + 1), None);
        assert_eq!((Utf8Copy::of(&[]).unit(0), Utf8Copy::of(&[]).byte(0)), (0, Some(0)));
    }

    #[test]
    fn an_unpaired_surrogate_is_no_character() {
        let copy = Utf8Copy::of(&[0x61, 0xD800, 0x62, 0xDFFF]);
        assert_eq!(copy.bytes, b"a\xED\xA0\x80b\xED\xBF\xBF");
        assert_eq!([0, 1, 4, 5, 8].map(|at| copy.unit(at)), [0, 1, 2, 3, 4]);

        let mut units: Vec<u16> = "<http://a.example/".encode_utf16().collect();
        units.push(0xD83D);
        units.extend("> http://b.example/".encode_utf16());
        units.push(0xDC00);
        let extractor = Extractor::new();
        let urls: Vec<String> =
            extractor.find_iter_utf16(&units).map(|found| found.url().into()).collect();
        assert_eq!(urls, ["http://a.example/%ED%A0%BD", "http://b.example/"]);
    }

    #[test]
    fn a_pair_that_a_line_break_split_is_a_character() {
        // (code units after `<URL:http://a.example/`, URL after the host)
        let table: [(&[u16], &str); 4] = [
            (&[0xD83D, 0xA, 0xDCA9], "\u{1f4a9}"),
            (&[0xDCA9, 0xD83D, 0xA, 0xDCA9], "%ED%B2%A9\u{1f4a9}"),
            (&[0xD83D, 0xA, 0xD83D], "%ED%A0%BD%ED%A0%BD"),
            (&[0xDCA9, 0xA, 0xD83D], "%ED%B2%A9%ED%A0%BD"),
        ];
        for (units, url) in table {
            let mut text: Vec<u16> = "<URL:http://a.example/".encode_utf16().collect();
            text.extend_from_slice(units);
            text.push(u16::from(b'>'));
            let extractor = Extractor::new();
            let found = extractor.find_iter_utf16(&text).next().expect("it has a URL");
            assert_eq!(found.url(), ["http://a.example/", url].concat(), "{units:x?}");
            // The pieces joined, decoded as a whole, are the URL.
            let pieces = found.pieces().iter();
            let joined: Vec<u16> = pieces.flat_map(|piece| &text[piece.range()]).copied().collect();
            let joined = Utf8Copy::of(&joined).bytes;
            assert_eq!(Utf8.decode_url(&joined).0, found.url(), "{units:x?}");
        }
    }
}
