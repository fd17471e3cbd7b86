//! Splits the text after an opener into lines without quote marks, up to the closer: W3 and W4.

use std::string::String;
use std::vec::Vec;

use super::found::Bounds;
use super::text::{Text, is_break, is_space, is_zero_width};
use crate::form::Form;

/// The text between two delimiters.
pub(super) struct Cut {
    /// Each character with its offset. Any line break is one line feed.
    pub(super) chars: Vec<(char, usize)>,
    pub(super) close: usize,
}

/// The start of a line, after its quote marks.
#[derive(Clone, Copy)]
enum Start {
    Text(usize),
    Close(usize),
    Empty(usize),
    /// The line begins with a character that no wrapper contains.
    Bad,
}

/// The meaning of the last quote mark of a line that closing punctuation directly follows (W3).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LastMark {
    /// A quote mark like the others.
    IsMark,
    /// The wrapper's end, tried if the other reading gives no wrapper.
    Closes,
}

impl LastMark {
    /// Both, in the order of trying.
    pub(super) const BOTH: [LastMark; 2] = [LastMark::IsMark, LastMark::Closes];
}

/// The start of a line, and the number of quote marks of the opening line that it has.
#[derive(Clone, Copy)]
struct Line {
    start: Start,
    depth: usize,
    is_quoted: bool,
}

/// Returns the text of the wrapper of this form whose opener is at `open`, if the wrapper has an end.
pub(super) fn cut(
    whole: &Text,
    open: usize,
    form: Form,
    last_mark: LastMark,
    bounds: Bounds,
) -> Option<Cut> {
    let text = &whole.until(whole.bytes[open] + bounds.max_len);
    let (opening, prefix_end) = opening_marks(text, open);
    let is_spaced = text.before(prefix_end).is_some_and(|c| matches!(c, ' ' | '\t'));
    let mut cutter =
        Cutter { text, open, form, depth: opening.len(), opening, is_spaced, last_mark };
    let mut chars = Vec::new();
    let mut lines = 1;
    let mut at = open + 1;
    let close = loop {
        let c = text.get(at)?;
        if c == cutter.closer() {
            if form == Form::Quote && opens_next(whole, at) {
                return None;
            }
            break at;
        }
        if matches!(c, '<' | '>') {
            return None;
        }
        if !is_break(c) {
            chars.push((c, at));
            at += 1;
            continue;
        }
        chars.push(('\n', at));
        lines += 1;
        let mut next = text.after_break(at);
        let mut line = cutter.line(next);
        if let Start::Empty(_) = line.start {
            let blank = line;
            let mut empty = 0;
            while let Start::Empty(end) = line.start {
                empty += 1;
                if end == text.chars.len() || empty > 1 && empty > spacing(whole, open, form) {
                    return None;
                }
                chars.push(('\n', end));
                lines += 1;
                next = text.after_break(end);
                line = cutter.line(next);
            }
            if !cutter.goes_on(&blank, &line) {
                return None;
            }
        }
        match line.start {
            Start::Text(text) => at = text,
            Start::Close(close) => break close,
            Start::Empty(_) | Start::Bad => return None,
        }
        // No later line has a mark again that an earlier line lost.
        cutter.depth = cutter.depth.min(line.depth);
    };
    (lines <= bounds.max_lines).then_some(Cut { chars, close })
}

/// W4 (b): returns the fewest empty lines between two of the last four lines with text before the opener's line,
/// counting those after the last of them. At most 64 blank lines are looked at.
fn spacing(text: &Text, open: usize, form: Form) -> usize {
    let before: String = text.chars[..open].iter().collect();
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let mut gaps = Vec::new();
    let (mut empty, mut blanks) = (0, 0);
    for line in before.split('\n').rev().skip(1) {
        if line.chars().all(is_space) {
            empty += 1;
            blanks += 1;
            if blanks == 64 {
                break;
            }
        } else {
            gaps.push(empty);
            empty = 0;
        }
    }
    match gaps.get(..4) {
        Some(gaps) if form == Form::Url => gaps.iter().copied().min().unwrap_or(0),
        _ => 0,
    }
}

struct Cutter<'t> {
    text: &'t Text,
    open: usize,
    form: Form,
    opening: Vec<String>,
    /// The greatest number of marks that a further line can have.
    depth: usize,
    /// True if a space follows the marks of the opening line.
    is_spaced: bool,
    last_mark: LastMark,
}

