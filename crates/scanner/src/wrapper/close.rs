//! Finds the end of a wrapper: the closing `>` of W3, or `"`, within the bounds of W4.
//!
//! The walk goes line by line from the scheme's colon. It gives up at a `<`, where a new wrapper may begin, at a blank
//! line, at the bounds and at the end of the text. So no byte is walked over for two openers. An opener without an end
//! is walked once more, with punctuation after a quote mark taken as the sentence's.

use memchr::memchr;

use crate::bytes::class::{IN_BRACKETS, IN_QUOTES, len_of};
use crate::bytes::space::{
    after_break, count_breaks, gap_start, is_break, line_start, skip_spaces,
};
use crate::bytes::{run_len_end, work};
use crate::form::Form;
use crate::wrapper::open::Opened;
use crate::wrapper::prefix::{CloseRule, Quoting, Start, begins_with_closed_run};

#[derive(Debug)]
pub(crate) struct Closing {
    pub(crate) at: usize,
    pub(crate) quoting: Quoting,
    /// The first `>` that may be either the closer or a quote mark.
    pub(crate) doubtful: Option<usize>,
}

/// The number of lines with text before a wrapper that show how lines are spaced. At the start of a text, those after the
/// wrapper do too.
const SAMPLED_LINES: usize = 4;

const SAMPLED_BYTES: usize = 1024;

const MAX_SAMPLED_BLANKS: usize = 64;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum NoEnd {
    /// A delimiter that is not the wrapper's closer: a `<`, or in form `quote` a `>` or the next opening `"`.
    OtherDelimiter,
    /// A bound, a blank line, the head of an arrow, or the end of the text.
    OutOfBounds,
}

