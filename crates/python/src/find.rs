//! The URLs of a text, of a position in it, and where to search it again.

use std::ops::Range;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PySlice, PyString};
use urlsift::Found;

use crate::errors::wrong_type;
use crate::extractors::extractor;
use crate::found::PyFound;
use crate::offsets::Offsets;
use crate::url::count;

/// The length from which a text is searched without the lock of the interpreter, in bytes.
///
/// A shorter text is searched in some 30 µs. A thread that gets the lock in between may keep it for 5 ms.
pub(crate) const MIN_DETACHED_BYTES: usize = 1 << 16;

/// Finds the URLs of a text, even those that are broken across lines.
///
/// `text` is a str, or bytes in UTF-8 or any charset that contains ASCII; it need not be valid. Offsets in the result
/// count code points of a str, and bytes of a bytes. So `text[found.start:found.end]` is the URL with its delimiters.
///
/// `forms` lists the forms to look for: 'url', 'angle', 'quote', 'prefix', 'bare', 'www', 'host', 'address', 'repaired'. The
/// default is all except the last three.
///
/// `join` is the least sure grade at which a URL without delimiters is joined across a line break: 'certain' (default),
/// 'likely', 'possible' or 'never'. `scan` joins at 'likely', because programs break the lines of mail. A text may be of any
/// kind, and its URLs often become links, which a wrong join breaks.
///
/// `only_schemes` lists the schemes of the URLs to find; others are text, and hide nothing. `extras` lists what to accept
/// beyond the default: 'doubtful_domain' (`readme.so`), 'ip_address', 'localhost', 'network_path' (`//example.org/a`),
/// 'one_label' (`intranet:8080/a`) and 'any_scheme' (in `<...>`). All but the last need form 'host' or 'address'.
///
/// `profile` is the kind of text: 'archive' (mail and news), 'chat', 'escaped' (HTML) or 'source'. With `ascii_only` a URL
/// ends before a character beyond ASCII. With `as_written` it is spelled as in the text, such as `a&amp;b`.
///
/// `start` is the offset at which the search starts, such as that of `resume_at`; the text before it may still decide
/// what a URL is. `limit` is the most URLs that are returned: the search ends after them.
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
#[pyo3(
    signature = (text, *, start=None, limit=None, **options),
    text_signature = "(text, *, forms=None, join=None, only_schemes=None, extras=(), profile='archive', \
                      ascii_only=False, as_written=False, start=0, limit=None)"
)]
pub(crate) fn find(
    text: &Bound<'_, PyAny>,
    start: Option<&Bound<'_, PyAny>>,
    limit: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<PyFound>> {
    let py = text.py();
    let extractor = extractor(options)?;
    let limit = limit.map_or(Ok(usize::MAX), |limit| count(limit, "limit"))?;
    let from = start.map_or(Ok(0), |start| count(start, "start"))?;
    let Text { bytes, code_points, start } = Text::of(text, 0..usize::MAX)?;
    let bytes = bytes.as_bytes();
    let search = || {
        let offsets = Offsets::new(bytes, code_points, start);
        let found = extractor.find_iter(bytes).starting_at(offsets.byte(from)).take(limit);
        found.map(|found| PyFound::new(&found, bytes, &offsets)).collect()
    };
    Ok(if bytes.len() < MIN_DETACHED_BYTES { search() } else { py.detach(search) })
}

/// Finds the URL that begins at `position` of a text: at its opening delimiter or at its first character.
///
/// Text and options are those of `find`, and `position` counts like the offsets of its results. Returns None if no URL
/// begins there. It is the URL that `find` finds there, except that text before the position does not hide it, and that
/// a copy of the URL far away does not decide a doubt.
///
/// The time does not depend on the length of the text. Raises ValueError if `position` is negative.
///
/// >>> urlsift.find_at("see <http://example.org/a\n> and b", 4).url
/// 'http://example.org/a'
/// >>> urlsift.find_at("see <http://example.org/a\n> and b", 6) is None
/// True
#[pyfunction]
#[pyo3(
    signature = (text, position, **options),
    text_signature = "(text, position, *, forms=None, join=None, only_schemes=None, extras=(), \
                      profile='archive', ascii_only=False, as_written=False)"
)]
pub(crate) fn find_at(
    text: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<PyFound>> {
    let extractor = extractor(options)?;
    near(text, position, |text, at| extractor.find_at(text, at))
}

/// Finds the URL around `position` of a text, delimiters included: for a click on it. A position at the end of a URL
/// belongs to it.
///
/// Text and options are those of `find`, and `position` counts like the offsets of its results. Returns None if there
/// is not a URL. It is the URL that `find` finds there, if it begins at most 8,192 bytes before the position.
///
/// The time does not depend on the length of the text. Raises ValueError if `position` is negative.
///
/// >>> urlsift.find_around("> at <http://example.org/a/\n> b>.", 30).url
/// 'http://example.org/a/b'
#[pyfunction]
#[pyo3(
    signature = (text, position, **options),
    text_signature = "(text, position, *, forms=None, join=None, only_schemes=None, extras=(), \
                      profile='archive', ascii_only=False, as_written=False)"
)]
pub(crate) fn find_around(
    text: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<PyFound>> {
    let extractor = extractor(options)?;
    near(text, position, |text, at| extractor.find_around(text, at))
}

/// Returns the offset at which to search again if the text changed at `position` or after it: for editors.
///
/// No URL that ends before the offset has changed, and none is around it. Keep these URLs, and search the new text from
/// the offset on: it is the `start` of `find`. One thing may change further away: an edit that adds or removes a whole copy of a URL decides
/// doubts about that URL anywhere. Text and options are those of `find`, and a str is copied once.
///
/// >>> text = "See\nhttp://a.example/\n\n" * 1000
/// >>> found = urlsift.find(text)
/// >>> start = urlsift.resume_at(text, len(text))
/// >>> len(text) - start < 2000
/// True
/// >>> text += "and http://b.example/"
/// >>> again = [it for it in found if it.end <= start] + urlsift.find(text, start=start)
/// >>> again == urlsift.find(text)
/// True
#[pyfunction]
#[pyo3(
    signature = (text, position, **options),
    text_signature = "(text, position, *, forms=None, join=None, only_schemes=None, extras=(), \
                      profile='archive', ascii_only=False, as_written=False)"
)]
pub(crate) fn resume_at(
    text: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<usize> {
    let extractor = extractor(options)?;
    let position = count(position, "position")?;
    let Text { bytes, code_points, start } = Text::of(text, 0..usize::MAX)?;
    let offsets = Offsets::new(bytes.as_bytes(), code_points, start);
    let start = extractor.resume_at(bytes.as_bytes(), offsets.byte(position));
    Ok(offsets.get(start))
}

/// The greatest number of code points that a search at a position reads before it.
const BEFORE: usize = 2 * 8192;

/// The same for the code points after it, and for a URL that does not end within these.
const AFTER: [usize; 2] = [2 * 8192, 2 * 65_536];

/// Returns the URL that `find` returns for the text and the byte at `position`.
fn near(
    text: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
    find: impl for<'t> Fn(&'t [u8], usize) -> Option<Found<'t>>,
) -> PyResult<Option<PyFound>> {
    let position = count(position, "position")?;
    // Copying the whole str for each position would take time that grows with the square of its length.
    let find_before = |after: usize| {
        let range = position.saturating_sub(BEFORE)..position.saturating_add(after + 1);
        let Text { bytes, code_points, start } = Text::of(text, range)?;
        let offsets = Offsets::new(bytes.as_bytes(), code_points, start);
        let at = offsets.byte(position);
        let found = find(bytes.as_bytes(), at);
        let is_long = found.as_ref().is_some_and(|found| found.outer().end >= at + AFTER[0]);
        let found = found.map(|found| PyFound::new(&found, bytes.as_bytes(), &offsets));
        PyResult::Ok((found, is_long))
    };
    let (found, is_long) = find_before(AFTER[0])?;
    if is_long { Ok(find_before(AFTER[1])?.0) } else { Ok(found) }
}

