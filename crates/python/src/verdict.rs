//! `check`: one URL, judged by the grammars of the RFCs.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use urlsift::found::Form;
use urlsift::url::{HostKind, Peeled, Span, Url, display_url, peel};
use urlsift::verdict::{Failure, Grammar, Rejection, Standing, Validator};

use crate::names::grammar_names;
use crate::offsets::count_code_points;
use crate::records::{ENCODED, FAILURE, PART, PARTS, URL_NOTE};
use crate::url::text;

/// Checks one URL by the grammars of RFC 1738 and its draft, RFC 2396, RFC 3986 and RFC 3987.
///
/// Delimiters around it, such as `<URL:...>`, are removed first. Any text can be checked. Raises TypeError if `url` is
/// no str, and UnicodeEncodeError, a ValueError, if it has a lone surrogate. Takes time linear in its length.
///
/// >>> verdict = urlsift.check("http://www.example.org/~jim/")
/// >>> verdict.grammars
/// ('rfc2396', 'rfc3986', 'rfc3987')
/// >>> verdict.failures["rfc1738"].message
/// "'~' at byte 23 is unsafe in RFC 1738 (2.2) and must be written %7E"
#[pyfunction]
pub(crate) fn check(url: &Bound<'_, PyAny>) -> PyResult<PyVerdict> {
    Ok(PyVerdict { text: text(url, "url")?.into() })
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
}

impl PyVerdict {
    fn peeled(&self) -> Peeled<'_> {
        peel(&self.text)
    }

    fn checked(&self) -> Url<'_> {
        Validator::new().url(self.peeled().url())
    }
}

#[pymethods]
impl PyVerdict {
    /// The URL without delimiters.
    ///
    /// >>> urlsift.check("<URL:news:comp.infosystems>").url
    /// 'news:comp.infosystems'
    #[getter]
    fn url(&self) -> &str {
        self.peeled().url()
    }

    /// The URL with its delimiters, as it was given; None if it has none.
    ///
    /// >>> urlsift.check("<news:comp.infosystems>").given
    /// '<news:comp.infosystems>'
    #[getter]
    fn given(&self) -> Option<&str> {
        let peeled = self.peeled();
        (peeled.form() != Form::Bare).then(|| peeled.text())
    }

    /// The kind of the outermost delimiters: 'url', 'angle', 'prefix', or 'bare' for none.
    ///
    /// >>> urlsift.check("URL:news:comp.infosystems").form
    /// 'prefix'
    #[getter]
    fn form(&self) -> &str {
        self.peeled().form().name()
    }

    /// 'valid' if the URL satisfies a grammar, 'loose' if only browsers accept it, otherwise 'rejected'.
    ///
    /// >>> [urlsift.check(url).standing for url in ("news:a.b", "http://a.example/{b}", "a b")]
    /// ['valid', 'loose', 'rejected']
    #[getter]
    fn standing(&self) -> &str {
        self.checked().verdict().standing().name()
    }

