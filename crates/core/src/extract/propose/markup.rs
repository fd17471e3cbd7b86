//! Reads a URL without the markup that a text has inside it (J11).
//!
//! Text that was taken from a page may have `&amp;` for `&`. Converters and authors put a backslash before
//! punctuation: `gopher\_protocol` in Markdown, `rust\-lang.org` in roff. Its reading without these comes first, and
//! the stored spelling is another reading. In a page a backslash is text like any other, because pages have markup of
//! their own.

use alloc::borrow::Cow;
use alloc::vec;
use core::ops::Range;

use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Ground, Piece};
use urlsift_scanner::Form;

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::extract::judge::judgement::has_bad_host;
use crate::found::Found;
use crate::reading::{Difference, PieceList, Reading, Why, joined, push_piece};

/// A URL without markup, as pieces of the text.
struct Unmarked {
    pieces: PieceList,
    /// The offset of the first markup.
    at: usize,
}

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Reports whether `url` may contain markup.
    pub(crate) fn may_have_markup(&self, url: Range<usize>) -> bool {
        let url = &self.input.haystack[url];
        self.input.markup.is_none()
            && memchr::memchr2(b'\\', b'&', url).is_some_and(|at| {
                memchr::memchr(b'\\', &url[at..]).is_some() || has_reference(&url[at..])
            })
    }

    /// Returns `found` with the reading without markup as the first one, if it has markup. The stored spelling
    /// becomes one more reading.
    ///
    /// References are markup for sure only if every `&` of the text begins one. Otherwise the reading without them
    /// comes after the stored spelling.
    pub(crate) fn without_markup(&mut self, found: Found<'h>) -> Found<'h> {
        let haystack = self.input.haystack;
        if self.input.markup.is_some() {
            return found;
        }
        // The opener `<URL:` was written by somebody who knew what a URL is, or by `wrap` (J10).
        let may_have_references = found.form != Form::Url || haystack[found.outer.start] == b'&';
        if !may_have_references || !has_reference(found.url().as_bytes()) {
            return self.without(MarkupKind::Backslashes, found);
        }
        if self.facts.are_all_references(haystack) {
            return self.without(MarkupKind::All, found);
        }
        let mut found = self.without(MarkupKind::Backslashes, found);
        let unmarked = unmarked(&found.best.pieces, haystack, MarkupKind::All);
        if let Some(Unmarked { pieces, at }) = unmarked {
            let candidate = self.candidate(Cow::Owned(joined(&pieces, haystack)));
            if !self.is_rejected(&candidate) {
                let why = Why::Differs(vec![difference(at, Choice::Dropped)]);
                let reading = Reading { url: candidate.url, pieces, why };
                found.add_reading(reading, doubt(at, Choice::Kept, Ground::Default));
            }
        }
        found
    }

    /// Like `without_markup`, for markup of one kind.
    fn without(&self, kind: MarkupKind, mut found: Found<'h>) -> Found<'h> {
        let haystack = self.input.haystack;
        let Some(Unmarked { pieces, at }) = unmarked(&found.best.pieces, haystack, kind) else {
            return found;
        };
        let best = self.candidate(Cow::Owned(joined(&pieces, haystack)));
        let is_stored_wanted = !self.is_unwanted(&found.verdict);
        if self.is_rejected(&best) && is_stored_wanted {
            return found;
        }
        let is_host_bad = has_bad_host(&found.verdict);
        let doubts = core::mem::take(&mut found.doubts).into_vec();
        let mut read = self.found(found.form, found.outer.clone(), pieces, best, doubts);
        for other in found.others {
            let other = self.reading_without(kind, other);
            if other.url != read.best.url && read.others.iter().all(|it| it.url != other.url) {
                read.others.push(other);
            }
        }
        if is_stored_wanted {
            let ground = if is_host_bad { Ground::Host } else { Ground::Default };
            let why = Why::Differs(vec![difference(at, Choice::Kept)]);
            read.add_reading(Reading { why, ..found.best }, doubt(at, Choice::Dropped, ground));
        }
        read
    }

    /// Like `without`, for a reading that is not the first.
    fn reading_without(&self, kind: MarkupKind, reading: Reading<'h>) -> Reading<'h> {
        let haystack = self.input.haystack;
        let Some(Unmarked { pieces, .. }) = unmarked(&reading.pieces, haystack, kind) else {
            return reading;
        };
        let candidate = self.candidate(Cow::Owned(joined(&pieces, haystack)));
        if self.is_rejected(&candidate) {
            return reading;
        }
        Reading { url: candidate.url, pieces, why: reading.why }
    }

    /// Returns the pieces of `range`, without backslashes that are markup.
    pub(crate) fn pieces_without_markup(&self, range: Range<usize>) -> PieceList {
        let pieces = [Piece::Copied(range)];
        match unmarked(&pieces, self.input.haystack, MarkupKind::Backslashes) {
            Some(unmarked) if self.input.markup.is_none() => unmarked.pieces,
            _ => pieces.into_iter().collect(),
        }
    }
}

/// The markup that is dropped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum MarkupKind {
    Backslashes,
    /// Backslashes, and what follows the `&` of a reference that means one.
    All,
}

/// The references that mean `&`. All begin with it, so a reading drops what follows it.
const REFERENCES: &[&[u8]] = &[b"&amp;", b"&#38;"];

fn difference(at: usize, choice: Choice) -> Difference {
    Difference { kind: DoubtKind::Markup, at, choice }
}

fn doubt(at: usize, chosen: Choice, ground: Ground) -> Doubt {
    Doubt { kind: DoubtKind::Markup, at, chosen, ground }
}

/// Reports whether `url` has a reference that means `&`.
fn has_reference(url: &[u8]) -> bool {
    memchr::memchr_iter(b'&', url)
        .any(|at| REFERENCES.iter().any(|reference| url[at..].starts_with(reference)))
}

/// Returns `pieces` without the markup in them, or `None` if they have none. In `file:///` nothing is markup,
/// because its backslashes separate folders.
///
/// Linear in the length of the pieces.
fn unmarked(pieces: &[Piece], haystack: &[u8], kind: MarkupKind) -> Option<Unmarked> {
    let mut first = None;
    let mut kept = PieceList::new();
    if let Some(Piece::Copied(range)) = pieces.first()
        && haystack[range.clone()]
            .get(..8)
            .is_some_and(|head| head.eq_ignore_ascii_case(b"file:///"))
    {
        return None;
    }
    for piece in pieces {
        let Piece::Copied(range) = piece else {
            push_piece(&mut kept, piece.clone());
            continue;
        };
        let mut start = range.start;
        let mut at = start;
        while let Some(offset) = memchr::memchr2(b'\\', b'&', &haystack[at..range.end]) {
            let mark = at + offset;
            // The range of the markup that is dropped, and the offset at which the next can begin.
            let (dropped, next) = if haystack[mark] == b'\\' {
                let (len, skipped) = escape_len(&haystack[mark..], range.end - mark);
                (mark..mark + len, mark + skipped)
            } else {
                let text = &haystack[mark..range.end];
                let is_here = |reference: &&&[u8]| text.starts_with(reference);
                let found = REFERENCES.iter().find(is_here).filter(|_| kind == MarkupKind::All);
                let len = found.map_or(1, |reference| reference.len());
                (mark + 1..mark + len, mark + len)
            };
            if !dropped.is_empty() {
                first.get_or_insert(mark);
                push_piece(&mut kept, Piece::Copied(start..dropped.start));
                start = dropped.end;
            }
            at = next.min(range.end);
        }
        push_piece(&mut kept, Piece::Copied(start..range.end));
    }
    first.map(|at| Unmarked { pieces: kept, at })
}

/// Returns the number of bytes of markup that begin with the backslash at the start of `text`, and the number of
/// bytes after which the next markup can begin. The URL has `left` bytes of the text; the byte after them may be a
/// delimiter that the backslash escapes.
fn escape_len(text: &[u8], left: usize) -> (usize, usize) {
    let Some(&next) = text.get(1) else { return (0, 1) };
    match next {
        // A backslash that escapes another one, as in the names of Windows machines, or a quote of program text.
        b'\\' | b'"' => (0, 2),
        // Between two digits of a hexadecimal number `%` is the escape of a URL. Otherwise it is, like `:`, a place
        // at which roff may break or not break a word.
        b'%' if has_hexadecimals(&text[2..left.max(2)]) => (1, 2),
        // Before a digit the colon begins a port.
        b':' if left > 2 && text[2].is_ascii_digit() => (1, 2),
        b'%' | b':' if left > 1 => (2, 2),
        // In roff `\&` has no width, and keeps a full stop from ending a sentence.
        b'&' if left == 2 || left > 2 && text[2] == b'.' => (2, 2),
        next if next.is_ascii_punctuation() => (1, 2),
        _ => (0, 1),
    }
}

fn has_hexadecimals(text: &[u8]) -> bool {
    matches!(text, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn markup_is_removed_from_pieces() {
        let table: &[(&str, Option<&str>)] = &[
            ("http://a.example/", None),
            ("http://a.example/b\\_c", Some("http://a.example/b_c")),
            ("news:\\*", Some("news:*")),
            ("file:///C:\\my\\.cfg", None),
            ("file://a/disk\\$user", Some("file://a/disk$user")),
            ("http://host\\:8080/x", Some("http://host:8080/x")),
            ("http://a\\-b.example/c\\-d", Some("http://a-b.example/c-d")),
            ("http://a\\&.example/", Some("http://a.example/")),
            ("http://a.example\\&", Some("http://a.example")),
            ("http://a.example/?b\\&c", Some("http://a.example/?b&c")),
            ("http://a.example/b\\:/c", Some("http://a.example/b/c")),
            ("http://a.example/b\\%c", Some("http://a.example/bc")),
            ("http://a.example/b\\%20c", Some("http://a.example/b%20c")),
            ("http://a.example/b\\%2", Some("http://a.example/b2")),
            ("http://a.example/?b&amp;c&#38;d", Some("http://a.example/?b&c&d")),
            ("http://a.example/?b&amp;amp;c", Some("http://a.example/?b&amp;c")),
            ("http://a.example/?b&ampc", None),
            ("http://a.example/b\\c", None),
            ("http://a.example/b\\n", None),
            ("http://a.example/b\\\\_c", None),
            ("file:///\\\\C|", None),
            ("http://a.example/b\\", None),
        ];
        for &(text, expected) in table {
            let pieces = [Piece::Copied(0..text.len())];
            let read = unmarked(&pieces, text.as_bytes(), MarkupKind::All).map(|unmarked| {
                String::from_utf8(joined(&unmarked.pieces, text.as_bytes())).expect("ASCII")
            });
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_backslash_before_the_closer_is_markup() {
        let pieces = [Piece::Copied(1..19)];
        let read = unmarked(&pieces, b"<http://a.example/\\>", MarkupKind::All)
            .expect("it ends in a backslash");
        assert_eq!((read.at, &*read.pieces), (18, &[Piece::Copied(1..18)][..]));
    }
}