impl Cutter<'_> {
    fn closer(&self) -> char {
        if self.form == Form::Quote { '"' } else { '>' }
    }

    /// W3: takes the marks of the opening line off a line, or as many of them as it has.
    fn line(&self, line_at: usize) -> Line {
        let at = line_at;
        let marks = marks(self.text, at, self.text.chars.len());
        let depth = (0..=marks.len().min(self.depth))
            .rev()
            .find(|&depth| is_subsequence(&marks[..depth], &self.opening))
            .expect("no marks are a subsequence of any marks");
        let marks_end = depth.checked_sub(1).map_or(at, |last| marks[last].1);
        let at = self.text.skip(marks_end, is_space);
        let line = |start| Line { start, depth, is_quoted: depth > 0 };
        match self.text.get(at) {
            None => line(Start::Empty(at)),
            Some(c) if is_break(c) => line(Start::Empty(at)),
            Some('>') => self.further_mark(line(Start::Bad), line_at, at),
            // As in `> >.` after `> > <http://a/`: the writer puts a space after each quote mark, so a mark
            // directly before punctuation is the closer.
            Some(c)
                if self.last_mark == LastMark::Closes
                    && depth > 0
                    && self.is_spaced
                    && at == marks_end
                    && self.text.before(marks_end) == Some(self.closer())
                    && ".,;:!?)]}'\"".contains(c)
                    && !self.is_closed_run(at) =>
            {
                line(Start::Close(marks_end - 1))
            }
            Some(_) => line(Start::Text(at)),
        }
    }

    /// W3: a further `>` is a quote mark if a closed run follows the run of `>` and spaces. Otherwise it
    /// closes. In quotes it closes nothing, and text that fills the rest of its line may be a piece of the
    /// URL too. `line_at` is the start of the line.
    fn further_mark(&self, line: Line, line_at: usize, mark: usize) -> Line {
        let at = self.text.skip(mark, |c| c == '>' || is_space(c));
        let end = self.text.skip(at, |c| !is_space(c) && !is_break(c));
        let fills = end > at && self.text.is(self.text.skip(end, is_space), is_break);
        let is_text = self.is_closed_run(at)
            || self.is_masked_run(at) && self.may_be_masked(line_at)
            || fills && self.completes_escape(line_at, at)
            || fills
                && self.is_open(line_at)
                && self.has_deeper_end(line_at, self.text.skip(end, is_space));
        if is_text || self.form == Form::Quote && fills {
            Line { start: Start::Text(at), is_quoted: true, ..line }
        } else if self.form == Form::Quote {
            line
        } else {
            Line { start: Start::Close(mark), ..line }
        }
    }

    /// W3: reports whether the text at `at` completes an escape that the line before begins.
    fn completes_escape(&self, line_at: usize, at: usize) -> bool {
        let before: String = self.text.chars[..line_at].iter().collect();
        let before = before.trim_end_matches(|c: char| c.is_ascii_whitespace());
        let is_hex = |c: char| c.is_ascii_hexdigit();
        let missing = if before.ends_with('%') {
            2
        } else if before.ends_with(is_hex) && before[..before.len() - 1].ends_with('%') {
            1
        } else {
            return false;
        };
        (at..at + missing).all(|at| self.text.is(at, is_hex))
    }

    /// W3: reports whether the line before ends in `:`, `-` or `/`.
    fn is_open(&self, line_at: usize) -> bool {
        let before: String = self.text.chars[..line_at].iter().collect();
        before.trim_end_matches(|c: char| c.is_ascii_whitespace()).ends_with([':', '-', '/'])
    }

    /// W3: reports whether the next line, after the break at `stop`, has more `>`, and then a closed run. A masked
    /// `@` may be in it.
    fn has_deeper_end(&self, line_at: usize, stop: usize) -> bool {
        let marks_end = |at: usize| self.text.skip(at, |c| c == '>' || is_space(c));
        let depth =
            |at: usize| self.text.chars[at..marks_end(at)].iter().filter(|&&c| c == '>').count();
        let next = self.text.after_break(stop);
        let at = marks_end(next);
        depth(next) > depth(line_at) && (self.is_closed_run(at) || self.is_masked_run(at))
    }

    /// W3: reports whether ` at ` may be part of the run at the start of the line: the line before ends in
    /// `mailto:`, or it is quoted too and has fewer `>`.
    fn may_be_masked(&self, line_at: usize) -> bool {
        let before: String = self.text.chars[self.open..line_at].iter().collect();
        let before = before.trim_end_matches(|c: char| c.is_ascii_whitespace());
        let line_before = before.rsplit(is_break).next().unwrap_or_default();
        let marks = line_before.chars().take_while(|&c| c == '>' || is_space(c));
        let depth = marks.filter(|&c| c == '>').count();
        before.to_ascii_lowercase().ends_with("mailto:")
            || depth > 0 && depth < self.count_marks(line_at)
    }

    /// Returns the number of `>` that a line begins with.
    fn count_marks(&self, line_at: usize) -> usize {
        let end = self.text.skip(line_at, |c| c == '>' || is_space(c));
        self.text.chars[line_at..end].iter().filter(|&&c| c == '>').count()
    }

    /// Like `is_closed_run`, for a run with ` at ` in place of `@`.
    fn is_masked_run(&self, at: usize) -> bool {
        let run = self.text.skip(at, |c| !is_space(c) && !is_break(c));
        let is_masked = self.text.chars.get(run..run + 4) == Some(&[' ', 'a', 't', ' ']);
        run > at
            && self.text.is(run - 1, |c| c.is_ascii_alphanumeric())
            && is_masked
            && self.is_closed_run(run + 4)
    }

    /// Reports whether a run without whitespace reaches the closer. It must have a letter, a digit, a slash
    /// or a character beyond ASCII, because punctuation alone is an arrow (`> -> x`).
    fn is_closed_run(&self, at: usize) -> bool {
        let is_run =
            |c| !is_space(c) && !is_break(c) && !matches!(c, '<' | '>') && c != self.closer();
        let end = self.text.skip(at, is_run);
        let is_piece = |&c: &char| c.is_ascii_alphanumeric() || c == '/' || !c.is_ascii();
        self.text.chars[at..end].iter().any(is_piece) && self.text.is(end, |c| c == self.closer())
    }

    /// W4: reports whether a wrapper continues after one blank line.
    fn goes_on(&self, blank: &Line, next: &Line) -> bool {
        let has_no_gap = match next.start {
            Start::Text(at) => !self.has_gap(at),
            Start::Close(_) => true,
            Start::Empty(_) | Start::Bad => return false,
        };
        let is_quoted_end = matches!(next.start, Start::Text(at) if self.is_closed_run(at));
        let is_quoted = blank.is_quoted && next.is_quoted && is_quoted_end;
        let is_doubled = self.form == Form::Url && has_no_gap;
        is_quoted || is_doubled
    }

    /// Reports whether the text up to the closer or the end of the line has a gap.
    fn has_gap(&self, at: usize) -> bool {
        let end = self.text.skip(at, |c| !is_break(c) && !matches!(c, '<' | '>'));
        let line: String =
            self.text.chars[at..end].iter().filter(|&&c| !is_zero_width(c)).collect();
        line.trim_matches(is_space).contains(is_space)
    }
}

