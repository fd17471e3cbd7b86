//! The URLs of many texts, as a table.

use std::sync::{Arc, LazyLock};

use arrow_array::builder::{Int64Builder, LargeStringBuilder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyString};
use rayon::prelude::*;
use urlsift::Extractor;
use urlsift::found::Grade;
use urlsift_archive::Threads;

use crate::arrow_texts::{Row, add_rows, arrays};
use crate::errors::wrong_type;
use crate::extractors::extractor;
use crate::find::{MIN_DETACHED_BYTES, Text};
use crate::offsets::{Offsets, count_code_points};
use crate::options::thread_count;
use crate::table::PyTable;

/// The most texts of a batch. A batch is the work that a thread takes at once.
const MAX_BATCH_TEXTS: usize = 4096;

/// The fewest batches for each thread, so that threads end at about the same time.
const BATCHES_PER_THREAD: usize = 8;

/// The columns of the table. The URLs of one batch may exceed the 2 GiB of `Utf8`.
static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let number = |name| Field::new(name, DataType::Int64, false);
    let url = Field::new("url", DataType::LargeUtf8, false);
    let grade = Field::new("grade", DataType::Utf8, true);
    Arc::new(Schema::new(vec![number("row"), url, number("start"), number("end"), grade]))
});

/// The fields of a URL in the column of lists.
static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let field = |name, kind, is_nullable| Field::new(name, kind, is_nullable);
    let note = Arc::new(Field::new_list_field(DataType::Utf8, false));
    Fields::from(vec![
        field("url", DataType::LargeUtf8, false),
        field("start", DataType::Int64, false),
        field("end", DataType::Int64, false),
        field("form", DataType::Utf8, false),
        field("grade", DataType::Utf8, true),
        field("notes", DataType::List(note), false),
    ])
});

/// The column of lists: one for each text.
static LISTS: LazyLock<SchemaRef> = LazyLock::new(|| {
    let urls = DataType::List(Arc::new(list_field()));
    Arc::new(Schema::new(vec![Field::new("urls", urls, true)]))
});

/// Returns the field of an item of the column of lists.
fn list_field() -> Field {
    Field::new_list_field(DataType::Struct(Fields::clone(&FIELDS)), false)
}

/// Finds the URLs of many texts on all processors: those that `find` finds in each, as one Arrow table.
///
/// `texts` is a list or another iterable of str and bytes, a Series of pandas or polars, or an array of pyarrow or another
/// package that exports Arrow. Strings of Arrow are searched without copies. A missing text (None, NaN or null) has no
/// rows.
///
/// The columns of the `Table` are `row` (the place of the text in `texts`, from 0), `url`, `start`, `end`, and `grade`: how
/// sure a join across a line break is, null if there is none. As for `find`, `start` and `end` count code points of a str or
/// string and bytes of a bytes or binary, with the delimiters. The rows are in the order of the texts.
///
/// With `lists=True`, the table has a row for each text instead, and one column, `urls`: a list of structs with `url`,
/// `start`, `end`, `form`, `grade` and `notes` (their names), null for a missing text.
///
/// `threads` is the number of threads; by default one for each processor. The other options are those of `find`. Raises
/// TypeError for an item that is not a text, and ValueError for an unknown name. Takes time linear in the length of the
/// texts. Other threads run during the search.
///
/// >>> table = urlsift.find_many(["see http://a.example/", None, "<http://b.example/\n> c>"])
/// >>> table
/// Table(rows=2, columns=['row', 'url', 'start', 'end', 'grade'])
/// >>> import pyarrow
/// >>> pyarrow.table(table).select(["row", "url", "end"]).to_pylist()[1]
/// {'row': 2, 'url': 'http://b.example/c', 'end': 23}
/// >>> lists = pyarrow.table(urlsift.find_many(["see http://a.example/", None, "none"], lists=True))
/// >>> [urls and [found["url"] for found in urls] for urls in lists["urls"].to_pylist()]
/// [['http://a.example/'], None, []]
#[pyfunction]
#[pyo3(
    signature = (texts, *, lists=false, threads=None, **options),
    text_signature = "(texts, *, lists=False, threads=None, forms=None, join=None, only_schemes=None, extras=(), \
                      profile='archive', ascii_only=False, as_written=False)"
)]
pub(crate) fn find_many(
    texts: &Bound<'_, PyAny>,
    lists: bool,
    threads: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyTable> {
    let py = texts.py();
    let (extractor, threads) = (extractor(options)?, thread_count(threads)?);
    let is_table = texts.getattr("ndim").is_ok_and(|ndim| !ndim.eq(1).unwrap_or(true));
    if is_table || texts.is_instance_of::<PyString>() || texts.is_instance_of::<PyBytes>() {
        return Err(wrong_type(
            texts,
            "texts",
            "an iterable of str and bytes, or a column of them",
        ));
    }
    let arrays = match arrays(texts) {
        // Without pyarrow, or with objects of several types, an export fails. Iteration then names the item that is not a text.
        Err(error) if error.is_instance_of::<PyException>(py) => None,
        arrays => arrays?,
    };
    let mut rows = Vec::new();
    let is_arrow = arrays.iter().flatten().all(|array| add_rows(array, &mut rows));
    let items = if arrays.is_none() || !is_arrow { items(texts)? } else { Vec::new() };
    if !is_arrow {
        rows.clear();
    }
    rows.extend(items.iter().map(|item| {
        let text = item.as_ref()?;
        Some(Row { bytes: text.bytes.as_bytes(), is_str: text.code_points.is_some() })
    }));
    let bytes: usize = rows.iter().flatten().map(|row| row.bytes.len()).sum();
    let threads = if bytes < MIN_DETACHED_BYTES { 1 } else { threads };
    let batches = py.detach(|| search(&extractor, &rows, lists, threads));
    let batches = batches.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyTable { schema: SchemaRef::clone(if lists { &LISTS } else { &SCHEMA }), batches })
}

