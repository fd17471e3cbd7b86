//! Segments of a text, for callers that render it.

use core::ffi::c_char;

use urlsift::extract::{Segment, SegmentIter, SegmentStep};
use urlsift::{Extractor, Found};

use super::abi::{
    URLSIFT_DONE, URLSIFT_ERROR_NULL, URLSIFT_ERROR_PANIC, URLSIFT_NONE, URLSIFT_NOWHERE,
    URLSIFT_OK, URLSIFT_SPENT, urlsift_budget, urlsift_input, urlsift_range, urlsift_segment,
    urlsift_status,
};
use super::extractor::urlsift_extractor;
use super::found::urlsift_found;
use super::guard::{guard, guard_status};
use super::handle::{SearchHandle, start};
use super::input::{CallerDecode, input_of};
use super::iter::spend;
use super::number::segment_number;
use super::pointer::{free, get, get_mut, put, put_handle};

pub struct urlsift_segments(SearchHandle<Cutting>);

type Cutting = SegmentIter<'static, 'static, CallerDecode>;

impl urlsift_segment {
    fn of(segment: Segment) -> urlsift_segment {
        let (kind, inserted) = segment_number(segment.kind);
        let link = segment.link.unwrap_or(URLSIFT_NOWHERE);
        urlsift_segment { range: urlsift_range::of(segment.range), kind, link, inserted }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_new(
    extractor: *const urlsift_extractor,
    text: *const c_char,
    len: usize,
    soft_breaks: u32,
    segments: *mut *mut urlsift_segments,
) -> urlsift_status {
    let input = urlsift_input::utf_8(text, len, soft_breaks);
    // SAFETY: the requirements are the same.
    unsafe { urlsift_segments_new_input(extractor, &raw const input, segments) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_new_input(
    extractor: *const urlsift_extractor,
    input: *const urlsift_input,
    segments: *mut *mut urlsift_segments,
) -> urlsift_status {
    // SAFETY: `urlsift.h` requires a text that stays until the segments are freed.
    let input = || unsafe { input_of(input) };
    let begin = |extractor| Ok(Extractor::segments(extractor, input()?));
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to.
    unsafe { start(extractor, segments, urlsift_segments, begin) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_next(
    segments: *mut urlsift_segments,
    budget: *mut urlsift_budget,
    segment: *mut urlsift_segment,
) -> urlsift_status {
    let next = || {
        // Checked before the search advances: otherwise a null pointer would lose a segment.
        if segment.is_null() {
            return Err(URLSIFT_ERROR_NULL);
        }
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let segments = unsafe { get_mut(segments) }?;
        // SAFETY: `urlsift.h` requires a budget that nothing else uses during the call, or null.
        let budget = unsafe { budget.as_mut() };
        let step = |cutting: &mut Cutting| {
            spend(budget, |left| match left {
                Some(left) => cutting.next_within(left),
                None => cutting.next().map_or(SegmentStep::Done, SegmentStep::Segment),
            })
        };
        match segments.0.with(step)? {
            SegmentStep::Segment(next) => {
                // SAFETY: `urlsift.h` requires a pointer that may be written to.
                unsafe { put(segment, urlsift_segment::of(next)) }?;
                Ok(URLSIFT_OK)
            }
            SegmentStep::Spent => Ok(URLSIFT_SPENT),
            SegmentStep::Done => Ok(URLSIFT_DONE),
        }
    };
    guard(URLSIFT_ERROR_PANIC, || next().unwrap_or_else(|error| error))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_position(
    segments: *const urlsift_segments,
    position: *mut usize,
) -> urlsift_status {
    guard_status(|| {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let cutting = unsafe { get(segments) }?.0.get()?;
        // SAFETY: `urlsift.h` requires a pointer that may be written to.
        unsafe { put(position, cutting.position()) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_found(
    segments: *const urlsift_segments,
    found: *mut *mut urlsift_found,
) -> urlsift_status {
    let link = || {
        // SAFETY: `urlsift.h` requires a handle that nothing else uses during the call.
        let link = unsafe { get(segments) }?.0.get()?.link();
        // An owned copy, because the caller's text may be freed before it.
        link.map(Found::to_owned).map(urlsift_found::of).ok_or(URLSIFT_NONE)
    };
    // SAFETY: `urlsift.h` requires a pointer that may be written to.
    unsafe { put_handle(found, link) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_segments_free(segments: *mut urlsift_segments) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(segments) });
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;
    use std::sync::Arc;

    use super::*;
    use crate::abi::urlsift_str;

    /// A panic leaves `search` empty.
    #[test]
    fn segments_report_the_panic_again_after_a_panic() {
        let extractor = Arc::new(Extractor::new());
        let mut segments = urlsift_segments(SearchHandle { search: None, _extractor: extractor });
        let range = urlsift_range::NOWHERE;
        let mut segment = urlsift_segment { range, kind: 99, link: 0, inserted: urlsift_str::NULL };
        // SAFETY: both point to locals.
        let status =
            unsafe { urlsift_segments_next(&raw mut segments, null_mut(), &raw mut segment) };
        assert_eq!((status, segment.kind), (URLSIFT_ERROR_PANIC, 99));
        let (mut found, mut at) = (null_mut(), 7);
        // SAFETY: both point to locals.
        let status = unsafe { urlsift_segments_found(&raw const segments, &raw mut found) };
        assert_eq!((status, found.is_null()), (URLSIFT_ERROR_PANIC, true));
        // SAFETY: both point to locals.
        let status = unsafe { urlsift_segments_position(&raw const segments, &raw mut at) };
        assert_eq!((status, at), (URLSIFT_ERROR_PANIC, 7));
    }
}
