//! Finds the end of a bare URL, and the punctuation that is dropped from it (W8).
//!
//! A URL ends before whitespace, a delimiter, a closing mark of any script, and a bracket that it did
//! not open. Then the punctuation of the sentence is dropped, one mark after another. It is kept as the
//! tail, because the dot sometimes belongs to the URL. Brackets, quotes and asterisks are legal in URLs,
//! so their balance and place decide.

use core::ops::Range;

use crate::bare::mask::{MASK, MaskRule, end_before_second, is_masked_at};
use crate::bare::non_ascii::{Letter, letter_at};
use crate::bytes::class::{AFTER_HOST, ENDS, IN_HOST, is_of, len_of};
use crate::bytes::work;
use crate::config::MAX_BARE_LEN;
use crate::input::Encoding;

/// The end of a bare URL and its tail.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct UrlExtent {
    /// The offset after its last byte.
    pub(crate) end: usize,
    /// The punctuation dropped after it. May be empty.
    pub(crate) tail: Range<usize>,
    /// The offset of an ` at ` in it that masks an `@`.
    pub(crate) mask: Option<usize>,
}

impl UrlExtent {
    /// Returns the extent of a URL that ends at `end`, from which nothing was dropped.
    pub(crate) fn new(end: usize) -> UrlExtent {
        UrlExtent { end, tail: end..end, mask: None }
    }
}

/// The kind of authority after `//`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Authority {
    /// The host of a scheme of the table. It is a name, so marks that no name has end the URL.
    Host,
    /// The authority of another scheme, which may contain anything.
    Any,
    /// No authority, as in `mailto:`.
    None,
}

/// Returns the extent of the URL whose scheme begins at `start`. `after_colon` is the offset after its
/// colon. The URL has at most [`MAX_BARE_LEN`] bytes.
///
/// Linear in the run that begins there.
pub(crate) fn extent(
    haystack: &[u8],
    start: usize,
    after_colon: usize,
    authority: Authority,
    mask: MaskRule,
    encoding: Encoding,
) -> UrlExtent {
    // A character that the bound divides is no UTF-8, so the URL ends before it.
    let haystack = &haystack[..haystack.len().min(start + MAX_BARE_LEN)];
    let quoted =
        if haystack[..start].ends_with(b"'") { InApostrophes::Yes } else { InApostrophes::No };
    let (run_end, mask) = run_end(haystack, after_colon, authority, mask, encoding, quoted);
    work::add(run_end - after_colon);
    let end = trimmed(&haystack[start..run_end], after_colon - start) + start;
    UrlExtent { end, tail: end..run_end, mask }
}

/// The number of open brackets of each kind.
#[derive(Default)]
struct Brackets {
    round: usize,
    square: usize,
    curly: usize,
}

impl Brackets {
    /// Counts `byte`. Returns false if it closes a bracket that is not open.
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

/// The effect of a `'` that directly precedes the URL. If there is one, the next `'` that is no
/// apostrophe ends it: mail with HTML often has `swap('http://a.example/b.gif',1)`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum InApostrophes {
    No,
    Yes,
}

