//! The options of a search, and the extractors that were built for them.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urlsift::Extractor;
use urlsift::extract::{Forms, Join};
use urlsift::found::Form;

/// The extractor with the default options, which most calls use.
static DEFAULT: LazyLock<Arc<Extractor>> = LazyLock::new(Arc::default);

/// The other extractors that were used, the last one at the end.
static OTHERS: Mutex<Vec<(Settings, Arc<Extractor>)>> = Mutex::new(Vec::new());

/// The most extractors in `OTHERS`. Programs use one or two.
const MAX_OTHERS: usize = 32;

/// What an extractor is built from.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Settings {
    pub(crate) forms: Forms,
    pub(crate) join: Join,
}

impl Settings {
    /// Sets the option `name` to `value`, unless that is None.
    ///
    /// # Errors
    ///
    /// `TypeError` if there is no such option or the value has another type, `ValueError` if it has an unknown name.
    pub(crate) fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            _ if value.is_none() => {}
            "forms" => self.forms = parse_forms(value)?,
            "join" => self.join = parse_join(value)?,
            _ => {
                return Err(PyTypeError::new_err(format!("unexpected keyword argument '{name}'")));
            }
        }
        Ok(())
    }

    /// Returns the extractor with these settings.
    pub(crate) fn extractor(self) -> Arc<Extractor> {
        // A poisoned list is complete: nothing panics between two states of it.
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, extractor)) = others.iter().find(|(settings, _)| *settings == self) {
            return extractor.clone();
        }
        let extractor = Extractor::builder().forms(self.forms).join(self.join).build();
        let extractor = Arc::new(extractor);
        if others.len() == MAX_OTHERS {
            others.remove(0);
        }
        others.push((self, extractor.clone()));
        extractor
    }
}

/// Returns the extractor for the keyword arguments `options` of a Python function.
///
/// # Errors
///
/// Those of [`Settings::set`].
pub(crate) fn extractor(options: Option<&Bound<'_, PyDict>>) -> PyResult<Arc<Extractor>> {
    let Some(options) = options else { return Ok(DEFAULT.clone()) };
    let mut settings = Settings::default();
    for (name, value) in options {
        settings.set(&name.extract::<String>()?, &value)?;
    }
    Ok(settings.extractor())
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
