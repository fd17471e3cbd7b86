//! Proposes a URL without the markup that a text has inside it (J11).
//!
//! Text that was taken from a page may have `&amp;` for `&`. Converters and authors put a backslash before
//! punctuation: `gopher\_protocol` in Markdown, `rust\-lang.org` in roff. Its reading without these comes first, and
//! the stored spelling is another reading. In a page a backslash is text like any other, because pages have markup of
//! their own.

use core::ops::Range;

use urlsift_rejoiner::Piece;
use urlsift_scanner::internal::MAX_LEN;

use crate::extract::domain::is_in_domain;
use crate::input::DynInput;
use crate::reading::{PieceList, joined, push_piece};

/// A URL without markup, as pieces of the text.
pub(crate) struct Unmarked {
    pub(crate) pieces: PieceList,
    /// The offset of the first markup.
    pub(crate) at: usize,
}

/// Reports whether the text in `range` may contain markup.
pub(crate) fn may_be_in(input: &DynInput<'_, '_>, range: Range<usize>) -> bool {
    let text = &input.haystack[range];
    input.markup.is_none()
        && memchr::memchr3(b'\\', b'&', 0xE2, text).is_some_and(|at| {
            memchr::memchr2(b'\\', 0xE2, &text[at..]).is_some() || has_reference(&text[at..])
        })
}

/// Returns the pieces of `range`, without backslashes that are markup.
pub(crate) fn pieces_without(input: &DynInput<'_, '_>, range: Range<usize>) -> PieceList {
    let pieces = [Piece::Copied(range)];
    match unmarked(&pieces, input.haystack, MarkupKind::Backslashes) {
        Some(unmarked) if input.markup.is_none() => unmarked.pieces,
        _ => pieces.into_iter().collect(),
    }
}

/// The markup that is dropped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum MarkupKind {
    Backslashes,
    /// Backslashes, and what follows the `&` of a reference that means one.
    All,
    /// The escapes of source code: `\/`, and `\u0026` for `&` (W19).
    Source,
}

/// The references that mean `&`. All begin with it, so a reading drops what follows it.
const AMPERSANDS: &[&[u8]] = &[b"&amp;", b"&#38;"];

/// Reports whether `url` has a reference that means `&`.
pub(crate) fn has_reference(url: &[u8]) -> bool {
    memchr::memchr_iter(b'&', url)
        .any(|at| AMPERSANDS.iter().any(|reference| url[at..].starts_with(reference)))
}

/// Reports whether every `&` of `url` begins a character reference, as in the source of a page.
pub(crate) fn are_all_references(url: &[u8]) -> bool {
    memchr::memchr_iter(b'&', url).all(|at| is_reference(&url[at + 1..]))
}

/// The greatest length of a reference's name in real pages (`thetasym`).
const MAX_NAME_BYTES: usize = 8;

/// Reports whether `text`, which follows a `&`, is the rest of a character reference: `amp;`, `#38;`, `#x26;`.
fn is_reference(text: &[u8]) -> bool {
    let (text, is_of): (_, fn(&u8) -> bool) = match text {
        [b'#', b'x' | b'X', rest @ ..] => (rest, u8::is_ascii_hexdigit),
        [b'#', rest @ ..] => (rest, u8::is_ascii_digit),
        _ => (text, u8::is_ascii_alphanumeric),
    };
    let len = text.iter().take(MAX_NAME_BYTES).take_while(|byte| is_of(byte)).count();
    // The `;` at the end of a URL was dropped as punctuation.
    len > 0 && text.get(len) == Some(&b';') || text == b"amp" || text == b"#38"
}

/// The texts that mean another character, with the kind of markup if only one has them: `~` of TeX and of its pages, `&`
/// of JSON in source code (W19), and references.
const CHARACTERS: [(&[u8], &str, Option<MarkupKind>); 5] = [
    (br"\~{}", "~", None),
    ("\u{223C}".as_bytes(), "~", None),
    (br"\u0026", "&", Some(MarkupKind::Source)),
    (b"&amp;", "&", Some(MarkupKind::All)),
    (b"&#38;", "&", Some(MarkupKind::All)),
];

