//! Recognises URLs that their writer cut with dots: `http://www.example.org/a-long-pa...` (W8).
//!
//! Such a URL goes on after its host. It ends in one of `?&=`, or is long and ends in neither a slash nor an extension.

use memchr::memchr;
use urlsift_scanner::{Form, Wrapper};
use urlsift_validator::{HostKind, Span};

use crate::extract::domain::is_known_host;
use crate::found::Found;
use crate::note::FoundNote;

/// The least length of a URL that is cut without a mark at its end. Sentences end in dots too, mostly after shorter
/// URLs.
const MIN_BYTES: usize = 50;
const MAX_EXTENSION_BYTES: usize = 5;

/// Reports whether `url` may have a host: whether `//` follows its scheme.
pub(crate) fn names_host(url: &str) -> bool {
    let colon = memchr(b':', url.as_bytes());
    colon.is_some_and(|at| url.as_bytes()[at + 1..].starts_with(b"//"))
}

/// Reports whether `text` begins with the dots of a cut, and no name goes on after them.
fn is_cut(text: &[u8]) -> bool {
    let rest = match text {
        [b'.', b'.', rest @ ..] => &rest[rest.iter().take_while(|byte| **byte == b'.').count()..],
        [0xE2, 0x80, 0xA6, rest @ ..] => rest,
        _ => return false,
    };
    !rest.first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Reports whether `found`, a URL before `rest`, is only a part of a host that its writer cut.
#[inline]
pub(crate) fn is_part_of_host(rest: &[u8], found: &Found<'_>) -> bool {
    // Hardly any URL has dots directly after it, so this check is inlined at the caller.
    matches!(rest, [b'.', b'.', ..] | [0xE2, 0x80, 0xA6, ..]) && is_part_before_dots(rest, found)
}

#[cold]
fn is_part_before_dots(rest: &[u8], found: &Found<'_>) -> bool {
    // A URL that goes on after its host is not a part of one, which needs no verdict.
    let ends_in_host =
        |url: &str| url.split_once("://").is_some_and(|(_, rest)| !rest.contains(['/', '?', '#']));
    let url = found.url();
    if !names_host(url) || !is_cut(rest) || !ends_in_host(url) {
        return false;
    }
    let verdict = found.verdict();
    let Some(host) = verdict.parts().host.map(Span::range) else { return false };
    let name = &url[host.clone()];
    host.end == url.len()
        && verdict.host_kind() == Some(HostKind::Name)
        && name.contains('.')
        && !is_known_host(name)
}

/// Adds a note to `found`, the URL of `wrapper`, if it was cut with dots.
#[inline]
pub(crate) fn note_cut(haystack: &[u8], wrapper: &Wrapper<'_>, found: &mut Found<'_>) {
    let rest = haystack.get(found.outer.end..).unwrap_or_default();
    if matches!(rest, [b'.', b'.', ..] | [0xE2, 0x80, 0xA6, ..])
        && matches!(wrapper.form(), Form::Bare | Form::Prefix)
    {
        note_before_dots(rest, found);
    }
}

#[cold]
fn note_before_dots(rest: &[u8], found: &mut Found<'_>) {
    let url = &found.best.url;
    // Most URLs before dots are the message-ids of attributions.
    if !names_host(url) {
        return;
    }
    let segment = url.rsplit('/').next().unwrap_or_default();
    let is_file = segment.rsplit_once('.').is_some_and(|(_, extension)| {
        extension.len() <= MAX_EXTENSION_BYTES
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let may_be_cut =
        url.ends_with(['?', '&', '=']) || url.len() >= MIN_BYTES && !segment.is_empty() && !is_file;
    let goes_on = |host: Span| host.end < url.len();
    if may_be_cut && is_cut(rest) && found.verdict().parts().host.is_some_and(goes_on) {
        found.text_notes.push(FoundNote::CutByWriter);
    }
}
