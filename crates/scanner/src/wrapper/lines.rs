//! The lines of a wrapper that was found, without quote marks and indentation (W3, J2).
//!
//! Nothing was kept of them when the wrapper's end was looked for, so they are taken apart once more,
//! by the same steps; what decided then decides again.

use core::ops::Range;

use crate::bytes::class::{ON_LINE, len_of};
use crate::bytes::space::{after_break, space_len};
use crate::wrapper::close::Opened;
use crate::wrapper::prefix::{CloseRule, Quoting, Start};

/// The text of a wrapper line by line, as ranges of the haystack: see [`Wrapper::lines`].
///
/// [`Wrapper::lines`]: crate::Wrapper::lines
#[derive(Clone, Debug)]
pub struct Lines<'h> {
    haystack: &'h [u8],
    /// Where the bound on the wrapper's length ends it: what decided its end looked as far.
    end: usize,
    quoting: Quoting,
    closer: CloseRule,
    /// The offset of the closing byte.
    close: usize,
    /// Where the next line's text starts, and whether its quote marks are still to be taken off.
    next: NextLine,
    /// What comes after that, where the text is in two.
    then: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug)]
enum NextLine {
    Text(usize),
    Line(usize),
    Done,
}

impl<'h> Lines<'h> {
    /// The lines from `start` to `close` of a wrapper opened so; `quoting` is what is known of quote
    /// marks at `start`.
    pub(crate) fn new(
        opened: &Opened<'h>,
        quoting: Quoting,
        closer: CloseRule,
        start: usize,
        close: usize,
    ) -> Lines<'h> {
        let Opened { haystack, end, .. } = *opened;
        Lines { haystack, end, quoting, closer, close, next: NextLine::Text(start), then: None }
    }

    /// The one line `start..close` of what has no delimiters.
    pub(crate) fn one(haystack: &'h [u8], start: usize, close: usize) -> Lines<'h> {
        let (quoting, closer) = (Quoting::new(start), CloseRule::ANGLE);
        Lines {
            haystack,
            end: close,
            quoting,
            closer,
            close,
            next: NextLine::Text(start),
            then: None,
        }
    }

    /// The two `first` and `second`, of what has no delimiters but holds a bracket.
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
                    match self.quoting.start_of(self.haystack, line, self.end, self.closer) {
                        Start::Text(text, _) | Start::Empty(_, text) => text.min(self.close),
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

/// The end of what stands in `start..end` without the blanks at its end.
fn trim_end(haystack: &[u8], start: usize, mut end: usize) -> usize {
    let len_before = |end: usize| {
        (1..=3).find(|&len| end >= start + len && space_len(haystack, end - len) == len)
    };
    while let Some(len) = len_before(end) {
        end -= len;
    }
    end
}
