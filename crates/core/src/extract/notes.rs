//! Makes the notes on a URL that was chosen (V6).

use core::ops::Range;

use memchr::memmem;
use urlsift_rejoiner::Piece;
use urlsift_rejoiner::internal::is_wrapped;
use urlsift_scanner::internal::TextRules;
use urlsift_scanner::{Form, Wrapper};

use crate::decode::Undecodable;
use crate::extract::judge::Judgement;
use crate::extract::judge::cut::names_host;
use crate::found::Found;
use crate::input::DynInput;
use crate::note::FoundNote;
use crate::reading::is_spelled_by;
use crate::verdict::{Validator, Verdict};

/// Returns the note on bytes that could not be decoded.
pub(super) fn note_on_decoding(undecodable: Undecodable) -> Option<FoundNote> {
    (undecodable == Undecodable::Some).then_some(FoundNote::UndecodableByte)
}

/// Returns the note on whitespace that was removed from inside the host of `best`, which `pieces` make. Between the parts
/// of such a host a reader sees the ends of two names.
pub(super) fn note_on_host(
    input: &DynInput<'_, '_>,
    pieces: &[Piece],
    best: &Judgement<'_>,
) -> Option<FoundNote> {
    let haystack = input.haystack;
    // Most URLs are broken after their host, which a slash after `//` shows without a verdict.
    let first = pieces.first()?.bytes(haystack);
    let slashes = memmem::find(first, b"://").map(|at| &first[at + 3..]);
    if slashes.is_some_and(|rest| rest.iter().any(|byte| b"/?#".contains(byte))) {
        return None;
    }
    if !names_host(&best.url) && !is_letter(&best.url) {
        return None;
    }
    let verdict = Validator::new().validate(&best.url);
    let range = host_of(&best.url, &verdict)?;
    // Walk the pieces in step with the URL: `length` is the offset in the URL where each piece ends.
    let is_spelled = is_spelled_by(&best.url, pieces, haystack);
    let mut length = 0;
    let mut note = None;
    for pair in pieces.windows(2) {
        let bytes = pair[0].bytes(haystack);
        // If decoding changed nothing, count raw bytes: a line break may then split a character.
        length += if is_spelled { bytes.len() } else { input.decode.decode_url(bytes).0.len() };
        // Whitespace at an edge of the host is not inside it.
        if length >= range.end {
            break;
        }
        let (end, next) = (pair[0].range().end, pair[1].range().start);
        let removed = &haystack[end..next];
        // Markup has no whitespace. A letter may have several addresses: no name begins after a comma.
        let is_after_comma = verdict.parts().host.is_none()
            && memchr::memrchr2(b'@', b',', &best.url.as_bytes()[..length])
                .is_some_and(|at| best.url.as_bytes()[at] == b',');
        if length <= range.start || is_after_comma || removed.iter().all(u8::is_ascii_graphic) {
            continue;
        }
        if !removed.iter().any(|byte| b"\n\r".contains(byte)) || !is_wrapped(haystack, end, next) {
            return Some(FoundNote::HostGap);
        }
        note = Some(FoundNote::HostCutBySeam);
    }
    note
}

/// Adds a note to `found`, the URL of `wrapper`, if it ends in its host, and the host that a reader sees goes on: after a
/// hidden character, or after the character at which `rules` end the URL.
#[inline]
pub(super) fn note_hidden_end(
    input: &DynInput<'_, '_>,
    rules: TextRules,
    wrapper: &Wrapper<'_>,
    found: &mut Found<'_>,
) {
    let end = wrapper.outer().end.max(wrapper.tail().end);
    // Visible ASCII or whitespace follows nearly all URLs.
    let next = input.haystack.get(end);
    let is_seen = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' '..=b'~');
    let is_mail = !(rules.is_ascii || rules.is_escaped || rules.is_source);
    if !next.is_none_or(is_seen) && is_cut_in_host(input, wrapper, found, end)
        || !is_mail && host_goes_on(rules, &input.haystack[end..]) && ends_in_host(found)
    {
        found.text_notes.push(FoundNote::HostGap);
    }
}

