//! The library for JavaScript, as WebAssembly with a C-like ABI.
//!
//! A call has three steps. JavaScript calls `reserve`, and writes the options and the text there as UTF-16 code units.
//! If the text is ASCII, it calls `reserve_ascii` too and writes the text there: a search in bytes needs no copy. It
//! then calls one of the other functions. That passes its result to the imported function `take`, as JSON arrays, one
//! chunk at a time. So neither side holds the whole result twice, and no pointer is read here.
//!
//! `library.js` is the other side. Both are one package, so the ABI may change with any version.

#![no_std]
// `no_mangle` and imported functions count as unsafe code, and so does `Sync` for [`TextCell`].
#![allow(unsafe_code)]

extern crate alloc;

mod check;
mod json;
mod link;
mod options;
mod sink;
mod units;
mod value;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::panic::PanicInfo;

use dlmalloc::GlobalDlmalloc;
use urlsift::extract::SoftBreaks;
use urlsift::url::display_url;
use urlsift::{Extractor, Found, Input};

use crate::check::write_check;
use crate::json::Json;
use crate::link::{write_link, write_segment};
use crate::options::extractor;
use crate::sink::Sink;
use crate::units::{UnitTable, to_utf8};
use crate::value::write_notes;

#[global_allocator]
static ALLOCATOR: GlobalDlmalloc = GlobalDlmalloc;

/// Ends the call with a trap, which JavaScript sees as an exception. No text leads here, except one for which there is
/// no memory.
#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// A buffer that may be static.
struct Buffer<T>(Cell<Vec<T>>);

// SAFETY: the module is built without threads, and each worker has an instance of its own.
unsafe impl<T> Sync for Buffer<T> {}

/// The options and the text of the next call.
static UNITS: Buffer<u16> = Buffer(Cell::new(Vec::new()));

/// The text of the next call, if it is ASCII.
static ASCII: Buffer<u8> = Buffer(Cell::new(Vec::new()));

impl<T: Clone + Default> Buffer<T> {
    /// The length above which the memory is returned to the allocator after the call.
    const MAX_KEPT: usize = 1 << 20;

    fn reserve(&self, len: usize) -> *mut T {
        let mut buffer = self.0.take();
        buffer.resize(len, T::default());
        let address = buffer.as_mut_ptr();
        self.0.set(buffer);
        address
    }

    /// Calls `run` with the content. If a trap ends the call, the content is lost and the module can still be used.
    fn with<R>(&self, run: impl FnOnce(&[T]) -> R) -> R {
        let buffer = self.0.take();
        let result = run(&buffer);
        if buffer.capacity() <= Self::MAX_KEPT {
            self.0.set(buffer);
        }
        result
    }
}

/// Returns the address of `units` code units for the next call. Their content is undefined.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(units: usize) -> *mut u16 {
    UNITS.reserve(units)
}

/// Returns the address of `bytes` bytes for the next call. Their content is undefined.
#[unsafe(no_mangle)]
pub extern "C" fn reserve_ascii(bytes: usize) -> *mut u8 {
    ASCII.reserve(bytes)
}

/// Passes the links of the text to `take`, at most `limit`. The first `options` code units are the options. The other
/// ones are the text, unless `is_ascii` is not 0. The search begins at code unit `starting_at` of the text.
///
/// Returns 0, or 1 if an option is bad. The result is then the message, a JSON string in an array.
#[unsafe(no_mangle)]
pub extern "C" fn find(options: usize, is_ascii: u32, starting_at: usize, limit: usize) -> u32 {
    search(options, |(extractor, soft_breaks), units, sink| {
        with_text(is_ascii, units, |text, table| {
            let from = table.map_or(Some(starting_at), |table| table.byte(starting_at));
            let links = extractor.find_iter(Input::new(text).soft_breaks(*soft_breaks));
            let links = links.starting_at(from.unwrap_or(text.len())).take(limit);
            links.for_each(|found| sink.item(|json| write_placed(found, text, table, json)));
        });
    })
}

/// Like [`find`], for the link that begins at code unit `position`, or the link around it if `is_around` is not 0. The
/// text is that of `reserve`.
#[unsafe(no_mangle)]
pub extern "C" fn find_near(options: usize, position: usize, is_around: u32) -> u32 {
    search(options, |(extractor, soft_breaks), units, sink| {
        let text = &to_utf8(units);
        let table = UnitTable::of(text);
        // Inside of a pair of surrogates no link begins, and the search would be for the next character.
        let Some(at) = table.byte(position) else { return };
        let is_inside = table.unit(at) != position;
        let found = match is_around {
            0 if is_inside => None,
            0 => extractor.find_at(Input::new(text).soft_breaks(*soft_breaks), at),
            _ => extractor.find_around(Input::new(text).soft_breaks(*soft_breaks), at),
        };
        if let Some(found) = found.filter(|found| table.unit(found.outer().start) <= position) {
            sink.item(|json| write_placed(found, text, Some(&table), json));
        }
    })
}

/// Like [`find_near`], for the code unit from which to search again if the text changed at `position` or after it.
#[unsafe(no_mangle)]
pub extern "C" fn resume_at(options: usize, position: usize) -> u32 {
    search(options, |(extractor, _), units, sink| {
        let text = to_utf8(units);
        let table = UnitTable::of(&text);
        let at = table.byte(position).unwrap_or(text.len());
        sink.item(|json| json.number(table.unit(extractor.resume_at(&text, at))));
    })
}

