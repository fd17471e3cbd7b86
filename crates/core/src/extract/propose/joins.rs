//! Proposes the line breaks after which a URL without delimiters may go on (J8).
//!
//! The rejoiner grades each line break from what the text shows. The scanner finds the end of the joined URL, as
//! if it had stood on one line.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use urlsift_rejoiner::internal::is_complete;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Grade, Ground, Seam};
use urlsift_scanner::internal::MAX_LEN;
use urlsift_scanner::{Form, Wrapper};

use crate::extract::join_option::Join;
use crate::extract::propose::proposal::Proposer;
use crate::input::Markup;

/// The greatest number of lines of a joined URL.
const MAX_LINES: usize = 64;

/// The greatest number of lines of a joined URL that have a further URL in them, as `u=http://` in a query has. A line
/// with a second URL may be searched again from there, and this bound keeps the work linear.
const MAX_NESTED_LINES: usize = 2;

/// A line break that a URL may go on after.
pub(crate) struct JoinLink {
    pub(crate) grade: Grade,
    pub(crate) ground: Ground,
    /// The line of the URL before the break, with punctuation at its end.
    pub(crate) before: Range<usize>,
    /// The line of the URL after the break, if it is the last one.
    pub(crate) after: Range<usize>,
    /// The punctuation dropped after it.
    pub(crate) tail: Range<usize>,
    /// The length of the URL up to the end of that line.
    len: usize,
}

/// The line breaks that a URL may go on after, in order.
pub(crate) struct Joins<'h> {
    pub(crate) links: Vec<JoinLink>,
    /// The text that has the URL at `start`, as if it stood on one line.
    text: Cow<'h, [u8]>,
    start: usize,
}

impl Joins<'_> {
    /// Returns the URL up to the end of the line after link `i`.
    pub(crate) fn url_to(&self, i: usize) -> &[u8] {
        &self.text[self.start..][..self.links[i].len]
    }
}

/// Reports whether a line break after `wrapper` is in doubt. Cheap for nearly all.
pub(crate) fn has_seam(proposer: Proposer<'_, '_>, wrapper: &Wrapper<'_>) -> bool {
    let range = wrapper.inner().start..wrapper.tail().end;
    may_go_on(proposer, wrapper)
        && seam(proposer, range.clone(), &proposer.input.haystack[range]).is_some()
}

/// Examines the line break after `url`, whose last line is at `last`.
fn seam(proposer: Proposer<'_, '_>, last: Range<usize>, url: &[u8]) -> Option<Seam> {
    let input = proposer.input;
    let end = last.end;
    Seam::after(input.haystack, last, url, input.soft_breaks).filter(|seam| {
        let is_at = |markup: &dyn Markup| markup.is_at(end..seam.run.start);
        !input.markup.is_some_and(is_at)
    })
}

/// Reports whether a URL may go on after `wrapper` on the next line.
#[inline]
pub(crate) fn may_go_on(proposer: Proposer<'_, '_>, wrapper: &Wrapper<'_>) -> bool {
    let Proposer { extractor, input } = proposer;
    let url = wrapper.inner().start..wrapper.tail().end;
    matches!(wrapper.form(), Form::Bare | Form::Prefix)
        && extractor.join != Join::Never
        && !wrapper.is_enclosed()
        && !is_complete(input.haystack, url.end, &input.haystack[url], input.soft_breaks)
}

/// Returns the line breaks that the URL of `wrapper` may go on after, in order.
pub(crate) fn of<'h>(proposer: Proposer<'_, 'h>, wrapper: &Wrapper<'h>) -> Joins<'h> {
    let Proposer { input, extractor } = proposer;
    let haystack = input.haystack;
    let outer = wrapper.outer();
    let mut links: Vec<JoinLink> = Vec::new();
    let mut last = wrapper.inner().start..wrapper.tail().end;
    // The text of the URL, as if it stood on one line. An apostrophe before the URL decides where it ends.
    let apostrophe = usize::from(haystack[..outer.start].ends_with(b"'"));
    let start = outer.start - apostrophe;
    // Few URLs have a seam after them, so the text is copied at the first one.
    let mut text = Cow::Borrowed(&haystack[start..last.end]);
    let url_start = last.start - start;
    let mut nested = 0;
    while links.len() < MAX_LINES - 1 {
        let Some(seam) = seam(proposer, last.clone(), &text[url_start..]) else { break };
        // The URL seems to go on, so the one up to here is hardly whole.
        if seam.is_open() {
            for link in &mut links {
                link.grade = Grade::Possible;
            }
        }
        let Some((grade, ground)) = seam.grade() else { break };
        let run = seam.run.clone();
        let before = text.len() - seam.marks;
        last.end -= seam.marks;
        if seam.marks > 0 {
            text.to_mut().truncate(before);
        }
        nested += usize::from(haystack[run.clone()].windows(3).any(|window| window == b"://"));
        if nested > MAX_NESTED_LINES {
            break;
        }
        text.to_mut().extend_from_slice(&haystack[run.clone()]);
        if text.len() > MAX_LEN {
            break;
        }
        let scanned = input.scanned(&text);
        let Some(whole) = extractor.scanner.find_at(scanned, apostrophe) else { break };
        if whole.inner().start != url_start || whole.inner().end <= before {
            break;
        }
        let place = |at: usize| run.start + at - before;
        let (end, tail_end) =
            (place(whole.inner().end), place(whole.tail().end.max(whole.inner().end)));
        let (before, after) = (last, run.start..end);
        let len = whole.inner().end - url_start;
        links.push(JoinLink { grade, ground, before, after, tail: end..tail_end, len });
        if tail_end < run.end {
            break;
        }
        last = run;
    }
    Joins { links, text, start: url_start }
}

impl JoinLink {
    /// Returns the doubt of this line break, whose choice is `chosen`.
    pub(crate) fn doubt(&self, chosen: Choice) -> Doubt {
        Doubt { kind: DoubtKind::Join, at: self.before.end, chosen, ground: self.ground }
    }
}
