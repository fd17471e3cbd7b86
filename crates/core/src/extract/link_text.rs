//! Compares the text of a link with its target.

use alloc::borrow::Cow;
use alloc::string::String;

use urlsift_validator::internal::is_hidden;
use urlsift_validator::{Severity, Validator};

use crate::extract::domain::{has_known_domain, registered_domain};
use crate::note::FoundNote;
use crate::url::punycode;

/// Returns a note if `shown`, the text of a link, names another host than `target`, the URL that it opens. `target` is
/// the value of the attribute with its character references decoded.
///
/// The text counts if all of it is one URL, host or address. Quotes, brackets and punctuation around it do not matter,
/// and a URL may have whitespace beside its punctuation. A text such as `gov.br`, `x.com` or `192.0.2.1` counts, and
/// one such as `our shop` or `see www.shop.example` does not.
///
/// | registered domains | the host in the text | note |
/// |---|---|---|
/// | the same | | none |
/// | different | is in the path, query or fragment of the target | [`FoundNote::TextNamesOtherHost`], a warning |
/// | different | is not there, or is a part of the target's host | the same, a danger |
///
/// A registered domain is one label below a public suffix. With the crate feature `psl` the public suffix list has all
/// of these. Without it, small tables have the most common ones. For others the last two labels are compared, so two hosts
/// below a rare suffix such as `shop.pro.br` count as one, and a text without a scheme counts only if its top-level
/// domain is one of a country or among the largest.
///
/// The text is read as people see it: invisible characters are ignored, text after U+202E is read backwards, and
/// characters that look like those of ASCII count as those. `[.]`, `(.)`, `[dot]` and `(dot)` are dots.
///
/// Linear in the length of both texts, of which at most 64 KiB each are read.
///
/// ```
/// use urlsift::extract::link_text_note;
/// use urlsift::found::Severity;
///
/// let severity = |text, target| link_text_note(text, target).map(|note| note.severity());
/// assert_eq!(severity("www.bank.example", "http://bank.example.evil.example/"), Some(Severity::Danger));
/// assert_eq!(severity("bank.com", "http://click.example/?to=www.bank.com"), Some(Severity::Warning));
/// assert_eq!(severity("www.bank.com", "https://login.bank.com/"), None);
/// assert_eq!(severity("Click here", "http://anywhere.example/"), None);
/// ```
pub fn link_text_note(shown: &str, target: &str) -> Option<FoundNote> {
    let seen = as_seen(start_of(shown));
    let (shown, is_cut) = shown_host(&seen)?;
    let target = start_of(target.trim());
    let (host, rest) = split(target);
    let is_same = |host: &str| {
        let host = &*comparable(host);
        registered_domain(host) == registered_domain(&shown) || is_cut && host.starts_with(&*shown)
    };
    // A mailto URL may have several addresses, and a comma after them.
    if host
        .trim_end_matches(',')
        .split(',')
        .all(|host| is_same(host.rsplit('@').next().unwrap_or(host)))
    {
        return None;
    }
    let is_in_rest = has_host(&decoded(&decoded(rest)), &shown);
    let is_warning = is_in_rest && !host.to_ascii_lowercase().contains(&shown);
    let severity = if is_warning { Severity::Warning } else { Severity::Danger };
    Some(FoundNote::TextNamesOtherHost(severity))
}

/// Reports whether `shown`, the text of a link, names another host than `target`: whether
/// [`link_text_note`] returns a note.
///
/// ```
/// use urlsift::internal::link_text_differs;
///
/// assert!(link_text_differs("http://www.bank.example/", "http://bank.example.evil.example/"));
/// assert!(!link_text_differs("Click here", "http://anywhere.example/"));
/// ```
pub fn link_text_differs(shown: &str, target: &str) -> bool {
    link_text_note(shown, target).is_some()
}

/// The bytes of a text and of a target that are read.
const MAX_READ_BYTES: usize = 1 << 16;

/// Returns the first [`MAX_READ_BYTES`] of `text`.
fn start_of(text: &str) -> &str {
    let ends = (0..=text.len().min(MAX_READ_BYTES)).rev();
    &text[..ends.into_iter().find(|&end| text.is_char_boundary(end)).unwrap_or(0)]
}

/// Returns the host that the text `seen` names, to [compare](comparable), and whether dots cut it at its end. Returns
/// `None` if the text as a whole is not one URL, host or address.
fn shown_host(seen: &str) -> Option<(String, bool)> {
    let inked = seen.trim_end();
    let is_cut = inked.ends_with("...") || inked.ends_with('…');
    let text = seen.trim_matches(|c: char| !c.is_alphanumeric() && c != '@');
    let text = text.strip_prefix("URL:").unwrap_or(text).trim_start();
    // Most texts of links are words.
    if !text.contains(['.', ':']) {
        return None;
    }
    let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(scheme));
    let has_scheme = rest.starts_with("//") && !scheme.is_empty() || is(&["http", "https", "ftp"]);
    let rest = if has_scheme || is(&["mailto"]) { rest } else { text };
    let is_www = rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    if !is_unbroken(rest, has_scheme || is_www) {
        return None;
    }
    let start = rest.trim_start_matches(['/', '\\']).trim_start();
    let authority = start.find(['/', '\\', '?', '#']).map_or(start, |end| &start[..end]);
    let host: String = authority.chars().filter(|c| !c.is_whitespace()).collect();
    let (user, host) = host.rsplit_once('@').unwrap_or(("-", &host));
    let shown = comparable(host);
    let is_named = || {
        let mut labels = shown.split('.');
        labels.clone().count() > 1
            && labels.all(|label| !label.is_empty())
            && has_known_domain(&shown)
    };
    let is_host = has_scheme
        || is_www && shown.contains('.')
        || shown.parse::<core::net::Ipv4Addr>().is_ok()
        || is_named();
    let is_whole = authority.len() == start.len();
    (is_host && !user.is_empty() && !shown.is_empty())
        .then(|| (shown.into_owned(), is_cut && is_whole))
}

