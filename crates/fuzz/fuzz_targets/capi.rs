//! Calls the C ABI as C does: searches, reads all of each result, and frees it.
//!
//! The target runs with `AddressSanitizer`. It checks:
//!
//! - An iterator finds what the library finds, with any budget.
//! - Ranges are in the text, segments cover it, and strings are UTF-8.
//! - A buffer that is too small is not written to, and the length that is needed is enough.
//! - Memory is limited by the length of the text. One text in eight is long, see `grown`.

#![no_main]
#![allow(unsafe_code)]
// The names are those of the C header.
#![allow(clippy::wildcard_imports)]

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
use urlsift_capi::abi::*;
use urlsift_capi::extractor::*;
use urlsift_capi::found::*;
use urlsift_capi::iter::*;
use urlsift_capi::segment::*;
use urlsift_capi::url::*;
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::{Mode, TOKENS};

const NOWHERE: urlsift_range = urlsift_range { start: URLSIFT_NOWHERE, end: URLSIFT_NOWHERE };
const NO_TEXT: urlsift_str = urlsift_str { ptr: null(), len: 0 };

#[derive(Arbitrary, Debug)]
struct Input {
    mode: u8,
    /// The options of the extractor, or none for the defaults.
    options: Option<(u8, u8, u8)>,
    budget: (u8, u8),
    capacity: u8,
    text: Vec<u8>,
}

/// The most bytes of memory for each byte of a text: all URLs of it are kept.
const TEXT_BYTES: usize = 64;

/// The longest text that is also read as one URL, in bytes.
const MAX_URL_BYTES: usize = 1 << 12;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(Extractor::new);

fuzz_target!(|input: Input| {
    // An allocation of the exact size, so that a read after the end is found.
    let text = match input.mode {
        224.. => grown(TOKENS, &input.text),
        mode => Mode::of(mode).text(&input.text),
    };
    let text = text.into_boxed_slice();
    let options = input.options.map(|(forms, extras, more)| urlsift_options {
        size: size_of::<urlsift_options>(),
        forms: u32::from(forms & 127),
        join: u32::from(more % 5),
        extras: u32::from(extras & 63),
        profile: u32::from(more / 5 % 4),
        ascii_only: u32::from(forms >> 7),
        as_written: u32::from(more / 20 % 2),
        own_schemes: null(),
        own_schemes_count: 0,
        only_schemes: null(),
        only_schemes_count: 0,
    });
    let mut extractor = null_mut();
    // SAFETY: the options are null or a valid structure, and the handle may be written to.
    let made = unsafe {
        urlsift_extractor_new(options.as_ref().map_or(null(), |it| it), &raw mut extractor)
    };
    assert!(made == URLSIFT_OK && !extractor.is_null(), "{made}");
    let budget =
        || urlsift_budget { bytes: input.budget.0.into(), candidates: input.budget.1.into() };
    let found = limited(TEXT_BYTES, text.len(), || search(extractor, &text, budget));
    if options.is_none() {
        let expected: Vec<_> = EXTRACTOR
            .find_iter(&*text)
            .map(|found| {
                let std::ops::Range { start, end } = found.outer();
                (urlsift_range { start, end }, found.url().to_owned())
            })
            .collect();
        assert_eq!(found, expected);
    }
    limited(TEXT_BYTES, text.len(), || cut(extractor, &text, budget));
    // The functions for a URL find its notes again for each, and the URL of a segment is read for each of them.
    check_url(extractor, &text[..text.len().min(MAX_URL_BYTES)], input.capacity.into());
    // SAFETY: the handle is freed once, and all handles made from it are freed.
    unsafe { urlsift_extractor_free(extractor) };
});

