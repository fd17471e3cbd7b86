//! The extractor (`urlsift_extractor` in C): built once, usable from all threads. Also reads whole texts as one URL.

use std::sync::Arc;

use urlsift::extract::{ExtractorBuilder, SchemeSet, Utf8};
use urlsift::{Extractor, Found};

use super::abi::{URLSIFT_ERROR_VALUE, URLSIFT_NONE, urlsift_options, urlsift_status, urlsift_str};
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::number::{EXTRAS, FORMS, JOINS, PROFILES};
use super::pointer::{free, get, items, put, put_handle, text};

use core::ffi::c_char;

/// A handle on an extractor. Iterators share ownership, so the handle may be freed before them.
pub struct urlsift_extractor(pub(super) Arc<Extractor>);

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_extractor_new(
    options: *const urlsift_options,
    extractor: *mut *mut urlsift_extractor,
) -> urlsift_status {
    let built = || {
        // SAFETY: `urlsift.h` requires options, or null.
        // The only error of `get` is a null pointer, which selects the defaults.
        let Ok(options) = (unsafe { get(options) }) else { return Ok(Extractor::new()) };
        let builder = builder(options).ok_or(URLSIFT_ERROR_VALUE)?;
        // SAFETY: `urlsift.h` requires arrays of these lengths.
        let own = unsafe { schemes(options.own_schemes, options.own_schemes_count) }?;
        // SAFETY: as above.
        let only = unsafe { schemes(options.only_schemes, options.only_schemes_count) }?;
        let builder = builder.own_schemes(own);
        // An empty list of a program must not open all schemes.
        let has_only = !options.only_schemes.is_null();
        Ok(if has_only { builder.only_schemes(only) } else { builder }.build())
    };
    // SAFETY: `urlsift.h` requires a pointer that may be written to.
    unsafe { put_handle(extractor, || built().map(|built| urlsift_extractor(Arc::new(built)))) }
}

/// Returns the schemes of an array of names.
///
/// # Safety
///
/// `names` as for [`items`], and each name as for [`text`].
unsafe fn schemes(names: *const urlsift_str, count: usize) -> Result<SchemeSet, urlsift_status> {
    let mut schemes = SchemeSet::new();
    // SAFETY: the caller passes an array of that length.
    for name in unsafe { items(names, count) }? {
        // SAFETY: each string has its length.
        let name = unsafe { text(name.ptr, name.len) }?;
        schemes.add(name).map_err(|_| URLSIFT_ERROR_VALUE)?;
    }
    Ok(schemes)
}

/// Returns the builder for `options`, except their schemes, or `None` if the size or a value is wrong.
fn builder(options: &urlsift_options) -> Option<ExtractorBuilder> {
    let mut builder = Extractor::builder();
    if options.size != size_of::<urlsift_options>() {
        return None;
    }
    // In every option 0 means the default, so that C code can begin with a zeroed structure.
    if options.forms != 0 {
        builder = builder.forms(FORMS.set(options.forms)?);
    }
    if options.join != 0 {
        builder = builder.join(JOINS.value(options.join)?);
    }
    let flag = |number: u32| (number < 2).then_some(number == 1);
    builder = builder.extras(EXTRAS.set(options.extras)?);
    builder = builder.profile(PROFILES.value(options.profile)?);
    builder = builder.ascii_only(flag(options.ascii_only)?).as_written(flag(options.as_written)?);
    Some(builder)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_extractor_free(extractor: *mut urlsift_extractor) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(extractor) });
}

/// Writes the URL that `find` returns for a text to `found`, as a new handle. Writes null if there is none.
///
/// # Safety
///
/// `extractor` is null, or a handle that is not freed during the call; the text as for [`items`], and `found` as for
/// [`put_handle`].
unsafe fn find_one(
    extractor: *const urlsift_extractor,
    (text, len): (*const c_char, usize),
    found: *mut *mut urlsift_found,
    find: impl for<'t> FnOnce(&Extractor, &'t [u8]) -> Option<Found<'t>>,
) -> urlsift_status {
    let find = || {
        // SAFETY: the caller passes null or a handle that is not freed during the call.
        let extractor = unsafe { get(extractor) }?;
        // SAFETY: the caller passes a text of that length.
        let found = find(&extractor.0, unsafe { items(text.cast(), len) }?);
        found.map(|found| urlsift_found::of(found.into_owned())).ok_or(URLSIFT_NONE)
    };
    // SAFETY: the caller passes null or a pointer that may be written to.
    unsafe { put_handle(found, find) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_whole(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle, a text of that length, and a pointer that may be written to.
    unsafe {
        find_one(extractor, (text, len), found, |extractor, text| {
            extractor.find_whole::<Utf8>(text)
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_at(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    position: usize,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle, a text of that length, and a pointer that may be written to.
    unsafe {
        find_one(extractor, (text, len), found, |extractor, text| {
            extractor.find_at::<Utf8>(text, position)
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_find_around(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    position: usize,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a handle, a text of that length, and a pointer that may be written to.
    unsafe {
        find_one(extractor, (text, len), found, |extractor, text| {
            extractor.find_around::<Utf8>(text, position)
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_resume_at(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    position: usize,
    start: *mut usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a handle.
        let extractor = unsafe { get(extractor) }?;
        // SAFETY: `urlsift.h` requires a text of that length.
        let text = unsafe { items(text.cast::<u8>(), len) }?;
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(start, extractor.0.resume_at(text, position)) }
    })
}
