//! Reference implementation of RFC 1738: the choice of the production, and the characters. The rules of
//! section 5 are in `rules.rs`.

mod rules;

use crate::naive::engine::{Ends, Naive, Rule, find_failure_with_fragment};

/// Returns the offset at which `url` fails RFC 1738's `url` with a fragment, or `None` if it satisfies it.
pub fn find_rfc1738_failure(url: &str) -> Option<usize> {
    find_failure_with_fragment(url, |n, at| {
        let production = n.production();
        production(n, at)
    })
}

impl Naive {
    /// Returns the production that judges the URL. A scheme with a production of its own is judged by that
    /// alone (rule V1).
    fn production(&self) -> Rule {
        let scheme = self.haystack.split(|byte| *byte == b':').next().unwrap_or_default();
        if scheme.len() == self.haystack.len() {
            return Naive::otherurl;
        }
        match scheme.to_ascii_lowercase().as_slice() {
            b"http" => Naive::httpurl,
            b"ftp" => Naive::ftpurl,
            b"news" => Naive::newsurl,
            b"nntp" => Naive::nntpurl,
            b"telnet" => Naive::telneturl,
            b"gopher" => Naive::gopherurl,
            b"wais" => Naive::waisurl,
            b"mailto" => Naive::mailtourl,
            b"file" => Naive::fileurl,
            b"prospero" => Naive::prosperourl,
            _ => Naive::otherurl,
        }
    }

    /// Matches a `uchar` or one of `more`: `uchar | ";" | ...`.
    fn uchar_or(&mut self, at: usize, more: &str) -> Ends {
        let mut ends = self.alphanumeric_escape_or(at, "$-_.+!*'(),");
        ends.extend(self.byte(at, |byte| more.as_bytes().contains(&byte)));
        ends
    }
}
