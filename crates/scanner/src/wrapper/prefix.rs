//! Reads the start of a continued line: its quote marks, and where its text begins (W3).
//!
//! The *prefix* of a line is its leading run of `>` and spaces. Other marks (`|`, `:`, `%`, `#`, `›`, `»`, initials as
//! in `JD>`) count only if the line with the opener begins with the same mark. The text after a `>` at the start of a
//! line decides whether it is a quote mark or the wrapper's closer.

use crate::bytes::space::{after_break, is_break, line_start, skip_run, skip_spaces, space_len};
use crate::bytes::{ends_with, first, run_len, work};

/// The longest prefix in bytes. Without a bound, a line of marks would be read again for each following line (W10).
const MAX_PREFIX_BYTES: usize = 256;

const MAX_INITIALS: usize = 12;

/// The start of a line, after its quote marks.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Start {
    /// The wrapper's text continues at this offset, perhaps after a mark at the second offset that may be the wrapper's
    /// end.
    Text(usize, Option<usize>),
    /// The `>` at this offset closes the wrapper. The second value says whether it may be a quote mark.
    Close(usize, bool),
    /// The line is empty and ends at this offset. The second value says whether it has quote marks.
    Empty(usize, bool),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseRule {
    /// The closer: `>`, or `"` in form `quote`.
    pub(crate) byte: u8,
    /// The offset of a `>` that is read against W3, if any.
    pub(crate) reversed: Option<usize>,
    /// Whether the last mark of a line closes the wrapper if punctuation of the sentence directly follows. Tried only if
    /// there is no wrapper in which it continues the URL.
    pub(crate) before_stops: bool,
}

impl CloseRule {
    pub(crate) const ANGLE: CloseRule =
        CloseRule { byte: b'>', reversed: None, before_stops: false };
    pub(crate) const QUOTE: CloseRule = CloseRule { byte: b'"', ..CloseRule::ANGLE };
}

/// Returns the start and the end of the prefix on the line of the opener at `open`.
fn prefix_of(haystack: &[u8], open: usize) -> (usize, usize) {
    let start = line_start(haystack, open);
    let end = open.min(start + MAX_PREFIX_BYTES);
    let mut at = skip_spaces(haystack, start, end);
    loop {
        match mark_len(haystack, at, end) {
            0 => return (start, at),
            len => at = skip_spaces(haystack, at + len, end),
        }
    }
}

/// The quote marks of a wrapper's lines, read in the order of the lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoting {
    open: usize,
    /// The prefix of the opening line, once it has been looked up. Most wrappers have no second line.
    prefix: Option<(usize, usize)>,
    /// The fewest marks that any line with text had so far. A mailer that re-wraps a quotation may lose a level in its
    /// middle. Later, a mark beyond that level has not come back: `> > <http://a/`, `> b`, `> >].` ends at the last
    /// `>`.
    depth: usize,
}

impl Quoting {
    /// Returns the state for a wrapper that opens at `open`.
    pub(crate) fn new(open: usize) -> Quoting {
        Quoting { open, prefix: None, depth: usize::MAX }
    }

    /// Returns this state with the prefix that `later` may have looked up.
    pub(crate) fn with_prefix_of(self, later: Quoting) -> Quoting {
        Quoting { prefix: self.prefix.or(later.prefix), ..self }
    }

