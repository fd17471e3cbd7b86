//! Functions on a single URL or link text, and on the library itself.

use core::ffi::c_char;
use std::borrow::Cow;

use urlsift::extract::{Place, link_text_note};
use urlsift::internal::link_text_differs;
use urlsift::url::{display_url, is_hidden, normalize, peel, url_notes};
use urlsift::verdict::Validator;
use urlsift::{href, wrap};

use super::abi::{
    URLSIFT_ABI_VERSION, URLSIFT_DONE, URLSIFT_ERROR_BUFFER, URLSIFT_ERROR_LENGTH,
    URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC, URLSIFT_ERROR_UTF8, URLSIFT_ERROR_VALUE,
    URLSIFT_ERROR_WRAP, URLSIFT_NONE, URLSIFT_OK, URLSIFT_SPENT, urlsift_note, urlsift_place,
    urlsift_range, urlsift_status, urlsift_str,
};
use super::guard::{guard, guard_status};
use super::number::{FORMS, grammar};
use super::pointer::{copy_out, get_mut, items, put, text};

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
        URLSIFT_OK => "success",
        URLSIFT_DONE => "no more items",
        URLSIFT_SPENT => "the budget is spent; call again to continue",
        URLSIFT_NONE => "no result",
        URLSIFT_ERROR_NULL => "a required pointer is NULL",
        URLSIFT_ERROR_LENGTH => "a length exceeds the address space",
        URLSIFT_ERROR_VALUE => "a value is not valid",
        URLSIFT_ERROR_UTF8 => "a text is not valid UTF-8",
        URLSIFT_ERROR_BUFFER => "the buffer is too small",
        URLSIFT_ERROR_WRAP => "the URL cannot be wrapped",
        URLSIFT_ERROR_PANIC => "a bug in urlsift caused a panic",
        _ => "unknown status",
    })
}

/// A caller's buffer: its address, its capacity in bytes, and where to write how many bytes are needed.
type OutBuffer = (*mut c_char, usize, *mut usize);

