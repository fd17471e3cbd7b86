//! Names of the library, and those that a pickle of another version may have.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlsift::verdict::{Grammar, Grammars};

/// A name that the library defines, or one that was read from a pickle.
pub(crate) type Name = Cow<'static, str>;

/// Returns the names of `grammars` as a tuple, the oldest first.
pub(crate) fn grammar_names(py: Python<'_>, grammars: Grammars) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, grammars.iter().map(Grammar::name).collect::<Vec<_>>())
}

/// Returns the grammars that `names` lists.
///
/// # Errors
///
/// `ValueError` if a name is unknown.
pub(crate) fn parse_grammars(names: &[String]) -> PyResult<Grammars> {
    let known = |name: &String| Grammar::ALL.iter().copied().find(|grammar| grammar.name() == name);
    let all = || Grammar::ALL.iter().map(|grammar| grammar.name()).collect::<Vec<_>>().join(", ");
    let grammars = names.iter().map(|name| {
        known(name).ok_or_else(|| {
            PyValueError::new_err(format!("no grammar {name:?}, expected one of {}", all()))
        })
    });
    grammars.collect()
}
