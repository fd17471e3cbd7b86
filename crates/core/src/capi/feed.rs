//! The search in a text that arrives in chunks (`urlsift_feed` in C).

use core::ffi::c_char;
use core::ptr::null_mut;
use std::sync::Arc;

use super::abi::{URLSIFT_ERROR_PANIC, URLSIFT_NONE, urlsift_input, urlsift_status};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::input::{Charset, bytes_of, input_of};
use super::iter::start;
use super::pointer::{free, get_mut, items, put, put_handle};
use crate::extract::extractor::Extractor;
use crate::extract::feed::Feed;

/// The handle of a search in chunks. It owns the text that it needs.
pub struct urlsift_feed {
    /// `None` after a panic. Declared before `_extractor`, and so dropped before the value that it borrows.
    feed: Option<Feed<'static, 'static, Charset>>,
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
        let input = if input.is_null() {
            // SAFETY: an empty text needs no pointer.
            unsafe { bytes_of(null_mut(), 0, 0, Charset::UTF_8) }?
        } else {
            // SAFETY: `urlsift.h` requires a text of that length. It is copied.
            unsafe { input_of(input) }?
        };
        let feed = Extractor::feed(extractor, input);
        let feed = Some(if window == 0 { feed } else { feed.window(window) });
        Ok(urlsift_feed { feed, _extractor: shared })
    };
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to.
    unsafe { start(extractor, feed, begin) }
}

/// Calls `change` with the search of a handle. It must not panic after it has changed the search.
///
/// # Safety
///
/// `feed` is null, or a handle that nothing else uses during the call.
unsafe fn change(
    feed: *mut urlsift_feed,
    change: impl FnOnce(&mut Feed<'static, 'static, Charset>) -> Result<(), urlsift_status>,
) -> urlsift_status {
    // SAFETY: the caller passes null or a handle that nothing else uses.
    let feed = || unsafe { get_mut(feed) }?.feed.as_mut().ok_or(URLSIFT_ERROR_PANIC);
    guard_status(|| change(feed()?))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_push(
    feed: *mut urlsift_feed,
    text: *const c_char,
    len: usize,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a text of that length.
    let text = || unsafe { items(text.cast::<u8>(), len) };
    // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
    unsafe { change(feed, |feed| text().map(|text| feed.push(text))) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_end(feed: *mut urlsift_feed) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
    unsafe {
        change(feed, |feed| {
            feed.end();
            Ok(())
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_next(
    feed: *mut urlsift_feed,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let next = || {
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(found, null_mut()) }?;
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let handle = unsafe { get_mut(feed) }?;
        // As in an iterator, a panic leaves `None`.
        let mut feed = handle.feed.take().ok_or(URLSIFT_ERROR_PANIC)?;
        let next = feed.next();
        handle.feed = Some(feed);
        Ok(next)
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
