//! Decoders from stored bytes to text: transfer encodings, charsets, and a map back to the stored bytes (A4, A5).
//!
//! `transfer_encoding` reads the label. `quoted_printable` and `base64` decode the two encodings. `charset`
//! decides whether a text can be searched as is, and decodes it if not; `utf_7` and `shifted` decode charsets
//! that `encoding_rs` does not have. `undecodable` decodes a URL with malformed bytes. `map` gives the stored position
//! of decoded bytes.

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