/// W6: reports whether the `"` at `at` opens a new quotation: a space precedes it and a letter or digit
/// follows.
fn opens_next(text: &Text, at: usize) -> bool {
    text.before(at).is_some_and(|c| c.is_ascii_whitespace())
        && text.is(at + 1, |c| c.is_ascii_alphanumeric())
}

/// Returns the marks that the opening line begins with, and the offset after them and their spaces.
/// Looks at 256 bytes at most.
fn opening_marks(text: &Text, open: usize) -> (Vec<String>, usize) {
    let start = text.line_start(open);
    let end = (start..open).find(|&at| text.bytes[at + 1] > text.bytes[start] + 256);
    let end = end.unwrap_or(open);
    let marks = marks(text, start, end);
    let marks_end = marks.last().map_or(start, |&(_, marks_end)| marks_end);
    (marks.into_iter().map(|(mark, _)| mark).collect(), text.skip(marks_end, is_space).min(end))
}

/// Returns the run of marks at `at`, each with the offset after it.
fn marks(text: &Text, mut at: usize, end: usize) -> Vec<(String, usize)> {
    let mut marks = Vec::new();
    loop {
        at = text.skip(at, is_space);
        // Initials have 1 to 12 letters or digits.
        let letters = text.skip(at, |c| c.is_ascii_alphanumeric());
        let marks_end = if text.is(at, |c| matches!(c, '>' | '|' | ':' | '%' | '#' | '›' | '»'))
        {
            at + 1
        } else if (1..=12).contains(&(letters - at)) && text.is(letters, |c| c == '>') {
            letters + 1
        } else {
            return marks;
        };
        if marks_end > end {
            return marks;
        }
        marks.push((text.chars[at..marks_end].iter().collect(), marks_end));
        at = marks_end;
    }
}

/// Reports whether the marks of a line are those of the opening line, some of them possibly lost.
fn is_subsequence(marks: &[(String, usize)], opening: &[String]) -> bool {
    let Some((first, rest)) = marks.split_first() else { return true };
    let met = opening.iter().position(|mark| *mark == first.0);
    met.is_some_and(|met| is_subsequence(rest, &opening[met + 1..]))
}
