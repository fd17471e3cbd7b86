//! Deceptive hosts and users: a user that looks like a host, and a number that programs read as an address (RFC 3986,
//! 7.4 and 7.6). Ordinary logins must not be accused: `ftp://john.smith@host.dom/` is one.

use crate::syntax::encoded::escaped_octet;
use crate::syntax::hidden::is_hidden;
use crate::syntax::host::HostKind;

/// Returns whether a reader may take `user`, which is decoded, for a host. It need only begin with one, as
/// `www.example.com/login` does.
pub(crate) fn looks_like_host(user: &str) -> bool {
    let is_host = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
    let end = user.find(|c| !is_host(c)).unwrap_or(user.len());
    // Take the leading run of characters of a host, and judge it as a host.
    let host = user[..end].trim_end_matches('.');
    let (first, last) = (host.split('.').next(), host.rsplit('.').next().unwrap_or_default());
    match HostKind::of(host) {
        Some(HostKind::Address) => true,
        // The dot of `john.smith` is common, but few family names are also top-level domains.
        Some(HostKind::Name) => {
            first.is_some_and(|label| label.eq_ignore_ascii_case("www"))
                || matches!(last.len(), 2 | 3)
                || KNOWN_LONG_TLDS.iter().any(|domain| last.eq_ignore_ascii_case(domain))
        }
        Some(HostKind::Other) => host.eq_ignore_ascii_case("localhost"),
        _ => host.contains('.') && is_number_in_disguise(host),
    }
}

/// Top-level domains of more than three letters that readers recognise.
const KNOWN_LONG_TLDS: [&str; 9] =
    ["aero", "arpa", "coop", "example", "info", "local", "mobi", "museum", "name"];

/// Returns whether `host` may end a number. A quick test: nearly all hosts end in a letter that no number has.
pub(crate) fn may_be_number(host: &str) -> bool {
    let may_end = |last: &u8| last.is_ascii_hexdigit() || b"xX.".contains(last) || !last.is_ascii();
    host.as_bytes().last().is_some_and(may_end)
}

/// Returns whether `host` is one to four numbers with dots between, decimal, octal or hexadecimal, and not a plain
/// address. Many programs read such a host as an address (`inet_aton`). Escapes, and characters beyond ASCII that map
/// to a digit or a dot, are read as programs read them.
pub(crate) fn is_number_in_disguise(host: &str) -> bool {
    if !may_be_number(host) {
        return false;
    }
    // Four groups of eleven octal digits take 47 bytes with their dots.
    let mut plain = [0; 64];
    let mut len = 0;
    let mut is_disguised = false;
    let mut rest = host;
    // Write the host into `plain` as programs read it.
    while let Some(c) = rest.chars().next() {
        let octet = escaped_octet(rest.as_bytes());
        let (byte, taken) = match octet {
            Some(octet) => (octet, 3),
            None => (to_ascii(c), c.len_utf8()),
        };
        // Further zeros at the start of a group change nothing.
        let group = plain[..len].rsplit(|byte| *byte == b'.').next().unwrap_or_default();
        let is_padding = byte == b'0' && matches!(group, b"0" | b"0x0" | b"0X0");
        is_disguised |= is_padding || octet.is_some() || !c.is_ascii();
        if is_padding || octet.is_none() && is_hidden(c) {
            rest = &rest[taken..];
            continue;
        }
        let Some(slot) = plain.get_mut(len) else { return false };
        *slot = byte;
        len += 1;
        rest = &rest[taken..];
    }
    let plain = &plain[..len];
    let digits = plain.strip_suffix(b".").unwrap_or(plain);
    is_disguised |= digits.len() < plain.len();
    // A group is hexadecimal after `0x`, which may stand alone and means 0. Octal digits are digits too.
    let is_number = |group: &[u8]| match group {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    };
    // A group with a leading zero is octal to some programs and decimal to others.
    let is_plain = |group: &[u8]| group.len() <= 3 && (group == b"0" || group[0] != b'0');
    let groups = || digits.split(|byte| *byte == b'.');
    let count = groups().count();
    count <= 4 && groups().all(is_number) && (is_disguised || count < 4 || !groups().all(is_plain))
}

/// Returns the digit or dot that programs read for `c` (UTS 46), or 0 if it is neither.
fn to_ascii(c: char) -> u8 {
    match c {
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => b'.',
        // From `０` to `ｚ` the full-width forms are in the order of ASCII.
        '\u{FF10}'..='\u{FF5A}' => u8::try_from(u32::from(c) - 0xFEE0).unwrap_or(0),
        c => u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or(0),
    }
}