/// Reads a URL in UTF-8 and copies the result of `make` to the caller's buffer.
///
/// # Safety
///
/// `url` as for [`text`], the buffer as for [`copy_out`].
unsafe fn make(
    (url, len): (*const c_char, usize),
    (buffer, capacity, needed): OutBuffer,
    make: impl FnOnce(&str) -> Result<String, urlsift_status>,
) -> urlsift_status {
    let run = || {
        // SAFETY: the caller passes null or memory for `needed`.
        unsafe { put(needed, 0) }?;
        // SAFETY: the caller passes `len` bytes.
        let made = make(unsafe { text(url, len) }?)?;
        // SAFETY: the caller passes null or a buffer with room for `capacity` bytes; a `char` of C has the size and
        // alignment of a byte.
        Ok(unsafe { copy_out(made.as_bytes(), buffer.cast(), capacity, needed) })
    };
    guard(URLSIFT_ERROR_PANIC, || run().unwrap_or_else(|error| error))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_peel(
    url: *const c_char,
    len: usize,
    range: *mut urlsift_range,
    form: *mut u32,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let peeled = peel(unsafe { text(url, len) }?);
        // SAFETY: `urlsift.h` requires pointers that may be written to.
        unsafe {
            put(form, FORMS.bit(peeled.form().name()))?;
            put(range, urlsift_range::of(peeled.range()))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_href(
    url: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let opened = |url: &str| href(url).map(Cow::into_owned).ok_or(URLSIFT_NONE);
    // SAFETY: `urlsift.h` requires a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), opened) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_display(
    url: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let shown = |url: &str| Ok(display_url(url));
    // SAFETY: `urlsift.h` requires a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), shown) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_normalize(
    url: *const c_char,
    len: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    let normal = |url: &str| Ok(normalize(url));
    // SAFETY: `urlsift.h` requires a text of that length and a buffer of that capacity.
    unsafe { make((url, len), (buffer, capacity, needed), normal) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_url_note(
    url: *const c_char,
    len: usize,
    index: usize,
    note: *mut urlsift_note,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let notes = url_notes(unsafe { text(url, len) }?);
        let found = notes.get(index).map(|note| urlsift_note::of(*note)).ok_or(URLSIFT_NONE)?;
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(note, found) }
    })
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
        let failure = Validator::new().url(url).failure(grammar);
        failure.map(|failure| failure.to_string()).ok_or(URLSIFT_NONE)
    };
    // SAFETY: `urlsift.h` requires a text of that length and a buffer of that capacity.
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
    // The status is the same if the message does not fit.
    let mut is_wrapped = true;
    let wrapped = |url: &str| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let wrapped = wrap(url, columns, unsafe { text(prefix, prefix_len) }?);
        is_wrapped = wrapped.is_ok();
        Ok(wrapped.unwrap_or_else(|error| error.to_string()))
    };
    // SAFETY: `urlsift.h` requires a text of that length and a buffer of that capacity.
    let status = unsafe { make((url, len), (buffer, capacity, needed), wrapped) };
    if is_wrapped { status } else { URLSIFT_ERROR_WRAP }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_link_text_note(
    shown: *const c_char,
    shown_len: usize,
    target: *const c_char,
    target_len: usize,
    note: *mut urlsift_note,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires texts of those lengths.
        let (shown, target) = unsafe { texts((shown, shown_len), (target, target_len)) }?;
        let found = link_text_note(shown, target).map(urlsift_note::of).ok_or(URLSIFT_NONE)?;
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(note, found) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_link_text_differs(
    shown: *const c_char,
    shown_len: usize,
    target: *const c_char,
    target_len: usize,
    differs: *mut bool,
) -> urlsift_status {
    guard_status(|| {
        // Callers that ignore the status get the warning.
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(differs, true) }?;
        // SAFETY: `urlsift.h` requires texts of those lengths.
        let (shown, target) = unsafe { texts((shown, shown_len), (target, target_len)) }?;
        // SAFETY: it was written to above.
        unsafe { put(differs, link_text_differs(shown, target)) }
    })
}

/// # Safety
///
/// As for [`text`].
unsafe fn texts<'t>(
    (shown, shown_len): (*const c_char, usize),
    (target, target_len): (*const c_char, usize),
) -> Result<(&'t str, &'t str), urlsift_status> {
    // SAFETY: as the caller promises.
    unsafe { Ok((text(shown, shown_len)?, text(target, target_len)?)) }
}

#[unsafe(no_mangle)]
pub extern "C" fn urlsift_is_hidden(code_point: u32) -> bool {
    guard(true, || char::from_u32(code_point).is_none_or(is_hidden))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_utf16_range(
    text: *const c_char,
    len: usize,
    bytes: urlsift_range,
    units: *mut urlsift_range,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let text = unsafe { items(text.cast::<u8>(), len) }?;
        let urlsift_range { start, end } = bytes;
        let (Some(before), Some(inside)) = (text.get(..start), text.get(start..end)) else {
            return Err(URLSIFT_ERROR_VALUE);
        };
        // A continuation byte begins no character. A character of four bytes has two code units.
        let units_of = |byte: &u8| usize::from(*byte & 0xC0 != 0x80) + usize::from(*byte >= 0xF0);
        let start = before.iter().map(units_of).sum();
        let end = start + inside.iter().map(units_of).sum::<usize>();
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(units, urlsift_range::of(start..end)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_place_move(
    text: *const c_char,
    len: usize,
    offset: usize,
    place: *mut urlsift_place,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a structure that nothing else uses during the call.
        let place = unsafe { get_mut(place) }?;
        // SAFETY: `urlsift.h` requires a text of that length.
        let text = unsafe { items(text.cast::<u8>(), len) }?;
        if offset > len || place.offset > len {
            return Err(URLSIFT_ERROR_VALUE);
        }
        let &mut urlsift_place { offset: from, line, column } = place;
        let mut moved = Place { offset: from, line, column };
        moved.move_to(text, offset);
        *place = urlsift_place { offset, line: moved.line, column: moved.column };
        Ok(())
    })
}
