//! Finds the start of a URL without delimiters: the forms `bare` and `prefix` (W7, W8).
//!
//! A scheme must precede the colon, and the text after it must have what every URL of the scheme has. So
//! `HTTP::Request`, `svn:HEAD` and `http:42` are not URLs.

pub(crate) mod end;
pub(crate) mod host_name;
pub(crate) mod mask;
pub(crate) mod message_id;
pub(crate) mod non_ascii;
pub(crate) mod plain;
pub(crate) mod repaired;
mod tail;
pub(crate) mod wide_dot;
pub(crate) mod word;

use crate::bare::end::{Authority, UrlExtent, after_host, extent};
use crate::bare::host_name::{host_len, is_stop};
use crate::bare::mask::MaskRule;
use crate::bytes::class::{IN_SCHEME, len_of_end};
use crate::bytes::space::skip_spaces;
use crate::bytes::work;
use crate::bytes::{ends_with, first, run_len};
use crate::config::{Config, Domain};
use crate::form::Form;
use crate::input::Haystack;
use crate::scheme::{Kind, MAX_NAME_BYTES, Scheme, Shape, is_host_byte};
use crate::scheme_set::SchemeSet;

#[derive(Debug)]
pub(crate) struct Bare {
    pub(crate) form: Form,
    pub(crate) scheme: Option<&'static Scheme>,
    /// The start of the match, `URL:` included.
    pub(crate) outer: usize,
    pub(crate) start: usize,
    /// The end of the URL. For a message-id in its own brackets, this is before the `>`.
    pub(crate) extent: UrlExtent,
}

impl Bare {
    /// Returns the host or address at `start`.
    pub(crate) fn without_scheme(form: Form, start: usize, extent: UrlExtent) -> Bare {
        Bare { form, scheme: None, outer: start, start, extent }
    }

    /// Returns the offset after the URL, including a bracket of its own.
    pub(crate) fn outer_end(&self, haystack: &[u8]) -> usize {
        let after_colon = |scheme: &Scheme| self.start + scheme.name.len() + 1;
        let is_enclosed = |scheme: &&Scheme| {
            scheme.kind == GROUP_KIND && haystack.get(after_colon(scheme)) == Some(&b'<')
        };
        self.extent.end + usize::from(self.scheme.as_ref().is_some_and(is_enclosed))
    }
}

const GROUP_KIND: Kind = Kind::Opaque(Shape::Group);

/// The failed checks of one run. Without them, `mailto:mailto:…` would be read again for each of its colons.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Failures {
    end: usize,
    count: usize,
}

/// The number of failed checks in one run after which it is given up. Real text stays far below it.
const MAX_FAILURES: usize = 4;

/// Returns the URL whose scheme, or whose `URL:`, ends with the colon at `colon`. The scheme's characters begin at
/// `run`.
pub(crate) fn bare_at(
    input: Haystack<'_>,
    at: usize,
    run: usize,
    colon: usize,
    config: &Config,
    failures: &mut Failures,
) -> Option<Bare> {
    let haystack = input.haystack;
    let (forms, schemes) = (config.forms, &config.schemes);
    // Most colons fail here: neither a slash follows nor a name of the table precedes.
    if haystack.get(colon + 1) != Some(&b'/') && !schemes.may_end(&haystack[..colon]) {
        return None;
    }
    if forms.contains(Form::Prefix) {
        // With spaces after `URL:`, the search first sees the colon of the scheme.
        let found = [Some(colon), colon_before_spaces(haystack, at, run)]
            .into_iter()
            .flatten()
            .find_map(|colon| {
                let url = url_at(haystack, at, colon)?;
                prefix(input, url, colon + 1, schemes, failures)
            });
        if found.is_some() {
            return found;
        }
    }
    if !forms.contains(Form::Bare) {
        return None;
    }
    let (start, scheme) = scheme_in(haystack, run, colon, schemes)?;
    let extent = fitting(input, start, colon + 1, scheme, failures)
        .or_else(|| over_break(input, start, colon + 1, scheme, config))?;
    Some(Bare { form: Form::Bare, scheme, outer: start, start, extent })
}

/// Returns the extent of a URL whose line ends after `//`, and whose next line begins with a host in a known domain (W8).
fn over_break(
    input: Haystack<'_>,
    start: usize,
    after_colon: usize,
    scheme: Option<&'static Scheme>,
    config: &Config,
) -> Option<UrlExtent> {
    let haystack = input.haystack;
    let host = host_after_break(haystack, after_colon)?;
    let end = host + host_len(&haystack[host..])?;
    let is_web = scheme.is_some_and(|scheme| matches!(scheme.name, "http" | "https" | "ftp"));
    if !is_web || (config.domain_of)(&haystack[host..end]) != Domain::Known {
        return None;
    }
    match haystack.get(end) {
        Some(b'/' | b'?' | b'#' | b':') => Some(after_host(input, start, end)),
        _ => Some(UrlExtent::new(end)),
    }
}

