//! A URL that was found, and the functions that read it.
//!
//! A `urlsift_found` does not change, so all threads may read it at once. What is made on demand is computed once and
//! stored in the handle, so the pointers that were handed out stay valid.

use core::ffi::c_char;
use std::borrow::Cow;
use std::sync::OnceLock;

use urlsift::Found;
use urlsift::found::{Difference, FoundNote, Piece, Reading, Why};
use urlsift::url::HostKind;
use urlsift::verdict::Verdict;

use super::abi::{
    urlsift_difference, urlsift_doubt, urlsift_note, urlsift_parts, urlsift_piece, urlsift_range,
    urlsift_str,
};
use super::guard::guard;
use super::number::{
    CHOICES, DOUBTS, FORMS, GROUNDS, HOSTS, JOINS, STANDINGS, grammar, grammar_bits,
};
use super::pointer::{free, get, items, put};

/// A found URL, independent of the text and of the iterator.
pub struct urlsift_found {
    found: Found<'static>,
    made: Vec<MadeTexts>,
    verdict: OnceLock<Verdict>,
    notes: OnceLock<Vec<FoundNote>>,
}

#[derive(Default)]
struct MadeTexts {
    href: OnceLock<Option<String>>,
    display: OnceLock<String>,
    why: OnceLock<String>,
}

impl urlsift_found {
    pub(super) fn of(found: Found<'static>) -> urlsift_found {
        let made = (0..=found.readings().len()).map(|_| MadeTexts::default()).collect();
        urlsift_found { found, made, verdict: OnceLock::new(), notes: OnceLock::new() }
    }

    fn verdict(&self) -> &Verdict {
        self.verdict.get_or_init(|| self.found.verdict())
    }

    /// Returns reading `index`; 0 is the best one.
    fn reading(&self, index: usize) -> Option<&Reading<'static>> {
        match index {
            0 => Some(self.found.best()),
            _ => self.found.readings().get(index - 1),
        }
    }

    fn piece(&self, reading: usize, index: usize) -> Option<&Piece> {
        self.reading(reading)?.pieces().get(index)
    }

    fn difference(&self, reading: usize, index: usize) -> Option<urlsift_difference> {
        // Differences are counted from the first reading, so it has none.
        let reading = self.reading(reading).filter(|_| reading > 0)?;
        match reading.why() {
            Why::BlanksEscaped => (index == 0).then(|| urlsift_difference {
                at: self.found.outer().start,
                kind: DOUBTS.number("blanks"),
                choice: CHOICES.number("space"),
            }),
            Why::Differs(differences) => {
                let &Difference { kind, at, choice } = differences.get(index)?;
                let (kind, choice) = (DOUBTS.number(kind.name()), CHOICES.number(choice.name()));
                Some(urlsift_difference { at, kind, choice })
            }
            // The header has a number for each of the above.
            _ => None,
        }
    }

    fn note(&self, index: usize) -> Option<urlsift_note> {
        let notes = self.notes.get_or_init(|| self.found.notes_by(self.verdict()));
        notes.get(index).map(|note| urlsift_note::of(*note))
    }

    fn parts(&self) -> urlsift_parts {
        let parts = self.verdict().parts();
        urlsift_parts {
            scheme: urlsift_range::of_span(parts.scheme),
            user: urlsift_range::of_span(parts.user),
            password: urlsift_range::of_span(parts.password),
            host: urlsift_range::of_span(parts.host),
            port: urlsift_range::of_span(parts.port),
            path: urlsift_range::of_span(parts.path),
            query: urlsift_range::of_span(parts.query),
            fragment: urlsift_range::of_span(parts.fragment),
        }
    }
}

/// Returns what `ask` returns for the handle, or `none` if the handle is null or `ask` returns `None`.
///
/// # Safety
///
/// `found` is null, or a handle that is not freed during the call.
unsafe fn ask<T>(
    found: *const urlsift_found,
    none: T,
    ask: impl FnOnce(&urlsift_found) -> Option<T>,
) -> T {
    guard(None, || {
        // SAFETY: the caller passes null or a handle that is not freed during the call.
        let found = unsafe { get(found) }.ok()?;
        ask(found)
    })
    .unwrap_or(none)
}

