//! Decides whether the text of an `angle` or `quote` wrapper is prose: W5.
//!
//! Spaces inside a URL are legal in a wrapper and common (`<http://www.w3.org/TR/2002/ REC-P3P>`), but so is
//! `<http://x.example is down>`. The text on both sides of a gap decides. A host may have a gap, too, and list archives
//! write addresses as `user at host`, inside URLs too (J5).

use core::iter;
use core::ops::Range;

use crate::bare::end::begins_with_target;
use crate::bytes::class::{IN_HOST, IN_SCHEME, is_of, len_of};
use crate::bytes::space::{gap_start, skip_spaces, space_len};
use crate::bytes::{begins_with, run_len, work};
use crate::config::MAX_GAPS;
use crate::scheme::Scheme;
use crate::wrapper::lines::Lines;

/// Reports whether a gap in `lines`, the text after the scheme's colon, shows that the text is prose.
pub(crate) fn is_prose(haystack: &[u8], lines: Lines<'_>, gaps: GapPolicy) -> bool {
    let mut place = UrlState::AfterColon;
    let mut before = None;
    let mut count = 0;
    let mut has_bar = false;
    for line in lines {
        let mut at = line.start;
        // A line break is not a gap and is ignored, unless the next URL follows it, as in
        // `schemaLocation="http://a ⏎ http://b"`.
        if before.is_some_and(|before| is_next_url(before, &haystack[line.clone()])) {
            return true;
        }
        while at < line.end {
            let run = at..gap_start(haystack, at, line.end);
            work::add(run.len());
            place = place.after(haystack, run.clone());
            before = haystack[run.clone()].last().copied().or(before);
            has_bar |= has_label_bar(&haystack[run.clone()]);
            let next = skip_spaces(haystack, run.end, line.end);
            if next == line.end {
                break;
            }
            if matches!(place, UrlState::AfterColon | UrlState::Slashes) {
                // Spaces after `scheme:` and after `//` are ignored.
                at = next;
                continue;
            }
            count += 1;
            if count > MAX_GAPS {
                return true;
            }
            let gap = Gap { haystack, run: run.end..next, line_end: line.end };
            // `<http://x.example/|a label>`: chat programs write the text of a link after its URL.
            if has_bar
                && !matches!(gaps, GapPolicy::Any | GapPolicy::BeforeDelimiters)
                && !matches!(place, UrlState::Query | UrlState::Fragment)
            {
                return true;
            }
            // A masked `@` covers two gaps, so the walk continues after the second.
            if let Some(after) = gap.masked_at(place) {
                at = after;
                continue;
            }
            let parts_words = |before| gap.parts_words(place, before, gaps);
            if before.is_some_and(parts_words) {
                return true;
            }
            at = next;
        }
    }
    false
}

/// The gaps that a URL may contain.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum GapPolicy {
    /// Any gap that does not show the next URL, in form `url`: the writer has marked the text as a URL.
    Any,
    /// Gaps that do not show a sentence, in form `angle`.
    Weighed,
    /// Like `Weighed`, but none before `//`, for schemes whose URLs have a host: `<http: the protocol>` is not a URL.
    AfterSlashes,
    /// Like `Weighed`, and any gap in the query, which holds a letter's subject or body (`mailto`).
    Letter,
    /// Gaps before `/ ? # & = ;` alone, in form `quote`, because most quoted text with spaces is prose.
    BeforeDelimiters,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum UrlState {
    /// At most slashes so far: a space here is ignored.
    AfterColon,
    Slash,
    Slashes,
    /// Between `//` and the next `/`, `?` or `#`.
    Host,
    Path,
    /// After the colon of a URL without `//`.
    Opaque,
    Query,
    Fragment,
}

impl UrlState {
    /// Spaces without a width are skipped.
    fn after(self, haystack: &[u8], run: Range<usize>) -> UrlState {
        let mut place = self;
        let mut at = run.start;
        while at < run.end {
            if !matches!(place, UrlState::AfterColon | UrlState::Slash | UrlState::Slashes) {
                // Only `/`, `?` and `#` change the state from here.
                at += len_of(IN_HOST, &haystack[at..run.end]);
                if at == run.end {
                    break;
                }
            }
            let space = space_len(haystack, at);
            if space == 0 {
                place = place.after_byte(haystack[at]);
            }
            at += space.max(1);
        }
        place
    }

    fn after_byte(self, byte: u8) -> UrlState {
        match (self, byte) {
            (UrlState::Fragment, _) | (_, b'#') => UrlState::Fragment,
            (UrlState::Query, _) | (_, b'?') => UrlState::Query,
            (UrlState::AfterColon, b'/') => UrlState::Slash,
            (UrlState::Slash, b'/') => UrlState::Slashes,
            (UrlState::Slashes | UrlState::Host, b'/') => UrlState::Path,
            (UrlState::Slashes, _) => UrlState::Host,
            (UrlState::AfterColon | UrlState::Slash, _) => UrlState::Opaque,
            (UrlState::Host | UrlState::Path | UrlState::Opaque, _) => self,
        }
    }
}

struct Gap<'h> {
    haystack: &'h [u8],
    run: Range<usize>,
    line_end: usize,
}

