//! The syntax.

pub(crate) mod encoded;
pub(crate) mod hidden;
pub(crate) mod host;
pub(crate) mod parts;
pub(crate) mod port;
pub(crate) mod scheme_part;
pub(crate) mod segments;
