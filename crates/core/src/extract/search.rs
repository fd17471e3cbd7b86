//! The search through a text, from wrapper to wrapper, at once or in steps of a budget.
//!
//! The state holds no text, so it can be stored beside the text that it searches. The first doubt needs a
//! pass over the whole text. With a budget this pass is also made in steps, before the wrapper in doubt is
//! read.

use urlsift_scanner::internal::Cursor;
use urlsift_scanner::{Form, Wrapper};

use crate::extract::choose::Chooser;
use crate::extract::extractor::Extractor;
use crate::extract::judge::cut::note_cut;
use crate::extract::plain::{add_plain_tail, plain_url};
use crate::extract::propose::joins::may_go_on;
use crate::found::Found;
use crate::input::DynInput;
use crate::note::FoundNote;
use crate::seen::SeenUrls;

/// The amount of work that a search may do before it stops, in bytes and in candidates.
///
/// A call with a spent budget, or one of 0, searches nothing and returns [`Step::Spent`] until the end of the
/// text. Make a new budget for the next call.
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
    /// Allows to search `bytes` bytes of the text. Bytes that are read twice, as after the first doubt, count
    /// twice.
    pub const fn bytes(bytes: usize) -> Budget {
        Budget { bytes, candidates: usize::MAX }
    }

    /// Allows to judge `candidates` wrappers, whether or not they are URLs.
    pub const fn candidates(candidates: usize) -> Budget {
        Budget { bytes: usize::MAX, candidates }
    }

    /// Limits the budget to `candidates` wrappers too.
    #[must_use]
    pub const fn and_candidates(self, candidates: usize) -> Budget {
        Budget { candidates, ..self }
    }

    /// Reports whether nothing of the budget is left.
    pub const fn is_spent(self) -> bool {
        self.bytes == 0 || self.candidates == 0
    }

    /// Returns the bytes and the wrappers that are left.
    pub const fn left(self) -> (usize, usize) {
        (self.bytes, self.candidates)
    }

    fn spend(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// The result of one step of a search with a budget.
#[derive(Clone, Debug)]
// The caller takes the value apart at once, so a box would only add an allocation.
#[allow(clippy::large_enum_variant)]
pub enum Step<'h> {
    /// The next URL.
    Found(Found<'h>),
    /// The budget is spent. A call with a new one goes on.
    Spent,
    /// The end of the text.
    Done,
}

/// The position of a search, and what it has learned about the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSearch {
    cursor: Cursor,
    seen: SeenUrls,
    /// The wrapper after the cursor is in doubt. Facts about the whole text are collected before it is read.
    must_collect: bool,
}

impl TextSearch {
    /// Begins a search in a text without a candidate before byte `candidate`.
    pub(crate) fn at_candidate(candidate: usize) -> TextSearch {
        TextSearch { cursor: Cursor::at_candidate(candidate), ..TextSearch::default() }
    }

    /// Begins a search at byte `at`.
    pub(crate) fn starting_at(at: usize) -> TextSearch {
        let mut search = TextSearch::default();
        search.move_to(at);
        search
    }

    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Moves the cursor to `at`, where it usually is already.
    fn move_to(&mut self, at: usize) {
        if self.cursor.position() != at {
            self.cursor.move_to(at);
        }
    }

