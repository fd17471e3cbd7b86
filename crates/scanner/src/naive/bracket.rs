//! The forms with delimiters: W1, W2 and W6.

use core::ops::Range;
use std::string::String;
use std::vec::Vec;

use super::cut::{Cut, LastMark, cut};
use super::found::{Bounds, Found};
use super::prose::is_prose;
use super::text::{Text, is_scheme_char, is_space};
use crate::form::Form;
use crate::own_schemes::OwnSchemes;
use crate::scheme::{Kind, Scheme};

/// Returns the wrapper of this form whose opener is at `open`.
pub(super) fn find_here(text: &Text, open: usize, form: Form, bounds: Bounds) -> Option<Found> {
    let opener = if form == Form::Quote { '"' } else { '<' };
    // An escaped `"` is inside a quotation.
    let is_escaped = form == Form::Quote && text.before(open) == Some('\\');
    if !text.is(open, |c| c == opener) || is_escaped {
        return None;
    }
    LastMark::BOTH.iter().find_map(|&last_mark| read(text, open, form, last_mark, bounds))
}

/// Like `find_here`, with a given meaning of the last quote mark.
fn read(
    text: &Text,
    open: usize,
    form: Form,
    last_mark: LastMark,
    bounds: Bounds,
) -> Option<Found> {
    let Cut { chars, close } = cut(text, open, form, last_mark, bounds)?;
    let plain: Vec<char> = chars.iter().map(|&(c, _)| c).collect();
    let head = match form {
        Form::Url => url_head(&plain, text.schemes)?,
        // After `URL:` the form is `url` or there is no wrapper.
        Form::Angle if is_url(text, open, last_mark, bounds) => return None,
        Form::Angle => angle_head(&plain, text.schemes)?,
        _ => quote_head(&plain, text.schemes)?,
    };
    // Only a slash may follow whitespace after the colon, if the scheme has a host or a path.
    let after = &plain[head.after_colon..];
    let first = after.iter().position(|&c| !is_space(c) && c != '\n');
    let is_spaced = first.is_some_and(|first| first > 0 && after[first] != '/');
    let has_host = head.scheme.is_some_and(|scheme| !matches!(scheme.kind, Kind::Opaque(_)));
    if form == Form::Angle && is_spaced && has_host {
        return None;
    }
    let is_own = head.scheme.is_some_and(OwnSchemes::has);
    if form != Form::Url && is_own && matches!(after.first(), Some(' ' | '\t')) {
        return None;
    }
    let body: String = after.iter().collect();
    let body: Vec<&str> = body
        .split('\n')
        .map(|line| line.trim_end_matches(is_space))
        .filter(|line| !line.is_empty())
        .collect();
    if !has_what_must_follow(form, head.scheme, &body) {
        return None;
    }
    if is_prose(form, head.scheme, &body) {
        return None;
    }
    if !may_be_found(text, open, &chars, &head) {
        return None;
    }
    let start = chars[head.start].1;
    let lines = lines(&chars[head.start..]).into_iter().map(|line| text.bytes_of(line)).collect();
    Some(Found {
        form,
        outer: text.bytes_of(open..close + 1),
        inner: text.bytes_of(start..close),
        tail: text.bytes_of(close..close),
        lines,
    })
}

/// Reports whether the colon of the scheme, or that of `URL:`, satisfies W1.
fn may_be_found(text: &Text, open: usize, chars: &[(char, usize)], head: &Head) -> bool {
    let colons = [Some(head.after_colon - 1), head.url];
    colons.into_iter().flatten().any(|colon| may_be_scheme(text, open, chars[colon].1))
}

/// Reports whether the colon at `colon` may end a wrapper's scheme (W1): it is not between two digits,
/// and before whitespace it is at most 16 bytes after the opener.
fn may_be_scheme(text: &Text, open: usize, colon: usize) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_time = text.before(colon).is_some_and(is_digit) && text.is(colon + 1, is_digit);
    let is_before_space = text.get(colon + 1).is_none_or(|c| c <= ' ');
    !is_time && (!is_before_space || text.bytes[colon] - text.bytes[open] <= 16)
}

/// Reports whether a wrapper of form `url` opens at `open`, if that form is on.
fn is_url(text: &Text, open: usize, last_mark: LastMark, bounds: Bounds) -> bool {
    let is_url = |cut: Cut| {
        let plain: Vec<char> = cut.chars.iter().map(|&(c, _)| c).collect();
        url_head(&plain, text.schemes)
            .is_some_and(|head| may_be_found(text, open, &cut.chars, &head))
    };
    bounds.forms.contains(Form::Url)
        && cut(text, open, Form::Url, last_mark, bounds).is_some_and(is_url)
}

/// The text between the opener and the URL's text, as offsets in the cut.
struct Head {
    start: usize,
    after_colon: usize,
    scheme: Option<&'static Scheme>,
    /// The colon of `URL:`.
    url: Option<usize>,
}

