//! Formats of attachments that hold a text or a message (A3).
//!
//! `signed` finds the content of an S/MIME message that a signature encloses, and `rtf` reads the text of RTF. Each module maps the bytes of a decoded
//! attachment to those that are searched.

pub(super) mod rtf;
pub(super) mod signed;
