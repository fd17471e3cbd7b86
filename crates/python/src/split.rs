//! `Split`: a line of a plan.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlsift_archive::plan::Split;

/// A split of a plan: a file, a range of a file's bytes, or a pack of small files.
///
/// `Split(line)` reads a line of `urlsift plan`, and `str(split)` writes one. Splits can be compared, hashed and pickled.
///
/// >>> split, = urlsift.plan(["corpus/archives/shelf.mbox"])
/// >>> split.paths, split.size
/// (('corpus/archives/shelf.mbox',), 10652)
/// >>> urlsift.Split(str(split)) == split
/// True
#[pyclass(module = "urlsift", name = "Split", frozen, eq, hash)]
#[derive(Clone, Eq, Hash, PartialEq)]
pub(crate) struct PySplit(pub(crate) Split);

#[pymethods]
impl PySplit {
    #[new]
    fn parse(line: &str) -> PyResult<PySplit> {
        let split = Split::read(line.trim());
        split
            .map(PySplit)
            .map_err(|error| PyValueError::new_err(format!("not a line of a plan: {error}")))
    }

    fn __str__(&self) -> String {
        self.0.json()
    }

    fn __repr__(&self) -> String {
        format!("Split({:?})", self.0.json())
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let line = this.get().0.json();
        Ok((this.get_type().into_any(), PyTuple::new(this.py(), [line])?))
    }

    /// The paths of the files, in order.
    ///
    /// >>> urlsift.Split('{"files":[{"path":"a","size":3,"mtime":"1"},{"path":"b","size":4,"mtime":"1"}]}').paths
    /// ('a', 'b')
    #[getter]
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let paths: Vec<&str> = self.0.ranges().into_iter().map(|(path, _)| path).collect();
        PyTuple::new(py, paths)
    }

    /// The bytes of the split, as stored.
    ///
    /// >>> urlsift.Split('{"files":[{"path":"a","size":3,"mtime":"1"},{"path":"b","size":4,"mtime":"1"}]}').size
    /// 7
    #[getter]
    fn size(&self) -> u64 {
        self.0.ranges().iter().map(|(_, range)| range.end - range.start).sum()
    }
}
