//! The values of a row that the report needs.

use std::sync::LazyLock;

use crate::Form;
use crate::row::Fields;
use crate::row::Row;

/// The fields of a row that the report needs.
pub static REPORT_FIELDS: LazyLock<Fields> =
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
#[expect(missing_docs, reason = "each is the field of a row that has its name")]
pub struct RowFacts<'r> {
    pub url: &'r str,
    pub form: &'r str,
    pub source: &'r str,
    pub member: Option<&'r str>,
    pub date: Option<&'r str>,
    pub subject: Option<&'r str>,
    pub charset: Option<&'r str>,
    pub raw: &'r str,
    /// Kind, choice and ground of each doubt.
    pub doubts: Vec<[&'r str; 3]>,
    pub joined: Option<&'r str>,
    pub grammars: Vec<&'r str>,
    pub host: Option<&'r str>,
    pub host_kind: Option<&'r str>,
    pub notes: Vec<&'r str>,
}

impl<'r> RowFacts<'r> {
    /// Returns the values of `row`, which was made with [`REPORT_FIELDS`].
    pub fn of(row: &'r Row<'_>) -> RowFacts<'r> {
        RowFacts {
            url: row.url,
            form: row.form,
            source: row.source,
            member: row.member,
            date: row.date.map(crate::archive::Rfc3339::as_str),
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
    pub fn missing(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
        REPORT_FIELD_NAMES.into_iter().filter(|name| !is_there(name)).collect()
    }
}

/// The index of a form in [`Form::ALL`]; the length of that for an unknown one.
pub(super) fn form_index(name: &str) -> usize {
    Form::ALL.iter().position(|form| form.name() == name).unwrap_or(Form::ALL.len())
}
