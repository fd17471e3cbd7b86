//! What is asked of a URL alone, and of the library.

use core::ffi::c_char;

use super::abi::{
    URLSIFT_ABI_VERSION, URLSIFT_DONE, URLSIFT_ERROR_BUFFER, URLSIFT_ERROR_LENGTH,
    URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC, URLSIFT_ERROR_UTF8, URLSIFT_ERROR_VALUE,
    URLSIFT_ERROR_WRAP, URLSIFT_NONE, URLSIFT_OK, URLSIFT_SPENT, grammar, urlsift_status,
    urlsift_str,
};
use super::guard::guard;
use super::pointer::{copy_out, put, text};
use crate::{Validator, display_url, href, is_hidden, link_text_differs, wrap};

#[unsafe(no_mangle)]
pub extern "C" fn urlsift_abi_version() -> u32 {
    URLSIFT_ABI_VERSION
}

#[unsafe(no_mangle)]
pub extern "C" fn urlsift_version() -> urlsift_str {
    urlsift_str::of(env!("CARGO_PKG_VERSION"))
}

#[unsafe(no_mangle)]
pub extern "C" fn urlsift_status_text(status: urlsift_status) -> urlsift_str {
    urlsift_str::of(match status {
        URLSIFT_OK => "it is done",
        URLSIFT_DONE => "there is no more",
        URLSIFT_SPENT => "the budget is spent",
        URLSIFT_NONE => "there is none",
        URLSIFT_ERROR_NULL => "a pointer is null that must not be",
        URLSIFT_ERROR_LENGTH => "a length is more than memory has",
        URLSIFT_ERROR_VALUE => "a value is none of those that there are",
        URLSIFT_ERROR_UTF8 => "a text is not UTF-8",
        URLSIFT_ERROR_BUFFER => "the buffer is too small",
        URLSIFT_ERROR_WRAP => "the URL cannot be wrapped",
        URLSIFT_ERROR_PANIC => "a bug in urlsift was met",
        _ => "there is no such status",
    })
}

/// Reads the URL, and gives what `make` makes of it.
///
/// # Safety
///
/// `url` as [`text`], the buffer as [`copy_out`].
unsafe fn make(
    (url, len): (*const c_char, usize),
    (buffer, capacity, needed): (*mut c_char, usize, *mut usize),
    make: impl FnOnce(&str) -> Result<(String, urlsift_status), urlsift_status>,
) -> urlsift_status {
    let run = || {
        // SAFETY: as the caller says.
        unsafe { put(needed, 0) }?;
        // SAFETY: as the caller says.
        let url = unsafe { text(url, len) }?;
        let (made, status) = make(url)?;
        // SAFETY: as the caller says.
        let copied = unsafe { copy_out(&made, buffer, capacity, needed) };
        Ok(if status == URLSIFT_OK { copied } else { status })
    };
    guard(URLSIFT_ERROR_PANIC, || run().unwrap_or_else(|error| error))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_href(
    url: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let of = |url: &str| {
        let href = href(url).ok_or(URLSIFT_NONE)?;
        Ok((href.into_owned(), URLSIFT_OK))
    };
    // SAFETY: the header asks for a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), of) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_display(
    url: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    // SAFETY: the header asks for a text of that length and a buffer of that capacity.
    unsafe {
        make((url, len), (buffer, capacity, needed), |url| Ok((display_url(url), URLSIFT_OK)))
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_explain(
    url: *const c_char,
    len: usize,
    grammar_bit: u32,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let explain = |url: &str| {
        let grammar = grammar(grammar_bit).ok_or(URLSIFT_ERROR_VALUE)?;
        let failure = Validator::new().url(url).failure(grammar).ok_or(URLSIFT_NONE)?;
        Ok((failure.to_string(), URLSIFT_OK))
    };
    // SAFETY: the header asks for a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), explain) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_wrap(
    url: *const c_char,
    len: usize,
    columns: usize,
    prefix: *const c_char,
    prefix_len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let wrapped = |url: &str| {
        // SAFETY: the header asks for a text of that length.
        let prefix = unsafe { text(prefix, prefix_len) }?;
        Ok(match wrap(url, columns, prefix) {
            Ok(wrapped) => (wrapped, URLSIFT_OK),
            Err(error) => (error.to_string(), URLSIFT_ERROR_WRAP),
        })
    };
    // SAFETY: the header asks for a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), wrapped) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_link_text_differs(
    shown: *const c_char,
    shown_len: usize,
    target: *const c_char,
    target_len: usize,
    differs: *mut bool,
) -> urlsift_status {
    let compare = || {
        // Whoever does not look at the status is warned.
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(differs, true) }?;
        // SAFETY: the header asks for a text of that length.
        let shown = unsafe { text(shown, shown_len) }?;
        // SAFETY: the same.
        let target = unsafe { text(target, target_len) }?;
        // SAFETY: it was written to above.
        unsafe { put(differs, link_text_differs(shown, target)) }
    };
    guard(URLSIFT_ERROR_PANIC, || compare().map_or_else(|error| error, |()| URLSIFT_OK))
}

#[unsafe(no_mangle)]
pub extern "C" fn urlsift_is_hidden(code_point: u32) -> bool {
    guard(true, || char::from_u32(code_point).is_none_or(is_hidden))
}
