//! Facts about the whole text that decide doubts (J3).

use crate::seen::SeenUrls;

/// Facts about the whole text that decide doubts. They are collected at the first doubt.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextFacts {
    pub(crate) seen: SeenUrls,
    /// `at` is the offset up to which `seen` was collected; `end` is where the last URL in it ends.
    at: usize,
    end: usize,
}

impl TextFacts {
    /// Collects the URLs of up to `bytes` more bytes of `haystack`. Returns how many bytes of this budget are
    /// left, or `None` if it did not reach the end of the text.
    pub(crate) fn collect(&mut self, haystack: &[u8], bytes: usize) -> Option<usize> {
        let until = haystack.len().min(self.at.saturating_add(bytes));
        let spent = until - self.at;
        self.end = self.seen.add_between(haystack, self.at..until, self.end);
        self.at = until;
        self.is_complete(haystack).then_some(bytes - spent)
    }

    /// Reports whether all of `haystack` was collected.
    pub(crate) fn is_complete(&self, haystack: &[u8]) -> bool {
        self.at == haystack.len()
    }
}
