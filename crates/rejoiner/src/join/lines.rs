//! The lines around the end of a URL: quote marks, indentation and widths.

use core::ops::{Range, RangeInclusive};

use crate::join::work;

const MIN_WRAPPED_WIDTH: usize = 60;

pub(crate) const NEAR_LINES: usize = 10;

/// The number of bytes before and after the cut line in which these lines are looked at. Without this bound, a search
/// with a small budget might look at twenty lines of megabytes.
pub(crate) const NEAR_BYTES: usize = 4096;

/// Widths are in characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearLines<'h> {
    haystack: &'h [u8],
    next: &'h NextRun,
    start: usize,
    next_marks: &'h [u8],
    pub(crate) line: usize,
    pub(crate) run: usize,
    /// Whether nothing precedes the URL on its line except quote marks and spaces.
    pub(crate) is_url_alone: bool,
    /// Whether the next line has the same quote marks, or a mailer may have wrapped a line that was quoted before: the
    /// next line lacks marks, and one of the lines after it has them, a paragraph ends, or the URL ends as no URL does.
    /// Or the line of the URL has lost marks that one of the lines before has.
    pub(crate) has_same_marks: bool,
    /// The indentation of the URL's line and of the next one, after the quote marks.
    pub(crate) indent: usize,
    pub(crate) next_indent: usize,
}

// What few places need is examined when it is asked for.
impl NearLines<'_> {
    /// Reports whether the run would have had a place on a line of `width`. Then no wrapping program broke the line.
    pub(crate) fn fits_in(&self, width: usize) -> bool {
        self.line + 1 + self.run <= width
    }

    /// Reports whether a paragraph ends after the next line: with a blank line, a line of fewer quote marks, or a bracket.
    pub(crate) fn ends_paragraph(&self) -> bool {
        self.next.ends_paragraph(self.haystack, self.next_marks)
    }

    pub(crate) fn next(&self) -> usize {
        width(&self.haystack[self.next.line..self.next.run.end])
    }

    pub(crate) fn precedes_url(&self) -> bool {
        let end = self.next.run.end;
        lines_after(self.haystack, end).nth(1).is_some_and(has_url)
    }

    pub(crate) fn has_hyphens(&self) -> bool {
        let ends_in_hyphen = |line: &[u8]| matches!(line, [.., b'a'..=b'z', b'-']);
        near(self.haystack, self.start, self.next.line, b'\n').any(ends_in_hyphen)
    }

    /// Reports whether a line around has the word that the break divides.
    pub(crate) fn has_word(&self, url: &[u8], run: &[u8]) -> bool {
        let head = url.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let tail = run.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (head, tail) = (&url[url.len() - head..], &run[..tail]);
        // Few bytes are the first one of the word. To compare a window at each byte took three times as long.
        let has_word = |mut line: &[u8]| loop {
            let Some(at) = line.iter().position(|&byte| byte == head[0]) else { break false };
            if line[at..].strip_prefix(head).is_some_and(|rest| rest.starts_with(tail)) {
                break true;
            }
            line = &line[at + 1..];
        };
        !head.is_empty()
            && !tail.is_empty()
            && WORD_BYTES.contains(&(head.len() + tail.len()))
            && near(self.haystack, self.start, self.next.line, b'\n').any(has_word)
    }
}

/// The width to which a text is wrapped if no line near shows it.
const DEFAULT_WIDTH: usize = 70;

const MAX_WRAPPED_WIDTH: usize = 100;

/// Reports whether the widths of lines explain the line break between byte `end`, where the text of a URL ends on its
/// line, and byte `next`, where it goes on: the line is full, or the next run does not fit after a mark that may end a
/// line. Linear in the line, ten lines on either side, and the run that begins at `next`.
pub fn is_wrapped(haystack: &[u8], end: usize, next: usize) -> bool {
    let (line, widest) = widths_at(haystack, end);
    let run = run_at(haystack, next);
    work::add(run.len());
    let may_end = haystack[..end].last().is_some_and(|byte| b"-./".contains(byte));
    let wrapped = if widest == 0 { DEFAULT_WIDTH } else { widest.max(MIN_WRAPPED_WIDTH) };
    let is_full = line + 3 >= widest.max(MIN_WRAPPED_WIDTH);
    line <= MAX_WRAPPED_WIDTH && (is_full || may_end && line + 1 + width(&haystack[run]) > wrapped)
}

