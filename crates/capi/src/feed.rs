//! The search in a text that arrives in chunks (`urlsift_feed` in C).

use core::ffi::c_char;
use core::ptr::null;

use urlsift::Extractor;
use urlsift::extract::Feed;

use super::abi::{URLSIFT_NONE, urlsift_input, urlsift_status};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::handle::{SearchHandle, start};
use super::input::{CallerDecode, input_of};
use super::pointer::{free, get_mut, items, put_handle};

/// The handle of a search in chunks. It owns the text that it needs.
pub struct urlsift_feed(SearchHandle<Feed<'static, 'static, CallerDecode>>);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_new(
    extractor: *const urlsift_extractor,
    input: *const urlsift_input,
    window: usize,
    feed: *mut *mut urlsift_feed,
) -> urlsift_status {
    let begin = |extractor| {
        let empty = urlsift_input::utf_8(null(), 0, 0);
        // SAFETY: `urlsift.h` requires a text of that length, or null. The text is copied.
        let input = unsafe { input_of(if input.is_null() { &raw const empty } else { input }) }?;
        let feed = Extractor::feed(extractor, input);
        Ok(if window == 0 { feed } else { feed.window(window) })
    };
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to.
    unsafe { start(extractor, feed, urlsift_feed, begin) }
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
        unsafe { get_mut(feed) }?.0.with(|feed| feed.push(text))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_end(feed: *mut urlsift_feed) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
    guard_status(|| unsafe { get_mut(feed) }?.0.with(Feed::end))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_next(
    feed: *mut urlsift_feed,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let next = || {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call, or null.
        let next = unsafe { get_mut(feed) }?.0.with(Feed::next)?;
        next.map(urlsift_found::of).ok_or(URLSIFT_NONE)
    };
    // SAFETY: `urlsift.h` requires a pointer that may be written to.
    unsafe { put_handle(found, next) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_feed_free(feed: *mut urlsift_feed) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(feed) });
}
