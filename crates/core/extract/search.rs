//! The way through a text: from one wrapper to the next, all at once or a little at a time.
//!
//! It holds no text, so that who owns a text can keep it beside. The trap is the first doubt, which asks
//! for a pass over the whole text: with a budget that pass is made a little at a time too, before the
//! wrapper in doubt is read.

use urlsift_scanner::{Cursor, Form};

use crate::decode::Decode;
use crate::extract::choose::{Chooser, Gathered};
use crate::extract::extractor::Extractor;
use crate::found::Found;
use crate::input::Input;

/// How much may be done before a search stops: so many bytes, so many wrappers.
///
/// With one of which nothing is left, or that was made with 0, nothing more is searched, and while there is
/// text each call gives [`Step::Spent`] again: give a new one to go on.
///
/// ```
/// use urlsift::extract::{Budget, Step};
/// use urlsift::Extractor;
///
/// let extractor = Extractor::new();
/// let mut links = extractor.find_iter("http://a.example/ http://b.example/");
/// let mut budget = Budget::bytes(10_000).and_candidates(1);
/// assert!(matches!(links.next_within(&mut budget), Step::Found(_)));
/// assert!(matches!(links.next_within(&mut budget), Step::Spent));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Budget {
    bytes: usize,
    candidates: usize,
}

impl Budget {
    /// To pass `bytes` bytes of the text. What is read twice, as for the first doubt, counts twice.
    pub const fn bytes(bytes: usize) -> Budget {
        Budget { bytes, candidates: usize::MAX }
    }

    /// To judge `candidates` wrappers, be they URLs or not.
    pub const fn candidates(candidates: usize) -> Budget {
        Budget { bytes: usize::MAX, candidates }
    }

    /// The same, and no more than `candidates` wrappers.
    #[must_use]
    pub const fn and_candidates(self, candidates: usize) -> Budget {
        Budget { candidates, ..self }
    }

    /// Whether nothing is left of it.
    pub const fn is_spent(self) -> bool {
        self.bytes == 0 || self.candidates == 0
    }

    /// What is left of it, in bytes and in wrappers.
    #[cfg(feature = "capi")]
    pub(crate) const fn left(self) -> (usize, usize) {
        (self.bytes, self.candidates)
    }

    fn spend(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// What a search with a budget comes to.
#[derive(Clone, Debug)]
// It is taken apart where it is given, so a box would be an allocation for nothing.
#[allow(clippy::large_enum_variant)]
pub enum Step<'h> {
    /// This was found.
    Found(Found<'h>),
    /// The budget is spent; asked with another, the search goes on.
    Spent,
    /// There is no more.
    Done,
}

impl<'h> Step<'h> {
    /// The same with what was found as `change` has it.
    pub(crate) fn map<'t>(self, change: impl FnOnce(Found<'h>) -> Found<'t>) -> Step<'t> {
        match self {
            Step::Found(found) => Step::Found(change(found)),
            Step::Spent => Step::Spent,
            Step::Done => Step::Done,
        }
    }
}

/// Where a search stands, and what it knows of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    cursor: Cursor,
    gathered: Gathered,
    /// A wrapper behind the cursor is in doubt, and the text is gathered before it is read.
    waits: bool,
}

impl Search {
    /// At the beginning of a text in which nothing is recognised before byte `candidate`.
    #[cfg(feature = "archive")]
    pub(crate) fn at_candidate(candidate: usize) -> Search {
        Search { cursor: Cursor::at_candidate(candidate), ..Search::default() }
    }

    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Goes on at `at`, where the cursor mostly stands.
    fn go_on(&mut self, at: usize) {
        if self.cursor.position() != at {
            self.cursor.move_to(at);
        }
    }

    pub(crate) fn next<'h, D: Decode>(
        &mut self,
        extractor: &Extractor,
        input: &Input<'h, D>,
    ) -> Option<Found<'h>> {
        let scanned = urlsift_scanner::Input::new(input.haystack).encoding(input.decode.encoding());
        loop {
            let wrapper = extractor.scanner.find_until(scanned, &mut self.cursor, usize::MAX);
            // It is large, and to take it out would copy it.
            let wrapper = wrapper.as_ref()?;
            let mut chooser = Chooser { extractor, input, gathered: &mut self.gathered };
            let found = chooser.judge(wrapper);
            self.go_on(match &found {
                Some(found) => found.outer.end,
                None => after_rejected(wrapper),
            });
            if found.is_some() {
                return found;
            }
        }
    }

    pub(crate) fn next_within<'h, D: Decode>(
        &mut self,
        extractor: &Extractor,
        input: &Input<'h, D>,
        budget: &mut Budget,
    ) -> Step<'h> {
        let scanned = urlsift_scanner::Input::new(input.haystack).encoding(input.decode.encoding());
        loop {
            let start = self.cursor.position();
            if start >= input.haystack.len() {
                return Step::Done;
            }
            if budget.is_spent() {
                return Step::Spent;
            }
            if self.waits {
                let Some(left) = self.gathered.gather(input.haystack, budget.bytes) else {
                    budget.bytes = 0;
                    return Step::Spent;
                };
                budget.bytes = left;
                self.waits = false;
                continue;
            }
            let until = start.saturating_add(budget.bytes);
            let before = self.cursor.clone();
            let wrapper = extractor.scanner.find_until(scanned, &mut self.cursor, until);
            let Some(wrapper) = wrapper else {
                budget.spend(self.cursor.position() - start);
                continue;
            };
            let mut chooser = Chooser { extractor, input, gathered: &mut self.gathered };
            if !chooser.gathered.is_all(input.haystack) && chooser.is_in_doubt(&wrapper) {
                // The wrapper is found once more, when all is gathered.
                self.cursor = before;
                self.waits = true;
                continue;
            }
            let found = chooser.judge(&wrapper);
            self.go_on(match &found {
                Some(found) => found.outer.end,
                None => after_rejected(&wrapper),
            });
            budget.spend(self.cursor.position().saturating_sub(start).max(1));
            budget.candidates -= 1;
            if let Some(found) = found {
                return Step::Found(found);
            }
        }
    }
}

/// Where the search goes on after `wrapper` was rejected. The text inside is searched once more, for
/// bare URLs (W9); what stood bare was searched so, and beginning anew within it would take quadratic
/// time.
fn after_rejected(wrapper: &urlsift_scanner::Wrapper<'_>) -> usize {
    let outer = wrapper.outer();
    match wrapper.form() {
        Form::Bare | Form::Host | Form::Address => outer.end,
        _ => outer.start + 1,
    }
}
