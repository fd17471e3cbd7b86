//! The constants and structures that cross the boundary, in the order of `urlsift.h`.
//!
//! Once released, a number never changes its meaning and a structure never grows; additions get new names.
//! `tests/capi/header.rs` compares all of them with `urlsift.h`, which documents each.

use core::ffi::c_char;
use core::ops::Range;
use core::ptr::null;

use crate::extract::{Form, Forms};
use crate::note::{FoundNote, Severity};
use crate::reading::{Choice, DoubtKind, Ground, Piece, SoftBreaks};
use crate::segment::SegmentKind;
use crate::url::{HostKind, Span};
use crate::verdict::{Grammar, Grammars, Standing};

/// The version of this interface. `urlsift.h` documents this constant and all that follow.
pub const URLSIFT_ABI_VERSION: u32 = 1;

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
pub const URLSIFT_FORMS_DEFAULT: u32 = 31;
pub const URLSIFT_FORMS_ALL: u32 = 255;

pub const URLSIFT_GRAMMAR_DRAFT03: u32 = 1;
pub const URLSIFT_GRAMMAR_RFC1738: u32 = 2;
pub const URLSIFT_GRAMMAR_RFC2396: u32 = 4;
pub const URLSIFT_GRAMMAR_RFC3986: u32 = 8;
pub const URLSIFT_GRAMMAR_RFC3987: u32 = 16;

pub const URLSIFT_SOFT_BREAKS_DEFAULT: u32 = 0;
pub const URLSIFT_SOFT_BREAKS_KEPT: u32 = 1;
pub const URLSIFT_SOFT_BREAKS_DELETED: u32 = 2;

pub const URLSIFT_REJECTED_PASSED_OVER: u32 = 0;
pub const URLSIFT_REJECTED_REPORTED: u32 = 1;

pub const URLSIFT_JOIN_DEFAULT: u32 = 0;
pub const URLSIFT_JOIN_POSSIBLE: u32 = 1;
pub const URLSIFT_JOIN_LIKELY: u32 = 2;
pub const URLSIFT_JOIN_CERTAIN: u32 = 3;
pub const URLSIFT_JOIN_NEVER: u32 = 4;

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
pub const URLSIFT_GROUND_TYPESET: u32 = 3;
pub const URLSIFT_GROUND_DEFAULT: u32 = 4;
pub const URLSIFT_GROUND_HYPHEN: u32 = 5;
pub const URLSIFT_GROUND_ESCAPE: u32 = 6;
pub const URLSIFT_GROUND_CLOSER: u32 = 7;
pub const URLSIFT_GROUND_SLASH: u32 = 8;
pub const URLSIFT_GROUND_INSIDE: u32 = 9;
pub const URLSIFT_GROUND_EXTENSION: u32 = 10;
pub const URLSIFT_GROUND_DELIMITER: u32 = 11;
pub const URLSIFT_GROUND_DOT: u32 = 12;
pub const URLSIFT_GROUND_MARKS: u32 = 13;
pub const URLSIFT_GROUND_FULL_LINE: u32 = 14;
pub const URLSIFT_GROUND_SHAPE: u32 = 15;
pub const URLSIFT_GROUND_SOFT_BREAK: u32 = 16;

pub const URLSIFT_SEVERITY_INFO: u32 = 1;
pub const URLSIFT_SEVERITY_WARNING: u32 = 2;
pub const URLSIFT_SEVERITY_DANGER: u32 = 3;

pub const URLSIFT_SEGMENT_PLAIN: u32 = 0;
pub const URLSIFT_SEGMENT_DELIMITER: u32 = 1;
pub const URLSIFT_SEGMENT_PIECE: u32 = 2;
pub const URLSIFT_SEGMENT_REPLACED: u32 = 3;
pub const URLSIFT_SEGMENT_SEAM: u32 = 4;
pub const URLSIFT_SEGMENT_QUOTE_PREFIX: u32 = 5;

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
    pub grammars: u32,
    pub soft_breaks: u32,
    pub rejected: u32,
    pub max_len: usize,
    pub max_lines: usize,
    pub join: u32,
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

