//! How far a URL is plain: `http` or `https`, a domain name, a path of letters, digits and a few
//! marks that no grammar tells apart, and a query of such.
//!
//! Three quarters of all URLs in real archives are that to their end, and most of the others for a
//! good part. In which states the automata are behind such a beginning is known before they have read
//! it, so that they need not.
//!
//! The trap: all that is taken for granted here must hold in all grammars. A test lets the automata
//! read what is passed over.

use crate::automata::known_states::{DRAFT03_DIES_ON_HTTPS_AT, SELF_LOOPS};
use crate::span::Span;
use crate::syntax::host::MAX_LABEL_BYTES;

/// A plain beginning of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainPrefix {
    pub(crate) scheme: PlainScheme,
    pub(crate) ending: PrefixEnd,
    pub(crate) host: Span,
    /// Where the host or the port behind it ends.
    pub(crate) authority_end: usize,
    /// Where the path ends, or may go on; a query begins there if anything of the beginning follows.
    pub(crate) path_end: usize,
    /// Where the draft died, if it did.
    pub(crate) draft_died: usize,
    /// Its length in bytes.
    pub(crate) len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainScheme {
    Http,
    Https,
}

/// What a plain beginning ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrefixEnd {
    Host,
    Slash,
    /// A byte of a path that is no slash.
    Segment,
    /// A byte of a query without `=`.
    Query,
    /// A byte of a query behind a `=`, on which the draft dies.
    Fields,
}