/// A text, or a range of it, as bytes.
pub(crate) struct Text<'py> {
    pub(crate) bytes: Bound<'py, PyBytes>,
    /// The number of code points of a str; `None` for bytes.
    pub(crate) code_points: Option<usize>,
    /// The offset of the first byte.
    start: usize,
}

impl<'py> Text<'py> {
    /// Returns the code points `range` of a str, or all of a bytes, which costs nothing. The range may be beyond the end.
    ///
    /// # Errors
    ///
    /// `TypeError` if `text` is neither.
    pub(crate) fn of(text: &Bound<'py, PyAny>, range: Range<usize>) -> PyResult<Text<'py>> {
        if let Ok(text) = text.cast::<PyString>() {
            let len = text.code_point_len()?;
            let (start, end) = (range.start.min(len), range.end.min(len));
            if end - start == len {
                return Ok(Text { bytes: utf8(text)?, code_points: Some(len), start });
            }
            let (from, to) = (start.try_into()?, end.try_into()?);
            let part = text.get_item(PySlice::new(text.py(), from, to, 1))?;
            let bytes = utf8(part.cast::<PyString>()?)?;
            return Ok(Text { bytes, code_points: Some(end - start), start });
        }
        if let Ok(bytes) = text.cast::<PyBytes>() {
            return Ok(Text { bytes: bytes.clone(), code_points: None, start: 0 });
        }
        Err(wrong_type(text, "text", "str or bytes"))
    }
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
