//! Header fields: their ranges, their values, and which of them are searched (A3, A4).

pub(crate) mod a_news;
pub(crate) mod beginning;
pub(crate) mod content_type;
pub(crate) mod date;
pub(crate) mod encoded_word;
pub(crate) mod envelope;
pub(crate) mod field;
pub(crate) mod header;
pub(crate) mod origin;
pub(crate) mod searched;
