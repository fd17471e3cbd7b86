//! Cuts a URL into parts and components, and classifies its host.
//!
//! All of this is plain code, independent of the grammars, and a string that satisfies no grammar has parts too.

pub(crate) mod encoded;
pub(crate) mod hidden;
pub(crate) mod host;
pub(crate) mod parts;
pub(crate) mod port;
pub(crate) mod punycode;
pub(crate) mod scheme_part;
pub(crate) mod segments;