impl urlsift_note {
    pub(super) fn of(note: FoundNote) -> urlsift_note {
        let range = match note {
            FoundNote::Url(note) => urlsift_range::of(note.span().range()),
            _ => urlsift_range::NOWHERE,
        };
        urlsift_note {
            kind: note_number(note),
            severity: severity_number(note.severity()),
            name: urlsift_str::of(note.name()),
            text: urlsift_str::of(note.message()),
            range,
        }
    }
}

const FORMS: &[(u32, Form)] = &[
    (URLSIFT_FORM_URL, Form::Url),
    (URLSIFT_FORM_ANGLE, Form::Angle),
    (URLSIFT_FORM_QUOTE, Form::Quote),
    (URLSIFT_FORM_PREFIX, Form::Prefix),
    (URLSIFT_FORM_BARE, Form::Bare),
    (URLSIFT_FORM_ADDRESS, Form::Address),
    (URLSIFT_FORM_HOST, Form::Host),
    (URLSIFT_FORM_REPAIRED, Form::Repaired),
];

const GRAMMARS: &[(u32, Grammar)] = &[
    (URLSIFT_GRAMMAR_DRAFT03, Grammar::Draft03),
    (URLSIFT_GRAMMAR_RFC1738, Grammar::Rfc1738),
    (URLSIFT_GRAMMAR_RFC2396, Grammar::Rfc2396),
    (URLSIFT_GRAMMAR_RFC3986, Grammar::Rfc3986),
    (URLSIFT_GRAMMAR_RFC3987, Grammar::Rfc3987),
];

/// Note numbers by the names that notes have in rows.
const NOTES: &[(u32, &str)] = &[
    (URLSIFT_NOTE_HOST_CUT_BY_SEAM, "host_cut_by_seam"),
    (URLSIFT_NOTE_HYPHEN_IN_DOUBT, "hyphen_in_doubt"),
    (URLSIFT_NOTE_UNDECODABLE_BYTE, "undecodable_byte"),
    (URLSIFT_NOTE_MIXED_SCRIPTS, "mixed_scripts"),
    (URLSIFT_NOTE_CONFUSABLE_HOST, "confusable_host"),
    (URLSIFT_NOTE_PASSWORD, "password"),
    (URLSIFT_NOTE_USER_NOT_ALLOWED, "user_not_allowed"),
    (URLSIFT_NOTE_USER_LOOKS_LIKE_HOST, "user_looks_like_host"),
    (URLSIFT_NOTE_HOST_DISPUTED, "host_disputed"),
    (URLSIFT_NOTE_PORT_NOT_DEFAULT, "port_not_default"),
    (URLSIFT_NOTE_PORT_RESERVED, "port_reserved"),
    (URLSIFT_NOTE_PORT_TOO_BIG, "port_too_big"),
    (URLSIFT_NOTE_ENCODED_CONTROL, "encoded_control"),
    (URLSIFT_NOTE_HOST_IN_DISGUISE, "host_in_disguise"),
    (URLSIFT_NOTE_HOST_NOT_ASCII, "host_not_ascii"),
    (URLSIFT_NOTE_HOST_PUNYCODE, "host_punycode"),
    (URLSIFT_NOTE_HIDDEN_CHARACTER, "hidden_character"),
    (URLSIFT_NOTE_NUMBER_MISSING, "number_missing"),
    (URLSIFT_NOTE_ADDRESS_MISSING, "address_missing"),
    (URLSIFT_NOTE_PROGRAM_IN_URL, "program_in_url"),
    (URLSIFT_NOTE_DOCUMENT_IN_URL, "document_in_url"),
    (URLSIFT_NOTE_LOCAL_FILE, "local_file"),
    (URLSIFT_NOTE_SCHEME_INSERTED, "scheme_inserted"),
    (URLSIFT_NOTE_WRAPPER_UNCLOSED, "wrapper_unclosed"),
    (URLSIFT_NOTE_SEPARATOR_REPAIRED, "separator_repaired"),
];

/// Returns the number of `form`, or 0 for a form that this file does not list.
pub(super) fn form_number(form: Form) -> u32 {
    FORMS.iter().find(|(_, known)| *known == form).map_or(0, |(number, _)| *number)
}

