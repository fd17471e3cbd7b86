//! `check`: one URL, judged by the grammars of the RFCs.

use std::borrow::Cow;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use urlsift::internal::unfold;
use urlsift::verdict::{Checked, FieldValue};

use crate::offsets::count_code_points;
use crate::url::text;

/// Checks one URL by the grammars of RFC 1738 and its draft, RFC 2396, RFC 3986 and RFC 3987.
///
/// Delimiters around it, such as `<URL:...>`, are removed first, and whitespace inside these. Any text can be checked. Raises TypeError if `url` is
/// no str, and UnicodeEncodeError, a ValueError, if it has a lone surrogate. Takes time linear in its length.
///
/// >>> verdict = urlsift.check("http://www.example.org/~jim/")
/// >>> verdict.grammars
/// ('rfc2396', 'rfc3986', 'rfc3987')
/// >>> verdict.failures["rfc1738"].message
/// "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E"
#[pyfunction]
pub(crate) fn check(url: &Bound<'_, PyAny>) -> PyResult<PyVerdict> {
    let text = text(url, "url")?;
    Ok(PyVerdict { unfolded: unfold(&text).into(), text: text.into() })
}

/// The grammars that a URL satisfies, why it fails by the others, and what is known about it.
///
/// The attributes are those of the rows that `urlsift check --format jsonl` prints. Offsets count code points of `url`;
/// those in messages count bytes, as the program does. Each attribute is computed when it is read.
///
/// >>> urlsift.check("URL:http://example.org/")
/// Verdict(url='http://example.org/', standing='valid')
#[pyclass(name = "Verdict", module = "urlsift", frozen, eq, hash)]
#[derive(Debug, Eq, Hash, PartialEq)]
pub(crate) struct PyVerdict {
    /// The URL as it was given.
    text: Box<str>,
    /// The same without whitespace inside delimiters.
    unfolded: Box<str>,
}

impl PyVerdict {
    fn checked(&self) -> Checked<'_> {
        Checked::new(&self.unfolded).with_given(&self.text)
    }

    /// Returns the value of the field `name`.
    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let checked = self.checked();
        object(py, checked.url().as_str(), checked.value(name))
    }
}