/// `[ws] 1*("URL:" [ws]) ["//"] scheme ":"`
fn url_head(chars: &[char], schemes: &OwnSchemes) -> Option<Head> {
    let url = skip_edge(chars, 0)?;
    let head: String = chars.iter().skip(url).take(4).collect();
    if !head.eq_ignore_ascii_case("url:") {
        return None;
    }
    let mut start = skip_edge(chars, url + 4)?;
    while let Some(url) = chars.get(start..start + 4)
        && url.iter().collect::<String>().eq_ignore_ascii_case("url:")
    {
        start = skip_edge(chars, start + 4)?;
    }
    let (slashes, start) = match chars[start..] {
        ['/', '/', ..] => (true, start + 2),
        _ => (false, start),
    };
    let (name, after_colon) = spaced_name(chars, start)?;
    let scheme = schemes.find(name.text.as_bytes());
    let any = !slashes && !name.broken;
    (scheme.is_some() || any).then_some(Head { start, after_colon, scheme, url: Some(url + 3) })
}

/// `[ws] scheme ":"`
fn angle_head(chars: &[char], schemes: &OwnSchemes) -> Option<Head> {
    let start = skip_edge(chars, 0)?;
    if !chars.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let (name, after_colon) = name(chars, start)?;
    let scheme = schemes.find(name.text.as_bytes());
    let slashes = chars[after_colon..].starts_with(&['/', '/']);
    let url = None;
    let is_drive = name.text.len() < 2;
    (scheme.is_some() || slashes && !name.broken && !is_drive).then_some(Head {
        start,
        after_colon,
        scheme,
        url,
    })
}

/// `scheme ":"`
fn quote_head(chars: &[char], schemes: &OwnSchemes) -> Option<Head> {
    let (name, after_colon) = name(chars, 0)?;
    let scheme = schemes.find(name.text.as_bytes());
    let url = None;
    (scheme.is_some() && !name.broken).then_some(Head { start: 0, after_colon, scheme, url })
}

/// A scheme's name without whitespace, and whether it contains any.
struct Name {
    text: String,
    broken: bool,
}

fn name(chars: &[char], start: usize) -> Option<(Name, usize)> {
    if !chars.get(start)?.is_ascii_alphanumeric() {
        return None;
    }
    let colon = start + chars[start..].iter().position(|&c| c == ':')?;
    let spelled: String = chars[start..colon].iter().collect();
    // Spaces may occur only around the seam.
    let parts: Vec<&str> = spelled.split('\n').collect();
    let text = match parts[..] {
        [whole] => String::from(whole),
        [first, last] => [first.trim_end_matches(is_space), last].concat(),
        _ => return None,
    };
    let broken = parts.len() == 2;
    text.chars().all(is_scheme_char).then_some((Name { text, broken }, colon + 1))
}

/// Returns the name at `start`, which may contain whitespace but no blank line.
fn spaced_name(chars: &[char], start: usize) -> Option<(Name, usize)> {
    if !chars.get(start)?.is_ascii_alphanumeric() {
        return None;
    }
    let colon = start + chars[start..].iter().position(|&c| c == ':')?;
    let spelled: String = chars[start..colon].iter().collect();
    let lines: Vec<&str> = spelled.split('\n').collect();
    let inner = lines.get(1..lines.len() - 1).unwrap_or_default();
    let has_blank_line = inner.iter().any(|line| line.trim_matches(is_space).is_empty());
    let text: String = spelled.chars().filter(|&c| !is_space(c) && c != '\n').collect();
    let broken = text.len() < spelled.len();
    let is_name = text.chars().all(is_scheme_char) && !has_blank_line;
    is_name.then_some((Name { text, broken }, colon + 1))
}

/// Returns the offset after whitespace that contains at most one line break.
fn skip_edge(chars: &[char], at: usize) -> Option<usize> {
    let is_whitespace = |c: &char| is_space(*c) || *c == '\n';
    let len = chars[at..].iter().take_while(|c| is_whitespace(c)).count();
    let breaks = chars[at..at + len].iter().filter(|&&c| c == '\n').count();
    (breaks <= 1).then_some(at + len)
}

/// Reports whether `body` has more than slashes, or any text if slashes may be the path. In quotes on
/// one line it must have what every URL of the scheme has.
fn has_what_must_follow(form: Form, scheme: Option<&Scheme>, body: &[&str]) -> bool {
    let kind = scheme.map(|scheme| scheme.kind);
    match (form, kind, body) {
        // ` at ` may stand for the `@` that the shape requires.
        (Form::Quote, Some(kind), [one]) => {
            one.contains(" at ") || kind.fits(without_edge(one).as_bytes())
        }
        (Form::Quote, _, body) | (_, Some(Kind::Path | Kind::EmptyHost), body) => !body.is_empty(),
        (_, _, body) => body.concat().contains(|c| c != '/' && !is_space(c)),
    }
}

/// Returns `line`, which follows a colon, without the spaces at its start and after `//`.
fn without_edge(line: &str) -> String {
    let line = line.trim_start_matches(is_space);
    match line.strip_prefix("//") {
        Some(rest) => ["//", rest.trim_start_matches(is_space)].concat(),
        None => String::from(line),
    }
}

/// Returns the lines of a cut without spaces at their edges, except empty ones.
fn lines(chars: &[(char, usize)]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    for line in chars.split(|&(c, _)| c == '\n') {
        let first = line.iter().find(|(c, _)| !is_space(*c));
        let last = line.iter().rev().find(|(c, _)| !is_space(*c));
        if let (Some(first), Some(last)) = (first, last) {
            lines.push(first.1..last.1 + 1);
        }
    }
    lines
}
