//! A message in a part of another, in base64 or quoted-printable.
//!
//! RFC 2046 (section 5.2.1) forbids it and RFC 6532 (section 3.5) allows it, and mailers do it. Its own
//! parts may be encoded again, and read as one text their URLs would be lost. What is decoded has no
//! place in the outer message but that of the whole, so it is walked by itself, and each of its
//! parts stands where the whole does.
//!
//! The trap is a label that lies: a message called quoted-printable may have been put in as it is, and to
//! undo what nobody did would spoil what its own parts encode. In such a message an `=` begins nothing
//! (`charset=`, `boundary=`), which in one that was encoded none does.

use std::borrow::Cow;
use std::vec;

use crate::archive::headers::searched::Headers;
use crate::archive::mime::part::{Damage, Part, Role};
use crate::archive::mime::parts::Parts;
use crate::archive::mime::region::Regions;
use crate::archive::mime::tally::Skipped;
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// How many encoded messages may stand in one another. What is deeper is read as text.
///
/// Each is a copy of most of the one around it, for quoted-printable need not be longer than what it
/// encodes.
pub(crate) const MAX_ENCLOSED: usize = 4;

/// Whether `part`, a message whose encoding was undone, was in that encoding.
pub(crate) fn was_encoded(part: &Part<'_>) -> bool {
    let is_decoded = matches!(part.text, Cow::Owned(_));
    is_decoded && !part.damage.contains(&Damage::BadQuotedPrintable)
}

/// The parts of a message that was decoded, in order.
#[derive(Clone, Debug)]
pub(crate) struct Enclosed {
    pub(crate) parts: vec::IntoIter<Part<'static>>,
    pub(crate) skipped: Skipped,
    /// What belongs to no part.
    pub(crate) damage: Vec<Damage>,
}

impl Enclosed {
    /// Walks `outer`, a message that was decoded and in which `level` others stand around it. Linear in
    /// what was decoded.
    pub(crate) fn of(outer: &Part<'_>, headers: Headers, level: usize) -> Enclosed {
        let regions = Regions::below(&outer.text, outer.path.clone());
        let mut parts = Parts::of(&outer.text, headers, regions, level + 1);
        let mut found: Vec<_> = parts.by_ref().map(|part| part.enclosed_in(outer)).collect();
        let mut damage = outer.damage.clone();
        let first = found.iter_mut().find(|part| part.role != Role::Field);
        if let Some(first) = first {
            damage.append(&mut first.damage);
            first.damage = std::mem::take(&mut damage);
        }
        damage.extend_from_slice(parts.damage());
        Enclosed { skipped: parts.skipped().clone(), damage, parts: found.into_iter() }
    }
}

impl Part<'_> {
    /// The same part of a message that was decoded from `outer`, as a part of the message around it.
    fn enclosed_in(self, outer: &Part<'_>) -> Part<'static> {
        let is_stored = self.encoding == TransferEncoding::Identity;
        Part {
            text: Cow::Owned(self.text.into_owned()),
            stored: outer.stored.clone(),
            base: None,
            encoding: if is_stored { outer.encoding } else { self.encoding },
            is_recoded: true,
            ..self
        }
    }
}
