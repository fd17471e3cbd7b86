//! Random strings in large numbers, and the smallest one for which a property does not hold.
//!
//! A [`Random`] makes a string, and a property is checked on it. The first string that fails is shortened as long as it
//! keeps failing.
//!
//! `URLSIFT_CASES` sets the number of strings, which then differ between runs. Without it they are always the
//! same, so that a failure is reproducible.

use std::format;
use std::hash::{BuildHasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::string::{String, ToString};
use std::vec::Vec;

/// A random number generator, splitmix64.
pub(crate) struct Random {
    state: u64,
}

/// The result of a property: nothing, or how it fails.
pub(crate) type Outcome = Result<(), String>;

/// Number of strings without `URLSIFT_CASES`.
const CASES: usize = 2_000;

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("no collection has more than 2^64 items");
        usize::try_from(self.next() % end).expect("it is below what was a usize")
    }

    /// Returns true once in `times` calls on average.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the `words`, which single spaces divide.
    pub(crate) fn word<'w>(&mut self, words: &'w str) -> &'w str {
        let index = self.below(words.split(' ').count());
        words.split(' ').nth(index).unwrap_or_default()
    }

    /// Returns one of the characters of `text`, which must not be empty.
    pub(crate) fn character(&mut self, text: &str) -> char {
        let index = self.below(text.chars().count());
        text.chars().nth(index).unwrap_or_default()
    }

    /// Returns `text` with one place changed: up to two characters removed, or `piece` inserted, or both.
    pub(crate) fn mutate(&mut self, text: &str, piece: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.below(chars.len() + 1);
        let end = (at + self.below(3)).min(chars.len());
        let inserted = if self.once_in(4) { "" } else { piece };
        chars.splice(at..end, inserted.chars());
        chars.into_iter().collect()
    }

    /// Returns a few characters of any kind.
    pub(crate) fn noise(&mut self) -> String {
        // All lengths in UTF-8 are about equally likely.
        let any = |random: &mut Random| {
            let end = [0x80, 0x100, 0x3000, 0x1_0000, 0x11_0000][random.below(5)];
            let code = u32::try_from(random.below(end)).expect("it is below 0x110000");
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        (0..self.below(24)).map(|_| any(self)).collect()
    }
}

/// Checks `property` on strings from `generate`, and panics with the smallest one that fails. A panic of the
/// property counts as a failure.
pub(crate) fn for_all(
    mut generate: impl FnMut(&mut Random) -> String,
    property: impl Fn(&str) -> Outcome,
) {
    let asked = std::env::var("URLSIFT_CASES").ok().and_then(|cases| cases.parse().ok());
    let state = if asked.is_some() { RandomState::new().hash_one(0) } else { 1738 };
    let mut random = Random { state };
    let holds = |text: &str| {
        panic::catch_unwind(AssertUnwindSafe(|| property(text)))
            .unwrap_or_else(|_| Err("it panics".to_string()))
    };
    for _ in 0..asked.unwrap_or(CASES) {
        let text = generate(&mut random);
        if holds(&text).is_err() {
            let smallest = shrink(&text, |text| holds(text).is_err());
            let why = holds(&smallest).err().unwrap_or_default();
            panic!("{smallest:?}: {why}");
        }
    }
}

/// Removes every run of characters from `text` without which it still fails, longest first.
fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut smallest: Vec<char> = text.chars().collect();
    let mut len = smallest.len();
    // Try to remove runs of `len` characters anywhere. If no removal keeps the failure, try shorter runs.
    while len > 0 {
        let mut at = 0;
        let before = smallest.len();
        while at + len <= smallest.len() {
            let shorter: String =
                [&smallest[..at], &smallest[at + len..]].concat().iter().collect();
            if fails(&shorter) {
                smallest = shorter.chars().collect();
            } else {
                at += 1;
            }
        }
        if smallest.len() == before {
            len -= 1;
        }
    }
    smallest.into_iter().collect()
}

#[test]
fn a_failing_string_is_shrunk() {
    let fails = |text: &str| text.contains('b') && text.contains("dd");
    assert_eq!(shrink(&format!("abc{}ef", "d".repeat(9)), fails), "bdd");
}
