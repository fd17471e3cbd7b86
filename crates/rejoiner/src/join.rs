//! Decides whether a URL without delimiters goes on after a line break (J8).
//!
//! [`Seam::after`] looks at the end of the line and at the first run of the next one, and gives the join a
//! [`Grade`] with its [`Ground`]. Most ends are decided by a look at the next run; only the others need the
//! lines around.

pub(crate) mod evidence;
pub(crate) mod lines;
mod rules;
pub(crate) mod shape;
pub(crate) mod stop;
mod work;

use core::ops::Range;

use crate::doubt::Ground;
pub use crate::join::evidence::{Grade, JoinEvidence};
use crate::join::lines::{MarkChange, NextRun};
use crate::join::rules::grade;
use crate::join::shape::{CutEnd, RunShape};
use crate::join::stop::is_stop;
use crate::run::is_soft;
use crate::style::SoftBreaks;

/// A line break after which a URL without delimiters may go on.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Seam {
    /// The byte range of the run after the break, up to whitespace or one of `< > "`. The URL may end
    /// before its end.
    pub run: Range<usize>,
    /// The number of bytes at the end of the URL that a mailer wrote before the break: `**`, or none.
    pub marks: usize,
    /// What the text shows about the join.
    pub evidence: JoinEvidence,
}

impl Seam {
    /// Examines the line break after `url`, the bytes of a URL up to there. `last` is the byte range of
    /// `haystack` that has them, or the last of them if the URL began on an earlier line. Both include
    /// punctuation at the end of the URL. Returns `None` if the URL does not end its line, or if the next line
    /// shows that it is complete.
    ///
    /// # Complexity
    ///
    /// Linear in `url` and in the next run. If that does not decide, also in the line and ten lines on either side.
    pub fn after(
        haystack: &[u8],
        last: Range<usize>,
        url: &[u8],
        soft_breaks: SoftBreaks,
    ) -> Option<Seam> {
        Seam::examine(haystack, last, url, soft_breaks, shape::is_prose)
    }

    /// Like [`Seam::after`]. If `is_prose`, which gets the URL, the run and whether it is alone on its line, the lines
    /// around are not examined.
    fn examine(
        haystack: &[u8],
        last: Range<usize>,
        url: &[u8],
        soft_breaks: SoftBreaks,
        is_prose: impl Fn(&[u8], &[u8], bool) -> bool,
    ) -> Option<Seam> {
        work::add(url.len());
        let is_first = last.len() == url.len();
        let before = haystack[..last.start].last().filter(|_| is_first);
        // Gmail marks a place to break, but a text that begins with `*` is bold.
        let is_marked = url.ends_with(b"**") && before != Some(&b'*');
        let is_encoded = ends_encoded_line(haystack, last.end, url);
        let marks = if is_marked { 2 } else { usize::from(is_encoded) };
        let url = &url[..url.len() - marks];
        let next = NextRun::after(haystack, last.end)?;
        let run = &haystack[next.run.clone()];
        let is_soft =
            is_encoded || soft_breaks == SoftBreaks::Deleted && is_soft(haystack, last.end);
        // The rest of a URL without a host is a name or an address, whose shapes show nothing.
        let ends = || {
            is_prose(url, run, next.is_alone)
                || !url.windows(3).any(|window| window == b"://")
                || is_stop(url, run, haystack.get(next.run.end), next.is_alone)
        };
        if !is_soft && ends() {
            return None;
        }
        let widths = next.line_of(haystack, last.clone(), is_first)?;
        // A second space at the start of a line is not the one that RFC 3676, section 4.4, adds.
        let is_soft_break = is_soft && widths.marks == MarkChange::Same && widths.next_indent <= 1;
        if is_soft && !is_soft_break && ends() {
            return None;
        }
        let cut = CutEnd::of(before, url, run);
        let shape = RunShape::of(run, next.is_alone);
        let run_width = lines::width(run);
        let evidence = JoinEvidence { cut, run: shape, run_width, widths, is_soft_break };
        Some(Seam { run: next.run, marks, evidence })
    }

    /// Reports whether the next run looks like the rest of the URL, even if no rule joins it.
    pub fn is_open(&self) -> bool {
        let JoinEvidence { cut, run, widths, .. } = &self.evidence;
        run.is_strong() && !cut.has_extension && !widths.begins_alike
    }

    /// Returns the grade of the join and the rule that gives it, or `None` if the URL is more likely complete.
    pub fn grade(&self) -> Option<(Grade, Ground)> {
        grade(&self.evidence)
    }
}

/// The width of a line that quoted-printable breaks, its `=` included (RFC 2045, section 6.7).
const ENCODED_WIDTH: usize = 76;

/// Reports whether `url`, which ends at `end`, ends in the `=` of a soft line break that no header declares: it fills a
/// line of quoted-printable, has no query, and a letter or digit begins the next line.
fn ends_encoded_line(haystack: &[u8], end: usize, url: &[u8]) -> bool {
    if !url.ends_with(b"=") || url.contains(&b'?') {
        return false;
    }
    let line = &haystack[end.saturating_sub(ENCODED_WIDTH + 1)..end];
    let line = &line[line.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)..];
    let rest = &haystack[end..];
    let next = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(b"\n");
    line.len() == ENCODED_WIDTH
        && next.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphanumeric)
}

/// Reports whether the widths of lines explain the line break between byte `end`, where the text of a URL ends on its
/// line, and byte `next`, where it goes on: a program that wraps lines may have broken it there.
///
/// # Complexity
///
/// Linear in the line, ten lines on either side, and the run that begins at `next`.
pub fn is_wrapped(haystack: &[u8], end: usize, next: usize) -> bool {
    let (line, widest) = lines::widths_at(haystack, end);
    let run = &haystack[next..];
    let ends_run = |byte: &u8| byte.is_ascii_whitespace() || b"<>\"".contains(byte);
    let length = run.iter().position(ends_run).unwrap_or(run.len());
    work::add(length);
    rules::is_wrapped(line, widest, haystack[..end].last(), lines::width(&run[..length]))
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
