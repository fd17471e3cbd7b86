//! From pointers to references and back: the only place that looks through a pointer.
//!
//! What cannot be checked is the caller's promise, and the header says it: a pointer that is not null
//! points to what its type says, a text has its length, and a handle was made here and not freed.

use core::ffi::c_char;
use core::mem::align_of;
use core::slice;

use super::abi::{
    URLSIFT_ERROR_BUFFER, URLSIFT_ERROR_LENGTH, URLSIFT_ERROR_NULL, URLSIFT_ERROR_UTF8,
    URLSIFT_ERROR_VALUE, URLSIFT_OK, urlsift_status,
};

/// The value that `pointer` points to, if it points to one.
///
/// # Safety
///
/// It is null, or points to a value that stays unchanged for `'t`.
pub(super) unsafe fn get<'t, T>(pointer: *const T) -> Result<&'t T, urlsift_status> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_ref() }.ok_or(URLSIFT_ERROR_NULL)
}

/// The same to change it.
///
/// # Safety
///
/// It is null, or points to a value that nobody else uses for `'t`.
pub(super) unsafe fn get_mut<'t, T>(pointer: *mut T) -> Result<&'t mut T, urlsift_status> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_mut() }.ok_or(URLSIFT_ERROR_NULL)
}

/// Writes `value` where `pointer` points to, which may be memory that was never written to.
///
/// # Safety
///
/// It is null, or points to memory for a `T` that nobody else uses.
pub(super) unsafe fn put<T>(pointer: *mut T, value: T) -> Result<(), urlsift_status> {
    if pointer.is_null() {
        return Err(URLSIFT_ERROR_NULL);
    }
    // SAFETY: as the caller says; nothing that was there is dropped.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Gives `value` to the caller as a handle.
///
/// # Safety
///
/// As [`put`].
pub(super) unsafe fn put_handle<T>(pointer: *mut *mut T, value: T) -> urlsift_status {
    let handle = Box::into_raw(Box::new(value));
    // SAFETY: as the caller says.
    match unsafe { put(pointer, handle) } {
        Ok(()) => URLSIFT_OK,
        Err(error) => {
            // SAFETY: it was made above, and nobody has it.
            unsafe { free(handle) };
            error
        }
    }
}

/// Frees a handle; nothing where it is null.
///
/// # Safety
///
/// It is null, or came from [`put_handle`], and is not used again.
pub(super) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: as the caller says.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// `len` items from `start` on, which may be null where there are none.
///
/// # Safety
///
/// `start` is null, or `len` items stand there and stay unchanged for `'t`.
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
    // SAFETY: as the caller says; it is aligned, not null, and no longer than a slice may be.
    Ok(unsafe { slice::from_raw_parts(start, len) })
}

/// The same as text in UTF-8.
///
/// # Safety
///
/// As [`items`].
pub(super) unsafe fn text<'t>(start: *const c_char, len: usize) -> Result<&'t str, urlsift_status> {
    // SAFETY: as the caller says; a `char` of C has the size and alignment of a byte.
    let bytes = unsafe { items(start.cast::<u8>(), len) }?;
    core::str::from_utf8(bytes).map_err(|_| URLSIFT_ERROR_UTF8)
}

/// The text of `len` code units; half of a pair of surrogates is U+FFFD in it.
///
/// # Safety
///
/// As [`items`].
pub(super) unsafe fn text_of_units(
    start: *const u16,
    len: usize,
) -> Result<String, urlsift_status> {
    // SAFETY: as the caller says.
    Ok(String::from_utf16_lossy(unsafe { items(start, len) }?))
}

/// Copies `made` to `buffer` if all of it has room there, and says in any case how long it is.
///
/// # Safety
///
/// `needed` as [`put`]; `buffer` is null or has room for `capacity` items that nobody else uses.
pub(super) unsafe fn copy_out<T: Copy>(
    made: &[T],
    buffer: *mut T,
    capacity: usize,
    needed: *mut usize,
) -> urlsift_status {
    // SAFETY: as the caller says.
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
    if !buffer.addr().is_multiple_of(align_of::<T>()) {
        return URLSIFT_ERROR_VALUE;
    }
    // SAFETY: there is room for it, as was compared, and what the caller may write to is not ours.
    unsafe { made.as_ptr().copy_to_nonoverlapping(buffer, made.len()) };
    URLSIFT_OK
}
