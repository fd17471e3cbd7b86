//! The walk through one message: its text parts, and the regions that are skipped with a reason (A3; RFC 2045, 2046).
//!
//! `region` is the walk. `region/nested` reads the parts that contain messages, and `step` has the steps that are
//! left. `multipart` finds delimiters, `block` finds encoded files within a text, and `section` numbers the parts.
//! `parts` returns the text parts (`part`) of the walk, and reads messages that were encoded within others
//! (`enclosed`). `field_part` makes parts of header fields. `content_lines` reads calendars and cards, `json_text`
//! reads JSON, and `attachment` detects the content of parts that are not declared as text. `tally` counts what the
//! walk meets, `unpacked` holds the content of an archive in a part, `reason` names what it skips, `filter` skips what
//! cannot match, and `only_part` is a shortcut for plain messages.

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
