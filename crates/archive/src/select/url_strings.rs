//! Sets of strings that URLs are compared with.
//!
//! ASCII case is ignored in the scheme and the host of a URL, and counts elsewhere (RFC 3986, section 6.2.2.1).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use urlsift::url::normalize;
use urlsift::{href, named};

use crate::select::criterion::is_scheme_byte;

/// How much of a URL a string must be.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum MatchExtent {
    /// Any part.
    #[default]
    Part,
    /// The whole URL.
    Whole,
    /// The whole URL, or one that is equivalent by RFC 3986, sections 6.2.2 and 6.2.3. A host may be in Punycode or
    /// not, and a `/` at the end does not count.
    Equivalent,
}

named!(MatchExtent: Part "part", Whole "whole", Equivalent "equivalent");

/// A set of strings. Clones share the memory: for each string its bytes and 16 more, or 40 if it may be a part of a URL.
#[derive(Clone)]
pub struct UrlStrings {
    strings: Arc<Sorted>,
    /// `None` if each string must be the whole URL.
    tails: Option<Arc<Tails>>,
    has_keys: bool,
}

struct Sorted {
    lines: Arc<[u8]>,
    /// The ranges of the strings in `lines`, sorted by [`compare`].
    ranges: Vec<Range<usize>>,
}

/// The ends of strings, by which they are looked up at each place of a URL.
///
/// An automaton for 100,000 URLs took 135 MB and 1.1 s to build. Hash tables with the strings took up to 32 times their
/// size.
struct Tails {
    /// The last bytes of each string, as [`tail_of`] packs them, with the length of the string. Sorted, each pair once.
    lengths: Vec<(u64, usize)>,
    /// The numbers of bytes that tails have, each once: the length of a short string, or [`TAIL_BYTES`].
    sizes: Vec<usize>,
    filter: TailFilter,
}

/// The number of bytes at the end of a string by which it is looked up.
const TAIL_BYTES: usize = 8;

/// A Bloom filter with one hash: a bit for the hash of each tail. Most places of a URL end at a bit that is not set.
/// There are 32 bits a tail, so about one in 32 is set.
struct TailFilter {
    words: Vec<u64>,
    /// By how many bits a hash is shifted to be the number of a bit.
    shift: u32,
}

impl TailFilter {
    fn new(count: usize) -> TailFilter {
        let bits = (count.max(64) * 32).next_power_of_two();
        TailFilter { words: vec![0; bits / 64], shift: 64 - bits.trailing_zeros() }
    }

    /// Multiplication by a large odd number spreads the bytes over the high bits of the product, which are taken.
    fn place(&self, tail: u64) -> (usize, u64) {
        let hash = tail.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift;
        (usize::try_from(hash / 64).unwrap_or(0), 1 << (hash % 64))
    }

    fn add(&mut self, tail: u64) {
        let (word, bit) = self.place(tail);
        self.words[word] |= bit;
    }

    fn may_have(&self, tail: u64) -> bool {
        let (word, bit) = self.place(tail);
        self.words[word] & bit != 0
    }
}

impl fmt::Debug for UrlStrings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.strings.ranges.len();
        f.debug_struct("UrlStrings").field("len", &len).finish_non_exhaustive()
    }
}

impl UrlStrings {
    /// Makes the set of the lines of `lines`, without a byte order mark, empty lines, and whitespace at both ends.
    /// Takes time n log n for n lines.
    pub fn new(lines: impl Into<Arc<[u8]>>, extent: MatchExtent) -> UrlStrings {
        let (mut lines, has_keys) = (lines.into(), extent == MatchExtent::Equivalent);
        if has_keys {
            let text = String::from_utf8_lossy(&lines);
            let keys = text.trim_start_matches('\u{feff}').lines().map(|line| key_of(line.trim()));
            lines = keys.collect::<Vec<_>>().join("\n").into_bytes().into();
        }
        let strings = Arc::new(Sorted::new(lines));
        let tails = (extent == MatchExtent::Part).then(|| Arc::new(Tails::new(&strings)));
        UrlStrings { strings, tails, has_keys }
    }

    /// Reports whether `url` is, or contains, one of the strings. Linear in `url`, times the lengths of the strings
    /// whose last eight bytes are at one place of it.
    pub fn has(&self, url: &str) -> bool {
        let key = if self.has_keys { key_of(url).into() } else { Cow::Borrowed(url) };
        let url = key.as_bytes();
        let lower = url.to_ascii_lowercase();
        let folded = folded_ranges(url);
        let is_string = |range: Range<usize>| {
            self.strings.has(url, &lower[range.clone()], range.start, &folded)
        };
        let Some(tails) = &self.tails else { return is_string(0..url.len()) };
        let mut last = 0;
        lower.iter().zip(1..).any(|(&byte, end)| {
            // The last bytes, with the latest one on top.
            last = last >> 8 | u64::from(byte) << 56;
            tails.sizes.iter().any(|&size| {
                let mut lengths = tails.lengths_of(tail_of(last, size)).iter();
                size <= end && lengths.any(|&(_, len)| len <= end && is_string(end - len..end))
            })
        })
    }
}

/// Returns a text that is equal for equivalent URLs.
fn key_of(url: &str) -> String {
    let href = href(url);
    let mut key = normalize(href.as_deref().unwrap_or(url));
    if key.ends_with('/') && !key.contains(['?', '#']) {
        key.pop();
    }
    key
}