/// Returns the ranges and URLs in `text`.
fn search(
    extractor: *const urlsift_extractor,
    text: &[u8],
    budget: impl Fn() -> urlsift_budget,
) -> Vec<(urlsift_range, String)> {
    let (mut iter, mut all) = (null_mut(), Vec::new());
    // SAFETY: the text stays until the iterator is freed, and each handle is freed once.
    unsafe {
        let made = urlsift_iter_new(extractor, text.as_ptr().cast(), text.len(), 0, &raw mut iter);
        assert_eq!(made, URLSIFT_OK);
        loop {
            let (mut found, mut budget, mut position) = (null_mut(), budget(), 0);
            // With no budget at all a search would not end.
            budget.bytes += 1;
            budget.candidates += 1;
            let status = urlsift_iter_next(iter, &raw mut budget, &raw mut found);
            assert_eq!(urlsift_iter_position(iter, &raw mut position), URLSIFT_OK);
            assert!(position <= text.len());
            match status {
                URLSIFT_OK => all.push(read(found, text.len())),
                URLSIFT_SPENT => {}
                URLSIFT_DONE => break,
                status => panic!("status {status}"),
            }
        }
        urlsift_iter_free(iter);
    }
    all
}

/// Reads everything of `found`, which was found in a text of `len` bytes, and frees it.
///
/// # Safety
///
/// `found` is a handle, which nothing uses afterwards.
unsafe fn read(found: *mut urlsift_found, len: usize) -> (urlsift_range, String) {
    // SAFETY: the caller passes a handle, and the strings are copied before it is freed.
    unsafe {
        let outer = urlsift_found_outer(found);
        assert!(outer.start < outer.end && outer.end <= len, "{outer:?}");
        let url = owned(urlsift_found_url(found, 0)).expect("there is a first reading");
        let readings = urlsift_found_readings(found);
        for reading in 0..=readings {
            let read = owned(urlsift_found_url(found, reading));
            assert_eq!(read.is_some(), reading < readings);
            let _ = owned(urlsift_found_href(found, reading));
            assert_eq!(owned(urlsift_found_display(found, reading)).is_some(), read.is_some());
            let why = owned(urlsift_found_why(found, reading));
            assert_eq!(why.is_some(), (1..readings).contains(&reading));
            let mut piece = urlsift_piece { range: NOWHERE, inserted: NO_TEXT };
            let (mut index, mut at) = (0, 0);
            while urlsift_found_piece(found, reading, index, &raw mut piece) {
                assert!(at <= piece.range.start && piece.range.start <= piece.range.end);
                assert!(piece.range.end <= len);
                let _ = owned(piece.inserted);
                at = piece.range.end;
                index += 1;
            }
            let mut difference = urlsift_difference { at: 0, kind: 0, choice: 0 };
            let mut index = 0;
            while urlsift_found_difference(found, reading, index, &raw mut difference) {
                assert!(difference.at <= len && difference.kind > 0);
                index += 1;
            }
        }
        let mut doubt = urlsift_doubt { at: 0, kind: 0, chosen: 0, ground: 0 };
        let mut index = 0;
        while urlsift_found_doubt(found, index, &raw mut doubt) {
            assert!(doubt.at <= len && doubt.kind > 0 && doubt.chosen > 0 && doubt.ground > 0);
            index += 1;
        }
        let mut note = empty_note();
        let mut index = 0;
        while urlsift_found_note(found, index, &raw mut note) {
            check_note(&note, url.len());
            index += 1;
        }
        let mut parts = MaybeUninit::uninit();
        assert!(urlsift_found_parts(found, parts.as_mut_ptr()));
        let parts: urlsift_parts = parts.assume_init();
        let authority = [parts.user, parts.password, parts.host, parts.port];
        let others = [parts.scheme, parts.path, parts.query, parts.fragment];
        for part in authority.into_iter().chain(others).filter(|part| *part != NOWHERE) {
            assert!(url.get(part.start..part.end).is_some(), "{part:?} of {url}");
        }
        for bit in 0..5 {
            let mut at = 0;
            if urlsift_found_failure(found, 1 << bit, &raw mut at) {
                assert!(url.is_char_boundary(at), "{at} of {url}");
            }
        }
        urlsift_found_free(found);
        (outer, url)
    }
}

