//! The forms `prefix` and `bare`: W7 and W8.

use core::ops::Range;
use std::string::String;
use std::vec;

use super::found::Found;
use super::mask::{end_before_second, is_masked_at};
use super::text::{Text, byte_of, is_scheme_char, is_space};
use crate::config::MAX_BARE_LEN;
use crate::form::Form;
use crate::scheme::{Kind, Scheme, Shape, is_host_byte};

/// W7: `URL:`, spaces, a scheme of the table; or `URL:`, any scheme, `:`, a letter.
pub(super) fn prefix_here(text: &Text, at: usize) -> Option<Found> {
    let is_inside = text.before(at).is_some_and(|c| c.is_ascii_alphanumeric());
    // `X-URL:` is a different word, and the text after it is bare.
    if is_inside || is_within_longer(text, at) || !text.starts_with(at, "URL:") {
        return None;
    }
    let blanks = text.skip(at + 4, is_space);
    let start = if text.starts_with(blanks, "//") { blanks + 2 } else { blanks };
    let colon = text.skip(start, is_scheme_char);
    if let Some(scheme) = row_of(text, start, colon) {
        return found(text, Form::Prefix, at, start, colon, Some(scheme));
    }
    let name: String = text.chars[start..colon].iter().collect();
    let is_name = (2..16).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !name.contains('.')
        && name.contains(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'))
        && !name.eq_ignore_ascii_case("url");
    let begins = text.is(colon, |c| c == ':') && text.is(colon + 1, |c| c.is_ascii_alphabetic());
    let url = Url { text, start, colon, scheme: None, masks: true };
    (start == at + 4 && is_name && begins).then(|| url.found(Form::Prefix, at))
}

/// W8: a scheme of the table, or any scheme before `//` and a character of a host.
pub(super) fn find_here(text: &Text, at: usize) -> Option<Found> {
    if let Some(colon) = glued(text, at) {
        return found(text, Form::Bare, at, at, colon, row_of(text, at, colon));
    }
    let before = text.before(at).unwrap_or(' ');
    if before.is_ascii_alphanumeric() || !text.is(at, |c| c.is_ascii_alphabetic()) {
        return None;
    }
    let colon = text.skip(at, is_scheme_char);
    let scheme = scheme_of(text, at, colon);
    // In a longer run only text after a `.` or `-` counts, and only if the table has it.
    if is_within_longer(text, at) && !(scheme.is_some() && matches!(before, '.' | '-')) {
        return None;
    }
    let has_later = (at + 1..colon).any(|later| {
        matches!(text.chars[later - 1], '.' | '-') && scheme_of(text, later, colon).is_some()
    });
    let has_glued = || (at + 1..colon).any(|later| glued(text, later).is_some());
    if scheme.is_none() && (has_later || has_glued()) {
        return None;
    }
    // One letter is a drive, and a word with one capital after another word is a label.
    let name: String = text.chars[at..colon].iter().collect();
    let is_title = |name: &str| {
        name.chars()
            .enumerate()
            .all(|(i, c)| if i == 0 { c.is_ascii_uppercase() } else { c.is_ascii_lowercase() })
    };
    let is_after_word = at > 1
        && text.before(at) == Some(' ')
        && text.before(at - 1).is_some_and(|c| c.is_ascii_alphanumeric());
    if scheme.is_none() && (!(2..=255).contains(&name.len()) || is_title(&name) && is_after_word) {
        return None;
    }
    // A capital shows a label.
    if scheme.is_some_and(|scheme| scheme.name == "tel") && name.starts_with('T') {
        return None;
    }
    found(text, Form::Bare, at, at, colon, scheme)
}

/// Returns the colon of `http` or `https` at `at` if a letter precedes it. The whole run must not be a
/// scheme of the table, nor any part of it after a `.` or `-`.
fn glued(text: &Text, at: usize) -> Option<usize> {
    let colon = text.skip(at, is_scheme_char);
    let name: String = text.chars[at..colon].iter().collect();
    let is_http = name.eq_ignore_ascii_case("http") || name.eq_ignore_ascii_case("https");
    if !is_http || !text.before(at).is_some_and(|c| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut start = at;
    while text.before(start).is_some_and(is_scheme_char) {
        start -= 1;
    }
    while !text.is(start, |c| c.is_ascii_alphabetic()) {
        start += 1;
    }
    let is_whole = !text.before(start).is_some_and(|c| c.is_ascii_alphanumeric());
    let has_row = scheme_of(text, start, colon).is_some()
        || (start + 1..colon).any(|later| {
            matches!(text.chars[later - 1], '.' | '-') && scheme_of(text, later, colon).is_some()
        });
    (is_whole && !has_row).then_some(colon)
}

/// Reports whether a letter precedes `at` in the same run of a scheme's characters.
fn is_within_longer(text: &Text, mut at: usize) -> bool {
    while text.before(at).is_some_and(is_scheme_char) {
        at -= 1;
        if text.is(at, |c| c.is_ascii_alphabetic()) {
            return true;
        }
    }
    false
}

/// Returns the scheme in `start..colon`, if the table has it or the caller added it. A scheme of the table without
/// a host that `//` follows counts as unknown.
fn scheme_of(text: &Text, start: usize, colon: usize) -> Option<&'static Scheme> {
    let scheme = row_of(text, start, colon)?;
    let opaque = matches!(scheme.kind, Kind::Opaque(_));
    (!opaque || !text.starts_with(colon, "://") || scheme.name.is_empty()).then_some(scheme)
}

fn row_of(text: &Text, start: usize, colon: usize) -> Option<&'static Scheme> {
    let name: String = text.chars[start..colon].iter().collect();
    if text.is(colon, |c| c == ':') { text.schemes.find(name.as_bytes()) } else { None }
}

