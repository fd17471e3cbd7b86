//! Random strings by the million, and the smallest one for which a property does not hold.
//!
//! What a foreign twin disagrees about is rare, and finding it takes more strings than proptest makes
//! in the time. So this is a loop: a [`Random`] makes a string, a property is asked about it, and the
//! first string that fails is made shorter while it goes on failing.
//!
//! `URLSIFT_CASES` says how many strings, other ones each time. The trap: without it they are the same
//! each time, for what fails once must fail again.

use std::format;
use std::hash::{BuildHasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::string::{String, ToString};
use std::vec::Vec;

/// Numbers by the generator splitmix64.
pub(crate) struct Random {
    state: u64,
}

/// What a property says of a string: nothing, or how it does not hold.
pub(crate) type Outcome = Result<(), String>;

/// The strings of a run without `URLSIFT_CASES`.
const CASES: usize = 1_500;

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("no collection has more than 2^64 items");
        usize::try_from(self.next() % end).expect("it is below what was a usize")
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of `items`, of which there is at least one.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Fewer than `end` of `pieces`, one after another.
    pub(crate) fn several(&mut self, end: usize, pieces: &[&str]) -> String {
        (0..self.below(end)).map(|_| self.pick(pieces)).collect()
    }

    /// `text` with one place changed: up to two characters removed, or one of `pieces` inserted, or
    /// both.
    pub(crate) fn mutate(&mut self, text: &str, pieces: &[&str]) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.below(chars.len() + 1);
        let end = (at + self.below(3)).min(chars.len());
        let inserted = if self.once_in(4) { "" } else { self.pick(pieces) };
        chars.splice(at..end, inserted.chars());
        chars.into_iter().collect()
    }

    /// A few characters of any kind, as likely of one byte as of four.
    pub(crate) fn noise(&mut self) -> String {
        let any = |random: &mut Random| {
            let end = random.pick(&[0x80, 0x100, 0x3000, 0x1_0000, 0x11_0000]);
            let code = u32::try_from(random.below(end)).expect("it is below 0x110000");
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        (0..self.below(24)).map(|_| any(self)).collect()
    }
}

/// Asks `property` about strings that `generate` makes, and panics with the smallest one that it does
/// not hold for. A property that panics does not hold.
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

/// `text` without all that can be left out so that it still fails, one stretch after another.
fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut smallest: Vec<char> = text.chars().collect();
    let mut len = smallest.len();
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
fn what_fails_is_made_small() {
    let fails = |text: &str| text.contains('b') && text.contains("dd");
    assert_eq!(shrink(&format!("abc{}ef", "d".repeat(9)), fails), "bdd");
}
