//! Conversions between raw pointers and references, with the checks that can be made.
//!
//! Null, alignment, length and UTF-8 are checked here. The rest is the caller's promise, stated in `urlsift.h`: a
//! non-null pointer points to a value of its type, a text has its length, and a handle is not yet freed.

use core::ffi::c_char;
use core::mem::align_of;
use core::ptr::null_mut;
use core::slice;

use super::abi::{
    URLSIFT_ERROR_BUFFER, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_NULL, URLSIFT_ERROR_UTF8,
    URLSIFT_ERROR_VALUE, URLSIFT_OK, urlsift_status,
};
use super::guard::guard_status;

/// Returns a reference to the value that `pointer` points to, or `URLSIFT_ERROR_NULL`.
///
/// # Safety
///
/// `pointer` is null, or points to a value that does not change during `'t`.
pub(super) unsafe fn get<'t, T>(pointer: *const T) -> Result<&'t T, urlsift_status> {
    // SAFETY: the caller passes null or a value that does not change during `'t`.
    unsafe { pointer.as_ref() }.ok_or(URLSIFT_ERROR_NULL)
}

/// Like [`get`], for a value to change.
///
/// # Safety
///
/// `pointer` is null, or points to a value that nothing else accesses during `'t`.
pub(super) unsafe fn get_mut<'t, T>(pointer: *mut T) -> Result<&'t mut T, urlsift_status> {
    // SAFETY: the caller passes null or a value that nothing else accesses during `'t`.
    unsafe { pointer.as_mut() }.ok_or(URLSIFT_ERROR_NULL)
}

/// Writes `value` to `pointer` without reading or dropping the old value, so the memory may be uninitialised.
///
/// # Safety
///
/// `pointer` is null, or points to memory for a `T` that nothing else accesses.
pub(super) unsafe fn put<T>(pointer: *mut T, value: T) -> Result<(), urlsift_status> {
    if pointer.is_null() {
        return Err(URLSIFT_ERROR_NULL);
    }
    // SAFETY: the caller passes memory for a `T`; `write` does not drop the old value.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes the value that `make` returns to `pointer` as a new handle. Writes null if there is an error.
///
/// # Safety
///
/// The same as for [`put`].
pub(super) unsafe fn put_handle<T>(
    pointer: *mut *mut T,
    make: impl FnOnce() -> Result<T, urlsift_status>,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: the caller passes null or memory for a pointer.
        unsafe { put(pointer, null_mut()) }?;
        let handle = Box::into_raw(Box::new(make()?));
        // SAFETY: it was written to above.
        unsafe { put(pointer, handle) }
    })
}

/// Frees a handle, if it is not null.
///
/// # Safety
///
/// `handle` is null, or was made by [`put_handle`] and is not used again.
pub(super) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: `put_handle` made the handle with `Box::into_raw`, and the caller does not use it again.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Returns `len` items from `start` on. `start` may be null if `len` is 0.
///
/// # Safety
///
/// `start` is null, or points to `len` items that do not change during `'t`.
pub(super) unsafe fn items<'t, T>(start: *const T, len: usize) -> Result<&'t [T], urlsift_status> {
    if len == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(URLSIFT_ERROR_NULL);
    }
    if len.checked_mul(size_of::<T>()).is_none_or(|size| size > isize::MAX.unsigned_abs()) {
        return Err(URLSIFT_ERROR_LENGTH);
    }
    if !start.addr().is_multiple_of(align_of::<T>()) {
        return Err(URLSIFT_ERROR_VALUE);
    }
    // SAFETY: the caller passes `len` items that do not change during `'t`. They are aligned and at most
    // `isize::MAX` bytes.
    Ok(unsafe { slice::from_raw_parts(start, len) })
}

/// Returns `len` bytes from `start` on as UTF-8 text.
///
/// # Safety
///
/// The same as for [`items`].
pub(super) unsafe fn text<'t>(start: *const c_char, len: usize) -> Result<&'t str, urlsift_status> {
    // SAFETY: the caller passes `len` bytes that do not change during `'t`; a `char` of C has the size and
    // alignment of a byte.
    let bytes = unsafe { items(start.cast::<u8>(), len) }?;
    core::str::from_utf8(bytes).map_err(|_| URLSIFT_ERROR_UTF8)
}

/// Writes the length of `made` to `needed`, and copies all of `made` to `buffer` if it fits.
///
/// # Safety
///
/// `needed` as for [`put`]; `buffer` is null or has room for `capacity` bytes that nothing else accesses.
pub(super) unsafe fn copy_out(
    made: &[u8],
    buffer: *mut u8,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    // SAFETY: the caller passes null or memory for a `usize`.
    if let Err(error) = unsafe { put(needed, made.len()) } {
        return error;
    }
    if made.len() > capacity {
        return URLSIFT_ERROR_BUFFER;
    }
    if made.is_empty() {
        return URLSIFT_OK;
    }
    if buffer.is_null() {
        return URLSIFT_ERROR_NULL;
    }
    // SAFETY: `capacity` was compared above, and the caller's buffer cannot overlap memory of this library.
    unsafe { made.as_ptr().copy_to_nonoverlapping(buffer, made.len()) };
    URLSIFT_OK
}
