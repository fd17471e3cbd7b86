//! Kinds of damage, and where damage is.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// Why something could not be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DamageKind {
    /// The file could not be opened.
    NotOpened,
    /// The system reported an error while the file was read.
    Unreadable,
    /// The bytes are malformed.
    Damaged,
    /// The input ends too early.
    Truncated,
    /// A message, or something that expands, is larger than its limit.
    TooLarge,
    /// Content that is not searched, such as an encrypted member.
    NotRead,
    /// A split whose file is not as it was planned.
    SplitFailed,
}

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
