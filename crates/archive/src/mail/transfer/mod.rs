//! Decoders from stored bytes to text: transfer encodings, charsets, and a map back to the stored bytes (A4, A5).
//! `utf_7` and `shifted` decode charsets that `encoding_rs` does not have, `undecodable` a URL with malformed bytes.

pub(crate) mod base64;
pub(crate) mod charset;
pub(crate) mod map;
pub(crate) mod quoted_printable;
mod shifted;
#[cfg(test)]
mod tests;
pub(crate) mod transfer_encoding;
mod undecodable;
mod utf_7;
