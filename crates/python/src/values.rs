//! The values of a record batch as objects of Python.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyNone};

/// Returns the row `at` of `batch`, by the names of its columns.
pub(crate) fn row<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
    at: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        dict.set_item(field.name(), value(py, column, at)?)?;
    }
    Ok(dict)
}

/// Returns the value `at` of `array`. The types are those of `urlsift_archive::rows::record_batch::schema`.
fn value<'py>(py: Python<'py>, array: &ArrayRef, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(at) {
        return Ok(PyNone::get(py).to_owned().into_any());
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(at).into_bound_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(at).into_bound_py_any(py),
        DataType::Boolean => array.as_boolean().value(at).into_bound_py_any(py),
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            time(py, array.as_primitive::<TimestampMicrosecondType>().value(at))
        }
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(at);
            let items: PyResult<Vec<_>> =
                (0..items.len()).map(|at| value(py, &items, at)).collect();
            PyList::new(py, items?)?.into_bound_py_any(py)
        }
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                dict.set_item(field.name(), value(py, column, at)?)?;
            }
            dict.into_bound_py_any(py)
        }
        other => Err(PyNotImplementedError::new_err(format!("a column of type {other}"))),
    }
}

/// Returns a time in microseconds since 1970 as a `datetime` in UTC; as the number, if its year is beyond those of
/// `datetime`.
fn time(py: Python<'_>, microseconds: i64) -> PyResult<Bound<'_, PyAny>> {
    let datetime = py.import("datetime")?;
    let utc = datetime.getattr("timezone")?.getattr("utc")?;
    let start = datetime.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, utc))?;
    let since = datetime.getattr("timedelta")?.call1((0, 0, microseconds))?;
    start.add(since).or_else(|_| microseconds.into_bound_py_any(py))
}
