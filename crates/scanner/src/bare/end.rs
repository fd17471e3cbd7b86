//! Finds the end of a bare URL (W8).
//!
//! The run ends before whitespace, a delimiter, a closing mark of any script, a bracket that it did not open, and a
//! mark of the table [`STOPS`]. Then `tail.rs` drops the punctuation of the sentence. It is kept as the tail, because
//! the dot sometimes belongs to the URL.

use core::mem;
use core::ops::Range;

use crate::bare::mask::{MASK, MaskRule, is_masked_at};
use crate::bare::non_ascii::{letter_len, letters_at};
use crate::bare::tail::trimmed;
use crate::bytes::class::{AFTER_HOST, ENDS, IN_HOST, is_of, len_of};
use crate::bytes::{begins_with, ends_with, first, run_len, work};
use crate::config::MAX_BARE_LEN;
use crate::input::{Encoding, Haystack};

/// The end of a bare URL and its tail.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct UrlExtent {
    pub(crate) end: usize,
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

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Authority {
    /// The host of a known scheme. It is a name, so marks that no name has end the URL.
    Host,
    /// The authority of another scheme, which may contain anything.
    Any,
    /// No authority, as in `mailto:`.
    None,
}

/// Returns the extent of the URL whose scheme begins at `start`, before `after_colon`. It has at most [`MAX_BARE_LEN`]
/// bytes. Linear in the run that begins there.
pub(crate) fn extent(
    input: Haystack<'_>,
    start: usize,
    after_colon: usize,
    authority: Authority,
    mask: MaskRule,
) -> UrlExtent {
    // A character that the bound divides is not UTF-8, so the URL ends before it.
    let haystack = first(input.haystack, start + MAX_BARE_LEN);
    let before = &haystack[..start];
    let mut walk = UrlWalk {
        input,
        haystack,
        after_colon,
        authority,
        closer: closer_after(before),
        place: UrlPlace::AfterHost,
        brackets: Brackets::default(),
        user_end: after_colon,
        has_letters: false,
        has_query: false,
        has_value: false,
        mask: None,
        doubt: usize::MAX,
    };
    let tail_end = walk.run_end(mask);
    work::add(tail_end - after_colon);
    let mut run_end = tail_end.min(walk.doubt);
    // In a table the comma before the URL is that of a column.
    if walk.closer == b","
        && let Some(comma) = memchr::memchr(b',', &haystack[after_colon..run_end])
    {
        run_end = after_colon + comma;
    }
    // Hardly any URL has an open bracket.
    if walk.place == UrlPlace::AfterHost
        && let Some(open) = walk.remark_start(run_end)
    {
        run_end = open;
    }
    let mut end = start + trimmed(&haystack[start..run_end], after_colon - start, before);
    if input.rules.is_escaped && haystack.get(end) == Some(&b';') && end < run_end {
        let url = &haystack[..end];
        end += usize::from(url.ends_with(b"&amp") || url.ends_with(b"&#38"));
    }
    UrlExtent { end, tail: end..tail_end, mask: walk.mask }
}

/// Returns the extent of the URL that begins at `start` and whose host ends at `end`, before its path, query or fragment.
pub(crate) fn after_host(input: Haystack<'_>, start: usize, end: usize) -> UrlExtent {
    extent(input, start, end, Authority::None, MaskRule::Nowhere)
}

/// The marks after which a URL ends before another mark: quotation marks of mail with HTML (`swap('http://h/b',1)`) and
/// of German text, and the opening marks of a wiki's link, of a chat's link and of a column, before `|` and `,`.
const PAIRS: [(&[u8], &[u8]); 8] = [
    (b"'", b"'"),
    ("»".as_bytes(), "«".as_bytes()),
    (b"[", b"|"),
    (b"<", b"|"),
    (br"\u003c", b"|"),
    (b"|", b"|"),
    (b"| ", b"|"),
    (b",", b","),
];

/// Empty if there is none.
fn closer_after(text: &[u8]) -> &'static [u8] {
    PAIRS.iter().find(|(open, _)| text.ends_with(open)).map_or(b"", |(_, close)| close)
}

