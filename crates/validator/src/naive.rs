//! The grammars again, slow and obvious: the twins that the automata are compared with.
//!
//! Each rule is a function that gives *every* offset at which it may end, so that nothing is
//! decided too early and no order of alternatives matters. A file a document, each written from it
//! by hand, not from the file of rules.
//!
//! The offset of a failure falls out of it: the farthest offset at which a byte, or the end, was
//! asked for is the length of the longest prefix that some URL begins with (V3). The trap is that
//! this holds only where every rule can be completed by something.

mod draft03;
mod rfc1738;
mod rfc2396;

use std::collections::BTreeSet;
use std::vec::Vec;

pub use draft03::find_draft03_failure;
pub use rfc1738::find_rfc1738_failure;
pub use rfc2396::find_rfc2396_failure;

/// What has been asked of one string so far.
struct Naive {
    haystack: Vec<u8>,
    farthest: usize,
}

type Ends = BTreeSet<usize>;
type Rule = fn(&mut Naive, usize) -> Ends;

/// Where `rule` fails on the whole of `text`; `None` where it does not.
fn find_failure(text: &str, rule: Rule) -> Option<usize> {
    let mut naive = Naive { haystack: text.as_bytes().to_vec(), farthest: 0 };
    let ends = rule(&mut naive, 0);
    let farthest = naive.farthest.max(ends.last().copied().unwrap_or(0));
    (!ends.contains(&text.len())).then_some(farthest)
}

/// The same for a document whose URL has no fragment. V1: the fragment is split off first; a second
/// `#` fails, and what V2 refuses anywhere.
fn find_failure_with_fragment(url: &str, rule: Rule) -> Option<usize> {
    let (main, fragment) = match url.split_once('#') {
        Some((main, fragment)) => (main, Some(fragment)),
        None => (url, None),
    };
    let is_unsafe = |c: char| "#<>\"".contains(c) || c.is_control() || c.is_whitespace();
    find_failure(main, rule).or_else(|| fragment?.find(is_unsafe).map(|at| main.len() + 1 + at))
}

impl Naive {
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

    /// `rule | rule | ...`
    fn one_of(&mut self, at: usize, rules: &[Rule]) -> Ends {
        rules.iter().flat_map(|rule| rule(self, at)).collect()
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

    /// `1*rule`
    fn one_or_more(&mut self, at: usize, rule: Rule) -> Ends {
        let starts = rule(self, at);
        starts.iter().flat_map(|at| self.any_number(*at, rule)).collect()
    }

    fn after_each(&mut self, starts: &Ends, rule: Rule) -> Ends {
        starts.iter().flat_map(|at| rule(self, *at)).collect()
    }

    /// One letter or digit, one of some more, or an escape.
    fn alphanumeric_escape_or(&mut self, at: usize, more: &str) -> Ends {
        let mut ends =
            self.byte(at, |byte| byte.is_ascii_alphanumeric() || more.as_bytes().contains(&byte));
        let percent = self.literal(at, "%");
        let hex: Rule = |n, at| n.byte(at, |byte| byte.is_ascii_hexdigit());
        let first = self.after_each(&percent, hex);
        ends.extend(self.after_each(&first, hex));
        ends
    }
}

/// Holds a twin to rows that a person has marked: `»` stands before what fails, at the end where
/// the URL ends too early, and nowhere where nothing fails. It follows from V3 that whatever is cut
/// off before the mark can go on, and that whatever goes on behind it fails there.
#[cfg(test)]
fn assert_marks(find: fn(&str) -> Option<usize>, rows: &[&str]) {
    for row in rows {
        let mark = row.find('»');
        let url = row.replace('»', "");
        assert_eq!(find(&url), mark, "{row}");
        for (cut, _) in url.char_indices() {
            let expected = mark.filter(|at| *at < cut);
            let found = find(&url[..cut]);
            assert!(found == expected || expected.is_none() && found == Some(cut), "{row} {cut}");
        }
    }
}