impl Opened<'_> {
    pub(crate) fn is_unclosed(&self, closer: CloseRule) -> bool {
        matches!(self.close(closer), Err(NoEnd::OutOfBounds))
    }

    /// Returns the wrapper's end under the rule `closer`.
    pub(crate) fn close(&self, closer: CloseRule) -> Result<Closing, NoEnd> {
        let Opened { haystack, open, end, quoting: [_, mut quoting], .. } = *self;
        // Only the first doubtful `>` is kept, so a wrapper has at most one other end.
        let mut doubtful = None;
        let mut at = self.after_colon;
        // A break after `<` or `URL:` counts as well.
        let mut lines = 1 + count_breaks(&haystack[open..at]);
        if lines > self.max_lines {
            return Err(NoEnd::OutOfBounds);
        }
        loop {
            let stop = self.skip_text(at);
            let byte = *haystack[..end].get(stop).ok_or(NoEnd::OutOfBounds)?;
            // Only form `quote` stops at a `"`; in brackets it is text.
            if byte == b'"' && self.opens_next(stop) {
                return Err(NoEnd::OtherDelimiter);
            }
            if byte == closer.byte {
                let is_arrow = byte == b'>' && ends_arrow(&haystack[at..stop]);
                let closing = Closing { at: stop, quoting, doubtful };
                return if is_arrow { Err(NoEnd::OutOfBounds) } else { Ok(closing) };
            }
            // A `<`, or a `>` in quotes, ends the attempt, as does the bound on lines.
            if !is_break(byte) {
                return Err(NoEnd::OtherDelimiter);
            }
            if lines == self.max_lines {
                return Err(NoEnd::OutOfBounds);
            }
            lines += 1;
            let line = after_break(haystack, stop).min(end);
            let mut start = quoting.start_of(haystack, line, end, closer);
            if let Start::Empty(mut stop, has_marks) = start {
                let (mut empty, mut most) = (1, None);
                // The line after the empty ones is read here and not in the next turn, because it decides.
                let line = loop {
                    if stop == end || lines == self.max_lines {
                        return Err(NoEnd::OutOfBounds);
                    }
                    lines += 1;
                    let line = after_break(haystack, stop).min(end);
                    start = quoting.start_of(haystack, line, end, closer);
                    match start {
                        Start::Empty(next, _)
                            if empty < *most.get_or_insert_with(|| self.spacing().max(1)) =>
                        {
                            stop = next;
                        }
                        _ => break line,
                    }
                    empty += 1;
                };
                if !self.goes_on(has_marks, line, &start, closer) {
                    return Err(NoEnd::OutOfBounds);
                }
            }
            match start {
                Start::Text(text, mark) => {
                    doubtful = doubtful.or(mark);
                    at = text;
                }
                Start::Close(at, may_be_mark) if closer.byte == b'>' => {
                    let mark = may_be_mark.then_some(at);
                    return Ok(Closing { at, quoting, doubtful: doubtful.or(mark) });
                }
                Start::Close(..) => return Err(NoEnd::OtherDelimiter),
                Start::Empty(..) => return Err(NoEnd::OutOfBounds),
            }
        }
    }

    /// A `"` after a space and before a letter or digit opens a new quotation, so this one was never closed (W6).
    fn opens_next(&self, at: usize) -> bool {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
        self.haystack[at - 1].is_ascii_whitespace()
            && self.haystack.get(at + 1).is_some_and(is_word)
    }

    /// Reports whether the wrapper continues after an empty line (W4). `start` describes the line after it, at `line`.
    fn goes_on(&self, has_marks: bool, line: usize, start: &Start, closer: CloseRule) -> bool {
        let Opened { haystack, form, end, .. } = *self;
        let may_be_empty = || form == Form::Url || self.spacing() > 0;
        match *start {
            // Web copies of RFC 1738 double the line breaks. A line of prose has gaps.
            Start::Text(text, _) if !self.has_gap(text) && may_be_empty() => true,
            Start::Text(text, _) => {
                let quoted = skip_spaces(haystack, line, end) < text;
                has_marks && quoted && begins_with_closed_run(haystack, text, end, closer)
            }
            Start::Close(..) => may_be_empty(),
            Start::Empty(..) => false,
        }
    }

    /// Returns how many empty lines in a row count as none in a copy with doubled line breaks: the fewest that follow
    /// any of the last lines with text before the wrapper, or at the start of the text after it. A copy whose line
    /// breaks were doubled twice has three after each line. Only the last opener of a line can ask for this, so a byte
    /// is walked over for few openers.
    fn spacing(&self) -> usize {
        let Opened { haystack, open, .. } = *self;
        let (mut fewest, mut empty, mut blanks, mut texts) = (usize::MAX, 0, 0, 0);
        let mut next = line_start(haystack, open);
        while texts < SAMPLED_LINES {
            if blanks == MAX_SAMPLED_BLANKS || fewest == 0 {
                return 0;
            }
            if next == 0 {
                return self
                    .spacing_after(SAMPLED_LINES - texts)
                    .map_or(0, |after| fewest.min(after));
            }
            // The line break is one byte, or CRLF.
            let end = next - if haystack[..next].ends_with(b"\r\n") { 2 } else { 1 };
            let start = line_start(haystack, end);
            let text = skip_spaces(haystack, start, end);
            work::add(text - start);
            if text == end {
                (empty, blanks) = (empty + 1, blanks + 1);
            } else {
                (fewest, empty, texts) = (fewest.min(empty), 0, texts + 1);
            }
            next = start;
        }
        fewest
    }

    /// Like [`spacing`](Self::spacing), for the first `lines` with text from the closer on, if there are so many.
    fn spacing_after(&self, lines: usize) -> Option<usize> {
        let Opened { haystack, form, after_colon, end, .. } = *self;
        let closer = if form == Form::Quote { b'"' } else { b'>' };
        let close = after_colon + memchr(closer, &haystack[after_colon..end])?;
        let near = &haystack[close..haystack.len().min(close + SAMPLED_BYTES)];
        work::add(near.len() + close - after_colon);
        // Files of old Macs have no `\n`.
        let line_break = if near.contains(&b'\n') { b'\n' } else { b'\r' };
        let mut rest = near.split(|&byte| byte == line_break).skip(1);
        let mut fewest = usize::MAX;
        for _ in 0..lines {
            let mut empty = 0;
            while rest.next()?.trim_ascii().is_empty() {
                empty += 1;
            }
            fewest = fewest.min(empty);
        }
        Some(fewest)
    }

    /// Reports whether the text from `at` up to the closer or the end of the line has a gap.
    fn has_gap(&self, at: usize) -> bool {
        let line = self.skip_text(at);
        work::add(line - at);
        // Spaces at the end of the line are no gap.
        skip_spaces(self.haystack, gap_start(self.haystack, at, line), line) < line
    }

    /// Text ends at `<`, `>`, a break, in form `quote` a `"`, or the end.
    fn skip_text(&self, at: usize) -> usize {
        let class = if self.form == Form::Quote { IN_QUOTES } else { IN_BRACKETS };
        let len = len_of(class, &self.haystack[at..self.end]);
        work::add(len);
        at + len
    }
}

/// Reports whether the `>` after `line`, without quote marks, is the head of an arrow: ` ->`, ` =>`. No URL ends so
/// after a word on the same line.
fn ends_arrow(line: &[u8]) -> bool {
    let shaft = run_len_end(line, |byte| matches!(byte, b'-' | b'='));
    let before = &line[..line.len() - shaft];
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    // These marks may be from a quotation within the lines.
    let is_mark = |byte: &u8| b">|".contains(byte);
    shaft > 0
        && before.ends_with(b" ")
        && before.iter().any(is_word)
        && !before.trim_ascii_end().last().is_some_and(is_mark)
}