fn found(
    text: &Text,
    form: Form,
    outer: usize,
    start: usize,
    colon: usize,
    scheme: Option<&'static Scheme>,
) -> Option<Found> {
    if !text.is(colon, |c| c == ':') {
        return None;
    }
    if scheme.is_some_and(|scheme| scheme.name == "news") && text.is(colon + 1, |c| c == '<') {
        return with_message_id(text, form, outer, start, colon);
    }
    let url = Url { text, start, colon, scheme, masks: true };
    let end = url.trimmed(url.run_end());
    url.has_what_must_follow(end).then(|| url.found(form, outer))
}

/// Recognises `news:<id@host>`, with at most 250 characters between the brackets.
fn with_message_id(
    text: &Text,
    form: Form,
    outer: usize,
    start: usize,
    colon: usize,
) -> Option<Found> {
    let open = colon + 1;
    let close = (open..text.chars.len().min(open + 250)).find(|&at| text.chars[at] == '>')?;
    let id: String = text.chars[open + 1..close].iter().collect();
    let (local, host) = id.split_once('@')?;
    let is_atoms = |part: &str| {
        let is_of_atom = |c: char| {
            c.is_ascii_graphic()
                && !matches!(c, '"' | '(' | ')' | ',' | ':'..='<' | '>' | '@' | '['..=']')
        };
        part.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_of_atom))
    };
    let is_literal = |part: &str| {
        let is_of_address = |c: char| matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | ':');
        let len = part.len();
        len > 2
            && part.starts_with('[')
            && part.ends_with(']')
            && part[1..len - 1].chars().all(is_of_address)
    };
    (is_atoms(local) && (is_atoms(host) || is_literal(host))).then(|| Found {
        form,
        outer: text.bytes_of(outer..close + 1),
        inner: text.bytes_of(start..close),
        tail: text.bytes_of(close..close),
        lines: vec![text.bytes_of(start..open), text.bytes_of(open + 1..close)],
    })
}

pub(super) struct Url<'t> {
    pub(super) text: &'t Text,
    pub(super) start: usize,
    pub(super) colon: usize,
    pub(super) scheme: Option<&'static Scheme>,
    /// The URL may have a masked `@`.
    pub(super) masks: bool,
}

