//! The functions on one URL: `wrap`, `href` and `display`.

use std::borrow::Cow;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use urlsift::url::{WrapError, display_url, peel, written_url};
use urlsift::verdict::{RejectionKind, Standing, Validator};

/// Returns `url` as `<URL:...>` for a text, broken over lines of at most `columns` columns.
///
/// urlsift and other programs that follow the Appendix of RFC 1738 join the lines again. A line ends after one of
/// `/ ? & ; = ,` if possible, never after a hyphen; one that cannot be broken is longer. `quote`, such as '> ', begins
/// each line. Unsafe characters are escaped, a host beyond ASCII is written in Punycode, and delimiters that the URL
/// has already are removed.
///
/// Raises ValueError if `find` would not find the result again: if the URL has a line break or another character that
/// no escape helps, has no scheme or no host, or if `quote` is more than quote marks and spaces.
///
/// >>> print(urlsift.wrap("http://www.example.org/well-known/wrappers.html", columns=40, quote="> "))
/// > <URL:http://www.example.org/
/// > well-known/wrappers.html>
#[pyfunction]
#[pyo3(signature = (url, *, columns = Columns(72), quote = None), text_signature = "(url, *, columns=72, quote='')")]
pub(crate) fn wrap(
    url: &Bound<'_, PyAny>,
    columns: Columns,
    quote: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let url = text(url, "url")?;
    let quote = quote.map(|quote| text(quote, "quote")).transpose()?.unwrap_or_default();
    let error = |error: WrapError| PyValueError::new_err(error.to_string());
    let wrapped = urlsift::wrap(&url, columns.0, &quote).map_err(error)?;
    let written = written_url(&url).map_err(error)?;
    let rejection = |url: &str| match Validator::new().validate(url).standing() {
        Standing::Rejected(rejection) => Some(rejection),
        _ => None,
    };
    // The URL that was given may be rejected for characters, which are escaped now.
    let missing_host = rejection(peel(&url).url())
        .filter(|rejection| rejection.kind() == RejectionKind::MissingHost);
    match rejection(&written).or(missing_host) {
        Some(rejection) => Err(PyValueError::new_err(rejection.to_string())),
        None => Ok(wrapped),
    }
}

/// Returns the form of `url` to open, in ASCII and valid by RFC 3986; None if it must not be opened.
///
/// It must not be opened if no escape makes it valid, if its host cannot be looked up, or if programs disagree where it
/// leads. Unsafe characters are escaped, and a host beyond ASCII is mapped to Punycode. Delimiters around the URL are
/// removed. The scheme is not checked: `javascript:` is a URL, too.
///
/// >>> urlsift.href("http://bücher.example/a b")
/// 'http://xn--bcher-kva.example/a%20b'
/// >>> urlsift.href("http:///www.bank.example@evil.example/") is None
/// True
#[pyfunction]
pub(crate) fn href(url: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let url = text(url, "url")?;
    Ok(urlsift::href(&url).map(Cow::into_owned))
}

/// Returns the form of `url` to show: with a readable host, and without invisible characters or text that runs from
/// right to left. Do not open it.
///
/// >>> urlsift.display("http://xn--bcher-kva.example/%C3%BCber")
/// 'http://bücher.example/über'
/// >>> urlsift.display("http://a.example/\u202egpj.exe")
/// 'http://a.example/%E2%80%AEgpj.exe'
#[pyfunction]
pub(crate) fn display(url: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(display_url(&text(url, "url")?))
}

/// Returns the text of the argument `name`.
///
/// # Errors
///
/// `TypeError` if it is no str, and `UnicodeEncodeError`, a `ValueError`, if it has a lone surrogate.
pub(crate) fn text<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow();
    }
    let class = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} must be str, not {class}")))
}

/// The argument `columns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns(usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Columns {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Columns> {
        let Ok(number) = value.cast::<PyInt>() else {
            let class = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!("columns must be int, not {class}")));
        };
        match number.extract::<usize>() {
            Ok(columns) => Ok(Columns(columns)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                // More columns than memory has bytes are no limit.
                let is_negative = number.lt(0)?;
                let error = || PyValueError::new_err("columns must not be negative");
                if is_negative { Err(error()) } else { Ok(Columns(usize::MAX)) }
            }
            Err(error) => Err(error),
        }
    }
}
