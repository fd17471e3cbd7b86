//! Names of the library, and those that a pickle of another version may have.

use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::Deref;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use urlsift::verdict::{Grammar, Grammars};

/// A name that the library defines, or one that was read from a pickle.
#[derive(Debug, Eq, Hash, PartialEq)]
pub(crate) struct Name(Cow<'static, str>);

impl From<&'static str> for Name {
    fn from(name: &'static str) -> Name {
        Name(Cow::Borrowed(name))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromPyObject<'_, '_> for Name {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Name> {
        Ok(Name(Cow::Owned(name.extract()?)))
    }
}

impl<'py> IntoPyObject<'py> for &Name {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Bound<'py, PyString>, Infallible> {
        Ok(PyString::new(py, self))
    }
}

/// Grammars, as their names.
#[derive(Debug, Eq, Hash, PartialEq)]
pub(crate) struct GrammarNames(pub(crate) Grammars);

impl FromPyObject<'_, '_> for GrammarNames {
    type Error = PyErr;

    /// `ValueError` if a name is unknown.
    fn extract(names: Borrowed<'_, '_, PyAny>) -> PyResult<GrammarNames> {
        let grammar = |name: &String| {
            Grammar::ALL.iter().copied().find(|grammar| grammar.name() == name).ok_or_else(|| {
                let all: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.name()).collect();
                let all = all.join(", ");
                PyValueError::new_err(format!("no grammar {name:?}, expected one of {all}"))
            })
        };
        let names: Vec<String> = names.extract()?;
        names.iter().map(grammar).collect::<PyResult<_>>().map(GrammarNames)
    }
}

impl<'py> IntoPyObject<'py> for &GrammarNames {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.iter().map(Grammar::name).collect::<Vec<_>>())
    }
}
