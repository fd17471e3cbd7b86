//! Where a bare URL ends, and what is then dropped from its end (W8).
//!
//! A run ends before whitespace, a delimiter, a closing mark of any script, or a bracket that the URL
//! did not open. What a sentence puts behind a URL is dropped after that, again and again; it is
//! kept apart, for sometimes the dot belongs. The trap: brackets, quotes and asterisks are legal in
//! URLs, so all of it goes by balance and by place.

use core::ops::Range;

use crate::bare::non_ascii::{Letter, letter_at};
use crate::bytes::class::{AFTER_HOST, ENDS, IN_HOST, is_of, len_of};
use crate::bytes::work;
use crate::input::Encoding;

/// The extent of a bare URL.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct UrlExtent {
    /// The offset behind its last byte.
    pub(crate) end: usize,
    /// What was dropped behind that; empty where nothing was.
    pub(crate) tail: Range<usize>,
}

/// What stands after `//`, where brackets mean an address.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Authority {
    /// The host of a scheme of the table: a name, so that marks which no name has end it.
    Host,
    /// That of another scheme, which may be anything.
    Any,
    /// There is none: `mailto:` and its like.
    None,
}

/// Where the URL ends whose scheme begins at `start` and whose colon is before `after_colon`.
///
/// Linear in the run that begins there.
pub(crate) fn extent(
    haystack: &[u8],
    start: usize,
    after_colon: usize,
    authority: Authority,
    encoding: Encoding,
) -> UrlExtent {
    let quoted =
        if haystack[..start].ends_with(b"'") { InApostrophes::Yes } else { InApostrophes::No };
    let run_end = run_end(haystack, after_colon, authority, encoding, quoted);
    work::add(run_end - after_colon);
    let end = trimmed(&haystack[start..run_end], after_colon - start) + start;
    UrlExtent { end, tail: end..run_end }
}

/// How many of each bracket are open.
#[derive(Default)]
struct Brackets {
    round: usize,
    square: usize,
    curly: usize,
}

impl Brackets {
    /// Takes note of `byte`; false where it closes what is not open.
    fn balance(&mut self, byte: u8) -> bool {
        let (open, closes) = match byte {
            b'(' | b')' => (&mut self.round, byte == b')'),
            b'[' | b']' => (&mut self.square, byte == b']'),
            b'{' | b'}' => (&mut self.curly, byte == b'}'),
            _ => return true,
        };
        if !closes {
            *open += 1;
        } else if *open == 0 {
            return false;
        } else {
            *open -= 1;
        }
        true
    }
}

/// Whether a `'` stands right before the URL, so that the next one that stands for no apostrophe ends
/// it: `swap('http://a.example/b.gif',1)` is in many a mail with HTML.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum InApostrophes {
    No,
    Yes,
}

fn run_end(
    haystack: &[u8],
    mut at: usize,
    authority: Authority,
    encoding: Encoding,
    quoted: InApostrophes,
) -> usize {
    let mut brackets = Brackets::default();
    let mut host = HostState::Nowhere;
    // Up to where a user's name goes, as far as it was looked for.
    let mut user_end = at;
    if authority != Authority::None && haystack[at..].starts_with(b"//") {
        at += 2;
        host = HostState::Start;
    }
    loop {
        let class = if host == HostState::Nowhere { AFTER_HOST } else { IN_HOST };
        let plain = len_of(class, &haystack[at..]);
        at += plain;
        if plain > 0 && host == HostState::Start {
            host = HostState::Inside;
        }
        let Some(&byte) = haystack.get(at) else { return at };
        if byte < 0x80 {
            if is_of(ENDS, byte) {
                return at;
            }
            if byte == b'\'' && quoted == InApostrophes::Yes {
                let next = haystack.get(at + 1).copied().unwrap_or_default();
                if !next.is_ascii_alphanumeric() && next < 0x80 {
                    return at;
                }
            }
            if host != HostState::Nowhere {
                match byte {
                    b'/' | b'?' | b'#' => host = HostState::Nowhere,
                    b'@' => host = HostState::Start,
                    b'[' => match address_len(&haystack[at..]) {
                        Some(len) if host == HostState::Start => {
                            at += len;
                            host = HostState::Inside;
                            continue;
                        }
                        _ => return at,
                    },
                    b']' => return at,
                    // A user's name may have these, a host has none.
                    b'!' | b'$' | b'&'..=b'*' | b',' | b';' | b'=' | b'\\' | b'^' | b'{' | b'}'
                        if authority == Authority::Host =>
                    {
                        if user_end <= at {
                            user_end = user_end_after(haystack, at, encoding);
                        }
                        if user_end <= at {
                            return at;
                        }
                        host = HostState::Inside;
                    }
                    _ => host = HostState::Inside,
                }
            }
            if !brackets.balance(byte) || byte == b'[' && begins_with_url(&haystack[at + 1..]) {
                return at;
            }
            at += 1;
        } else {
            match letter_at(haystack, at, encoding) {
                Letter::Continues(len) => at += len,
                Letter::EndsAfter(len) => return at + len,
                Letter::EndsBefore => return at,
            }
            if host == HostState::Start {
                host = HostState::Inside;
            }
        }
    }
}

/// Whether `text` begins with `http://` or `https://`: mail programs put a link's target in brackets
/// behind its text, `http://a.example[http://a.example/]`.
fn begins_with_url(text: &[u8]) -> bool {
    [&b"http://"[..], b"https://"]
        .iter()
        .any(|url| text.get(..url.len()).is_some_and(|head| head.eq_ignore_ascii_case(url)))
}

