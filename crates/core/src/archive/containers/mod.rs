//! Files that contain messages: detection of the format, and the boundaries between messages (A1, A2).
//!
//! `detect` detects a [`container`](container::Container): by its first line, by the separators further in, which
//! `front` weighs, or by the header that `message` and `emlx` recognise. `mbox`, `rnews` and `listserv` each recognise the
//! separators of one format, `framed` those of four more, and `separator` finds the next one in a window of a source.
//! `unknown` counts the messages in a file that is read as one. `input_kind` is how the caller overrides the detection.

pub(crate) mod container;
pub(crate) mod detect;
pub(crate) mod emlx;
mod framed;
pub(crate) mod front;
pub(crate) mod input_kind;
pub(crate) mod listserv;
pub(crate) mod mbox;
pub(crate) mod message;
pub(crate) mod rnews;
pub(crate) mod separator;
pub(crate) mod unknown;
