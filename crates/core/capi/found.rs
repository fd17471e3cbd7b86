//! A URL that was found, and all that is asked of it.
//!
//! It is never changed, so that many threads may ask at once. What is made when it is first asked for, as
//! what is to be shown and opened, is made once and kept beside.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::abi::{
    URLSIFT_CHOICE_SPACE, URLSIFT_DOUBT_BLANKS, choice_number, doubt_number, form_number, grammar,
    grammar_bits, ground_number, host_number, standing_number, urlsift_difference, urlsift_doubt,
    urlsift_note, urlsift_parts, urlsift_piece, urlsift_range, urlsift_str,
};
use super::guard::guard;
use super::pointer::{free, get, put};
use crate::{Difference, Found, Piece, Reading, Why};

/// What was found, free from the text and from the iterator.
pub struct urlsift_found {
    found: Found<'static>,
    /// One for each reading, the first too.
    kept: Vec<Kept>,
}

/// The header promises it.
const _: () = {
    const fn is_free<T: Send + Sync>() {}
    is_free::<urlsift_found>();
};

/// What was made of a reading when it was asked for.
#[derive(Default)]
struct Kept {
    href: OnceLock<Option<String>>,
    display: OnceLock<String>,
    why: OnceLock<String>,
}

impl urlsift_found {
    pub(super) fn of(found: Found<'static>) -> urlsift_found {
        let kept = (0..=found.readings().len()).map(|_| Kept::default()).collect();
        urlsift_found { found, kept }
    }

    /// Reading `index`, of which 0 is the first.
    fn reading(&self, index: usize) -> Option<&Reading<'static>> {
        match index {
            0 => Some(&self.found.best),
            _ => self.found.readings().get(index - 1),
        }
    }

    fn piece(&self, reading: usize, index: usize) -> Option<&Piece> {
        self.reading(reading)?.pieces().get(index)
    }

    fn difference(&self, reading: usize, index: usize) -> Option<urlsift_difference> {
        // The first has none.
        let reading = self.reading(reading).filter(|_| reading > 0)?;
        match reading.why() {
            Why::BlanksEscaped => (index == 0).then(|| urlsift_difference {
                at: self.found.outer().start,
                kind: URLSIFT_DOUBT_BLANKS,
                choice: URLSIFT_CHOICE_SPACE,
            }),
            Why::Differs(differences) => {
                let &Difference { kind, at, choice } = differences.get(index)?;
                let (kind, choice) = (doubt_number(kind), choice_number(choice));
                Some(urlsift_difference { at, kind, choice })
            }
        }
    }

    fn note(&self, index: usize) -> Option<urlsift_note> {
        self.found.notes().get(index).map(|note| urlsift_note::of(*note))
    }

    fn parts(&self) -> urlsift_parts {
        let parts = self.found.verdict().parts();
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

/// What `ask` gives for the handle, or `none` where it is null or `ask` gives nothing.
///
/// # Safety
///
/// `found` is null or a handle that is not freed meanwhile.
unsafe fn ask<T>(
    found: *const urlsift_found,
    none: T,
    ask: impl FnOnce(&urlsift_found) -> Option<T>,
) -> T {
    guard(None, || {
        // SAFETY: as the caller says.
        let found = unsafe { get(found) }.ok()?;
        ask(found)
    })
    .unwrap_or(none)
}

/// Writes what `ask` gives, if it gives something, and says whether it did.
///
/// # Safety
///
/// `found` as [`ask`], `out` as [`put`].
unsafe fn tell<T>(
    found: *const urlsift_found,
    out: *mut T,
    tell: impl FnOnce(&urlsift_found) -> Option<T>,
) -> bool {
    // SAFETY: as the caller says.
    unsafe { ask(found, false, |found| put(out, tell(found)?).ok().map(|()| true)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_free(found: *mut urlsift_found) {
    // SAFETY: the header asks for a handle that is freed once, or null.
    guard((), || unsafe { free(found) });
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_form(found: *const urlsift_found) -> u32 {
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, 0, |found| Some(form_number(found.found.form()))) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_outer(found: *const urlsift_found) -> urlsift_range {
    let outer = |found: &urlsift_found| Some(urlsift_range::of(found.found.outer()));
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, urlsift_range::NOWHERE, outer) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_readings(found: *const urlsift_found) -> usize {
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, 0, |found| Some(found.kept.len())) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_url(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let url = |found: &urlsift_found| Some(urlsift_str::of(found.reading(reading)?.url()));
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, url) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_href(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let href = |found: &urlsift_found| {
        let url = found.reading(reading)?;
        let kept = &found.kept.get(reading)?.href;
        let href = kept.get_or_init(|| url.href().map(Cow::into_owned));
        href.as_deref().map(urlsift_str::of)
    };
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, href) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_display(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let display = |found: &urlsift_found| {
        let url = found.reading(reading)?;
        let display = found.kept.get(reading)?.display.get_or_init(|| url.display_url());
        Some(urlsift_str::of(display))
    };
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, urlsift_str::NULL, display) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_why(
    found: *const urlsift_found,
    reading: usize,
) -> urlsift_str {
    let why = |found: &urlsift_found| {
        let differs = found.reading(reading).filter(|_| reading > 0)?;
        let why = found.kept.get(reading)?.why.get_or_init(|| differs.why().to_string());
        Some(urlsift_str::of(why))
    };
    // SAFETY: the header asks for a handle, or null.
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
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, piece, of) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_difference(
    found: *const urlsift_found,
    reading: usize,
    index: usize,
    difference: *mut urlsift_difference,
) -> bool {
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, difference, |found| found.difference(reading, index)) }
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
            kind: doubt_number(doubt.kind),
            chosen: choice_number(doubt.chosen),
            ground: ground_number(doubt.ground),
        })
    };
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, doubt, of) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_note(
    found: *const urlsift_found,
    index: usize,
    note: *mut urlsift_note,
) -> bool {
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, note, |found| found.note(index)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_standing(found: *const urlsift_found) -> u32 {
    let standing = |found: &urlsift_found| Some(standing_number(found.found.verdict().standing()));
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, 0, standing) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_grammars(found: *const urlsift_found) -> u32 {
    let grammars = |found: &urlsift_found| Some(grammar_bits(found.found.verdict().grammars()));
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, 0, grammars) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_failure(
    found: *const urlsift_found,
    grammar_bit: u32,
    at: *mut usize,
) -> bool {
    let failure = |found: &urlsift_found| found.found.verdict().failure_at(grammar(grammar_bit)?);
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, at, failure) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_host(found: *const urlsift_found) -> u32 {
    let host = |found: &urlsift_found| Some(host_number(found.found.verdict().host_kind()));
    // SAFETY: the header asks for a handle, or null.
    unsafe { ask(found, 0, host) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlsift_found_parts(
    found: *const urlsift_found,
    parts: *mut urlsift_parts,
) -> bool {
    // SAFETY: the header asks for a handle, and for a pointer that may be written to, or null.
    unsafe { tell(found, parts, |found| Some(found.parts())) }
}
