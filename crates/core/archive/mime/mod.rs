//! The walk through one message: its parts, and the regions that are skipped with a reason (A3; RFC 2045 and 2046).

mod block;
mod enclosed;
pub(crate) mod filter;
mod literals;
mod multipart;
pub(crate) mod part;
pub(crate) mod parts;
pub(crate) mod reason;
pub(crate) mod region;
mod section;
pub(crate) mod tally;
