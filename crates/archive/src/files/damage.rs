//! Descriptions of damage, with its kind and its place.

use std::fmt::Display;

use crate::mail::{Damage, DamageKind};

pub(crate) trait DamageCause: Display {
    fn kind(&self) -> DamageKind {
        DamageKind::NotRead
    }

    fn offset(&self) -> Option<u64> {
        None
    }

    /// Returns the limit on expansion that was exceeded, in bytes.
    fn limit(&self) -> Option<u64> {
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
