//! The set of URLs that occur unbroken in a text, as evidence for doubts in it (J3, ground `seen`).
//!
//! The set is filled in one pass, when a doubt asks for a URL whose path the text has: a text without doubts costs nothing,
//! and many doubts cost little more than one. Collecting is lexical: it takes every run that begins like a URL, up to whitespace
//! or a delimiter. Extra entries do no harm, because only an entry equal to a reading counts.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr_iter, memmem};
use urlsift_scanner::Scheme;

/// The maximum length of a stored URL, in bytes: the scanner's default limit on a wrapper.
const MAX_URL_BYTES: usize = urlsift_scanner::internal::MAX_LEN;

/// The maximum length of a scheme before a colon, in bytes.
const MAX_SCHEME_BYTES: usize = 32;

/// The maximum length of an opener before a scheme, in bytes: `< URL: ` and a few more spaces.
const MAX_OPENER_BYTES: usize = 16;

/// The number of paths that the text is searched for before its URLs are collected.
const MAX_SEARCHES: u8 = 4;

/// A set of URLs that occur unbroken in a text. They are collected when they are needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenUrls {
    urls: Urls,
    /// The offset up to which the URLs were collected, and the end of the last one.
    at: usize,
    end: usize,
    /// The number of searches for a path.
    searches: u8,
}

/// Keys of URLs. The random seed of `std` keeps a text from being made to collide, so a hash stands for its URL: with ten
/// million URLs, one in 10^12 look-ups finds another one. The URLs themselves took 20 bytes for each byte of a text of
/// short ones.
#[cfg(feature = "std")]
type Urls = std::collections::HashSet<u64>;
#[cfg(not(feature = "std"))]
type Urls = alloc::collections::BTreeSet<Vec<u8>>;

/// Returns the key of `url`, the same for the whole process.
#[cfg(feature = "std")]
fn key(url: &[u8]) -> u64 {
    use std::hash::{BuildHasher, RandomState};
    static SEED: std::sync::LazyLock<RandomState> = std::sync::LazyLock::new(RandomState::new);
    SEED.hash_one(canonical(url))
}

#[cfg(not(feature = "std"))]
fn key(url: &[u8]) -> Vec<u8> {
    canonical(url)
}

impl SeenUrls {
    /// Collects the URLs whose colon is in the next `bytes` bytes of `haystack`. Returns how many bytes of this budget are
    /// left, or `None` if it did not reach the end of the text.
    pub(crate) fn collect(&mut self, haystack: &[u8], bytes: usize) -> Option<usize> {
        let start = self.at;
        self.at = haystack.len().min(start.saturating_add(bytes));
        // Every URL has a colon, so jump from colon to colon and look for a scheme before each.
        for colon in memchr_iter(b':', &haystack[start..self.at]) {
            let colon = start + colon;
            // The last URL has this colon too. Without this check, a run of colons would be read to its end
            // from each of them, in quadratic time.
            if colon < self.end {
                continue;
            }
            let Some(start) = scheme_start(haystack, colon) else { continue };
            let url = &haystack[start..run_end(haystack, colon)];
            // Move on even if the run is not stored.
            self.end = start + url.len();
            // A URL that ends in a hyphen, or before its wrapper is closed, may be the first half of a broken
            // one.
            let may_be_half = url.ends_with(b"-") || !is_closed(haystack, start, self.end);
            if may_be_half || url.len() > MAX_URL_BYTES {
                continue;
            }
            self.urls.insert(key(url));
            // Store the URL with and without final punctuation: either may equal a reading.
            let trimmed = trim(url);
            if trimmed.len() < url.len() {
                self.urls.insert(key(trimmed));
            }
        }
        self.is_complete(haystack).then_some(bytes - (self.at - start))
    }

    /// Reports whether `url` occurs unbroken in `haystack`. Scheme and host are compared without case.
    pub(crate) fn has(&mut self, haystack: &[u8], url: &[u8]) -> bool {
        if !self.is_complete(haystack) && self.searches < MAX_SEARCHES {
            self.searches += 1;
            // A broken URL that is nowhere else is ruled out by the text after its host, which keeps its case. To collect
            // the URLs takes ten times as long. A longer needle takes long to prepare.
            let path = &url[host_of(url).end..];
            if memmem::find(haystack, &path[path.len().saturating_sub(32)..]).is_none() {
                return false;
            }
        }
        // With a budget, the pass was made in steps before, see `TextSearch::next_within`.
        self.collect(haystack, usize::MAX);
        self.urls.contains(&key(url))
    }

    /// Reports whether all of `haystack` was collected.
    pub(crate) fn is_complete(&self, haystack: &[u8]) -> bool {
        self.at == haystack.len()
    }
}

