//! The exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;

/// Returns the `TypeError` for `value`, the argument `name`, which is not `expected`.
pub(crate) fn wrong_type(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {expected}, not {class}")),
        Err(error) => error,
    }
}

create_exception!(
    urlsift,
    SplitNotDone,
    PyOSError,
    "A split could not be searched: its file is not as it was planned, or cannot be opened.\n\n\
     The rows that came before are not all rows of the split. Make a new plan, or search the split again.\n\n\
     >>> issubclass(urlsift.SplitNotDone, OSError)\nTrue"
);

create_exception!(
    urlsift,
    DamageError,
    PyOSError,
    "An input could not be read, and `on_damage` is 'raise'. The message has the file, the offset and the cause.\n\n\
     >>> issubclass(urlsift.DamageError, OSError)\nTrue"
);
