//! The lines around the end of a URL: quote marks, indentation and widths.

use core::ops::Range;

use crate::join::work;

/// The number of lines before and after the cut one whose widths are looked at.
pub(crate) const NEAR_LINES: usize = 10;

/// The number of bytes before and after the cut line in which these lines are looked at. Of a line that goes beyond,
/// the part within counts. Without this bound, a search with a small budget might look at twenty lines of megabytes.
pub(crate) const NEAR_BYTES: usize = 4096;

/// The widths of a line and of those around it, in characters and without spaces at the end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Widths {
    /// The width of the line that ends in the URL.
    pub(crate) line: usize,
    /// The width of the line before, if the URL began on it.
    pub(crate) before: Option<usize>,
    /// The width of the widest line near it with the same quote marks.
    pub(crate) widest: usize,
    /// Whether nothing precedes the URL on its line except quote marks and spaces.
    pub(crate) is_url_alone: bool,
    /// How the quote marks of the next line compare with those of the URL's line.
    pub(crate) marks: MarkChange,
    /// The indentation of the URL's line and of the next one, after the quote marks.
    pub(crate) indent: usize,
    pub(crate) next_indent: usize,
}

/// The quote marks of the line after a URL.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum MarkChange {
    /// The same as those of the URL's line.
    Same,
    /// Fewer, and the line after it has all of them: a mailer has wrapped a line that was quoted before.
    Fewer,
    /// Those of the line before that of the URL, which had lost some.
    Restored,
}

/// The first run of the line after a URL.
#[derive(Debug)]
pub(crate) struct NextRun {
    pub(crate) run: Range<usize>,
    /// Whether nothing follows the run on its line.
    pub(crate) is_alone: bool,
    /// The start of the line of the run.
    line: usize,
}

impl NextRun {
    /// Returns the first run of the line after the one that ends at `end`, apart from spaces. `None` if there
    /// is more on the line of `end`, or if the next line is empty.
    pub(crate) fn after(haystack: &[u8], end: usize) -> Option<NextRun> {
        let line = match &haystack[skip_spaces(haystack, end)..] {
            rest @ ([b'\n', ..] | [b'\r', b'\n', ..]) => {
                haystack.len() - rest.len() + if rest[0] == b'\r' { 2 } else { 1 }
            }
            _ => return None,
        };
        let start = skip_spaces(haystack, prefix_end(haystack, line));
        let ends_run = |byte: &u8| byte.is_ascii_whitespace() || b"<>\"".contains(byte);
        let length = haystack[start..].iter().position(ends_run).unwrap_or(haystack.len() - start);
        let run = start..start + length;
        let after = skip_spaces(haystack, run.end);
        work::add(after - end);
        let is_alone = haystack.get(after).is_none_or(|byte| b"\r\n".contains(byte));
        (length > 0).then_some(NextRun { run, is_alone, line })
    }

    /// Examines the line of `url`, before the one of this run, and the lines around it. `None` if the quote
    /// marks of the two lines differ.
    pub(crate) fn line_of(
        &self,
        haystack: &[u8],
        url: Range<usize>,
        is_first: bool,
    ) -> Option<Widths> {
        let start = line_start(haystack, url.start);
        let prefix = prefix_end(haystack, start).min(url.start);
        let next_prefix = prefix_end(haystack, self.line);
        let marks = &haystack[start..prefix];
        let next_marks = &haystack[self.line..next_prefix];
        let before = line_start(haystack, start.saturating_sub(1));
        let marks_of_next = if is_same_prefix(marks, next_marks) {
            MarkChange::Same
        } else if begins_with_marks(marks, next_marks)
            && is_same_prefix(marks, after(haystack, self.run.end))
        {
            MarkChange::Fewer
        } else if !is_first && is_same_prefix(next_marks, marks_at(haystack, before)) {
            MarkChange::Restored
        } else {
            return None;
        };
        let text = skip_spaces(haystack, prefix);
        work::add(self.line - before);
        Some(Widths {
            line: width(&haystack[start..url.end]),
            before: (!is_first).then(|| width(haystack[before..start].trim_ascii_end())),
            widest: widest_near(haystack, start, self.line, marks, b'\n'),
            is_url_alone: is_first && text >= url.start,
            marks: marks_of_next,
            indent: text - prefix,
            next_indent: self.run.start - next_prefix,
        })
    }
}