/// A text that may end a URL in its run.
struct Stop {
    mark: &'static [u8],
    end: fn(&mut UrlWalk<'_>, usize) -> Option<usize>,
}

/// The table of stops, by the kind of text that has them. `text_rules.rs` and `non_ascii.rs` have more.
#[rustfmt::skip]
static STOPS: [Stop; 8] = [
    // Any text.
    Stop { mark: b"'", end: |walk, at| walk.is_closed_at(at).then_some(at) },
    Stop { mark: b"|", end: |walk, at| walk.is_bar_at(at).then_some(at) },
    Stop { mark: b"://", end: |walk, at| walk.glued_start(at) },
    Stop { mark: b"[", end: |walk, at| begins_with_target(&walk.haystack[at + 1..]).then_some(at) },
    // Pages, and JSON with a page.
    Stop { mark: b"&", end: |walk, at| is_delimiter_reference(&walk.haystack[at..]).then_some(at) },
    Stop { mark: br"\u003", end: |_, at| Some(at) },
    // Roff: a change of font (`\fR`), and a quotation mark (`\(aq`).
    Stop { mark: br"\f", end: |walk, at| walk.byte(at + 2).is_some_and(|it| b"BIPR[".contains(&it)).then_some(at) },
    Stop { mark: br"\(", end: |walk, at| is_roff_name(&walk.haystack[at + 2..]).then_some(at) },
];

/// The schemes of a URL that may be glued to the one before it.
const NEXT_SCHEMES: &[&str] = &["https", "http", "ftp"];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum UrlPlace {
    /// Before the first character of the host, or of the user's name.
    HostStart,
    Host,
    AfterHost,
}

struct UrlWalk<'h> {
    input: Haystack<'h>,
    haystack: &'h [u8],
    after_colon: usize,
    authority: Authority,
    /// The mark that ends the URL, because its partner precedes it.
    closer: &'static [u8],
    place: UrlPlace,
    /// The brackets that the URL has opened and not closed.
    brackets: Brackets,
    /// The end of the user's name, as far as it has been looked up.
    user_end: usize,
    has_letters: bool,
    has_query: bool,
    has_value: bool,
    mask: Option<usize>,
    /// The offset before which the URL ends, although its run goes on.
    doubt: usize,
}

