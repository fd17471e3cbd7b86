//! Iterates over the lines of a wrapper, without quote marks and indentation (W3, J2).
//!
//! Finding the wrapper's end stored nothing about its lines. The iterator splits them again with the same steps.

use core::ops::Range;

use crate::bytes::class::{ON_LINE, len_of};
use crate::bytes::space::{after_break, space_len};
use crate::wrapper::open::Opened;
use crate::wrapper::prefix::{CloseRule, Quoting, Start};

/// An iterator over the content of a wrapper, line by line, as byte ranges. See
/// [`Wrapper::lines`](crate::Wrapper::lines).
#[derive(Clone, Debug)]
pub struct Lines<'h> {
    haystack: &'h [u8],
    end: usize,
    quoting: Quoting,
    closer: CloseRule,
    close: usize,
    next: NextLine,
    /// The second of two lines, for a message-id in brackets.
    then: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug)]
enum NextLine {
    Text(usize),
    /// The offset of the line, whose quote marks are still to be skipped.
    Line(usize),
    Done,
}

impl<'h> Lines<'h> {
    /// Returns the lines of `opened` up to its closer at `close`, from the scheme on.
    pub(crate) fn new(opened: &Opened<'h>, closer: CloseRule, close: usize) -> Lines<'h> {
        let Opened { haystack, start, quoting: [quoting, _], end, .. } = *opened;
        Lines { haystack, end, quoting, closer, close, next: NextLine::Text(start), then: None }
    }

    /// Like [`new`](Self::new), from the scheme's colon on.
    pub(crate) fn after_colon(opened: &Opened<'h>, closer: CloseRule, close: usize) -> Lines<'h> {
        let Opened { after_colon, quoting: [_, quoting], .. } = *opened;
        Lines { quoting, next: NextLine::Text(after_colon), ..Lines::new(opened, closer, close) }
    }

    pub(crate) fn one(haystack: &'h [u8], start: usize, close: usize) -> Lines<'h> {
        let (quoting, closer, next) =
            (Quoting::new(start), CloseRule::ANGLE, NextLine::Text(start));
        Lines { haystack, end: close, quoting, closer, close, next, then: None }
    }

    pub(crate) fn two(haystack: &'h [u8], first: Range<usize>, second: Range<usize>) -> Lines<'h> {
        Lines { then: Some(second), ..Lines::one(haystack, first.start, first.end) }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let text = match self.next {
                NextLine::Done => {
                    let Range { start, end } = self.then.take()?;
                    self.close = end;
                    start
                }
                NextLine::Text(text) => text,
                NextLine::Line(line) => {
                    // The same call as in `find_close`, with the same state, so it gives the same start.
                    match self.quoting.start_of(self.haystack, line, self.end, self.closer) {
                        Start::Text(text, _) | Start::Empty(text, _) => text.min(self.close),
                        Start::Close(close, _) => close,
                    }
                }
            };
            let end = text + len_of(ON_LINE, &self.haystack[text..self.close]);
            self.next = if end == self.close {
                NextLine::Done
            } else {
                NextLine::Line(after_break(self.haystack, end))
            };
            let end = trim_end(self.haystack, text, end);
            if text < end {
                return Some(text..end);
            }
        }
    }
}

fn trim_end(haystack: &[u8], start: usize, mut end: usize) -> usize {
    // A space has up to three bytes, so its start is searched for backwards by length.
    let is_space = |end: usize, len: usize| space_len(haystack, end - len) == len;
    while let Some(len) = (1..=3.min(end - start)).find(|&len| is_space(end, len)) {
        end -= len;
    }
    end
}
