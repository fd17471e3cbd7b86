//! Files that contain messages: the formats, and the boundaries between messages (A1, A2).

pub(crate) mod container;
pub(crate) mod emlx;
pub(crate) mod framed;
pub(crate) mod mbox;
pub(crate) mod message;
pub(crate) mod separator;