/// Returns the set of forms in `bits`, or `None` if a bit names no form.
pub(super) fn forms(bits: u32) -> Option<Forms> {
    let is_known = bits & !URLSIFT_FORMS_ALL == 0;
    let chosen = FORMS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, form)| *form);
    is_known.then(|| chosen.collect())
}

pub(super) fn grammar(bit: u32) -> Option<Grammar> {
    GRAMMARS.iter().find(|(known, _)| *known == bit).map(|(_, grammar)| *grammar)
}

/// Returns the set of grammars in `bits`, or `None` if a bit names no grammar.
pub(super) fn grammars(bits: u32) -> Option<Grammars> {
    let all = GRAMMARS.iter().fold(0, |all, (bit, _)| all | bit);
    let chosen = GRAMMARS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, grammar)| *grammar);
    (bits & !all == 0).then(|| chosen.collect())
}

pub(super) fn grammar_bits(grammars: Grammars) -> u32 {
    let chosen = GRAMMARS.iter().filter(|(_, grammar)| grammars.contains(*grammar));
    chosen.fold(0, |bits, (bit, _)| bits | bit)
}

/// Converts a `URLSIFT_SOFT_BREAKS_*` number. `Ok(None)` leaves the choice to the extractor's options.
///
/// # Errors
///
/// `URLSIFT_ERROR_VALUE` if `number` is not one of the constants.
pub(super) fn soft_breaks(number: u32) -> Result<Option<SoftBreaks>, urlsift_status> {
    match number {
        URLSIFT_SOFT_BREAKS_DEFAULT => Ok(None),
        URLSIFT_SOFT_BREAKS_KEPT => Ok(Some(SoftBreaks::Kept)),
        URLSIFT_SOFT_BREAKS_DELETED => Ok(Some(SoftBreaks::Deleted)),
        _ => Err(URLSIFT_ERROR_VALUE),
    }
}

pub(super) fn standing_number(standing: Standing) -> u32 {
    match standing {
        Standing::Valid => URLSIFT_STANDING_VALID,
        Standing::Loose => URLSIFT_STANDING_LOOSE,
        Standing::Rejected(_) => URLSIFT_STANDING_REJECTED,
    }
}

pub(super) fn host_number(host: Option<HostKind>) -> u32 {
    match host {
        None => URLSIFT_HOST_NONE,
        Some(HostKind::Name) => URLSIFT_HOST_NAME,
        Some(HostKind::Address) => URLSIFT_HOST_ADDRESS,
        Some(HostKind::IpLiteral) => URLSIFT_HOST_IP_LITERAL,
        Some(HostKind::Bad) => URLSIFT_HOST_BAD,
        Some(_) => URLSIFT_HOST_OTHER,
    }
}

pub(super) fn doubt_number(kind: DoubtKind) -> u32 {
    match kind {
        DoubtKind::Hyphen => URLSIFT_DOUBT_HYPHEN,
        DoubtKind::At => URLSIFT_DOUBT_AT,
        DoubtKind::Gap => URLSIFT_DOUBT_GAP,
        DoubtKind::End => URLSIFT_DOUBT_END,
        DoubtKind::Join => URLSIFT_DOUBT_JOIN,
        DoubtKind::Markup => URLSIFT_DOUBT_MARKUP,
        _ => 0,
    }
}

pub(super) fn choice_number(choice: Choice) -> u32 {
    match choice {
        Choice::Kept => URLSIFT_CHOICE_KEPT,
        Choice::Dropped => URLSIFT_CHOICE_DROPPED,
        Choice::At => URLSIFT_CHOICE_AT,
        Choice::Removed => URLSIFT_CHOICE_REMOVED,
        Choice::Space => URLSIFT_CHOICE_SPACE,
        Choice::Close => URLSIFT_CHOICE_CLOSE,
        Choice::Mark => URLSIFT_CHOICE_MARK,
        Choice::Joined => URLSIFT_CHOICE_JOINED,
        Choice::Cut => URLSIFT_CHOICE_CUT,
        _ => 0,
    }
}

