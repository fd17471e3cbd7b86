//! URLs that occur again in a message.

use std::collections::HashMap;

/// The URLs of one message, with the number of times that each was met.
#[derive(Clone, Debug, Default)]
pub struct Repetition(HashMap<Box<str>, usize>);

impl Repetition {
    /// Returns the state before the first URL of a message.
    pub fn new() -> Repetition {
        Repetition::default()
    }

    /// Adds `url`, and returns how many times it was added before. URLs are compared byte by byte.
    pub fn add(&mut self, url: &str) -> usize {
        if let Some(count) = self.0.get_mut(url) {
            *count += 1;
            return *count - 1;
        }
        self.0.insert(url.into(), 1);
        0
    }
}
