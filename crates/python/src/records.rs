//! The named tuples of the package, which `urlsift._records` defines.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A class of named tuples. It is imported at its first use.
pub(crate) struct RecordClass {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

/// A piece of a found URL.
pub(crate) static PIECE: RecordClass = RecordClass::new("Piece");
/// Another reading of a wrapper.
pub(crate) static READING: RecordClass = RecordClass::new("Reading");
/// A place where readings differ.
pub(crate) static DOUBT: RecordClass = RecordClass::new("Doubt");
/// A note on a found URL.
pub(crate) static NOTE: RecordClass = RecordClass::new("Note");

impl RecordClass {
    const fn new(name: &'static str) -> RecordClass {
        RecordClass { name, class: PyOnceLock::new() }
    }

    /// Returns a tuple with `fields`, in the order of the class.
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        fields: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.class.import(py, "urlsift._records", self.name)?.call1(fields)
    }
}
