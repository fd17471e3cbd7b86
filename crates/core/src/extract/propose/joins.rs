//! Joins URLs without delimiters over line breaks (J8).
//!
//! The rejoiner grades each line break from what the text shows. The scanner finds the end of the joined URL, as
//! if it had stood on one line.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;
use core::{iter, mem};

use memchr::memchr;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Grade, Ground, MAX_READINGS, Seam};
use urlsift_scanner::{Form, MAX_LEN, Wrapper};

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::extract::join_option::Join;
use crate::found::Found;
use crate::input::Markup;
use crate::reading::{Difference, Reading, Why};

/// The greatest number of lines of a joined URL.
const MAX_LINES: usize = 64;

/// The greatest number of lines of a joined URL that have a further URL in them, as `u=http://` in a query has. A line
/// with a second URL may be searched again from there, and this bound keeps the work linear.
const MAX_NESTED_LINES: usize = 2;

/// A line break that a URL may go on after.
struct JoinLink {
    grade: Grade,
    ground: Ground,
    /// The line of the URL before the break, with punctuation at its end.
    before: Range<usize>,
    /// The line of the URL after the break, if it is the last one.
    after: Range<usize>,
    /// The punctuation dropped after it.
    tail: Range<usize>,
}

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Joins `found`, the URL of `wrapper`, with the lines after it if they belong to it.
    pub(crate) fn join(&mut self, wrapper: &Wrapper<'h>, found: &mut Found<'h>) {
        // A wrapper with HTML has another form than the URL inside it (J11).
        if found.form != wrapper.form() || !self.may_go_on(wrapper) {
            return;
        }
        let links = self.links(wrapper);
        let asked = self.extractor.join;
        let accepted = links.iter().take_while(|link| asked.accepts(link.grade)).count();
        if accepted > 0 {
            let mut count = accepted;
            // A joined URL may be rejected, and a shorter one not.
            let joined = loop {
                match self.read_joined(wrapper, &links[..count]) {
                    Some(joined) => break joined,
                    None if count == 1 => return,
                    None => count -= 1,
                }
            };
            let chosen = &links[..count];
            let cut = mem::replace(found, joined).best;
            found.joined = chosen.iter().map(|link| link.grade).min();
            found.doubts.insert_many(0, chosen.iter().map(|link| link.doubt(Choice::Joined)));
            // J4 allows eight readings. The cut URL and one that goes on further are always among them.
            found.others.truncate(MAX_READINGS - 3);
            let why = Why::of(DoubtKind::Join, chosen[0].before.end, Choice::Cut);
            found.others.push(Reading { why, ..cut });
        }
        if let Some(next) = links.get(accepted)
            && let Some(longer) = self.read_joined(wrapper, &links)
        {
            let why = Why::of(DoubtKind::Join, next.before.end, Choice::Joined);
            found.add_reading(Reading { why, ..longer.best }, next.doubt(Choice::Cut));
        }
    }

    /// Reports whether a line break after `wrapper` is in doubt. Cheap for nearly all.
    pub(crate) fn has_seam(&self, wrapper: &Wrapper<'h>) -> bool {
        self.may_go_on(wrapper) && {
            let range = wrapper.inner().start..wrapper.tail().end;
            self.seam(range.clone(), &self.input.haystack[range]).is_some()
                || self.repeated_links(wrapper).is_some()
        }
    }

    /// Returns the line breaks of a URL after a `<` if the same URL follows in brackets, as in `<A⏎b <A⏎b>>`: a
    /// program has put a link's target after its text.
    fn repeated_links(&self, wrapper: &Wrapper<'h>) -> Option<Vec<JoinLink>> {
        let haystack = self.input.haystack;
        let begin = wrapper.outer().start;
        // Most URLs do not follow a bracket.
        if !haystack[..begin].ends_with(b"<") {
            return None;
        }
        let near = &haystack[..haystack.len().min(begin + 2 * MAX_LEN)];
        let start = wrapper.inner().start;
        let open = start + memchr(b'<', &near[start..])?;
        let input = urlsift_scanner::Input::new(near).encoding(self.input.decode.encoding());
        let again = self.extractor.scanner.find_at(input, open)?;
        if again.outer().start != open {
            return None;
        }
        let url: Vec<u8> = again.lines().flat_map(|line| &near[line]).copied().collect();
        let mut rest = &url[..];
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut at = start;
        for line in near[start..open].split_inclusive(|&byte| byte == b'\n') {
            let mut text = line.trim_ascii_end();
            let end = at + text.len();
            if !lines.is_empty() {
                let is_mark = |byte: &u8| b" \t>|:%#".contains(byte);
                let marks = text.iter().take_while(|byte| is_mark(byte)).count();
                text = &text[marks..];
            }
            rest = rest.strip_prefix(text)?;
            if !text.is_empty() {
                lines.push(end - text.len()..end);
            }
            at += line.len();
        }
        let is_same = rest.is_empty() && (2..=MAX_LINES).contains(&lines.len());
        let link = |pair: &[Range<usize>]| JoinLink {
            grade: Grade::Certain,
            ground: Ground::Seen,
            before: pair[0].clone(),
            after: pair[1].clone(),
            tail: pair[1].end..pair[1].end,
        };
        is_same.then(|| lines.windows(2).map(link).collect())
    }

    /// Examines the line break after `url`, whose last line is at `last`.
    fn seam(&self, last: Range<usize>, url: &[u8]) -> Option<Seam> {
        let end = last.end;
        Seam::after(self.input.haystack, last, url, self.soft_breaks()).filter(|seam| {
            let is_at = |markup: &dyn Markup| markup.is_at(end..seam.run.start);
            !self.input.markup.is_some_and(is_at)
        })
    }

    /// Reports whether only spaces are between `wrapper` and the end of its line.
    fn may_go_on(&self, wrapper: &Wrapper<'h>) -> bool {
        matches!(wrapper.form(), Form::Bare | Form::Prefix)
            && self.extractor.join != Join::Never
            && !wrapper.is_enclosed()
            && {
                let rest = &self.input.haystack[wrapper.tail().end..];
                let after = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
                matches!(after, Some(b'\n' | b'\r'))
            }
    }

    /// Returns the line breaks that the URL of `wrapper` may go on after, in order.
    fn links(&mut self, wrapper: &Wrapper<'h>) -> Vec<JoinLink> {
        if let Some(links) = self.repeated_links(wrapper) {
            return links;
        }
        let haystack = self.input.haystack;
        let outer = wrapper.outer();
        let mut links = Vec::new();
        let mut last = wrapper.inner().start..wrapper.tail().end;
        // The text of the URL, as if it stood on one line. An apostrophe before the URL decides where it ends.
        let apostrophe = usize::from(haystack[..outer.start].ends_with(b"'"));
        let start = outer.start - apostrophe;
        // Few URLs have a seam after them, so the text is copied at the first one.
        let mut text = Cow::Borrowed(&haystack[start..last.end]);
        let url_start = last.start - start;
        let mut nested = 0;
        while links.len() < MAX_LINES - 1 {
            let Some(seam) = self.seam(last.clone(), &text[url_start..]) else { break };
            let Some((grade, ground)) = seam.grade() else { break };
            let before = text.len();
            let run = seam.run.clone();
            nested += usize::from(haystack[run.clone()].windows(3).any(|window| window == b"://"));
            if nested > MAX_NESTED_LINES {
                break;
            }
            text.to_mut().extend_from_slice(&haystack[run.clone()]);
            if text.len() > MAX_LEN {
                break;
            }
            let input = urlsift_scanner::Input::new(&*text).encoding(self.input.decode.encoding());
            let Some(whole) = self.extractor.scanner.find_at(input, apostrophe) else { break };
            if whole.inner().start != url_start || whole.inner().end <= before {
                break;
            }
            let place = |at: usize| run.start + at - before;
            let (end, tail_end) =
                (place(whole.inner().end), place(whole.tail().end.max(whole.inner().end)));
            let (before, after) = (last, run.start..end);
            links.push(JoinLink { grade, ground, before, after, tail: end..tail_end });
            if self.stands_unbroken(&text[url_start..whole.inner().end]) {
                for link in &mut links {
                    (link.grade, link.ground) = (Grade::Certain, Ground::Seen);
                }
            }
            if tail_end < run.end {
                break;
            }
            last = run;
        }
        links
    }

    /// Reads the lines of `links` as one URL, or returns `None` if it is rejected.
    fn read_joined(&mut self, wrapper: &Wrapper<'h>, links: &[JoinLink]) -> Option<Found<'h>> {
        let last = links.last()?;
        let outer = wrapper.outer().start..last.after.end;
        let after = iter::once(last.after.clone());
        let lines = &mut links.iter().map(|link| link.before.clone()).chain(after);
        let mut found = self.read_lines(wrapper.form(), outer, lines)?;
        // A caller may ask for rejected wrappers. The URL on the first line is better than those.
        if self.is_unwanted(&found.verdict) {
            return None;
        }
        if !last.tail.is_empty() {
            self.add_joined_tail(&mut found, last.tail.clone());
        }
        Some(found)
    }
}

impl JoinLink {
    fn doubt(&self, chosen: Choice) -> Doubt {
        Doubt { kind: DoubtKind::Join, at: self.before.end, chosen, ground: self.ground }
    }
}

impl Why {
    /// Returns the reason of a reading that makes the choice `choice` at one doubt.
    fn of(kind: DoubtKind, at: usize, choice: Choice) -> Why {
        Why::Differs(alloc::vec![Difference { kind, at, choice }])
    }
}
