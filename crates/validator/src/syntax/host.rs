//! The kind of a host. The grammars accept nearly anything, so the question here is stricter: could the host be looked
//! up? The rules are those of RFC 1738, 3.1, with the lengths of RFC 1035, 2.3.4.

use crate::automata::plain_prefix::MAX_LABEL_BYTES;
use crate::names::named;
use crate::syntax::hidden::is_hidden;
use core::net::Ipv6Addr;

named! {
    /// The kind of a host.
    ///
    /// ```
    /// use urlsift_validator::{HostKind, Validator};
    ///
    /// let validator = Validator::new();
    /// let kind = |url: &str| validator.validate(url).host_kind();
    /// assert_eq!(kind("http://www.example.org/"), Some(HostKind::Name));
    /// assert_eq!(kind("http://127.0.0.1/"), Some(HostKind::Address));
    /// assert_eq!(kind("http://example-.com/"), Some(HostKind::Bad));
    /// assert_eq!(kind("mailto:a@example.org"), None);
    /// ```
    HostKind:
    /// A domain name of two labels or more. A label may have characters beyond ASCII if it is otherwise
    /// well-formed. The crate does not check whether such a label could be registered.
    Name "name"
    /// An IPv4 address: four groups of one to three digits, each from 0 to 255.
    Address "address"
    /// An IPv6 or later address in brackets (RFC 3986, 3.2.2).
    IpLiteral "ip-literal"
    /// A host that some grammar accepts but that is not a domain name: a single label (including
    /// `localhost`), a trailing dot, an underscore or other punctuation.
    Other "other"
    /// Not a host, because of:
    ///
    /// - an empty label, or a label that begins or ends in `-`;
    /// - a label of more than 63 bytes, or more than 253 bytes in all;
    /// - an escape, or a character that no grammar allows in a host;
    /// - brackets without an address;
    /// - a rightmost label that begins with a digit, unless the whole is an address.
    Bad "bad"
}

/// Longest host in bytes, not counting a trailing dot: 255 octets on the wire are 253 in writing.
const MAX_HOST_BYTES: usize = 253;

impl HostKind {
    pub(crate) fn of(host: &str) -> Option<HostKind> {
        if host.is_empty() {
            return None;
        }
        if host.starts_with('[') {
            return Some(if is_ip_literal(host) { HostKind::IpLiteral } else { HostKind::Bad });
        }
        let bytes = host.as_bytes();
        // Test for an address first: its last label would make a name bad.
        if bytes[0].is_ascii_digit() && is_address(host) {
            return Some(HostKind::Address);
        }
        // A trailing dot makes the name absolute. It counts neither as a label nor in the length.
        let name = bytes.strip_suffix(b".").unwrap_or(bytes);
        if name.is_empty() || name.len() > MAX_HOST_BYTES {
            return Some(HostKind::Bad);
        }
        // One pass checks the labels and collects the classes of all bytes.
        let mut classes = 0;
        let mut label = 0;
        let mut before = b'.';
        for (at, &byte) in name.iter().enumerate() {
            // `before` starts as a dot, so that an empty first label, or a hyphen at its start, is found.
            classes |= CLASSES[usize::from(byte)];
            if byte == b'.' {
                if matches!(before, b'.' | b'-') || at - label > MAX_LABEL_BYTES {
                    return Some(HostKind::Bad);
                }
                label = at + 1;
            } else if byte == b'-' && before == b'.' {
                return Some(HostKind::Bad);
            }
            before = byte;
        }
        // RFC 1738, 3.1: the rightmost label never begins with a digit, which distinguishes names from addresses.
        let is_bad = matches!(before, b'.' | b'-')
            || name.len() - label > MAX_LABEL_BYTES
            || name[label].is_ascii_digit()
            || classes & NO_HOST != 0
            || classes & BEYOND_ASCII != 0 && host.chars().any(is_barred_from_host);
        if is_bad {
            return Some(HostKind::Bad);
        }
        let is_name = name.len() == bytes.len() && label > 0 && classes & OTHER == 0;
        Some(if is_name { HostKind::Name } else { HostKind::Other })
    }
}

