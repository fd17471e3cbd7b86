//! URLs that occur again in a message.

use std::collections::HashMap;

use smallvec::SmallVec;

/// The URLs of one message, with the number of times that each was met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repetition {
    /// The first URLs. Most messages have few, and comparing them takes less time than hashing.
    few: SmallVec<[(Box<str>, usize); 1]>,
    many: HashMap<Box<str>, usize>,
}

const MAX_COMPARED: usize = 8;

impl Repetition {
    /// Adds `url`, and returns how many times it was added before. URLs are compared byte by byte.
    pub(crate) fn add(&mut self, url: &str) -> usize {
        let known = self.few.iter_mut().find(|(known, _)| **known == *url);
        if let Some(count) = known.map(|(_, count)| count).or_else(|| self.many.get_mut(url)) {
            *count += 1;
            return *count - 1;
        }
        if self.few.len() < MAX_COMPARED {
            self.few.push((url.into(), 1));
        } else {
            self.many.insert(url.into(), 1);
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_counted_one_by_one_and_hashed() {
        let mut repetition = Repetition::default();
        for round in 0..3 {
            for number in 0..3 * MAX_COMPARED {
                assert_eq!(repetition.add(&format!("http://a.example/{number}")), round);
            }
        }
    }
}
