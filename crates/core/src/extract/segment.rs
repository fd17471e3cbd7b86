//! Cutting a text for a renderer: plain text, pieces of links, and the bytes between these.
//!
//! Plain text before a link is returned after the link is found, because its end is the start of the link. The segments
//! of a link that was found are returned without spending the budget.

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
    /// Returns an iterator over the segments of `text`: plain text, the pieces of links, and the bytes between these.
    /// The ranges are adjacent and cover the text. A link may have very many pieces, so write its address once. Takes
    /// as long as [`find_iter`](Extractor::find_iter).
    ///
    /// ```
    /// use urlsift::extract::SegmentKind;
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

/// A byte range of a text, with its kind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Segment {
    /// The range in the text, in bytes. It is never empty.
    pub range: Range<usize>,
    /// The kind of text in the range.
    pub kind: SegmentKind,
    /// The number of the link that the segment belongs to, from 0; `None` for plain text.
    pub link: Option<usize>,
}

/// The kind of a segment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum SegmentKind {
    /// Text outside of links.
    Plain,
    /// A delimiter of a link: `<URL:`, `>`, `"`.
    Delimiter,
    /// Characters of the URL. To underline a link, underline these and nothing else.
    Piece,
    /// Text that the URL has in another spelling, which is the value: `%20` for a space, `@` for ` at `,
    /// `%25` for a `%`.
    Replaced(&'static str),
    /// Text that is not in the URL: a line break, spaces, a hyphen that was dropped, the bracket in `news:<id@host>`.
    Seam,
    /// Quote marks at the beginning of a line inside a link.
    QuotePrefix,
}

/// An iterator over the segments of a text. See [`Extractor::segments`](crate::Extractor::segments).
///
/// ```
/// use urlsift::extract::SegmentKind;
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
    link: Option<Found<'h>>,
}

/// The result of one step of cutting with a budget.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SegmentStep {
    /// The next segment.
    Segment(Segment),
    /// The budget is spent. A call with a new one goes on.
    Spent,
    /// The end of the text.
    Done,
}

impl SegmentStep {
    pub(crate) fn segment(self) -> Option<Segment> {
        match self {
            SegmentStep::Segment(segment) => Some(segment),
            SegmentStep::Spent | SegmentStep::Done => None,
        }
    }
}

impl<'x, 'h, D: Decode> SegmentIter<'x, 'h, D> {
    pub(crate) fn new(links: FindIter<'x, 'h, D>) -> SegmentIter<'x, 'h, D> {
        SegmentIter { links, cutter: SegmentCutter::default(), link: None }
    }

    /// Returns the link of the last segment. After a plain segment it is the next link, if there is one.
    pub fn link(&self) -> Option<&Found<'h>> {
        self.link.as_ref()
    }

    /// Returns the next segment, or `Spent` if the budget is used up first. Until a later call, draw the text
    /// after the last segment as plain. The budget does not change what the segments are.
    ///
    /// ```
    /// use urlsift::extract::{Budget, SegmentStep};
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
        self.step(Some(budget))
    }

    /// Returns the byte offset up to which the text was searched, like [`FindIter::position`].
    pub fn position(&self) -> usize {
        self.links.position()
    }

    fn step(&mut self, budget: Option<&mut Budget>) -> SegmentStep {
        let haystack = self.links.haystack();
        if self.cutter.is_idle(haystack) {
            // Segments that are ready are returned even with a spent budget, so a link is never drawn in parts.
            let step = match budget {
                Some(budget) => self.links.next_within(budget),
                None => self.links.next().map_or(Step::Done, Step::Found),
            };
            self.link = match step {
                Step::Found(found) => Some(found),
                Step::Spent => return SegmentStep::Spent,
                Step::Done => None,
            };
            self.cutter.cut(haystack, self.link.as_ref());
        }
        self.cutter.next().map_or(SegmentStep::Done, SegmentStep::Segment)
    }
}

impl<D: Decode> Iterator for SegmentIter<'_, '_, D> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        self.step(None).segment()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentCutter {
    at: usize,
    count: usize,
    ready: VecDeque<Segment>,
}

impl SegmentCutter {
    /// Reports whether the next segment needs another search step.
    pub(crate) fn is_idle(&self, haystack: &[u8]) -> bool {
        // At the end of the text no step follows. The empty queue then ends the iteration.
        self.ready.is_empty() && self.at < haystack.len()
    }

    pub(crate) fn next(&mut self) -> Option<Segment> {
        self.ready.pop_front()
    }

    /// Makes the segments up to the end of `link`, the next one, or of the text after the last link.
    pub(crate) fn cut(&mut self, haystack: &[u8], link: Option<&Found<'_>>) {
        let Some(found) = link else {
            self.push(self.at..haystack.len(), SegmentKind::Plain, None);
            self.at = haystack.len();
            return;
        };
        // Each range begins at `self.at` and moves it to its end. `push` drops empty ones.
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
            // A line break that became `%20` includes quote marks; these are drawn as part of it.
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

    /// Adds the segments between two pieces. On each line except the first, text that is not whitespace is quote marks.
    fn push_seam(&mut self, haystack: &[u8], range: Range<usize>, link: Option<usize>) {
        let (mut start, end) = (range.start, range.end);
        let mut at = start;
        while let Some(i) = haystack[at..end].iter().position(|byte| b"\n\r".contains(byte)) {
            // Each break is a line start, so CRLF has an empty line between its two bytes, which has no marks.
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
