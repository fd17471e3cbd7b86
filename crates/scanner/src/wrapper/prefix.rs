//! What stands before the text of a line: quote marks, and where the text after them begins (W3).
//!
//! A line's *prefix* is its leading run of `>` and blanks. Other marks (`|`, `:`, `%`, `#`, `›`, `»`,
//! initials as in `JD>`) belong to it only on a line whose wrapper was opened on a line that begins
//! with the very same. The trap: a `>` first on a line may be a quote mark or the wrapper's end, and
//! both are common. What follows it tells.

use core::ops::Range;

use crate::bytes::space::{is_break, line_start, skip_run, skip_spaces, space_len};
use crate::bytes::work;

/// A prefix longer than this is no quoting. The bound keeps a line of nothing but marks from being
/// read again for each of the lines that follow it (W10).
const MAX_PREFIX_BYTES: usize = 256;

/// The most letters in the initials before a `>`.
const MAX_INITIALS: usize = 12;

/// What a line begins with, its quote marks taken off.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Start {
    /// The wrapper's text goes on at this offset, after a mark that could have been its end where
    /// there is one.
    Text(usize, Option<usize>),
    /// The `>` at this offset closes the wrapper, though it could be a quote mark where the second
    /// says so.
    Close(usize, MaybeMark),
    /// Nothing: the line ends at this offset.
    Empty(Emptiness, usize),
}

/// Whether a `>` that closes could be a quote mark.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum MaybeMark {
    Yes,
    No,
}

/// What ends the wrapper, and which `>` is to be read the other way round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseRule {
    /// `>`, or `"` in form `quote`.
    pub(crate) byte: u8,
    /// The offset of a `>` whose reading by W3 is reversed, if one is.
    pub(crate) reversed: Option<usize>,
    /// What punctuation right behind the last mark of a line says.
    pub(crate) punctuation: Punctuation,
}

impl CloseRule {
    pub(crate) const ANGLE: CloseRule =
        CloseRule { byte: b'>', reversed: None, punctuation: Punctuation::IsText };
    pub(crate) const QUOTE: CloseRule = CloseRule { byte: b'"', ..CloseRule::ANGLE };
}

/// What closing punctuation right behind the last quote mark of a line is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Punctuation {
    /// The URL's next piece.
    IsText,
    /// The sentence's, so that the mark is the wrapper's end: tried where otherwise there is none.
    Closes,
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
fn prefix_of(haystack: &[u8], open: usize) -> Range<usize> {
    let start = line_start(haystack, open);
    let end = open.min(start + MAX_PREFIX_BYTES);
    let mut at = skip_spaces(haystack, start, end);
    loop {
        match mark_len(haystack, at, end) {
            0 => return start..at,
            len => at = skip_spaces(haystack, at + len, end),
        }
    }
}

/// The quote marks that are taken off each line of a wrapper, in the order of its lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoting {
    /// The offset of the opener.
    open: usize,
    /// The prefix of the opening line, as offsets, once it was looked for: the way back to the line's
    /// start may be long, and most wrappers have no second line.
    prefix: Option<(usize, usize)>,
    /// The fewest marks that a line with text had so far. A mailer that re-wraps a quotation loses a
    /// level in the middle of it; what stands beyond that level on later lines is no mark that was
    /// lost and found again: `> > <http://a/`, `> b`, `> >].` ends at the last `>`.
    depth: usize,
}

impl Quoting {
    /// For a wrapper that is opened at `open`.
    pub(crate) fn new(open: usize) -> Quoting {
        Quoting { open, prefix: None, depth: usize::MAX }
    }

    /// The same, with the prefix that `later` has looked for.
    pub(crate) fn with_prefix_of(self, later: Quoting) -> Quoting {
        Quoting { prefix: self.prefix.or(later.prefix), ..self }
    }