/// Gives `Verdict` an attribute for each of these fields of the library, and the other methods.
macro_rules! attributes {
    ($($(#[doc = $doc:literal])* $name:ident)+) => {
        #[pymethods]
        impl PyVerdict {
            $(
                $(#[doc = $doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.value(py, stringify!($name))
                }
            )+

            /// The URL to open: see the function `href`.
            ///
            /// >>> urlsift.check("<http://example.org/a b>").href
            /// 'http://example.org/a%20b'
            #[getter]
            fn href(&self) -> Option<Cow<'_, str>> {
                urlsift::href(&self.text)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let checked = self.checked();
                let url = PyString::new(py, checked.url().as_str()).repr()?;
                let standing = checked.url().verdict().standing().name();
                Ok(format!("Verdict(url={url}, standing='{standing}')"))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
                Ok((py.import("urlsift._urlsift")?.getattr("check")?, (&self.text,)))
            }
        }
    };
}

attributes! {
    /// The URL without delimiters.
    ///
    /// >>> urlsift.check("<URL:news:comp.infosystems>").url
    /// 'news:comp.infosystems'
    url

    /// The URL with its delimiters, as it was given; None if it has none.
    ///
    /// >>> urlsift.check("<news:comp.infosystems>").given
    /// '<news:comp.infosystems>'
    given

    /// The kind of the outermost delimiters: 'url', 'angle', 'prefix', or 'bare' for none.
    ///
    /// >>> urlsift.check("URL:news:comp.infosystems").form
    /// 'prefix'
    form

    /// 'valid' if the URL satisfies a grammar, 'loose' if only browsers accept it, otherwise 'rejected'.
    ///
    /// >>> [urlsift.check(url).standing for url in ("news:a.b", "http://a.example/{b}", "a b")]
    /// ['valid', 'loose', 'rejected']
    standing

    /// The grammars that the URL satisfies, the oldest first.
    ///
    /// >>> urlsift.check("http://example.org/ñ").grammars
    /// ('rfc3987',)
    grammars

    /// The production of the draft that the text satisfies: 'prefixedurl' with 'URL:' directly before the URL,
    /// otherwise 'url'. None if it fails by the draft.
    ///
    /// >>> urlsift.check("URL:news:comp.infosystems").production
    /// 'prefixedurl'
    production

    /// Why the URL fails: a dict from the names of the other grammars to tuples of at, kind, found, section and
    /// message.
    ///
    /// >>> failure = urlsift.check("http://example.org/ñ").failures["rfc3986"]
    /// >>> failure.at, failure.kind, failure.found
    /// (19, 'unsafe_character', 'ñ')
    failures

    /// How to escape the URL: a dict from the names of the other grammars to tuples of url and failure. One of the two
    /// is None: the failure if escapes help, otherwise the URL.
    ///
    /// >>> urlsift.check("http://example.org/ñ").encoded["rfc3986"].url
    /// 'http://example.org/%C3%B1'
    encoded

    /// Why the URL is rejected: a tuple of at, kind, found, section and message, whose section is None. None if it is
    /// not rejected.
    ///
    /// >>> urlsift.check("http://example.org/a b").rejection.message
    /// "' ' at byte 20 is whitespace"
    rejection

    /// The parts of the URL: a tuple of scheme, user, password, host, port, path, query and fragment. Each is a tuple
    /// of start, end and text, or None.
    ///
    /// >>> parts = urlsift.check("ftp://jim@example.org:2121/etc/motd").parts
    /// >>> parts.port
    /// Part(start=22, end=26, text='2121')
    /// >>> parts.query is None
    /// True
    parts

    /// The host as it is spelled, without user and port; None if the URL has none.
    ///
    /// >>> urlsift.check("http://jim@www.example.org:8080/").host
    /// 'www.example.org'
    host

    /// The kind of the host: 'name', 'address', 'ip-literal', 'other' or 'bad'; None if the URL has no host.
    ///
    /// >>> urlsift.check("http://[2001:db8::1]/").host_kind
    /// 'ip-literal'
    host_kind

    /// The port of the URL, or the default of its scheme; None if neither is known.
    ///
    /// >>> urlsift.check("gopher://example.org/").port_or_default
    /// 70
    port_or_default

    /// Facts worth knowing about the URL: tuples of name, severity ('info', 'warning' or 'danger'), message, section,
    /// start, end and text.
    ///
    /// >>> note, = urlsift.check("http://example.org:8080/").notes
    /// >>> note.name, note.severity, note.text
    /// ('port_not_default', 'info', '8080')
    notes

    /// The URL to show: see the function `display`.
    ///
    /// >>> urlsift.check("http://xn--bcher-kva.example/").display
    /// 'http://bücher.example/'
    display
}

/// Returns `value` as an object. Its offsets count code points of `url`.
fn object<'py>(py: Python<'py>, url: &str, value: FieldValue<'_>) -> PyResult<Bound<'py, PyAny>> {
    match value {
        FieldValue::Flag(is_set) => is_set.into_bound_py_any(py),
        FieldValue::Number(number) => number.into_bound_py_any(py),
        FieldValue::Offset(at) => {
            url.as_bytes().get(..at).map_or(at, count_code_points).into_bound_py_any(py)
        }
        FieldValue::Text(text) => text.into_bound_py_any(py),
        FieldValue::List(items) => {
            let items = items.map(|item| object(py, url, item)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, items)?.into_bound_py_any(py)
        }
        FieldValue::Map(entries) => dict(py, url, entries)?.into_bound_py_any(py),
        FieldValue::Record(class, entries) => {
            let fields = dict(py, url, entries)?;
            py.import("urlsift._records")?.getattr(class)?.call((), Some(&fields))
        }
        _ => Ok(py.None().into_bound(py)),
    }
}

fn dict<'py>(
    py: Python<'py>,
    url: &str,
    entries: Vec<(&'static str, FieldValue<'_>)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in entries {
        dict.set_item(name, object(py, url, value)?)?;
    }
    Ok(dict)
}