/// The first run of the line after a URL.
#[derive(Debug)]
pub(crate) struct NextRun {
    pub(crate) run: Range<usize>,
    /// Whether nothing follows the run on its line.
    pub(crate) is_alone: bool,
    line: usize,
}

impl NextRun {
    /// Returns the first run of the line after the one that ends at `end`. `None` if there is more on the line of
    /// `end`, or if the next line is empty.
    pub(crate) fn after(haystack: &[u8], end: usize) -> Option<NextRun> {
        let line = match &haystack[text_after(haystack, end)..] {
            rest @ ([b'\n', ..] | [b'\r', b'\n', ..]) => {
                haystack.len() - rest.len() + if rest[0] == b'\r' { 2 } else { 1 }
            }
            _ => return None,
        };
        // Most URLs at a line end have an empty line after them.
        if matches!(haystack.get(line), None | Some(b'\r' | b'\n')) {
            return None;
        }
        let start = skip_spaces(haystack, prefix_end(haystack, line));
        let run = run_at(haystack, start);
        let after = text_after(haystack, run.end);
        work::add(after - end);
        // Other control characters are in no text, and no URL goes on in binary data.
        if after == run.end && haystack.get(after).is_some_and(|&byte| is_binary(byte)) {
            return None;
        }
        let is_alone = haystack.get(after).is_none_or(|byte| b"\r\n".contains(byte));
        (!run.is_empty()).then_some(NextRun { run, is_alone, line })
    }

    pub(crate) fn after_run<'h>(&self, haystack: &'h [u8]) -> &'h [u8] {
        let line = lines_after(haystack, self.run.end).next().unwrap_or_default();
        let text = line.trim_ascii_end();
        match text.strip_suffix(BAR) {
            // A frame and codes of colours are no text.
            _ if self.is_alone && !text.is_empty() => b"",
            Some(text) => text.trim_ascii_end(),
            None => line,
        }
    }

    /// Reports whether a paragraph ends after the run, whose line has `marks`.
    fn ends_paragraph(&self, haystack: &[u8], marks: &[u8]) -> bool {
        let next = lines_after(haystack, self.run.end).nth(1).unwrap_or_default();
        let text = prefix_end(next, 0);
        let is_blank = matches!(next.get(skip_spaces(next, text)), None | Some(b'\r' | b'\n'));
        let is_closed = b")]'".contains(&haystack[self.run.end - 1]);
        is_closed || is_blank || !begins_with_marks(&next[..text], marks)
    }

    /// Examines the line of `url`, before the one of this run, and the lines around it. `None` if the quote marks of
    /// the two lines differ, or the two lines begin alike.
    pub(crate) fn line_of<'h>(
        &'h self,
        haystack: &'h [u8],
        url: Range<usize>,
        is_first: bool,
    ) -> Option<NearLines<'h>> {
        let start = line_start(haystack, url.start);
        let prefix = prefix_end(haystack, start).min(url.start);
        let next_prefix = prefix_end(haystack, self.line);
        let marks = &haystack[start..prefix];
        let next_marks = &haystack[self.line..next_prefix];
        let before = line_start(haystack, start.saturating_sub(1));
        let has_same_marks = is_same_prefix(marks, next_marks);
        let has_lost_marks = || {
            marks.iter().any(|mark| b">|".contains(mark))
                && begins_with_marks(marks, next_marks)
                && (have_marks(lines_after(haystack, self.run.end).skip(1), marks)
                    || self.is_alone && self.ends_paragraph(haystack, next_marks)
                    || b"-.@".contains(&haystack[url.end - 1]))
        };
        let had_lost_marks = || {
            begins_with_marks(next_marks, marks)
                && have_marks(lines_before(haystack, start), next_marks)
        };
        if !has_same_marks && !has_lost_marks() && !had_lost_marks() {
            return None;
        }
        let text = skip_spaces(haystack, prefix);
        // A URL alone on its line begins like any other.
        let is_alone = text >= url.start;
        let line_before = prefix_end(haystack, before).min(start)..start;
        let above = &haystack[if is_alone { line_before } else { text..url.start }];
        let above = above.trim_ascii_start();
        work::add(self.line - before);
        let line = width(&haystack[start..url.end]);
        let run = &haystack[self.run.clone()];
        // A log, a chat or a list goes on.
        if is_first && is_same_beginning(above, run) {
            return None;
        }
        Some(NearLines {
            haystack,
            next: self,
            start,
            next_marks,
            line,
            run: width(run),
            is_url_alone: is_first && is_alone,
            has_same_marks,
            indent: text - prefix,
            next_indent: self.run.start - next_prefix,
        })
    }
}

