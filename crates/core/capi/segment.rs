//! A text in segments, for who draws it.

use core::ffi::c_char;
use core::ptr::null_mut;
use std::sync::Arc;

use super::abi::{
    URLSIFT_DONE, URLSIFT_ERROR_PANIC, URLSIFT_NONE, URLSIFT_NOWHERE, URLSIFT_OK, segment_number,
    soft_breaks, urlsift_range, urlsift_segment, urlsift_status,
};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::guard;
use super::iter::share;
use super::pointer::{free, get, get_mut, items, put, put_handle};
use crate::utf16::Utf8Copy;
use crate::{Extractor, Input, SegmentIter};

/// The segments of a text, which borrow it and the extractor beside them.
pub struct urlsift_segments {
    /// Gone after a panic. It is dropped before what it borrows, for fields are dropped in this order.
    segments: Option<SegmentIter<'static, 'static>>,
    /// What is searched in the place of a text in UTF-16. Its bytes stay where they are when it is
    /// moved.
    copy: Option<Utf8Copy>,
    _extractor: Arc<Extractor>,
}

/// The header promises it.
const _: () = {
    const fn goes_to_any_thread<T: Send>() {}
    goes_to_any_thread::<urlsift_segments>();
};

impl urlsift_segments {
    /// A place in the caller's text.
    fn place(&self, at: usize) -> usize {
        self.copy.as_ref().map_or(at, |copy| copy.unit(at))
    }

    fn next(&mut self) -> Result<Option<urlsift_segment>, urlsift_status> {
        // Put back when nothing went wrong.
        let mut segments = self.segments.take().ok_or(URLSIFT_ERROR_PANIC)?;
        let next = segments.next().map(|segment| {
            let range = self.place(segment.range.start)..self.place(segment.range.end);
            let (kind, inserted) = segment_number(segment.kind);
            let link = segment.link.unwrap_or(URLSIFT_NOWHERE);
            urlsift_segment { range: urlsift_range::of(range), kind, link, inserted }
        });
        self.segments = Some(segments);
        Ok(next)
    }

    fn found(&self) -> Result<Option<urlsift_found>, urlsift_status> {
        let segments = self.segments.as_ref().ok_or(URLSIFT_ERROR_PANIC)?;
        let found = segments.link().map(|found| match &self.copy {
            Some(copy) => copy.placed(found.clone()),
            None => found.to_owned(),
        });
        Ok(found.map(urlsift_found::of))
    }
}

/// New segments of `text`, which `copy` is or stands for.
///
/// # Safety
///
/// `extractor` as [`share`]; `text` is not used once `copy`, or the caller's promise, ends.
unsafe fn start(
    extractor: *const urlsift_extractor,
    text: &'static [u8],
    copy: Option<Utf8Copy>,
    soft: u32,
) -> Result<urlsift_segments, urlsift_status> {
    // SAFETY: as the caller says; both go into the handle, the reference to be dropped first.
    let (shared, extractor) = unsafe { share(extractor) }?;
    let mut input = Input::new(text);
    if let Some(soft_breaks) = soft_breaks(soft)? {
        input = input.soft_breaks(soft_breaks);
    }
    let segments = Some(extractor.segments(input));
    Ok(urlsift_segments { segments, copy, _extractor: shared })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_new(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    soft_breaks: u32,
    segments: *mut *mut urlsift_segments,
) -> urlsift_status {
    let make = || {
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(segments, null_mut()) }?;
        // SAFETY: the header asks for a text that stays until the segments are freed.
        let text = unsafe { items(text.cast::<u8>(), len) }?;
        // SAFETY: the header asks for a handle; the text is the caller's.
        unsafe { start(extractor, text, None, soft_breaks) }
    };
    guard(URLSIFT_ERROR_PANIC, || match make() {
        // SAFETY: it was written to above.
        Ok(made) => unsafe { put_handle(segments, made) },
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_new_utf16(
    extractor: *const urlsift_extractor,
    text: *const u16,
    len: usize,
    soft_breaks: u32,
    segments: *mut *mut urlsift_segments,
) -> urlsift_status {
    let make = || {
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(segments, null_mut()) }?;
        // SAFETY: the header asks for a text of that length.
        let copy = Utf8Copy::of(unsafe { items(text, len) }?);
        // SAFETY: the bytes are on the heap, are never changed, and are dropped with `copy`.
        let text = unsafe { items(copy.bytes().as_ptr(), copy.bytes().len()) }?;
        // SAFETY: the header asks for a handle; the copy goes into it.
        unsafe { start(extractor, text, Some(copy), soft_breaks) }
    };
    guard(URLSIFT_ERROR_PANIC, || match make() {
        // SAFETY: it was written to above.
        Ok(made) => unsafe { put_handle(segments, made) },
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_next(
    segments: *mut urlsift_segments,
    segment: *mut urlsift_segment,
) -> urlsift_status {
    let next = || {
        if segment.is_null() {
            return Err(super::abi::URLSIFT_ERROR_NULL);
        }
        // SAFETY: the header asks for a handle that nobody else uses meanwhile.
        let Some(next) = unsafe { get_mut(segments) }?.next()? else { return Ok(URLSIFT_DONE) };
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(segment, next) }?;
        Ok(URLSIFT_OK)
    };
    guard(URLSIFT_ERROR_PANIC, || next().unwrap_or_else(|error| error))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_found(
    segments: *const urlsift_segments,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let tell = || {
        // SAFETY: the header asks for a pointer that may be written to.
        unsafe { put(found, null_mut()) }?;
        // SAFETY: the header asks for a handle that nobody else uses meanwhile.
        unsafe { get(segments) }?.found()
    };
    guard(URLSIFT_ERROR_PANIC, || match tell() {
        // SAFETY: it was written to above.
        Ok(Some(link)) => unsafe { put_handle(found, link) },
        Ok(None) => URLSIFT_NONE,
        Err(error) => error,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_free(segments: *mut urlsift_segments) {
    // SAFETY: the header asks for a handle that is freed once, or null.
    guard((), || unsafe { free(segments) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capi::abi::urlsift_str;

    /// What a panic leaves behind.
    #[test]
    fn segments_that_were_lost_are_not_asked_again() {
        let extractor = Arc::new(Extractor::new());
        let mut segments = urlsift_segments { segments: None, copy: None, _extractor: extractor };
        let range = urlsift_range::NOWHERE;
        let mut segment = urlsift_segment { range, kind: 99, link: 0, inserted: urlsift_str::NULL };
        // SAFETY: both are ours.
        let status = unsafe { urlsift_segments_next(&raw mut segments, &raw mut segment) };
        assert_eq!((status, segment.kind), (URLSIFT_ERROR_PANIC, 99));
        let mut found = null_mut();
        // SAFETY: both are ours.
        let status = unsafe { urlsift_segments_found(&raw const segments, &raw mut found) };
        assert_eq!((status, found.is_null()), (URLSIFT_ERROR_PANIC, true));
    }
}
