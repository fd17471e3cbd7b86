//! Recognises the plain prefix of a URL: `http` or `https`, a domain name, a path of characters that no
//! grammar distinguishes, and a query of such characters.
//!
//! About three quarters of the URLs in archives of mail are plain to the end, and `known_states.rs` knows in which
//! states the automata are after such a prefix. All grammars must treat the bytes of a plain prefix alike. A test runs
//! the automata over the prefix too, and compares the verdicts.

use crate::automata::known_states::{AFTER_PREFIX, DRAFT03_DIES_ON_HTTPS_AT};
use crate::span::Span;

/// Longest label of a host in bytes as spelled, also beyond ASCII (RFC 1035, 2.3.4).
pub(crate) const MAX_LABEL_BYTES: usize = 63;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainPrefix {
    pub(crate) scheme: PlainScheme,
    pub(crate) ending: PrefixEnd,
    pub(crate) host: Span,
    pub(crate) authority_end: usize,
    /// Offset of the end of the path within the prefix. If `len` is greater, the query's `?` is at this offset.
    pub(crate) path_end: usize,
    /// Offset at which the draft's automaton died, if it did.
    pub(crate) draft_died: usize,
    pub(crate) len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainScheme {
    Http,
    Https,
}

/// The last part of a plain prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrefixEnd {
    Host,
    Slash,
    /// A byte of a path other than a slash.
    Segment,
    /// A byte of a query before any `=`.
    Query,
    /// A byte of a query after a `=`, on which the draft dies.
    Fields,
}

impl PlainPrefix {
    /// Returns the plain prefix of `url`, or `None` if its host is not plain.
    ///
    /// Makes one pass. Cutting the parts first and classifying the host in passes of their own took 2,900 instructions
    /// for a verdict on 56 bytes; this takes 500.
    pub(crate) fn of(url: &str) -> Option<PlainPrefix> {
        let bytes = url.as_bytes();
        let (scheme, start) = PlainScheme::before_host(bytes)?;
        // After a plain host and a port, only a path, query or fragment may follow. Anything else may be a login.
        let end = start + plain_host(&bytes[start..])?;
        let authority_end = end + port_len(&bytes[end..]);
        if !matches!(bytes.get(authority_end), None | Some(b'/' | b'\\' | b'?' | b'#')) {
            return None;
        }
        let mut at = end;
        let mut ending = PrefixEnd::Host;
        while bytes.get(at) == Some(&b'/') {
            // The draft allows an empty segment only at the end.
            at += 1;
            ending = PrefixEnd::Slash;
            let segment = at;
            // Tried: four bytes at a time, and a search for `//` afterwards. It saved 44 of 505 instructions for twice
            // the code.
            while bytes.get(at).is_some_and(|&byte| IS_PLAIN[usize::from(byte)]) {
                at += 1;
            }
            if at == segment {
                break;
            }
            ending = PrefixEnd::Segment;
        }
        let (host, path_end, draft_died) = (Span { start, end }, at, DRAFT03_DIES_ON_HTTPS_AT);
        let path =
            PlainPrefix { scheme, ending, host, authority_end, path_end, draft_died, len: at };
        Some(if bytes.get(at) == Some(&b'?') && ending != PrefixEnd::Host {
            path.with_query(bytes)
        } else {
            path
        })
    }

    fn with_query(self, bytes: &[u8]) -> PlainPrefix {
        let start = self.path_end + 1;
        let query = &bytes[start..];
        let plain = plain_len(query, self.scheme, PrefixEnd::Query);
        match query.get(plain) {
            Some(b'=') => {
                // With `https` the draft died long before the `=`.
                let draft_died = match self.scheme {
                    PlainScheme::Http => start + plain,
                    PlainScheme::Https => self.draft_died,
                };
                let fields = plain + 1;
                let len =
                    start + fields + plain_len(&query[fields..], self.scheme, PrefixEnd::Fields);
                PlainPrefix { ending: PrefixEnd::Fields, len, draft_died, ..self }
            }
            // Without a `=` the prefix ends within the first name of the query.
            _ if plain > 0 => PlainPrefix { ending: PrefixEnd::Query, len: start + plain, ..self },
            _ => self,
        }
    }
}

