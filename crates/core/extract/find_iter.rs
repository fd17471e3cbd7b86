//! The iterator over the URLs of a text.

use crate::decode::{Decode, Utf8};
use crate::extract::extractor::Extractor;
use crate::extract::search::{Budget, Search, Step};
use crate::found::Found;
use crate::input::Input;

impl Extractor {
    /// The URLs of `text`, a `&str` or `&[u8]` (or an [`Input`], which says how it is decoded), in
    /// the order of their places, without overlap.
    ///
    /// # Complexity
    ///
    /// Linear in the text, whatever it holds: it is scanned once, what is rejected once more for bare
    /// URLs, and the first doubt costs one more pass, which gathers the URLs that stand whole. Nothing is
    /// allocated before something is found.
    pub fn find_iter<'x, 'h, D: Decode>(
        &'x self,
        text: impl Into<Input<'h, D>>,
    ) -> FindIter<'x, 'h, D> {
        FindIter::new(self, text.into())
    }
}

/// An iterator over the URLs of a text: see [`Extractor::find_iter`].
#[derive(Clone, Debug)]
pub struct FindIter<'x, 'h, D = Utf8> {
    extractor: &'x Extractor,
    input: Input<'h, D>,
    search: Search,
}

impl<'x, 'h, D: Decode> FindIter<'x, 'h, D> {
    pub(crate) fn new(extractor: &'x Extractor, input: Input<'h, D>) -> FindIter<'x, 'h, D> {
        FindIter { extractor, input, search: Search::default() }
    }

    /// The same where nothing is recognised before byte `candidate` (`Scanner::find_candidate`).
    #[cfg(feature = "archive")]
    pub(crate) fn at_candidate(
        extractor: &'x Extractor,
        input: Input<'h, D>,
        candidate: usize,
    ) -> FindIter<'x, 'h, D> {
        FindIter { extractor, input, search: Search::at_candidate(candidate) }
    }

    /// The next URL, if it is found for no more than is left of `budget`; otherwise it stops, and goes
    /// on where it stopped when it is asked again. What is found does not depend on where it stopped.
    ///
    /// # Complexity
    ///
    /// Linear in the budget's bytes; a single wrapper that was begun is finished, which is as long as
    /// [`max_len`](crate::ExtractorBuilder::max_len), or a bare URL, or the word in which a host or an
    /// address is looked for, which have no bound.
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

    /// The byte up to which the text was searched. What is found later ends behind it, but may begin
    /// before.
    pub fn position(&self) -> usize {
        self.search.position()
    }

    /// The text that is searched.
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
