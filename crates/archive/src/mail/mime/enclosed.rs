//! A message in a part of another message, encoded in base64 or quoted-printable. RFC 2046 (section 5.2.1) forbids
//! this, RFC 6532 (section 3.5) allows it, and mailers do it.
//!
//! The decoded message is walked like any other (in `parts.rs`). The source does not contain its bytes, so each part of
//! it gets the position of the whole enclosing part, which it was decoded from.

use std::borrow::Cow;
use std::collections::HashMap;
use std::vec;

use crate::mail::damage::DamageKind;
use crate::mail::mime::part::{Part, Role};
use crate::mail::mime::tally::Skipped;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

/// The number of encoded messages that may be nested. A deeper one is read as text. Each level can take as much memory
/// as the message around it, because quoted-printable may be as short as what it encodes.
pub(crate) const MAX_ENCLOSED_LEVELS: usize = 4;

/// The largest number of parts of a decoded message. The header fields of all parts are in memory.
pub(crate) const MAX_ENCLOSED_PARTS: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(crate) struct EnclosedMessage {
    pub(crate) parts: vec::IntoIter<Part<'static>>,
    pub(crate) skipped: Skipped,
    pub(crate) damage: Vec<DamageKind>,
}

impl EnclosedMessage {
    /// Gives `parts`, those of a decoded message, their position in the message around it. `damage` is the damage that
    /// the walk found after the last part.
    pub(crate) fn of(
        enclosing: &Part<'_>,
        parts: Vec<Part<'_>>,
        skipped: Skipped,
        damage: &[DamageKind],
    ) -> EnclosedMessage {
        let mut found: Vec<_> = parts.into_iter().map(|part| part.enclosed_in(enclosing)).collect();
        number_repeated_paths(&mut found);
        // The damage of the enclosing part is reported with the first part that is not a header field.
        let mut unreported = enclosing.damage.clone();
        let first = found.iter_mut().find(|part| part.role != Role::Field);
        if let Some(first) = first {
            unreported.append(&mut first.damage);
            first.damage = std::mem::take(&mut unreported);
        }
        unreported.extend_from_slice(damage);
        EnclosedMessage { skipped, damage: unreported, parts: found.into_iter() }
    }
}

/// Numbers the parts that have the path of an earlier one: `1.header:X-Url`, `1.header:X-Url:2`. Parts of a decoded
/// message have one position, so they differ only in the path.
fn number_repeated_paths(parts: &mut [Part<'_>]) {
    // Each path that is in use, with the last number that was added to it.
    let mut used: HashMap<Cow<'static, str>, usize> = HashMap::with_capacity(parts.len());
    for part in parts {
        let Some(&number) = used.get(&part.path) else {
            used.insert(part.path.clone(), 1);
            continue;
        };
        let numbered = |number: usize| Cow::from(format!("{}:{number}", part.path));
        let mut number = number + 1;
        // A numbered path may be in use, because deeper messages were numbered before.
        while used.contains_key(&numbered(number)) {
            number += 1;
        }
        let path = numbered(number);
        used.insert(path.clone(), 1);
        used.insert(std::mem::replace(&mut part.path, path), number);
    }
}

impl Part<'_> {
    fn enclosed_in(self, enclosing: &Part<'_>) -> Part<'static> {
        // A part has one encoding: its own, or else that of the enclosing part.
        let is_identity = self.encoding == TransferEncoding::Identity;
        Part {
            text: Cow::Owned(self.text.into_owned()),
            stored: enclosing.stored.clone(),
            base: None,
            encoding: if is_identity { enclosing.encoding } else { self.encoding },
            // The map of the message and that of the part are not composed, so the part has none.
            is_recoded: true,
            ..self
        }
    }
}