/// Reports whether a URL that begins with `before` has a whole host directly before `rest`, a backslash and more text.
/// Browsers read it as a slash: `https://evil.example\.bank.example/`. Markup escapes all dots of a host or none.
fn is_after_host(before: &[u8], rest: &[u8]) -> bool {
    let host = memchr::memmem::find(before, b"://").map_or(before, |at| &before[at + 3..]);
    let is_part = host.len() == before.len() || host.iter().any(|byte| b"/?#@\\".contains(byte));
    let labels = host.split(|&byte| byte == b'.').count();
    let is_short = labels == 2 && host.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"www."));
    match rest.get(1) {
        Some(b'&' | b'*' | b':') | None => false,
        Some(b'.') => !is_part && labels > 1,
        Some(_) => !is_part && !is_short && is_in_domain(host),
    }
}

/// Returns `pieces` without the markup in them, or `None` if they have none. In `file:///` nothing is markup,
/// because its backslashes separate folders.
///
/// Linear in the length of the pieces.
pub(crate) fn unmarked(pieces: &[Piece], haystack: &[u8], kind: MarkupKind) -> Option<Unmarked> {
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
        while let Some(offset) = memchr::memchr3(b'\\', b'&', 0xE2, &haystack[at..range.end]) {
            let mark = at + offset;
            let text = &haystack[mark..range.end];
            let is_here = |&&(from, _, of): &&(&[u8], &str, Option<MarkupKind>)| {
                text.starts_with(from) && of.is_none_or(|of| of == kind)
            };
            // The length of the markup, and the number of bytes after which the next can begin.
            let (to, (len, next)) = match CHARACTERS.iter().find(is_here) {
                Some((from, to, _)) => (Some(*to), (from.len(), from.len())),
                None if text[0] != b'\\' => (None, (0, 1)),
                None => (None, escape_len(&haystack[mark..], text.len())),
            };
            at = range.end.min(mark + next);
            let is_kept = to.is_none()
                && piece == &pieces[0]
                && is_after_host(&haystack[range.start..mark], text);
            if len > 0 && !is_kept {
                first.get_or_insert(mark);
                push_piece(&mut kept, Piece::Copied(start..mark));
                start = mark + len;
                if let Some(to) = to {
                    push_piece(&mut kept, Piece::Inserted(to, mark..start));
                }
            }
        }
        push_piece(&mut kept, Piece::Copied(start..range.end));
    }
    first.map(|at| Unmarked { pieces: kept, at })
}

/// The marks that mailers write into long URLs, where these may be broken: Gmail and Thunderbird.
const BREAK_MARKS: [&[u8]; 2] = [b"**", b"__"];

/// Returns `pieces`, which end at `end`, without the marks of a mailer, if the URL without them follows in `<…>`.
/// `None` if there are none.
pub(crate) fn before_link(pieces: &[Piece], haystack: &[u8], end: usize) -> Option<Unmarked> {
    let link = haystack[end..].strip_prefix(b"<")?;
    let mark = BREAK_MARKS.into_iter().find(|mark| {
        let has = |range: Range<usize>| memchr::memmem::find(&haystack[range], mark).is_some();
        pieces.iter().any(|piece| has(piece.range()))
    })?;
    let mut kept = PieceList::new();
    let mut first = None;
    for piece in pieces {
        let range = piece.range();
        let mut start = range.start;
        for at in memchr::memmem::find_iter(&haystack[range.clone()], mark) {
            let at = range.start + at;
            first.get_or_insert(at);
            push_piece(&mut kept, Piece::Copied(start..at));
            start = at + mark.len();
        }
        push_piece(&mut kept, Piece::Copied(start..range.end));
    }
    let url = joined(&kept, haystack);
    let link = link.iter().take(2 * MAX_LEN).filter(|byte| !byte.is_ascii_whitespace());
    let is_same = link.take(url.len() + 1).eq(url.iter().chain(b">"));
    is_same.then_some(Unmarked { pieces: kept, at: first? })
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

    #[test]
    fn a_backslash_before_the_closer_is_markup() {
        let pieces = [Piece::Copied(1..19)];
        let read = unmarked(&pieces, b"<http://a.example/\\>", MarkupKind::All)
            .expect("it ends in a backslash");
        assert_eq!((read.at, &*read.pieces), (18, &[Piece::Copied(1..18)][..]));
    }
}
