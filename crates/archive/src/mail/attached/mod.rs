//! Formats of attachments that hold a text or a message (A3).
//!
//! Each module maps the bytes of a decoded attachment to those that are searched. `signed` finds the content of an
//! S/MIME message that a signature encloses. `tnef` makes a message of `winmail.dat`, whose RTF `lzfu` decompresses.
//! `rtf` reads the text of RTF.

mod lzfu;
pub(crate) mod rtf;
pub(super) mod signed;
pub(super) mod tnef;
