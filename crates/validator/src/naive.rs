//! The grammars again, slow and obvious: the twins that the automata are compared with.
//!
//! Each rule is a function that gives *every* offset at which it may end, so that nothing is
//! decided too early and no order of alternatives matters. A file a document, each written from it
//! by hand, not from the file of rules.
//!
//! The offset of a failure falls out of it: the farthest offset at which a byte, or the end, was
//! asked for is the length of the longest prefix that some URL begins with (V3). The trap is that
//! this holds only where every rule can be completed by something.

mod draft03;
mod engine;
#[cfg(test)]
mod marks;
mod rfc1738;
mod rfc2396;

pub use draft03::find_draft03_failure;
pub use rfc1738::find_rfc1738_failure;
pub use rfc2396::find_rfc2396_failure;
