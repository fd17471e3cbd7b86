//! Descriptions of damage, with its kind and its place, and its kind in JSON.

use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::archive::{Damage, DamageKind};

/// A description of damage that may know its kind and its place.
pub(crate) trait DamageCause: Display {
    fn kind(&self) -> DamageKind {
        DamageKind::NotRead
    }

    fn offset(&self) -> Option<u64> {
        None
    }
}

impl DamageCause for str {}
impl DamageCause for &str {}
impl DamageCause for String {}

impl DamageCause for Damage {
    fn kind(&self) -> DamageKind {
        self.kind
    }

    fn offset(&self) -> Option<u64> {
        self.offset
    }
}

/// Writes a kind as its name.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
pub(crate) fn serialize<S: Serializer>(kind: &DamageKind, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(kind.name())
}

/// Reads the name of a kind.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DamageKind, D::Error> {
    let name = String::deserialize(from)?;
    DamageKind::of_name(&name)
        .ok_or_else(|| de::Error::custom(format_args!("`{name}` is no kind of damage")))
}
