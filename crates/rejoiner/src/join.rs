//! Decides whether a URL without delimiters goes on after a line break (J8).
//!
//! Each sign that holds adds its weight, and the sum gives the join a [`Grade`]. Most ends are decided by a look at the
//! next run; only the others need the lines around.

mod complete;
mod ends;
mod grade;
pub(crate) mod lines;
mod signs;
mod weights;
mod words;
mod work;

use core::ops::Range;

use crate::doubt::Ground;
pub use crate::join::complete::is_complete;
use crate::join::ends::{Ends, is_prose};
pub use crate::join::grade::Grade;
use crate::join::lines::NextRun;
pub use crate::join::lines::is_wrapped;
use crate::join::signs::{Holds, SIGNS};
use crate::join::weights::{BASE, CERTAIN, LIKELY, POSSIBLE, WEIGHTS};
use crate::run::is_soft;
use crate::style::SoftBreaks;

/// A line break after which a URL without delimiters may go on.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Seam {
    /// The byte range of the run after the break, up to whitespace or one of `< > "`. The URL may end before its end.
    pub run: Range<usize>,
    /// The number of bytes at the end of the URL that a mailer wrote before the break: `**`, or none.
    pub marks: usize,
    signs: u32,
    sum: i32,
    /// What proves the join, if no sign outweighs it: a break that a mailer inserted (J9), or one within an escape.
    proof: Option<Ground>,
    /// Whether the run has a shape that words of prose do not have, and the URL does not end in an extension.
    is_rest: bool,
}

/// The sign with which no join is certain: a program may have inserted the hyphen.
const CAPPED: &str = "inserted";

impl Seam {
    /// Examines the line break after `url`, the bytes of a URL up to there. `last` is the byte range of `haystack` that
    /// has them, or the last of them if the URL began on an earlier line. Both include punctuation at the end of the
    /// URL. Returns `None` if the URL does not end its line, or if the next line shows that it is complete. Linear in
    /// `url`, the next run, and if these do not decide in the line and ten lines on either side.
    pub fn after(
        haystack: &[u8],
        last: Range<usize>,
        url: &[u8],
        soft_breaks: SoftBreaks,
    ) -> Option<Seam> {
        Seam::examine(haystack, last, url, soft_breaks, false)
    }

    /// Like [`Seam::after`]. If it `needs_all` signs, it examines them even if no sum can give a grade.
    fn examine(
        haystack: &[u8],
        last: Range<usize>,
        url: &[u8],
        soft_breaks: SoftBreaks,
        needs_all: bool,
    ) -> Option<Seam> {
        work::add(url.len());
        let next = NextRun::after(haystack, last.end)?;
        let is_first = last.len() == url.len();
        let before = haystack[..last.start].last().copied().filter(|_| is_first);
        // Gmail marks a place to break, but a text that begins with `*` is bold.
        let is_marked = url.ends_with(b"**") && before != Some(b'*');
        let is_encoded = ends_encoded_line(haystack, last.end, url);
        let marks = if is_marked { 2 } else { usize::from(is_encoded) };
        let url = &url[..url.len() - marks];
        let run = &haystack[next.run.clone()];
        let is_soft =
            is_encoded || soft_breaks == SoftBreaks::Deleted && is_soft(haystack, last.end);
        // The rest of a URL without a host is a name or an address, whose shapes show nothing.
        let slash = url.iter().position(|&byte| byte == b'/');
        let has_host =
            slash.is_some_and(|at| url[..at].ends_with(b":") && url[at..].starts_with(b"//"));
        let may_go_on = has_host && !is_prose(url, run, next.is_alone);
        let after = || next.after_run(haystack);
        let ends = if may_go_on {
            let host = slash.map_or(0, |at| at + 2);
            Ends::new(before, is_first, url, host, run, next.is_alone, after)
        } else {
            None
        };
        let is_escape = ends.as_ref().is_some_and(Ends::completes_escape);
        let (mut lines, mut proof) = (None, None);
        if is_soft || is_escape {
            let near = next.line_of(haystack, last.clone(), is_first)?;
            // A second space at the start of a line is not the one that RFC 3676, section 4.4, adds.
            let is_inserted = is_soft && near.has_same_marks && near.next_indent <= 1;
            let ground = if is_inserted { Ground::SoftBreak } else { Ground::Escape };
            proof = (is_inserted || is_escape).then_some(ground);
            lines = Some(near);
        }
        let mut seam =
            Seam { run: next.run.clone(), marks, signs: 0, sum: BASE, proof, is_rest: false };
        let Some(ends) = ends else {
            return proof.is_some().then_some(seam);
        };
        seam.is_rest = !is_first && ends.is_strong && !ends.has_extension;
        let needs_all = needs_all || proof.is_some() || seam.is_rest;
        for (index, (sign, (_, weight))) in SIGNS.iter().zip(WEIGHTS).enumerate() {
            if seam.sum + MOST_LEFT[index] < POSSIBLE && !needs_all {
                return None;
            }
            let holds = match sign.holds {
                Holds::Ends(holds) => holds(&ends),
                Holds::NearLines(holds) => {
                    if lines.is_none() {
                        lines = Some(next.line_of(haystack, last.clone(), is_first)?);
                    }
                    lines.as_ref().is_some_and(|lines| holds(&ends, lines))
                }
            };
            if holds {
                seam.signs |= 1 << index;
                seam.sum += weight;
            }
        }
        Some(seam)
    }

