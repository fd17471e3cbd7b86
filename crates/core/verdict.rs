//! Judging a URL: the validator, the grammars of the RFCs, and why a string fails by one.

pub use urlsift_validator::{
    Failure, FailureKind, Grammar, Grammars, GrammarsIter, Rejection, RejectionKind, Standing,
    UnknownGrammar, Validator, Verdict,
};
