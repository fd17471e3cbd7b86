//! Recognises URLs whose `://` is damaged: the form `repaired` (W13), off by default.
//!
//! Writers of the 1990s typed `http:/www.example.org`, `http:\\www.example.org`, `http:www.example.org` and
//! `http:// www.example.org`.
//! The candidate is the colon, so damage without a colon (`http//`) is not found.

use crate::bare::Bare;
use crate::bare::end::{Authority, UrlExtent, extent};
use crate::bare::host_name::{MAX_HOST_BYTES, is_host};
use crate::bare::mask::MaskRule;
use crate::bytes::work;
use crate::config::Domain;
use crate::form::Form;
use crate::input::Haystack;
use crate::scheme::Scheme;

/// The schemes that are repaired.
const NAMES: &[&str] = &["http", "https", "ftp"];

/// The longest run of slashes and backslashes, and the longest run of spaces after `//`, in bytes.
const MAX_SLASHES: usize = 4;
const MAX_SPACES: usize = 4;

/// Returns the URL whose scheme ends with the colon at `colon`, if the text after the colon is a damaged
/// `//` and a host. The scheme's characters begin at `run`.
///
/// Linear in the URL, and bounded if there is none.
pub(crate) fn repaired_at(
    input: Haystack<'_>,
    run: usize,
    colon: usize,
    domain_of: fn(&[u8]) -> Domain,
) -> Option<Bare> {
    let haystack = input.haystack;
    // Most colons fail here: only `http`, `https` and `ftp` count.
    if !matches!(haystack[run..colon].last(), Some(b'p' | b'P' | b's' | b'S')) {
        return None;
    }
    let is_end = |name: &&&str| {
        let start = colon.checked_sub(name.len()).filter(|&start| start >= run);
        start.is_some_and(|start| haystack[start..colon].eq_ignore_ascii_case(name.as_bytes()))
    };
    let name = NAMES.iter().find(is_end)?;
    let start = colon - name.len();
    let touches = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+".contains(byte);
    if haystack[..start].last().is_some_and(touches) {
        return None;
    }
    let separator = &haystack[colon + 1..];
    let len = damage_len(separator, name)?;
    let host = colon + 1 + len;
    let end = host_end(haystack, host, domain_of)?;
    let has_backslash = separator[..len].contains(&b'\\');
    // Only a port, a path, a query or a fragment continues the host.
    let extent = match haystack.get(port_end(haystack, end)) {
        Some(b'/' | b'?' | b'#') => extent(input, start, end, Authority::None, MaskRule::Nowhere),
        Some(b'\\') if has_backslash => {
            extent(input, start, end, Authority::None, MaskRule::Nowhere)
        }
        _ => UrlExtent::new(port_end(haystack, end)),
    };
    let scheme = Scheme::find(name.as_bytes());
    Some(Bare { form: Form::Repaired, scheme, outer: start, start, extent })
}

/// Returns the length of the damaged `//` at the start of `text`, which follows the colon of `name`.
fn damage_len(text: &[u8], name: &str) -> Option<usize> {
    let colons = usize::from(text.first() == Some(&b':'));
    let is_slash = |byte: &&u8| b"/\\".contains(byte);
    let slashes = text[colons..].iter().take(MAX_SLASHES + 1).take_while(is_slash).count();
    let len = colons + slashes;
    let spaces = text[len..].iter().take(MAX_SPACES + 1).take_while(|&&byte| byte == b' ').count();
    match (&text[..len], spaces) {
        (b"//", 0) => None,
        (b"//", 1..=MAX_SPACES) => Some(len + spaces),
        // `ftp:name.ext` occurs in program text.
        ([], 0) => (name != "ftp").then_some(0),
        (_, 0) => (1..=MAX_SLASHES).contains(&slashes).then_some(len),
        _ => None,
    }
}

/// Returns the end of the host at `start`, if it is a known one.
fn host_end(haystack: &[u8], start: usize, domain_of: fn(&[u8]) -> Domain) -> Option<usize> {
    let text = &haystack[start..];
    let is_of_host = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    let len = text.iter().take(MAX_HOST_BYTES + 1).take_while(is_of_host).count();
    // The dot and the hyphen of a sentence.
    let len = len - text[..len].iter().rev().take_while(|byte| b"-.".contains(byte)).count();
    work::add(len);
    let host = &text[..len];
    (is_host(host) && domain_of(host) == Domain::Known).then_some(start + len)
}

/// Returns the end of the port at `at`, or `at` if there is none.
fn port_end(haystack: &[u8], at: usize) -> usize {
    let Some(rest) = haystack[at..].strip_prefix(b":") else { return at };
    let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    let next = rest.get(digits).copied().unwrap_or(b' ');
    let is_port = (1..=5).contains(&digits) && !next.is_ascii_alphanumeric() && next != b'_';
    if is_port { at + 1 + digits } else { at }
}
