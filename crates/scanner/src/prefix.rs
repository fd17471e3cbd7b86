//! What stands before the text of a line: quote marks, and where the text after them begins (W3).
//!
//! A line's *prefix* is its leading run of `>` and blanks. Other marks (`|`, `:`, `%`, `#`, `›`, `»`,
//! initials as in `JD>`) belong to it only on a line whose wrapper was opened on a line that begins
//! with the very same. The trap: a `>` first on a line may be a quote mark or the wrapper's end, and
//! both are common. What follows it tells.

use core::ops::Range;

use crate::blank::{blank_len, is_break, line_start, skip_blanks, skip_run};
use crate::work;

/// A prefix longer than this is no quoting. The bound keeps a line of nothing but marks from being
/// read again for each of the lines that follow it (W10).
const MAX_PREFIX: usize = 256;

/// The most letters in the initials before a `>`.
const MAX_INITIALS: usize = 12;

/// What a line begins with, its quote marks taken off.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Start {
    /// The wrapper's text goes on at this offset.
    Text(usize),
    /// The `>` at this offset closes the wrapper.
    Close(usize),
    /// Nothing: the line ends at this offset.
    Empty(Emptiness, usize),
}

/// Whether an empty line is quoted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Emptiness {
    /// It holds blanks at most.
    Blank,
    /// It holds quote marks.
    MarksOnly,
}

/// The prefix of the line that holds the opener at `open`.
pub(crate) fn prefix_of(haystack: &[u8], open: usize) -> Range<usize> {
    let start = line_start(haystack, open);
    let end = open.min(start + MAX_PREFIX);
    let mut at = skip_blanks(haystack, start, end);
    loop {
        match mark_len(haystack, at, end) {
            0 => return start..at,
            len => at = skip_blanks(haystack, at + len, end),
        }
    }
}

/// Where the text of the line begins that starts at `at`, in a wrapper opened on a line with the
/// prefix `prefix`. The line is looked at up to `end`, which bounds the wrapper.
pub(crate) fn start_of(haystack: &[u8], at: usize, end: usize, prefix: &[u8]) -> Start {
    let mut text = skip_blanks(haystack, at, end);
    let mut marks = Marks { prefix, at: 0 };
    let mut emptiness = Emptiness::Blank;
    loop {
        let len = mark_len(haystack, text, end);
        if len == 0 || !marks.take(&haystack[text..text + len]) {
            break;
        }
        emptiness = Emptiness::MarksOnly;
        text = skip_blanks(haystack, text + len, end);
    }
    work::did(text - at);
    match haystack[..end].get(text) {
        None => Start::Empty(emptiness, end),
        Some(&byte) if is_break(byte) => Start::Empty(emptiness, text),
        Some(b'>') => {
            let mut run = text;
            while haystack[..end].get(run) == Some(&b'>') {
                run = skip_blanks(haystack, run + 1, end);
            }
            if begins_with_closed_run(haystack, run, end) {
                Start::Text(run)
            } else {
                Start::Close(text)
            }
        }
        Some(_) => Start::Text(text),
    }
}

/// Whether at `at` a blank-free run begins that ends in `>`: the end of a wrapper, so that marks
/// before it are no end.
///
/// The run counts as ended at its first `>`, for wrappers are followed by a full stop or a comma
/// (`dedselect/>.`) as often as by a blank.
pub(crate) fn begins_with_closed_run(haystack: &[u8], at: usize, end: usize) -> bool {
    let run = &haystack[at..skip_run(haystack, at, end)];
    let stop = run.iter().position(|&byte| byte == b'>' || byte == b'<').unwrap_or(run.len());
    work::did(stop);
    stop > 0 && run.get(stop) == Some(&b'>')
}

