//! `find`: the URLs of a text.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use urlsift::Extractor;

use crate::extractors::extractor;
use crate::found::PyFound;
use crate::offsets::Offsets;

/// The length from which a text is searched without the lock of the interpreter, in bytes.
///
/// A shorter text is searched in some 30 µs. A thread that gets the lock in between may keep it for 5 ms.
const MIN_DETACHED_BYTES: usize = 1 << 16;

/// Finds the URLs of a text, also those that are broken over lines.
///
/// `text` is a str, or bytes in UTF-8 or any charset that contains ASCII; it need not be valid. Offsets in the result
/// count code points of a str, and bytes of a bytes. So `text[found.start:found.end]` is the URL with its delimiters.
///
/// `forms` lists the forms to look for: 'url', 'angle', 'quote', 'prefix', 'bare', 'www', 'host', 'address', 'repaired'. The
/// default is all except the last three.
///
/// `join` is the least sure grade at which a URL without delimiters is joined over a line break: 'certain' (default),
/// 'likely', 'possible' or 'never'.
///
/// Returns the URLs in the order of the text, without overlap. Raises ValueError for an unknown name and TypeError for
/// another type; no text raises an error. Takes time linear in the length of the text. Other threads run while a text
/// of 64 KiB or more is searched.
///
/// >>> text = "> see <http://example.org/a/\n> b.html>, says JD"
/// >>> found, = urlsift.find(text)
/// >>> found.url
/// 'http://example.org/a/b.html'
/// >>> text[found.start:found.end]
/// '<http://example.org/a/\n> b.html>'
/// >>> [found.url for found in urlsift.find("www.example.org", forms=["www"])]
/// ['http://www.example.org']
#[pyfunction]
#[pyo3(signature = (text, *, forms=None, join=None))]
pub(crate) fn find(
    text: &Bound<'_, PyAny>,
    forms: Option<&Bound<'_, PyAny>>,
    join: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PyFound>> {
    let py = text.py();
    let extractor = extractor(forms, join)?;
    if let Ok(text) = text.cast::<PyString>() {
        let bytes = utf8(text)?;
        let (bytes, code_points) = (bytes.as_bytes(), text.code_point_len()?);
        return Ok(search(py, extractor, bytes, || Offsets::in_code_points(bytes, code_points)));
    }
    if let Ok(bytes) = text.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        return Ok(search(py, extractor, bytes, || Offsets::in_bytes(bytes)));
    }
    let message = format!("text must be str or bytes, not {}", text.get_type().name()?);
    Err(PyTypeError::new_err(message))
}

/// Returns `text` as UTF-8, in which a lone surrogate has the three bytes that it would have as a character.
///
/// The copy is freed after the search. From version 3.10 on Python could lend the text without a copy, but it would keep
/// that of a text beyond ASCII as long as the text. The copy of 3,400 characters of ASCII takes 0.08 µs of 4 µs.
fn utf8<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    text.encode_utf8().or_else(|_| {
        let py = text.py();
        let bytes = text.call_method1(intern!(py, "encode"), ("utf-8", "surrogatepass"))?;
        Ok(bytes.cast_into()?)
    })
}

/// Returns the URLs of `text`, with offsets as `offsets` counts them.
fn search<'t>(
    py: Python<'_>,
    extractor: &Extractor,
    text: &'t [u8],
    offsets: impl Fn() -> Offsets<'t> + Sync + Send,
) -> Vec<PyFound> {
    let search = || {
        let offsets = offsets();
        extractor.find_iter(text).map(|found| PyFound::new(&found, text, &offsets)).collect()
    };
    if text.len() < MIN_DETACHED_BYTES { search() } else { py.detach(search) }
}
