//! How far a URL is plain: `http` or `https`, a domain name, and a path of letters, digits and a few
//! marks that no grammar tells apart.
//!
//! Three quarters of all URLs in real archives are that to their end, and most of the others for a
//! good part. In which states the automata are behind such a beginning is known before they have read
//! it, so that they need not.
//!
//! The trap: all that is taken for granted here must hold in all grammars. A test lets the automata
//! read what is passed over.

use crate::host::HostKind;
use crate::parts::Parts;

/// A plain beginning of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beginning {
    pub(crate) scheme: Scheme,
    pub(crate) ending: Ending,
    /// Its length in bytes.
    pub(crate) len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Http,
    Https,
}

/// What a plain beginning ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Host,
    Slash,
    /// A byte of a path that is no slash.
    Segment,
}

impl Beginning {
    /// The plain beginning of `url`, `None` where its host is not plain.
    pub(crate) fn of(url: &str, parts: &Parts, host_kind: Option<HostKind>) -> Option<Beginning> {
        let (scheme, host) = (parts.scheme?, parts.host?);
        let bytes = url.as_bytes();
        // The draft's host begins with a letter. Behind a user it does not begin behind the slashes.
        let is_plain = host_kind == Some(HostKind::Name)
            && host.start == scheme.end + 3
            && bytes[host.start].is_ascii_alphabetic();
        let scheme = match bytes.get(..scheme.end)? {
            name if name.eq_ignore_ascii_case(b"http") => Scheme::Http,
            name if name.eq_ignore_ascii_case(b"https") => Scheme::Https,
            _ => return None,
        };
        if !is_plain || !url[host].is_ascii() {
            return None;
        }
        let mut before = 0;
        let path = bytes[host.end..].iter().take_while(|&&byte| {
            // The draft has no empty segment, but at the end, and a path begins with a slash.
            let is_fine = match before {
                b'/' => byte != b'/',
                0 => byte == b'/',
                _ => true,
            };
            before = byte;
            is_fine && IS_PLAIN[usize::from(byte)]
        });
        let len = host.end + path.count();
        let ending = match bytes[len - 1] {
            _ if len == host.end => Ending::Host,
            b'/' => Ending::Slash,
            _ => Ending::Segment,
        };
        Some(Beginning { scheme, ending, len })
    }
}

/// What every grammar has in a path, and `/`.
static IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        is_plain[byte as usize] = matches!(byte,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'$' | b'-' | b'_' | b'.' | b'+'
            | b'!' | b'*' | b'\'' | b'(' | b')' | b',' | b'&' | b'@');
        byte += 1;
    }
    is_plain
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::run_ascii;
    use std::format;

    fn beginning(url: &str) -> Option<Beginning> {
        let parts = Parts::of(url);
        let host_kind = parts.host.and_then(|host| HostKind::of(&url[host]));
        Beginning::of(url, &parts, host_kind)
    }

    /// Each byte at each place of URLs that are plain without it, and each two bytes at the end.
    #[test]
    fn the_automata_say_the_same() {
        let mut taken = 0;
        let mut compare = |url: &str| {
            if let Some(beginning) = beginning(url) {
                let hash = url.find('#').unwrap_or(url.len());
                let runs = |beginning| run_ascii(url, hash, beginning);
                assert_eq!(runs(Some(beginning)), runs(None), "{url}");
                taken += 1;
            }
        };
        for url in ["http://www.a-b.c1d.org/x/", "HTTPS://a.b/", "http://a.b", "https://a.b/c1"] {
            for byte in 0..128_u8 {
                for at in 0..=url.len() {
                    compare(&format!("{}{}{}", &url[..at], char::from(byte), &url[at..]));
                }
                for other in 0..128_u8 {
                    compare(&format!("{url}{}{}", char::from(byte), char::from(other)));
                }
            }
        }
        assert!(taken > 50_000, "{taken}");
    }

    #[test]
    fn how_far() {
        let table = [
            ("http://www.example.org/pub/overview.html|", true),
            ("https://www.example.org|", true),
            ("HTTP://www.example.org/|", true),
            ("http://www.example.org/|/a", true),
            ("http://www.example.org|:80/", true),
            ("http://www.example.org|?a", true),
            ("http://www.example.org/a|~b/c", true),
            ("http://www.example.org/a|%20/c", true),
            ("http://www.example.org/a/|?b", true),
            ("http://www.example.org/a|#b", true),
            ("http://3com.com/|", false),
            ("http://localhost/|", false),
            ("http://b\u{fc}cher.example/|", false),
            ("http://u@www.example.org/|", false),
            ("ftp://www.example.org/|", false),
            ("mailto:a@b.c|", false),
            ("|", false),
        ];
        for (marked, is_plain) in table {
            let url = marked.replace('|', "");
            let len = beginning(&url).map(|beginning| beginning.len);
            assert_eq!(len, marked.find('|').filter(|_| is_plain), "{url}");
        }
    }
}
