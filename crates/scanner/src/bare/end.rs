//! Finds the end of a bare URL, and the punctuation that is dropped from it (W8).
//!
//! A URL ends before whitespace, a delimiter, a closing mark of any script, and a bracket that it did
//! not open. Then the punctuation of the sentence is dropped, one mark after another. It is kept as the
//! tail, because the dot sometimes belongs to the URL. Brackets, quotes and asterisks are legal in URLs,
//! so their balance and place decide.

use core::mem;
use core::ops::Range;

use crate::bare::mask::{MASK, MaskRule, end_before_second, is_masked_at};
use crate::bare::non_ascii::{Letter, letter_at, letters_at};
use crate::bytes::class::{AFTER_HOST, ENDS, IN_HOST, is_of, len_of};
use crate::bytes::work;
use crate::config::MAX_BARE_LEN;
use crate::input::{Encoding, Haystack};

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
    mut input: Haystack<'_>,
    start: usize,
    after_colon: usize,
    authority: Authority,
    mask: MaskRule,
) -> UrlExtent {
    // A character that the bound divides is no UTF-8, so the URL ends before it.
    let haystack = &input.haystack[..input.haystack.len().min(start + MAX_BARE_LEN)];
    input.haystack = haystack;
    let closer = closer_after(&haystack[..start]);
    let mut run = Run {
        mask: None,
        brackets: Brackets::default(),
        host: HostState::Nowhere,
        letters: usize::MAX,
    };
    let tail_end = run_end(input, after_colon, authority, mask, closer, &mut run);
    work::add(tail_end - after_colon);
    let run_end = tail_end.min(run.letters);
    let colon = after_colon - start;
    let mut end = trimmed(&haystack[start..run_end], colon) + start;
    // Hardly any URL ends in its host or has an open bracket.
    if run.host != HostState::Nowhere && authority == Authority::Host {
        end = host_end(haystack, after_colon, end);
    } else if run.brackets.round + run.brackets.square > 0
        && let Some(open) = remark_start(haystack, after_colon, run_end)
    {
        end = trimmed(&haystack[start..open], colon) + start;
    }
    if input.rules.is_escaped && haystack.get(end) == Some(&b';') && end < run_end {
        let ends_in_ampersand =
            ["&amp", "&#38"].iter().any(|it| haystack[..end].ends_with(it.as_bytes()));
        end += usize::from(ends_in_ampersand);
    }
    UrlExtent { end, tail: end..tail_end, mask: run.mask }
}

/// The state of a walk through the run of a URL.
struct Run {
    /// The offset of the masked `@`.
    mask: Option<usize>,
    /// The brackets that the URL has opened and not closed.
    brackets: Brackets,
    host: HostState,
    /// The offset of letters that end the run, before which the URL ends.
    letters: usize,
}

/// Returns the end of a URL that ends at `end`, in its host or port. A word after the colon is no port, and a hyphen
/// before a space no part of the host, unless the line ends after it.
fn host_end(haystack: &[u8], after_colon: usize, end: usize) -> usize {
    let host = &haystack[after_colon..end];
    if let [.., b'-'] = host
        && let [b' ', next, ..] = haystack[end..]
        && !next.is_ascii_whitespace()
    {
        return end - 1;
    }
    match memchr::memrchr(b':', host) {
        Some(colon)
            if host[colon + 1..].iter().all(u8::is_ascii_alphabetic)
                && host[..colon].contains(&b'.')
                && !host.contains(&b'@')
                && host[colon - 1] != b'\\'
                && !haystack[end..].starts_with(MASK) =>
        {
            after_colon + colon
        }
        _ => end,
    }
}

/// The greatest number of bytes between the end of a URL and the bracket that closes a remark.
const MAX_REMARK_BYTES: usize = 100;

