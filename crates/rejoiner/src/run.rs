//! Splits a wrapper's text into runs and the breaks between them.
//!
//! A *run* is text without whitespace. Between two runs is a *seam*, a line break with the spaces around it, or a
//! *gap*, spaces inside a line. Whitespace at the wrapper's edges, after `scheme:` and after `//`, and without a width
//! is neither, and raises no doubt.

use alloc::vec::Vec;
use core::ops::Range;

use crate::style::SoftBreaks;

#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) runs: Vec<Range<usize>>,
    /// The breaks, one fewer than `runs`.
    pub(crate) breaks: Vec<Break>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Break {
    /// A line break.
    Seam,
    Gap,
    /// Whitespace without meaning: after `scheme:` or `//`, or without a width.
    Nothing,
}

impl Runs {
    /// Splits `lines`, byte ranges of `haystack` in order, at their whitespace (J1). Takes one pass.
    pub(crate) fn new(
        haystack: &[u8],
        lines: impl Iterator<Item = Range<usize>>,
        soft_breaks: SoftBreaks,
    ) -> Runs {
        let mut runs = Runs::default();
        // Follows `scheme://`, because whitespace directly after it has no meaning.
        let mut head = Head::Scheme;
        let mut before = 0;
        for line in lines {
            // With `DelSp=yes` a soft break joins the two lines without a seam.
            let is_deleted = soft_breaks == SoftBreaks::Deleted && is_soft(haystack, before);
            let mut between = if is_deleted { Break::Nothing } else { Break::Seam };
            before = line.end;
            let mut at = line.start;
            while at < line.end {
                let (start, is_wide) = skip_whitespace(haystack, at, line.end);
                // Whitespace at the start of a line belongs to the seam.
                if is_wide && between == Break::Nothing && at > line.start {
                    between = Break::Gap;
                }
                let end = skip_run(haystack, start, line.end);
                if start < end {
                    if !runs.runs.is_empty() {
                        // The break that was seen last separates this run from the one before.
                        let is_ignored = match head {
                            Head::Scheme => between == Break::Gap,
                            Head::Edge => true,
                            Head::Body => false,
                        };
                        runs.breaks.push(if is_ignored { Break::Nothing } else { between });
                    }
                    head = head.after(&haystack[start..end]);
                    runs.runs.push(start..end);
                }
                // Within a line, a break is none until visible whitespace makes it a gap.
                between = Break::Nothing;
                at = end;
            }
        }
        runs
    }
}

/// Reports whether the line that ends at `end`, before its trailing spaces, has a soft break: exactly one space.
pub(crate) fn is_soft(haystack: &[u8], end: usize) -> bool {
    matches!(haystack.get(end..), Some([b' ', b'\n' | b'\r', ..]))
}

/// The progress of the runs through `scheme://`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Head {
    Scheme,
    /// `scheme:` or `scheme://` and no more.
    Edge,
    Body,
}

impl Head {
    fn after(self, run: &[u8]) -> Head {
        let rest = match self {
            Head::Body => return Head::Body,
            Head::Edge => run,
            Head::Scheme => match run.iter().position(|&byte| byte == b':') {
                None => return Head::Scheme,
                Some(colon) => &run[colon + 1..],
            },
        };
        if rest.is_empty() || rest == b"//" { Head::Edge } else { Head::Body }
    }
}

fn skip_whitespace(haystack: &[u8], mut at: usize, end: usize) -> (usize, bool) {
    let mut is_wide = false;
    while let Some((len, has_width)) = whitespace(&haystack[at..end]) {
        is_wide |= has_width;
        at += len;
    }
    (at, is_wide)
}

fn skip_run(haystack: &[u8], mut at: usize, end: usize) -> usize {
    while at < end && whitespace(&haystack[at..end]).is_none() {
        at += 1;
    }
    at
}

/// Returns the length in bytes of the whitespace character at the start of `text`, and whether it has a width (J1).
/// LF and CR are included, in case a line comes with its end.
fn whitespace(text: &[u8]) -> Option<(usize, bool)> {
    match text {
        [b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r', ..] => Some((1, true)),
        [0xC2, 0x85 | 0xA0, ..] => Some((2, true)),
        // U+200B, U+2028, U+2029 and U+FEFF only allow or force a break.
        [0xE2, 0x80, 0x8B | 0xA8 | 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..] => Some((3, false)),
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => Some((3, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_is_that_of_unicode() {
        for c in '\0'..=char::MAX {
            let is_space = c.is_whitespace() || "\u{200b}\u{feff}".contains(c);
            let len = is_space.then_some(c.len_utf8());
            let found = whitespace(c.encode_utf8(&mut [0; 4]).as_bytes());
            assert_eq!(found.map(|(len, _)| len), len, "{c:?}");
        }
    }
}
