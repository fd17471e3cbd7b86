//! Rows as values for SQL: a column for each field.
//!
//! `SQLite` has no types for dates, flags and lists. A date is a text in UTC, in the form that its functions of dates
//! read; a flag is 0 or 1; and a list is JSON.

use std::fmt::Write;

use super::json::{push_objects, push_strings};
use urlsift::row::{FieldKind, Fields, Record, Rfc3339, Row, Visitor};
use urlsift::scan::batch::Batch;

/// Rows for a database. They may be filled on any thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct DatabaseRows {
    /// The texts of all cells, one after the other.
    texts: String,
    cells: Vec<DatabaseCell>,
}

/// A value in [`DatabaseRows`].
#[derive(Clone, Copy, Debug)]
enum DatabaseCell {
    Null,
    Number(i64),
    /// A text that ends at this byte of the texts. It begins where the text before it ends.
    Text(usize),
}

/// A value of a column.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum DatabaseValue<'v> {
    /// No value.
    Null,
    /// A number, or a flag as 0 or 1.
    Number(i64),
    /// A text, a date or JSON.
    Text(&'v str),
}

/// Returns the names and the types of the columns for `fields`.
pub(crate) fn database_columns(fields: &Fields) -> Vec<(&'static str, &'static str)> {
    let column = |index: usize| {
        let field = &Row::FIELDS[index];
        let kind = match field.kind {
            FieldKind::Number | FieldKind::Flag => "INTEGER",
            FieldKind::Text | FieldKind::Date | FieldKind::Texts | FieldKind::Records(_) => "TEXT",
        };
        (field.name, kind)
    };
    fields.indices().map(column).collect()
}

impl Batch for DatabaseRows {
    fn retain(&mut self, is_kept: &[bool], _: &[usize]) {
        DatabaseRows::retain(self, is_kept);
    }
}

impl DatabaseRows {
    /// Adds `row` with `fields`, which are the same for all rows.
    pub(crate) fn push(&mut self, row: &Row<'_>, fields: &Fields) {
        row.visit_fields(fields, self);
    }

    /// Reports whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Keeps the rows for which `is_kept` is true, which has a value for each row.
    pub(crate) fn retain(&mut self, is_kept: &[bool]) {
        let columns = self.cells.len().checked_div(is_kept.len()).unwrap_or(0);
        let mut kept = DatabaseRows::default();
        self.for_each_row(columns, |at, values| {
            if is_kept[at] {
                for value in values {
                    kept.add(*value);
                }
            }
            Ok::<(), ()>(())
        })
        .unwrap_or_default();
        *self = kept;
    }

    /// Calls `each` for each row of `columns` values, with the number of the row from 0.
    ///
    /// # Errors
    ///
    /// The first error of `each`.
    pub(crate) fn for_each_row<E>(
        &self,
        columns: usize,
        mut each: impl FnMut(usize, &[DatabaseValue<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = 0;
        let mut values = Vec::with_capacity(columns);
        for (at, cells) in self.cells.chunks(columns.max(1)).enumerate() {
            values.clear();
            for cell in cells {
                values.push(match *cell {
                    DatabaseCell::Null => DatabaseValue::Null,
                    DatabaseCell::Number(number) => DatabaseValue::Number(number),
                    DatabaseCell::Text(end) => {
                        let text = &self.texts[start..end];
                        start = end;
                        DatabaseValue::Text(text)
                    }
                });
            }
            each(at, &values)?;
        }
        Ok(())
    }

    fn add(&mut self, value: DatabaseValue<'_>) {
        match value {
            DatabaseValue::Null => self.cells.push(DatabaseCell::Null),
            DatabaseValue::Number(number) => self.cells.push(DatabaseCell::Number(number)),
            DatabaseValue::Text(text) => {
                self.texts.push_str(text);
                self.end_text();
            }
        }
    }

    /// Makes a cell of the bytes that were added to the texts.
    fn end_text(&mut self) {
        self.cells.push(DatabaseCell::Text(self.texts.len()));
    }

    fn add_json(&mut self, json: &[u8]) {
        // The bytes are JSON, which is UTF-8.
        self.texts.push_str(&String::from_utf8_lossy(json));
        self.end_text();
    }
}

impl Visitor for DatabaseRows {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.add(text.map_or(DatabaseValue::Null, DatabaseValue::Text));
    }

    fn number(&mut self, _: &'static str, number: Option<i64>) {
        self.add(number.map_or(DatabaseValue::Null, DatabaseValue::Number));
    }

    fn date(&mut self, _: &'static str, date: Option<Rfc3339<'_>>) {
        match date.and_then(Rfc3339::utc) {
            Some(date) => {
                let _ = write!(self.texts, "{date}");
                self.end_text();
            }
            None => self.add(DatabaseValue::Null),
        }
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        self.add(DatabaseValue::Number(flag.into()));
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        let mut json = Vec::new();
        push_strings(texts, &mut json);
        self.add_json(&json);
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        let mut json = Vec::new();
        push_objects(records, &mut json);
        self.add_json(&json);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift::row::ALL_FIELDS;

    #[test]
    fn values_are_those_of_the_row() {
        let groups = ["a.b".to_owned(), "c\"d".to_owned()];
        let row = Row {
            url: "http://a/",
            date: Some(Rfc3339::new("1996-12-31T23:59:59-08:00")),
            start: 7,
            quoted: true,
            groups: &groups,
            ..Row::default()
        };
        let names = ["quoted", "url", "date", "member", "start", "groups", "doubts"];
        let fields = Row::fields(&names).expect("they are fields");
        let expected = [
            DatabaseValue::Number(1),
            DatabaseValue::Text("http://a/"),
            DatabaseValue::Text("1997-01-01 07:59:59"),
            DatabaseValue::Null,
            DatabaseValue::Number(7),
            DatabaseValue::Text("[\"a.b\",\"c\\\"d\"]"),
            DatabaseValue::Text("[]"),
        ];
        let mut rows = DatabaseRows::default();
        for url in ["http://0/", "http://a/", "http://1/", "http://a/"] {
            rows.push(&Row { url, ..row.clone() }, &fields);
        }
        rows.retain(&[false, true, false, true]);
        let mut count = 0;
        let each = |at, values: &[DatabaseValue<'_>]| {
            assert_eq!((at, values), (count, &expected[..]));
            count += 1;
            Ok::<(), ()>(())
        };
        assert_eq!(rows.for_each_row(fields.indices().count(), each), Ok(()));
        assert_eq!(count, 2);
        let columns = database_columns(&fields);
        assert_eq!(columns[..3], [("quoted", "INTEGER"), ("url", "TEXT"), ("date", "TEXT")]);
        assert_eq!(database_columns(&ALL_FIELDS).len(), Row::FIELDS.len());
    }
}
