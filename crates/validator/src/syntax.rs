//! Cuts a URL into parts and components, and classifies its host.
//!
//! All of this is plain code, independent of the grammars, and a string that satisfies no grammar has
//! parts too. `parts.rs` cuts the parts that all URLs share; `scheme_part.rs`, `segments.rs` and `encoded.rs`
//! cut and decode the components that a scheme defines. `host.rs` and `hidden.rs` classify hosts and characters,
//! `port.rs` lists default ports.

pub(crate) mod encoded;
pub(crate) mod hidden;
pub(crate) mod host;
pub(crate) mod parts;
pub(crate) mod port;
pub(crate) mod punycode;
pub(crate) mod scheme_part;
pub(crate) mod segments;
