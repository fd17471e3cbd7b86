//! The iterator over the URLs of a text, which can stop and resume.

use core::ffi::c_char;
use core::ptr::null_mut;
use std::sync::Arc;

use super::abi::{
    URLSIFT_DONE, URLSIFT_ERROR_PANIC, URLSIFT_SPENT, soft_breaks, urlsift_budget, urlsift_status,
};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::pointer::{free, get, get_mut, items, put, put_handle};
use crate::extract::extractor::Extractor;
use crate::extract::find_iter::FindIter;
use crate::extract::search::{Budget, Step};
use crate::found::Found;
use crate::input::Input;
use crate::utf16::{FindIterUtf16, InputUtf16};

/// A search. It borrows the caller's text and holds the extractor that it borrows from.
pub struct urlsift_iter {
    /// `None` after a panic. Declared before `_extractor`, and so dropped before the value that it borrows.
    search: Option<UrlSearch>,
    _extractor: Arc<Extractor>,
}

/// The header promises that an iterator may move between threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<urlsift_iter>();
};

/// The lifetime of the caller's text is unknown and written as `'static`. No borrow of the text may leave this type.
enum UrlSearch {
    Bytes(FindIter<'static, 'static>),
    Units(FindIterUtf16<'static, 'static>),
}

impl UrlSearch {
    /// Returns an owned result, because the caller's text may be freed before it.
    fn next_within(&mut self, budget: &mut Budget) -> Step<'static> {
        match self {
            UrlSearch::Bytes(links) => links.next_within(budget).map(Found::into_owned),
            UrlSearch::Units(links) => links.next_within(budget),
        }
    }

    /// Like [`next_within`](UrlSearch::next_within), without a budget.
    fn next(&mut self) -> Option<Found<'static>> {
        match self {
            UrlSearch::Bytes(links) => links.next().map(Found::into_owned),
            UrlSearch::Units(links) => links.next(),
        }
    }

    fn position(&self) -> usize {
        match self {
            UrlSearch::Bytes(links) => links.position(),
            UrlSearch::Units(links) => links.position(),
        }
    }
}

/// Returns a shared owner of the extractor, and a reference that must not outlive that owner.
///
/// # Safety
///
/// `handle` is null, or a handle that is not freed during the call.
unsafe fn share(
    handle: *const urlsift_extractor,
) -> Result<(Arc<Extractor>, &'static Extractor), urlsift_status> {
    // SAFETY: as the caller says.
    let shared = Arc::clone(&unsafe { get(handle) }?.0);
    // SAFETY: the extractor lives as long as `shared`, and no code mutates the value inside the `Arc`.
    let extractor = unsafe { &*Arc::as_ptr(&shared) };
    Ok((shared, extractor))
}

/// Returns the caller's bytes as a search input.
///
/// # Safety
///
/// The same as for [`items`]; the input must not be used after the caller may free the text.
pub(super) unsafe fn bytes_of(
    text: *const c_char,
    len: usize,
    soft: u32,
) -> Result<Input<'static>, urlsift_status> {
    // SAFETY: as the caller says.
    let input = Input::new(unsafe { items(text.cast::<u8>(), len) }?);
    Ok(match soft_breaks(soft)? {
        Some(soft_breaks) => input.soft_breaks(soft_breaks),
        None => input,
    })
}

/// Returns the caller's UTF-16 code units as a search input.
///
/// # Safety
///
/// The same as for [`bytes_of`].
pub(super) unsafe fn units_of(
    text: *const u16,
    len: usize,
    soft: u32,
) -> Result<InputUtf16<'static>, urlsift_status> {
    // SAFETY: as the caller says.
    let input = InputUtf16::new(unsafe { items(text, len) }?);
    Ok(match soft_breaks(soft)? {
        Some(soft_breaks) => input.soft_breaks(soft_breaks),
        None => input,
    })
}

impl urlsift_budget {
    /// Runs `work` within this budget and writes back what is left of it.
    pub(super) fn spend<T>(&mut self, work: impl FnOnce(&mut Budget) -> T) -> T {
        let mut left = Budget::bytes(self.bytes).and_candidates(self.candidates);
        let done = work(&mut left);
        (self.bytes, self.candidates) = left.left();
        done
    }
}

