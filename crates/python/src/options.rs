//! The options of a scan.

use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urlsift::Extractor;
use urlsift_archive::files::Limits;
use urlsift_archive::files::{Bounds, Codec, CodecChoice};
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::internal::{MIN_PIECE_BYTES, WINDOW_BYTES};
use urlsift_archive::internal::{MatchExtent, UrlStrings};
use urlsift_archive::item::Relative;
use urlsift_archive::mail::Headers;
use urlsift_archive::rows::{Fields, Row};
use urlsift_archive::select::{Criterion, Selection};
use urlsift_archive::{Scan, Threads};

use crate::errors::wrong_type;
use crate::extractors::{Settings, flag, one_of};

/// The most threads of a scan.
const MAX_THREADS: usize = 256;

/// What happens if an input cannot be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum OnDamage {
    /// It is in `Reader.damage`.
    Collect,
    /// It is also warned of.
    Warn,
    /// It ends the scan with an exception.
    Raise,
}

/// The options of a scan, ready to use.
pub(crate) struct ScanOptions {
    pub(crate) scan: Scan,
    pub(crate) fields: Fields,
    pub(crate) batch_rows: usize,
    pub(crate) on_damage: OnDamage,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// The names of codecs, as `urlsift plan` writes them.
const CODECS: [(&str, CodecChoice); 7] = [
    ("auto", CodecChoice::Auto),
    ("none", CodecChoice::Stored),
    ("gzip", CodecChoice::Only(Codec::Gzip)),
    ("bzip2", CodecChoice::Only(Codec::Bzip2)),
    ("xz", CodecChoice::Only(Codec::Xz)),
    ("zstd", CodecChoice::Only(Codec::Zstd)),
    ("compress", CodecChoice::Only(Codec::Compress)),
];

/// The options whose terms select URLs.
const CRITERIA: [(&str, Criterion); 5] = [
    ("schemes", Criterion::Scheme),
    ("hosts", Criterion::Host),
    ("form", Criterion::Form),
    ("note", Criterion::Notes),
    ("list", Criterion::List),
];

const ON_DAMAGE: [(&str, OnDamage); 3] =
    [("collect", OnDamage::Collect), ("warn", OnDamage::Warn), ("raise", OnDamage::Raise)];

impl ScanOptions {
    /// Reads the options in `options`, which the functions of `urlsift/_scan.py` fill.
    ///
    /// # Errors
    ///
    /// `ValueError` for a value that is not known, `TypeError` for one of another type.
    pub(crate) fn parse(options: &Bound<'_, PyDict>) -> PyResult<ScanOptions> {
        let get = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
            Ok(options.get_item(name)?.filter(|value| !value.is_none()))
        };
        let names = |name: &str| get(name)?.map(|value| texts(&value, name)).transpose();
        let fields =
            names("columns")?.map_or_else(|| Ok(ALL_FIELDS.clone()), |names| fields(&names))?;
        let mut selection = Selection::new();
        let bad =
            |error: urlsift_archive::select::BadTerm| PyValueError::new_err(error.to_string());
        for (name, criterion) in CRITERIA {
            for term in get(name)?.map_or(Ok(Vec::new()), |value| terms(&value, name))? {
                selection.add(criterion, &term).map_err(bad)?;
            }
        }
        let strings = |name: &str| -> PyResult<Option<UrlStrings>> {
            let Some(value) = get(name)? else { return Ok(None) };
            let lines = terms(&value, name)?.join("\n");
            if lines.trim().is_empty() && name == "match" {
                return Err(PyValueError::new_err("match has no text, so no URL has one"));
            }
            Ok(Some(UrlStrings::new(lines.into_bytes(), MatchExtent::Part)))
        };
        strings("match")?.into_iter().for_each(|strings| selection.matching(strings));
        strings("skip")?.into_iter().for_each(|strings| selection.skip(strings));
        let places = [
            ("quoted", Criterion::Quoted),
            ("signature", Criterion::InSignature),
            ("deleted", Criterion::Deleted),
        ];
        for (name, criterion) in places {
            if !get(name)?.map_or(Ok(true), |value| flag(&value, name))? {
                selection.add(criterion, "false").map_err(bad)?;
            }
        }
        if let Some(date) = get("since")? {
            selection.since(&date_text(&date)?).map_err(bad)?;
        }
        if let Some(date) = get("until")? {
            selection.until(&date_text(&date)?).map_err(bad)?;
        }
        let number = |name: &str| get(name)?.map(|value| natural(&value, name)).transpose();
        let threads = thread_count(get("threads")?.as_ref())?;
        let message = number("max_message")?.unwrap_or(64 << 20).max(MIN_PIECE_BYTES);
        let limits = Limits { window: WINDOW_BYTES, message };
        let codec = choice(get("codec")?, "codec", &CODECS)?.unwrap_or_default();
        let attachments =
            get("attachments")?.map_or(Ok(false), |value| flag(&value, "attachments"))?;
        let bounds = Bounds { limits, codec, attachments, ..Bounds::default() };
        let mut settings = Settings::with("join", "likely");
        for name in ["forms", "join"] {
            if let Some(value) = get(name)? {
                settings.set(name, &value)?;
            }
        }
        let copies = fields_of(&["copies"])?;
        let headers: Vec<_> = Headers::ALL.iter().map(|it| (it.name(), *it)).collect();
        let relatives: Vec<_> = Relative::ALL.iter().map(|it| (it.name(), *it)).collect();
        let scan = Scan::new(Extractor::clone(&*settings.extractor()?), Threads::start(threads)?)
            .bounds(bounds)
            .headers(choice(get("headers")?, "headers", &headers)?.unwrap_or(Headers::Useful))
            .relative(choice(get("relative")?, "relative", &relatives)?.unwrap_or_default())
            .selection(selection)
            .once_in_message(choice(get("once")?, "once", &[("message", true)])?.is_some())
            .count_copies(fields.overlaps(&copies))
            .count_lines(fields.overlaps(&fields_of(&["line"])?));
        let on_damage = choice(get("on_damage")?, "on_damage", &ON_DAMAGE)?;
        Ok(ScanOptions {
            scan,
            fields,
            batch_rows: number("batch_rows")?.unwrap_or(16_384),
            on_damage: on_damage.unwrap_or(OnDamage::Collect),
            progress: get("progress")?.map(Bound::unbind),
        })
    }
}