pub(crate) fn host_after_break(haystack: &[u8], after_colon: usize) -> Option<usize> {
    let rest = haystack[after_colon..].strip_prefix(b"//")?;
    let spaces_of = |text: &[u8]| run_len(text, |byte| matches!(byte, b' ' | b'\t'));
    let spaces = spaces_of(rest);
    let line_break = match rest[spaces..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => return None,
    };
    let next = spaces + line_break;
    let indent = spaces_of(&rest[next..]);
    work::add(next + indent);
    Some(after_colon + 2 + next + indent)
}

pub(crate) fn may_be_bare_at(haystack: &[u8], run: usize, colon: usize, config: &Config) -> bool {
    let forms = config.forms;
    let is_url = |colon| url_at(haystack, 0, colon).is_some();
    if forms.contains(Form::Prefix)
        && (is_url(colon) || colon_before_spaces(haystack, 0, run).is_some_and(is_url))
    {
        return true;
    }
    forms.contains(Form::Bare)
        && scheme_in(haystack, run, colon, &config.schemes).is_some_and(|(_, scheme)| {
            let rest = &haystack[colon + 1..];
            match scheme.map_or(Kind::Host, |scheme| scheme.kind) {
                Kind::Opaque(shape) => shape.may_fit(rest),
                kind => config.rules.fits(kind, rest),
            }
        })
}

fn url_at(haystack: &[u8], at: usize, colon: usize) -> Option<usize> {
    if !haystack[at..colon].last()?.eq_ignore_ascii_case(&b'l') {
        return None;
    }
    let start = whole_scheme(haystack, scheme_run(haystack, at, colon), colon)?;
    haystack[start..colon].eq_ignore_ascii_case(b"url").then_some(start)
}

/// Returns the offset of the `URL:` that only spaces, and perhaps `//`, separate from `run`.
pub(crate) fn url_before(haystack: &[u8], at: usize, run: usize) -> Option<usize> {
    url_at(haystack, at, colon_before_spaces(haystack, at, run)?)
}

/// Returns the colon that only spaces, and perhaps `//`, separate from `run`.
fn colon_before_spaces(haystack: &[u8], at: usize, run: usize) -> Option<usize> {
    let before = &haystack[at..run];
    // Slashes between `URL:` and the scheme are ignored (RFC 1855).
    let before = before.strip_suffix(b"//").unwrap_or(before);
    let text = before.trim_ascii_end();
    let colon = match text.last()? {
        b':' => text.len() - 1,
        // A space beyond ASCII.
        0x80.. => memchr::memrchr(b':', text)?,
        _ => return None,
    };
    work::add(before.len() - colon);
    (skip_spaces(before, colon + 1, before.len()) == before.len()).then_some(at + colon)
}

/// Returns the start of the scheme's characters before `colon`, or `colon` if there are none.
pub(crate) fn scheme_run(haystack: &[u8], at: usize, colon: usize) -> usize {
    let len = len_of_end(IN_SCHEME, &haystack[at..colon]);
    work::add(len);
    colon - len
}

/// Returns the start of the scheme from the first letter of `run` on, unless a letter or digit precedes it.
fn whole_scheme(haystack: &[u8], run: usize, colon: usize) -> Option<usize> {
    // Digits and signs before the first letter are not part of the scheme.
    let start = run + haystack[run..colon].iter().position(u8::is_ascii_alphabetic)?;
    let before = start.checked_sub(1).map(|i| haystack[i]);
    let touches = before.is_some_and(|byte| byte.is_ascii_alphanumeric());
    (!touches).then_some(start)
}

