//! Recognises URLs whose `://` is damaged: the form `repaired` (W13), off by default.
//!
//! Writers of the 1990s typed `http:/www.example.org`, `http:\\www.example.org`, `http:www.example.org` and `http://
//! www.example.org`. The candidate is the colon, so damage without a colon (`http//`) is not found.

use crate::bare::Bare;
use crate::bare::end::{UrlExtent, after_host};
use crate::bare::host_name::host_len;
use crate::bytes::{ends_with, first, run_len};
use crate::config::Domain;
use crate::form::Form;
use crate::input::Haystack;
use crate::scheme::Scheme;

const NAMES: &[&str] = &["http", "https", "ftp"];

const MAX_SLASHES: usize = 4;
const MAX_SPACES: usize = 4;

/// Returns the URL whose scheme ends with the colon at `colon`, if a damaged `//` and a host follow. Linear in the URL,
/// and bounded if there is none.
pub(crate) fn repaired_at(
    input: Haystack<'_>,
    run: usize,
    colon: usize,
    domain_of: fn(&[u8]) -> Domain,
) -> Option<Bare> {
    let haystack = input.haystack;
    let name = NAMES.iter().find(|name| ends_with(&haystack[run..colon], name))?;
    let start = colon - name.len();
    let touches = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+".contains(byte);
    if haystack[..start].last().is_some_and(touches) {
        return None;
    }
    let separator = &haystack[colon + 1..];
    let len = damage_len(separator, name)?;
    let host = colon + 1 + len;
    let end = host + host_len(&haystack[host..])?;
    if domain_of(&haystack[host..end]) != Domain::Known {
        return None;
    }
    // Only a port, a path, a query or a fragment continues the host.
    let port_end = port_end(haystack, end);
    let extent = match haystack.get(port_end) {
        Some(b'/' | b'?' | b'#') => after_host(input, start, end),
        Some(b'\\') if separator[..len].contains(&b'\\') => after_host(input, start, end),
        _ => UrlExtent::new(port_end),
    };
    let scheme = Scheme::find(name.as_bytes());
    Some(Bare { form: Form::Repaired, scheme, outer: start, start, extent })
}

/// Returns the length of the damaged `//` at the start of `text`, which follows the colon of `name`.
fn damage_len(text: &[u8], name: &str) -> Option<usize> {
    let colons = usize::from(text.first() == Some(&b':'));
    let slashes = run_len(first(&text[colons..], MAX_SLASHES + 1), |byte| b"/\\".contains(&byte));
    let len = colons + slashes;
    let spaces = run_len(first(&text[len..], MAX_SPACES + 1), |byte| byte == b' ');
    match (&text[..len], spaces) {
        (b"//", 0) => None,
        (b"//", 1..=MAX_SPACES) => Some(len + spaces),
        // `ftp:name.ext` occurs in program text.
        ([], 0) => (name != "ftp").then_some(0),
        (_, 0) => (1..=MAX_SLASHES).contains(&slashes).then_some(len),
        _ => None,
    }
}

fn port_end(haystack: &[u8], at: usize) -> usize {
    let Some(rest) = haystack[at..].strip_prefix(b":") else { return at };
    let digits = run_len(first(rest, 6), |byte| byte.is_ascii_digit());
    let next = rest.get(digits).copied().unwrap_or(b' ');
    let is_port = (1..=5).contains(&digits) && !next.is_ascii_alphanumeric() && next != b'_';
    if is_port { at + 1 + digits } else { at }
}
