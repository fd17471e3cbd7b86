//! The native half of the Python package `urlsift`.
//!
//! Each class has the fields of the JSON rows that the program prints, under the same names. Offsets count code points
//! of a `str`, and bytes of a `bytes`. Comments on classes and functions are docstrings, so their examples are in
//! Python.
//!
//! Named tuples are defined in Python (`python/urlsift/_records.py`), everything else here.

mod arrow_texts;
mod errors;
mod extractors;
mod find;
mod find_many;
mod found;
mod link;
mod names;
mod offsets;
mod options;
mod pieces;
mod program;
mod python_source;
mod reader;
mod records;
mod run;
mod scan;
mod scan_input;
mod schema;
mod split;
mod table;
mod url;
mod values;
mod verdict;

/// The native half of the package `urlsift`.
#[pyo3::pymodule]
mod _urlsift {
    #[pymodule_export]
    use crate::find::{find, find_around, find_at, resume_at};
    #[pymodule_export]
    use crate::find_many::find_many;
    #[pymodule_export]
    use crate::found::{PyFound, restored_found};
    #[pymodule_export]
    use crate::link::{to_html, to_text};
    #[pymodule_export]
    use crate::options::option_hint;
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::python_source::end;
    #[pymodule_export]
    use crate::reader::PyReader;
    #[pymodule_export]
    use crate::scan::{plan_listing, plan_paths, scan_one, scan_paths, search_split};
    #[pymodule_export]
    use crate::schema::{PySchema, schema};
    #[pymodule_export]
    use crate::split::PySplit;
    #[pymodule_export]
    use crate::table::PyTable;
    #[pymodule_export]
    use crate::url::{display, href, link_text_differs, link_text_note, normalize, wrap};
    #[pymodule_export]
    use crate::verdict::{PyVerdict, check};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("DamageError", py.get_type::<crate::errors::DamageError>())?;
        module.add("SplitNotDone", py.get_type::<crate::errors::SplitNotDone>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