impl UrlWalk<'_> {
    /// Returns the end of the run, which is the first byte that cannot belong to the URL.
    fn run_end(&mut self, mask: MaskRule) -> usize {
        let haystack = self.haystack;
        let mut at = self.after_colon;
        let slashes = self.input.rules.slashes_len(&haystack[at..]);
        if self.authority != Authority::None && slashes > 0 {
            at += slashes;
            self.place = UrlPlace::HostStart;
        }
        loop {
            let is_after_host = self.place == UrlPlace::AfterHost;
            let plain = len_of(if is_after_host { AFTER_HOST } else { IN_HOST }, &haystack[at..]);
            at += plain;
            if plain > 0 && self.place == UrlPlace::HostStart {
                self.place = UrlPlace::Host;
            }
            let Some(&byte) = haystack.get(at) else { return at };
            match self.input.rules.escape_len(&haystack[at..], is_after_host) {
                Some(0) => return at,
                Some(len) => {
                    (at, self.place) = (at + len, UrlPlace::AfterHost);
                    continue;
                }
                None => {}
            }
            if byte >= 0x80 {
                match self.letter_end(at) {
                    Ok(next) => at = next,
                    Err(end) => return end,
                }
            } else if is_of(ENDS, byte) {
                let is_mask = byte == b' '
                    && self.mask.is_none()
                    && is_masked_at(haystack, self.after_colon, at, mask);
                if !is_mask {
                    return at;
                }
                self.mask = Some(at);
                at += MASK.len();
                // Like an `@`, the mask of a user's name is followed by the host.
                if !is_after_host {
                    self.place = UrlPlace::HostStart;
                }
            } else {
                if let Some(end) = self.stop(at) {
                    return end;
                }
                let Some(len) = (if is_after_host { Some(1) } else { self.host_mark(at) }) else {
                    return at;
                };
                if len == 1 && !balance(&mut self.brackets, byte) {
                    return at;
                }
                at += len;
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.haystack.get(at).copied()
    }

    /// Returns where the URL ends, if a mark of the table at `at` ends it.
    fn stop(&mut self, at: usize) -> Option<usize> {
        let text = &self.haystack[at..];
        let is_here = |stop: &&Stop| stop.mark[0] == text[0] && text.starts_with(stop.mark);
        STOPS.iter().filter(is_here).find_map(|stop| (stop.end)(self, at))
    }

    /// Reports whether the closer of the URL is at `at`. A single `'` is an apostrophe if a letter or digit follows.
    fn is_closed_at(&self, at: usize) -> bool {
        let is_apostrophe = || self.byte(at + 1).is_some_and(|it| it.is_ascii_alphanumeric());
        !self.closer.is_empty()
            && self.haystack[at..].starts_with(self.closer)
            && (self.closer != b"'" || !is_apostrophe())
    }

    /// Reports whether the bar at `at` ends the URL. Before any `=` and `?` the rest is in doubt.
    fn is_bar_at(&mut self, at: usize) -> bool {
        let next = self.byte(at + 1).unwrap_or(b' ');
        if self.place != UrlPlace::AfterHost || is_of(ENDS, next) || self.is_closed_at(at) {
            return true;
        }
        // The search succeeds once, or the first bar ends the URL.
        if self.doubt == usize::MAX && !self.has_value {
            let text = &self.haystack[self.after_colon..at];
            self.has_value = memchr::memchr2(b'=', b'?', text).is_some();
            self.doubt = if self.has_value { usize::MAX } else { at };
        }
        false
    }

    /// Returns the start of the URL whose colon is at `colon`, if text or a mark of a list directly precedes it. After a
    /// `?` the URL belongs to the first one.
    fn glued_start(&mut self, colon: usize) -> Option<usize> {
        let text = &self.haystack[self.after_colon..colon];
        let name = NEXT_SCHEMES.iter().find(|name| ends_with(text, name))?;
        let start = colon - name.len();
        let is_glued = |byte: u8| byte.is_ascii_alphanumeric() || b",;|".contains(&byte);
        if self.has_query || !is_glued(self.haystack[start - 1]) {
            return None;
        }
        // The search succeeds once, or the URL ends.
        self.has_query = memchr::memchr(b'?', text).is_some();
        (!self.has_query).then_some(start)
    }

    /// Returns `None` if the mark ends the URL.
    fn host_mark(&mut self, at: usize) -> Option<usize> {
        let text = &self.haystack[at..];
        let is_first = mem::replace(&mut self.place, UrlPlace::Host) == UrlPlace::HostStart;
        match text[0] {
            b'/' | b'?' | b'#' => self.place = UrlPlace::AfterHost,
            // Browsers read a backslash after the host as a slash.
            b'\\' if begins_folders(text) => self.place = UrlPlace::AfterHost,
            b'@' => self.place = UrlPlace::HostStart,
            b'[' if is_first => return address_len(text),
            b'[' | b']' => return None,
            // The backslash is markup in the name (J11).
            b'\\' if is_escape_in_host(text) => return Some(2),
            // A user's name may contain these characters; a host may not.
            b'!' | b'$' | b'&'..=b'*' | b',' | b';' | b'=' | b'\\' | b'^' | b'{' | b'}'
                if self.authority == Authority::Host =>
            {
                // The `@` is looked up once for all marks before it, so that time is linear (W10).
                if self.user_end <= at {
                    self.user_end = user_end_after(self.haystack, at, self.input.encoding);
                }
                if self.user_end <= at {
                    return None;
                }
            }
            _ => {}
        }
        Some(1)
    }

    /// Returns the offset after the character beyond ASCII at `at`, or as an error the end of the run.
    fn letter_end(&mut self, at: usize) -> Result<usize, usize> {
        let is_in_host = self.place != UrlPlace::AfterHost;
        // In a name of a host it is not an apostrophe.
        let is_apostrophe = is_in_host && self.haystack[at..].starts_with("’".as_bytes());
        if is_apostrophe || self.is_closed_at(at) {
            return Err(at);
        }
        let is_first =
            self.input.encoding == Encoding::Utf8 && !mem::replace(&mut self.has_letters, true);
        if is_first
            && self.place != UrlPlace::HostStart
            && let Some(end) = letters_at(self.haystack, at, is_in_host)
        {
            self.doubt = self.doubt.min(at);
            return Err(end);
        }
        if is_in_host {
            self.place = UrlPlace::Host;
        }
        match letter_len(self.haystack, at, self.input.encoding) {
            0 => Err(at),
            len => Ok(at + len),
        }
    }

    /// Returns the offset of the last opening bracket of the run up to `end`, if it opens a remark: `{`, or one that goes
    /// on after a space: `http://a.example/b.html(The title)`, and in `AsciiDoc` `http://a.example/[the title]`.
    fn remark_start(&self, end: usize) -> Option<usize> {
        let [round, square, curly] = self.brackets;
        if round + square + curly == 0 {
            return None;
        }
        let run = &self.haystack[self.after_colon..end];
        let open = self.after_colon + memchr::memrchr3(b'(', b'[', b'{', run)?;
        let closer = match self.haystack[open] {
            b'{' => return (curly > 0).then_some(open),
            b'(' => b')',
            _ => b']',
        };
        let after = first(&self.haystack[end..], MAX_REMARK_BYTES);
        // A remark does not go on in the next paragraph.
        let paragraph = memchr::memmem::find(after, b"\n\n").unwrap_or(after.len());
        let after = &after[..paragraph];
        let is_word = self.byte(open + 1).is_some_and(|it| it.is_ascii_alphanumeric())
            && memchr::memchr(b'/', &self.haystack[open..end]).is_none();
        let closes = after.iter().find(|byte| b"()[]".contains(byte)) == Some(&closer);
        (is_word && after.first().is_some_and(u8::is_ascii_whitespace) && closes).then_some(open)
    }
}

const MAX_REMARK_BYTES: usize = 100;

/// The number of open brackets of each kind: `(`, `[` and `{`.
type Brackets = [usize; 3];

/// Returns false if `byte` closes a bracket that is not open.
fn balance(open: &mut Brackets, byte: u8) -> bool {
    let Some(at) = memchr::memchr(byte, b"([{)]}") else { return true };
    match open[at % 3].checked_sub(1) {
        _ if at < 3 => open[at] += 1,
        Some(left) => open[at % 3] = left,
        None => return false,
    }
    true
}

/// Reports whether `text` begins with a character reference to a delimiter, `<`, `>` or `"`: `&lt;`, `&#60;`, `&#x3C;`.
fn is_delimiter_reference(text: &[u8]) -> bool {
    const MAX_DIGITS: usize = 8;
    let Some(number) = text.strip_prefix(b"&#") else {
        return [&b"&lt;"[..], b"&gt;", b"&quot;"].iter().any(|name| text.starts_with(name));
    };
    let (digits, radix) = match number {
        [b'x' | b'X', digits @ ..] => (digits, 16),
        _ => (number, 10),
    };
    let len = run_len(first(digits, MAX_DIGITS), |it| it.is_ascii_hexdigit());
    let digit = |sum, &digit: &u8| Some(sum * radix + char::from(digit).to_digit(radix)?);
    let code = digits[..len].iter().try_fold(0, digit);
    matches!(code, Some(34 | 60 | 62)) && digits.get(len) == Some(&b';')
}

/// Reports whether `text` begins with the two letters of a character of roff (`\(aq`) other than `\(ti`, which means
/// `~` (J11), and not with a bracket of Markdown: `\(ab\)`.
fn is_roff_name(text: &[u8]) -> bool {
    match text {
        [b't', b'i', ..] | [_, _, b'\\', b')', ..] => false,
        [first, second, rest @ ..] => {
            first.is_ascii_alphabetic()
                && second.is_ascii_alphanumeric()
                && !rest.first().is_some_and(u8::is_ascii_alphanumeric)
        }
        _ => false,
    }
}

/// Reports whether `text` begins with a backslash, a folder and another one: `\_Resources\Images`.
fn begins_folders(text: &[u8]) -> bool {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let len = run_len(first(&text[1..], MAX_FOLDER_BYTES), is_of_name);
    len > 0
        && !b"nrt".contains(&text[1])
        && matches!(text[len + 1..], [b'\\', next, ..] if next.is_ascii_alphanumeric())
}

const MAX_FOLDER_BYTES: usize = 64;

/// Reports whether `text`, which begins with a backslash, is markup that a host may contain (J11), of roff, Markdown or
/// patterns: `rust\-lang.org`, `debian\&.org`, `a\:.b`, `a\_b`, `www\.a`.
fn is_escape_in_host(text: &[u8]) -> bool {
    match text {
        [_, b'&', next, ..] => *next == b'.',
        [_, b'-' | b'.' | b'_' | b':' | b'%', next, ..] => {
            next.is_ascii_alphanumeric() || matches!(next, b'.' | b'/' | b'-' | b'\\')
        }
        _ => false,
    }
}

/// Mail programs put a link's target in brackets after its text: `http://a.example[http://a.example/]`.
pub(crate) fn begins_with_target(text: &[u8]) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|url| begins_with(text, url))
}

/// Returns the offset of the last `@` of the authority that continues at `at`, or `at` if there is none.
fn user_end_after(haystack: &[u8], at: usize, encoding: Encoding) -> usize {
    let mut end = at;
    while let Some(&byte) = haystack.get(end) {
        let is_ascii = byte < 0x80 && !b"/?#".contains(&byte) && !is_of(ENDS, byte);
        match if is_ascii { 1 } else { letter_len(haystack, end, encoding) } {
            0 => break,
            len => end += len,
        }
    }
    work::add(end - at);
    memchr::memrchr(b'@', &haystack[at..end]).map_or(at, |i| at + i)
}

/// Returns the length of the `[address]` at the start of `text` (RFC 3986, `IP-literal`).
fn address_len(text: &[u8]) -> Option<usize> {
    // The longest IPv6 address has 45 characters, and somewhat more with a zone.
    let head = first(text, 64);
    // A colon distinguishes an address from other text in brackets.
    let close = head.iter().position(|&byte| byte == b']')?;
    let address = &head[1..close];
    let is_of_address = |byte: &u8| byte.is_ascii_alphanumeric() || b":.%-_~".contains(byte);
    (address.contains(&b':') && address.iter().all(is_of_address)).then_some(close + 1)
}