fn cut(extractor: *const urlsift_extractor, text: &[u8], budget: impl Fn() -> urlsift_budget) {
    let (mut segments, mut at) = (null_mut(), 0);
    // SAFETY: the text stays until the segments are freed, and each handle is freed once.
    unsafe {
        let made =
            urlsift_segments_new(extractor, text.as_ptr().cast(), text.len(), 0, &raw mut segments);
        assert_eq!(made, URLSIFT_OK);
        loop {
            let mut budget = budget();
            budget.bytes += 1;
            budget.candidates += 1;
            let mut segment =
                urlsift_segment { range: NOWHERE, kind: 0, link: 0, inserted: NO_TEXT };
            match urlsift_segments_next(segments, &raw mut budget, &raw mut segment) {
                URLSIFT_OK => {}
                URLSIFT_SPENT => continue,
                URLSIFT_DONE => break,
                status => panic!("status {status}"),
            }
            let urlsift_range { start, end } = segment.range;
            assert!(start == at && start < end, "{:?} after {at}", segment.range);
            at = end;
            let mut found = null_mut();
            if text.len() <= MAX_URL_BYTES
                && urlsift_segments_found(segments, &raw mut found) == URLSIFT_OK
                && !found.is_null()
            {
                read(found, text.len());
            }
        }
        urlsift_segments_free(segments);
    }
    assert_eq!(at, text.len());
}

/// Calls the functions that take one URL.
fn check_url(extractor: *const urlsift_extractor, text: &[u8], capacity: usize) {
    let (url, len) = (text.as_ptr().cast(), text.len());
    for make in [urlsift_href, urlsift_display] {
        let mut buffer = vec![0x55; capacity].into_boxed_slice();
        let mut needed = 0;
        // SAFETY: the text and the buffer have these lengths.
        let status = unsafe { make(url, len, buffer.as_mut_ptr(), capacity, &raw mut needed) };
        assert_ne!(status, URLSIFT_ERROR_PANIC);
        if status == URLSIFT_ERROR_BUFFER {
            assert!(needed > capacity || needed == 0);
            assert!(buffer.iter().all(|&byte| byte == 0x55), "a part was written");
            let mut buffer: Box<[c_char]> = vec![0; needed].into_boxed_slice();
            // SAFETY: as above.
            let again = unsafe { make(url, len, buffer.as_mut_ptr(), needed, &raw mut needed) };
            assert_eq!(again, URLSIFT_OK);
        }
    }
    let (mut note, mut index) = (empty_note(), 0);
    // SAFETY: the text has this length.
    while unsafe { urlsift_url_note(url, len, index, &raw mut note) } == URLSIFT_OK {
        // SAFETY: the library wrote the note.
        unsafe { check_note(&note, len) };
        index += 1;
    }
    let (mut differs, mut found) = (false, null_mut());
    let middle = len / 2;
    let (shown, target) = text.split_at(middle);
    // SAFETY: the texts have these lengths, and a handle is freed once.
    unsafe {
        let (shown, target) = (shown.as_ptr().cast(), target.as_ptr().cast());
        let status =
            urlsift_link_text_differs(shown, middle, target, len - middle, &raw mut differs);
        assert_ne!(status, URLSIFT_ERROR_PANIC);
        let status = urlsift_find_whole(extractor, url, len, &raw mut found);
        assert_ne!(status, URLSIFT_ERROR_PANIC);
        if !found.is_null() {
            read(found, len);
        }
    }
}

fn empty_note() -> urlsift_note {
    urlsift_note { kind: 0, severity: 0, name: NO_TEXT, text: NO_TEXT, range: NOWHERE }
}

/// # Safety
///
/// The library wrote `note`.
unsafe fn check_note(note: &urlsift_note, len: usize) {
    // SAFETY: strings of notes are static.
    unsafe { assert!(owned(note.name).is_some() && owned(note.text).is_some()) };
    assert!(note.severity > 0);
    assert!(note.range == NOWHERE || note.range.start <= note.range.end && note.range.end <= len);
}

/// Copies a string of the library, if it is not null.
///
/// # Safety
///
/// `string` is null or valid.
unsafe fn owned(string: urlsift_str) -> Option<String> {
    if string.ptr.is_null() {
        assert_eq!(string.len, 0);
        return None;
    }
    // SAFETY: the caller passes a valid string.
    let bytes = unsafe { std::slice::from_raw_parts(string.ptr.cast::<u8>(), string.len) };
    Some(str::from_utf8(bytes).expect("strings are UTF-8").to_owned())
}
