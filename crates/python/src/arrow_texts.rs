//! Texts in arrays that other packages pass through the Arrow C interface.

// The capsules of the interface hold pointers.
#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A text to search.
#[derive(Clone, Copy)]
pub(crate) struct Row<'t> {
    pub(crate) bytes: &'t [u8],
    /// Whether offsets count code points.
    pub(crate) is_str: bool,
}

/// Returns the arrays that `texts` exports, without copies; `None` if it does not export Arrow.
///
/// # Errors
///
/// The exception of the exporter, and `ValueError` for an array that is not valid.
pub(crate) fn arrays(texts: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = texts.py();
    let arrays: Result<Vec<ArrayRef>, ArrowError> =
        if let Some(export) = texts.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
            // The capsule owns the stream, so it must live until the stream is moved out.
            let capsule = export.call0()?;
            let stream = pointer(&capsule, c"arrow_array_stream")?;
            // SAFETY: the name of the capsule says that this is a valid stream. `from_raw` moves it out.
            unsafe { ArrayStreamReader::from_raw(stream) }.and_then(Iterator::collect)
        } else if let Some(export) = texts.getattr_opt(intern!(py, "__arrow_c_array__"))? {
            let capsules = export.call0()?;
            let schema = pointer(&capsules.get_item(0)?, c"arrow_schema")?;
            let array = pointer::<FFI_ArrowArray>(&capsules.get_item(1)?, c"arrow_array")?;
            // SAFETY: valid as above. The array is moved out, and the schema is borrowed while `capsules` lives.
            let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array), &*schema) };
            data.map(|data| vec![make_array(data)])
        } else {
            return Ok(None);
        };
    arrays.map(Some).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the pointer in a capsule that has this name. It is valid while the capsule lives.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut T> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast().as_ptr())
}

/// Adds the texts of `array` to `rows`. Returns false if its values are neither strings nor binary.
pub(crate) fn add_rows<'t>(array: &'t ArrayRef, rows: &mut Vec<Option<Row<'t>>>) -> bool {
    let str = |text: Option<&'t str>| text.map(|text| Row { bytes: text.as_bytes(), is_str: true });
    let bytes = |bytes: Option<&'t [u8]>| bytes.map(|bytes| Row { bytes, is_str: false });
    match array.data_type() {
        DataType::Utf8 => rows.extend(array.as_string::<i32>().iter().map(str)),
        DataType::LargeUtf8 => rows.extend(array.as_string::<i64>().iter().map(str)),
        DataType::Utf8View => rows.extend(array.as_string_view().iter().map(str)),
        DataType::Binary => rows.extend(array.as_binary::<i32>().iter().map(bytes)),
        DataType::LargeBinary => rows.extend(array.as_binary::<i64>().iter().map(bytes)),
        DataType::BinaryView => rows.extend(array.as_binary_view().iter().map(bytes)),
        DataType::FixedSizeBinary(_) => {
            rows.extend(array.as_fixed_size_binary().iter().map(bytes));
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let mut values = Vec::new();
            if !add_rows(dictionary.values(), &mut values) {
                return false;
            }
            // The keys of a dictionary without values cannot be normalized: each is null.
            let keys = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            let row = |at| if array.is_null(at) { None } else { values[keys[at]] };
            rows.extend((0..array.len()).map(row));
        }
        DataType::RunEndEncoded(ends, _) => {
            return match ends.data_type() {
                DataType::Int16 => add_runs::<Int16Type>(array, rows),
                DataType::Int32 => add_runs::<Int32Type>(array, rows),
                _ => add_runs::<Int64Type>(array, rows),
            };
        }
        DataType::Null => rows.resize(rows.len() + array.len(), None),
        _ => return false,
    }
    true
}

/// Adds the texts of a run-end-encoded array to `rows`, as [`add_rows`].
fn add_runs<'t, T: RunEndIndexType>(array: &'t ArrayRef, rows: &mut Vec<Option<Row<'t>>>) -> bool {
    let runs = array.as_run::<T>();
    let mut values = Vec::new();
    let are_texts = add_rows(runs.values(), &mut values);
    if are_texts {
        rows.extend((0..array.len()).map(|at| values[runs.get_physical_index(at)]));
    }
    are_texts
}
