//! The constants and structures that cross the boundary, in the order of `urlsift.h`.
//!
//! Once released, a number never changes its meaning and a structure never grows; additions get new names. `urlsift.h`
//! documents each, and `tests/header.rs` compares them.

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

pub const URLSIFT_FORM_URL: u32 = 1;
pub const URLSIFT_FORM_ANGLE: u32 = 2;
pub const URLSIFT_FORM_QUOTE: u32 = 4;
pub const URLSIFT_FORM_PREFIX: u32 = 8;
pub const URLSIFT_FORM_BARE: u32 = 16;
pub const URLSIFT_FORM_ADDRESS: u32 = 32;
pub const URLSIFT_FORM_HOST: u32 = 64;
pub const URLSIFT_FORM_REPAIRED: u32 = 128;
pub const URLSIFT_FORM_WWW: u32 = 256;
pub const URLSIFT_FORMS_DEFAULT: u32 = 287;
#[allow(dead_code, reason = "a test compares it with the header, and Rust 1.88 warns")]
pub const URLSIFT_FORMS_ALL: u32 = 511;

pub const URLSIFT_GRAMMAR_DRAFT03: u32 = 1;
pub const URLSIFT_GRAMMAR_RFC1738: u32 = 2;
pub const URLSIFT_GRAMMAR_RFC2396: u32 = 4;
pub const URLSIFT_GRAMMAR_RFC3986: u32 = 8;
pub const URLSIFT_GRAMMAR_RFC3987: u32 = 16;

pub const URLSIFT_SOFT_BREAKS_DEFAULT: u32 = 0;
pub const URLSIFT_SOFT_BREAKS_KEPT: u32 = 1;
pub const URLSIFT_SOFT_BREAKS_DELETED: u32 = 2;

pub const URLSIFT_JOIN_DEFAULT: u32 = 0;
pub const URLSIFT_JOIN_POSSIBLE: u32 = 1;
pub const URLSIFT_JOIN_LIKELY: u32 = 2;
pub const URLSIFT_JOIN_CERTAIN: u32 = 3;
pub const URLSIFT_JOIN_NEVER: u32 = 4;

pub const URLSIFT_EXTRA_DOUBTFUL_DOMAIN: u32 = 1;
pub const URLSIFT_EXTRA_IP_ADDRESS: u32 = 2;
pub const URLSIFT_EXTRA_LOCALHOST: u32 = 4;
pub const URLSIFT_EXTRA_NETWORK_PATH: u32 = 8;
pub const URLSIFT_EXTRA_ONE_LABEL: u32 = 16;
pub const URLSIFT_EXTRA_ANY_SCHEME: u32 = 32;

pub const URLSIFT_PROFILE_ARCHIVE: u32 = 0;
pub const URLSIFT_PROFILE_CHAT: u32 = 1;
pub const URLSIFT_PROFILE_ESCAPED: u32 = 2;
pub const URLSIFT_PROFILE_SOURCE: u32 = 3;

pub const URLSIFT_STANDING_VALID: u32 = 1;
pub const URLSIFT_STANDING_LOOSE: u32 = 2;
pub const URLSIFT_STANDING_REJECTED: u32 = 3;

pub const URLSIFT_HOST_NONE: u32 = 0;
pub const URLSIFT_HOST_NAME: u32 = 1;
pub const URLSIFT_HOST_ADDRESS: u32 = 2;
pub const URLSIFT_HOST_IP_LITERAL: u32 = 3;
pub const URLSIFT_HOST_OTHER: u32 = 4;
pub const URLSIFT_HOST_BAD: u32 = 5;

pub const URLSIFT_DOUBT_HYPHEN: u32 = 1;
pub const URLSIFT_DOUBT_AT: u32 = 2;
pub const URLSIFT_DOUBT_GAP: u32 = 3;
pub const URLSIFT_DOUBT_END: u32 = 4;
pub const URLSIFT_DOUBT_BLANKS: u32 = 5;
pub const URLSIFT_DOUBT_JOIN: u32 = 6;
pub const URLSIFT_DOUBT_MARKUP: u32 = 7;

pub const URLSIFT_CHOICE_KEPT: u32 = 1;
pub const URLSIFT_CHOICE_DROPPED: u32 = 2;
pub const URLSIFT_CHOICE_AT: u32 = 3;
pub const URLSIFT_CHOICE_REMOVED: u32 = 4;
pub const URLSIFT_CHOICE_SPACE: u32 = 5;
pub const URLSIFT_CHOICE_CLOSE: u32 = 6;
pub const URLSIFT_CHOICE_MARK: u32 = 7;
pub const URLSIFT_CHOICE_JOINED: u32 = 8;
pub const URLSIFT_CHOICE_CUT: u32 = 9;