impl Sorted {
    fn new(lines: Arc<[u8]>) -> Sorted {
        let mut start = if lines.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let mut ranges = Vec::with_capacity(memchr::memchr_iter(b'\n', &lines).count() + 1);
        for line in lines[start..].split(|&byte| byte == b'\n') {
            let left = line.len() - line.trim_ascii_start().len();
            let string = line.trim_ascii();
            if !string.is_empty() {
                ranges.push(start + left..start + left + string.len());
            }
            start += line.len() + 1;
        }
        let string = |range: &Range<usize>| &lines[range.clone()];
        let order = |a: &[u8], b: &[u8]| compare(a, b).then_with(|| a.cmp(b));
        ranges.sort_unstable_by(|a, b| order(string(a), string(b)));
        // All spellings of a string are compared with a URL, so none is kept twice.
        ranges.dedup_by(|a, b| string(a) == string(b));
        Sorted { lines, ranges }
    }

    /// Reports whether `lower`, at `start` of `url` in lower case, is one of the strings, with case except in `folded`.
    fn has(&self, url: &[u8], lower: &[u8], start: usize, folded: &[Range<usize>]) -> bool {
        let string = |range: &Range<usize>| &self.lines[range.clone()];
        let first = self.ranges.partition_point(|range| compare(string(range), lower).is_lt());
        let is_folded = |at: usize| folded.iter().any(|range| range.contains(&at));
        let is_equal = |string: &[u8]| {
            string.iter().zip(start..).all(|(byte, at)| *byte == url[at] || is_folded(at))
        };
        let spellings = self.ranges[first..].iter().map(string);
        spellings.take_while(|string| string.eq_ignore_ascii_case(lower)).any(is_equal)
    }
}

impl Tails {
    fn new(strings: &Sorted) -> Tails {
        let tail = |range: &Range<usize>| {
            let string = strings.lines[range.clone()].iter();
            let last =
                string.fold(0, |last, byte| last >> 8 | u64::from(byte.to_ascii_lowercase()) << 56);
            (tail_of(last, range.len().min(TAIL_BYTES)), range.len())
        };
        let mut lengths: Vec<_> = strings.ranges.iter().map(tail).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut filter = TailFilter::new(lengths.len());
        for &(tail, _) in &lengths {
            filter.add(tail);
        }
        let has = |size: &usize| lengths.iter().any(|(_, len)| len.min(&TAIL_BYTES) == size);
        let sizes = (1..=TAIL_BYTES).filter(has).collect();
        Tails { lengths, sizes, filter }
    }

    fn lengths_of(&self, tail: u64) -> &[(u64, usize)] {
        if !self.filter.may_have(tail) {
            return &[];
        }
        let first = self.lengths.partition_point(|&(other, _)| other < tail);
        let count = self.lengths[first..].partition_point(|&(other, _)| other == tail);
        &self.lengths[first..first + count]
    }
}

/// Returns the `size` topmost bytes of `last`, from 1 to 8, as a number.
fn tail_of(last: u64, size: usize) -> u64 {
    last >> (64 - 8 * size)
}

/// Compares strings by their lengths, then by their bytes in lower case from the last to the first: URLs begin alike.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let pairs = a.iter().rev().zip(b.iter().rev());
    let mut orders = pairs.map(|(a, b)| a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase()));
    let by_bytes = || orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
    a.len().cmp(&b.len()).then_with(by_bytes)
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
    fn equivalent_urls_are_found() {
        let lines =
            "\u{feff}HTTP://A.example:80/%7ejim\r\n\nhttp://b.example\n  ftp://c.example/x/ \n";
        let strings = UrlStrings::new(lines.as_bytes(), MatchExtent::Equivalent);
        // (URL, whether it is equivalent to a line)
        let table = [
            ("http://a.example/~jim", true),
            ("http://a.example/~jim/", true),
            ("http://a.example/~Jim", false),
            ("http://a.example/~jim/x", false),
            ("https://a.example/~jim", false),
            ("http://B.example/", true),
            ("http://b.example/?", false),
            ("ftp://c.example:21/x", true),
            ("", false),
        ];
        for (url, expected) in table {
            assert_eq!(strings.has(url), expected, "{url}");
        }
        for [line, url] in [
            ["http://bücher.example/", "http://xn--bcher-kva.example"],
            ["http://xn--bcher-kva.example/x", "http://BÜCHER.example/x/"],
        ] {
            assert!(
                UrlStrings::new(line.as_bytes(), MatchExtent::Equivalent).has(url),
                "{line} {url}"
            );
        }
    }

    #[test]
    fn strings_that_are_listed_twice_are_kept_once() {
        let list = "http://a/X\nhttp://a/x\n".repeat(1000);
        let strings = UrlStrings::new(list.as_bytes(), MatchExtent::Part);
        assert_eq!(strings.strings.ranges.len(), 2);
        assert!(["http://A/X", "http://a/x"].iter().all(|url| strings.has(url)));
    }

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
            let has = |extent| UrlStrings::new(string.as_bytes(), extent).has(url);
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
        let lines = &b"\xef\xbb\xbf\r\nXa.example/yz\n a.example/Y\r\n\n"[..];
        let strings = UrlStrings::new(lines, MatchExtent::Part);
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
            proptest::prop_assert_eq!(set.has(&url), expected);
        }
    }
}