fn fields_of(names: &[&str]) -> PyResult<Fields> {
    Row::fields(names).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the fields of rows that `names` lists.
///
/// # Errors
///
/// `ValueError` for an unknown name, or one that occurs twice.
pub(crate) fn fields(names: &[String]) -> PyResult<Fields> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    fields_of(&names)
}

/// Returns the terms in the argument `name`: the str `value`, or those in an iterable.
fn terms(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![value.extract()?]);
    }
    texts(value, name)
}

/// Returns the texts in the iterable `value`, the argument `name`.
pub(crate) fn texts(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
    // The characters of a text would be taken for names.
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(value, name, "an iterable of str"));
    }
    value.try_iter()?.map(|text| text?.extract::<String>()).collect()
}

/// Returns the value of the argument `what` by its name.
fn choice<T: Copy>(
    value: Option<Bound<'_, PyAny>>,
    what: &str,
    names: &[(&'static str, T)],
) -> PyResult<Option<T>> {
    let chosen = value.map(|value| one_of(&value, what, names, |(name, _)| name)).transpose()?;
    Ok(chosen.map(|(_, value)| value))
}

/// Returns the number of threads for the option `threads`: one for each processor, if it is None or 0.
pub(crate) fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    match threads.map_or(Ok(0), |threads| natural(threads, "threads"))? {
        0 => Ok(thread::available_parallelism().map_or(1, usize::from)),
        threads if threads <= MAX_THREADS => Ok(threads),
        _ => Err(PyValueError::new_err(format!("threads must be at most {MAX_THREADS}"))),
    }
}

/// Returns a number that is not negative.
fn natural(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    let number: i128 = value.extract()?;
    usize::try_from(number).map_err(|_| {
        let fault = if number < 0 { "must not be negative" } else { "is too large" };
        PyValueError::new_err(format!("{name} {fault}: {number}"))
    })
}

/// Returns a date as the program takes it: a text, or a `date` or `datetime`.
fn date_text(date: &Bound<'_, PyAny>) -> PyResult<String> {
    if date.is_instance_of::<PyString>() {
        return date.extract();
    }
    let datetime = date.py().import("datetime")?;
    if date.is_instance(&datetime.getattr("datetime")?)? {
        if date.getattr("tzinfo")?.is_none() {
            let message = "the datetime has no time zone; add one, or pass a date";
            return Err(PyValueError::new_err(message));
        }
        return date.call_method1("isoformat", ("T", "seconds"))?.extract();
    }
    if date.is_instance(&datetime.getattr("date")?)? {
        return date.call_method0("isoformat")?.extract();
    }
    Err(wrong_type(date, "a date", "a str, a date or a datetime"))
}