/// Creates a handle from the extractor with `begin`, and gives it to the caller.
///
/// # Safety
///
/// `extractor` as for [`share`], `handle` as for [`put`]. The value that `begin` returns must drop its borrow
/// of the extractor before the `Arc`.
pub(super) unsafe fn start<T>(
    extractor: *const urlsift_extractor,
    handle: *mut *mut T,
    begin: impl FnOnce(&'static Extractor, Arc<Extractor>) -> Result<T, urlsift_status>,
) -> urlsift_status {
    let make = || {
        // SAFETY: as the caller says.
        unsafe { put(handle, null_mut()) }?;
        // SAFETY: as the caller says; both go into the handle, the reference to be dropped first.
        let (shared, extractor) = unsafe { share(extractor) }?;
        begin(extractor, shared)
    };
    guard(URLSIFT_ERROR_PANIC, || match make() {
        // SAFETY: as the caller says; `begin` moves both into the handle, which drops the reference first.
        Ok(made) => unsafe { put_handle(handle, made) },
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_new(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    soft_breaks: u32,
    iter: *mut *mut urlsift_iter,
) -> urlsift_status {
    // SAFETY: the header asks for a text that stays until the iterator is freed.
    let input = || unsafe { bytes_of(text, len, soft_breaks) };
    let begin = |extractor, shared| {
        let search = Some(UrlSearch::Bytes(Extractor::find_iter(extractor, input()?)));
        Ok(urlsift_iter { search, _extractor: shared })
    };
    // SAFETY: the header asks for a handle, and for a pointer that may be written to.
    unsafe { start(extractor, iter, begin) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_new_utf16(
    extractor: *const urlsift_extractor,
    text: *const u16,
    len: usize,
    soft_breaks: u32,
    iter: *mut *mut urlsift_iter,
) -> urlsift_status {
    // SAFETY: the header asks for a text that stays until the iterator is freed.
    let input = || unsafe { units_of(text, len, soft_breaks) };
    let begin = |extractor, shared| {
        let search = Some(UrlSearch::Units(Extractor::find_iter_utf16(extractor, input()?)));
        Ok(urlsift_iter { search, _extractor: shared })
    };
    // SAFETY: the header asks for a handle, and for a pointer that may be written to.
    unsafe { start(extractor, iter, begin) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_next(
    iter: *mut urlsift_iter,
    budget: *mut urlsift_budget,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let next = || {
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(found, null_mut()) }?;
        // SAFETY: the header asks for a handle that nothing else uses during the call.
        let iter = unsafe { get_mut(iter) }?;
        // SAFETY: the header asks for a budget that nothing else uses during the call, or null.
        let budget = unsafe { budget.as_mut() };
        // Put back below unless the search panics.
        let mut search = iter.search.take().ok_or(URLSIFT_ERROR_PANIC)?;
        let step = match budget {
            Some(budget) => budget.spend(|left| search.next_within(left)),
            None => search.next().map_or(Step::Done, Step::Found),
        };
        iter.search = Some(search);
        Ok(step)
    };
    guard(URLSIFT_ERROR_PANIC, || match next() {
        // SAFETY: the closure above wrote to it.
        Ok(Step::Found(next)) => unsafe { put_handle(found, urlsift_found::of(next)) },
        Ok(Step::Spent) => URLSIFT_SPENT,
        Ok(Step::Done) => URLSIFT_DONE,
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_position(
    iter: *const urlsift_iter,
    position: *mut usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: the header asks for a handle that nothing else uses during the call.
        let iter = unsafe { get(iter) }?;
        let search = iter.search.as_ref().ok_or(URLSIFT_ERROR_PANIC)?;
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(position, search.position()) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_free(iter: *mut urlsift_iter) {
    // SAFETY: the header asks for a handle that is freed once, or null.
    guard((), || unsafe { free(iter) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capi::abi::URLSIFT_ERROR_NULL;

    /// A panic leaves `search` empty.
    #[test]
    fn an_iterator_reports_the_panic_again_after_a_panic() {
        let extractor = Arc::new(Extractor::new());
        let mut iter = urlsift_iter { search: None, _extractor: extractor };
        let (mut found, mut at) = (null_mut(), 7);
        for _ in 0..2 {
            // SAFETY: both point to locals.
            let status = unsafe { urlsift_iter_next(&raw mut iter, null_mut(), &raw mut found) };
            assert_eq!((status, found.is_null()), (URLSIFT_ERROR_PANIC, true));
        }
        // SAFETY: both point to locals.
        let status = unsafe { urlsift_iter_position(&raw const iter, &raw mut at) };
        assert_eq!((status, at), (URLSIFT_ERROR_PANIC, 7));
        // SAFETY: null pointers are accepted.
        let status = unsafe { urlsift_iter_next(null_mut(), null_mut(), null_mut()) };
        assert_eq!(status, URLSIFT_ERROR_NULL);
    }
}
