//! The functions on one URL, except `check`.

use std::borrow::Cow;

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use urlsift::found::FoundNote;
use urlsift::url::{WrapError, display_url, peel, written_url};
use urlsift::verdict::{RejectionKind, Standing, Validator};

use crate::errors::wrong_type;
use crate::records::NOTE;

/// Returns `url` as `<URL:...>` for a text, broken across lines of at most `columns` columns.
///
/// urlsift and other programs that follow the Appendix of RFC 1738 join the lines again. A line ends after one of
/// `/ ? & ; ,` if possible, never after a hyphen or `=`; one that cannot be broken is longer. `quote`, such as '> ', begins
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

/// Returns `url` normalized by RFC 3986, sections 6.2.2 and 6.2.3: URLs that differ only in spelling become equal, so it
/// can be the key of a cache.
///
/// Scheme and host are in lower case; escapes of unreserved characters are decoded; dot segments and a default port are
/// removed.
///
/// >>> urlsift.normalize("HTTP://A.example:80/%7ejim/./x")
/// 'http://a.example/~jim/x'
#[pyfunction]
pub(crate) fn normalize(url: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(urlsift::url::normalize(&text(url, "url")?))
}

/// Returns a note if `shown`, the visible text of a link in HTML, is one URL, host or address and names another host than
/// `target`, the URL that the link opens. Otherwise returns None.
///
/// Hosts below one registered domain, such as example.org, are the same. The note is a warning if the target has the host
/// of the text after its own host, and a danger otherwise.
///
/// >>> urlsift.link_text_note("www.bank.example", "http://evil.example/").severity
/// 'danger'
/// >>> urlsift.link_text_note("Our offers", "http://www.shop.example/offers")
#[pyfunction]
pub(crate) fn link_text_note<'py>(
    shown: &Bound<'py, PyAny>,
    target: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let note = urlsift::extract::link_text_note(&text(shown, "shown")?, &text(target, "target")?);
    let make = |note: FoundNote| {
        NOTE.make(shown.py(), (note.name(), note.severity().name(), note.message()))
    };
    note.map(make).transpose()
}

/// Reports whether `link_text_note` returns a note for these texts.
///
/// >>> urlsift.link_text_differs("www.bank.example", "http://bank.example.evil.example/")
/// True
/// >>> urlsift.link_text_differs("Our offers", "http://www.shop.example/offers")
/// False
#[pyfunction]
pub(crate) fn link_text_differs(
    shown: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let (shown, target) = (text(shown, "shown")?, text(target, "target")?);
    Ok(urlsift::internal::link_text_differs(&shown, &target))
}

/// Returns the text of the argument `name`.
///
/// # Errors
///
/// `TypeError` if it is not a str, and `UnicodeEncodeError`, a `ValueError`, if it has a lone surrogate.
pub(crate) fn text<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Cow<'a, str>> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow();
    }
    Err(wrong_type(value, name, "str"))
}

/// Returns the names in the argument `name`, an iterable. `TypeError` calls one of them `what`.
pub(crate) fn names_in(value: &Bound<'_, PyAny>, name: &str, what: &str) -> PyResult<Vec<String>> {
    // The characters of a text would be taken for names.
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(value, name, "an iterable of names"));
    }
    value.try_iter()?.map(|item| Ok(text(&item?, what)?.into_owned())).collect()
}

/// The argument `columns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Columns {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Columns> {
        count(&value, "columns").map(Columns)
    }
}

/// Returns the number of the argument `name`. One that is too big for a text is the biggest.
///
/// # Errors
///
/// `TypeError` if it is not an int, and `ValueError` if it is negative.
pub(crate) fn count(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    let Ok(number) = value.cast::<PyInt>() else {
        return Err(wrong_type(value, name, "int"));
    };
    match number.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let error = || PyValueError::new_err(format!("{name} must not be negative"));
            if number.lt(0)? { Err(error()) } else { Ok(usize::MAX) }
        }
        result => result,
    }
}