/// Writes what `ask_for` returns to `out`. Returns whether there was a value.
///
/// # Safety
///
/// `found` as for [`ask`], `out` as for [`put`].
unsafe fn write_to<T>(
    found: *const urlsift_found,
    out: *mut T,
    ask_for: impl FnOnce(&urlsift_found) -> Option<T>,
) -> bool {
    // SAFETY: the caller passes a handle for `ask` and a pointer for `put`.
    unsafe { ask(found, false, |found| put(out, ask_for(found)?).ok().map(|()| true)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_free(found: *mut urlsift_found) {
    // SAFETY: `urlsift.h` requires a handle that is freed once, or null.
    guard((), || unsafe { free(found) });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_form(found: *const urlsift_found) -> u32 {
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, 0, |found| Some(FORMS.bit(found.found.form().name()))) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_outer(found: *const urlsift_found) -> urlsift_range {
    let outer = |found: &urlsift_found| Some(urlsift_range::of(found.found.outer()));
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_range::NOWHERE, outer) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_range(found: *const urlsift_found) -> urlsift_range {
    let range = |found: &urlsift_found| Some(urlsift_range::of(found.found.range()));
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_range::NOWHERE, range) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_is_verbatim(found: *const urlsift_found) -> bool {
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, false, |found| Some(found.found.is_verbatim())) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_may_grow(
    found: *const urlsift_found,
    text: *const c_char,
    len: usize,
) -> bool {
    let may_grow = |found: &urlsift_found| {
        // SAFETY: `urlsift.h` requires a text of that length.
        let text = unsafe { items(text.cast::<u8>(), len) }.ok()?;
        Some(found.found.may_grow(text))
    };
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, false, may_grow) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_joined(found: *const urlsift_found) -> u32 {
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe {
        ask(found, 0, |found| {
            // A grade added later is treated as the least sure.
            found.found.joined().map(|grade| JOINS.number_or(grade.name(), "possible"))
        })
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_readings(found: *const urlsift_found) -> usize {
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, 0, |found| Some(found.made.len())) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_url(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let url = |found: &urlsift_found| Some(urlsift_str::of(found.reading(reading)?.url()));
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, url) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_href(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let href = |found: &urlsift_found| {
        let url = found.reading(reading)?;
        let made = &found.made.get(reading)?.href;
        let href = made.get_or_init(|| url.href().map(Cow::into_owned));
        href.as_deref().map(urlsift_str::of)
    };
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, href) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_display(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let display = |found: &urlsift_found| {
        let url = found.reading(reading)?;
        let display = found.made.get(reading)?.display.get_or_init(|| url.display_url());
        Some(urlsift_str::of(display))
    };
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, display) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_why(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let why = |found: &urlsift_found| {
        let differs = found.reading(reading).filter(|_| reading > 0)?;
        let why = found.made.get(reading)?.why.get_or_init(|| differs.why().to_string());
        Some(urlsift_str::of(why))
    };
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, why) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_piece(
    found: *const urlsift_found,
    reading: usize,
    index: usize,
    piece: *mut urlsift_piece,
) -> bool {
    let of = |found: &urlsift_found| found.piece(reading, index).map(urlsift_piece::of);
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, piece, of) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_difference(
    found: *const urlsift_found,
    reading: usize,
    index: usize,
    difference: *mut urlsift_difference,
) -> bool {
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, difference, |found| found.difference(reading, index)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_doubt(
    found: *const urlsift_found,
    index: usize,
    doubt: *mut urlsift_doubt,
) -> bool {
    let of = |found: &urlsift_found| {
        let doubt = found.found.doubts().get(index)?;
        Some(urlsift_doubt {
            at: doubt.at,
            kind: DOUBTS.number(doubt.kind.name()),
            chosen: CHOICES.number(doubt.chosen.name()),
            ground: GROUNDS.number(doubt.ground.name()),
        })
    };
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, doubt, of) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_note(
    found: *const urlsift_found,
    index: usize,
    note: *mut urlsift_note,
) -> bool {
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, note, |found| found.note(index)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_standing(found: *const urlsift_found) -> u32 {
    let standing =
        |found: &urlsift_found| Some(STANDINGS.number(found.verdict().standing().name()));
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, 0, standing) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_grammars(found: *const urlsift_found) -> u32 {
    let grammars = |found: &urlsift_found| Some(grammar_bits(found.verdict().grammars()));
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, 0, grammars) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_failure(
    found: *const urlsift_found,
    grammar_bit: u32,
    at: *mut usize,
) -> bool {
    let failure = |found: &urlsift_found| found.verdict().failure_at(grammar(grammar_bit)?);
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, at, failure) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_host_kind(found: *const urlsift_found) -> u32 {
    let host = |found: &urlsift_found| {
        Some(HOSTS.number(found.verdict().host_kind().map_or("none", HostKind::name)))
    };
    // SAFETY: `urlsift.h` requires a handle, or null.
    unsafe { ask(found, 0, host) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_parts(
    found: *const urlsift_found,
    parts: *mut urlsift_parts,
) -> bool {
    // SAFETY: `urlsift.h` requires a handle, and for a pointer that may be written to, or null.
    unsafe { write_to(found, parts, |found| Some(found.parts())) }
}
