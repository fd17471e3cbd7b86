//! `Table`: rows in memory, for packages that read Arrow.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::schema::{self, names};

/// The rows that `find_many` returns. `pyarrow.table`, `polars.DataFrame`, DuckDB and others read them without copies, as
/// often as needed. `len(table)` is the number of rows.
///
/// >>> import pyarrow
/// >>> pyarrow.table(urlsift.find_many(["http://example.org/"])).num_rows
/// 1
#[pyclass(module = "urlsift", name = "Table", frozen)]
pub(crate) struct PyTable {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

#[pymethods]
impl PyTable {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let columns = names(&self.schema).into_pyobject(py)?.repr()?;
        Ok(format!("Table(rows={}, columns={columns})", self.__len__()))
    }

    /// Returns the columns as an Arrow C schema.
    ///
    /// >>> type(urlsift.find_many([]).__arrow_c_schema__()).__name__
    /// 'PyCapsule'
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema::capsule(py, &self.schema)
    }

    /// Returns the rows as an Arrow C stream. `requested_schema` is ignored.
    ///
    /// >>> type(urlsift.find_many([]).__arrow_c_stream__()).__name__
    /// 'PyCapsule'
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let rows = RecordBatchIterator::new(batches, SchemaRef::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(rows));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