impl Gap<'_> {
    /// Returns the offset after ` at ` between word characters if this gap begins a masked `@`. In a host this can only
    /// be the end of a user's name, so a host must follow.
    fn masked_at(&self, place: UrlState) -> Option<usize> {
        let before = self.haystack[..self.run.start].last()?;
        let rest = self.next_run();
        let after = skip_spaces(self.haystack, rest.end, self.line_end);
        let host = &self.haystack[after..gap_start(self.haystack, after, self.line_end)];
        // A fragment holds no address.
        let masks = place != UrlState::Fragment
            && &self.haystack[rest.clone()] == b"at"
            && is_word(*before)
            && host.first().is_some_and(|&byte| is_word(byte))
            && (place != UrlState::Host || goes_on_like_host(host, true));
        masks.then_some(after)
    }

    fn next_run(&self) -> Range<usize> {
        self.run.end..gap_start(self.haystack, self.run.end, self.line_end)
    }

    /// Reports whether the gap separates words of a sentence. `before` is the byte before it.
    fn parts_words(&self, place: UrlState, before: u8, gaps: GapPolicy) -> bool {
        let next = &self.haystack[self.next_run()];
        work::add(next.len());
        match gaps {
            GapPolicy::Any => return is_next_url(before, next),
            GapPolicy::BeforeDelimiters => {
                return !matches!(next.first(), Some(b'/' | b'?' | b'#' | b'&' | b'=' | b';'));
            }
            GapPolicy::AfterSlashes if place == UrlState::Opaque => return true,
            GapPolicy::AfterSlashes | GapPolicy::Weighed | GapPolicy::Letter => {}
        }
        if matches!(next.first(), Some(b'"' | b'[')) || begins_with_url(next) {
            return true;
        }
        // A colon belongs to a label, as in the signature `< Tel: +47 72 84 83 36 Fax: +47 73 …>`.
        if matches!(before, b'.' | b',' | b':') {
            return !(place == UrlState::Query && gaps == GapPolicy::Letter);
        }
        // A line may end in spaces beyond ASCII, which are ignored like others.
        let rest = skip_spaces(self.haystack, self.next_run().end, self.line_end);
        let is_last = rest == self.line_end;
        // Elsewhere in the URL a gap is harmless.
        place == UrlState::Host && !ends_host(next) && !goes_on_like_host(next, is_last)
    }
}

/// Reports whether `next` begins with text that may follow a host: `/`, `?`, `#`, or `:` and a digit.
fn ends_host(next: &[u8]) -> bool {
    matches!(next, [b'/' | b'?' | b'#', ..] | [b':', b'0'..=b'9', ..])
}

/// Reports whether `next` continues a host and contains a dot before text, a slash or a colon. `w/o frames` and
/// `and/or` are words, so a slash or colon counts only in the last run of a line (`is_last`).
fn goes_on_like_host(next: &[u8], is_last: bool) -> bool {
    // The characters of a label, then the byte that decides.
    let label = run_len(next, |byte| is_word(byte) || byte == b'-');
    match next[label..] {
        [b'.', after, ..] => is_word(after),
        [b'/' | b':', ..] => label > 0 && is_last,
        _ => false,
    }
}

/// Reports whether `line`, after a break that `before` precedes, is a new URL. Only a known scheme shows that, because
/// a break may cut a word in two. After an open path or query, the other URL is part of this one, as in web archives
/// and redirectors, except after `URL:`.
fn is_next_url(before: u8, line: &[u8]) -> bool {
    let is_marked = begins_with(line, "URL:");
    let line = if is_marked { &line[4..] } else { line };
    let (name, rest) = line.split_at(len_of(IN_SCHEME, line));
    (is_marked || !matches!(before, b'/' | b'?' | b'&' | b'=' | b';'))
        && rest.starts_with(b"://")
        && Scheme::find(name).is_some()
}

/// Reports whether `run` has a `|` that may begin a label. `C|/` is a drive of DOS.
fn has_label_bar(run: &[u8]) -> bool {
    memchr::memchr_iter(b'|', run).any(|bar| run.get(bar + 1) != Some(&b'/'))
}

/// In a query or fragment another URL is part of the first one.
pub(crate) fn has_target_in_brackets<'h>(lines: impl Iterator<Item = &'h [u8]>) -> bool {
    for line in lines {
        for mark in memchr::memchr3_iter(b'[', b'?', b'#', line) {
            if line[mark] != b'[' {
                return false;
            }
            if begins_with_target(&line[mark + 1..]) {
                return true;
            }
        }
    }
    false
}

/// Reports whether the run `next` begins with any scheme and `://`, ignoring spaces without a width.
fn begins_with_url(next: &[u8]) -> bool {
    let mut at = 0;
    // Yields the bytes of the run without its spaces of no width.
    let mut solid = iter::from_fn(|| {
        at = skip_spaces(next, at, next.len()) + 1;
        next.get(at - 1).copied()
    });
    let has_scheme = solid.next().is_some_and(|byte| is_of(IN_SCHEME, byte));
    has_scheme
        && solid.find(|&byte| !is_of(IN_SCHEME, byte)) == Some(b':')
        && solid.take(2).eq(*b"//")
}

/// Reports whether `byte` is part of a word or name. Bytes above 0x7F count as letters.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
