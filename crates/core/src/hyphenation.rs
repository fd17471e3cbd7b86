//! Detects text that is typeset with hyphens at line ends (J3, ground `typeset`).
//!
//! A magazine set in columns breaks words at line ends, and URLs too. For 787 bare URLs broken at a hyphen it
//! is known whether the hyphen belongs: 60 have one added by a typesetter, 54 of them in one such magazine. In
//! generated columns (`tests/typeset.rs`), all of 489 added hyphens are dropped, and none of 104 if words are not
//! hyphenated. In prose of short words, where one line in eleven is hyphenated, it is 94 to 96 of a hundred. Prefix
//! sums over the lines make a query cost a binary search.

use alloc::vec::Vec;

use memchr::memchr_iter;

/// The distance before and after a position within which lines are counted, in bytes.
const REACH_BYTES: usize = 4096;

/// Text is typeset if it has at least this many hyphenated lines, and one hyphenated line in this many
/// nonblank ones.
const MIN_HYPHENATED_LINES: u32 = 3;
const NONBLANK_LINES_PER_HYPHENATED: u32 = 20;

/// The line starts of a text, with running counts of hyphenated lines.
#[derive(Clone, Debug)]
pub(crate) struct Hyphenation {
    /// Sorted by offset. The last entry is the end of the text. Of lines with equal counts only the last is there, so a
    /// blank line takes no memory.
    lines: Vec<LineStart>,
}

#[derive(Clone, Copy, Debug)]
struct LineStart {
    start: usize,
    /// The number of nonblank lines before this one.
    filled: u32,
    /// The number of lines before this one that end in a word of lower-case letters and a hyphen.
    hyphenated: u32,
}

impl Hyphenation {
    /// Counts the lines of `haystack`, in one pass.
    pub(crate) fn of(haystack: &[u8]) -> Hyphenation {
        let mut line = LineStart { start: 0, filled: 0, hyphenated: 0 };
        // A vector that grows would take three times the memory of its entries for a moment.
        let may_be_filled = |&at: &usize| !haystack[..at].ends_with(b"\n");
        let count = memchr_iter(b'\n', haystack).filter(may_be_filled).count();
        let mut lines = Vec::with_capacity(count + 2);
        lines.push(line);
        let breaks = memchr_iter(b'\n', haystack).map(|at| at + 1);
        let is_cut = haystack.last().is_some_and(|&byte| byte != b'\n');
        for end in breaks.chain(is_cut.then_some(haystack.len())) {
            let text = &haystack[line.start..end];
            line.start = end;
            let is_filled = !text.trim_ascii().is_empty();
            // Only differences of near lines are used, so the counts may wrap.
            line.filled = line.filled.wrapping_add(is_filled.into());
            line.hyphenated = line.hyphenated.wrapping_add(is_hyphenated(text).into());
            match lines.last_mut() {
                Some(last) if !is_filled => *last = line,
                _ => lines.push(line),
            }
        }
        Hyphenation { lines }
    }

    /// Reports whether the text around `at` is typeset with hyphens: at least three lines near it are
    /// hyphenated, and at least one in twenty of the nonblank lines.
    pub(crate) fn is_at(&self, at: usize) -> bool {
        let line_at = |at: usize| {
            // The first line that begins at `at` or later. Both edges are rounded alike, so the difference
            // counts the lines that begin between them.
            let i = self.lines.partition_point(|line| line.start < at);
            self.lines[i.min(self.lines.len() - 1)]
        };
        // The counts at the edges differ by the number of lines between them.
        let (first, last) = (line_at(at.saturating_sub(REACH_BYTES)), line_at(at + REACH_BYTES));
        let hyphenated = last.hyphenated.wrapping_sub(first.hyphenated);
        hyphenated >= MIN_HYPHENATED_LINES
            && hyphenated * NONBLANK_LINES_PER_HYPHENATED >= last.filled.wrapping_sub(first.filled)
    }
}

/// Reports whether `line` ends in a word of lower-case letters and a hyphen. The end of a URL has other
/// characters too.
fn is_hyphenated(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_end().strip_suffix(b"-") else { return false };
    let letters = rest.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    !letters.is_empty() && letters.iter().all(|byte| byte.is_ascii_lowercase() || *byte >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphenated_line_ends_in_a_word_of_lower_case_letters() {
        let table: &[(&str, bool)] = &[
            ("of the hyphen-\n", true),
            ("hyphen-\r\n", true),
            ("of the hyphen", false),
            ("of - \n", false),
            ("well-known-\n", false),
            ("http://a/b-\n", false),
            ("the Hyphen-\n", false),
            ("--\n", false),
            ("", false),
        ];
        for &(line, hyphenated) in table {
            assert_eq!(is_hyphenated(line.as_bytes()), hyphenated, "{line:?}");
        }
    }

    #[test]
    fn hyphenated_lines_near_a_position_decide() {
        let plain = "a line of text\n";
        let set = "a line of the type-\n";
        let table: &[(String, usize, bool)] = &[
            (set.repeat(3), 0, true),
            (set.repeat(2), 0, false),
            (set.repeat(3) + &plain.repeat(57), 0, true),
            (set.repeat(3) + &plain.repeat(58), 0, false),
            (set.repeat(3) + &"\n".repeat(100), 0, true),
            (set.repeat(3) + &plain.repeat(1000), 0, false),
            (set.repeat(3) + &plain.repeat(1000), 15_000, false),
            (plain.repeat(1000) + &set.repeat(200), 16_000, true),
            (String::new(), 0, false),
        ];
        for (text, at, typeset) in table {
            assert_eq!(
                Hyphenation::of(text.as_bytes()).is_at(*at),
                *typeset,
                "{} {at}",
                text.len()
            );
        }
    }
}
