//! A text in segments: what a renderer draws one after another.

use alloc::collections::VecDeque;
use core::ops::Range;

use urlsift_rejoiner::Piece;

use crate::decode::{Decode, Utf8};
use crate::extract::FindIter;
use crate::found::Found;

/// A part of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Segment {
    /// Its byte range in the text, never empty.
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
    /// What the URL has something else for: blanks for `%20`, ` at ` for `@`.
    Replaced(&'static str),
    /// What the URL passes over: a line break, blanks, a hyphen that was dropped.
    Seam,
    /// Quote marks at the beginning of a line within a link.
    QuotePrefix,
}

/// An iterator over the segments of a text: see [`Extractor::segments`](crate::Extractor::segments).
///
/// ```
/// use urlsift::{Extractor, SegmentKind};
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
    /// Up to where segments were made.
    at: usize,
    /// The link that was found last, and how many were before it.
    link: Option<Found<'h>>,
    count: usize,
    /// Its segments that were not given yet.
    ready: VecDeque<Segment>,
}

impl<'x, 'h, D: Decode> SegmentIter<'x, 'h, D> {
    pub(crate) fn new(links: FindIter<'x, 'h, D>) -> SegmentIter<'x, 'h, D> {
        SegmentIter { links, at: 0, link: None, count: 0, ready: VecDeque::new() }
    }

    /// The link that the segment given last belongs to; after a plain one the next link, if there is
    /// one more.
    pub fn link(&self) -> Option<&Found<'h>> {
        self.link.as_ref()
    }

    fn push(&mut self, range: Range<usize>, kind: SegmentKind, link: Option<usize>) {
        if !range.is_empty() {
            self.ready.push_back(Segment { range, kind, link });
        }
    }

    /// Makes the segments up to the end of the next link, or of the text.
    fn make(&mut self) {
        let haystack = self.links.haystack();
        let Some(found) = self.links.next() else {
            self.push(self.at..haystack.len(), SegmentKind::Plain, None);
            self.at = haystack.len();
            self.link = None;
            return;
        };
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
        self.link = Some(found);
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

impl<D: Decode> Iterator for SegmentIter<'_, '_, D> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        if self.ready.is_empty() && self.at < self.links.haystack().len() {
            self.make();
        }
        self.ready.pop_front()
    }
}
