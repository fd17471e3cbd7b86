//! `Split`: a line of a plan.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlsift::scan::plan::{PlanLine, Split};

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
pub(crate) struct PySplit {
    pub(crate) split: Split,
    order: Option<u64>,
}

impl PySplit {
    pub(crate) fn new(line: PlanLine) -> PySplit {
        PySplit { split: line.split, order: line.order }
    }

    fn line(&self) -> PlanLine {
        PlanLine { split: self.split.clone(), order: self.order }
    }
}

#[pymethods]
impl PySplit {
    #[new]
    fn parse(line: &str) -> PyResult<PySplit> {
        let line = PlanLine::read(line.trim());
        line.map(PySplit::new)
            .map_err(|error| PyValueError::new_err(format!("not a line of a plan: {error}")))
    }

    fn __str__(&self) -> String {
        self.line().json()
    }

    fn __repr__(&self) -> String {
        format!("Split({:?})", self.line().json())
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let line = this.get().line().json();
        Ok((this.get_type().into_any(), PyTuple::new(this.py(), [line])?))
    }

    /// The paths of the files, in order.
    ///
    /// >>> urlsift.Split('{"files":[{"path":"a","size":3,"mtime":"1"},{"path":"b","size":4,"mtime":"1"}]}').paths
    /// ('a', 'b')
    #[getter]
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let paths: Vec<&str> = self.split.ranges().iter().map(|range| range.path).collect();
        PyTuple::new(py, paths)
    }

    /// The bytes of the split, as stored.
    ///
    /// >>> urlsift.Split('{"files":[{"path":"a","size":3,"mtime":"1"},{"path":"b","size":4,"mtime":"1"}]}').size
    /// 7
    #[getter]
    fn size(&self) -> u64 {
        self.split.ranges().iter().map(|range| range.range.end - range.range.start).sum()
    }

    /// The place in the order of the input, if the splits of the plan have another order; None otherwise.
    ///
    /// >>> urlsift.Split('{"files":[{"path":"a","size":3,"mtime":"1"}],"order":7}').order
    /// 7
    #[getter]
    fn order(&self) -> Option<u64> {
        self.order
    }
}