/// The offset of the last `@` of the authority that goes on at `at`, or `at` where there is none.
fn user_end_after(haystack: &[u8], at: usize, encoding: Encoding) -> usize {
    let mut end = at;
    while let Some(&byte) = haystack.get(end) {
        if byte >= 0x80 {
            match letter_at(haystack, end, encoding) {
                Letter::Continues(len) => end += len,
                Letter::EndsAfter(_) | Letter::EndsBefore => break,
            }
        } else if b"/?#".contains(&byte) || is_of(ENDS, byte) {
            break;
        } else {
            end += 1;
        }
    }
    work::add(end - at);
    memchr::memrchr(b'@', &haystack[at..end]).map_or(at, |i| at + i)
}

/// Where in the host the run has got to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum HostState {
    /// Before its first character.
    Start,
    Inside,
    Nowhere,
}

/// The length of the `[address]` that `text` begins with (RFC 3986, `IP-literal`).
fn address_len(text: &[u8]) -> Option<usize> {
    // The longest IPv6 address has 45 characters, with a zone somewhat more.
    let head = &text[..text.len().min(64)];
    let close = head.iter().position(|&byte| byte == b']')?;
    let is_address = head[1..close].contains(&b':')
        && head[1..close].iter().all(|&byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'%' | b'-' | b'_' | b'~')
        });
    is_address.then_some(close + 1)
}

/// The length of `url` without what a sentence puts behind it; `colon` is where what follows the
/// scheme's colon begins, and nothing before that is dropped.
fn trimmed(url: &[u8], colon: usize) -> usize {
    let mut end = url.len();
    // Counted once, for a URL of quotes must not be counted anew for each that is dropped.
    let mut quotes = None;
    while end > colon {
        let drop = match url[end - 1] {
            b'*' => &url[colon..end] != b"*",
            // A `\` escapes the quote behind it.
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'(' | b'[' | b'{' | b'\\' => true,
            b'\'' => {
                let count =
                    quotes.get_or_insert_with(|| memchr::memchr_iter(b'\'', &url[..end]).count());
                let is_pair = *count % 2 == 0;
                *count -= 1;
                !is_pair
            }
            0x99 if url[..end].ends_with("\u{2019}".as_bytes()) => {
                end -= 2;
                true
            }
            _ => false,
        };
        if !drop {
            break;
        }
        end -= 1;
    }
    end.max(colon)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn bare_urls_end_at_the_marked_places() {
        // The text with the URL's end marked by `|` and, where something is dropped, the end of that
        // by a second one.
        let table: &[&str] = &[
            "http://a.example/| b",
            "http://a.example/b|.| c",
            "http://a.example/b|...|",
            "http://a.example/b|!?|",
            "http://a.example/(b)|",
            "http://a.example/b|) c",
            "http://a.example/b|.|)",
            "http://a.example/b|(|",
            "http://a.example/a(b)c|]",
            "http://a.example/?a[]=1|",
            "http://a.example/b|[http://a.example/b]",
            "http://a.example/|]()",
            "http://a.example|[b]",
            "http://[::1]/a|",
            "http://[::1]:80|",
            "http://u@[::1]|",
            "http://|[a]/",
            "http://a.example/b|<c",
            "http://a.example/b|`c",
            "http://a.example/é|",
            "http://a.example/é|。次",
            "http://a.example/|\u{a0}b",
            "http://a.example/|\u{85}b",
            "http://a.example/i’m|",
            "http://a.example/i|’|",
            "http://a.example/i|’|.",
            "http://a.example/'a'|",
            "http://a.example/'a'|'|",
            "http://a.example/a|'|",
            "http://a.example|'",
            "x-any://a'b|",
            "http://a.example/a''|'|",
            "http://a.example/b|*|",
            "\'http://a.example/a|',1",
            "\'http://a.example/a|'",
            "\'http://a.example/a'b|'",
            "http://a.example/b|\\|\"",
            "news:*|",
            "news:a.*b|",
            "http://a.example/\u{200d}|",
            "http://u:!$&'()*+,;=@a.example/|",
            "http://a.example|,http://b.example/",
            "http://a.example|'/>",
            "http://a.example|(b)",
            "http://a.example|&x=y",
            "http://a.example&x=y@b.example/|",
            "http://a.example|,b/@c",
            "http://a,b@c,d@e|,f",
            "http://a|,”@b",
        ];
        for row in table {
            let text = row.replace('|', "");
            let mut marks = row.match_indices('|').enumerate().map(|(i, (at, _))| at - i);
            let end = marks.next().expect("a row marks the end");
            let tail = end..marks.next().unwrap_or(end);
            let colon = text.find(':').expect("a row has a scheme") + 1;
            let any = text.starts_with("x-any");
            let authority = if any { Authority::Any } else { Authority::Host };
            let start = usize::from(text.starts_with('\''));
            let got = extent(text.as_bytes(), start, colon, authority, Encoding::Utf8);
            assert_eq!(got, UrlExtent { end, tail }, "{row}");
        }
    }

    #[test]
    fn the_encoding_decides_about_non_ascii_bytes() {
        let table: &[(&[u8], Encoding, usize)] = &[
            (b"x://a/\xE9t\xE9 b", Encoding::Utf8, 6),
            (b"x://a/\xE9t\xE9 b", Encoding::Bytes, 9),
            (b"x://a/\xA0b", Encoding::Bytes, 6),
            (b"x://a/b\x94 c", Encoding::Bytes, 7),
            (b"x://a/b\xBB c", Encoding::Bytes, 7),
        ];
        for &(text, encoding, end) in table {
            assert_eq!(extent(text, 0, 2, Authority::Host, encoding).end, end, "{text:?}");
        }
    }
}