/// Reports whether `rest`, the text after a host, begins with a character of a host at which `rules` end the URL. Text in
/// Chinese, Japanese or Thai has no spaces, so it may follow a host directly.
#[cold]
fn host_goes_on(rules: TextRules, rest: &[u8]) -> bool {
    let is_of_host = |c: char| {
        c.is_alphanumeric() && c < '\u{E00}'
            || ".-\u{AD}\u{200B}\u{200C}\u{200D}\u{2024}\u{FF0E}".contains(c)
    };
    match rest {
        [b'\\', b'u', ..] => rules.is_source,
        [b'&', b'#', number @ ..] if rules.is_escaped => {
            let end = number.iter().take(8).position(|&byte| byte == b';');
            let number = end.and_then(|end| core::str::from_utf8(&number[..end]).ok());
            let code = number.and_then(|number| match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => number.parse().ok(),
            });
            code.and_then(char::from_u32).is_some_and(is_of_host)
        }
        [0x80..=0xFF, ..] if rules.is_ascii => {
            let chunk = rest[..rest.len().min(4)].utf8_chunks().next();
            chunk.and_then(|it| it.valid().chars().next()).is_some_and(is_of_host)
        }
        _ => false,
    }
}

/// Reports whether `found` has no delimiters and ends in its host or port.
fn ends_in_host(found: &Found<'_>) -> bool {
    let is_of_port = |byte: u8| byte == b':' || byte.is_ascii_digit();
    !matches!(found.form, Form::Url | Form::Angle | Form::Quote)
        && host_of(found.url(), &found.verdict())
            .is_some_and(|host| found.url()[host.end..].bytes().all(is_of_port))
}

#[cold]
fn is_cut_in_host(
    input: &DynInput<'_, '_>,
    wrapper: &Wrapper<'_>,
    found: &Found<'_>,
    end: usize,
) -> bool {
    matches!(wrapper.form(), Form::Bare | Form::Prefix | Form::Repaired)
        && ends_in_host(found)
        && input.scanned(input.haystack).is_joined_after(end)
}

/// Returns the range in `url` of its host; in `mailto:`, from the first domain to the end of the addresses.
fn host_of(url: &str, verdict: &Verdict) -> Option<Range<usize>> {
    let parts = verdict.parts();
    if let Some(host) = parts.host {
        return Some(host.range());
    }
    let path = parts.path?.range();
    let at = url[path.clone()].find('@').filter(|_| is_letter(url))?;
    Some(path.start + at + 1..path.end)
}

/// Reports whether `url` is one of the scheme `mailto`.
fn is_letter(url: &str) -> bool {
    url.get(.."mailto:".len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use urlsift_scanner::{Form, Forms};

    use crate::Extractor;
    use crate::url::is_hidden;

    /// The scanner and the validator have a table of hidden characters each.
    #[test]
    fn the_scanner_and_the_validator_hide_the_same_characters() {
        let extractor =
            Extractor::builder().forms(Forms::none().with(Form::Www).with(Form::Host)).build();
        let planes = ('\0'..='\u{FFFF}').chain('\u{1B000}'..='\u{1D200}');
        let planes = planes.chain('\u{E0000}'..='\u{E1000}');
        for c in planes.filter(|c| !c.is_ascii_graphic()) {
            let text = format!("www.ba{c}nk.com");
            let urls: Vec<String> =
                extractor.find_iter(&text).map(|found| String::from(found.url())).collect();
            let is_one = urls.iter().any(|url| url.contains(c));
            // The validator also hides whitespace with a width, which separates words here.
            let has_width = c.is_whitespace() && !"\u{85}\u{2028}\u{2029}".contains(c);
            let is_replacement = matches!(c, '\u{FFFC}' | '\u{FFFD}');
            let is_mask = "·•…‥".contains(c);
            let joins = is_mask || !has_width && (is_hidden(c) || c.is_control() || is_replacement);
            let expected = !joins && !is_one;
            assert_eq!(urls == ["http://nk.com"], expected, "{}", c.escape_unicode());
        }
    }
}
