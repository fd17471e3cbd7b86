//! A text in segments: what a renderer draws one after another.
//!
//! The trap is the budget. What stands before a link is plain up to where that begins, which is known when it
//! was found, so nothing is given while it is looked for; and what was found is given to its end whatever
//! is left, for that is no work.

use alloc::collections::VecDeque;
use core::ops::Range;

use urlsift_rejoiner::Piece;

use crate::decode::{Decode, Utf8};
use crate::extract::extractor::Extractor;
use crate::extract::find_iter::FindIter;
use crate::extract::search::{Budget, Step};
use crate::found::Found;
use crate::input::Input;

impl Extractor {
    /// All of `text`, cut where a renderer wants it cut: what is plain, the pieces of links, and what
    /// stands between these. The ranges follow one another without gaps and cover the text.
    ///
    /// # Complexity
    ///
    /// As [`find_iter`](Extractor::find_iter).
    ///
    /// ```
    /// use urlsift::segment::SegmentKind;
    /// use urlsift::Extractor;
    ///
    /// let text = "> see <http://example.org/a/\n> b>.";
    /// let extractor = Extractor::new();
    /// let segments: Vec<_> =
    ///     extractor.segments(text).map(|segment| (segment.kind, &text[segment.range])).collect();
    /// assert_eq!(segments, [
    ///     (SegmentKind::Plain, "> see "),
    ///     (SegmentKind::Delimiter, "<"),
    ///     (SegmentKind::Piece, "http://example.org/a/"),
    ///     (SegmentKind::Seam, "\n"),
    ///     (SegmentKind::QuotePrefix, ">"),
    ///     (SegmentKind::Seam, " "),
    ///     (SegmentKind::Piece, "b"),
    ///     (SegmentKind::Delimiter, ">"),
    ///     (SegmentKind::Plain, "."),
    /// ]);
    /// ```
    pub fn segments<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> SegmentIter<'x, 'h, D> {
        SegmentIter::new(self.find_iter(text))
    }
}

/// A part of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Segment {
    /// Its range in the text, in bytes, or in code units where that is UTF-16; never empty.
    pub range: Range<usize>,
    /// What it is.
    pub kind: SegmentKind,
    /// Which link it belongs to, counted from 0; `None` where it is plain.
    pub link: Option<usize>,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum SegmentKind {
    /// No part of a link.
    Plain,
    /// What stands around a link and is none of the URL: `<URL:`, `>`, `"`.
    Delimiter,
    /// Characters of the URL, as they stand: underline these and nothing else.
    Piece,
    /// What the URL has something else for: `%20` for blanks, `@` for ` at `, `%25` for a `%`.
    Replaced(&'static str),
    /// What the URL passes over: a line break, blanks, a hyphen that was dropped, the bracket in
    /// `news:<id@host>`.
    Seam,
    /// Quote marks at the beginning of a line within a link.
    QuotePrefix,
}

/// An iterator over the segments of a text: see [`Extractor::segments`](crate::Extractor::segments).
///
/// ```
/// use urlsift::segment::SegmentKind;
/// use urlsift::Extractor;
///
/// let text = "see http://example.org/.";
/// let extractor = Extractor::new();
/// let mut segments = extractor.segments(text);
/// let mut drawn = Vec::new();
/// while let Some(segment) = segments.next() {
///     let target = segments.link().filter(|_| segment.kind == SegmentKind::Piece);
///     drawn.push((&text[segment.range], target.and_then(|link| link.href()).map(String::from)));
/// }
/// assert_eq!(drawn, [
///     ("see ", None),
///     ("http://example.org/", Some("http://example.org/".into())),
///     (".", None),
/// ]);
/// ```
#[derive(Clone, Debug)]
pub struct SegmentIter<'x, 'h, D = Utf8> {
    links: FindIter<'x, 'h, D>,
    cutter: SegmentCutter,
    /// The link that was found last.
    link: Option<Found<'h>>,
}

/// What cutting with a budget comes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SegmentStep {
    /// This comes next.
    Segment(Segment),
    /// The budget is spent; asked with another, the cutting goes on.
    Spent,
    /// There is no more.
    Done,
}

impl<'x, 'h, D: Decode> SegmentIter<'x, 'h, D> {
    pub(crate) fn new(links: FindIter<'x, 'h, D>) -> SegmentIter<'x, 'h, D> {
        SegmentIter { links, cutter: SegmentCutter::default(), link: None }
    }