/// Returns the width of the line up to `end`, and that of the widest line near it with the same quote marks.
pub(crate) fn widths_at(haystack: &[u8], end: usize) -> (usize, usize) {
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
    let widest = widest_near(haystack, start, next, marks_at(haystack, start), line_end);
    (width(&haystack[start..end]), widest)
}

/// Returns the width of the widest of the lines near the one at `start`, which ends at `end`, with the same
/// quote marks.
fn widest_near(haystack: &[u8], start: usize, end: usize, marks: &[u8], line_end: u8) -> usize {
    let mut widest = 0;
    let mut look = |line: &[u8]| {
        work::add(line.len());
        let line = line.trim_ascii_end();
        if line.len() <= widest {
            return;
        }
        let text = prefix_end(line, 0);
        // A line of one run, or with a URL, may be wider than the program that wrapped the text wanted.
        if is_same_prefix(marks, &line[..text]) && shows_width(&line[text..]) {
            widest = widest.max(width(line));
        }
    };
    let is_break = |byte: &u8| *byte == line_end;
    let before = &haystack[start.saturating_sub(NEAR_BYTES)..start.saturating_sub(1)];
    let after = &haystack[end..haystack.len().min(end + NEAR_BYTES)];
    for line in before.rsplit(is_break).take(NEAR_LINES) {
        look(line);
    }
    for line in after.split(is_break).take(NEAR_LINES) {
        look(line);
    }
    widest
}

/// Reports whether `text`, a line without its quote marks, shows how wide the lines around may be.
fn shows_width(text: &[u8]) -> bool {
    text.trim_ascii_start().contains(&b' ') && !text.windows(3).any(|window| window == b"://")
}

/// Reports whether two prefixes have the same quote marks, apart from spaces.
fn is_same_prefix(one: &[u8], other: &[u8]) -> bool {
    let is_mark = |byte: &&u8| !byte.is_ascii_whitespace();
    one.iter().filter(is_mark).eq(other.iter().filter(is_mark))
}

/// Reports whether the marks of `longer` begin with those of `shorter`, apart from spaces.
fn begins_with_marks(longer: &[u8], shorter: &[u8]) -> bool {
    let is_mark = |byte: &&u8| !byte.is_ascii_whitespace();
    let mut marks = longer.iter().filter(is_mark);
    shorter.iter().filter(is_mark).all(|mark| marks.next() == Some(mark))
}

/// Returns the quote marks of the line after the one of `at`.
fn after(haystack: &[u8], at: usize) -> &[u8] {
    let line = haystack[at..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(haystack.len(), |length| at + length + 1);
    marks_at(haystack, line)
}

/// Returns the quote marks of the line at `start`.
fn marks_at(haystack: &[u8], start: usize) -> &[u8] {
    &haystack[start..prefix_end(haystack, start)]
}

/// Returns the offset of the start of the line of `at`.
fn line_start(haystack: &[u8], at: usize) -> usize {
    haystack[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1)
}

/// Returns the offset after the quote marks of the line at `start`, and after a space that follows each.
fn prefix_end(haystack: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let mark = skip_spaces(haystack, end);
        // An indented mark is text, except a bar.
        if mark - end > 1 && end == start && haystack.get(mark) != Some(&b'|') {
            return end;
        }
        match haystack.get(mark) {
            Some(b'>' | b'|' | b':') => end = mark + 1,
            // An escape or a fragment of a URL may begin a line, too.
            Some(b'%' | b'#') if haystack.get(mark + 1).is_none_or(u8::is_ascii_whitespace) => {
                end = mark + 1;
            }
            _ => break,
        }
    }
    if end > start && haystack.get(end) == Some(&b' ') { end + 1 } else { end }
}

fn skip_spaces(haystack: &[u8], at: usize) -> usize {
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
    haystack[at..].iter().position(is_text).map_or(haystack.len(), |length| at + length)
}

/// Returns the number of characters of `text`; a byte that begins no character of UTF-8 counts as part of the
/// one before it.
pub(crate) fn width(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