/// Returns the offset of the last `(` or `[` of the run `after_colon..end`, if it opens a remark that goes on after a
/// space: `http://a.example/b.html(The title)`, and in `AsciiDoc` `http://a.example/[the title]`.
fn remark_start(haystack: &[u8], after_colon: usize, end: usize) -> Option<usize> {
    let open = after_colon + memchr::memrchr2(b'(', b'[', &haystack[after_colon..end])?;
    let closer = if haystack[open] == b'(' { b')' } else { b']' };
    let after = &haystack[end..haystack.len().min(end + MAX_REMARK_BYTES)];
    let is_word = haystack[open + 1..end].first().is_some_and(u8::is_ascii_alphanumeric)
        && memchr::memchr(b'/', &haystack[open..end]).is_none();
    let closes = after.iter().find(|byte| b"()[]".contains(byte)) == Some(&closer);
    (is_word && after.first().is_some_and(u8::is_ascii_whitespace) && closes).then_some(open)
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

/// Returns the mark that ends the URL after `text`, if `text` ends in an opening quotation mark: mail with HTML often
/// has `swap('http://a.example/b.gif',1)`, TeX has ``` ``http://a.example/'' ```, and German text `»http://a.example/«`.
/// Empty if there is none.
fn closer_after(text: &[u8]) -> &'static [u8] {
    match text {
        [.., b'\''] => b"'",
        [.., b'`', b'`'] => b"''",
        [.., 0xC2, 0xBB] => "«".as_bytes(),
        [.., 0xE2, 0x80, 0x98] => "’".as_bytes(),
        _ => b"",
    }
}

/// Reports whether `text` begins with `closer`. A single `'` is an apostrophe if a letter or digit follows.
fn closes(text: &[u8], closer: &[u8]) -> bool {
    text.strip_prefix(closer).is_some_and(|rest| {
        let next = rest.first().copied().unwrap_or_default();
        closer != b"'" || !next.is_ascii_alphanumeric() && next < 0x80
    })
}

/// The schemes of a URL that may be glued to the one before it.
const GLUED_SCHEMES: &[&[u8]] = &[b"https", b"http", b"ftp"];
/// The least length of a rule of `-` or `_` (`____`) at the end of a URL.
const MIN_RULE_BYTES: usize = 4;

/// Finds text that touches a URL but is no part of it, in steps through the URL.
struct TextAfter {
    /// The offset after the colon of the scheme.
    after_colon: usize,
    /// The mark that closes the quotation, if the URL begins after its opening mark.
    closer: &'static [u8],
    /// Whether a backslash was between folders.
    has_folders: bool,
    /// The offset up to which the URL was searched for a `?`.
    searched: usize,
    has_query: bool,
}

impl TextAfter {
    fn new(after_colon: usize, closer: &'static [u8]) -> TextAfter {
        let (searched, has_folders, has_query) = (after_colon, false, false);
        TextAfter { after_colon, closer, has_folders, searched, has_query }
    }

    /// Returns the start of the text that begins at the ASCII byte at `at`, or somewhat before it, if there is some.
    fn start(&mut self, haystack: &[u8], at: usize, is_host: bool) -> Option<usize> {
        let text = &haystack[at..];
        if text[0] == b'\'' && !self.closer.is_empty() && closes(text, self.closer) {
            return Some(at);
        }
        // In the host, only the slashes after the colon stop the walk.
        let colon = if is_host { at - 1 } else { at };
        if matches!(haystack[colon..], [b':', b'/', b'/', ..])
            && let Some(start) = self.url_start(haystack, colon)
        {
            return Some(start);
        }
        if text[0] == b'\\' {
            if is_path_separator(haystack, self.after_colon, at) {
                return None;
            }
            if !self.has_folders && is_program_escape(text) {
                return Some(at);
            }
            self.has_folders |= is_folder_mark(text);
        }
        markup_start(haystack, at)
    }

    /// Returns the start of the URL whose colon is at `colon`, if a letter, a digit or a rule directly precedes it. After
    /// a `?` the URL belongs to the first one.
    fn url_start(&mut self, haystack: &[u8], colon: usize) -> Option<usize> {
        let text = &haystack[self.searched..colon];
        let name = GLUED_SCHEMES.iter().find(|name| {
            text.len().checked_sub(name.len()).is_some_and(|i| text[i..].eq_ignore_ascii_case(name))
        })?;
        let before = &haystack[..colon - name.len()];
        if !before.last().is_some_and(u8::is_ascii_alphanumeric) && rule_len(before) == 0 {
            return None;
        }
        // Each byte is searched once, however many URLs follow.
        self.has_query |= memchr::memchr(b'?', text).is_some();
        self.searched = colon;
        (!self.has_query).then_some(before.len())
    }
}

