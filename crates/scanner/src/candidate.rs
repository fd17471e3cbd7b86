//! The search for candidates: colons that may end a scheme, and the `<` before one.

pub(crate) mod back;
pub(crate) mod block;
pub(crate) mod colon;
pub(crate) mod level;
#[cfg(feature = "simd")]
pub(crate) mod vector;
