//! Writing a URL into text: it is broken over lines in a way that readers rejoin without a doubt.
//!
//! [`wrap`] writes `<URL:…>` for the start of a line, [`wrap_after`] for a line that has text before it.

pub use urlsift_rejoiner::{WrapError, wrap, wrap_after};
