//! Reads a host over the full stops of Chinese and Japanese text, which programs take for dots (UTS 46, section 2.3):
//! `http://a。example.com/` (W8).
//!
//! The same stops end sentences: `http://a.example。次の文`. So the text after one decides.

use memchr::{memmem, memrchr};

use crate::bare::Bare;
use crate::bare::end::{UrlExtent, after_host};
use crate::bare::host_name::{MAX_HOST_BYTES, is_host, without_stops};
use crate::bare::non_ascii::{char_at, is_of_script_without_spaces, letter_len};
use crate::bytes::{begins_with, work};
use crate::config::{Config, Domain};
use crate::form::Form;
use crate::input::{Encoding, Haystack};

const WIDE_DOTS: [&[u8]; 3] = ["\u{3002}".as_bytes(), "\u{FF0E}".as_bytes(), "\u{FF61}".as_bytes()];

/// Returns the extent of `found` if it ends in its host before a wide dot and labels follow. Labels that may begin a
/// sentence are its tail. Linear in the bound on a host's length.
pub(crate) fn over_wide_dots(
    input: Haystack<'_>,
    found: &Bare,
    config: &Config,
) -> Option<UrlExtent> {
    let haystack = input.haystack;
    let UrlExtent { end: cut, tail, mask } = &found.extent;
    // Hardly any URL has such a byte after it, so this check comes first.
    if !matches!(haystack.get(*cut), Some(0xE3 | 0xEF)) {
        return None;
    }
    let url = &haystack[found.start..*cut];
    let host = memmem::find(url, b"://").map_or(url, |at| &url[at + 3..]);
    let host = memrchr(b'@', host).map_or(host, |at| &host[at + 1..]);
    if found.form == Form::Address
        || input.encoding != Encoding::Utf8
        || input.rules.is_ascii
        || !tail.is_empty()
        || mask.is_some()
        || host.iter().any(|byte| b":/?#".contains(byte))
    {
        return None;
    }
    // The host as programs look it up, with a plain dot for each wide one.
    let mut name = [0; MAX_HOST_BYTES];
    let mut len = host.len();
    name.get_mut(..len)?.copy_from_slice(host);
    let (mut end, mut host_end) = (*cut, None);
    while WIDE_DOTS.iter().any(|dot| haystack[end..].starts_with(dot)) {
        let start = end + '\u{3002}'.len_utf8();
        let labels = &haystack[start..labels_end(haystack, start)];
        let next = len + 1 + labels.len();
        let rest = &haystack[start + labels.len()..];
        let is_link = begins_with(labels, "www.") || rest.starts_with(b"://");
        if labels.is_empty() || is_link || next > name.len() {
            break;
        }
        name[len] = b'.';
        name[len + 1..next].copy_from_slice(labels);
        (len, end) = (next, start + labels.len());
        let goes_on = matches!(rest, [b'/', ..] | [b':', b'0'..=b'9', ..]) || is_host(labels);
        let is_known =
            labels.is_ascii() && goes_on || (config.domain_of)(&name[..len]) == Domain::Known;
        // A capital shows a sentence: `It`, `In`.
        if is_known && !labels[0].is_ascii_uppercase() {
            host_end = Some(end);
        }
    }
    work::add(end - cut);
    match host_end.map(|end| (end, &haystack[end..])) {
        Some((end, [b'/' | b'?' | b'#' | b'@', ..] | [b':', b'0'..=b'9', ..])) => {
            Some(after_host(input, found.start, end))
        }
        Some((end, _)) => Some(UrlExtent::new(end)),
        None => (end > *cut).then_some(UrlExtent { end: *cut, tail: *cut..end, mask: None }),
    }
}

/// After ASCII, letters of a script without spaces are text.
fn labels_end(haystack: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(&byte) = haystack.get(end).filter(|_| end - start < MAX_HOST_BYTES) {
        let is_text = || {
            haystack[start..end].last().is_some_and(u8::is_ascii)
                && char_at(haystack, end).is_some_and(is_of_script_without_spaces)
        };
        end += match byte {
            b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => 1,
            0x80.. if !is_text() => match letter_len(haystack, end, Encoding::Utf8) {
                0 => break,
                len => len,
            },
            _ => break,
        };
    }
    start + without_stops(&haystack[start..end]).len()
}
