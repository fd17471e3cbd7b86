//! RFC 1738's grammar again, slow and obvious: the twin that the automaton is compared with.
//!
//! Each rule is a method that gives *every* offset at which it may end, so that nothing is decided
//! too early and no order of alternatives matters. Written from section 5 by hand, not from the
//! file of rules.
//!
//! The offset of a failure falls out of it: every rule can be completed by something, so the
//! farthest offset at which a byte, or the end, was asked for is the length of the longest prefix
//! that some URL begins with (V3).

mod rules;

use std::collections::BTreeSet;
use std::vec::Vec;

/// Where RFC 1738's `url`, with a fragment behind it, fails on `url`; `None` where it does not.
pub(crate) fn find_rfc1738_failure(url: &str) -> Option<usize> {
    // V1: the fragment is split off first; a second `#` fails, and what V2 refuses anywhere.
    let (main, fragment) = match url.split_once('#') {
        Some((main, fragment)) => (main, Some(fragment)),
        None => (url, None),
    };
    let mut naive = Naive { haystack: main.as_bytes().to_vec(), farthest: 0 };
    let rule = naive.production();
    let ends = rule(&mut naive, 0);
    naive.farthest = naive.farthest.max(ends.last().copied().unwrap_or(0));
    if !ends.contains(&main.len()) {
        return Some(naive.farthest);
    }
    let is_unsafe = |c: char| "#<>\"".contains(c) || c.is_control() || c.is_whitespace();
    fragment?.find(is_unsafe).map(|at| main.len() + 1 + at)
}

struct Naive {
    haystack: Vec<u8>,
    farthest: usize,
}

type Ends = BTreeSet<usize>;
type Rule = fn(&mut Naive, usize) -> Ends;

impl Naive {
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

    fn byte(&mut self, at: usize, is: impl Fn(u8) -> bool) -> Ends {
        self.farthest = self.farthest.max(at);
        self.haystack.get(at).filter(|byte| is(**byte)).map(|_| at + 1).into_iter().collect()
    }

    fn literal(&mut self, at: usize, literal: &str) -> Ends {
        literal.bytes().fold(Ends::from([at]), |ends, wanted| {
            let is = |byte: u8| byte.eq_ignore_ascii_case(&wanted);
            ends.into_iter().flat_map(|at| self.byte(at, is)).collect()
        })
    }

    fn one_after_another(&mut self, at: usize, rules: &[Rule]) -> Ends {
        rules.iter().fold(Ends::from([at]), |ends, rule| self.after_each(&ends, *rule))
    }

    fn optional(&mut self, at: usize, rule: Rule) -> Ends {
        let mut ends = rule(self, at);
        ends.insert(at);
        ends
    }

    /// `*rule`
    fn any_number(&mut self, at: usize, rule: Rule) -> Ends {
        let mut all = Ends::from([at]);
        let mut new = all.clone();
        while !new.is_empty() {
            new = self.after_each(&new, rule).difference(&all).copied().collect();
            all.extend(&new);
        }
        all
    }

    fn after_each(&mut self, starts: &Ends, rule: Rule) -> Ends {
        starts.iter().flat_map(|at| rule(self, *at)).collect()
    }

    /// One character of a class and of some more, or an escape: `uchar | ";" | ...`.
    fn uchar_or(&mut self, at: usize, more: &str) -> Ends {
        let mut ends = self.byte(at, |byte| {
            byte.is_ascii_alphanumeric()
                || b"$-_.+!*'(),".contains(&byte)
                || more.as_bytes().contains(&byte)
        });
        let percent = self.byte(at, |byte| byte == b'%');
        let first = self.after_each(&percent, Naive::hex);
        ends.extend(self.after_each(&first, Naive::hex));
        ends
    }
}