impl PlainPrefix {
    /// The plain beginning of `url`, `None` where its host is not plain. One pass, up to its end.
    ///
    /// The parts were cut first once, and the host asked what it is, each in passes of its own: 2,900
    /// instructions for a verdict on 56 bytes, of which 500 are left.
    pub(crate) fn of(url: &str) -> Option<PlainPrefix> {
        let bytes = url.as_bytes();
        let (scheme, start) = PlainScheme::before_host(bytes)?;
        let end = start + plain_host(&bytes[start..])?;
        let authority_end = end + port_len(&bytes[end..]);
        if !matches!(bytes.get(authority_end), None | Some(b'/' | b'\\' | b'?' | b'#')) {
            return None;
        }
        let mut at = end;
        let mut ending = PrefixEnd::Host;
        while bytes.get(at) == Some(&b'/') {
            // The draft has no empty segment, but at the end.
            at += 1;
            ending = PrefixEnd::Slash;
            let segment = at;
            // (Four at once, slashes and all, and pairs of slashes looked for afterwards: 44 instructions less of
            // the 505 for a whole verdict, for twice the code.)
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

    /// The same with what is plain of the query that follows.
    fn with_query(self, bytes: &[u8]) -> PlainPrefix {
        let start = self.path_end + 1;
        let query = &bytes[start..];
        let plain = plain_len(query, self.scheme, PrefixEnd::Query);
        match query.get(plain) {
            Some(b'=') => {
                let draft_died = match self.scheme {
                    PlainScheme::Http => start + plain,
                    PlainScheme::Https => self.draft_died,
                };
                let fields = plain + 1;
                let len =
                    start + fields + plain_len(&query[fields..], self.scheme, PrefixEnd::Fields);
                PlainPrefix { ending: PrefixEnd::Fields, len, draft_died, ..self }
            }
            _ if plain > 0 => PlainPrefix { ending: PrefixEnd::Query, len: start + plain, ..self },
            _ => self,
        }
    }
}

impl PlainScheme {
    /// The scheme of `bytes`, if it is one of these, and where the host begins.
    fn before_host(bytes: &[u8]) -> Option<(PlainScheme, usize)> {
        // Eight bytes compared at once, the letters among them without their case.
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

/// The letters of `https` in the eight bytes of `https://`: what tells upper case from lower.
const LETTERS: u64 = 0x20_2020_2020;

/// The length of the plain host that `bytes` begin with: two labels or more of letters, digits and single
/// hyphens between them, the first and the last of which begin with a letter, in no more bytes than a
/// label may have. (Two hyphens stand in `xn--`, of which there is more to say.)
fn plain_host(bytes: &[u8]) -> Option<usize> {
    let mut state = host::START;
    let mut len = 0;
    for &byte in bytes {
        // Shifting by the state takes its own place in the row down: no second load for each byte.
        let next = host::STEPS[usize::from(byte)] >> state & host::MASK;
        if next == host::DEAD {
            break;
        }
        state = next;
        len += 1;
    }
    (state == host::LAST && len <= MAX_LABEL_BYTES).then_some(len)
}

/// How many of `bytes` leave the automata where they are after `ending`.
fn plain_len(bytes: &[u8], scheme: PlainScheme, ending: PrefixEnd) -> usize {
    let stays = &SELF_LOOPS[scheme as usize][ending as usize];
    bytes.iter().take_while(|&&byte| stays[usize::from(byte)]).count()
}

/// The length of the port that `bytes` begin with, its colon among it. (What follows a colon may be a password
/// too, and then no digits alone.)
fn port_len(bytes: &[u8]) -> usize {
    match bytes {
        [b':', rest @ ..] => 1 + rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    }
}

/// An automaton for plain hosts. A state is a number of bits, by which a byte's row of next states is to be
/// shifted.
mod host {
    const BITS: u64 = 6;
    pub(super) const MASK: u64 = (1 << BITS) - 1;

    pub(super) const DEAD: u64 = 0;
    /// Before the first byte.
    pub(super) const START: u64 = BITS;
    /// In a label that cannot be the last: the first one, or one that a digit begins.
    const LABEL: u64 = 2 * BITS;
    const LABEL_HYPHEN: u64 = 3 * BITS;
    const DOT: u64 = 4 * BITS;
    /// In a label that can be the last.
    pub(super) const LAST: u64 = 5 * BITS;
    const LAST_HYPHEN: u64 = 6 * BITS;

    /// The states behind a byte, by the state before it.
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

/// What every grammar has in a segment of a path.
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
    use crate::validator::{Validator, validate_from};
    use crate::verdict::Verdict;
    use std::format;

    /// What is passed over is read by the automata, and what is known without a look is looked for: for
    /// each byte at each place of URLs that are plain without it, and each two bytes at the end.
    #[test]
    fn the_automata_say_the_same() {
        let mut taken = 0;
        let mut compare = |url: &str| {
            let verdict = Validator::new().validate(url);
            let careful = Verdict { note_kinds: verdict.note_kinds, ..validate_from(url, None) };
            assert_eq!(verdict, careful, "{url}");
            taken += usize::from(PlainPrefix::of(url).is_some());
            assert!(verdict.notes(url).eq(Notes::of_all_kinds(url, &verdict)), "{url}");
        };
        for url in ["http://a.b/c?d", "https://a.b/?d=e", "http://a.b/?d&e=f"] {
            for byte in 0..128_u8 {
                for at in 0..=url.len() {
                    compare(&format!("{}{}{}", &url[..at], char::from(byte), &url[at..]));
                }
                for other in b"aZ0/?&=;:@%#~$" {
                    compare(&format!("{url}{}{}", char::from(byte), char::from(*other)));
                }
            }
        }
        for url in ["http://www.a-b.c1d.org/x/", "HTTPS://a.b/", "http://a.b", "https://a.b/c1"] {
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

    #[test]
    fn how_far() {
        let table = [
            ("http://www.example.org/pub/overview.html|", true),
            ("https://www.example.org|", true),
            ("HTTP://www.example.org/|", true),
            ("http://www.example.org/|/a", true),
            ("http://www.example.org|:80/", true),
            ("http://www.example.org|:", true),
            ("http://www.example.org:80|@a.b/", false),
            ("http://www.example.org:8a|", false),
            ("http://www.example.org|?a", true),
            ("http://www.example.org/a|~b/c", true),
            ("http://www.example.org/a|%20/c", true),
            ("http://www.example.org/a/?b|", true),
            ("http://www.example.org/a?b=c&d=e|", true),
            ("http://www.example.org/?=|", true),
            ("https://www.example.org/?b=c|", true),
            ("http://www.example.org/a|?", true),
            ("http://www.example.org/a|?%20", true),
            ("http://www.example.org/a?b|%20", true),
            ("http://www.example.org/a?b=c|#d", true),
            ("http://www.example.org/a|#b", true),
            ("http://a-b.3.c-d/|", true),
            ("http://a.b|\\c", true),
            ("http://3com.com/|", false),
            ("http://example.3com/|", false),
            ("http://a.xn--p1ai/|", false),
            ("http://-a.b/|", false),
            ("http://a-.b/|", false),
            ("http://a.b-/|", false),
            ("http://a.-b/|", false),
            ("http://a..b/|", false),
            ("http://.a.b/|", false),
            ("http://a.b./|", false),
            ("http://a_b.c/|", false),
            ("http://a.b%20/|", false),
            ("http:///|", false),
            ("http:/|", false),
            ("http:\u{f}/a.b/|", false),
            ("http://localhost/|", false),
            ("http://b\u{fc}cher.example/|", false),
            ("http://u@www.example.org/|", false),
            ("ftp://www.example.org/|", false),
            ("mailto:a@b.c|", false),
            ("|", false),
        ];
        for (marked, is_plain) in table {
            let url = marked.replace('|', "");
            let len = PlainPrefix::of(&url).map(|beginning| beginning.len);
            assert_eq!(len, marked.find('|').filter(|_| is_plain), "{url}");
        }
    }
}
