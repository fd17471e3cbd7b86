//! The error for a line of a plan or of a listing.

use std::error::Error;
use std::fmt;

/// An invalid line of a plan or a listing, or a plan that cannot be made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BadPlan(String);

impl BadPlan {
    pub(crate) fn new(cause: impl Into<String>) -> BadPlan {
        BadPlan(cause.into())
    }
}

impl fmt::Display for BadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for BadPlan {}

impl From<serde_json::Error> for BadPlan {
    fn from(error: serde_json::Error) -> BadPlan {
        BadPlan(error.to_string())
    }
}