/// Returns the length of the rule at the end of `text`, or 0 if there is none.
fn rule_len(text: &[u8]) -> usize {
    let Some(&mark @ (b'-' | b'_')) = text.last() else { return 0 };
    let len = text.iter().rev().take_while(|&&byte| byte == mark).count();
    if len < MIN_RULE_BYTES { 0 } else { len }
}

/// Returns the end of the run, which is the first byte that cannot belong to the URL.
fn run_end(
    input: Haystack<'_>,
    after_colon: usize,
    authority: Authority,
    mask: MaskRule,
    closer: &'static [u8],
    run: &mut Run,
) -> usize {
    let Haystack { haystack, encoding, rules } = input;
    // The end of the user's name is `user_end`, as far as it has been looked up.
    let (mut at, mut user_end, mut has_letters) = (after_colon, after_colon, false);
    let Run { mask: masked, brackets, host, letters } = run;
    let mut text = TextAfter::new(after_colon, closer);
    let slashes = rules.slashes_len(&haystack[at..]);
    if authority != Authority::None && slashes > 0 {
        at += slashes;
        *host = HostState::Start;
    }
    loop {
        // Skips the bytes that need no check, then judges one byte by the state: at the start of the host,
        // inside it, or elsewhere. Each turn consumes at least that byte or returns.
        let class = if *host == HostState::Nowhere { AFTER_HOST } else { IN_HOST };
        let plain = len_of(class, &haystack[at..]);
        at += plain;
        if plain > 0 && *host == HostState::Start {
            *host = HostState::Inside;
        }
        let Some(&byte) = haystack.get(at) else { return at };
        if let Some(len) = rules.escape_len(&haystack[at..], *host == HostState::Nowhere) {
            if len == 0 {
                return at;
            }
            (at, *host) = (at + len, HostState::Nowhere);
            continue;
        }
        if byte < 0x80 {
            if is_of(ENDS, byte) {
                if let Some(end) = end_without_mask(haystack, after_colon, at, mask, masked) {
                    return end;
                }
                at += MASK.len();
                // Like an `@`, the mask of a user's name is followed by the host.
                if *host != HostState::Nowhere {
                    *host = HostState::Start;
                }
                continue;
            }
            if let Some(start) = text.start(haystack, at, *host != HostState::Nowhere) {
                return start;
            }
            // In the authority some marks have another meaning: `@` ends the user's name, and `[` begins an
            // address or ends the URL.
            if *host != HostState::Nowhere {
                match byte {
                    b'/' | b'?' | b'#' => *host = HostState::Nowhere,
                    b'@' => *host = HostState::Start,
                    b'[' => match address_len(&haystack[at..]) {
                        Some(len) if *host == HostState::Start => {
                            at += len;
                            *host = HostState::Inside;
                            continue;
                        }
                        _ => return at,
                    },
                    b']' => return at,
                    // The backslash is markup in the name (J11).
                    b'\\' if is_escape_in_host(&haystack[at..]) => {
                        at += 2;
                        *host = HostState::Inside;
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
                            return at;
                        }
                        *host = HostState::Inside;
                    }
                    _ => *host = HostState::Inside,
                }
            }
            // A bracket that the URL did not open ends it, and so does a `[` before another URL.
            if !brackets.balance(byte) || byte == b'[' && begins_with_target(&haystack[at + 1..]) {
                return at;
            }
            at += 1;
        } else {
            if text.closer.len() > 1 && closes(&haystack[at..], text.closer) {
                return at;
            }
            // In a name of a host it is no apostrophe.
            if *host != HostState::Nowhere && haystack[at..].starts_with("’".as_bytes()) {
                return at;
            }
            let is_first = encoding == Encoding::Utf8 && !mem::replace(&mut has_letters, true);
            if is_first && *host != HostState::Start {
                let is_host = *host == HostState::Inside;
                if let Some(end) = letters_at(haystack, after_colon, at, is_host) {
                    *letters = at;
                    return end;
                }
            }
            match letter_at(haystack, at, encoding) {
                Letter::Continues(len) => at += len,
                Letter::EndsAfter(len) => return at + len,
                Letter::EndsBefore => return at,
            }
            if *host == HostState::Start {
                *host = HostState::Inside;
            }
        }
    }
}

