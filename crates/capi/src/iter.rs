//! The iterator over the URLs of a text (`urlsift_iter` in C).

use core::ffi::c_char;

use urlsift::Extractor;
use urlsift::extract::{Budget, FindIter, Step};

use super::abi::{
    URLSIFT_DONE, URLSIFT_ERROR_PANIC, URLSIFT_SPENT, urlsift_budget, urlsift_input, urlsift_status,
};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::handle::{SearchHandle, start};
use super::input::{CallerDecode, input_of};
use super::pointer::{free, get, get_mut, put, put_handle};

pub struct urlsift_iter(SearchHandle<UrlSearch>);

type UrlSearch = FindIter<'static, 'static, CallerDecode>;

/// The result is owned, because the caller may free the text before it.
fn step(search: &mut UrlSearch, budget: Option<&mut Budget>) -> Step<'static> {
    let step = match budget {
        Some(budget) => search.next_within(budget),
        None => search.next().map_or(Step::Done, Step::Found),
    };
    match step {
        Step::Found(found) => Step::Found(found.into_owned()),
        Step::Spent => Step::Spent,
        Step::Done => Step::Done,
    }
}

pub(super) fn spend<T>(
    budget: Option<&mut urlsift_budget>,
    work: impl FnOnce(Option<&mut Budget>) -> T,
) -> T {
    let Some(budget) = budget else { return work(None) };
    let mut left = Budget::bytes(budget.bytes).and_candidates(budget.candidates);
    let done = work(Some(&mut left));
    (budget.bytes, budget.candidates) = left.left();
    done
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_new(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    soft_breaks: u32,
    iter: *mut *mut urlsift_iter,
) -> urlsift_status {
    let input = urlsift_input::utf_8(text, len, soft_breaks);
    // SAFETY: the requirements are the same.
    unsafe { urlsift_iter_new_input(extractor, &raw const input, iter) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_new_input(
    extractor: *const urlsift_extractor,
    input: *const urlsift_input,
    iter: *mut *mut urlsift_iter,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a text that stays until the iterator is freed.
    let input = || unsafe { input_of(input) };
    let begin = |extractor| Ok(Extractor::find_iter(extractor, input()?));
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to.
    unsafe { start(extractor, iter, urlsift_iter, begin) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_next(
    iter: *mut urlsift_iter,
    budget: *mut urlsift_budget,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let next = || {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let iter = unsafe { get_mut(iter) }?;
        // SAFETY: `urlsift.h` requires a budget that nothing else uses during the call, or null.
        let budget = unsafe { budget.as_mut() };
        match iter.0.with(|search| spend(budget, |left| step(search, left)))? {
            Step::Found(next) => Ok(urlsift_found::of(next)),
            Step::Spent => Err(URLSIFT_SPENT),
            Step::Done => Err(URLSIFT_DONE),
        }
    };
    // SAFETY: `urlsift.h` requires a pointer that may be written to.
    unsafe { put_handle(found, next) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_position(
    iter: *const urlsift_iter,
    position: *mut usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let search = unsafe { get(iter) }?.0.get()?;
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(position, search.position()) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_start_at(
    iter: *mut urlsift_iter,
    position: usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let SearchHandle { search, .. } = &mut unsafe { get_mut(iter) }?.0;
        *search = Some(search.take().ok_or(URLSIFT_ERROR_PANIC)?.starting_at(position));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_iter_free(iter: *mut urlsift_iter) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(iter) });
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;
    use std::sync::Arc;

    use super::*;
    use crate::abi::URLSIFT_ERROR_NULL;

    /// A panic leaves `search` empty.
    #[test]
    fn an_iterator_reports_the_panic_again_after_a_panic() {
        let extractor = Arc::new(Extractor::new());
        let mut iter = urlsift_iter(SearchHandle { search: None, _extractor: extractor });
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