impl PlainScheme {
    /// Returns the scheme and the offset of the host if `bytes` begin with `http://` or `https://`, in either case.
    fn before_host(bytes: &[u8]) -> Option<(PlainScheme, usize)> {
        // Compares eight bytes at once. Setting bit 5 of a letter makes it lower case; `LETTERS` has that bit
        // for each letter only, so that `:` and `/` must match exactly. For `http://` the mask is one byte
        // shorter, and the eighth byte is cleared.
        let head = u64::from_le_bytes(*bytes.first_chunk()?);
        let http = (head | LETTERS >> 8) & u64::MAX >> 8;
        if http == u64::from_le_bytes(*b"http://\0") {
            Some((PlainScheme::Http, "http://".len()))
        } else if head | LETTERS == u64::from_le_bytes(*b"https://") {
            Some((PlainScheme::Https, "https://".len()))
        } else {
            None
        }
    }
}

/// Bit 5 of each of the five letters in `https://`, read as a little-endian number.
const LETTERS: u64 = 0x20_2020_2020;

/// Returns the length of the plain host that `bytes` begin with.
///
/// A plain host has two labels or more of letters, digits and single hyphens between them. Its first and last
/// labels begin with a letter, and all of it fits in the length of one label, so that no label is too long.
/// Two hyphens in a row are not plain because `xn--` needs a note.
fn plain_host(bytes: &[u8]) -> Option<usize> {
    // Runs the automaton of the module `host` until it dies. Only a prefix that ends in a last label counts.
    let mut state = host::START;
    let mut len = 0;
    for &byte in bytes {
        // A state is the number of bits by which to shift, so a shift and a mask replace a second load.
        let next = host::STEPS[usize::from(byte)] >> state & host::MASK;
        if next == host::DEAD {
            break;
        }
        state = next;
        len += 1;
    }
    (state == host::LAST && len <= MAX_LABEL_BYTES).then_some(len)
}

/// Returns how many of `bytes` leave the automata in the states after `ending`.
fn plain_len(bytes: &[u8], scheme: PlainScheme, ending: PrefixEnd) -> usize {
    // A byte on which every automaton stays in its state changes nothing, so it need not be read.
    let stays = &AFTER_PREFIX[scheme as usize][ending as usize].stays;
    bytes.iter().take_while(|&&byte| stays[usize::from(byte)]).count()
}

