//! Readings that end before a masked `@`, ` at ` (W8).

use alloc::borrow::Cow;
use alloc::vec;

use smallvec::smallvec;
use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Ground, Piece};
use urlsift_scanner::Wrapper;

use crate::decode::Decode;
use crate::extract::choose::Chooser;
use crate::found::Found;
use crate::reading::{Difference, Reading, Why};

impl<'h, D: Decode> Chooser<'_, 'h, D> {
    /// Adds to `found`, the URL of `wrapper`, the readings with another end: before its masked `@` at `mask`, and
    /// after the punctuation dropped from it.
    pub(super) fn add_ends(&self, wrapper: &Wrapper<'h>, mask: usize, found: &mut Found<'h>) {
        self.add_end_at_mask(wrapper, mask, found);
        if !wrapper.tail().is_empty() {
            self.add_joined_tail(found, wrapper.tail());
        }
    }

    /// Adds a reading of `wrapper` that ends before its masked `@` at `mask`, if that is a URL too (W8).
    fn add_end_at_mask(&self, wrapper: &Wrapper<'h>, mask: usize, found: &mut Found<'h>) {
        let range = wrapper.inner().start..mask;
        let url = &self.input.haystack[range.clone()];
        // A scheme that requires an address has no URL without one.
        let fits =
            wrapper.scheme().is_none_or(|scheme| scheme.kind.fits(&url[scheme.name.len() + 1..]));
        let candidate = self.candidate(Cow::Borrowed(url));
        if !fits || self.is_rejected(&candidate) {
            return;
        }
        let (kind, at) = (DoubtKind::End, mask);
        let doubt = Doubt { kind, at, chosen: Choice::Kept, ground: Ground::Default };
        let why = Why::Differs(vec![Difference { kind, at, choice: Choice::Dropped }]);
        let pieces = smallvec![Piece::Copied(range)];
        found.add_reading(Reading { url: candidate.url, pieces, why }, doubt);
    }
}
