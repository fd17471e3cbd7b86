//! The options of a search, and the extractors that were built for them.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use urlsift::Extractor;
use urlsift::extract::{Extra, Extras, Forms, Join, Profile, SchemeSet};
use urlsift::found::Form;

use crate::errors::wrong_type;
use crate::url::{names_in, text};

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
    /// That of the profile, if it is not set.
    pub(crate) join: Option<Join>,
    pub(crate) only_schemes: Option<SchemeSet>,
    pub(crate) extras: Extras,
    pub(crate) profile: Profile,
    pub(crate) ascii_only: bool,
    pub(crate) as_written: bool,
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
            "join" => self.join = Some(one_of(value, name, Join::ALL, Join::name)?),
            "only_schemes" => {
                self.only_schemes = Some(scheme_set(&names_in(value, name, "a scheme")?)?);
            }
            "extras" => {
                let named = |name: &String| parse("extra", name, Extra::ALL, Extra::name);
                let extras = names_in(value, name, "an extra")?;
                self.extras = extras.iter().map(named).collect::<PyResult<Extras>>()?;
            }
            "profile" => self.profile = one_of(value, name, Profile::ALL, Profile::name)?,
            "ascii_only" => self.ascii_only = flag(value, name)?,
            "as_written" => self.as_written = flag(value, name)?,
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
        let mut builder = Extractor::builder().forms(self.forms).extras(self.extras);
        if let Some(join) = self.join {
            builder = builder.join(join);
        }
        if let Some(schemes) = self.only_schemes {
            builder = builder.only_schemes(schemes);
        }
        builder = builder.ascii_only(self.ascii_only).as_written(self.as_written);
        let extractor = Arc::new(builder.profile(self.profile).build());
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
fn parse_forms(value: &Bound<'_, PyAny>) -> PyResult<Forms> {
    let names = names_in(value, "forms", "a form")?;
    let forms = names.iter().map(|name| parse("form", name, Form::ALL, Form::name));
    let forms = forms.collect::<PyResult<Forms>>()?;
    if forms.is_empty() {
        return Err(PyValueError::new_err("forms is empty, so nothing would be found"));
    }
    Ok(forms)
}

/// Returns the set of the schemes `names`.
fn scheme_set(names: &[String]) -> PyResult<SchemeSet> {
    if names.is_empty() {
        return Err(PyValueError::new_err("only_schemes is empty, so nothing would be found"));
    }
    let mut schemes = SchemeSet::new();
    for name in names {
        let error = |error| PyValueError::new_err(format!("bad scheme {name:?}: {error}"));
        schemes.add(name).map_err(error)?;
    }
    Ok(schemes)
}

/// Returns the value of `values` that the option `option` names.
fn one_of<T: Copy>(
    value: &Bound<'_, PyAny>,
    option: &str,
    values: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    parse(option, &text(value, option)?, values, name_of)
}

/// Returns the value of `values` whose name is `name`. `ValueError` calls it `what`.
fn parse<T: Copy>(
    what: &str,
    name: &str,
    values: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let named = values.iter().copied().find(|value| name_of(*value) == name);
    named.ok_or_else(|| unknown(what, name, values.iter().map(|value| name_of(*value))))
}

/// Returns the bool in the option `option`.
pub(crate) fn flag(value: &Bound<'_, PyAny>, option: &str) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| wrong_type(value, option, "bool"))?;
    Ok(flag.is_true())
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