/// Reports whether `text` has no whitespace, or, if it `may_break`, only whitespace beside the punctuation of URLs. A `-`
/// or `&` between spaces is a word.
fn is_unbroken(text: &str, may_break: bool) -> bool {
    if text.split_whitespace().any(|word| matches!(word, "-" | "&")) {
        return false;
    }
    let is_mark = |c: Option<char>| c.is_some_and(|c| "/?&=-._%#~+:".contains(c));
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let before = rest[..at].chars().next_back();
        rest = rest[at..].trim_start();
        if !may_break || !is_mark(before) && !is_mark(rest.chars().next()) {
            return false;
        }
    }
    true
}

/// Divides `url` into its host, or the addresses of a mailto URL, and what follows.
fn split(url: &str) -> (&str, &str) {
    let parts = *Validator::new().url(url).parts();
    if let Some(host) = parts.host {
        return (&url[host.range()], &url[host.end..]);
    }
    match url.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("mailto") => {
            rest.split_at(rest.find('?').unwrap_or(rest.len()))
        }
        Some((_, rest)) => ("", rest),
        None => ("", url),
    }
}

/// Returns `host` in the form to compare: in ASCII and lower case, without a port, a dot at its end and a `www.`.
fn comparable(host: &str) -> Cow<'_, str> {
    if let Some(address) = host.strip_prefix('[') {
        return address.split(']').next().unwrap_or(address).to_ascii_lowercase().into();
    }
    let name = match host.rsplit_once(':') {
        Some((name, port))
            if !name.contains(':') && port.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name
        }
        _ => host,
    };
    let ascii = punycode::to_ascii(name).unwrap_or(Cow::Borrowed(name)).to_lowercase();
    let name = ascii.trim_end_matches('.');
    Cow::Owned(name.strip_prefix("www.").unwrap_or(name).into())
}

/// Reports whether `text` has `host` between characters that do not make it a part of another name.
fn has_host(text: &str, host: &str) -> bool {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    text.match_indices(host).any(|(at, _)| {
        let (before, after) = (&text.as_bytes()[..at], &text.as_bytes()[at + host.len()..]);
        let goes_on =
            is_word(after.first()) || after.first() == Some(&b'.') && is_word(after.get(1));
        !is_word(before.last()) && !goes_on
    })
}

/// Returns `text` in lower case, with its escapes of ASCII decoded.
fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let digits = rest.get(at + 1..at + 3);
        let byte =
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        decoded.push(byte.map_or('%', char::from));
        rest = &rest[at + if byte.is_some() { 3 } else { 1 }..];
    }
    decoded.push_str(rest);
    decoded.to_ascii_lowercase()
}

/// Returns `shown` as people see it: text after U+202E is reversed, other whitespace is a space, and invisible characters
/// are removed. Characters that look like the punctuation of ASCII, and full-width ones, become those of ASCII. A dot in
/// brackets, which people write so that programs do not make links, becomes a dot.
fn as_seen(shown: &str) -> String {
    let shown = in_visual_order(shown);
    let inked = shown.chars().filter_map(|c| match c {
        // From `！` to `～` the full-width forms are in the order of ASCII.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0),
        '\u{3002}' | '\u{FF61}' | '\u{2024}' | '\u{FE52}' => Some('.'),
        '\u{2044}' | '\u{2215}' | '\u{29F8}' => Some('/'),
        '\u{2236}' | '\u{A789}' => Some(':'),
        c if c.is_ascii_whitespace() => Some(c),
        // The fillers of Hangul and the empty Braille pattern have a width, so they look like spaces.
        '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}' => Some(' '),
        c if c.is_whitespace() => Some(' '),
        c => (!is_hidden(c) && !c.is_control()).then_some(c),
    });
    // Most texts of links are printable ASCII, which is seen as it is. Character by character took eight times as long.
    let is_plain = shown.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let mut seen: String = if is_plain { String::from(&*shown) } else { inked.collect() };
    // To look for each of them first takes longer than to look for a bracket.
    if seen.contains(['[', '(']) {
        for dot in ["[.]", "(.)", "[dot]", "(dot)"] {
            seen = seen.replace(dot, ".");
        }
    }
    seen
}

/// Reverses the text after each U+202E (right-to-left override), up to the end of its effect.
fn in_visual_order(shown: &str) -> Cow<'_, str> {
    let mut runs = shown.split('\u{202E}');
    let first = runs.next().unwrap_or_default();
    if first.len() == shown.len() {
        return Cow::Borrowed(shown);
    }
    let mut seen = String::from(first);
    for run in runs {
        // The character that pops it, another override, or the end of the paragraph.
        let end = run.find(['\u{202C}', '\u{202D}', '\u{2029}', '\n']).unwrap_or(run.len());
        seen.extend(run[..end].chars().rev());
        seen.push_str(&run[end..]);
    }
    Cow::Owned(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_read_in_part() {
        let long = "\u{e9}".repeat(MAX_READ_BYTES);
        let danger = Some(FoundNote::TextNamesOtherHost(Severity::Danger));
        assert_eq!(link_text_note(&["bank.com/", &long].concat(), "http://evil.com/"), danger);
        let target = ["http://evil.com/", &long, "bank.com"].concat();
        assert_eq!(link_text_note("bank.com", &target), danger);
    }
}