impl Url<'_> {
    fn found(&self, form: Form, outer: usize) -> Found {
        let Url { text, start, .. } = *self;
        let run_end = self.run_end();
        let end = self.trimmed(run_end);
        Found {
            form,
            outer: text.bytes_of(outer..end),
            inner: text.bytes_of(start..end),
            tail: text.bytes_of(end..run_end),
            lines: vec![text.bytes_of(start..end)],
        }
    }

    fn has_what_must_follow(&self, end: usize) -> bool {
        // A number that continues after a space belongs to a label.
        let is_number = self.scheme.is_some_and(|s| s.kind == Kind::Opaque(Shape::Digits));
        let goes_on =
            self.text.is(end, |c| c == ' ') && self.text.is(end + 1, |c| c.is_ascii_digit());
        if is_number && goes_on {
            return false;
        }
        let mut rest: String = self.text.chars[self.colon + 1..end].iter().collect();
        if let Some(mask) = self.mask().filter(|&mask| mask < end) {
            let after: String = self.text.chars[mask + 4..end].iter().collect();
            rest = self.text.chars[self.colon + 1..mask].iter().collect();
            rest += &["@", &after].concat();
        }
        match self.scheme {
            Some(scheme) => scheme.kind.fits(rest.as_bytes()),
            None => rest.strip_prefix("//").is_some_and(|host| {
                let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
                let is_title = host.starts_with(|c: char| c.is_ascii_uppercase())
                    && host.chars().all(is_of_word)
                    && !host.eq_ignore_ascii_case("localhost");
                host.bytes().next().is_some_and(is_host_byte) && !is_title
            }),
        }
    }

    /// Returns the end before anything is dropped.
    pub(super) fn run_end(&self) -> usize {
        let mut at = self.colon + 1;
        loop {
            let Some(c) = self.text.get(at) else { return at };
            if self.text.bytes[at + 1] > self.text.bytes[self.start] + MAX_BARE_LEN {
                return at;
            }
            if self.mask() == Some(at) {
                at += 4;
                continue;
            }
            if ends(c)
                && let Some(Kind::Opaque(Shape::Address | Shape::At)) = self.scheme.map(|s| s.kind)
                && let Some(mask) = self.mask()
            {
                return end_before_second(self.text, mask, at).unwrap_or(at);
            }
            if ends(c) || self.closes_what_is_not_open(at) || self.begins_markup(at) {
                return at;
            }
            if c == '\'' && self.is_quoted() && !self.text.is(at + 1, is_of_word) {
                return at;
            }
            if self.is_closing_quote(at) {
                return at + 1;
            }
            if self.authority().contains(&at) {
                match self.authority_step(at) {
                    Some(next) => at = next,
                    None => return at,
                }
            } else if c == '[' && self.is_before_url(at) {
                return at;
            } else {
                at += 1;
            }
        }
    }

    /// Reports whether `http://`, `https://` or `mailto:` follows the character at `at`.
    fn is_before_url(&self, at: usize) -> bool {
        let rest: String = self.text.chars.iter().skip(at + 1).take(8).collect();
        let rest = rest.to_ascii_lowercase();
        rest.starts_with("http://") || rest == "https://" || rest.starts_with("mailto:")
    }

    /// Reports whether a `'` precedes the URL, so that the next `'` that is no apostrophe closes.
    fn is_quoted(&self) -> bool {
        self.text.before(self.start) == Some('\'')
    }

    /// Returns the range from `//` to `/`, `?`, `#` or the end of the URL. Empty if there is no host.
    fn authority(&self) -> Range<usize> {
        let has_host = self.scheme.is_none_or(|s| !matches!(s.kind, Kind::Opaque(_)));
        if !has_host || !self.text.starts_with(self.colon, "://") {
            return 0..0;
        }
        let start = self.colon + 3;
        let is_inside = |c| !ends(c) && !matches!(c, '/' | '?' | '#');
        let mut stop = self.text.skip(start, is_inside);
        if self.mask() == Some(stop) {
            stop = self.text.skip(stop + 4, is_inside);
        }
        start..(start..stop).find(|&at| self.is_closing_quote(at)).unwrap_or(stop)
    }

    /// Returns the offset of the ` at ` that masks the `@`: the first end of the URL without a mask.
    fn mask(&self) -> Option<usize> {
        let at = self.text.skip(self.colon + 1, |c| !ends(c));
        (self.masks && is_masked_at(self.text, self.colon, at, self.scheme)).then_some(at)
    }

    /// Reports whether the `’` at `at` is no apostrophe: no letter follows it.
    fn is_closing_quote(&self, at: usize) -> bool {
        self.text.is(at, |c| c == '’') && !self.text.is(at + 1, char::is_alphabetic)
    }

    /// Returns the offset after the character at `at` of an authority, or `None` if that character ends it.
    fn authority_step(&self, at: usize) -> Option<usize> {
        let authority = self.authority();
        match self.text.chars[at] {
            '[' if at == authority.start
                || self.text.before(at) == Some('@')
                || self.mask().is_some_and(|mask| mask + 4 == at) =>
            {
                let is_address = |c: char| {
                    c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | '%' | '-' | '_' | '~')
                };
                let close = self.text.skip(at + 1, is_address);
                let closed = self.text.is(close, |c| c == ']') && close - at < 64;
                (closed && self.text.chars[at..close].contains(&':')).then_some(close + 1)
            }
            '[' | ']' => None,
            '\\' if self.is_escape_in_host(at) => Some(at + 2),
            c if self.scheme.is_some() && "!$&'()*,;=\\^{}".contains(c) => {
                let has_user = self.text.chars[at..authority.end].contains(&'@');
                has_user.then_some(at + 1)
            }
            _ => Some(at + 1),
        }
    }

    /// W8: reports whether a command of `AmigaGuide`, a change of font of roff or a closing tag of `BBCode` begins
    /// at `at`.
    fn begins_markup(&self, at: usize) -> bool {
        let is = |i: usize, c: char| self.text.is(at + i, |d| c == d);
        let name = self.text.skip(at + 2, |c| c.is_ascii_alphabetic());
        is(0, '@') && is(1, '{')
            || is(0, '\\')
                && is(1, 'f')
                && !self.is_file()
                && self.text.is(at + 2, |c| "BIPR[".contains(c))
            || is(0, '[')
                && is(1, '/')
                && (1..=10).contains(&(name - at - 2))
                && self.text.is(name, |c| c == ']')
    }

    /// J11: a backslash and a mark, with more of the host or a slash after them.
    fn is_escape_in_host(&self, at: usize) -> bool {
        let is_before_dot = self.text.starts_with(at + 1, "&.");
        is_before_dot
            || self.text.is(at + 1, |c| "-._:%".contains(c))
                && self.text.is(at + 2, |c| c.is_ascii_alphanumeric() || "./-\\".contains(c))
    }

    fn is_file(&self) -> bool {
        self.scheme.is_some_and(|scheme| scheme.name == "file")
    }

    fn closes_what_is_not_open(&self, at: usize) -> bool {
        let opener = match self.text.chars[at] {
            ')' => '(',
            ']' => '[',
            '}' => '{',
            _ => return false,
        };
        self.count(opener, at) <= self.count(self.text.chars[at], at)
    }

    /// Returns the number of times that `c` occurs in the URL before `end`.
    fn count(&self, c: char, end: usize) -> usize {
        self.text.chars[self.start..end].iter().filter(|&&d| c == d).count()
    }

    /// Returns the end without the punctuation of the sentence, dropped one mark after another.
    pub(super) fn trimmed(&self, run_end: usize) -> usize {
        let mut end = run_end;
        loop {
            // Such a pair is an escape of program text.
            let is_escape = end > self.colon + 2
                && self.text.chars[end - 2] == '\\'
                && matches!(self.text.chars[end - 1], 'n' | 'r' | 't');
            if is_escape {
                end -= 2;
            } else if end > self.colon + 1 && self.is_dropped(end - 1, run_end) {
                end -= 1;
            } else {
                break;
            }
        }
        end
    }

    fn is_dropped(&self, last: usize, run_end: usize) -> bool {
        match self.text.chars[last] {
            '.' | ',' | ';' | ':' | '!' | '?' | '(' | '[' | '{' | '\\' => true,
            '*' => {
                let url: String = self.text.chars[self.start..=last].iter().collect();
                !url.eq_ignore_ascii_case("news:*")
            }
            '&' => self.text.before(last) == Some('\\'),
            ')' | ']' | '}' => self.closes_what_is_not_open(last),
            '\'' => self.count('\'', last + 1) % 2 == 1,
            // A letter follows only if the run continues.
            '’' => last + 1 == run_end || !self.text.is(last + 1, char::is_alphabetic),
            _ => false,
        }
    }
}

