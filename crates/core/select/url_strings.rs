//! Sets of strings that URLs are compared with.
//!
//! ASCII case is ignored in the scheme and the host of a URL, and counts elsewhere (RFC 3986, section 6.2.2.1).

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};

/// How much of a URL a string must be.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MatchExtent {
    /// Any part.
    #[default]
    Part,
    /// The whole URL.
    Whole,
}

/// A set of strings. Clones share the memory.
#[derive(Clone)]
pub struct UrlStrings(Arc<StringSet>);

enum StringSet {
    /// The strings, each with its scheme and host in lower case.
    Whole(HashSet<Vec<u8>>),
    /// An automaton for the strings in lower case, and the strings as given.
    Part(AhoCorasick, Vec<Vec<u8>>),
}

impl fmt::Debug for UrlStrings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = match &*self.0 {
            StringSet::Whole(strings) => strings.len(),
            StringSet::Part(_, strings) => strings.len(),
        };
        f.debug_struct("UrlStrings").field("len", &len).finish_non_exhaustive()
    }
}

impl UrlStrings {
    /// Makes the set of the lines of `lines`. Empty lines and whitespace at both ends of a line are ignored.
    ///
    /// # Errors
    ///
    /// If the strings together are too long for an automaton, which has 2^31 states.
    pub fn new(lines: &[u8], extent: MatchExtent) -> Result<UrlStrings, BuildError> {
        let strings = lines.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let strings = strings.filter(|string| !string.is_empty()).map(<[u8]>::to_vec);
        Ok(UrlStrings(Arc::new(match extent {
            MatchExtent::Whole => StringSet::Whole(
                strings
                    .map(|mut string| {
                        fold(&mut string);
                        string
                    })
                    .collect(),
            ),
            MatchExtent::Part => {
                let strings: Vec<Vec<u8>> = strings.collect();
                let automaton = AhoCorasick::builder()
                    .match_kind(MatchKind::Standard)
                    .build(strings.iter().map(|string| string.to_ascii_lowercase()))?;
                StringSet::Part(automaton, strings)
            }
        })))
    }

    /// Reports whether `url` is, or contains, one of the strings. Linear in `url`, times the number of strings that
    /// end at one place of it.
    pub fn has(&self, url: &str) -> bool {
        let mut folded = url.as_bytes().to_vec();
        match &*self.0 {
            StringSet::Whole(strings) => {
                fold(&mut folded);
                strings.contains(&folded)
            }
            StringSet::Part(automaton, strings) => {
                let ranges = folded_ranges(url.as_bytes());
                folded.make_ascii_lowercase();
                automaton.find_overlapping_iter(&folded).any(|found| {
                    // The automaton ignores case everywhere, so compare the rest as it is spelled.
                    let string = &strings[found.pattern().as_usize()];
                    let is_folded = |at: usize| ranges.iter().any(|range| range.contains(&at));
                    string
                        .iter()
                        .zip(found.range())
                        .all(|(byte, at)| is_folded(at) || *byte == url.as_bytes()[at])
                })
            }
        }
    }
}

/// Converts the scheme and the host of `url` to lower case.
fn fold(url: &mut [u8]) {
    for range in folded_ranges(url) {
        url[range].make_ascii_lowercase();
    }
}

/// Returns the ranges of the scheme and of the host in `url`. Each may be empty.
fn folded_ranges(url: &[u8]) -> [std::ops::Range<usize>; 2] {
    let scheme = url.iter().position(|&byte| !is_scheme(byte)).unwrap_or(0);
    if url.get(scheme) != Some(&b':') {
        return [0..0, 0..0];
    }
    let Some(rest) = url[scheme..].strip_prefix(b"://") else { return [0..scheme, 0..0] };
    let start = url.len() - rest.len();
    let len = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
    let user = rest[..len].iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    [0..scheme, start + user..start + len]
}

/// Reports whether a scheme may contain `byte` (RFC 3986, section 3.1).
fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored_in_scheme_and_host() {
        // (string, URL, whether the URL contains it, whether it is the URL)
        let table = [
            ("http://a.example/B", "HTTP://A.Example/B", true, true),
            ("http://a.example/b", "http://a.example/B", false, false),
            ("HTTP://A.EXAMPLE/B", "http://a.example/B", true, true),
            ("A.example/B", "http://a.example/Bc", true, false),
            ("Jim@A.example", "ftp://Jim@a.EXAMPLE/", true, false),
            ("jim@a.example", "ftp://Jim@a.EXAMPLE/", false, false),
            ("mailto:Jim@a.b", "MAILTO:Jim@a.b", true, true),
            ("mailto:jim@a.b", "mailto:Jim@a.b", false, false),
            ("b", "http://a.example/?B=b", true, false),
            ("é", "http://a.example/é", true, false),
            (" ", "http://a.example/", false, false),
        ];
        for (string, url, contains, is) in table {
            let has =
                |extent| UrlStrings::new(string.as_bytes(), extent).expect("it is short").has(url);
            assert_eq!(
                (has(MatchExtent::Part), has(MatchExtent::Whole)),
                (contains, is),
                "{string} {url}"
            );
        }
    }

    /// Of strings of which one contains another, each is found.
    #[test]
    fn strings_may_overlap() {
        let strings = UrlStrings::new(b"\r\nXa.example/yz\na.example/Y\r\n\n", MatchExtent::Part);
        let strings = strings.expect("they are short");
        assert!(strings.has("http://xa.example/Y"));
        assert!(!strings.has("http://xa.example/y"));
        assert!(strings.has("http://xa.example/yz"));
    }
}
