//! Causes of damage, with their kinds and places.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

use crate::mail::{Damage, DamageKind};

/// What [`Unread::new`](crate::files::Unread) reports. A text alone is about content that is not read.
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

#[derive(Clone, Debug)]
pub(crate) struct StreamDamage {
    pub(crate) kind: DamageKind,
    pub(crate) at: u64,
    verb: &'static str,
    cause: String,
    /// The cause for a stream on top of this one, if it is another.
    cause_above: Option<String>,
    /// The bytes to which something may expand, if there are more.
    limit: Option<u64>,
}

impl StreamDamage {
    fn with(kind: DamageKind, verb: &'static str, at: u64, cause: String) -> StreamDamage {
        StreamDamage { kind, at, verb, cause, cause_above: None, limit: None }
    }

    pub(crate) fn new(at: u64, cause: impl Display) -> StreamDamage {
        StreamDamage::with(DamageKind::Damaged, "damaged at", at, cause.to_string())
    }

    pub(crate) fn of_kind(self, kind: DamageKind) -> StreamDamage {
        StreamDamage { kind, ..self }
    }

    pub(crate) fn truncated(at: u64, length: u64) -> StreamDamage {
        let cause = format!("{length} bytes were expected");
        let cause_above = Some(format!("{length} bytes of stored data were expected"));
        let damage = StreamDamage::with(DamageKind::Truncated, "truncated at", at, cause);
        StreamDamage { cause_above, ..damage }
    }

    pub(crate) fn too_large(at: u64, expands: &str, limit: u64) -> StreamDamage {
        let cause = format!("{expands} to more than {limit} bytes");
        StreamDamage { limit: Some(limit), ..StreamDamage::not_read_after(at, cause) }
    }

    pub(crate) fn not_read_after(at: u64, cause: String) -> StreamDamage {
        StreamDamage::with(DamageKind::TooLarge, "not read after", at, cause)
    }

    /// Moves the damage from a stream below to the offset `at` of this one.
    pub(crate) fn moved_to(self, at: u64) -> StreamDamage {
        let cause = self.cause_above.unwrap_or(self.cause);
        StreamDamage { at, cause, cause_above: None, ..self }
    }

    /// Gives `error` the offset `at`, unless it already has one.
    pub(crate) fn place(error: &io::Error, at: u64) -> StreamDamage {
        let is_of_system =
            error.raw_os_error().is_some() || error.kind() == io::ErrorKind::OutOfMemory;
        match placed(error) {
            Some(damage) => damage.clone(),
            // The system cannot read the file, whatever its bytes are.
            None if is_of_system => {
                let verb = "cannot be read at";
                StreamDamage::with(DamageKind::Unreadable, verb, at, error.to_string())
            }
            None if error.kind() == io::ErrorKind::UnexpectedEof => {
                StreamDamage::new(at, error).of_kind(DamageKind::Truncated)
            }
            None => StreamDamage::new(at, error),
        }
    }
}

impl Display for StreamDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StreamDamage { verb, at, cause, .. } = self;
        write!(f, "{verb} byte {at}: {cause}")
    }
}

impl Error for StreamDamage {}

impl DamageCause for StreamDamage {
    fn kind(&self) -> DamageKind {
        self.kind
    }

    fn offset(&self) -> Option<u64> {
        Some(self.at)
    }

    fn limit(&self) -> Option<u64> {
        self.limit
    }
}

impl DamageCause for io::Error {
    fn kind(&self) -> DamageKind {
        match placed(self) {
            Some(damage) => damage.kind,
            None if self.raw_os_error().is_some() => DamageKind::Unreadable,
            None => DamageKind::NotRead,
        }
    }

    fn offset(&self) -> Option<u64> {
        placed(self).map(|damage| damage.at)
    }

    fn limit(&self) -> Option<u64> {
        placed(self)?.limit
    }
}

pub(crate) fn is_of_stream(error: &io::Error) -> bool {
    placed(error).is_some() || error.kind() == io::ErrorKind::Interrupted
}

pub(crate) fn placed(error: &io::Error) -> Option<&StreamDamage> {
    error.get_ref().and_then(|inner| inner.downcast_ref())
}