/// Returns the end of the run, which is the first byte that cannot belong to the URL, and the offset of
/// the masked `@` in it.
fn run_end(
    haystack: &[u8],
    after_colon: usize,
    authority: Authority,
    mask: MaskRule,
    encoding: Encoding,
    quoted: InApostrophes,
) -> (usize, Option<usize>) {
    let mut at = after_colon;
    let mut masked = None;
    let mut brackets = Brackets::default();
    let mut host = HostState::Nowhere;
    // The end of the user's name, as far as it has been looked up.
    let mut user_end = at;
    if authority != Authority::None && haystack[at..].starts_with(b"//") {
        at += 2;
        host = HostState::Start;
    }
    loop {
        // Skips the bytes that need no check, then judges one byte by the state: at the start of the host,
        // inside it, or elsewhere. Each turn consumes at least that byte or returns.
        let class = if host == HostState::Nowhere { AFTER_HOST } else { IN_HOST };
        let plain = len_of(class, &haystack[at..]);
        at += plain;
        if plain > 0 && host == HostState::Start {
            host = HostState::Inside;
        }
        let Some(&byte) = haystack.get(at) else { return (at, masked) };
        if byte < 0x80 {
            if is_of(ENDS, byte) {
                if let Some(first) = masked {
                    let end = end_before_second(haystack, first, at);
                    return (end.filter(|_| mask == MaskRule::Address).unwrap_or(at), masked);
                }
                if byte != b' ' || !is_masked_at(haystack, after_colon, at, mask) {
                    return (at, masked);
                }
                masked = Some(at);
                at += MASK.len();
                // Like an `@`, the mask of a user's name is followed by the host.
                if host != HostState::Nowhere {
                    host = HostState::Start;
                }
                continue;
            }
            // An apostrophe has a letter or digit after it. Any other `'` closes the quotation.
            if byte == b'\'' && quoted == InApostrophes::Yes {
                let next = haystack.get(at + 1).copied().unwrap_or_default();
                if !next.is_ascii_alphanumeric() && next < 0x80 {
                    return (at, masked);
                }
            }
            // Markup of the text ends the URL wherever it is.
            if let Some(start) = markup_start(haystack, at)
                && !is_path_separator(haystack, after_colon, at)
            {
                return (start, masked);
            }
            // In the authority some marks have another meaning: `@` ends the user's name, and `[` begins an
            // address or ends the URL.
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
                        _ => return (at, masked),
                    },
                    b']' => return (at, masked),
                    // The backslash is markup in the name (J11).
                    b'\\' if is_escape_in_host(&haystack[at..]) => {
                        at += 2;
                        host = HostState::Inside;
                        continue;
                    }
                    // A user's name may contain these characters; a host may not.
                    b'!' | b'$' | b'&'..=b'*' | b',' | b';' | b'=' | b'\\' | b'^' | b'{' | b'}'
                        if authority == Authority::Host =>
                    {
                        // The `@` is looked up once for all marks before it. A lookup for each mark would
                        // take quadratic time (W10).
                        if user_end <= at {
                            user_end = user_end_after(haystack, at, encoding);
                        }
                        if user_end <= at {
                            return (at, masked);
                        }
                        host = HostState::Inside;
                    }
                    _ => host = HostState::Inside,
                }
            }
            // A bracket that the URL did not open ends it, and so does a `[` before another URL.
            if !brackets.balance(byte) || byte == b'[' && begins_with_target(&haystack[at + 1..]) {
                return (at, masked);
            }
            at += 1;
        } else {
            match letter_at(haystack, at, encoding) {
                Letter::Continues(len) => at += len,
                Letter::EndsAfter(len) => return (at + len, masked),
                Letter::EndsBefore => return (at, masked),
            }
            if host == HostState::Start {
                host = HostState::Inside;
            }
        }
    }
}

/// Returns the start of the markup that begins at `at` or with the byte before it, if there is some: a command of
/// `AmigaGuide` (`@{ub}`), a change of font of roff (`\fR`), or a closing tag of `BBCode` (`[/url]`).
fn markup_start(haystack: &[u8], at: usize) -> Option<usize> {
    match &haystack[at..] {
        [b'{', ..] if haystack[..at].ends_with(b"@") => Some(at - 1),
        [b'@', b'{', ..] | [b'\\', b'f', b'B' | b'I' | b'P' | b'R' | b'[', ..] => Some(at),
        [b'[', b'/', name @ ..] => {
            let name = &name[..name.len().min(MAX_TAG_BYTES + 1)];
            let len = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            (len > 0 && name.get(len) == Some(&b']')).then_some(at)
        }
        _ => None,
    }
}

/// Reports whether the byte at `at` is a backslash of a `file:` URL, where it separates folders: `file:///C:\fonts`.
fn is_path_separator(haystack: &[u8], after_colon: usize, at: usize) -> bool {
    let scheme = haystack[..after_colon].last_chunk::<5>();
    haystack[at] == b'\\' && scheme.is_some_and(|name| name.eq_ignore_ascii_case(b"file:"))
}