    /// Where the text of the line begins that starts at `at`, in a wrapper that `closer` ends. The
    /// line is looked at up to `end`, which bounds the wrapper.
    pub(crate) fn start_of(
        &mut self,
        haystack: &[u8],
        at: usize,
        end: usize,
        closer: CloseRule,
    ) -> Start {
        let mut text = skip_spaces(haystack, at, end);
        let open = self.open;
        let (start, stop) = *self.prefix.get_or_insert_with(|| {
            let prefix = prefix_of(haystack, open);
            (prefix.start, prefix.end)
        });
        let prefix = &haystack[start..stop];
        let mut marks = Marks { prefix, at: 0 };
        let mut taken = 0;
        let mut last = text;
        while taken < self.depth {
            let len = mark_len(haystack, text, end);
            if len == 0 || !marks.take(&haystack[text..text + len]) {
                break;
            }
            taken += 1;
            last = text + len - 1;
            text = skip_spaces(haystack, text + len, end);
        }
        work::add(text - at);
        let emptiness = if taken > 0 { Emptiness::MarksOnly } else { Emptiness::Blank };
        let start = match haystack[..end].get(text) {
            None => Start::Empty(emptiness, end),
            Some(&byte) if is_break(byte) => Start::Empty(emptiness, text),
            Some(b'>') => further_mark(haystack, text, end, closer),
            // `> >.` after `> > <http://a/`: what stands right behind the last mark ends a sentence,
            // for the writer puts a blank behind his marks.
            Some(&byte)
                if closer.punctuation == Punctuation::Closes
                    && taken > 0
                    && text == last + 1
                    && matches!(prefix.last(), Some(b' ' | b'\t'))
                    && closer.byte == haystack[last]
                    && b".,;:!?)]}'\"".contains(&byte)
                    && !begins_with_closed_run(haystack, text, end, closer) =>
            {
                Start::Close(last, MaybeMark::No)
            }
            Some(_) => Start::Text(text, None),
        };
        if matches!(start, Start::Text(..)) {
            self.depth = self.depth.min(taken);
        }
        start
    }
}

/// What the `>` at `mark` is, which stands where the text of a line is expected (W3).
fn further_mark(haystack: &[u8], mark: usize, end: usize, closer: CloseRule) -> Start {
    let mut text = mark;
    while haystack[..end].get(text) == Some(&b'>') {
        text = skip_spaces(haystack, text + 1, end);
    }
    let reversed = closer.reversed == Some(mark);
    if begins_with_closed_run(haystack, text, end, closer) {
        return match closer.byte {
            b'>' if reversed => Start::Close(mark, MaybeMark::Yes),
            b'>' => Start::Text(text, Some(mark)),
            _ => Start::Text(text, None),
        };
    }
    // What fills its line without a gap may be a URL's next piece, if more of it follows.
    let run = skip_run(haystack, text, end);
    let fills = run > text && run < end && skip_spaces(haystack, run, end) < end && {
        is_break(haystack[skip_spaces(haystack, run, end)])
    };
    work::add(run - text);
    match closer.byte {
        b'>' if reversed && fills => Start::Text(text, Some(mark)),
        b'>' => Start::Close(mark, if fills { MaybeMark::Yes } else { MaybeMark::No }),
        _ if fills => Start::Text(text, None),
        _ => Start::Close(mark, MaybeMark::No),
    }
}

/// Whether at `at` a blank-free run begins that comes to the closer: the end of a wrapper, so that
/// marks before it are no end.
///
/// The run counts as ended at its first closer, for wrappers are followed by a full stop or a comma
/// (`dedselect/>.`) as often as by a blank. A run of punctuation alone is an arrow (`> -> see`), no
/// piece of a URL.
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
                0 => self.at += space_len(self.prefix, at).max(1),
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
    fn the_opening_line_has_a_quote_prefix() {
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
    fn a_continued_line_begins_after_its_quote_marks() {
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
            ("> -> see", "", "> -> see", "close"),
            // Marks that match, and what stands right behind the last ends a sentence.
            ("> >.", "> > ", ">.", "close"),
            ("> > .", "> > ", ".", "text"),
            (">.bbb>", "> ", ".bbb>", "text"),
            (">.bbb", "> ", ">.bbb", "close"),
            (">.bbb", ">", ".bbb", "text"),
            // Nothing.
            ("", "", "", "blank"),
            ("  ", "> ", "", "blank"),
            (">", "> ", "", "marks"),
            ("> >", ">> ", "", "marks"),
        ];
        for &(line, prefix, text, how) in table {
            let whole = std::format!("{prefix}{line}");
            let at = prefix.len();
            let mut quoting = Quoting::new(at);
            let closer = CloseRule { punctuation: Punctuation::Closes, ..CloseRule::ANGLE };
            let start = quoting.start_of(whole.as_bytes(), at, whole.len(), closer);
            let line = whole.as_str();
            let (at, name) = match start {
                Start::Text(at, _) => (at, "text"),
                Start::Close(at, _) => (at, "close"),
                Start::Empty(Emptiness::Blank, at) => (at, "blank"),
                Start::Empty(Emptiness::MarksOnly, at) => (at, "marks"),
            };
            assert_eq!((&line[at..], name), (text, how), "{line:?} after {prefix:?}");
        }
    }
}