/// The lengths of words that show a join if they occur near. Long ones would be compared at many places of a line.
const WORD_BYTES: RangeInclusive<usize> = 5..=64;

/// The number of lines before and after that may lack the quote marks of the others.
const MAX_LINES: usize = 4;

fn have_marks<'h>(lines: impl Iterator<Item = &'h [u8]>, marks: &[u8]) -> bool {
    lines.take(MAX_LINES).any(|line| is_same_prefix(marks, marks_at(line, 0)))
}

/// Reports whether the first run of `line`, before more text, differs from `run` in digits at most, or both begin with
/// the same name and delimiter, as `preseed/`.
fn is_same_beginning(line: &[u8], run: &[u8]) -> bool {
    let name = run.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if name > 0 && matches!(run.get(name), Some(b'/' | b'=')) && line.starts_with(&run[..=name]) {
        return true;
    }
    let is_same =
        |(one, other): (&u8, &u8)| one == other || one.is_ascii_digit() && other.is_ascii_digit();
    let (begins, more) = line.split_at(run.len().min(line.len()));
    more.starts_with(b" ") && !more.trim_ascii().is_empty() && begins.iter().zip(run).all(is_same)
}

/// Returns the width of the line up to `end`, and that of the widest line near it with the same quote marks.
fn widths_at(haystack: &[u8], end: usize) -> (usize, usize) {
    let rest = &haystack[end..haystack.len().min(end + NEAR_BYTES)];
    // A lone CR ends the lines of some texts.
    let next = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
    let line_end = match rest[next..] {
        [b'\r', after, ..] if after != b'\n' => b'\r',
        _ => b'\n',
    };
    let before = haystack[..end].iter().rposition(|&byte| byte == line_end);
    let start = before.map_or(0, |before| before + 1);
    let next = end + (next + 1).min(rest.len());
    work::add(next - start);
    let marks = marks_at(haystack, start);
    // A line of one run, or with a URL, may be wider than the program that wrapped the text wanted.
    let widths = near(haystack, start, next, line_end).filter_map(|line| {
        let (line_marks, text) = line.split_at(prefix_end(line, 0));
        let is_prose = is_same_prefix(marks, line_marks)
            && text.trim_ascii_start().contains(&b' ')
            && !has_url(text);
        is_prose.then(|| width(line))
    });
    (width(&haystack[start..end]), widths.max().unwrap_or(0))
}

/// The lines are without spaces at their ends.
fn near(haystack: &[u8], start: usize, end: usize, line_end: u8) -> impl Iterator<Item = &[u8]> {
    let is_break = move |byte: &u8| *byte == line_end;
    let before = &haystack[start.saturating_sub(NEAR_BYTES)..start.saturating_sub(1)];
    let after = &haystack[end..haystack.len().min(end + NEAR_BYTES)];
    let lines = before.rsplit(is_break).take(NEAR_LINES);
    lines.chain(after.split(is_break).take(NEAR_LINES)).map(|line| {
        work::add(line.len());
        line.trim_ascii_end()
    })
}

/// The nearest is the first.
fn lines_before(haystack: &[u8], start: usize) -> impl Iterator<Item = &[u8]> {
    let near = &haystack[start.saturating_sub(NEAR_BYTES)..start.saturating_sub(1)];
    near.rsplit(|&byte| byte == b'\n').inspect(|line| work::add(line.len()))
}

