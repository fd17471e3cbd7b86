//! Files that contain messages: the formats, and the boundaries between messages (A1, A2).
//!
//! `message` and `emlx` recognise a message. `mbox`, `rnews` and `listserv` each recognise the separators of one format,
//! `framed` those of four more, and `separator` finds the next one in a window of a source.

pub(crate) mod container;
pub(crate) mod emlx;
pub(crate) mod framed;
pub(crate) mod listserv;
pub(crate) mod mbox;
pub(crate) mod message;
pub(crate) mod rnews;
pub(crate) mod separator;
