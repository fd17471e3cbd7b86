//! Facts about the whole text that decide doubts (J3).

use crate::seen::SeenUrls;

/// Facts about the whole text that decide doubts. They are collected at the first doubt.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextFacts {
    pub(crate) seen: SeenUrls,
    /// `at` is the offset up to which `seen` was collected; `end` is where the last URL in it ends.
    at: usize,
    end: usize,
    /// `Some(true)` if every `&` of the text begins a character reference.
    are_all_references: Option<bool>,
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

    /// Reports whether every `&` of `haystack` begins a character reference, as in the source of a page.
    pub(crate) fn are_all_references(&mut self, haystack: &[u8]) -> bool {
        *self.are_all_references.get_or_insert_with(|| {
            memchr::memchr_iter(b'&', haystack).all(|at| is_reference(&haystack[at + 1..]))
        })
    }

    /// Reports whether all of `haystack` was collected.
    pub(crate) fn is_complete(&self, haystack: &[u8]) -> bool {
        self.at == haystack.len()
    }
}

/// The greatest length of a reference's name in real pages (`thetasym`).
const MAX_NAME_BYTES: usize = 8;

/// Reports whether `text`, which follows a `&`, is the rest of a character reference: `amp;`, `#38;`, `#x26;`.
fn is_reference(text: &[u8]) -> bool {
    let (text, is_of): (_, fn(&u8) -> bool) = match text {
        [b'#', b'x' | b'X', rest @ ..] => (rest, u8::is_ascii_hexdigit),
        [b'#', rest @ ..] => (rest, u8::is_ascii_digit),
        _ => (text, u8::is_ascii_alphanumeric),
    };
    let len = text.iter().take(MAX_NAME_BYTES).take_while(|byte| is_of(byte)).count();
    len > 0 && text.get(len) == Some(&b';')
}
