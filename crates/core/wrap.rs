//! Writing a URL into text: it is broken over lines so that a reader rejoins it without a doubt.

pub use urlsift_rejoiner::{WrapError, wrap, wrap_after};