/// Returns the items of an iterable, and `None` for each that is missing.
fn items<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Vec<Option<Text<'py>>>> {
    let item = |(at, item): (usize, PyResult<_>)| {
        let item = item?;
        match Text::of(&item, 0..usize::MAX) {
            Ok(text) => Ok(Some(text)),
            Err(_) if is_missing(&item) => Ok(None),
            Err(_) => Err(wrong_type(&item, &format!("texts[{at}]"), "str, bytes or missing")),
        }
    };
    texts.try_iter()?.enumerate().map(item).collect()
}

/// Reports whether an item is a missing value: None, NaN, or `pandas.NA`.
fn is_missing(item: &Bound<'_, PyAny>) -> bool {
    item.is_none()
        || item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
        || item.get_type().name().is_ok_and(|name| name == "NAType")
}

/// Returns the rows of the table, in batches that are not empty.
fn search(
    extractor: &Extractor,
    texts: &[Option<Row<'_>>],
    lists: bool,
    threads: usize,
) -> Result<Vec<RecordBatch>, ArrowError> {
    let batch_texts = texts.len().div_ceil(threads * BATCHES_PER_THREAD).clamp(1, MAX_BATCH_TEXTS);
    let batch = |(at, texts)| {
        if lists { list_batch(extractor, texts) } else { batch(extractor, at * batch_texts, texts) }
    };
    let batches: Result<Vec<_>, _> = if threads == 1 {
        texts.chunks(batch_texts).enumerate().map(batch).collect()
    } else {
        // The pool ends with the call: after a fork its threads would not exist.
        let batches = || texts.par_chunks(batch_texts).enumerate().map(batch).collect();
        let threads = Threads::start(threads);
        threads.map_err(|error| ArrowError::IoError(error.to_string(), error))?.install(batches)
    };
    batches.map(|batches| batches.into_iter().filter(|batch| batch.num_rows() > 0).collect())
}

/// Returns the rows of `texts`. The first of them is row `first` of the whole.
fn batch(
    extractor: &Extractor,
    first: usize,
    texts: &[Option<Row<'_>>],
) -> Result<RecordBatch, ArrowError> {
    let mut numbers: [Int64Builder; 3] = Default::default();
    let (mut urls, mut grades) = (LargeStringBuilder::new(), StringBuilder::new());
    for (at, text) in texts.iter().enumerate() {
        let Some(Row { bytes, is_str }) = *text else { continue };
        let offsets = Offsets::new(bytes, is_str.then(|| count_code_points(bytes)), 0);
        for found in extractor.find_iter(bytes) {
            let range = found.outer();
            let fields = [first + at, offsets.get(range.start), offsets.get(range.end)];
            for (column, number) in numbers.iter_mut().zip(fields) {
                column.append_value(i64::try_from(number).unwrap_or(i64::MAX));
            }
            urls.append_value(found.url());
            grades.append_option(found.joined().map(Grade::name));
        }
    }
    let [rows, starts, ends] = numbers.map(|mut column| Arc::new(column.finish()) as ArrayRef);
    let (urls, grades) = (Arc::new(urls.finish()), Arc::new(grades.finish()));
    let columns = vec![rows, urls as ArrayRef, starts, ends, grades];
    RecordBatch::try_new(SchemaRef::clone(&SCHEMA), columns)
}

/// Returns the lists of `texts`.
fn list_batch(extractor: &Extractor, texts: &[Option<Row<'_>>]) -> Result<RecordBatch, ArrowError> {
    let mut numbers: [Int64Builder; 2] = Default::default();
    let [mut forms, mut grades]: [StringBuilder; 2] = Default::default();
    let mut urls = LargeStringBuilder::new();
    let note = Field::new_list_field(DataType::Utf8, false);
    let mut notes = ListBuilder::new(StringBuilder::new()).with_field(note);
    let lengths = texts.iter().map(|text| {
        let Some(Row { bytes, is_str }) = *text else { return 0 };
        let offsets = Offsets::new(bytes, is_str.then(|| count_code_points(bytes)), 0);
        let mut count = 0;
        for found in extractor.find_iter(bytes) {
            let range = found.outer();
            for (column, at) in numbers.iter_mut().zip([range.start, range.end]) {
                column.append_value(i64::try_from(offsets.get(at)).unwrap_or(i64::MAX));
            }
            urls.append_value(found.url());
            forms.append_value(found.form().name());
            grades.append_option(found.joined().map(Grade::name));
            notes.append_value(found.notes().iter().map(|note| Some(note.name())));
            count += 1;
        }
        count
    });
    let ends = OffsetBuffer::from_lengths(lengths);
    let [starts, url_ends] = numbers.map(|mut column| Arc::new(column.finish()) as ArrayRef);
    let columns: Vec<ArrayRef> = vec![
        Arc::new(urls.finish()),
        starts,
        url_ends,
        Arc::new(forms.finish()),
        Arc::new(grades.finish()),
        Arc::new(notes.finish()),
    ];
    let found = Arc::new(StructArray::try_new(Fields::clone(&FIELDS), columns, None)?);
    let missing: NullBuffer = texts.iter().map(Option::is_some).collect();
    let lists = ListArray::try_new(Arc::new(list_field()), ends, found, Some(missing))?;
    RecordBatch::try_new(SchemaRef::clone(&LISTS), vec![Arc::new(lists)])
}
