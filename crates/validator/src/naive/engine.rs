//! The engine of the reference implementations.
//!
//! A rule is a function that returns *every* offset at which it may end. Nothing is decided too early, and
//! the order of alternatives does not matter.
//!
//! The offset of a failure is the farthest offset at which a rule asked for a byte or for the end. It equals
//! the length of the longest prefix that some URL begins with, provided that every rule can be completed.

use std::collections::BTreeSet;
use std::vec::Vec;

/// A string, and the farthest offset at which a rule looked at it.
pub(super) struct Naive {
    pub(super) haystack: Vec<u8>,
    farthest: usize,
}

pub(super) type Ends = BTreeSet<usize>;
pub(super) type Rule = fn(&mut Naive, usize) -> Ends;

/// Returns the offset at which `rule` fails on the whole of `text`, or `None` if it matches.
pub(super) fn find_failure(text: &str, rule: Rule) -> Option<usize> {
    let mut naive = Naive { haystack: text.as_bytes().to_vec(), farthest: 0 };
    let ends = rule(&mut naive, 0);
    let farthest = naive.farthest.max(ends.last().copied().unwrap_or(0));
    (!ends.contains(&text.len())).then_some(farthest)
}

/// Like [`find_failure`] for a document without fragments. Splits the fragment off first and fails on a
/// second `#`, a delimiter, whitespace or a control character in it.
pub(super) fn find_failure_with_fragment(url: &str, rule: Rule) -> Option<usize> {
    let (main, fragment) = match url.split_once('#') {
        Some((main, fragment)) => (main, Some(fragment)),
        None => (url, None),
    };
    let is_unsafe = |c: char| "#<>\"".contains(c) || c.is_control() || c.is_whitespace();
    find_failure(main, rule).or_else(|| fragment?.find(is_unsafe).map(|at| main.len() + 1 + at))
}

impl Naive {
    pub(super) fn byte(&mut self, at: usize, is: impl Fn(u8) -> bool) -> Ends {
        // Asking for a byte is the only way to look at the string, so this records every look.
        self.farthest = self.farthest.max(at);
        self.haystack.get(at).filter(|byte| is(**byte)).map(|_| at + 1).into_iter().collect()
    }

    pub(super) fn literal(&mut self, at: usize, literal: &str) -> Ends {
        literal.bytes().fold(Ends::from([at]), |ends, wanted| {
            let is = |byte: u8| byte.eq_ignore_ascii_case(&wanted);
            ends.into_iter().flat_map(|at| self.byte(at, is)).collect()
        })
    }

    pub(super) fn one_after_another(&mut self, at: usize, rules: &[Rule]) -> Ends {
        rules.iter().fold(Ends::from([at]), |ends, rule| self.after_each(&ends, *rule))
    }

    /// `rule | rule | ...`
    pub(super) fn one_of(&mut self, at: usize, rules: &[Rule]) -> Ends {
        rules.iter().flat_map(|rule| rule(self, at)).collect()
    }

    pub(super) fn optional(&mut self, at: usize, rule: Rule) -> Ends {
        let mut ends = rule(self, at);
        ends.insert(at);
        ends
    }

    /// `*rule`
    pub(super) fn any_number(&mut self, at: usize, rule: Rule) -> Ends {
        let mut all = Ends::from([at]);
        let mut new = all.clone();
        // Repeat from the ends that the last round added. Each end is tried once, however many ways lead to it.
        while !new.is_empty() {
            new = self.after_each(&new, rule).difference(&all).copied().collect();
            all.extend(&new);
        }
        all
    }

    /// `1*rule`
    pub(super) fn one_or_more(&mut self, at: usize, rule: Rule) -> Ends {
        let starts = rule(self, at);
        starts.iter().flat_map(|at| self.any_number(*at, rule)).collect()
    }

    pub(super) fn after_each(&mut self, starts: &Ends, rule: Rule) -> Ends {
        starts.iter().flat_map(|at| rule(self, *at)).collect()
    }

    /// Matches a letter or digit, one of `more`, or an escape.
    pub(super) fn alphanumeric_escape_or(&mut self, at: usize, more: &str) -> Ends {
        let mut ends =
            self.byte(at, |byte| byte.is_ascii_alphanumeric() || more.as_bytes().contains(&byte));
        let percent = self.literal(at, "%");
        let hex: Rule = |n, at| n.byte(at, |byte| byte.is_ascii_hexdigit());
        let first = self.after_each(&percent, hex);
        ends.extend(self.after_each(&first, hex));
        ends
    }
}
