//! What stands without a scheme (W11): which hosts there are, which scheme is put before them, and what
//! is escaped in an address that becomes a URL.

use core::ops::Range;

use urlsift_rejoiner::Piece;
use urlsift_scanner::{Domain, Form, Wrapper};

use crate::reading::Pieces;

/// The top-level domains that are known without the public suffix list: the first ones, which stand for
/// nothing else in text.
#[cfg(not(feature = "psl"))]
const FIRST: &[&str] = &["com", "edu", "gov", "int", "mil", "net", "org"];

/// Top-level domains of more than two letters that stand for nothing else in text; the others that there
/// are (`name`, `run`, `web`) are words of programs too: of 78,239 hosts in the archive of a list of
/// programmers 8,137 were `twisted.web`, `self.data`, `reactor.run` and the like.
#[cfg(feature = "psl")]
const LONG: &[&str] =
    &["aero", "biz", "com", "coop", "edu", "gov", "info", "int", "mil", "museum", "net", "org"];

/// What is known of the domain of `host`, which is in the text's bytes. A domain for registering others
/// (`co.uk`) is no host; such a one of a private owner (`github.io`) has pages of its own.
#[cfg(feature = "psl")]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    let Ok(host) = core::str::from_utf8(host) else { return Domain::Unknown };
    // The list is in lower case. A host has 253 bytes at most, and few letters take more in lower case; a
    // text without links is to cost no memory, whatever has dots in it.
    let mut lower = [0; 300];
    let mut len = 0;
    for c in host.chars().flat_map(char::to_lowercase) {
        let Some(free) = lower.get_mut(len..len + c.len_utf8()) else { return Domain::Unknown };
        c.encode_utf8(free);
        len += c.len_utf8();
    }
    let host = &lower[..len];
    let Some(suffix) = psl::suffix(host).filter(psl::Suffix::is_known) else {
        return Domain::Unknown;
    };
    if suffix.as_bytes().len() == host.len() && suffix.typ() != Some(psl::Type::Private) {
        return Domain::Unknown;
    }
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_plain = last.len() == 2
        || LONG.iter().any(|name| name.as_bytes() == last)
        || last.starts_with(b"xn--")
        || !last.is_ascii();
    if is_plain { Domain::Known } else { Domain::Doubtful }
}

/// Whether `host` is in one of the first domains.
#[cfg(not(feature = "psl"))]
pub(crate) fn domain_of(host: &[u8]) -> Domain {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_first = FIRST.iter().any(|first| last.eq_ignore_ascii_case(first.as_bytes()));
    if is_first { Domain::Known } else { Domain::Unknown }
}

/// The same, where a common word is as good as another domain.
pub(crate) fn domain_or_doubtful(host: &[u8]) -> Domain {
    match domain_of(host) {
        Domain::Unknown => Domain::Unknown,
        Domain::Doubtful | Domain::Known => Domain::Known,
    }
}

/// What is put before the text of `wrapper` to make it a URL; `None` where a scheme stands there.
pub(crate) fn missing_scheme(wrapper: &Wrapper<'_>, haystack: &[u8]) -> Option<&'static str> {
    match wrapper.form() {
        Form::Address => Some("mailto:"),
        Form::Host => {
            let head = haystack[wrapper.outer()].get(..4);
            let is_ftp = head.is_some_and(|head| head.eq_ignore_ascii_case(b"ftp."));
            Some(if is_ftp { "ftp://" } else { "http://" })
        }
        _ => None,
    }
}

/// Adds the pieces of `range`. In an address what would delimit in a URL is escaped (RFC 6068, section
/// 2), and so it is in a message-id, which is spelled alike; and what stands in no path (RFC 3986, 3.3), which
/// a message-id may have, and an address that was found has not.
pub(crate) fn push_pieces(form: Form, haystack: &[u8], range: Range<usize>, pieces: &mut Pieces) {
    let mut start = range.start;
    for at in range.clone().filter(|_| form == Form::Address) {
        let escape = match haystack[at] {
            b'%' => "%25",
            b'/' => "%2F",
            b'#' => "%23",
            b'?' => "%3F",
            b'[' => "%5B",
            b']' => "%5D",
            b'^' => "%5E",
            b'`' => "%60",
            b'{' => "%7B",
            b'|' => "%7C",
            b'}' => "%7D",
            _ => continue,
        };
        if start < at {
            pieces.push(Piece::Copied(start..at));
        }
        pieces.push(Piece::Inserted(escape, at..at + 1));
        start = at + 1;
    }
    if start < range.end {
        pieces.push(Piece::Copied(start..range.end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        let table: &[(&str, bool)] = &[
            ("example.org", true),
            ("EXAMPLE.COM", true),
            ("a.b.example.net", true),
            ("example.coma", false),
            ("image.jpg", false),
            ("end.but", false),
        ];
        for &(host, known) in table {
            assert_eq!(domain_of(host.as_bytes()) == Domain::Known, known, "{host}");
        }
    }

    #[cfg(feature = "psl")]
    #[test]
    fn public_suffixes() {
        let table: &[(&str, Domain)] = &[
            ("example.co.uk", Domain::Known),
            ("co.uk", Domain::Unknown),
            ("github.io", Domain::Known),
            ("x.github.io", Domain::Known),
            ("t.co", Domain::Known),
            ("президент.рф", Domain::Known),
            ("example.xn--p1ai", Domain::Known),
            ("self.name", Domain::Doubtful),
            ("twisted.web", Domain::Doubtful),
            ("example.invalid", Domain::Unknown),
            ("node.js", Domain::Unknown),
        ];
        for &(host, domain) in table {
            assert_eq!(domain_of(host.as_bytes()), domain, "{host}");
        }
        assert_eq!(domain_of(b"a.\xFF"), Domain::Unknown);
    }
}