    /// Returns how the line at `at` begins, in a wrapper under the rule `closer`. Lines must be asked for in order.
    pub(crate) fn start_of(
        &mut self,
        haystack: &[u8],
        at: usize,
        end: usize,
        closer: CloseRule,
    ) -> Start {
        let mut text = skip_spaces(haystack, at, end);
        let open = self.open;
        let (start, stop) = *self.prefix.get_or_insert_with(|| prefix_of(haystack, open));
        let prefix = &haystack[start..stop];
        let (mut left, mut taken, mut last) = (prefix, 0, text);
        while taken < self.depth {
            let len = mark_len(haystack, text, end);
            if len == 0 {
                break;
            }
            let Some(after) = after_mark(left, &haystack[text..text + len]) else { break };
            (left, taken) = (after, taken + 1);
            last = text + len - 1;
            text = skip_spaces(haystack, text + len, end);
        }
        work::add(text - at);
        let start = match haystack[..end].get(text) {
            None => Start::Empty(end, taken > 0),
            Some(&byte) if is_break(byte) => Start::Empty(text, taken > 0),
            Some(b'>') => further_mark(haystack, open, at, text, end, closer),
            // As in `> >.` after `> > <http://a/`: the writer puts a space after each quote mark, so a mark
            // directly before punctuation is the closer.
            Some(&byte)
                if closer.before_stops
                    && taken > 0
                    && text == last + 1
                    && matches!(prefix.last(), Some(b' ' | b'\t'))
                    && closer.byte == haystack[last]
                    && b".,;:!?)]}'\"".contains(&byte)
                    && !begins_with_closed_run(haystack, text, end, closer) =>
            {
                Start::Close(last, false)
            }
            Some(_) => Start::Text(text, None),
        };
        // Empty lines often have fewer marks and say nothing about the depth.
        if matches!(start, Start::Text(..)) {
            self.depth = self.depth.min(taken);
        }
        start
    }
}

/// Decides whether the `>` at `mark` is a quote mark or the closer (W3) of the wrapper that opens at `open`. It
/// is in the line at `line`, whose own marks precede it.
fn further_mark(
    haystack: &[u8],
    open: usize,
    line: usize,
    mark: usize,
    end: usize,
    closer: CloseRule,
) -> Start {
    let text = skip_marks(haystack, mark, end).0;
    // Text that fills its line without a gap may be a piece of the URL, if more of it follows.
    let run = skip_run(haystack, text, end);
    let stop = skip_spaces(haystack, run, end);
    work::add(stop - text);
    let fills = run > text && stop < end && is_break(haystack[stop]);
    let is_deeper = || {
        matches!(haystack[..line].trim_ascii_end(), [.., b':' | b'-' | b'/'])
            && has_deeper_end(haystack, line, stop, end, closer)
    };
    let is_mark = begins_with_closed_run(haystack, text, end, closer)
        || begins_with_masked_run(haystack, text, end, closer)
            && may_be_masked(haystack, open, line)
        || fills && (completes_escape(haystack, line, text, end) || is_deeper());
    // In brackets `reversed` chooses the other reading. In quotes no `>` can close.
    let is_angle = closer.byte == b'>';
    let is_doubtful = is_angle && (is_mark || fills);
    let is_text = match closer.reversed == Some(mark) {
        _ if !is_angle => is_mark || fills,
        true => fills && !is_mark,
        false => is_mark,
    };
    if is_text {
        Start::Text(text, is_doubtful.then_some(mark))
    } else {
        Start::Close(mark, is_doubtful)
    }
}

/// Returns the offset after the run of `>` and spaces at `at`, and the number of `>` in it.
fn skip_marks(haystack: &[u8], at: usize, end: usize) -> (usize, usize) {
    let mut text = skip_spaces(haystack, at, end);
    let mut count = 0;
    while haystack[..end].get(text) == Some(&b'>') {
        text = skip_spaces(haystack, text + 1, end);
        count += 1;
    }
    work::add(text - at);
    (text, count)
}