/// Reports whether the run `start..end` ends where its wrapper does, or has no wrapper.
fn is_closed(haystack: &[u8], start: usize, end: usize) -> bool {
    // Look backwards over `<`, whitespace, `URL:` and whitespace. The reach is bounded, so that the time of a
    // text full of spaces and colons stays linear.
    let head = &haystack[start.saturating_sub(MAX_OPENER_BYTES)..start];
    let head = head.trim_ascii_end();
    let head = match head.split_last_chunk::<4>() {
        Some((before, url)) if url.eq_ignore_ascii_case(b"url:") => before.trim_ascii_end(),
        _ => head,
    };
    let closer = match head.last() {
        Some(b'<') => b'>',
        Some(b'"') => b'"',
        _ => return true,
    };
    // A `>` on the next line may be a quote mark.
    let rest = &haystack[end..haystack.len().min(end + MAX_OPENER_BYTES)];
    rest.iter().find(|&&byte| !matches!(byte, b' ' | b'\t')) == Some(&closer)
}

/// Returns the start of the scheme before `colon`, if it is a known scheme or `//` follows the colon.
fn scheme_start(haystack: &[u8], colon: usize) -> Option<usize> {
    // Bounded for the same reason: letters and dots may precede each colon of a hostile text.
    let head = &haystack[colon.saturating_sub(MAX_SCHEME_BYTES)..colon];
    let len = head.iter().rev().take_while(|&&byte| is_scheme_byte(byte)).count();
    let name = &head[head.len() - len..];
    let known = haystack[colon + 1..].starts_with(b"//") || Scheme::find(name).is_some();
    (known && name.first()?.is_ascii_alphabetic()).then_some(colon - len)
}

fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns the end of the run around `at`: the next whitespace, control character or delimiter.
fn run_end(haystack: &[u8], at: usize) -> usize {
    let ends = |&byte: &u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F);
    haystack[at..].iter().position(ends).map_or(haystack.len(), |len| at + len)
}

/// Returns `url` without trailing punctuation.
fn trim(url: &[u8]) -> &[u8] {
    let ends = |byte: &&u8| b".,;:!?)]}'*".contains(byte);
    &url[..url.len() - url.iter().rev().take_while(ends).count()]
}

/// Returns the range of the host of `url` if `//` follows its scheme, otherwise an empty range before its colon.
fn host_of(url: &[u8]) -> Range<usize> {
    let colon = url.iter().position(|&byte| byte == b':').unwrap_or(0);
    let [b':', b'/', b'/', rest @ ..] = &url[colon..] else { return colon..colon };
    let len = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
    // The user part keeps its case. The last `@` ends it.
    let user = rest[..len].iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    colon + 3 + user..colon + 3 + len
}

/// Returns `url` with its scheme in lower case, and its host too if `//` follows the scheme.
fn canonical(url: &[u8]) -> Vec<u8> {
    let colon = url.iter().position(|&byte| byte == b':').unwrap_or(0);
    let host = host_of(url);
    let mut url = url.to_vec();
    url[..colon].make_ascii_lowercase();
    url[host].make_ascii_lowercase();
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unbroken_urls_are_stored() {
        let text = b"see http://A.example/b-c, <HTTP://x.example/Y>, <http://half.example/a-\nb> \
            <URL:http://half.example/b\nc> < http://w.example/c > <http://half.example/d\n> e> \
            and mailto:u-v@e.example. But o:p and http://u@H.example/?Q.";
        let table: &[(&str, bool)] = &[
            ("http://a.example/b-c", true),
            ("http://a.example/B-c", false),
            ("http://a.example/b-c,", true),
            ("http://x.example/Y", true),
            ("http://half.example/a-", false),
            ("http://half.example/b", false),
            ("http://w.example/c", true),
            ("http://half.example/d", false),
            ("mailto:u-v@e.example", true),
            ("http://u@h.example/?Q", true),
            ("http://U@h.example/?Q", false),
            ("o:p", false),
        ];
        for &(url, seen) in table {
            // The first searches and the set agree.
            let (mut first, mut whole) = (SeenUrls::default(), SeenUrls::default());
            whole.collect(text, usize::MAX);
            assert_eq!(
                [&mut first, &mut whole].map(|it| it.has(text, url.as_bytes())),
                [seen; 2],
                "{url}"
            );
        }
    }

    #[test]
    fn a_run_of_colons_is_one_run() {
        let (mut seen_urls, text) = (SeenUrls::default(), "http:".repeat(1_000));
        seen_urls.collect(text.as_bytes(), usize::MAX);
        // The run is stored with its last colon and without.
        assert_eq!(seen_urls.urls.len(), 2);
    }
}
