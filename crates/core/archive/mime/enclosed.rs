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

use crate::archive::mime::part::{Damage, Part, Role};
use crate::archive::mime::tally::Skipped;
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// How many encoded messages may stand in one another. What is deeper is read as text.
///
/// Each is a copy of most of the one around it, for quoted-printable need not be longer than what it
/// encodes.
pub(crate) const MAX_ENCLOSED_LEVELS: usize = 4;

/// The parts of a message that was decoded, in order.
#[derive(Clone, Debug)]
pub(crate) struct EnclosedMessage {
    pub(crate) parts: vec::IntoIter<Part<'static>>,
    pub(crate) skipped: Skipped,
    /// What belongs to no part.
    pub(crate) damage: Vec<Damage>,
}

impl EnclosedMessage {
    /// Gives the parts that were found in `outer`, a message that was decoded, their place in the message around
    /// it. `damage` is what the walk through it found since the last part.
    pub(crate) fn of(
        outer: &Part<'_>,
        parts: Vec<Part<'_>>,
        skipped: Skipped,
        damage: &[Damage],
    ) -> EnclosedMessage {
        let mut found: Vec<_> = parts.into_iter().map(|part| part.enclosed_in(outer)).collect();
        let mut all_damage = outer.damage.clone();
        let first = found.iter_mut().find(|part| part.role != Role::Field);
        if let Some(first) = first {
            all_damage.append(&mut first.damage);
            first.damage = std::mem::take(&mut all_damage);
        }
        all_damage.extend_from_slice(damage);
        EnclosedMessage { skipped, damage: all_damage, parts: found.into_iter() }
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
