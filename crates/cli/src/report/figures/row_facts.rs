//! The values of a row that the report needs.

use std::sync::LazyLock;
use urlsift::row::{Fields, Row};

use urlsift::Form;

/// The fields of a row that the report needs.
pub(crate) static REPORT_FIELDS: LazyLock<Fields> =
    LazyLock::new(|| Row::fields(&REPORT_FIELD_NAMES).expect("all of them are fields of a row"));

/// The names of these fields.
const REPORT_FIELD_NAMES: [&str; 14] = [
    "url",
    "form",
    "source",
    "member",
    "date",
    "subject",
    "charset",
    "raw",
    "doubts",
    "joined",
    "grammars",
    "host",
    "host_kind",
    "notes",
];

/// The values of a row, of the archive or of a file of rows. They have the names and the meaning of the fields of
/// [`Row`]; a value that the row lacks is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowFacts<'r> {
    pub(crate) url: &'r str,
    pub(crate) form: &'r str,
    pub(crate) source: &'r str,
    pub(crate) member: Option<&'r str>,
    pub(crate) date: Option<&'r str>,
    pub(crate) subject: Option<&'r str>,
    pub(crate) charset: Option<&'r str>,
    pub(crate) raw: &'r str,
    /// Kind, choice and ground of each doubt.
    pub(crate) doubts: Vec<[&'r str; 3]>,
    pub(crate) joined: Option<&'r str>,
    pub(crate) grammars: Vec<&'r str>,
    pub(crate) host: Option<&'r str>,
    pub(crate) host_kind: Option<&'r str>,
    pub(crate) notes: Vec<&'r str>,
}

impl<'r> RowFacts<'r> {
    /// Returns the values of `row`, which was made with [`REPORT_FIELDS`].
    pub(crate) fn of(row: &'r Row<'_>) -> RowFacts<'r> {
        RowFacts {
            url: row.url,
            form: row.form,
            source: row.source,
            member: row.member,
            date: row.date.map(urlsift::archive::Rfc3339::as_str),
            subject: row.subject,
            charset: row.charset,
            raw: &row.raw,
            doubts: row.doubts.iter().map(|it| [it.kind, it.chosen, it.ground]).collect(),
            joined: row.joined,
            grammars: row.grammars.clone(),
            host: row.host,
            host_kind: row.host_kind,
            notes: row.notes.clone(),
        }
    }

    /// Returns the names of the fields that `is_there` does not have.
    pub(crate) fn missing(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
        REPORT_FIELD_NAMES.into_iter().filter(|name| !is_there(name)).collect()
    }
}

/// The index of a form in [`Form::ALL`]; the length of that for an unknown one.
pub(super) fn form_index(name: &str) -> usize {
    Form::ALL.iter().position(|form| form.name() == name).unwrap_or(Form::ALL.len())
}