/// Reports whether an apostrophe may precede `c`.
fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}

/// Reports whether `c` ends a URL anywhere.
pub(super) fn ends(c: char) -> bool {
    is_space(c)
        || c.is_control()
        || byte_of(c).is_some()
        || ENDING.contains(c)
        || matches!(c, '\u{E0000}'..='\u{E001F}' | '\u{E0080}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}')
        || matches!(c, '<' | '>' | '＜' | '＞' | '"' | '`' | '|')
        || CLOSERS.contains(c)
}

/// Hidden characters that end a URL: without ink, or in place of something else. `ends` has those of plane 14.
pub(super) const ENDING: &str = "\
    \u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\
    \u{2060}\u{2061}\u{2062}\u{2063}\u{2064}\u{2065}\u{2066}\u{2067}\u{2068}\u{2069}\u{206A}\u{206B}\
    \u{206C}\u{206D}\u{206E}\u{206F}\u{2800}\u{FEFF}\u{FFF0}\u{FFF1}\u{FFF2}\u{FFF3}\u{FFF4}\u{FFF5}\
    \u{FFF6}\u{FFF7}\u{FFF8}\u{FFF9}\u{FFFA}\u{FFFB}\u{FFFC}\u{FFFD}\u{1BCA0}\u{1BCA1}\u{1BCA2}\
    \u{1BCA3}\u{1D173}\u{1D174}\u{1D175}\u{1D176}\u{1D177}\u{1D178}\u{1D179}\u{1D17A}";

