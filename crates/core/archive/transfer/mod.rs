//! From stored bytes to text: transfer encodings, charsets, and a map back to where the bytes are stored (A4, A5).

pub(crate) mod base64;
pub(crate) mod charset;
pub(crate) mod map;
pub(crate) mod quoted_printable;
mod shifted;
pub(crate) mod transfer_encoding;
mod utf_7;
