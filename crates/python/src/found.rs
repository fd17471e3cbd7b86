//! `Found`: a URL that was found in a text.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use urlsift::Found;
use urlsift::found::Grade;
use urlsift::url::{HostKind, display_url};

use crate::names::{GrammarNames, Name};
use crate::offsets::Offsets;
use crate::pieces::{PieceRange, pieces};
use crate::records::{DOUBT, NOTE, PIECE, READING};

/// A URL that was found in a text, and what is known about it.
///
/// The attributes are those of the rows that `urlsift scan --format jsonl` prints. Offsets count code points if the
/// text was a str, and bytes if it was bytes; ranges are half-open. `str(found)` is the URL. Two are equal if all their
/// attributes are. They can be hashed, copied and pickled, and keep nothing of the text alive.
///
/// >>> found, = urlsift.find("see <http://example.org/well-\nknown>")
/// >>> found
/// Found(url='http://example.org/well-known', form='angle', start=4, end=36, notes=('hyphen_in_doubt',))
/// >>> str(found)
/// 'http://example.org/well-known'
/// >>> [reading.url for reading in found.readings]
/// ['http://example.org/wellknown']
#[pyclass(name = "Found", module = "urlsift", frozen, eq, hash)]
#[derive(Debug, Eq, Hash, PartialEq)]
pub(crate) struct PyFound(FoundFields);

/// What a `Found` consists of. A pickle has it as a dict.
#[derive(Debug, Eq, FromPyObject, Hash, IntoPyObjectRef, PartialEq)]
#[pyo3(from_item_all)]
pub(crate) struct FoundFields {
    url: String,
    form: Name,
    start: usize,
    end: usize,
    pieces: Vec<PieceRange>,
    /// URL and difference of each other reading.
    readings: Vec<(String, String)>,
    doubts: Vec<FoundDoubt>,
    joined: Option<Name>,
    grammars: GrammarNames,
    /// The start and the end of the host in the URL, in bytes.
    host: Option<(usize, usize)>,
    host_kind: Option<Name>,
    notes: Vec<NoteFields>,
}

/// The names of the attributes, as for people.
const ATTRIBUTES: &str = "url href display form start end range is_verbatim pieces readings doubts joined grammars host \
                          host_kind notes";

/// Returns the value of an attribute with lists for tuples and dicts for named tuples.
fn plain(value: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if let Some(asdict) = value.getattr_opt("_asdict")? {
        return asdict.call0();
    }
    let Ok(items) = value.cast::<PyTuple>() else { return Ok(value) };
    let items = items.iter().map(plain).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(value.py(), items)?.into_any())
}

/// The fields of a doubt: kind, offset, choice and ground.
type FoundDoubt = (Name, usize, Name, Name);

/// The name, the severity and the message of a note.
type NoteFields = (Name, Name, Name);

impl PyFound {
    /// Copies what Python may ask of `found`, whose text is `text`. Offsets are mapped by `offsets`.
    pub(crate) fn new(found: &Found<'_>, text: &[u8], offsets: &Offsets<'_>) -> PyFound {
        let outer = found.outer();
        // In the order of the text, as `Offsets` is fastest.
        let start = offsets.get(outer.start);
        let pieces = pieces(found, text, offsets);
        let end = offsets.get(outer.end);
        let doubt = |doubt: &urlsift::found::Doubt| {
            let (chosen, ground) = (doubt.chosen.name().into(), doubt.ground.name().into());
            (doubt.kind.name().into(), offsets.get(doubt.at), chosen, ground)
        };
        let reading = |reading: &urlsift::found::Reading<'_>| {
            let why = reading.why().placed(|at| offsets.get(at)).to_string();
            (reading.url().to_owned(), why)
        };
        let note = |note: &urlsift::found::FoundNote| {
            (note.name().into(), note.severity().name().into(), note.message().into())
        };
        let verdict = found.verdict();
        PyFound(FoundFields {
            url: found.url().into(),
            form: found.form().name().into(),
            start,
            end,
            pieces,
            readings: found.readings().iter().map(reading).collect(),
            doubts: found.doubts().iter().map(doubt).collect(),
            joined: found.joined().map(|grade: Grade| grade.name().into()),
            grammars: GrammarNames(verdict.grammars()),
            host: verdict.parts().host.map(|host| (host.start, host.end)),
            host_kind: verdict.host_kind().map(|kind: HostKind| kind.name().into()),
            notes: found.notes_by(&verdict).iter().map(note).collect(),
        })
    }
}

