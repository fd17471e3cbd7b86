//! Values as the text of cells, for CSV and for lines separated by tabs.
//!
//! Null is an empty cell. A list of names is joined by spaces, and a list of objects is JSON.

use urlsift_archive::internal::ascii_json::escape_json;
use urlsift_archive::internal::{Record, Visitor};
use urlsift_archive::rows::Rfc3339;

use super::escape::Destination;
use super::json::push_objects;

pub(super) trait Cells {
    fn cell(&mut self, cell: &str);

    fn destination(&self) -> Destination;
}

pub(super) struct CellVisitor<'c, C>(pub(super) &'c mut C);

impl<C: Cells> Visitor for CellVisitor<'_, C> {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        self.0.cell(text.unwrap_or_default());
    }

    fn number(&mut self, _: &'static str, number: Option<i64>) {
        let mut buffer = itoa::Buffer::new();
        self.0.cell(number.map_or("", |number| buffer.format(number)));
    }

    fn date(&mut self, _: &'static str, date: Option<Rfc3339<'_>>) {
        self.0.cell(date.map_or("", Rfc3339::as_str));
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        self.0.cell(if flag { "true" } else { "false" });
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        let mut joined = String::new();
        for (at, text) in texts.iter().enumerate() {
            joined.push_str(if at > 0 { " " } else { "" });
            joined.push_str(text.as_ref());
        }
        self.0.cell(&joined);
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        let mut json = Vec::new();
        push_objects(records, &mut json);
        // For a terminal, escape by the means of JSON. The `\u{…}` of `escape` would be no valid JSON.
        let json = String::from_utf8_lossy(&json);
        match self.0.destination() {
            Destination::Program => self.0.cell(&json),
            Destination::Terminal => self.0.cell(&escape_json(&json)),
        }
    }
}