    pub(crate) fn next<'h>(
        &mut self,
        extractor: &Extractor,
        input: &DynInput<'h, '_>,
    ) -> Option<Found<'h>> {
        self.next_near(extractor, input, usize::MAX, usize::MAX)
    }

    /// Returns the next URL, if it begins at byte `last` or before it, and is recognised before `until`.
    #[expect(clippy::inline_always, reason = "the bounds of `next` are constants")]
    #[inline(always)]
    pub(crate) fn next_near<'h>(
        &mut self,
        extractor: &Extractor,
        input: &DynInput<'h, '_>,
        last: usize,
        until: usize,
    ) -> Option<Found<'h>> {
        let scanned = input.scanned(input.haystack);
        loop {
            let wrapper = extractor.scanner.find_until(scanned, &mut self.cursor, until);
            // Borrow the wrapper: it is large, and moving it out would copy it.
            let wrapper = wrapper.as_ref().filter(|wrapper| wrapper.outer().start <= last)?;
            // Without a budget, the chooser makes the pass over the whole text itself, at the first doubt.
            let found = self.read(extractor, input, wrapper);
            if found.is_some() && extractor.forms.contains(wrapper.form()) {
                return found;
            }
        }
    }

    /// Returns the URL of `wrapper`, or `None` if all its readings are rejected, and moves the cursor after it.
    #[inline]
    pub(super) fn read<'h>(
        &mut self,
        extractor: &Extractor,
        input: &DynInput<'h, '_>,
        wrapper: &Wrapper<'h>,
    ) -> Option<Found<'h>> {
        let mut chooser = Chooser::new(extractor, input, &mut self.seen);
        let is_plain = wrapper.is_plain();
        let mut found =
            if is_plain { Some(plain_url(input, wrapper)) } else { chooser.choose(wrapper) };
        if let Some(found) = &mut found {
            if is_plain {
                add_plain_tail(input, wrapper.tail(), found);
            }
            if !is_plain || may_go_on(chooser.proposer, wrapper) {
                chooser.look_after(wrapper, found);
                add_notes(extractor, input.haystack, wrapper, found);
            }
        }
        self.move_to(match &found {
            Some(found) => found.outer.end,
            None => after_rejected(wrapper),
        });
        found
    }

    pub(crate) fn next_within<'h>(
        &mut self,
        extractor: &Extractor,
        input: &DynInput<'h, '_>,
        budget: &mut Budget,
    ) -> Step<'h> {
        let scanned = input.scanned(input.haystack);
        loop {
            let start = self.cursor.position();
            // The end comes before the budget: a search that is done says so even if the budget is spent.
            if start >= input.haystack.len() {
                return Step::Done;
            }
            if budget.is_spent() {
                return Step::Spent;
            }
            // A doubt was met: first finish the pass over the whole text, in steps of the budget.
            if self.must_collect {
                let Some(left) = self.seen.collect(input.haystack, budget.bytes) else {
                    budget.bytes = 0;
                    return Step::Spent;
                };
                budget.bytes = left;
                self.must_collect = false;
                continue;
            }
            // Keep the cursor: if the wrapper is in doubt, the search resumes here after the pass.
            let until = start.saturating_add(budget.bytes);
            let before = self.cursor.clone();
            let wrapper = extractor.scanner.find_until(scanned, &mut self.cursor, until);
            let Some(wrapper) = wrapper else {
                budget.spend(self.cursor.position() - start);
                continue;
            };
            let chooser = Chooser::new(extractor, input, &mut self.seen);
            // Without the flag, each call until the end of the pass would find this wrapper again and make its
            // readings: 200 calls of 50 bytes allocated ninety times as much as one search.
            if chooser.needs_facts(&wrapper) {
                // The wrapper is found again after everything is collected.
                self.cursor = before;
                self.must_collect = true;
                continue;
            }
            let found = self.read(extractor, input, &wrapper);
            // At least one byte, or a budget might never run out.
            budget.spend(self.cursor.position().saturating_sub(start).max(1));
            // This cannot go below 0: the loop ends first if no candidate is left.
            budget.candidates -= 1;
            if let Some(found) = found.filter(|_| extractor.forms.contains(wrapper.form())) {
                return Step::Found(found);
            }
        }
    }
}

/// Adds a note to `found`, the URL of `wrapper`, if a `<` before it is not closed (W4), or if it reaches a bound or was
/// cut with dots (W8).
#[inline]
pub(super) fn add_notes(
    extractor: &Extractor,
    haystack: &[u8],
    wrapper: &Wrapper<'_>,
    found: &mut Found<'_>,
) {
    if extractor.scanner.is_unclosed(wrapper) {
        found.text_notes.push(FoundNote::WrapperUnclosed);
    }
    found.note_bounds();
    note_cut(haystack, wrapper, found);
}

/// Returns the offset at which the search goes on after a rejected wrapper. The text inside delimiters is
/// searched again for bare URLs (W9). A bare candidate is skipped: searching inside it again would take
/// quadratic time.
fn after_rejected(wrapper: &Wrapper<'_>) -> usize {
    let outer = wrapper.outer();
    if let Some((_, host)) = wrapper.host_after_break() {
        return host;
    }
    match wrapper.form() {
        Form::Bare | Form::Www | Form::Host | Form::Address | Form::Repaired => outer.end,
        _ => outer.start + 1,
    }
}
