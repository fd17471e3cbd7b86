//! `Schema`: the columns of rows, for packages that read Arrow.

use std::collections::HashMap;

use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use urlsift_archive::internal::ALL_FIELDS;

use crate::options;

/// The columns of rows. `pyarrow.schema` and other packages read it.
///
/// >>> urlsift.schema(["url", "start"]).names
/// ['url', 'start']
#[pyclass(module = "urlsift", name = "Schema", frozen)]
pub(crate) struct PySchema(SchemaRef);

#[pymethods]
impl PySchema {
    /// The names of the columns, in order.
    ///
    /// >>> urlsift.schema().names[0]
    /// 'url'
    #[getter]
    fn names(&self) -> Vec<String> {
        names(&self.0)
    }

    /// The metadata: a dict with the version of the columns.
    ///
    /// >>> urlsift.schema().metadata
    /// {'urlsift.schema_version': '1'}
    #[getter]
    fn metadata(&self) -> HashMap<String, String> {
        self.0.metadata().iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Returns the schema as an Arrow C schema.
    ///
    /// >>> type(urlsift.schema().__arrow_c_schema__()).__name__
    /// 'PyCapsule'
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.0)
    }
}

/// Returns the names of the columns, in order.
pub(crate) fn names(schema: &SchemaRef) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

/// Returns `schema` for the C interface.
pub(crate) fn capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&**schema);
    let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Returns the columns of the rows of `scan`: all, or those that `columns` lists.
///
/// Raises ValueError for an unknown name, or one that occurs twice.
///
/// >>> len(urlsift.schema().names) > 30
/// True
#[pyfunction]
#[pyo3(signature = (columns=None))]
pub(crate) fn schema(columns: Option<&Bound<'_, PyAny>>) -> PyResult<PySchema> {
    let fields = match columns {
        Some(columns) => options::fields(&options::texts(columns, "columns")?)?,
        None => ALL_FIELDS.clone(),
    };
    Ok(PySchema(urlsift_archive::rows::record_batch::schema(&fields)))
}
