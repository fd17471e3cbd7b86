//! Searching a text: the extractor, its options, and searches that stop at a budget.
//!
//! This is the one place that chooses. For each wrapper that the scanner finds, the rejoiner makes the readings
//! and the validator gives a verdict on each. The readings are ranked (J3), and the first that is not rejected is
//! the URL. If all readings are rejected, the wrapper is skipped (W9).

mod choose;
mod decide;
mod domain;
pub(crate) mod extractor;
pub(crate) mod find_iter;
mod find_whole;
pub(crate) mod join_option;
mod judge;
pub(crate) mod link_text;
mod propose;
pub(crate) mod search;

pub use self::extractor::{Extractor, ExtractorBuilder, Rejected};
pub use self::find_iter::FindIter;
pub use self::join_option::Join;
pub use self::link_text::link_text_differs;
pub use self::search::{Budget, Step};
pub use crate::names::UnknownValue;
pub use crate::seen::SeenUrls;
pub use urlsift_scanner::{BadSchemeName, Form, Forms, MAX_OWN_SCHEMES, OwnSchemes, UnknownForm};
