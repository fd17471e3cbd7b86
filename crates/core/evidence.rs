//! What else a text says: which URLs stand in it whole (J3, ground `seen`).
//!
//! It is gathered when the first doubt is met and never before, in one pass over the text, so that a
//! text without doubts pays nothing and one full of them stays linear. What is gathered is lexical:
//! runs that begin like a URL, up to a blank or a delimiter. A run more does no harm, for only what
//! equals a reading counts.

use std::collections::HashSet;

use memchr::memchr_iter;
use urlsift_scanner::Scheme;

/// No URL longer than this is remembered. It is the scanner's bound on a wrapper.
const MAX_LEN: usize = urlsift_scanner::MAX_LEN;

/// The longest scheme that is looked for before a colon.
const MAX_SCHEME: usize = 32;

/// The URLs that stand in a text in one piece.
#[derive(Debug, Default)]
pub(crate) struct Whole {
    urls: HashSet<Vec<u8>>,
}

impl Whole {
    /// The whole URLs of `haystack`. Linear in its length.
    pub(crate) fn of(haystack: &[u8]) -> Whole {
        let mut urls = HashSet::new();
        let mut end = 0;
        for colon in memchr_iter(b':', haystack) {
            if colon < end {
                continue;
            }
            let Some(start) = scheme_start(haystack, colon) else { continue };
            let url = &haystack[start..run_end(haystack, colon)];
            end = start + url.len();
            // What stops at a hyphen at the end of a line may itself be the half of a URL.
            if url.ends_with(b"-") || url.len() > MAX_LEN {
                continue;
            }
            urls.insert(canonical(url));
            let trimmed = trim(url);
            if trimmed.len() < url.len() {
                urls.insert(canonical(trimmed));
            }
        }
        Whole { urls }
    }

    /// Whether `url` is among them, its scheme and host compared without case.
    pub(crate) fn contains(&self, url: &[u8]) -> bool {
        self.urls.contains(&canonical(url))
    }
}

/// Where the scheme before the colon at `colon` begins, if it is one of the table or `//` follows.
fn scheme_start(haystack: &[u8], colon: usize) -> Option<usize> {
    let head = &haystack[colon.saturating_sub(MAX_SCHEME)..colon];
    let len = head.iter().rev().take_while(|&&byte| is_scheme_byte(byte)).count();
    let name = &head[head.len() - len..];
    let known = haystack[colon + 1..].starts_with(b"//") || Scheme::find(name).is_some();
    (known && name.first()?.is_ascii_alphabetic()).then_some(colon - len)
}

fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The end of the run that goes on at `at`: before a blank, a control character or a delimiter.
fn run_end(haystack: &[u8], at: usize) -> usize {
    let ends = |&byte: &u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F);
    haystack[at..].iter().position(ends).map_or(haystack.len(), |len| at + len)
}

/// `url` without the punctuation that a sentence puts behind it.
fn trim(url: &[u8]) -> &[u8] {
    let ends = |byte: &&u8| b".,;:!?)]}'*".contains(byte);
    &url[..url.len() - url.iter().rev().take_while(ends).count()]
}

/// `url` with its scheme and, after `//`, its host in lower case.
fn canonical(url: &[u8]) -> Vec<u8> {
    let colon = url.iter().position(|&byte| byte == b':').unwrap_or(0);
    let host = match &url[colon..] {
        [b':', b'/', b'/', rest @ ..] => {
            let len = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
            let authority = &rest[..len];
            let user = authority.iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
            colon + 3 + user..colon + 3 + len
        }
        _ => 0..0,
    };
    let mut url = url.to_vec();
    url[..colon].make_ascii_lowercase();
    url[host].make_ascii_lowercase();
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_urls() {
        let text = b"see http://A.example/b-c, <HTTP://x.example/Y>, <http://half.example/a-\nb> \
            and mailto:u-v@e.example. But o:p and http://u@H.example/?Q.";
        let whole = Whole::of(text);
        let table: &[(&str, bool)] = &[
            ("http://a.example/b-c", true),
            ("http://a.example/B-c", false),
            ("http://a.example/b-c,", true),
            ("http://x.example/Y", true),
            ("http://half.example/a-", false),
            ("mailto:u-v@e.example", true),
            ("http://u@h.example/?Q", true),
            ("http://U@h.example/?Q", false),
            ("o:p", false),
        ];
        for &(url, seen) in table {
            assert_eq!(whole.contains(url.as_bytes()), seen, "{url}");
        }
    }

    #[test]
    fn a_run_of_colons_is_one_run() {
        let whole = Whole::of("http:".repeat(1_000).as_bytes());
        // With its last colon and without.
        assert_eq!(whole.urls.len(), 2);
    }
}