    /// Reports whether the next run looks like the rest of the URL, although the grade is less than likely.
    pub fn is_open(&self) -> bool {
        let is_likely = self.grade().is_some_and(|(grade, _)| grade >= Grade::Likely);
        self.is_rest && !is_likely
    }

    /// Returns the grade of the join and the ground of its strongest sign, or `None` if the URL is more likely complete.
    pub fn grade(&self) -> Option<(Grade, Ground)> {
        if let Some(proof) = self.proof {
            return Some((Grade::Certain, proof));
        }
        let thresholds =
            [(CERTAIN, Grade::Certain), (LIKELY, Grade::Likely), (POSSIBLE, Grade::Possible)];
        let (_, grade) = thresholds.into_iter().find(|&(least, _)| self.sum >= least)?;
        let held = (0..SIGNS.len()).filter(|&index| self.signs >> index & 1 == 1);
        let is_capped = held.clone().any(|index| SIGNS[index].name == CAPPED);
        let grade = if is_capped { grade.min(Grade::Likely) } else { grade };
        // Of equal signs the first one counts.
        let strongest = held.rev().max_by_key(|&index| WEIGHTS[index].1)?;
        Some((grade, SIGNS[strongest].ground))
    }
}

/// For each sign, the most that it and those after it can add to a sum.
static MOST_LEFT: [i32; WEIGHTS.len()] = {
    let mut most = [0; WEIGHTS.len()];
    let (mut index, mut sum) = (WEIGHTS.len(), 0);
    while index > 0 {
        index -= 1;
        let weight = WEIGHTS[index].1;
        sum += if weight > 0 { weight } else { 0 };
        most[index] = sum;
    }
    most
};

/// The width of a line that quoted-printable breaks, its `=` included (RFC 2045, section 6.7).
const ENCODED_WIDTH: usize = 76;

/// Reports whether `url`, which ends at `end`, ends in the `=` of a soft line break that no header declares: it fills a
/// line of quoted-printable, has no query, and the next line begins with a letter or digit, but not with initials and `>`.
fn ends_encoded_line(haystack: &[u8], end: usize, url: &[u8]) -> bool {
    if !url.ends_with(b"=") || url.contains(&b'?') {
        return false;
    }
    let line = &haystack[end.saturating_sub(ENCODED_WIDTH + 1)..end];
    let line = &line[line.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)..];
    let rest = &haystack[end..];
    let next = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(b"\n").unwrap_or_default();
    let word = next.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    line.len() == ENCODED_WIDTH && word > 0 && next.get(word) != Some(&b'>')
}

/// The signs as `benches/joins/fit.py` reads them: the name, the text and the ground of each.
pub fn join_signs() -> impl Iterator<Item = (&'static str, &'static str, Ground)> {
    SIGNS.iter().map(|sign| (sign.name, sign.text, sign.ground))
}

/// Returns a bit for each of [`join_signs`] that holds at the break after `last`. `None` as [`Seam::after`].
pub fn join_signs_after(haystack: &[u8], last: Range<usize>, url: &[u8]) -> Option<u32> {
    Some(Seam::examine(haystack, last, url, SoftBreaks::Kept, true)?.signs)
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
