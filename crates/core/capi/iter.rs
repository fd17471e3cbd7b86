//! The iterator over the URLs of a text, which can stop and go on.

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
use crate::{Budget, Extractor, FindIter, FindIterUtf16, Found, Input, InputUtf16, Step};

/// A search, which borrows the caller's text and the extractor beside it.
pub struct urlsift_iter {
    /// Gone after a panic. It is dropped before what it borrows, for fields are dropped in this order.
    search: Option<Search>,
    _extractor: Arc<Extractor>,
}

/// The header promises it.
const _: () = {
    const fn goes_to_any_thread<T: Send>() {}
    goes_to_any_thread::<urlsift_iter>();
};

/// `'static` is a lie about the text, which the caller holds, and no more than this may tell it.
enum Search {
    Bytes(FindIter<'static, 'static>),
    Units(FindIterUtf16<'static, 'static>),
}

impl Search {
    /// What it gives is free from the text, which is borrowed for longer than it may live.
    fn next_within(&mut self, budget: &mut Budget) -> Step<'static> {
        match self {
            Search::Bytes(links) => links.next_within(budget).map(Found::into_owned),
            Search::Units(links) => links.next_within(budget),
        }
    }

    /// As [`next_within`](Search::next_within).
    fn next(&mut self) -> Option<Found<'static>> {
        match self {
            Search::Bytes(links) => links.next().map(Found::into_owned),
            Search::Units(links) => links.next(),
        }
    }

    fn position(&self) -> usize {
        match self {
            Search::Bytes(links) => links.position(),
            Search::Units(links) => links.position(),
        }
    }
}

/// The extractor of `handle`, shared, and a reference to it that must not outlive what is shared.
///
/// # Safety
///
/// `handle` is null or a handle that is not freed meanwhile.
unsafe fn share(
    handle: *const urlsift_extractor,
) -> Result<(Arc<Extractor>, &'static Extractor), urlsift_status> {
    // SAFETY: as the caller says.
    let shared = Arc::clone(&unsafe { get(handle) }?.0);
    // SAFETY: it is alive as long as `shared`, which never hands it out to be changed.
    let extractor = unsafe { &*Arc::as_ptr(&shared) };
    Ok((shared, extractor))
}

/// The caller's bytes as what is searched.
///
/// # Safety
///
/// As [`items`]; the text is not used once the caller's promise ends.
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

/// The same for code units.
///
/// # Safety
///
/// As [`bytes_of`].
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
    /// Has `work` done with as much, and keeps what is left.
    pub(super) fn spend<T>(&mut self, work: impl FnOnce(&mut Budget) -> T) -> T {
        let mut left = Budget::bytes(self.bytes).and_candidates(self.candidates);
        let done = work(&mut left);
        (self.bytes, self.candidates) = left.left();
        done
    }
}

/// Gives a new handle to the caller: what `begin` makes of the extractor, and the extractor that it borrows.
///
/// # Safety
///
/// `extractor` as [`share`], `handle` as [`put`]; what `begin` makes is dropped before the extractor.
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
        // SAFETY: it was written to above.
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
        let search = Some(Search::Bytes(Extractor::find_iter(extractor, input()?)));
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
        let search = Some(Search::Units(Extractor::find_iter_utf16(extractor, input()?)));
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
        // SAFETY: the header asks for a handle that nobody else uses meanwhile.
        let iter = unsafe { get_mut(iter) }?;
        // SAFETY: the header asks for a budget that nobody else uses meanwhile, or null.
        let budget = unsafe { budget.as_mut() };
        // Put back when nothing went wrong.
        let mut search = iter.search.take().ok_or(URLSIFT_ERROR_PANIC)?;
        let step = match budget {
            Some(budget) => budget.spend(|left| search.next_within(left)),
            None => search.next().map_or(Step::Done, Step::Found),
        };
        iter.search = Some(search);
        Ok(step)
    };
    guard(URLSIFT_ERROR_PANIC, || match next() {
        // SAFETY: it was written to above.
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
        // SAFETY: the header asks for a handle that nobody else uses meanwhile.
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

    /// What a panic leaves behind.
    #[test]
    fn a_search_that_was_lost_is_not_asked_again() {
        let extractor = Arc::new(Extractor::new());
        let mut iter = urlsift_iter { search: None, _extractor: extractor };
        let (mut found, mut at) = (null_mut(), 7);
        for _ in 0..2 {
            // SAFETY: both are ours.
            let status = unsafe { urlsift_iter_next(&raw mut iter, null_mut(), &raw mut found) };
            assert_eq!((status, found.is_null()), (URLSIFT_ERROR_PANIC, true));
        }
        // SAFETY: both are ours.
        let status = unsafe { urlsift_iter_position(&raw const iter, &raw mut at) };
        assert_eq!((status, at), (URLSIFT_ERROR_PANIC, 7));
        // SAFETY: null is let pass.
        let status = unsafe { urlsift_iter_next(null_mut(), null_mut(), null_mut()) };
        assert_eq!(status, URLSIFT_ERROR_NULL);
    }
}