    /// The grammars that the URL satisfies, the oldest first.
    ///
    /// >>> urlsift.check("http://example.org/ñ").grammars
    /// ('rfc3987',)
    #[getter]
    fn grammars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        grammar_names(py, self.checked().verdict().grammars())
    }

    /// The production of the draft that the text satisfies: 'prefixedurl' with 'URL:' directly before the URL,
    /// otherwise 'url'. None if it fails by the draft.
    ///
    /// >>> urlsift.check("URL:news:comp.infosystems").production
    /// 'prefixedurl'
    #[getter]
    fn production(&self) -> Option<&str> {
        let name = if self.peeled().is_prefixed() { "prefixedurl" } else { "url" };
        self.checked().verdict().satisfies(Grammar::Draft03).then_some(name)
    }

    /// Why the URL fails: a dict from the names of the other grammars to tuples of at, kind, found, section and
    /// message.
    ///
    /// >>> failure = urlsift.check("http://example.org/ñ").failures["rfc3986"]
    /// >>> failure.at, failure.kind, failure.found
    /// (19, 'unsafe_character', 'ñ')
    #[getter]
    fn failures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (failures, url) = (PyDict::new(py), self.checked());
        for failure in Grammar::ALL.iter().filter_map(|&grammar| url.failure(grammar)) {
            failures.set_item(failure.grammar().name(), failure_record(py, &url, &failure)?)?;
        }
        Ok(failures)
    }

    /// How to escape the URL: a dict from the names of the other grammars to tuples of url and failure. One of the two
    /// is None: the failure if escapes help, otherwise the URL.
    ///
    /// >>> urlsift.check("http://example.org/ñ").encoded["rfc3986"].url
    /// 'http://example.org/%C3%B1'
    #[getter]
    fn encoded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (encoded, url) = (PyDict::new(py), self.checked());
        for &grammar in Grammar::ALL.iter().filter(|&&it| !url.verdict().satisfies(it)) {
            let record = match url.encoded(grammar) {
                Ok(escaped) => ENCODED.make(py, (&*escaped, py.None()))?,
                Err(failure) => {
                    ENCODED.make(py, (py.None(), failure_record(py, &url, &failure)?))?
                }
            };
            encoded.set_item(grammar.name(), record)?;
        }
        Ok(encoded)
    }

    /// Why the URL is rejected: a tuple of at, kind, found, section and message, whose section is None. None if it is
    /// not rejected.
    ///
    /// >>> urlsift.check("http://example.org/a b").rejection.message
    /// "' ' at byte 20 is whitespace"
    #[getter]
    fn rejection<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let url = self.checked();
        let Standing::Rejected(rejection) = url.verdict().standing() else { return Ok(None) };
        rejection_record(py, &url, &rejection).map(Some)
    }

    /// The parts of the URL: a tuple of scheme, user, password, host, port, path, query and fragment. Each is a tuple
    /// of start, end and text, or None.
    ///
    /// >>> parts = urlsift.check("ftp://jim@example.org:2121/etc/motd").parts
    /// >>> parts.port
    /// Part(start=22, end=26, text='2121')
    /// >>> parts.query is None
    /// True
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let url = self.checked();
        let parts = url.parts();
        let part = |span: Option<Span>| {
            let record = |span: Span| {
                let (start, end) = range(&url, span);
                PART.make(py, (start, end, url.text(span)))
            };
            span.map(record).transpose()
        };
        PARTS.make(
            py,
            (
                part(parts.scheme)?,
                part(parts.user)?,
                part(parts.password)?,
                part(parts.host)?,
                part(parts.port)?,
                part(parts.path)?,
                part(parts.query)?,
                part(parts.fragment)?,
            ),
        )
    }

    /// The host as it is spelled, without user and port; None if the URL has none.
    ///
    /// >>> urlsift.check("http://jim@www.example.org:8080/").host
    /// 'www.example.org'
    #[getter]
    fn host(&self) -> Option<&str> {
        let peeled = self.peeled();
        let host = Validator::new().validate(peeled.url()).parts().host?;
        peeled.url().get(host.range())
    }

    /// The kind of the host: 'name', 'address', 'ip-literal', 'other' or 'bad'; None if the URL has no host.
    ///
    /// >>> urlsift.check("http://[2001:db8::1]/").host_kind
    /// 'ip-literal'
    #[getter]
    fn host_kind(&self) -> Option<&str> {
        self.checked().verdict().host_kind().map(HostKind::name)
    }

    /// The port of the URL, or the default of its scheme; None if neither is known.
    ///
    /// >>> urlsift.check("gopher://example.org/").port_or_default
    /// 70
    #[getter]
    fn port_or_default(&self) -> Option<u16> {
        self.checked().port_or_default()
    }

    /// Facts worth knowing about the URL: tuples of name, severity ('info', 'warning' or 'danger'), message, section,
    /// start, end and text.
    ///
    /// >>> note, = urlsift.check("http://example.org:8080/").notes
    /// >>> note.name, note.severity, note.text
    /// ('port_not_default', 'info', '8080')
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let url = self.checked();
        let note = |note: urlsift::found::Note| {
            let (name, severity) = (note.kind().name(), note.severity().name());
            let ((start, end), text) = (range(&url, note.span()), url.text(note.span()));
            let message = note.to_string();
            URL_NOTE.make(py, (name, severity, message, note.section(), start, end, text))
        };
        PyTuple::new(py, url.notes().map(note).collect::<PyResult<Vec<_>>>()?)
    }

    /// The URL to open: see the function `href`.
    ///
    /// >>> urlsift.check("<http://example.org/a b>").href
    /// 'http://example.org/a%20b'
    #[getter]
    fn href(&self) -> Option<Cow<'_, str>> {
        urlsift::href(&self.text)
    }

    /// The URL to show: see the function `display`.
    ///
    /// >>> urlsift.check("http://xn--bcher-kva.example/").display
    /// 'http://bücher.example/'
    #[getter]
    fn display(&self) -> String {
        display_url(self.peeled().url())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let url = PyString::new(py, self.url()).repr()?;
        Ok(format!("Verdict(url={url}, standing='{}')", self.standing()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((py.import("urlsift._urlsift")?.getattr("check")?, (&self.text,)))
    }
}

/// Returns the offset of the byte `at` of `url` in code points.
fn offset(url: &Url<'_>, at: usize) -> usize {
    url.as_str().as_bytes().get(..at).map_or(at, count_code_points)
}

/// Returns `span` of `url` in code points.
fn range(url: &Url<'_>, span: Span) -> (usize, usize) {
    (offset(url, span.start), offset(url, span.end))
}

fn failure_record<'py>(
    py: Python<'py>,
    url: &Url<'_>,
    failure: &Failure,
) -> PyResult<Bound<'py, PyAny>> {
    let (at, kind) = (offset(url, failure.at()), failure.kind().name());
    FAILURE.make(py, (at, kind, failure.found(), failure.section(), failure.to_string()))
}

fn rejection_record<'py>(
    py: Python<'py>,
    url: &Url<'_>,
    rejection: &Rejection,
) -> PyResult<Bound<'py, PyAny>> {
    let (at, kind) = (offset(url, rejection.at()), rejection.kind().name());
    FAILURE.make(py, (at, kind, rejection.found(), py.None(), rejection.to_string()))
}