/// The greatest length of a name of a `BBCode` tag.
const MAX_TAG_BYTES: usize = 10;

/// Reports whether `text`, which begins with a backslash, is markup that a host may contain (J11). Roff has all
/// of these, and Markdown and patterns some: `rust\-lang.org`, `debian\&.org`, `a\:.b`, `a\_b`, `www\.a`.
fn is_escape_in_host(text: &[u8]) -> bool {
    match text {
        [_, b'&', next, ..] => *next == b'.',
        [_, b'-' | b'.' | b'_' | b':' | b'%', next, ..] => {
            next.is_ascii_alphanumeric() || matches!(next, b'.' | b'/' | b'-' | b'\\')
        }
        _ => false,
    }
}

/// Reports whether `text` begins with `http://`, `https://` or `mailto:`. Mail programs put a link's target in
/// brackets after its text: `http://a.example[http://a.example/]`.
pub(crate) fn begins_with_target(text: &[u8]) -> bool {
    [&b"http://"[..], b"https://", b"mailto:"]
        .iter()
        .any(|url| text.get(..url.len()).is_some_and(|head| head.eq_ignore_ascii_case(url)))
}

/// Returns the offset of the last `@` of the authority that continues at `at`, or `at` if there is none.
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

/// The progress of a run through the host.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum HostState {
    /// Before its first character.
    Start,
    Inside,
    Nowhere,
}

/// Returns the length of the `[address]` at the start of `text` (RFC 3986, `IP-literal`).
fn address_len(text: &[u8]) -> Option<usize> {
    // The longest IPv6 address has 45 characters, and somewhat more with a zone.
    let head = &text[..text.len().min(64)];
    // A colon distinguishes an address from other text in brackets.
    let close = head.iter().position(|&byte| byte == b']')?;
    let is_address = head[1..close].contains(&b':')
        && head[1..close].iter().all(|&byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'%' | b'-' | b'_' | b'~')
        });
    is_address.then_some(close + 1)
}

/// Returns the length of `url` without the punctuation of the sentence. `colon` is the offset after the
/// scheme's colon; nothing before it is dropped.
fn trimmed(url: &[u8], colon: usize) -> usize {
    let mut end = url.len();
    // Counted once: a URL that ends in many quotes must not be counted again for each of them.
    let mut quotes = None;
    // Each turn drops one mark: `b!?` loses both.
    while end > colon {
        let drop = match url[end - 1] {
            // `news:*` is all groups (RFC 1738, section 3.6).
            b'*' => !url[..end].eq_ignore_ascii_case(b"news:*"),
            // A `\` escapes the quote after it.
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'(' | b'[' | b'{' | b'\\' => true,
            // Roff has `\&` before a full stop that ends no sentence. It has no width (J11).
            b'&' => url[..end].ends_with(b"\\&"),
            b'\'' => {
                let count =
                    quotes.get_or_insert_with(|| memchr::memchr_iter(b'\'', &url[..end]).count());
                let is_pair = *count % 2 == 0;
                *count -= 1;
                !is_pair
            }
            // `\n` and similar: an escape of program text, such as JSON. Its `\` is dropped here.
            b'n' | b'r' | b't' if url[colon..end - 1].ends_with(b"\\") => {
                end -= 1;
                true
            }
            // The last byte of U+2019. Two bytes are dropped here and the third below.
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
        // The text, with `|` at the end of the URL and a second `|` after the tail, if there is one.
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
            "http://a.example/l’été|",
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
            "http://a.example/n|\\n\\r\\n.\\t|\"",
            "http://a.example/\\nb|",
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
            let mask = MaskRule::Nowhere;
            let got = extent(text.as_bytes(), start, colon, authority, mask, Encoding::Utf8);
            assert_eq!(got, UrlExtent { end, tail, mask: None }, "{row}");
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
            let got = extent(text, 0, 2, Authority::Host, MaskRule::Nowhere, encoding);
            assert_eq!(got.end, end, "{text:?}");
        }
    }
}
