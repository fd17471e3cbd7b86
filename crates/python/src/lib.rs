//! The native half of the Python package `urlsift`.
//!
//! Each class has the fields of the JSON rows that the program prints, under the same names. Offsets count code points
//! of a `str`, and bytes of a `bytes`. Comments on classes and functions are docstrings, so their examples are in
//! Python.
//!
//! Named tuples are defined in Python (`python/urlsift/_records.py`), everything else here.

mod extractors;
mod find;
mod found;
mod names;
mod offsets;
mod pieces;
mod records;
mod url;
mod verdict;

/// The native half of the package `urlsift`.
#[pyo3::pymodule]
mod _urlsift {
    #[pymodule_export]
    use crate::find::find;
    #[pymodule_export]
    use crate::found::{PyFound, restored_found};
    #[pymodule_export]
    use crate::url::{display, href, wrap};
    #[pymodule_export]
    use crate::verdict::{PyVerdict, check};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
