//! Validating a string as a URL: grammars of the RFCs, verdicts, and reasons for failures.
//!
//! A [`Validator`] returns a [`Verdict`], which lists the grammars that the string satisfies.
//! [`Validator::url`] also explains why it fails by the others. [`Checked`] has all this as fields with names.
//!
//! ```
//! use urlsift::verdict::{Grammar, Validator};
//!
//! let verdict = Validator::new().validate("http://example.org/~jim");
//! assert!(verdict.satisfies(Grammar::Rfc3986));
//! assert!(!verdict.satisfies(Grammar::Rfc1738)); // `~` is unsafe there
//! ```

mod checked;

pub use self::checked::Checked;
pub use crate::fields::FieldValue;
pub use urlsift_validator::{
    Failure, FailureKind, Grammar, Grammars, Rejection, RejectionKind, Standing, Validator, Verdict,
};
