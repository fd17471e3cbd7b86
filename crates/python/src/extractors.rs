//! The extractors: one for each combination of options, built at its first use.

use std::sync::{LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use urlsift::Extractor;
use urlsift::extract::{Forms, Join};
use urlsift::found::Form;

/// The extractor with the default options, which most calls use.
static DEFAULT: LazyLock<Extractor> = LazyLock::new(Extractor::new);

/// The other extractors. They are never freed. There are at most 1,024: eight forms and four values of `join`.
static OTHERS: Mutex<Vec<(Forms, Join, &'static Extractor)>> = Mutex::new(Vec::new());

/// Returns the extractor for the arguments `forms` and `join` of a Python function.
///
/// # Errors
///
/// `TypeError` if an argument has another type, `ValueError` if it has an unknown name.
pub(crate) fn extractor(
    forms: Option<&Bound<'_, PyAny>>,
    join: Option<&Bound<'_, PyAny>>,
) -> PyResult<&'static Extractor> {
    if forms.is_none() && join.is_none() {
        return Ok(&DEFAULT);
    }
    extractor_or(forms, join, Join::default())
}

/// Like [`extractor`], with the value of `join` that is used if it is not given.
pub(crate) fn extractor_or(
    forms: Option<&Bound<'_, PyAny>>,
    join: Option<&Bound<'_, PyAny>>,
    default: Join,
) -> PyResult<&'static Extractor> {
    let forms = forms.map(parse_forms).transpose()?.unwrap_or_default();
    let join = join.map(parse_join).transpose()?.unwrap_or(default);
    // A poisoned list is complete: nothing panics between two states of it.
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&(.., extractor)) = others.iter().find(|(f, j, _)| (*f, *j) == (forms, join)) {
        return Ok(extractor);
    }
    let extractor = Box::leak(Box::new(Extractor::builder().forms(forms).join(join).build()));
    others.push((forms, join, extractor));
    Ok(extractor)
}

/// Parses an iterable of names of forms.
fn parse_forms(names: &Bound<'_, PyAny>) -> PyResult<Forms> {
    // The characters of a text would be taken for names.
    if names.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("forms must be an iterable of names, not str"));
    }
    let mut forms = Forms::none();
    for name in names.try_iter()? {
        let name = text_of(&name?, "a form")?;
        let form = name.parse();
        forms = forms.with(
            form.map_err(|_| unknown("form", &name, Form::ALL.iter().map(|form| form.name())))?,
        );
    }
    if forms.is_empty() {
        return Err(PyValueError::new_err("forms is empty, so nothing would be found"));
    }
    Ok(forms)
}

/// Parses the name of a value of `join`.
fn parse_join(name: &Bound<'_, PyAny>) -> PyResult<Join> {
    let name = text_of(name, "join")?;
    name.parse().map_err(|_| unknown("join", &name, Join::ALL.iter().map(|join| join.name())))
}

/// Returns the text of `value`. `TypeError` names it `what`.
fn text_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned());
    }
    let class = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("{what} must be str, not {class}")))
}

/// Returns the `ValueError` for a name that is not one of `names`.
pub(crate) fn unknown(what: &str, name: &str, names: impl Iterator<Item = &'static str>) -> PyErr {
    let names: Vec<_> = names.collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    PyValueError::new_err(format!(
        "unknown {what} {name:?}: expected {} or {last}",
        others.join(", ")
    ))
}
