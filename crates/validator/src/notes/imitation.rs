//! Hosts that imitate others: labels that mix scripts, or that look like a name in ASCII (Unicode Technical
//! Standard 39, sections 4 and 5).
//!
//! The tables are made for characters that hosts may have, those that UTS 46 keeps or maps. `tests/imitation.rs`
//! makes and checks them. They take 15 kB; those of the crate unicode-security took 500 kB.

use crate::notes::note::NoteKind;
use crate::syntax::punycode::{MAX_PUNYCODE_BYTES, decode_punycode};
use percent_encoding::percent_decode_str;

/// Runs of characters with the same properties, as little-endian numbers of 32 bits in ascending order: 21 bits for the
/// first character, 10 for the index of its set of scripts, and 1 that is set if it looks like ASCII.
static RUNS: &[u8] = include_bytes!("../../tables/runs.bin");

/// The sets of scripts of [`RUNS`], with one bit for each script.
static SETS: &[u8] = include_bytes!("../../tables/sets.bin");

const SET_BYTES: usize = 23;

/// Returns the note on `host` if one of its labels imitates something, and of several the gravest. Escapes and Punycode
/// are decoded.
pub(crate) fn of_host(host: &str) -> Option<NoteKind> {
    let host = percent_decode_str(host).decode_utf8_lossy();
    // `MixedScripts` is graver than `ConfusableHost`, and comes before it in `NoteKind`.
    host.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).filter_map(label_imitation).min()
}

/// Returns the note on `label`, or on the name that it is the Punycode of: [`NoteKind::MixedScripts`] of letters that
/// look alike, or [`NoteKind::ConfusableHost`] if it has letters beyond ASCII and all of it looks like ASCII.
pub fn label_imitation(label: &str) -> Option<NoteKind> {
    // Nearly all labels are plain.
    let begins =
        |prefix: &str| label.get(..4).is_some_and(|four| four.eq_ignore_ascii_case(prefix));
    if label.is_ascii() && !begins("xn--") {
        return None;
    }
    match decode_punycode(label, &mut ['\0'; MAX_PUNYCODE_BYTES]) {
        Some(name) => of_name(name.iter().copied()),
        None => of_name(label.chars()),
    }
}

fn of_name(name: impl Iterator<Item = char>) -> Option<NoteKind> {
    let (mut is_ascii, mut looks_like_ascii) = (true, true);
    // The scripts that all characters belong to. Marks and digits belong to several or all.
    let mut scripts = [0xFF; SET_BYTES];
    for c in name {
        let (set, is_lookalike) = properties(c);
        scripts.iter_mut().zip(set).for_each(|(left, own)| *left &= own);
        looks_like_ascii &= is_lookalike;
        is_ascii &= c.is_ascii();
    }
    match () {
        () if is_ascii => None,
        () if scripts == [0; SET_BYTES] => Some(NoteKind::MixedScripts),
        () => looks_like_ascii.then_some(NoteKind::ConfusableHost),
    }
}

fn properties(c: char) -> (&'static [u8], bool) {
    let runs = RUNS.as_chunks().0;
    // The last run that does not begin after `c`. The first begins at U+0000.
    let next = runs.partition_point(|run| u32::from_le_bytes(*run) >> 11 <= u32::from(c));
    let run = runs.get(next.wrapping_sub(1)).map_or(0, |run| u32::from_le_bytes(*run));
    let set = SETS.chunks_exact(SET_BYTES).nth((run >> 1 & 0x3FF) as usize);
    (set.unwrap_or_default(), run & 1 == 1)
}
