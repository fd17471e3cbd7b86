//! Sets of strings that URLs are compared with.
//!
//! ASCII case is ignored in the scheme and the host of a URL, and counts elsewhere (RFC 3986, section 6.2.2.1).

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, BuildError, MatchKind};
use smallvec::SmallVec;

use crate::select::criterion::is_scheme_byte;

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
    Part(PartSet),
}

/// Strings to be found inside URLs.
///
/// An automaton for 100,000 URLs took 135 MB and 1.1 s to build, and a search 3.6 µs for a URL. So only short strings
/// are in an automaton. The others are looked up by their last bytes at each place of a URL, which takes 0.4 µs.
struct PartSet {
    /// Finds the strings of less than [`TAIL_BYTES`], in lower case.
    short: AhoCorasick,
    /// The short strings in lower case, in the order of the automaton.
    short_strings: Vec<Vec<u8>>,
    /// For the last bytes of each longer string in lower case, the lengths of the strings that end so, each once.
    tails: HashMap<[u8; TAIL_BYTES], SmallVec<[usize; 2]>>,
    filter: TailFilter,
    /// The spellings of each string in lower case.
    spellings: HashMap<Vec<u8>, SmallVec<[Vec<u8>; 1]>>,
}

/// The number of bytes at the end of a string by which it is looked up.
const TAIL_BYTES: usize = 8;

/// A Bloom filter with one hash: a bit for the hash of each tail. A bit that is not set means that no string has the
/// tail, and most places of a URL end here. There are 16 bits a tail, so about one in 16 is set.
struct TailFilter {
    words: Vec<u64>,
    /// By how many bits a hash is shifted to be the number of a bit.
    shift: u32,
}

impl TailFilter {
    fn new(count: usize) -> TailFilter {
        let bits = (count.max(64) * 16).next_power_of_two();
        TailFilter { words: vec![0; bits / 64], shift: 64 - bits.trailing_zeros() }
    }

    /// Returns the index of the word and the bit in it. Multiplication by a large odd number spreads the bytes over
    /// the high bits of the product, which are taken.
    fn place(&self, tail: [u8; TAIL_BYTES]) -> (usize, u64) {
        let hash = u64::from_le_bytes(tail).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift;
        (usize::try_from(hash / 64).unwrap_or(0), 1 << (hash % 64))
    }

    fn add(&mut self, tail: [u8; TAIL_BYTES]) {
        let (word, bit) = self.place(tail);
        self.words[word] |= bit;
    }

    fn may_have(&self, tail: [u8; TAIL_BYTES]) -> bool {
        let (word, bit) = self.place(tail);
        self.words[word] & bit != 0
    }
}

impl fmt::Debug for UrlStrings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = match &*self.0 {
            StringSet::Whole(strings) => strings.len(),
            StringSet::Part(strings) => strings.spellings.len(),
        };
        f.debug_struct("UrlStrings").field("len", &len).finish_non_exhaustive()
    }
}

impl UrlStrings {
    /// Makes the set of the lines of `lines`. A byte order mark, empty lines, and
    /// whitespace at both ends of a line are ignored.
    ///
    /// # Errors
    ///
    /// If the short strings are too many for an automaton, which has 2^31 states.
    pub fn new(lines: &[u8], extent: MatchExtent) -> Result<UrlStrings, BuildError> {
        let lines = lines.strip_prefix(b"\xef\xbb\xbf").unwrap_or(lines);
        let count = memchr::memchr_iter(b'\n', lines).count() + 1;
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
            MatchExtent::Part => StringSet::Part(PartSet::new(strings, count)?),
        })))
    }

    /// Reports whether `url` is, or contains, one of the strings. Linear in `url`, times the number of lengths of
    /// strings that end at one place of it.
    pub fn has(&self, url: &str) -> bool {
        match &*self.0 {
            StringSet::Whole(strings) => {
                let mut folded = url.as_bytes().to_vec();
                fold(&mut folded);
                strings.contains(&folded)
            }
            StringSet::Part(strings) => strings.is_in(url.as_bytes()),
        }
    }
}

