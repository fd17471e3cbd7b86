//! What else a text says: where it is typeset with hyphens (J3, ground `typeset`).
//!
//! A magazine set in columns breaks words at the ends of its lines, and URLs with them. Of 787 bare
//! URLs broken at a hyphen for which it is known, 60 lost one that was the typesetter's, 54 of them in
//! one such magazine. Sums over the lines are made once, so that a text full of doubts stays linear.

use alloc::vec;
use alloc::vec::Vec;

/// How far around a place lines are counted, in bytes on either side.
const NEAR: usize = 4096;

/// The fewest lines that end in a hyphenated word, and their share of all that are not blank, for a
/// text to be typeset.
const LINES: usize = 3;
const SHARE: usize = 20;

/// The lines of a text, and how many of those before each are hyphenated.
#[derive(Clone, Debug)]
pub(crate) struct Hyphenation {
    /// By the offsets at which they begin; the last stands for the text's end.
    lines: Vec<LineStart>,
}

#[derive(Clone, Copy, Debug)]
struct LineStart {
    start: usize,
    /// Of the lines before this one, those that are not blank.
    filled: usize,
    /// Of the lines before this one, those that end in a word of lower-case letters and a hyphen.
    hyphenated: usize,
}

impl Hyphenation {
    /// Counts the lines of `haystack`, in one pass.
    pub(crate) fn of(haystack: &[u8]) -> Hyphenation {
        let mut line = LineStart { start: 0, filled: 0, hyphenated: 0 };
        let mut lines = vec![line];
        for text in haystack.split_inclusive(|&byte| byte == b'\n') {
            line.start += text.len();
            line.filled += usize::from(!text.trim_ascii().is_empty());
            line.hyphenated += usize::from(is_hyphenated(text));
            lines.push(line);
        }
        Hyphenation { lines }
    }

    /// Whether the text around `at` is typeset with hyphens: of the lines that begin within 4 kB, at
    /// least three, and one in twenty of those not blank, end so.
    pub(crate) fn is_at(&self, at: usize) -> bool {
        let line_at = |at: usize| {
            let i = self.lines.partition_point(|line| line.start < at);
            self.lines[i.min(self.lines.len() - 1)]
        };
        let (first, last) = (line_at(at.saturating_sub(NEAR)), line_at(at + NEAR));
        let hyphenated = last.hyphenated - first.hyphenated;
        hyphenated >= LINES && hyphenated * SHARE >= last.filled - first.filled
    }
}

/// Whether `line` ends in a word of lower-case letters and a hyphen, with a blank before it. A URL's
/// end has other characters in it.
fn is_hyphenated(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let word = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    match word.split_last() {
        Some((b'-', letters)) => {
            !letters.is_empty()
                && letters.iter().all(|byte| byte.is_ascii_lowercase() || *byte >= 0x80)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
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
    fn texts() {
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
