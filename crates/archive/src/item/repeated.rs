//! The texts that each row of an item repeats, and the limit on their total length (A5).
//!
//! A message of 8 MB may have a million URLs and a subject of 2,048 bytes, which would make 2 GB of rows. So the texts
//! are cut after they have cost many times the size of the message. Only the number of the URL in its item decides.

use std::cell::{Cell, OnceCell};

use crate::cut::window::Name;
use crate::mail::{MAX_CUT_TEXT_BYTES, Origin, truncated_to};

/// The bytes that the texts of a group may cost for each byte of the item. No row of the test archives is cut by it.
const LIMIT_PER_BYTE: usize = 32;

/// The bytes that they may cost in any item.
const MIN_LIMIT_BYTES: usize = 1 << 12;

/// The names of source and member, and the facts about the message. The limit holds for both groups, each by itself.
#[derive(Debug)]
pub(super) struct RepeatedTexts<'s> {
    name: &'s Name,
    limit: usize,
    urls: Cell<usize>,
    cut_name: OnceCell<Name>,
    cut_origin: OnceCell<Origin>,
    is_cut: Cell<bool>,
}

impl<'s> RepeatedTexts<'s> {
    pub(super) fn new(name: &'s Name, len: usize) -> RepeatedTexts<'s> {
        RepeatedTexts {
            name,
            limit: len.saturating_mul(LIMIT_PER_BYTE).saturating_add(MIN_LIMIT_BYTES),
            urls: Cell::new(0),
            cut_name: OnceCell::new(),
            cut_origin: OnceCell::new(),
            is_cut: Cell::new(false),
        }
    }

    /// Counts a URL. The other methods then return the texts for its row.
    #[inline]
    pub(super) fn count_url(&self) {
        self.urls.set(self.urls.get() + 1);
    }

    #[inline]
    fn is_over(&self, bytes: usize) -> bool {
        self.urls.get().saturating_mul(bytes) > self.limit
    }

    #[inline]
    pub(super) fn name(&self) -> &Name {
        let Name { source, member, .. } = self.name;
        let bytes = source.len() + member.as_ref().map_or(0, String::len);
        if self.is_over(bytes) { self.cut_name() } else { self.name }
    }

    /// Reports whether a text of the name, or of metadata of `bytes` bytes, may be cut in the row of this URL.
    pub(super) fn may_cut(&self, bytes: usize) -> bool {
        let Name { source, member, .. } = self.name;
        self.is_over(bytes.max(source.len() + member.as_ref().map_or(0, String::len)))
    }

    #[cold]
    fn cut_name(&self) -> &Name {
        self.cut_name.get_or_init(|| {
            let cut = |text: &String| truncated_to(text.clone(), MAX_CUT_TEXT_BYTES);
            let Name { source, member, .. } = self.name;
            let name =
                Name { source: cut(source), member: member.as_ref().map(cut), ..self.name.clone() };
            self.note(name != *self.name);
            name
        })
    }

    /// Returns `origin`, which has `bytes` bytes, or a short one.
    pub(super) fn origin<'o>(&'o self, origin: &'o Origin, bytes: usize) -> &'o Origin {
        if !self.is_over(bytes) {
            return origin;
        }
        self.cut_origin.get_or_init(|| {
            let cut = origin.cut();
            self.note(cut != *origin);
            cut
        })
    }

    fn note(&self, is_cut: bool) {
        self.is_cut.set(self.is_cut.get() || is_cut);
    }

    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.get()
    }
}