impl PartSet {
    /// Makes the set of `strings`, at most `count`.
    fn new(strings: impl Iterator<Item = Vec<u8>>, count: usize) -> Result<PartSet, BuildError> {
        // With tables that grow, and lists on the heap, 100,000 strings took 0.15 s instead of 0.08 s.
        let mut spellings: HashMap<Vec<u8>, SmallVec<[Vec<u8>; 1]>> = HashMap::with_capacity(count);
        let mut tails: HashMap<[u8; TAIL_BYTES], SmallVec<[usize; 2]>> =
            HashMap::with_capacity(count);
        let mut short_strings = Vec::new();
        for string in strings {
            let lower = string.to_ascii_lowercase();
            match lower.last_chunk() {
                Some(tail) => {
                    let lengths = tails.entry(*tail).or_default();
                    if let Err(at) = lengths.binary_search(&lower.len()) {
                        lengths.insert(at, lower.len());
                    }
                }
                None if !spellings.contains_key(&lower) => short_strings.push(lower.clone()),
                None => {}
            }
            let known = spellings.entry(lower).or_default();
            if !known.contains(&string) {
                known.push(string);
            }
        }
        let mut filter = TailFilter::new(tails.len());
        for tail in tails.keys() {
            filter.add(*tail);
        }
        let short = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&short_strings)?;
        Ok(PartSet { short, short_strings, tails, filter, spellings })
    }

    /// Reports whether `url` contains one of the strings.
    fn is_in(&self, url: &[u8]) -> bool {
        let lower = url.to_ascii_lowercase();
        let ranges = folded_ranges(url);
        let has_short = || {
            self.short.find_overlapping_iter(&lower).any(|found| {
                let string = &self.short_strings[found.pattern().as_usize()];
                self.is_spelled(url, string, found.start(), &ranges)
            })
        };
        let has_long = lower.windows(TAIL_BYTES).enumerate().any(|(at, tail)| {
            let Ok(tail) = tail.try_into() else { return false };
            if !self.filter.may_have(tail) {
                return false;
            }
            let Some(lengths) = self.tails.get(&tail) else { return false };
            let end = at + TAIL_BYTES;
            lengths.iter().any(|len| {
                let start = end.checked_sub(*len);
                start.is_some_and(|start| self.is_spelled(url, &lower[start..end], start, &ranges))
            })
        });
        has_long || (!self.short_strings.is_empty() && has_short())
    }

    /// Reports whether `lower`, which is at `start` in `url` in lower case, is one of the strings there, with the case
    /// that counts. Case is ignored in `folded`.
    fn is_spelled(&self, url: &[u8], lower: &[u8], start: usize, folded: &[Range<usize>]) -> bool {
        let Some(spellings) = self.spellings.get(lower) else { return false };
        let is_folded = |at: usize| folded.iter().any(|range| range.contains(&at));
        let is_equal = |spelling: &Vec<u8>| {
            spelling.iter().zip(start..).all(|(byte, at)| *byte == url[at] || is_folded(at))
        };
        spellings.iter().any(is_equal)
    }
}

/// Converts the scheme and the host of `url` to lower case.
fn fold(url: &mut [u8]) {
    for range in folded_ranges(url) {
        url[range].make_ascii_lowercase();
    }
}

/// Returns the ranges of the scheme and of the host in `url`. Each may be empty.
fn folded_ranges(url: &[u8]) -> [Range<usize>; 2] {
    let scheme = url.iter().position(|&byte| !is_scheme_byte(byte)).unwrap_or(0);
    if url.get(scheme) != Some(&b':') {
        return [0..0, 0..0];
    }
    let Some(rest) = url[scheme..].strip_prefix(b"://") else { return [0..scheme, 0..0] };
    let start = url.len() - rest.len();
    let len = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
    let user = rest[..len].iter().rposition(|&byte| byte == b'@').map_or(0, |at| at + 1);
    [0..scheme, start + user..start + len]
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

    /// If one string contains another, each is found.
    #[test]
    fn strings_may_overlap() {
        let strings = UrlStrings::new(b"\r\nXa.example/yz\na.example/Y\r\n\n", MatchExtent::Part);
        let strings = strings.expect("they are short");
        assert!(strings.has("http://xa.example/Y"));
        assert!(!strings.has("http://xa.example/y"));
        assert!(strings.has("http://xa.example/yz"));
    }

    proptest::proptest! {
        /// The slow twin compares each string with each place of the URL.
        #[test]
        fn strings_are_found_as_by_comparing(
            strings in proptest::collection::vec("[abAB/:.@é]{1,12}", 0..8),
            url in "(http|A)://[abAB@.]{0,12}(/[abAB/:.é]{0,16})?",
        ) {
            let ranges = folded_ranges(url.as_bytes());
            let is_equal = |at: usize, byte: u8| {
                let folded = ranges.iter().any(|range| range.contains(&at));
                url.as_bytes()[at] == byte || folded && url.as_bytes()[at].eq_ignore_ascii_case(&byte)
            };
            let is_at = |string: &String, start: usize| {
                string.bytes().zip(start..).all(|(byte, at)| at < url.len() && is_equal(at, byte))
            };
            let expected = strings.iter().any(|string| (0..url.len()).any(|start| is_at(string, start)));
            let set = UrlStrings::new(strings.join("\n").as_bytes(), MatchExtent::Part);
            proptest::prop_assert_eq!(set.expect("they are short").has(&url), expected);
        }
    }
}