/// Categories Pe and Pf of Unicode 16 except U+2019, the marks `、 。 ， ． ！ ？ ： ； ｜ ＜ ＞`, the half-width
/// `｡ ､`, and U+201C.
const CLOSERS: &str = "\
    \u{BB}\u{F3B}\u{F3D}\u{169C}\u{201C}\u{201D}\u{203A}\u{2046}\u{207E}\u{208E}\u{2309}\u{230B}\
    \u{232A}\u{2769}\u{276B}\u{276D}\u{276F}\u{2771}\u{2773}\u{2775}\u{27C6}\u{27E7}\u{27E9}\
    \u{27EB}\u{27ED}\u{27EF}\u{2984}\u{2986}\u{2988}\u{298A}\u{298C}\u{298E}\u{2990}\u{2992}\
    \u{2994}\u{2996}\u{2998}\u{29D9}\u{29DB}\u{29FD}\u{2E03}\u{2E05}\u{2E0A}\u{2E0D}\u{2E1D}\
    \u{2E21}\u{2E23}\u{2E25}\u{2E27}\u{2E29}\u{2E56}\u{2E58}\u{2E5A}\u{2E5C}\u{3001}\u{3002}\
    \u{3009}\u{300B}\u{300D}\u{300F}\u{3011}\u{3015}\u{3017}\u{3019}\u{301B}\u{301E}\u{301F}\
    \u{FD3E}\u{FE18}\u{FE36}\u{FE38}\u{FE3A}\u{FE3C}\u{FE3E}\u{FE40}\u{FE42}\u{FE44}\u{FE48}\
    \u{FE5A}\u{FE5C}\u{FE5E}\u{FF01}\u{FF09}\u{FF0C}\u{FF0E}\u{FF1A}\u{FF1B}\u{FF1C}\u{FF1E}\
    \u{FF1F}\u{FF3D}\u{FF5C}\u{FF5D}\u{FF60}\u{FF61}\u{FF63}\u{FF64}";
