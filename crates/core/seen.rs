//! What else a text says: which URLs stand in it whole (J3, ground `seen`).
//!
//! It is gathered when the first doubt is met and never before, in one pass over the text, so that a
//! text without doubts pays nothing and one full of them stays linear. What is gathered is lexical:
//! runs that begin like a URL, up to a blank or a delimiter. A run more does no harm, for only what
//! equals a reading counts.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr_iter;
use urlsift_scanner::Scheme;

/// No URL longer than this is remembered: the scanner's bound on a wrapper, unless it was told another.
const MAX_LEN: usize = urlsift_scanner::MAX_LEN;

/// The longest scheme that is looked for before a colon.
const MAX_SCHEME: usize = 32;

/// The longest opener that is looked for before a scheme: `< URL: ` and a few blanks more.
const MAX_OPENER: usize = 16;

/// The URLs that stand whole in one text or in many.
///
/// A text's own are always looked at; those of other texts count where [`Input::seen`] hands them in,
/// as for all messages of an archive.
///
/// ```
/// use urlsift::extract::SeenUrls;
/// use urlsift::{Extractor, Input};
///
/// let mut whole = SeenUrls::new();
/// whole.add(b"see http://example.org/wellknown");
/// let text = "<http://example.org/well-\nknown>";
/// let extractor = Extractor::new();
/// let url = |input| extractor.find_iter::<urlsift::decode::Utf8>(input).next().unwrap().url().to_string();
/// assert_eq!(url(Input::new(text)), "http://example.org/well-known");
/// assert_eq!(url(Input::new(text).seen(&whole)), "http://example.org/wellknown");
/// ```
///
/// [`Input::seen`]: crate::Input::seen
#[derive(Clone, Debug, Default)]
pub struct SeenUrls {
    urls: Urls,
}

/// A table of hashes needs the randomness of `std` against texts made to collide.
#[cfg(feature = "std")]
type Urls = std::collections::HashSet<Vec<u8>>;
#[cfg(not(feature = "std"))]
type Urls = alloc::collections::BTreeSet<Vec<u8>>;

impl SeenUrls {
    /// None yet.
    pub fn new() -> SeenUrls {
        SeenUrls::default()
    }

    /// Adds the URLs that stand whole in `haystack`. Linear in its length; the memory is that of the
    /// different URLs.
    pub fn add<H: AsRef<[u8]> + ?Sized>(&mut self, haystack: &H) {
        let haystack = haystack.as_ref();
        self.add_between(haystack, 0..haystack.len(), 0);
    }

    /// Adds those of `haystack` whose colon stands in `range`. What stands before `end` is the last of
    /// an earlier range, as is what comes out for a later one.
    pub(crate) fn add_between(
        &mut self,
        haystack: &[u8],
        range: Range<usize>,
        mut end: usize,
    ) -> usize {
        for colon in memchr_iter(b':', &haystack[range.clone()]) {
            let colon = range.start + colon;
            if colon < end {
                continue;
            }
            let Some(start) = scheme_start(haystack, colon) else { continue };
            let url = &haystack[start..run_end(haystack, colon)];
            end = start + url.len();
            // What stops at a hyphen, or before its wrapper is closed, may be the half of a URL.
            let is_half = url.ends_with(b"-") || !is_closed(haystack, start, end);
            if is_half || url.len() > MAX_LEN {
                continue;
            }
            self.urls.insert(canonical(url));
            let trimmed = trim(url);
            if trimmed.len() < url.len() {
                self.urls.insert(canonical(trimmed));
            }
        }
        end
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.urls.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.urls.is_empty()
    }

    /// Adds those of `other`.
    pub fn merge(&mut self, other: SeenUrls) {
        if self.urls.len() < other.urls.len() {
            let smaller = core::mem::replace(self, other);
            self.urls.extend(smaller.urls);
        } else {
            self.urls.extend(other.urls);
        }
    }

    /// Whether `url` is among them, its scheme and host compared without case.
    pub fn contains(&self, url: &[u8]) -> bool {
        self.urls.contains(&canonical(url))
    }
}

/// Whether the wrapper of the run `start..end`, if it has one, ends where the run does.
fn is_closed(haystack: &[u8], start: usize, end: usize) -> bool {
    let head = &haystack[start.saturating_sub(MAX_OPENER)..start];
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
    // On the next line a `>` may be a quote mark.
    let rest = &haystack[end..haystack.len().min(end + MAX_OPENER)];
    rest.iter().find(|&&byte| !matches!(byte, b' ' | b'\t')) == Some(&closer)
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
            <URL:http://half.example/b\nc> < http://w.example/c > <http://half.example/d\n> e> \
            and mailto:u-v@e.example. But o:p and http://u@H.example/?Q.";
        let mut whole = SeenUrls::new();
        whole.add(text);
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
            assert_eq!(whole.contains(url.as_bytes()), seen, "{url}");
        }
    }

    #[test]
    fn a_run_of_colons_is_one_run() {
        let mut whole = SeenUrls::new();
        whole.add(&"http:".repeat(1_000));
        // With its last colon and without.
        assert_eq!(whole.urls.len(), 2);
    }
}
