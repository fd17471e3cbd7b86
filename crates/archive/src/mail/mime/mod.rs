//! The walk through one message: its text parts, and the regions that are skipped with a reason (A3; RFC 2045, 2046).
//! `region` is the walk, and `parts` returns its text parts and header fields, those of encoded messages too.

pub(crate) mod attachment;
pub(crate) mod block;
pub(crate) mod content_lines;
pub(crate) mod cut_header;
mod enclosed;
mod field_part;
pub(crate) mod filter;
pub(crate) mod json_text;
pub(crate) mod literals;
pub(crate) mod multipart;
pub(crate) mod only_part;
pub(crate) mod open_end;
pub(crate) mod part;
pub(crate) mod parts;
mod raw_email;
pub(crate) mod reason;
pub(crate) mod region;
mod section;
mod step;
pub(crate) mod tally;
pub(crate) mod unpacked;
