//! The handle of a search, which borrows the extractor and may borrow the text: iterators, segments and feeds.
//!
//! A handle of C has no lifetime. So the lifetimes of the caller's text and of the extractor are written as `'static`,
//! and nothing that borrows from them leaves the handle.

use std::sync::Arc;

use urlsift::Extractor;

use super::abi::{URLSIFT_ERROR_PANIC, urlsift_status};
use super::extractor::urlsift_extractor;
use super::pointer::{get, put_handle};

pub(super) struct SearchHandle<S> {
    /// `None` after a panic. Declared before `_extractor`, because fields are dropped in order and the search
    /// borrows the extractor.
    pub(super) search: Option<S>,
    /// Keeps the extractor alive if the caller frees its handle first.
    pub(super) _extractor: Arc<Extractor>,
}

impl<S> SearchHandle<S> {
    pub(super) fn get(&self) -> Result<&S, urlsift_status> {
        self.search.as_ref().ok_or(URLSIFT_ERROR_PANIC)
    }

    /// Takes the search out for `work`, and puts it back. If `work` panics, `None` remains, and so an inconsistent
    /// search is never used again.
    pub(super) fn with<T>(&mut self, work: impl FnOnce(&mut S) -> T) -> Result<T, urlsift_status> {
        let mut search = self.search.take().ok_or(URLSIFT_ERROR_PANIC)?;
        let done = work(&mut search);
        self.search = Some(search);
        Ok(done)
    }
}

/// Begins a search, and writes it to `handle` as a new handle, which `wrap` makes, or null if there is an error.
///
/// # Safety
///
/// `extractor` is null, or a handle that is not freed during the call; `handle` as for [`put`](super::pointer::put).
pub(super) unsafe fn start<S, T>(
    extractor: *const urlsift_extractor,
    handle: *mut *mut T,
    wrap: impl FnOnce(SearchHandle<S>) -> T,
    begin: impl FnOnce(&'static Extractor) -> Result<S, urlsift_status>,
) -> urlsift_status {
    let make = || {
        // SAFETY: the caller passes null or a handle that is not freed during the call.
        let shared = Arc::clone(&unsafe { get(extractor) }?.0);
        // SAFETY: the extractor lives as long as `shared`, and no code mutates the value inside the `Arc`. The search,
        // which borrows it, is dropped first.
        let search = Some(begin(unsafe { &*Arc::as_ptr(&shared) })?);
        Ok(wrap(SearchHandle { search, _extractor: shared }))
    };
    // SAFETY: the caller passes null or a pointer that may be written to.
    unsafe { put_handle(handle, make) }
}
