//! A message in a part of another message, encoded in base64 or quoted-printable.
//!
//! RFC 2046 (section 5.2.1) forbids this, RFC 6532 (section 3.5) allows it, and mailers do it. The parts of the
//! enclosed message may be encoded themselves, so the decoded message is walked like any other. Its bytes are
//! not stored anywhere, so each of its parts has the position of the whole.
//!
//! The label may be wrong: some messages labelled quoted-printable are stored as they are. To decode them would
//! damage what their own parts encode. They are recognised by an `=` that is neither an octet nor a soft break,
//! as in `charset=`; an encoded message has none.

use std::borrow::Cow;
use std::vec;

use crate::archive::mime::part::{Damage, Part, Role};
use crate::archive::mime::tally::Skipped;
use crate::archive::transfer::transfer_encoding::TransferEncoding;

/// The number of encoded messages that may be nested. A deeper one is read as text.
///
/// Each copies most of the message around it, because quoted-printable need not be longer than what it encodes.
pub(crate) const MAX_ENCLOSED_LEVELS: usize = 4;

/// The parts of a decoded message, in order.
#[derive(Clone, Debug)]
pub(crate) struct EnclosedMessage {
    pub(crate) parts: vec::IntoIter<Part<'static>>,
    pub(crate) skipped: Skipped,
    /// The damage that belongs to no part.
    pub(crate) damage: Vec<Damage>,
}

impl EnclosedMessage {
    /// Gives the parts of `outer`, a decoded message, their position in the message around it. `damage` is the
    /// damage that the walk found after the last part.
    pub(crate) fn of(
        outer: &Part<'_>,
        parts: Vec<Part<'_>>,
        skipped: Skipped,
        damage: &[Damage],
    ) -> EnclosedMessage {
        let mut found: Vec<_> = parts.into_iter().map(|part| part.enclosed_in(outer)).collect();
        // The damage of the message itself is reported with its first part that is not a header field. If there is
        // none, the caller gets it.
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
    /// Converts a part of the decoded message `outer` to a part of the message around it.
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
