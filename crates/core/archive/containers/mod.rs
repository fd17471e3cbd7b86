//! Files that contain messages: detection of the format, and the boundaries between messages (A1, A2).
//!
//! `container` detects the format. `mbox`, `rnews` and `listserv` each recognise the separators of one format,
//! and `separator` finds the next one in a window of a source.

pub(crate) mod container;
pub(crate) mod listserv;
pub(crate) mod mbox;
pub(crate) mod rnews;
pub(crate) mod separator;