/// The length of the quote mark at `at`, 0 where none stands there. It ends before `end`.
fn mark_len(haystack: &[u8], at: usize, end: usize) -> usize {
    match &haystack[at..end] {
        [b'>' | b'|' | b':' | b'%' | b'#', ..] => 1,
        // U+00BB and U+203A, which a web page's archive put in place of `>`.
        [0xC2, 0xBB, ..] => 2,
        [0xE2, 0x80, 0xBA, ..] => 3,
        line => {
            let letters = line
                .iter()
                .take(MAX_INITIALS + 1)
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .count();
            let closed = line.get(letters) == Some(&b'>');
            if closed && (1..=MAX_INITIALS).contains(&letters) { letters + 1 } else { 0 }
        }
    }
}

/// The marks of the opening line, taken off one line after another.
struct Marks<'p> {
    prefix: &'p [u8],
    at: usize,
}

impl Marks<'_> {
    /// Moves beyond the next mark that is `mark`; false, and at the end, where there is none.
    ///
    /// Marks that the line does not have are passed over: a mailer that re-wraps loses levels.
    fn take(&mut self, mark: &[u8]) -> bool {
        while self.at < self.prefix.len() {
            let at = self.at;
            match mark_len(self.prefix, at, self.prefix.len()) {
                // Only blanks part the marks of a prefix.
                0 => self.at += blank_len(self.prefix, at).max(1),
                len => {
                    self.at += len;
                    if &self.prefix[at..at + len] == mark {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn prefix_of_the_opening_line() {
        let table: &[(&str, &str)] = &[
            ("<", ""),
            ("see <", ""),
            ("> <", "> "),
            (">> see <", ">> "),
            ("> > see <", "> > "),
            ("JD> see <", "JD> "),
            ("JD>> see <", "JD>> "),
            ("| see <", "| "),
            (": | see <", ": | "),
            ("› see <", "› "),
            ("x > y <", ""),
            ("  <", "  "),
            ("before\n> after <", "> "),
            ("before\r> after <", "> "),
        ];
        for &(text, prefix) in table {
            let range = prefix_of(text.as_bytes(), text.len() - 1);
            assert_eq!(&text[range], prefix, "{text:?}");
        }
    }

    #[test]
    fn start_of_a_continued_line() {
        // The line, the opening line's prefix, what the text after the marks is, how it begins.
        let table: &[(&str, &str, &str, &str)] = &[
            ("bbb>", "", "bbb>", "text"),
            ("  bbb>", "", "bbb>", "text"),
            ("> bbb>", "> ", "bbb>", "text"),
            ("> bbb ccc>", "> ", "bbb ccc>", "text"),
            (">> bbb>", ">> ", "bbb>", "text"),
            ("> bbb>", "> > ", "bbb>", "text"),
            ("| bbb>", "| ", "bbb>", "text"),
            ("| bbb>", "", "| bbb>", "text"),
            ("JD> bbb>", "JD> ", "bbb>", "text"),
            ("> bbb>", "JD> > ", "bbb>", "text"),
            // A further mark, which the run after it shows to be one.
            ("> bbb>", "", "bbb>", "text"),
            ("> > bbb>.", "> ", "bbb>.", "text"),
            // A further mark that closes.
            (">", "", ">", "close"),
            ("> is down", "", "> is down", "close"),
            (">, and b>", "", ">, and b>", "close"),
            ("> >", "> ", ">", "close"),
            ("> <http://x>", "", "> <http://x>", "close"),
            // Nothing.
            ("", "", "", "blank"),
            ("  ", "> ", "", "blank"),
            (">", "> ", "", "marks"),
            ("> >", ">> ", "", "marks"),
        ];
        for &(line, prefix, text, how) in table {
            let start = start_of(line.as_bytes(), 0, line.len(), prefix.as_bytes());
            let (at, name) = match start {
                Start::Text(at) => (at, "text"),
                Start::Close(at) => (at, "close"),
                Start::Empty(Emptiness::Blank, at) => (at, "blank"),
                Start::Empty(Emptiness::MarksOnly, at) => (at, "marks"),
            };
            assert_eq!((&line[at..], name), (text, how), "{line:?} after {prefix:?}");
        }
    }
}