/// Returns the end of a URL before the delimiter at `at`, or `None` if a masked `@` begins there. It becomes the one of
/// the URL.
fn end_without_mask(
    haystack: &[u8],
    after_colon: usize,
    at: usize,
    mask: MaskRule,
    masked: &mut Option<usize>,
) -> Option<usize> {
    if let Some(first) = *masked {
        let end = end_before_second(haystack, first, at);
        return Some(end.filter(|_| mask == MaskRule::Address).unwrap_or(at));
    }
    if haystack[at] != b' ' || !is_masked_at(haystack, after_colon, at, mask) {
        return Some(at);
    }
    *masked = Some(at);
    None
}

/// Returns the start of the markup that begins at `at` or with the byte before it, if there is some: a command of
/// `AmigaGuide` (`@{ub}`), a change of font or a quotation mark of roff (`\fR`, `\(aq`, `\*(Aq`), a reference to a
/// delimiter (`&gt;`), or a closing tag of `BBCode` (`[/url]`).
fn markup_start(haystack: &[u8], at: usize) -> Option<usize> {
    match &haystack[at..] {
        [b'{', ..] if haystack[..at].ends_with(b"@") => Some(at - 1),
        [b'@', b'{', ..]
        | [b'\\', b'f', b'B' | b'I' | b'P' | b'R' | b'[', ..]
        | [b'\\', b'*', b'(', ..] => Some(at),
        [b'\\', b'(', name @ ..] => is_roff_name(name).then_some(at),
        text @ [b'&', b'#' | b'g' | b'l' | b'q', ..] => delimiter_reference(text).map(|_| at),
        [b'[', b'/', name @ ..] => {
            let name = &name[..name.len().min(MAX_TAG_BYTES + 1)];
            let len = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            (len > 0 && name.get(len) == Some(&b']')).then_some(at)
        }
        _ => None,
    }
}