    /// The link that the segment given last belongs to; after a plain one the next link, if there is
    /// one more.
    pub fn link(&self) -> Option<&Found<'h>> {
        self.link.as_ref()
    }

    /// The next segment, or `Spent` once `budget` is: the text from the end of the segment given last on
    /// is not cut yet, and may be drawn as plain for the time being. Segments do not depend on the budgets.
    ///
    /// ```
    /// use urlsift::extract::Budget;
    /// use urlsift::segment::SegmentStep;
    /// use urlsift::Extractor;
    ///
    /// let text = "no link here. ".repeat(1000) + "http://example.org/";
    /// let extractor = Extractor::new();
    /// let mut segments = extractor.segments(&text);
    /// let (mut drawn, mut redraws) = (String::new(), 0);
    /// loop {
    ///     match segments.next_within(&mut Budget::bytes(4096)) {
    ///         SegmentStep::Segment(segment) => drawn += &text[segment.range],
    ///         SegmentStep::Spent => redraws += 1,
    ///         SegmentStep::Done => break,
    ///     }
    /// }
    /// assert_eq!((drawn, redraws), (text, 3));
    /// ```
    pub fn next_within(&mut self, budget: &mut Budget) -> SegmentStep {
        if self.cutter.is_idle(self.links.haystack()) {
            let step = self.links.next_within(budget);
            if !self.cut(step) {
                return SegmentStep::Spent;
            }
        }
        self.cutter.next().map_or(SegmentStep::Done, SegmentStep::Segment)
    }

    /// The byte up to which the text was searched, as [`FindIter::position`].
    pub fn position(&self) -> usize {
        self.links.position()
    }

    /// Makes segments of what the search came to; false where that is nothing.
    fn cut(&mut self, step: Step<'h>) -> bool {
        let haystack = self.links.haystack();
        self.link = match step {
            Step::Found(found) => {
                self.cutter.cut(haystack, &found);
                Some(found)
            }
            Step::Spent => return false,
            Step::Done => {
                self.cutter.cut_rest(haystack);
                None
            }
        };
        true
    }
}

impl<D: Decode> Iterator for SegmentIter<'_, '_, D> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        if self.cutter.is_idle(self.links.haystack()) {
            let step = self.links.next().map_or(Step::Done, Step::Found);
            self.cut(step);
        }
        self.cutter.next()
    }
}

/// How far a text was cut. It holds no text, so that who owns one can keep it beside.
#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentCutter {
    /// Up to where segments were made.
    at: usize,
    /// How many links they are of.
    count: usize,
    /// Those that were not given yet.
    ready: VecDeque<Segment>,
}

impl SegmentCutter {
    /// Whether it needs the next link to go on.
    pub(crate) fn is_idle(&self, haystack: &[u8]) -> bool {
        self.ready.is_empty() && self.at < haystack.len()
    }

    pub(crate) fn next(&mut self) -> Option<Segment> {
        self.ready.pop_front()
    }

    /// Makes the segment behind the last link.
    pub(crate) fn cut_rest(&mut self, haystack: &[u8]) {
        self.push(self.at..haystack.len(), SegmentKind::Plain, None);
        self.at = haystack.len();
    }

    /// Makes the segments up to the end of `found`, the next link.
    pub(crate) fn cut(&mut self, haystack: &[u8], found: &Found<'_>) {
        let link = Some(self.count);
        self.count += 1;
        let outer = found.outer();
        self.push(self.at..outer.start, SegmentKind::Plain, None);
        self.at = outer.start;
        for (i, piece) in found.pieces().iter().enumerate() {
            let range = piece.range();
            if i == 0 {
                self.push(self.at..range.start, SegmentKind::Delimiter, link);
            } else {
                self.push_seam(haystack, self.at..range.start, link);
            }
            self.at = range.end;
            let kind = match piece {
                Piece::Copied(_) => SegmentKind::Piece,
                Piece::Inserted(text, _) => SegmentKind::Replaced(text),
            };
            // A `%20` for a line break has quote marks in it too, which are drawn as they are.
            self.push(range, kind, link);
        }
        self.push(self.at..outer.end, SegmentKind::Delimiter, link);
        self.at = outer.end;
    }

    fn push(&mut self, range: Range<usize>, kind: SegmentKind, link: Option<usize>) {
        if !range.is_empty() {
            self.ready.push_back(Segment { range, kind, link });
        }
    }

    /// Adds what stands between two pieces: on each line but the first, what is not blank is quote
    /// marks.
    fn push_seam(&mut self, haystack: &[u8], range: Range<usize>, link: Option<usize>) {
        let (mut start, end) = (range.start, range.end);
        let mut at = start;
        while let Some(i) = haystack[at..end].iter().position(|byte| b"\n\r".contains(byte)) {
            at += i + 1;
            let line = &haystack[at..end];
            let len = line.iter().position(|byte| b"\n\r".contains(byte)).unwrap_or(line.len());
            let marks = line[..len].trim_ascii_end().len();
            if marks > 0 {
                self.push(start..at, SegmentKind::Seam, link);
                self.push(at..at + marks, SegmentKind::QuotePrefix, link);
                at += marks;
                start = at;
            }
        }
        self.push(start..end, SegmentKind::Seam, link);
    }
}
