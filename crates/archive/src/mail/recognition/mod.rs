//! Recognises the container of a file (A1).

pub(crate) mod detect;
pub(crate) mod front;
pub(crate) mod input_kind;
pub(crate) mod unknown;
