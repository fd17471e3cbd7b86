//! The options of a scan.

use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urlsift::Extractor;
use urlsift_archive::files::Limits;
use urlsift_archive::files::{Bounds, Codec, CodecChoice};
use urlsift_archive::internal::{
    ALL_FIELDS, Criterion, MIN_PIECE_BYTES, MatchExtent, UrlStrings, WINDOW_BYTES, nearest,
};
use urlsift_archive::item::Relative;
use urlsift_archive::mail::Headers;
use urlsift_archive::rows::{Fields, Row};
use urlsift_archive::select::{BadTerm, Selection};
use urlsift_archive::{Scan, Threads};

use crate::errors::wrong_type;
use crate::extractors::{Settings, flag, one_of};

/// The most threads of a scan.
const MAX_THREADS: usize = 256;

/// What happens if an input cannot be read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum OnDamage {
    /// It is in `Reader.damage`.
    #[default]
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

/// Narrows a selection by a text.
type Select = fn(&mut Selection, &str) -> Result<(), BadTerm>;

/// The options that take one text or several, and select URLs by each.
const CONDITIONS: [(&str, Select); 3] =
    [("scheme", Selection::scheme), ("host", Selection::host), ("where", Selection::add)];

const DATES: [(&str, Select); 2] = [("since", Selection::since), ("until", Selection::until)];

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
        let mut select = |select: Select, name: &str, text: &str| {
            select(&mut selection, text)
                .map_err(|error| PyValueError::new_err(format!("{name}={text:?}: {error}")))
        };
        for (name, condition) in CONDITIONS {
            let Some(value) = get(name)? else { continue };
            let texts = terms(&value, name)?;
            // A list that was computed and is empty would select all.
            if texts.is_empty() && name != "where" {
                return Err(PyValueError::new_err(format!("{name} is an empty list")));
            }
            texts.iter().try_for_each(|text| select(condition, name, text))?;
        }
        for (name, bound) in DATES {
            if let Some(date) = get(name)? {
                select(bound, name, &date_text(&date)?)?;
            }
        }
        let extent = named(get("match_by")?, "match_by", MatchExtent::ALL, MatchExtent::name)?;
        let strings = |name: &str| -> PyResult<Option<UrlStrings>> {
            let Some(value) = get(name)? else { return Ok(None) };
            let lines = terms(&value, name)?.join("\n");
            if lines.trim().is_empty() && name == "match" {
                return Err(PyValueError::new_err("match has no text, so no URL has one"));
            }
            Ok(Some(UrlStrings::new(lines.into_bytes(), extent)))
        };
        strings("match")?.into_iter().for_each(|strings| selection.matching(strings));
        strings("skip")?.into_iter().for_each(|strings| selection.skip(strings));
        if extent != MatchExtent::Part && get("match")?.or(get("skip")?).is_none() {
            return Err(PyValueError::new_err("match_by is for the texts of match or skip"));
        }
        let is_set = |name: &str| get(name)?.map_or(Ok(false), |value| flag(&value, name));
        let number = |name: &str| get(name)?.map(|value| natural(&value, name)).transpose();
        let threads = thread_count(get("threads")?.as_ref())?;
        let message = number("max_message")?.unwrap_or(64 << 20).max(MIN_PIECE_BYTES);
        let limits = Limits { window: WINDOW_BYTES, message };
        let (_, codec) = named(get("codec")?, "codec", &CODECS, |it| it.0)?;
        let attachments = is_set("attachments")?;
        let bounds = Bounds { limits, codec, attachments, ..Bounds::default() };
        let mut settings = Settings::with("join", "likely");
        for name in ["forms", "join"] {
            if let Some(value) = get(name)? {
                settings.set(name, &value)?;
            }
        }
        let copies = fields_of(&["copies"])?;
        let headers = get("headers")?.map_or(Ok(Headers::Useful), |value| {
            one_of(&value, "headers", Headers::ALL, Headers::name)
        })?;
        let scan = Scan::new(Extractor::clone(&*settings.extractor()?), Threads::start(threads)?)
            .bounds(bounds)
            .headers(headers)
            .relative(named(get("relative")?, "relative", Relative::ALL, Relative::name)?)
            .selection(selection)
            .once_in_message(is_set("once")?)
            .count_copies(fields.overlaps(&copies))
            .count_lines(fields.overlaps(&fields_of(&["line"])?));
        let (_, on_damage) = named(get("on_damage")?, "on_damage", &ON_DAMAGE, |it| it.0)?;
        Ok(ScanOptions {
            scan,
            fields,
            batch_rows: number("batch_rows")?.unwrap_or(16_384),
            on_damage,
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

/// Returns the one of `values` that the argument `option` names, or the default.
fn named<T: Copy + Default>(
    value: Option<Bound<'_, PyAny>>,
    option: &str,
    values: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    value.map_or_else(|| Ok(T::default()), |value| one_of(&value, option, values, name_of))
}

/// Returns a hint about the unknown option `name` of a function with the options `known`, if it is like one of them or
/// like a field of rows.
#[pyfunction(name = "_option_hint")]
pub(crate) fn option_hint(name: &str, known: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let known = texts(known, "known")?;
    let near = nearest::nearest(name, known.iter().map(String::as_str));
    Ok(match Criterion::meant_by(name).map(Criterion::name) {
        Some(field) if near != Some(field) => {
            Some(format!("where='{field}=VALUE' selects by this field"))
        }
        _ => near.map(|near| format!("did you mean '{near}'?")),
    })
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