/// Like [`find`], for the segments of the text. The result has two kinds of items: a link, before its first segment,
/// and a segment. A segment is an array: its kind, its end, 1 if it is of the last link and 0 if it is plain text, and
/// its spelling in the URL if that differs.
#[unsafe(no_mangle)]
pub extern "C" fn segments(options: usize, is_ascii: u32) -> u32 {
    search(options, |(extractor, soft_breaks), units, sink| {
        with_text(is_ascii, units, |text, table| {
            let mut last = None;
            let mut segments = extractor.segments(Input::new(text).soft_breaks(*soft_breaks));
            while let Some(mut segment) = segments.next() {
                // A link goes before its first segment.
                if segment.link.is_some() && segment.link != last {
                    last = segment.link;
                    if let Some(found) = segments.link() {
                        sink.item(|json| write_placed(found.clone(), text, table, json));
                    }
                }
                if let Some(table) = table {
                    segment.range.end = table.unit(segment.range.end);
                }
                sink.item(|json| write_segment(&segment, json));
            }
        });
    })
}

/// Calls `run` with the text of a search in UTF-8, and with its table unless it is ASCII.
fn with_text(is_ascii: u32, units: &[u16], run: impl FnOnce(&[u8], Option<&UnitTable<'_>>)) {
    if is_ascii == 0 {
        let text = to_utf8(units);
        run(&text, Some(&UnitTable::of(&text)));
    } else {
        ASCII.with(|text| run(text, None));
    }
}

/// Writes a link of `text` with its offsets in code units.
fn write_placed(found: Found<'_>, text: &[u8], table: Option<&UnitTable<'_>>, json: &mut Json) {
    let may_grow = found.may_grow(text);
    let found = match table {
        Some(table) => found.placed(|at| table.unit(at)),
        None => found,
    };
    write_link(&found, may_grow, json);
}

/// Calls `run` with an extractor for the options, with how they say that soft line breaks are read, and with the code
/// units after them.
fn search(options: usize, run: impl FnOnce(&(Extractor, SoftBreaks), &[u16], &mut Sink)) -> u32 {
    UNITS.with(|units| {
        let mut sink = Sink::new();
        let (options, text) = units.split_at(options.min(units.len()));
        let extractor = extractor(options);
        match &extractor {
            Ok(extractor) => run(extractor, text, &mut sink),
            Err(message) => sink.item(|json| json.string(message)),
        }
        sink.finish();
        u32::from(extractor.is_err())
    })
}

/// Passes what the validator says about the text, one URL, to `take`.
#[unsafe(no_mangle)]
pub extern "C" fn check() {
    with_url(write_check);
}

/// Passes the form of the text, one URL, to open to `take`: a string, or null.
#[unsafe(no_mangle)]
pub extern "C" fn href() {
    with_url(|url, json| json.optional(urlsift::href(url).as_deref()));
}

/// Passes the form of the text, one URL, to show to `take`: a string.
#[unsafe(no_mangle)]
pub extern "C" fn display() {
    with_url(|url, json| json.string(&display_url(url)));
}

/// Passes the URL after the first `quote` code units, broken across lines, to `take`: a string. Each line has at most
/// `columns` columns, and these code units before it.
///
/// Returns 0, or 1 if the URL cannot be written so. The string is then the message.
#[unsafe(no_mangle)]
pub extern "C" fn wrap(quote: usize, columns: usize) -> u32 {
    let (quote, url) = halves(quote);
    let wrapped = urlsift::wrap(&url, columns, &quote);
    pass(|json| match &wrapped {
        Ok(lines) => json.string(lines),
        Err(error) => json.string(&error.to_string()),
    });
    u32::from(wrapped.is_err())
}

/// Passes the notes on a link to `take`, at most one. The first `shown` code units are its text, the others its target.
#[unsafe(no_mangle)]
pub extern "C" fn link_text_note(shown: usize) {
    let (shown, target) = halves(shown);
    let note = urlsift::extract::link_text_note(&shown, &target);
    pass(|json| write_notes(&target, note.as_slice(), json));
}

/// Returns the first `at` code units, and the other ones.
fn halves(at: usize) -> (String, String) {
    UNITS.with(|units| {
        let (first, second) = units.split_at(at.min(units.len()));
        (String::from_utf16_lossy(first), String::from_utf16_lossy(second))
    })
}

/// Passes the normal form of the text, one URL, to `take`: a string.
#[unsafe(no_mangle)]
pub extern "C" fn normalize() {
    with_url(|url, json| json.string(&urlsift::url::normalize(url)));
}

fn with_url(write: impl FnOnce(&str, &mut Json)) {
    // U+FFFD replaces an unpaired surrogate: both have one code unit, so offsets stay.
    let url = UNITS.with(String::from_utf16_lossy);
    pass(|json| write(&url, json));
}

/// Passes what `write` writes to `take`.
fn pass(write: impl FnOnce(&mut Json)) {
    let mut sink = Sink::new();
    sink.item(write);
    sink.finish();
}
