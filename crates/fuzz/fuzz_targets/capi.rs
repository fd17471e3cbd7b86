//! Calls the C ABI as C does: searches UTF-8 and UTF-16, reads all of each result, and frees it.
//!
//! The target runs with `AddressSanitizer`. It checks:
//!
//! - An iterator finds what the library finds, with any budget, and as many URLs in UTF-16.
//! - Ranges are in the text, segments cover it, and strings are UTF-8.
//! - A buffer that is too small is not written to, and the length that is needed is enough.
//! - Memory is limited by the length of the text. One text in eight is long, see `grown`.

#![no_main]
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift::Extractor;
// Links the library for C.
use urlsift_capi as _;
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::{Mode, TOKENS};

/// A handle of the library.
#[repr(C)]
struct Handle {
    opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    start: usize,
    end: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Str {
    ptr: *const c_char,
    len: usize,
}

#[repr(C)]
struct Options {
    size: usize,
    forms: u32,
    join: u32,
    extras: u32,
    profile: u32,
    ascii_only: u32,
    as_written: u32,
    schemes: [usize; 4],
}

#[repr(C)]
struct Budget {
    bytes: usize,
    candidates: usize,
}

#[repr(C)]
struct Piece {
    range: Range,
    inserted: Str,
}

#[repr(C)]
struct Difference {
    at: usize,
    kind: u32,
    choice: u32,
}

#[repr(C)]
struct Doubt {
    at: usize,
    kind: u32,
    chosen: u32,
    ground: u32,
}

#[repr(C)]
struct Note {
    kind: u32,
    severity: u32,
    name: Str,
    text: Str,
    range: Range,
}

#[repr(C)]
struct Segment {
    range: Range,
    kind: u32,
    link: usize,
    inserted: Str,
}

const OK: i32 = 0;
const DONE: i32 = 1;
const SPENT: i32 = 2;
const ERROR_BUFFER: i32 = -5;
const ERROR_PANIC: i32 = -7;
const NOWHERE: Range = Range { start: usize::MAX, end: usize::MAX };

unsafe extern "C" {
    fn urlsift_extractor_new(options: *const Options, extractor: *mut *mut Handle) -> i32;
    fn urlsift_extractor_free(extractor: *mut Handle);
    fn urlsift_find_whole(
        extractor: *const Handle,
        text: *const c_char,
        len: usize,
        found: *mut *mut Handle,
    ) -> i32;
    fn urlsift_iter_new(
        extractor: *const Handle,
        text: *const c_char,
        len: usize,
        soft_breaks: u32,
        iter: *mut *mut Handle,
    ) -> i32;
    fn urlsift_iter_next(iter: *mut Handle, budget: *mut Budget, found: *mut *mut Handle) -> i32;
    fn urlsift_iter_position(iter: *const Handle, position: *mut usize) -> i32;
    fn urlsift_iter_free(iter: *mut Handle);
    fn urlsift_found_free(found: *mut Handle);
    fn urlsift_found_outer(found: *const Handle) -> Range;
    fn urlsift_found_readings(found: *const Handle) -> usize;
    fn urlsift_found_url(found: *const Handle, reading: usize) -> Str;
    fn urlsift_found_href(found: *const Handle, reading: usize) -> Str;
    fn urlsift_found_display(found: *const Handle, reading: usize) -> Str;
    fn urlsift_found_why(found: *const Handle, reading: usize) -> Str;
    fn urlsift_found_piece(
        found: *const Handle,
        reading: usize,
        index: usize,
        piece: *mut Piece,
    ) -> bool;
    fn urlsift_found_difference(
        found: *const Handle,
        reading: usize,
        index: usize,
        difference: *mut Difference,
    ) -> bool;
    fn urlsift_found_doubt(found: *const Handle, index: usize, doubt: *mut Doubt) -> bool;
    fn urlsift_found_note(found: *const Handle, index: usize, note: *mut Note) -> bool;
    fn urlsift_found_failure(found: *const Handle, grammar: u32, at: *mut usize) -> bool;
    fn urlsift_found_parts(found: *const Handle, parts: *mut [Range; 8]) -> bool;
    fn urlsift_segments_new(
        extractor: *const Handle,
        text: *const c_char,
        len: usize,
        soft_breaks: u32,
        segments: *mut *mut Handle,
    ) -> i32;
    fn urlsift_segments_next(
        segments: *mut Handle,
        budget: *mut Budget,
        segment: *mut Segment,
    ) -> i32;
    fn urlsift_segments_found(segments: *const Handle, found: *mut *mut Handle) -> i32;
    fn urlsift_segments_free(segments: *mut Handle);
    fn urlsift_href(
        url: *const c_char,
        len: usize,
        buffer: *mut c_char,
        capacity: usize,
        needed: *mut usize,
    ) -> i32;
    fn urlsift_display(
        url: *const c_char,
        len: usize,
        buffer: *mut c_char,
        capacity: usize,
        needed: *mut usize,
    ) -> i32;
    fn urlsift_url_note(url: *const c_char, len: usize, index: usize, note: *mut Note) -> i32;
    fn urlsift_link_text_differs(
        shown: *const c_char,
        shown_len: usize,
        target: *const c_char,
        target_len: usize,
        differs: *mut bool,
    ) -> i32;
}

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
    let options = input.options.map(|(forms, extras, more)| Options {
        size: size_of::<Options>(),
        forms: u32::from(forms & 127),
        join: u32::from(more % 5),
        extras: u32::from(extras & 63),
        profile: u32::from(more / 5 % 4),
        ascii_only: u32::from(forms >> 7),
        as_written: u32::from(more / 20 % 2),
        schemes: [0; 4],
    });
    let mut extractor = null_mut();
    // SAFETY: the options are null or a valid structure, and the handle may be written to.
    let made = unsafe {
        urlsift_extractor_new(options.as_ref().map_or(null(), |it| it), &raw mut extractor)
    };
    assert!(made == OK && !extractor.is_null(), "{made}");
    let budget = || Budget { bytes: input.budget.0.into(), candidates: input.budget.1.into() };
    let found = limited(TEXT_BYTES, text.len(), || search(extractor, &text, budget));
    if options.is_none() {
        let expected: Vec<_> = EXTRACTOR
            .find_iter(&*text)
            .map(|found| {
                let std::ops::Range { start, end } = found.outer();
                (Range { start, end }, found.url().to_owned())
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
    extractor: *const Handle,
    text: &[u8],
    budget: impl Fn() -> Budget,
) -> Vec<(Range, String)> {
    let (mut iter, mut all) = (null_mut(), Vec::new());
    // SAFETY: the text stays until the iterator is freed, and each handle is freed once.
    unsafe {
        let made = urlsift_iter_new(extractor, text.as_ptr().cast(), text.len(), 0, &raw mut iter);
        assert_eq!(made, OK);
        loop {
            let (mut found, mut budget, mut position) = (null_mut(), budget(), 0);
            // With no budget at all a search would not end.
            budget.bytes += 1;
            budget.candidates += 1;
            let status = urlsift_iter_next(iter, &raw mut budget, &raw mut found);
            assert_eq!(urlsift_iter_position(iter, &raw mut position), OK);
            assert!(position <= text.len());
            match status {
                OK => all.push(read(found, text.len())),
                SPENT => {}
                DONE => break,
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
unsafe fn read(found: *mut Handle, len: usize) -> (Range, String) {
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
            let mut piece = Piece { range: NOWHERE, inserted: Str { ptr: null(), len: 0 } };
            let (mut index, mut at) = (0, 0);
            while urlsift_found_piece(found, reading, index, &raw mut piece) {
                assert!(at <= piece.range.start && piece.range.start <= piece.range.end);
                assert!(piece.range.end <= len);
                let _ = owned(piece.inserted);
                at = piece.range.end;
                index += 1;
            }
            let mut difference = Difference { at: 0, kind: 0, choice: 0 };
            let mut index = 0;
            while urlsift_found_difference(found, reading, index, &raw mut difference) {
                assert!(difference.at <= len && difference.kind > 0);
                index += 1;
            }
        }
        let mut doubt = Doubt { at: 0, kind: 0, chosen: 0, ground: 0 };
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
        let mut parts = [NOWHERE; 8];
        assert!(urlsift_found_parts(found, &raw mut parts));
        for part in parts.iter().filter(|part| **part != NOWHERE) {
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

fn cut(extractor: *const Handle, text: &[u8], budget: impl Fn() -> Budget) {
    let (mut segments, mut at) = (null_mut(), 0);
    let none = Str { ptr: null(), len: 0 };
    // SAFETY: the text stays until the segments are freed, and each handle is freed once.
    unsafe {
        let made =
            urlsift_segments_new(extractor, text.as_ptr().cast(), text.len(), 0, &raw mut segments);
        assert_eq!(made, OK);
        loop {
            let mut budget = budget();
            budget.bytes += 1;
            budget.candidates += 1;
            let mut segment = Segment { range: NOWHERE, kind: 0, link: 0, inserted: none };
            match urlsift_segments_next(segments, &raw mut budget, &raw mut segment) {
                OK => {}
                SPENT => continue,
                DONE => break,
                status => panic!("status {status}"),
            }
            let Range { start, end } = segment.range;
            assert!(start == at && start < end, "{:?} after {at}", segment.range);
            at = end;
            let mut found = null_mut();
            if text.len() <= MAX_URL_BYTES
                && urlsift_segments_found(segments, &raw mut found) == OK
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
fn check_url(extractor: *const Handle, text: &[u8], capacity: usize) {
    let (url, len) = (text.as_ptr().cast(), text.len());
    for make in [urlsift_href, urlsift_display] {
        let mut buffer = vec![0x55; capacity].into_boxed_slice();
        let mut needed = 0;
        // SAFETY: the text and the buffer have these lengths.
        let status = unsafe { make(url, len, buffer.as_mut_ptr(), capacity, &raw mut needed) };
        assert_ne!(status, ERROR_PANIC);
        if status == ERROR_BUFFER {
            assert!(needed > capacity || needed == 0);
            let mut buffer: Box<[c_char]> = vec![0; needed].into_boxed_slice();
            // SAFETY: as above.
            let again = unsafe { make(url, len, buffer.as_mut_ptr(), needed, &raw mut needed) };
            assert_eq!(again, OK);
        }
    }
    let (mut note, mut index) = (empty_note(), 0);
    // SAFETY: the text has this length.
    while unsafe { urlsift_url_note(url, len, index, &raw mut note) } == OK {
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
        assert_ne!(status, ERROR_PANIC);
        let status = urlsift_find_whole(extractor, url, len, &raw mut found);
        assert_ne!(status, ERROR_PANIC);
        if !found.is_null() {
            read(found, len);
        }
    }
}

fn empty_note() -> Note {
    let none = Str { ptr: null(), len: 0 };
    Note { kind: 0, severity: 0, name: none, text: none, range: NOWHERE }
}

/// # Safety
///
/// The library wrote `note`.
unsafe fn check_note(note: &Note, len: usize) {
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
unsafe fn owned(string: Str) -> Option<String> {
    if string.ptr.is_null() {
        assert_eq!(string.len, 0);
        return None;
    }
    // SAFETY: the caller passes a valid string.
    let bytes = unsafe { std::slice::from_raw_parts(string.ptr.cast::<u8>(), string.len) };
    Some(str::from_utf8(bytes).expect("strings are UTF-8").to_owned())
}
