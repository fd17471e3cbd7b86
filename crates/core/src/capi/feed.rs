//! The search in a text that arrives in chunks (`urlsift_feed` in C).

use core::ffi::c_char;
use core::ptr::{null, null_mut};
use std::sync::Arc;

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_NONE, urlsift_input, urlsift_status};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::input::{CallerDecode, input_of};
use super::iter::start;
use super::pointer::{free, get_mut, items, put, put_handle};
use crate::extract::extractor::Extractor;
use crate::extract::feed::Feed;

/// The handle of a search in chunks. It owns the text that it needs.
pub struct urlsift_feed {
    /// `None` after a panic. Declared before `_extractor`, and so dropped before the value that it borrows.
    feed: Option<Feed<'static, 'static, CallerDecode>>,
    _extractor: Arc<Extractor>,
}

// Compiles only if a feed may move between threads, as `urlsift.h` promises.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<urlsift_feed>();
};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_new(
    extractor: *const urlsift_extractor,
    input: *const urlsift_input,
    window: usize,
    feed: *mut *mut urlsift_feed,
) -> urlsift_status {
    let begin = |extractor, shared| {
        let empty = urlsift_input::utf_8(null(), 0, 0);
        // SAFETY: `urlsift.h` requires a text of that length, or null. The text is copied.
        let input = unsafe { input_of(if input.is_null() { &raw const empty } else { input }) }?;
        let feed = Extractor::feed(extractor, input);
        let feed = Some(if window == 0 { feed } else { feed.window(window) });
        Ok(urlsift_feed { feed, _extractor: shared })
    };
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to.
    unsafe { start(extractor, feed, begin) }
}

/// Returns the result of `work` on the search of a handle. A panic leaves `None`, as in an iterator.
///
/// # Safety
///
/// `feed` is null, or a handle that nothing else uses during the call.
unsafe fn with<T>(
    feed: *mut urlsift_feed,
    work: impl FnOnce(&mut Feed<'static, 'static, CallerDecode>) -> T,
) -> Result<T, urlsift_status> {
    // SAFETY: the caller passes null or a handle that nothing else uses.
    let handle = unsafe { get_mut(feed) }?;
    let mut feed = handle.feed.take().ok_or(URLSIFT_ERROR_PANIC)?;
    let done = work(&mut feed);
    handle.feed = Some(feed);
    Ok(done)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_push(
    feed: *mut urlsift_feed,
    text: *const c_char,
    len: usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let text = unsafe { items(text.cast::<u8>(), len) }?;
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
        unsafe { with(feed, |feed| feed.push(text)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_end(feed: *mut urlsift_feed) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
    guard_status(|| unsafe { with(feed, Feed::end) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_next(
    feed: *mut urlsift_feed,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let next = || {
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(found, null_mut()) }?;
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
        unsafe { with(feed, Feed::next) }
    };
    guard(URLSIFT_ERROR_PANIC, || match next() {
        // SAFETY: the closure above wrote to it.
        Ok(Some(next)) => unsafe { put_handle(found, urlsift_found::of(next)) },
        Ok(None) => URLSIFT_NONE,
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_free(feed: *mut urlsift_feed) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(feed) });
}
