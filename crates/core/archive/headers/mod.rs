//! Header fields: their bounds, their values, and which of them are searched (A3).

pub(crate) mod content_type;
pub(crate) mod date;
pub(crate) mod encoded_word;
pub(crate) mod field;
pub(crate) mod header;
pub(crate) mod origin;
pub(crate) mod searched;