#[pymethods]
impl PyFound {
    /// The URL as its author meant it, with line breaks and quote marks removed: the preferred reading.
    ///
    /// It is spelled as in the text. To open it use `href`, to show it `display`.
    ///
    /// >>> urlsift.find("<http://bücher.example/\n> a>")[0].url
    /// 'http://bücher.example/a'
    #[getter]
    fn url(&self) -> &str {
        &self.0.url
    }

    /// The URL to open, in ASCII and valid by RFC 3986; None if it must not be opened. Made at each access.
    ///
    /// >>> urlsift.find("<http://bücher.example/\n> a>")[0].href
    /// 'http://xn--bcher-kva.example/a'
    #[getter]
    fn href(&self) -> Option<Cow<'_, str>> {
        urlsift::href(&self.0.url)
    }

    /// The URL to show: with a readable host, and without characters that deceive. Made at each access.
    ///
    /// >>> urlsift.find("http://xn--bcher-kva.example/%61")[0].display
    /// 'http://bücher.example/a'
    #[getter]
    fn display(&self) -> String {
        display_url(&self.0.url)
    }

    /// The kind of its delimiters: 'url', 'angle', 'quote', 'prefix', 'bare', 'www', 'host', 'address' or 'repaired'.
    ///
    /// >>> [found.form for found in urlsift.find("<URL:news:a.b> http://example.org/")]
    /// ['url', 'bare']
    #[getter]
    fn form(&self) -> &str {
        &self.0.form
    }

    /// The offset of the first unit of the URL, its delimiter included.
    ///
    /// >>> urlsift.find("é <http://example.org/>")[0].start
    /// 2
    /// >>> urlsift.find("é <http://example.org/>".encode())[0].start
    /// 3
    #[getter]
    fn start(&self) -> usize {
        self.0.start
    }

    /// The offset after the last unit of the URL, its delimiter included.
    ///
    /// >>> text = "see http://example.org/."
    /// >>> text[:urlsift.find(text)[0].end]
    /// 'see http://example.org/'
    #[getter]
    fn end(&self) -> usize {
        self.0.end
    }

    /// The range of the URL in the text without delimiters: start and end. Line breaks and quote marks may be in it.
    ///
    /// >>> text = "see <URL:http://example.org/>"
    /// >>> start, end = urlsift.find(text)[0].range
    /// >>> text[start:end]
    /// 'http://example.org/'
    #[getter]
    fn range(&self) -> (usize, usize) {
        let mut written = self.0.pieces.iter().filter(|piece| piece.start < piece.end);
        let Some(first) = written.next() else { return (self.0.start, self.0.end) };
        (first.start, written.next_back().unwrap_or(first).end)
    }

    /// Whether the URL is the text of its range: nothing was removed, inserted or escaped.
    ///
    /// >>> [found.is_verbatim for found in urlsift.find("http://example.org/ <http://example.org/\n> a>")]
    /// [True, False]
    #[getter]
    fn is_verbatim(&self) -> bool {
        matches!(self.0.pieces[..], [PieceRange { copied: true, .. }])
            && self.0.notes.iter().all(|(name, ..)| &**name != "undecodable_byte")
    }

    /// The parts of the text that the URL was put together from: tuples of start, end, text and copied.
    ///
    /// The texts joined are the URL. If copied is false, the text was inserted in place of that range.
    ///
    /// >>> for piece in urlsift.find("<http://example.org/\n> a>")[0].pieces:
    /// ...     print(piece)
    /// Piece(start=1, end=20, text='http://example.org/', copied=True)
    /// Piece(start=23, end=24, text='a', copied=True)
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut url_start = 0;
        let pieces: Vec<_> = (self.0.pieces.iter())
            .map(|&PieceRange { start, end, url_end, copied }| {
                let text = self.0.url.get(url_start..url_end).unwrap_or_default();
                url_start = url_end;
                PIECE.make(py, (start, end, text, copied))
            })
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, pieces)
    }

    /// The other URLs that the author may have meant, the likeliest first: tuples of url and why. At most seven.
    ///
    /// >>> urlsift.find("<http://example.org/well-\nknown>")[0].readings
    /// (Reading(url='http://example.org/wellknown', why='hyphen at 24 dropped'),)
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let readings = self.0.readings.iter().map(|(url, why)| READING.make(py, (url, why)));
        PyTuple::new(py, readings.collect::<PyResult<Vec<_>>>()?)
    }

    /// The places where the readings differ: tuples of kind, at (the offset), chosen and ground (the reason).
    ///
    /// >>> urlsift.find("<http://example.org/well-\nknown>")[0].doubts
    /// (Doubt(kind='hyphen', at=24, chosen='kept', ground='default'),)
    #[getter]
    fn doubts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let doubt = |(kind, at, chosen, ground): &FoundDoubt| {
            DOUBT.make(py, (&**kind, *at, &**chosen, &**ground))
        };
        PyTuple::new(py, self.0.doubts.iter().map(doubt).collect::<PyResult<Vec<_>>>()?)
    }

    /// How sure it is that a URL without delimiters goes on after a line break: 'certain', 'likely' or 'possible'; None
    /// if it was not joined.
    ///
    /// >>> urlsift.find("The minutes are at http://lists.example.org/archive/\n2001-05/minutes.html")[0].joined
    /// 'certain'
    #[getter]
    fn joined(&self) -> Option<&str> {
        self.0.joined.as_deref()
    }

    /// The grammars that the URL satisfies, the oldest first: some of 'draft03', 'rfc1738', 'rfc2396', 'rfc3986' and
    /// 'rfc3987'. Empty for a URL that only browsers accept.
    ///
    /// >>> urlsift.find("http://example.org/~jim")[0].grammars
    /// ('rfc2396', 'rfc3986', 'rfc3987')
    #[getter]
    fn grammars(&self) -> &GrammarNames {
        &self.0.grammars
    }

    /// The host as it is spelled, without user and port; None if the URL has none.
    ///
    /// >>> [found.host for found in urlsift.find("http://jim@example.org:8080/ news:a.b")]
    /// ['example.org', None]
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.host.map(|(start, end)| self.0.url.get(start..end).unwrap_or_default())
    }

    /// The kind of the host: 'name', 'address', 'ip-literal', 'other' or 'bad'; None if the URL has no host.
    ///
    /// >>> [found.host_kind for found in urlsift.find("http://example.org/ http://192.0.2.1/")]
    /// ['name', 'address']
    #[getter]
    fn host_kind(&self) -> Option<&str> {
        self.0.host_kind.as_deref()
    }

    /// Facts worth knowing about the URL: tuples of name, severity ('info', 'warning' or 'danger') and message.
    ///
    /// >>> urlsift.find("ftp://jim:secret@example.org/")[0].notes
    /// (Note(name='password', severity='warning', message='a password stands in the URL'),)
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let note = |(name, severity, message): &NoteFields| {
            NOTE.make(py, (&**name, &**severity, &**message))
        };
        PyTuple::new(py, self.0.notes.iter().map(note).collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the attributes as a dict, whose values `json.dumps` takes: tuples are lists, and their records dicts.
    ///
    /// >>> found, = urlsift.find("<http://example.org/>")
    /// >>> attributes = found.asdict()
    /// >>> attributes["form"], attributes["pieces"]
    /// ('angle', [{'start': 1, 'end': 20, 'text': 'http://example.org/', 'copied': True}])
    fn asdict<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(this.py());
        for name in ATTRIBUTES.split(' ') {
            dict.set_item(name, plain(this.getattr(name)?)?)?;
        }
        Ok(dict)
    }

    fn __str__(&self) -> &str {
        &self.0.url
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let FoundFields { url, form, start, end, notes, .. } = &self.0;
        let form = &**form;
        let url = PyString::new(py, url).repr()?;
        let notes = if notes.is_empty() {
            String::new()
        } else {
            let names = PyTuple::new(py, notes.iter().map(|(name, ..)| &**name))?;
            format!(", notes={}", names.repr()?)
        };
        Ok(format!("Found(url={url}, form='{form}', start={start}, end={end}{notes})"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&FoundFields,))> {
        Ok((py.import("urlsift._urlsift")?.getattr("_restored_found")?, (&self.0,)))
    }
}

/// Makes the Found that a pickle describes.
///
/// Raises TypeError if it names an unknown grammar. Other names may be those of a later version.
#[pyfunction(name = "_restored_found")]
pub(crate) fn restored_found(state: FoundFields) -> PyFound {
    PyFound(state)
}
