//! Recognises the container of a file (A1).
//!
//! `detect` detects a [`container`](crate::mail::containers::container::Container): by its first line, by the separators
//! further in, which `front` weighs, or by its header. `unknown` counts the messages in a file that is read as one.
//! `input_kind` is how the caller overrides the detection.

pub(crate) mod detect;
pub(crate) mod front;
pub(crate) mod input_kind;
pub(crate) mod unknown;
