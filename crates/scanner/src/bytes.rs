//! Classes of single bytes, whitespace and line breaks, hidden characters, and a count of the bytes looked at.

pub(crate) mod class;
pub(crate) mod hidden;
pub(crate) mod space;
pub(crate) mod work;
