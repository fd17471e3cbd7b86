//! Files that hold messages: what a file is, and where one message in it ends and the next begins (A1, A2).

pub(crate) mod container;
pub(crate) mod listserv;
pub(crate) mod mbox;
pub(crate) mod rnews;
pub(crate) mod separator;
