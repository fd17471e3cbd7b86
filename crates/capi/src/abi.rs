//! The constants and structures that cross the boundary, in the order of `urlsift.h`.
//!
//! Once released, a number never changes its meaning and a structure never grows; additions get new names. `urlsift.h`
//! documents each, and `tests/header.rs` compares them. `number.rs` has the numbers of values with names.

use core::ffi::{c_char, c_void};
use core::ops::Range;
use core::ptr::null;

use urlsift::found::Piece;
use urlsift::url::Span;

pub const URLSIFT_ABI_VERSION: u32 = 3;

pub const URLSIFT_NOWHERE: usize = usize::MAX;

pub type urlsift_status = i32;

pub const URLSIFT_OK: urlsift_status = 0;
pub const URLSIFT_DONE: urlsift_status = 1;
pub const URLSIFT_SPENT: urlsift_status = 2;
pub const URLSIFT_NONE: urlsift_status = 3;
pub const URLSIFT_ERROR_NULL: urlsift_status = -1;
pub const URLSIFT_ERROR_LENGTH: urlsift_status = -2;
pub const URLSIFT_ERROR_VALUE: urlsift_status = -3;
pub const URLSIFT_ERROR_UTF8: urlsift_status = -4;
pub const URLSIFT_ERROR_BUFFER: urlsift_status = -5;
pub const URLSIFT_ERROR_WRAP: urlsift_status = -6;
pub const URLSIFT_ERROR_PANIC: urlsift_status = -7;

pub const URLSIFT_SOFT_BREAKS_DEFAULT: u32 = 0;
pub const URLSIFT_SOFT_BREAKS_KEPT: u32 = 1;
pub const URLSIFT_SOFT_BREAKS_DELETED: u32 = 2;

pub const URLSIFT_SEGMENT_PLAIN: u32 = 0;
pub const URLSIFT_SEGMENT_DELIMITER: u32 = 1;
pub const URLSIFT_SEGMENT_PIECE: u32 = 2;
pub const URLSIFT_SEGMENT_REPLACED: u32 = 3;
pub const URLSIFT_SEGMENT_SEAM: u32 = 4;
pub const URLSIFT_SEGMENT_QUOTE_PREFIX: u32 = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct urlsift_str {
    pub ptr: *const c_char,
    pub len: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct urlsift_range {
    pub start: usize,
    pub end: usize,
}

#[repr(C)]
pub struct urlsift_options {
    pub size: usize,
    pub forms: u32,
    pub join: u32,
    pub extras: u32,
    pub profile: u32,
    pub ascii_only: u32,
    pub as_written: u32,
    pub own_schemes: *const urlsift_str,
    pub own_schemes_count: usize,
    pub only_schemes: *const urlsift_str,
    pub only_schemes_count: usize,
}

pub type urlsift_decode = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        text: *const c_char,
        len: usize,
        buffer: *mut c_char,
        capacity: usize,
    ) -> usize,
>;

#[repr(C)]
pub struct urlsift_input {
    pub size: usize,
    pub text: *const c_char,
    pub len: usize,
    pub soft_breaks: u32,
    pub decode: urlsift_decode,
    pub data: *mut c_void,
}

#[repr(C)]
pub struct urlsift_budget {
    pub bytes: usize,
    pub candidates: usize,
}

#[repr(C)]
pub struct urlsift_piece {
    pub range: urlsift_range,
    pub inserted: urlsift_str,
}

#[repr(C)]
pub struct urlsift_difference {
    pub at: usize,
    pub kind: u32,
    pub choice: u32,
}

#[repr(C)]
pub struct urlsift_doubt {
    pub at: usize,
    pub kind: u32,
    pub chosen: u32,
    pub ground: u32,
}

#[repr(C)]
pub struct urlsift_note {
    pub kind: u32,
    pub severity: u32,
    pub name: urlsift_str,
    pub text: urlsift_str,
    pub range: urlsift_range,
}

#[repr(C)]
pub struct urlsift_parts {
    pub scheme: urlsift_range,
    pub user: urlsift_range,
    pub password: urlsift_range,
    pub host: urlsift_range,
    pub port: urlsift_range,
    pub path: urlsift_range,
    pub query: urlsift_range,
    pub fragment: urlsift_range,
}

#[repr(C)]
pub struct urlsift_place {
    pub offset: usize,
    pub line: usize,
    pub column: usize,
}

#[repr(C)]
pub struct urlsift_segment {
    pub range: urlsift_range,
    pub kind: u32,
    pub link: usize,
    pub inserted: urlsift_str,
}

impl urlsift_str {
    pub(super) const NULL: urlsift_str = urlsift_str { ptr: null(), len: 0 };

    /// Returns a view of `text`. The caller makes sure that `text` lives as long as `urlsift.h` promises.
    pub(super) const fn of(text: &str) -> urlsift_str {
        urlsift_str { ptr: text.as_ptr().cast(), len: text.len() }
    }
}

impl urlsift_range {
    /// The range of something that does not exist: both ends are `URLSIFT_NOWHERE`.
    pub(super) const NOWHERE: urlsift_range =
        urlsift_range { start: URLSIFT_NOWHERE, end: URLSIFT_NOWHERE };

    pub(super) fn of(range: Range<usize>) -> urlsift_range {
        urlsift_range { start: range.start, end: range.end }
    }

    pub(super) fn of_span(span: Option<Span>) -> urlsift_range {
        span.map_or(urlsift_range::NOWHERE, |span| urlsift_range::of(span.range()))
    }
}

impl urlsift_piece {
    pub(super) fn of(piece: &Piece) -> urlsift_piece {
        let inserted = match piece {
            Piece::Copied(_) => urlsift_str::NULL,
            Piece::Inserted(text, _) => urlsift_str::of(text),
        };
        urlsift_piece { range: urlsift_range::of(piece.range()), inserted }
    }
}