/// Reports whether the text at `text` completes a percent escape that the line before `line` begins: `%⏎> 20a`.
fn completes_escape(haystack: &[u8], line: usize, text: usize, end: usize) -> bool {
    let missing = match haystack[..line].trim_ascii_end() {
        [.., b'%'] => 2,
        [.., b'%', digit] if digit.is_ascii_hexdigit() => 1,
        _ => return false,
    };
    let digits = haystack[text..end].get(..missing);
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Reports whether the line after the break at `stop` has more `>` than the one at `line`, and reaches the closer. Mail
/// of quoted mail has such lines: `<mailto:⏎> r-help-⏎> > bounces at a.example>`.
fn has_deeper_end(
    haystack: &[u8],
    line: usize,
    stop: usize,
    end: usize,
    closer: CloseRule,
) -> bool {
    let depth = skip_marks(haystack, line, end).1;
    let next = after_break(haystack, stop).min(end);
    let (text, next_depth) = skip_marks(haystack, next, end);
    let reaches_closer = || {
        begins_with_closed_run(haystack, text, end, closer)
            || begins_with_masked_run(haystack, text, end, closer)
    };
    next_depth > depth && reaches_closer()
}

/// Reports whether ` at ` may be in the run at the start of the line at `line`: the line before ends in `mailto:`, or
/// is quoted with fewer `>`.
fn may_be_masked(haystack: &[u8], open: usize, line: usize) -> bool {
    let before = haystack[open..line].trim_ascii_end();
    if ends_with(before, "mailto:") {
        return true;
    }
    let line_before = open + before.iter().rposition(|&byte| is_break(byte)).map_or(0, |at| at + 1);
    work::add(line - line_before);
    let depth = |at: usize| skip_marks(haystack, at, haystack.len()).1;
    (1..depth(line)).contains(&depth(line_before))
}

/// Like [`begins_with_closed_run`], for a run that contains ` at ` in place of `@` (J5).
fn begins_with_masked_run(haystack: &[u8], at: usize, end: usize, closer: CloseRule) -> bool {
    let run = skip_run(haystack, at, end);
    work::add(run - at);
    haystack[at..run].last().is_some_and(u8::is_ascii_alphanumeric)
        && haystack[run..end].starts_with(b" at ")
        && begins_with_closed_run(haystack, run + b" at ".len(), end, closer)
}

/// Reports whether a run without whitespace begins at `at` and reaches the closer. Such a run is the end of a wrapper,
/// so the marks before it do not close it. It ends at its first closer, because a full stop follows a wrapper as often
/// as a space does. A run of punctuation alone is an arrow (`> -> see`).
pub(crate) fn begins_with_closed_run(
    haystack: &[u8],
    at: usize,
    end: usize,
    closer: CloseRule,
) -> bool {
    let run = &haystack[at..skip_run(haystack, at, end)];
    let stops = |&byte: &u8| matches!(byte, b'>' | b'<') || byte == closer.byte;
    let stop = run.iter().position(stops).unwrap_or(run.len());
    work::add(stop);
    let is_piece = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'/' || byte >= 0x80;
    run.get(stop) == Some(&closer.byte) && run[..stop].iter().any(is_piece)
}

/// Returns the length in bytes of the quote mark at `at`, or 0 if there is none. The mark ends before `end`.
fn mark_len(haystack: &[u8], at: usize, end: usize) -> usize {
    match &haystack[at..end] {
        [b'>' | b'|' | b':' | b'%' | b'#', ..] => 1,
        // U+00BB and U+203A, which one web archive has in place of `>`.
        [0xC2, 0xBB, ..] => 2,
        [0xE2, 0x80, 0xBA, ..] => 3,
        line => {
            // Initials: 1 to 12 letters or digits and then `>`.
            let letters = run_len(first(line, MAX_INITIALS + 1), |it| it.is_ascii_alphanumeric());
            let closed = line.get(letters) == Some(&b'>');
            if closed && (1..=MAX_INITIALS).contains(&letters) { letters + 1 } else { 0 }
        }
    }
}

/// Returns the text after the first mark of `prefix` that is equal to `mark`. A mailer that re-wraps loses levels.
fn after_mark<'p>(prefix: &'p [u8], mark: &[u8]) -> Option<&'p [u8]> {
    let mut at = 0;
    while at < prefix.len() {
        match mark_len(prefix, at, prefix.len()) {
            // Only spaces separate the marks of a prefix.
            0 => at += space_len(prefix, at).max(1),
            len if &prefix[at..at + len] == mark => return Some(&prefix[at + len..]),
            len => at += len,
        }
    }
    None
}