/// Returns the length of the port that `bytes` begin with, including the colon. The caller checks the byte after it.
fn port_len(bytes: &[u8]) -> usize {
    match bytes {
        [b':', rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    }
}

/// An automaton for plain hosts. Each byte has a row of seven next states of six bits each, packed into a
/// `u64`. A state is its row offset in bits: `row >> state & MASK` is the next state.
mod host {
    const BITS: u64 = 6;
    pub(super) const MASK: u64 = (1 << BITS) - 1;

    pub(super) const DEAD: u64 = 0;
    /// Before the first byte.
    pub(super) const START: u64 = BITS;
    /// Within a label that cannot be the last one: the first label, or a label that begins with a digit.
    const LABEL: u64 = 2 * BITS;
    const LABEL_HYPHEN: u64 = 3 * BITS;
    const DOT: u64 = 4 * BITS;
    /// Within a label that may be the last one.
    pub(super) const LAST: u64 = 5 * BITS;
    const LAST_HYPHEN: u64 = 6 * BITS;

    /// Next states by byte, packed by the state before it.
    pub(super) static STEPS: [u64; 256] = {
        let mut steps = [0; 256];
        let mut byte = 0_u8;
        while byte < 128 {
            steps[byte as usize] = match byte {
                b'A'..=b'Z' | b'a'..=b'z' => {
                    LABEL << START
                        | LABEL << LABEL
                        | LABEL << LABEL_HYPHEN
                        | LAST << DOT
                        | LAST << LAST
                        | LAST << LAST_HYPHEN
                }
                b'0'..=b'9' => {
                    LABEL << LABEL
                        | LABEL << LABEL_HYPHEN
                        | LABEL << DOT
                        | LAST << LAST
                        | LAST << LAST_HYPHEN
                }
                b'-' => LABEL_HYPHEN << LABEL | LAST_HYPHEN << LAST,
                b'.' => DOT << LABEL | DOT << LAST,
                _ => DEAD,
            };
            byte += 1;
        }
        steps
    };
}

/// Bytes that every grammar allows in a path segment.
static IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        is_plain[byte as usize] = matches!(byte,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'$' | b'-' | b'_' | b'.' | b'+'
            | b'!' | b'*' | b'\'' | b'(' | b')' | b',' | b'&' | b'@');
        byte += 1;
    }
    is_plain
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::Notes;
    use crate::notes::note::NoteKind;
    use crate::notes::possible::set;
    use crate::validator::{Validator, validate_from};
    use crate::verdict::Verdict;
    use std::format;

    /// Compares verdicts with and without the shortcuts, and notes with those that a search for every kind finds. Inserts
    /// each byte at each offset of plain URLs, and each pair of bytes at the end.
    #[test]
    fn the_shortcuts_agree_with_the_automata() {
        let mut taken = 0;
        let mut compare = |url: &str| {
            let verdict = Validator::new().validate(url);
            let careful = Verdict { note_kinds: verdict.note_kinds, ..validate_from(url, None) };
            assert_eq!(verdict, careful, "{url}");
            taken += usize::from(PlainPrefix::of(url).is_some());
            let (parts, grammars) = (verdict.parts(), verdict.grammars());
            assert!(
                verdict.notes(url).eq(Notes::of(url, parts, grammars, set(NoteKind::ALL))),
                "{url}"
            );
        };
        let urls = [
            "http://a.b/c?d",
            "https://a.b/?d=e",
            "http://a.b/?d&e=f",
            "http://www.a-b.c1d.org/x/",
            "HTTPS://a.b/",
            "http://a.b",
            "https://a.b/c1",
            "mailto:a.b@c-d.e1",
        ];
        for url in urls {
            for byte in 0..128_u8 {
                for at in 0..=url.len() {
                    compare(&format!("{}{}{}", &url[..at], char::from(byte), &url[at..]));
                }
                for other in 0..128_u8 {
                    compare(&format!("{url}{}{}", char::from(byte), char::from(other)));
                }
            }
        }
        for len in 50..70 {
            compare(&format!("http://{}.org/", "a".repeat(len)));
            compare(&format!("http://a.{}.org/", "a".repeat(len)));
        }
        assert!(taken > 50_000, "{taken}");
    }

    /// A mark at the end of the prefix, if there is one.
    #[test]
    fn plain_prefixes() {
        let table = [
            "http://www.example.org/pub/overview.html|",
            "HTTPS://www.example.org|",
            "http://www.example.org/|/a",
            "http://www.example.org|:80/",
            "http://www.example.org:80@a.b/",
            "http://www.example.org:8a",
            "http://www.example.org|?a",
            "http://www.example.org/a|~b/c",
            "http://www.example.org/a/?b|",
            "http://www.example.org/a?b=c&d=e|#f",
            "https://www.example.org/?b=c|",
            "http://www.example.org/a|?%20",
            "http://www.example.org/a?b|%20",
            "http://a-1.3-2.c-3/|",
            "http://a.b|\\c",
            "http://3com.com/",
            "http://example.3com/",
            "http://a.xn--p1ai/",
            "http://a-.b/",
            "http://a..b/",
            "http://a_b.c/",
            "http:///",
            "http:\u{f}/a.b/",
            "http://localhost/",
            "http://u@www.example.org/",
            "ftp://www.example.org/",
            "",
        ];
        for marked in table {
            let len = PlainPrefix::of(&marked.replace('|', "")).map(|prefix| prefix.len);
            assert_eq!(len, marked.find('|'), "{marked}");
        }
    }
}