/// Returns the rest of the line from byte `at` on, and the lines after it.
fn lines_after(haystack: &[u8], at: usize) -> impl Iterator<Item = &[u8]> {
    let near = &haystack[at..haystack.len().min(at + NEAR_BYTES)];
    near.split(|&byte| byte == b'\n').inspect(|line| work::add(line.len()))
}

fn run_at(haystack: &[u8], start: usize) -> Range<usize> {
    let ends_run = |byte: &u8| *byte <= b' ' || b"<>\"".contains(byte);
    let length = haystack[start..].iter().position(ends_run);
    start..length.map_or(haystack.len(), |length| start + length)
}

fn has_url(line: &[u8]) -> bool {
    line.windows(3).any(|window| window == b"://")
}

fn is_same_prefix(one: &[u8], other: &[u8]) -> bool {
    marks_in(one).eq(marks_in(other))
}

fn begins_with_marks(longer: &[u8], shorter: &[u8]) -> bool {
    let mut marks = marks_in(longer);
    marks_in(shorter).all(|mark| marks.next() == Some(mark))
}

fn marks_in(prefix: &[u8]) -> impl Iterator<Item = &u8> {
    prefix.iter().filter(|byte| !byte.is_ascii_whitespace())
}

fn marks_at(haystack: &[u8], start: usize) -> &[u8] {
    &haystack[start..prefix_end(haystack, start)]
}

fn line_start(haystack: &[u8], at: usize) -> usize {
    haystack[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1)
}

fn prefix_end(haystack: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let mark = skip_spaces(haystack, end);
        let is_frame = haystack[mark..].starts_with(BAR);
        // An indented mark is text, except a bar.
        if mark - end > 1 && end == start && haystack.get(mark) != Some(&b'|') && !is_frame {
            return end;
        }
        match haystack.get(mark) {
            Some(b'>' | b'|' | b':') => end = mark + 1,
            _ if is_frame => end = mark + BAR.len(),
            // An escape or a fragment of a URL may begin a line, too.
            Some(b'%' | b'#') if haystack.get(mark + 1).is_none_or(u8::is_ascii_whitespace) => {
                end = mark + 1;
            }
            _ => break,
        }
    }
    if end > start && haystack.get(end) == Some(&b' ') { end + 1 } else { end }
}

/// The bar of a frame around text, as terminals draw it.
const BAR: &[u8] = "│".as_bytes();

/// Returns the offset after spaces and codes of colours at `at`, and after the bar of a frame if one is there.
pub(crate) fn text_after(haystack: &[u8], at: usize) -> usize {
    let text = skip_spaces(haystack, at);
    let is_frame = haystack[text..].starts_with(BAR);
    if is_frame { skip_spaces(haystack, text + BAR.len()) } else { text }
}

/// Reports whether `byte` is a control character that is neither whitespace nor begins a code of a terminal.
fn is_binary(byte: u8) -> bool {
    byte.is_ascii_control() && !byte.is_ascii_whitespace() && byte != 0x1B
}

/// Returns the offset after spaces at `at`, and after the codes with which a terminal changes colours (ECMA-48, SGR).
fn skip_spaces(haystack: &[u8], at: usize) -> usize {
    let mut at = at;
    // Most places have no space.
    if haystack.get(at).is_some_and(|byte| byte.is_ascii_graphic() || *byte == b'\n') {
        return at;
    }
    loop {
        let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
        at = haystack[at..].iter().position(is_text).map_or(haystack.len(), |length| at + length);
        let Some(code) = haystack[at..].strip_prefix(b"\x1B[") else { return at };
        let near = &code[..code.len().min(MAX_CODE_BYTES)];
        let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b';' | b':');
        match near.iter().position(|byte| !is_number(byte)) {
            Some(end) if near[end] == b'm' => at = haystack.len() - code.len() + end + 1,
            _ => return at,
        }
    }
}

/// The bound on the length of a code of colours: three colours of 24 bits are shorter.
const MAX_CODE_BYTES: usize = 64;

/// Returns the number of characters of `text`; a byte that begins no character of UTF-8 counts as part of the
/// one before it.
pub(crate) fn width(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
