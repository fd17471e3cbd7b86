//! The search in a text that arrives in chunks, with bounded memory.

use alloc::vec::Vec;

use urlsift_scanner::MAX_BARE_LEN;
use urlsift_scanner::internal::MAX_LEN;

use crate::decode::{Decode, Utf8};
use crate::extract::extractor::Extractor;
use crate::extract::find_at::{BEFORE, line_start};
use crate::extract::resume_at::before_opener;
use crate::extract::search::TextSearch;
use crate::found::Found;
use crate::input::Input;

/// The new bytes that a search waits for, unless wrappers may be longer. Each search repeats some ten kilobytes.
const WINDOW: usize = 65_536;

impl Extractor {
    /// Returns a search in a text that arrives in chunks. `input` has its charset and other settings, and its first
    /// chunk, which may be empty.
    pub fn feed<'x, 'h, D: Decode + Copy>(
        &'x self,
        input: impl Into<Input<'h, D>>,
    ) -> Feed<'x, 'h, D> {
        let input = input.into();
        Feed {
            extractor: self,
            text: input.haystack.into(),
            input: Input { haystack: &[], ..input },
            window: WINDOW,
            offset: 0,
            start: 0,
            searched: 0,
            search: None,
            is_ended: false,
        }
    }
}

/// A search in a text that arrives in chunks. See [`Extractor::feed`].
///
/// As an iterator it returns the URLs that later text cannot change, and `None` until more is [pushed](Feed::push) or
/// the text [ends](Feed::end). They are the URLs that [`find_iter`](Extractor::find_iter) finds in the whole text, with
/// one exception: a copy of a URL that is not in memory decides no doubt (rule J3). Offsets are those of the whole text.
///
/// # Complexity
///
/// Time is linear in the length of the text. The memory does not depend on it: take all URLs after each push, and a feed
/// has less than 200 kB, besides twice the longest chunk. In a text with lines of 60 kB or more it has less than 400 kB.
///
/// ```
/// use urlsift::Extractor;
///
/// let (extractor, mut urls) = (Extractor::new(), Vec::new());
/// let mut feed = extractor.feed("");
/// for chunk in ["see <http://exam", "ple.org/a\n", "b>"] {
///     feed.push(chunk);
///     urls.extend(feed.by_ref());
/// }
/// feed.end();
/// urls.extend(feed);
/// assert_eq!((urls[0].url(), urls[0].outer()), ("http://example.org/ab", 4..28));
/// ```
#[derive(Clone, Debug)]
pub struct Feed<'x, 'h, D = Utf8> {
    extractor: &'x Extractor,
    /// The settings; the text was copied.
    input: Input<'h, D>,
    window: usize,
    /// The part of the text that is in memory, and the offset where it begins.
    text: Vec<u8>,
    offset: usize,
    /// The place in `text` from which on URLs were not returned.
    start: usize,
    /// The bytes of `text` that were searched.
    searched: usize,
    /// A search of these bytes, and up to which of them it finds URLs that do not change.
    search: Option<(TextSearch, usize)>,
    is_ended: bool,
}

impl<D: Decode + Copy> Feed<'_, '_, D> {
    /// Sets how many new bytes a search waits for. The default is 65,536, or the greatest length of a wrapper if that is
    /// more. If it is lower, URLs are returned sooner, and some ten kilobytes are searched again for each `bytes`.
    #[must_use]
    pub fn window(mut self, bytes: usize) -> Self {
        // With 0, a search without new text would begin again and again.
        self.window = bytes.max(1);
        self
    }

    /// Adds the next chunk of the text. Chunks may end anywhere, also inside a character.
    pub fn push(&mut self, chunk: impl AsRef<[u8]>) {
        self.is_ended = false;
        self.text.extend_from_slice(chunk.as_ref());
    }

    /// Ends the text, so that the iterator returns the last URLs. Text that is pushed later continues it, and does not
    /// change these.
    pub fn end(&mut self) {
        self.is_ended = true;
    }

    /// Begins a search at `start`, unless too few bytes are new. Returns it with the place up to which it finds URLs.
    fn begin(&mut self) -> Option<(TextSearch, usize)> {
        let (len, extractor) = (self.text.len(), self.extractor);
        if !self.is_ended && len - self.searched < self.window {
            return None;
        }
        self.searched = len;
        let settled = if self.is_ended {
            len
        } else {
            // Without a line break nearby, a URL or a wrapper ends after its greatest length at the latest.
            let reach = MAX_BARE_LEN + BEFORE + MAX_LEN;
            extractor.line_before_changes(&self.text).max(len.saturating_sub(reach))
        };
        (self.start < settled).then(|| (TextSearch::starting_at(self.start), settled))
    }

    /// Drops the text that no later search needs as context.
    fn forget(&mut self) {
        let unneeded = line_start(&self.text, self.start.saturating_sub(BEFORE), BEFORE);
        self.text.drain(..unneeded);
        self.offset += unneeded;
        self.start -= unneeded;
        self.searched -= unneeded;
    }
}

impl<D: Decode + Copy> Iterator for Feed<'_, '_, D> {
    type Item = Found<'static>;

    fn next(&mut self) -> Option<Found<'static>> {
        loop {
            if self.search.is_none() {
                self.search = self.begin();
            }
            let (search, settled) = self.search.as_mut()?;
            let text = &self.text[..self.searched];
            let input = Input { haystack: text, ..self.input };
            match search.next(self.extractor, &input) {
                Some(found) if found.outer().end <= *settled => {
                    self.start = found.outer().end;
                    let offset = self.offset;
                    return Some(found.into_owned().placed(|at| at + offset));
                }
                // It is searched for again with the text after it.
                Some(found) if found.outer().start < *settled => {
                    self.start = self.start.max(before_opener(text, found.outer().start));
                }
                _ => self.start = *settled,
            }
            self.search = None;
            self.forget();
        }
    }
}
