//! The options of a search, and the extractors that were built for them.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use urlsift::Extractor;
use urlsift::internal::{BadOption, OptionKind, SearchOption};

use crate::errors::wrong_type;
use crate::url::{names_in, text};

/// The extractor with the default options, which most calls use.
static DEFAULT: LazyLock<Arc<Extractor>> = LazyLock::new(Arc::default);

/// The other extractors that were used, the last one at the end.
static OTHERS: Mutex<Vec<(Settings, Arc<Extractor>)>> = Mutex::new(Vec::new());

/// The option of the library that this package does not have.
const OTHER: &str = "own_schemes";

/// The most extractors in `OTHERS`. Programs use one or two.
const MAX_OTHERS: usize = 32;

/// The options of an extractor: names, and values as the library takes them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Settings(Vec<(&'static str, Vec<String>)>);

impl Settings {
    /// Returns settings with `value` for the option `name`, which are set in any case.
    pub(crate) fn with(name: &'static str, value: &str) -> Settings {
        Settings(vec![(name, vec![value.to_owned()])])
    }

    /// Sets the option `name` to `value`, unless that is None.
    ///
    /// # Errors
    ///
    /// `TypeError` if there is no such option or the value has another type.
    pub(crate) fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if value.is_none() {
            return Ok(());
        }
        let Some(option) = SearchOption::ALL.iter().find(|it| it.name == name && name != OTHER)
        else {
            return Err(PyTypeError::new_err(format!("unexpected keyword argument '{name}'")));
        };
        let values = match option.kind {
            OptionKind::Names => names_in(value, name, &format!("each of {name}"))?,
            OptionKind::Name => vec![text(value, name)?.into_owned()],
            OptionKind::Flag => vec![flag(value, name)?.to_string()],
        };
        self.0.retain(|(known, _)| *known != name);
        self.0.push((option.name, values));
        Ok(())
    }

    /// Returns the extractor with these settings.
    ///
    /// # Errors
    ///
    /// `ValueError` for an unknown name, and for an empty list with which nothing would be found.
    pub(crate) fn extractor(self) -> PyResult<Arc<Extractor>> {
        // A poisoned list is complete: nothing panics between two states of it.
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, extractor)) = others.iter().find(|(settings, _)| *settings == self) {
            return Ok(extractor.clone());
        }
        let mut builder = Extractor::builder();
        for option in SearchOption::ALL {
            let Some((name, values)) = self.0.iter().find(|(name, _)| *name == option.name) else {
                continue;
            };
            if values.is_empty() && *name != "extras" {
                let message = format!("{name} is empty, so nothing would be found");
                return Err(PyValueError::new_err(message));
            }
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            builder = option.set(builder, &values).map_err(|error| match error {
                BadOption::Unknown(value, known) => {
                    unknown(name.trim_end_matches('s'), &value, known.into_iter())
                }
                BadOption::Scheme(value, error) => {
                    PyValueError::new_err(format!("bad scheme {value:?}: {error}"))
                }
            })?;
        }
        let extractor = Arc::new(builder.build());
        if others.len() == MAX_OTHERS {
            others.remove(0);
        }
        others.push((self, extractor.clone()));
        Ok(extractor)
    }
}

/// Returns the extractor for the keyword arguments `options` of a Python function.
///
/// # Errors
///
/// Those of [`Settings::set`] and [`Settings::extractor`].
pub(crate) fn extractor(options: Option<&Bound<'_, PyDict>>) -> PyResult<Arc<Extractor>> {
    let Some(options) = options else { return Ok(DEFAULT.clone()) };
    let mut settings = Settings::default();
    for (name, value) in options {
        settings.set(&name.extract::<String>()?, &value)?;
    }
    settings.extractor()
}

/// Returns the value of `values` that the option `option` names.
pub(crate) fn one_of<T: Copy>(
    value: &Bound<'_, PyAny>,
    option: &str,
    values: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let name = text(value, option)?;
    let named = values.iter().copied().find(|value| name_of(*value) == name);
    named.ok_or_else(|| unknown(option, &name, values.iter().map(|value| name_of(*value))))
}

/// Returns the bool in the option `option`.
pub(crate) fn flag(value: &Bound<'_, PyAny>, option: &str) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| wrong_type(value, option, "bool"))?;
    Ok(flag.is_true())
}

/// Returns the `ValueError` for a name that is not one of `names`.
fn unknown(what: &str, name: &str, names: impl Iterator<Item = &'static str>) -> PyErr {
    let names: Vec<_> = names.collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    PyValueError::new_err(format!(
        "unknown {what} {name:?}: expected {} or {last}",
        others.join(", ")
    ))
}