pub const URLSIFT_GROUND_HOST: u32 = 1;
pub const URLSIFT_GROUND_SEEN: u32 = 2;
pub const URLSIFT_GROUND_DEFAULT: u32 = 3;
pub const URLSIFT_GROUND_HYPHEN: u32 = 4;
pub const URLSIFT_GROUND_ESCAPE: u32 = 5;
pub const URLSIFT_GROUND_CLOSER: u32 = 6;
pub const URLSIFT_GROUND_SLASH: u32 = 7;
pub const URLSIFT_GROUND_INSIDE: u32 = 8;
pub const URLSIFT_GROUND_EXTENSION: u32 = 9;
pub const URLSIFT_GROUND_DELIMITER: u32 = 10;
pub const URLSIFT_GROUND_DOT: u32 = 11;
pub const URLSIFT_GROUND_FULL_LINE: u32 = 13;
pub const URLSIFT_GROUND_SHAPE: u32 = 14;
pub const URLSIFT_GROUND_SOFT_BREAK: u32 = 15;

pub const URLSIFT_SEVERITY_INFO: u32 = 1;
pub const URLSIFT_SEVERITY_WARNING: u32 = 2;
pub const URLSIFT_SEVERITY_DANGER: u32 = 3;

pub const URLSIFT_SEGMENT_PLAIN: u32 = 0;
pub const URLSIFT_SEGMENT_DELIMITER: u32 = 1;
pub const URLSIFT_SEGMENT_PIECE: u32 = 2;
pub const URLSIFT_SEGMENT_REPLACED: u32 = 3;
pub const URLSIFT_SEGMENT_SEAM: u32 = 4;
pub const URLSIFT_SEGMENT_QUOTE_PREFIX: u32 = 5;

/// The name of a note in rows is that of its constant after `URLSIFT_NOTE_`, in lower case.
macro_rules! notes {
    ($(pub const $name:ident: u32 = $number:literal;)*) => {
        $(pub const $name: u32 = $number;)*

        pub(super) const NOTES: &[(u32, &str)] = &[$(($name, stringify!($name))),*];
    };
}

notes! {
    pub const URLSIFT_NOTE_HOST_CUT_BY_SEAM: u32 = 1;
    pub const URLSIFT_NOTE_HYPHEN_IN_DOUBT: u32 = 2;
    pub const URLSIFT_NOTE_UNDECODABLE_BYTE: u32 = 3;
    pub const URLSIFT_NOTE_MIXED_SCRIPTS: u32 = 4;
    pub const URLSIFT_NOTE_CONFUSABLE_HOST: u32 = 5;
    pub const URLSIFT_NOTE_PASSWORD: u32 = 6;
    pub const URLSIFT_NOTE_USER_NOT_ALLOWED: u32 = 7;
    pub const URLSIFT_NOTE_USER_LOOKS_LIKE_HOST: u32 = 8;
    pub const URLSIFT_NOTE_HOST_DISPUTED: u32 = 9;
    pub const URLSIFT_NOTE_PORT_NOT_DEFAULT: u32 = 10;
    pub const URLSIFT_NOTE_PORT_RESERVED: u32 = 11;
    pub const URLSIFT_NOTE_PORT_TOO_BIG: u32 = 12;
    pub const URLSIFT_NOTE_ENCODED_CONTROL: u32 = 13;
    pub const URLSIFT_NOTE_HOST_IN_DISGUISE: u32 = 14;
    pub const URLSIFT_NOTE_HOST_NOT_ASCII: u32 = 15;
    pub const URLSIFT_NOTE_HOST_PUNYCODE: u32 = 16;
    pub const URLSIFT_NOTE_HIDDEN_CHARACTER: u32 = 17;
    pub const URLSIFT_NOTE_NUMBER_MISSING: u32 = 18;
    pub const URLSIFT_NOTE_ADDRESS_MISSING: u32 = 19;
    pub const URLSIFT_NOTE_PROGRAM_IN_URL: u32 = 20;
    pub const URLSIFT_NOTE_DOCUMENT_IN_URL: u32 = 21;
    pub const URLSIFT_NOTE_LOCAL_FILE: u32 = 22;
    pub const URLSIFT_NOTE_SCHEME_INSERTED: u32 = 23;
    pub const URLSIFT_NOTE_WRAPPER_UNCLOSED: u32 = 24;
    pub const URLSIFT_NOTE_SEPARATOR_REPAIRED: u32 = 25;
    pub const URLSIFT_NOTE_TYPE_OF_RFC959: u32 = 26;
    pub const URLSIFT_NOTE_CUT_AT_LIMIT: u32 = 27;
    pub const URLSIFT_NOTE_STARTS_PROGRAM: u32 = 28;
    pub const URLSIFT_NOTE_FILE_ATTACHED: u32 = 29;
    pub const URLSIFT_NOTE_OPTION_IN_HOST: u32 = 30;
    pub const URLSIFT_NOTE_HOST_GAP: u32 = 31;
    pub const URLSIFT_NOTE_CUT_BY_WRITER: u32 = 32;
    pub const URLSIFT_NOTE_TEXT_NAMES_OTHER_HOST: u32 = 33;
}

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