pub(super) fn ground_number(ground: Ground) -> u32 {
    match ground {
        Ground::Host => URLSIFT_GROUND_HOST,
        Ground::Seen => URLSIFT_GROUND_SEEN,
        Ground::Typeset => URLSIFT_GROUND_TYPESET,
        Ground::Default => URLSIFT_GROUND_DEFAULT,
        Ground::Hyphen => URLSIFT_GROUND_HYPHEN,
        Ground::Escape => URLSIFT_GROUND_ESCAPE,
        Ground::Closer => URLSIFT_GROUND_CLOSER,
        Ground::Slash => URLSIFT_GROUND_SLASH,
        Ground::Inside => URLSIFT_GROUND_INSIDE,
        Ground::Extension => URLSIFT_GROUND_EXTENSION,
        Ground::Delimiter => URLSIFT_GROUND_DELIMITER,
        Ground::Dot => URLSIFT_GROUND_DOT,
        Ground::Marks => URLSIFT_GROUND_MARKS,
        Ground::FullLine => URLSIFT_GROUND_FULL_LINE,
        Ground::Shape => URLSIFT_GROUND_SHAPE,
        Ground::SoftBreak => URLSIFT_GROUND_SOFT_BREAK,
        _ => 0,
    }
}

fn severity_number(severity: Severity) -> u32 {
    match severity {
        Severity::Info => URLSIFT_SEVERITY_INFO,
        Severity::Warning => URLSIFT_SEVERITY_WARNING,
        // A severity added later is treated as the gravest, as `urlsift.h` advises callers to do.
        _ => URLSIFT_SEVERITY_DANGER,
    }
}

fn note_number(note: FoundNote) -> u32 {
    NOTES.iter().find(|(_, name)| *name == note.name()).map_or(0, |(number, _)| *number)
}

/// Returns the number of `kind`, and for replaced text what the URL contains instead.
pub(super) fn segment_number(kind: SegmentKind) -> (u32, urlsift_str) {
    let number = match kind {
        SegmentKind::Plain => URLSIFT_SEGMENT_PLAIN,
        SegmentKind::Delimiter => URLSIFT_SEGMENT_DELIMITER,
        SegmentKind::Piece => URLSIFT_SEGMENT_PIECE,
        SegmentKind::Replaced(text) => return (URLSIFT_SEGMENT_REPLACED, urlsift_str::of(text)),
        SegmentKind::Seam => URLSIFT_SEGMENT_SEAM,
        SegmentKind::QuotePrefix => URLSIFT_SEGMENT_QUOTE_PREFIX,
    };
    (number, urlsift_str::NULL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::NoteKind;

    #[test]
    fn every_form_and_grammar_has_its_number() {
        for form in Form::ALL {
            assert_eq!(forms(form_number(*form)), Some(Forms::none().with(*form)), "{form}");
        }
        assert_eq!(forms(URLSIFT_FORMS_ALL), Some(Forms::all()));
        assert_eq!(forms(URLSIFT_FORMS_DEFAULT), Some(Forms::default()));
        assert_eq!(forms(URLSIFT_FORMS_ALL + 1), None);
        for known in Grammar::ALL {
            let bits = grammar_bits(Grammars::from_iter([*known]));
            assert_eq!(grammar(bits), Some(*known));
        }
        assert_eq!(grammars(31).map(Grammars::len), Some(Grammar::ALL.len()));
        assert_eq!((grammars(32), grammar(3)), (None, None));
    }

    #[test]
    fn every_note_has_its_number() {
        let notes = &NOTES[5..5 + NoteKind::ALL.len()];
        assert!(
            NoteKind::ALL.iter().map(|kind| kind.name()).eq(notes.iter().map(|(_, name)| *name))
        );
        assert!(NOTES.iter().zip(1..).all(|((number, _), nth)| *number == nth));
        let ours = [
            FoundNote::HostCutBySeam,
            FoundNote::HyphenInDoubt,
            FoundNote::UndecodableByte,
            FoundNote::MixedScripts,
            FoundNote::ConfusableHost,
        ];
        assert!(ours.map(note_number).into_iter().eq(1..=5));
        assert_eq!(note_number(FoundNote::SchemeInserted), URLSIFT_NOTE_SCHEME_INSERTED);
        assert_eq!(note_number(FoundNote::WrapperUnclosed), URLSIFT_NOTE_WRAPPER_UNCLOSED);
        let repaired = note_number(FoundNote::SeparatorRepaired);
        assert_eq!(repaired, URLSIFT_NOTE_SEPARATOR_REPAIRED);
    }
}