/// A byte that some grammar allows in a host but no domain name has: the rest of `reg-name`, except escapes.
const OTHER: u8 = 1;
/// A byte that no grammar allows in a host, or `%`.
const NO_HOST: u8 = 2;
const BEYOND_ASCII: u8 = 4;

/// Classes of each byte. A byte of a domain name has none.
static CLASSES: [u8; 256] = {
    let mut classes = [BEYOND_ASCII; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'-' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => 0,
            b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';'
            | b'=' => OTHER,
            _ => NO_HOST,
        };
        byte += 1;
    }
    classes
};

/// Returns whether `c`, beyond ASCII, cannot be in a host: an invisible character, or the full-width form of an ASCII
/// character that cannot. Programs read such forms as ASCII (UTS 46): `http://a.org／b` goes to `a.org`.
fn is_barred_from_host(c: char) -> bool {
    is_hidden(c)
        || matches!(c, '\u{FF01}'..='\u{FF0C}' | '\u{FF0F}' | '\u{FF1A}'..='\u{FF20}'
            | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF5E}')
}

fn is_address(host: &str) -> bool {
    let mut groups = 0;
    host.split('.').all(|group| {
        groups += 1;
        let is_short = (1..=3).contains(&group.len());
        is_short && group.bytes().all(|byte| byte.is_ascii_digit()) && group.parse::<u8>().is_ok()
    }) && groups == 4
}

/// Returns whether `host` is an `IP-literal = "[" ( IPv6address / IPvFuture  ) "]"`.
fn is_ip_literal(host: &str) -> bool {
    // `Ipv6Addr` parses the RFC's `IPv6address`. A version, `v` and hexadecimal digits before a dot, marks
    // an address of the future.
    let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    let future = inner.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
    match future {
        Some((version, address)) => {
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && {
                    address.bytes().all(|byte| {
                        byte == b':' || CLASSES[usize::from(byte)] & (NO_HOST | BEYOND_ASCII) == 0
                    })
                }
        }
        None => inner.parse::<Ipv6Addr>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn kinds() {
        let table = [
            ("", "-"),
            ("www.example.org", "name"),
            ("1.2.3.com", "name"),
            ("b\u{fc}cher.example", "name"),
            ("127.0.0.1", "address"),
            ("010.001.0.0", "address"),
            ("[::1]", "ip-literal"),
            ("[::ffff:192.0.2.1]", "ip-literal"),
            ("[v1.a:b]", "ip-literal"),
            ("localhost", "other"),
            ("a_b.example.org", "other"),
            ("example.org.", "other"),
            ("a~b.org", "other"),
            (".", "bad"),
            ("a..b", "bad"),
            (".a.b", "bad"),
            ("-a.b", "bad"),
            ("a-.b", "bad"),
            ("a.b-", "bad"),
            ("a%20b.org", "bad"),
            ("a.org\u{ff0f}b", "bad"),
            ("a\u{200b}b.org", "bad"),
            ("\u{ff41}.example", "name"),
            ("a|b.org", "bad"),
            ("256.0.0.1", "bad"),
            ("1.2.3", "bad"),
            ("1.2.3.4.", "bad"),
            ("0001.2.3.4", "bad"),
            ("example.3com", "bad"),
            ("[]", "bad"),
            ("[::1", "bad"),
            ("[::1]x", "bad"),
            ("[fe80::1%25eth0]", "bad"),
            ("[v.a]", "bad"),
            ("[v1.]", "bad"),
        ];
        for (host, kind) in table {
            let found = HostKind::of(host).map_or("-", HostKind::name);
            assert_eq!(found, kind, "{host}");
        }
    }

    #[test]
    fn lengths() {
        let label = "a".repeat(63);
        assert_eq!(HostKind::of(&format!("{label}.org")), Some(HostKind::Name));
        assert_eq!(HostKind::of(&format!("{label}a.org")), Some(HostKind::Bad));
        // Four labels with their dots make 253 bytes, one more makes 254.
        let host = format!("{label}.{label}.{label}.{}", "a".repeat(61));
        assert_eq!((host.len(), HostKind::of(&host)), (253, Some(HostKind::Name)));
        assert_eq!(HostKind::of(&format!("{host}.")), Some(HostKind::Other));
        assert_eq!(HostKind::of(&format!("{host}a")), Some(HostKind::Bad));
    }
}
