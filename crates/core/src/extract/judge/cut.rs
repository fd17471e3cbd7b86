//! Recognises URLs that their writer cut with dots: `http://www.example.org/a-long-pa...` (W8).

use urlsift_scanner::{Form, Wrapper};
use urlsift_validator::HostKind;

use crate::extract::domain::is_known_host;
use crate::found::Found;
use crate::note::FoundNote;

/// The least length of a URL that is cut without a mark at its end, in bytes. Sentences end in dots too, mostly after
/// shorter URLs; programs cut the longer ones.
const MIN_BYTES: usize = 50;
/// The greatest length of a file's extension, in bytes.
const MAX_EXTENSION_BYTES: usize = 5;

/// Adds a note to `found`, the URL of `wrapper`, if it was cut with dots. Returns false if only a part of a host is left
/// of it.
#[inline]
pub(crate) fn note_cut(haystack: &[u8], wrapper: &Wrapper<'_>, found: &mut Found<'_>) -> bool {
    // Hardly any URL has dots directly after it, so this check is inlined at the caller.
    let is_bare = matches!(wrapper.form(), Form::Bare | Form::Prefix);
    let rest = haystack.get(found.outer.end..).unwrap_or_default();
    if is_bare && (rest.starts_with(b"..") || rest.starts_with("…".as_bytes())) {
        note_before_dots(rest, found)
    } else {
        true
    }
}

/// Like [`note_cut`], for a URL before `rest`, which begins with dots.
fn note_before_dots(rest: &[u8], found: &mut Found<'_>) -> bool {
    let dots = rest.iter().take_while(|byte| **byte == b'.').count();
    let after = &rest[if dots == 0 { "…".len() } else { dots }..];
    let parts = found.verdict.parts();
    let Some(host) = parts.host.map(urlsift_validator::Span::range) else { return true };
    if after.first().is_some_and(u8::is_ascii_alphanumeric) {
        return true;
    }
    let url = &found.best.url;
    if host.end == url.len() {
        let name = &url[host];
        let is_name = found.verdict.host_kind() == Some(HostKind::Name);
        return !is_name || !name.contains('.') || is_known_host(name);
    }
    let segment = url.rsplit('/').next().unwrap_or_default();
    let is_file = segment.rsplit_once('.').is_some_and(|(_, extension)| {
        extension.len() <= MAX_EXTENSION_BYTES
            && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    if url.ends_with(['?', '&', '=']) || url.len() >= MIN_BYTES && !segment.is_empty() && !is_file {
        found.notes.push(FoundNote::CutByWriter);
    }
    true
}
