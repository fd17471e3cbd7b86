//! The iterator over the URLs of a text.

use crate::decode::{Decode, Utf8};
use crate::extract::extractor::Extractor;
use crate::extract::search::{Budget, Step, TextSearch};
use crate::found::Found;
use crate::input::Input;

impl Extractor {
    /// Returns an iterator over the URLs of `text`, in the order of their positions, without overlap. `text` is a
    /// `&str`, a `&[u8]` or an [`Input`], which can have another charset.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the text. The first doubt costs one more pass, which collects the URLs that occur
    /// unbroken. Nothing is allocated before the first URL.
    pub fn find_iter<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> FindIter<'x, 'h, D> {
        FindIter::new(self, text.into())
    }

    /// Like [`find_iter`](Extractor::find_iter), for a text without a [candidate](Extractor::find_candidate) before
    /// byte `candidate`. URLs recognised before it are not found.
    pub fn find_iter_from<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
        candidate: usize,
    ) -> FindIter<'x, 'h, D> {
        let search = TextSearch::at_candidate(candidate);
        FindIter { extractor: self, input: text.into(), search }
    }
}

/// An iterator over the URLs of a text. See [`Extractor::find_iter`].
#[derive(Clone, Debug)]
pub struct FindIter<'x, 'h, D = Utf8> {
    extractor: &'x Extractor,
    input: Input<'h, D>,
    search: TextSearch,
}

impl<'x, 'h, D: Decode> FindIter<'x, 'h, D> {
    pub(crate) fn new(extractor: &'x Extractor, input: Input<'h, D>) -> FindIter<'x, 'h, D> {
        FindIter { extractor, input, search: TextSearch::default() }
    }

    /// Begins the search at byte `at`. The text before it is context only: it shows how wide lines are, and which URLs
    /// occur whole (rule J3). See [`resume_at`](Extractor::resume_at).
    #[must_use]
    pub fn starting_at(mut self, at: usize) -> FindIter<'x, 'h, D> {
        self.search = TextSearch::starting_at(at.min(self.input.haystack.len()));
        self
    }

    /// Returns the next URL, unless the search for it uses up `budget`. A later call goes on from there. Where a search
    /// was interrupted does not change what it finds.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes of the budget, plus the rest of a candidate that was begun: a wrapper of 8,192 bytes, or a
    /// URL without delimiters or a word, which have no bound.
    ///
    /// ```
    /// use urlsift::extract::{Budget, Step};
    /// use urlsift::Extractor;
    ///
    /// let text = "no link here, nor here, but <http://example.org/>";
    /// let extractor = Extractor::new();
    /// let mut links = extractor.find_iter(text);
    /// // At each redraw:
    /// assert!(matches!(links.next_within(&mut Budget::bytes(20)), Step::Spent));
    /// assert_eq!(links.position(), 20);
    /// let mut budget = Budget::bytes(20);
    /// let Step::Found(found) = links.next_within(&mut budget) else { panic!("one is there") };
    /// assert_eq!(found.outer(), 28..49);
    /// assert!(matches!(links.next_within(&mut Budget::bytes(1)), Step::Done));
    /// ```
    pub fn next_within(&mut self, budget: &mut Budget) -> Step<'h> {
        self.search.next_within(self.extractor, &self.input, budget)
    }

    /// Returns the byte offset up to which the text was searched. Later URLs end after it, but may begin before it.
    pub fn position(&self) -> usize {
        self.search.position()
    }

    pub(crate) fn haystack(&self) -> &'h [u8] {
        self.input.haystack
    }
}

impl<'h, D: Decode> Iterator for FindIter<'_, 'h, D> {
    type Item = Found<'h>;

    fn next(&mut self) -> Option<Found<'h>> {
        self.search.next(self.extractor, &self.input)
    }
}