/// Returns the scheme in `run..colon` and its start: a known one, whole or after a `.` or `-`, or any if `//` and a
/// host follow.
fn scheme_in(
    haystack: &[u8],
    run: usize,
    colon: usize,
    schemes: &SchemeSet,
) -> Option<(usize, Option<&'static Scheme>)> {
    let rest = &haystack[colon + 1..];
    let whole = whole_scheme(haystack, run, colon);
    // Without a host, a scheme that `//` follows is not the one of the table.
    let known = |start: usize| {
        let scheme = schemes.find(&haystack[start..colon])?;
        let slashes = scheme.has_host() || !rest.starts_with(b"//") || SchemeSet::has(scheme);
        slashes.then_some((start, Some(scheme)))
    };
    let font = font_before(haystack, run, colon);
    // No name of the table is longer. The leftmost part after a `.` or `-` wins, because it gives the longest scheme.
    let near = run.max(colon.saturating_sub(MAX_NAME_BYTES + 1));
    let after_mark = |i: usize| if is_stop(haystack[i]) { known(i + 1) } else { None };
    let found = whole.and_then(known).or_else(|| font.and_then(known));
    if let Some(found) = found.or_else(|| (near..colon).find_map(after_mark)) {
        return Some(found);
    }
    if !matches!(rest, [b'/', b'/', first, ..] if is_host_byte(*first)) {
        return None;
    }
    if let Some(name) = GLUED_SCHEMES.iter().find(|name| ends_with(&haystack[run..colon], name)) {
        let start = colon - name.len();
        if haystack[..start].last().is_some_and(u8::is_ascii_alphanumeric) {
            return Some((start, Some(schemes.find(&haystack[start..colon])?)));
        }
    }
    let start = font.or(whole)?;
    let is_scheme = (2..=MAX_UNLISTED_BYTES).contains(&(colon - start))
        && schemes.accepts_unknown(&haystack[start..colon]);
    is_scheme.then_some((start, None))
}

/// Returns the start of the scheme after the change of font that `run..colon` begins with, as in roff: `\fBgit`.
fn font_before(haystack: &[u8], run: usize, colon: usize) -> Option<usize> {
    let is_font = haystack[..run].ends_with(b"\\")
        && matches!(haystack[run..colon], [b'f', font, first, ..] if b"BIPR".contains(&font) && first.is_ascii_alphabetic());
    is_font.then_some(run + 2)
}

/// The greatest length of a scheme that the table lacks, in bytes.
const MAX_UNLISTED_BYTES: usize = 255;

/// The schemes that count after any letter or digit, because writers omit the space before them.
const GLUED_SCHEMES: &[&str] = &["https", "http"];

fn prefix(
    input: Haystack<'_>,
    outer: usize,
    at: usize,
    schemes: &SchemeSet,
    failures: &mut Failures,
) -> Option<Bare> {
    let haystack = input.haystack;
    let mut start = skip_spaces(haystack, at, haystack.len());
    work::add(start - at);
    if haystack[start..].starts_with(b"//") {
        start += 2;
    }
    let name = first(&haystack[start..], MAX_NAME_BYTES + 1).iter().position(|it| *it == b':')?;
    let after_colon = start + name + 1;
    let scheme = Some(schemes.find(&haystack[start..start + name])?);
    let extent = fitting(input, start, after_colon, scheme, failures)?;
    Some(Bare { form: Form::Prefix, scheme, outer, start, extent })
}

/// Returns the extent of the URL, if it has what every URL of its scheme has.
fn fitting(
    input: Haystack<'_>,
    start: usize,
    after_colon: usize,
    scheme: Option<&'static Scheme>,
    failures: &mut Failures,
) -> Option<UrlExtent> {
    let Haystack { haystack, rules, .. } = input;
    let kind = scheme.map_or(Kind::Host, |scheme| scheme.kind);
    let shape = match kind {
        Kind::Opaque(shape) => Some(shape),
        // These kinds depend on the first bytes alone.
        _ if !rules.fits(kind, &haystack[after_colon..]) => return None,
        Kind::Host | Kind::EmptyHost | Kind::HostOrArticle | Kind::Path => None,
    };
    // A message-id in its own brackets has no run to measure: its `>` ends it.
    if kind == GROUP_KIND && haystack[after_colon..].starts_with(b"<") {
        let end = message_id::close_of(haystack, after_colon)?;
        return Some(UrlExtent::new(end));
    }
    if let Some(shape) = shape {
        // Giving up keeps the work linear (W10).
        let is_given_up = after_colon < failures.end && failures.count >= MAX_FAILURES;
        if is_given_up || !shape.may_fit(&haystack[after_colon..]) {
            return None;
        }
    }
    // The kind of authority decides which marks end the host.
    let authority = match scheme {
        None => Authority::Any,
        Some(_) if shape.is_some() => Authority::None,
        Some(_) => Authority::Host,
    };
    let mask = MaskRule::of(rules, scheme);
    let extent = extent(input, start, after_colon, authority, mask);
    // A number that continues after a space shows a signature: `tel:01 635`.
    let is_text = shape == Some(Shape::Digits)
        && matches!(haystack[extent.end..], [b' ', digit, ..] if digit.is_ascii_digit());
    if is_text {
        return None;
    }
    // A masked `@` was only recognised because the rest of the shape is there.
    if extent.mask.is_some() || rules.fits(kind, &haystack[after_colon..extent.end]) {
        return Some(extent);
    }
    if shape.is_some() {
        // A later start in the same run has fewer open brackets, so it ends no later than this one.
        let count = if after_colon < failures.end { failures.count + 1 } else { 1 };
        *failures = Failures { end: extent.tail.end.max(failures.end), count };
    }
    None
}