/// Returns the length of the character reference at the start of `text` and the delimiter that it means, `<`, `>` or `"`:
/// `&lt;`, `&#60;`, `&#x3C;`. The semicolon is part of it.
pub fn delimiter_reference(text: &[u8]) -> Option<(usize, u8)> {
    const NAMES: [(&[u8], u8); 3] = [(b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"')];
    const MAX_DIGITS: usize = 8;
    let Some(number) = text.strip_prefix(b"&#") else {
        let name = NAMES.iter().find(|(name, _)| text.starts_with(name));
        return name.map(|&(name, byte)| (name.len(), byte));
    };
    let (digits, radix) = match number {
        [b'x' | b'X', digits @ ..] => (digits, 16),
        _ => (number, 10),
    };
    let len = digits.iter().take(MAX_DIGITS).take_while(|it| it.is_ascii_hexdigit()).count();
    let digit = |sum, &digit: &u8| Some(sum * radix + char::from(digit).to_digit(radix)?);
    let code = digits[..len].iter().try_fold(0, digit)?;
    let byte = u8::try_from(code).ok().filter(|byte| b"<>\"".contains(byte))?;
    (digits.get(len) == Some(&b';')).then(|| (text.len() - digits.len() + len + 1, byte))
}

/// Reports whether `text` begins with the two letters of a character of roff (`\(aq`) other than `\(ti`, which means
/// `~` (J11). Markdown has brackets after backslashes too: `\(engine\)`, `\(ab\)`.
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

/// Reports whether `text` begins with an escape of program text that ends a URL: `\x0f`, or up to four of `\n`, `\r` and
/// `\t` with more text after them. Those at the end of the run are its tail.
fn is_program_escape(text: &[u8]) -> bool {
    let count = text
        .chunks_exact(2)
        .take(4)
        .take_while(|pair| matches!(pair, [b'\\', b'n' | b'r' | b't']))
        .count();
    match text {
        [_, b'x', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        _ => count > 0 && text.get(2 * count).is_some_and(u8::is_ascii_alphanumeric),
    }
}

/// Reports whether the backslash at the start of `text` is between names of folders: `..\winnt\cmd.exe`.
pub(crate) fn is_folder_mark(text: &[u8]) -> bool {
    matches!(text, [_, a, b, ..] if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric())
}

/// Reports whether the byte at `at` is a backslash of a `file:` URL, where it separates folders (`file:///C:\fonts`) and
/// is no change of font (`file:///etc/motd\fP`).
fn is_path_separator(haystack: &[u8], after_colon: usize, at: usize) -> bool {
    let scheme = haystack[..after_colon].last_chunk::<5>();
    let is_font = || match &haystack[at + 1..] {
        [b'f', b'B' | b'I' | b'P' | b'R', rest @ ..] => {
            !rest.first().is_some_and(u8::is_ascii_alphanumeric)
        }
        _ => false,
    };
    haystack[at] == b'\\'
        && scheme.is_some_and(|name| name.eq_ignore_ascii_case(b"file:"))
        && !is_font()
}

/// The greatest length of a name of a `BBCode` tag.
const MAX_TAG_BYTES: usize = 10;

/// Reports whether `text`, which begins with a backslash, is markup that a host may contain (J11). Roff has all
/// of these, and Markdown and patterns some: `rust\-lang.org`, `debian\&.org`, `a\:.b`, `a\_b`, `www\.a`.
fn is_escape_in_host(text: &[u8]) -> bool {
    match text {
        [_, b'&', next, ..] => *next == b'.',
        [_, b'*', b':', ..] => true,
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
    let mut query = None;
    // Each turn drops one mark: `b!?` loses both.
    while end > colon {
        let drop = match url[end - 1] {
            // `news:*` is all groups (RFC 1738, section 3.6).
            b'*' if url[..end].ends_with(b"=*") && url.get(end) != Some(&b'*') => false,
            b'*' => !url[..end].eq_ignore_ascii_case(b"news:*"),
            // A line that was drawn after the URL.
            b'-' | b'_' => {
                let len = rule_len(&url[colon..end]);
                end -= len.saturating_sub(1);
                len > 0
            }
            // The host of an address ends before a slash.
            b'/' => {
                url[..colon].eq_ignore_ascii_case(b"mailto:")
                    && url[end - 2] != b'/'
                    && memchr::memchr(b'?', &url[..end]).is_none()
            }
            // The number of a footnote after a path: `/a[1]`.
            b']' => {
                let len = footnote_len(&url[colon..end]);
                let mut has_query =
                    || *query.get_or_insert_with(|| memchr::memchr(b'?', url).is_some());
                let is_dropped = len > 0 && !has_query();
                end -= if is_dropped { len - 1 } else { 0 };
                is_dropped
            }
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
            b's' if url[colon..end].ends_with("\u{2019}s".as_bytes()) => {
                end -= '\u{2019}'.len_utf8();
                true
            }
            0x80.. => {
                let len = symbol_len(&url[colon..end]);
                end -= len.saturating_sub(1);
                len > 0
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

/// Returns the length of the footnote at the end of `text`, up to two digits in brackets after a letter, a digit or a
/// slash, or 0 if there is none.
fn footnote_len(text: &[u8]) -> usize {
    let number = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    match text {
        [.., before, b'[', digit, b']'] if number(&[*digit]) && is_word_end(*before) => 3,
        [.., before, b'[', tens, ones, b']'] if number(&[*tens, *ones]) && is_word_end(*before) => {
            4
        }
        _ => 0,
    }
}

fn is_word_end(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'/'
}

/// Returns the length of the symbol at the end of `text`, such as `©` or `♢`, or 0 if there is none. The value of a
/// parameter may be one: `?utf8=✓`.
fn symbol_len(text: &[u8]) -> usize {
    let lead = text.iter().rev().take(4).position(|byte| *byte >= 0xC0);
    let Some(before) = lead.and_then(|back| text.len().checked_sub(back + 1)) else { return 0 };
    let c = core::str::from_utf8(&text[before..]).ok().and_then(|last| last.chars().next());
    let is_symbol = matches!(
        c,
        Some(
            '\u{A9}'
            | '\u{AE}'
            | '\u{2122}'
            | '\u{2022}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{25A0}'..='\u{27BF}',
        )
    );
    if is_symbol && !text[..before].ends_with(b"=") { text.len() - before } else { 0 }
}

#[cfg(test)]
mod tests;
