//! Formats of attachments that hold a text or a message (A3).
//!
//! `signed` finds the content of a signed S/MIME message. `tnef` makes a message of `winmail.dat`, whose RTF `lzfu`
//! decompresses. `rtf` reads the text of RTF.

mod lzfu;
pub(crate) mod rtf;
pub(super) mod signed;
pub(super) mod tnef;
