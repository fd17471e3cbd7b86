//! Values as the text of cells, for CSV and for lines separated by tabs.
//!
//! Null is an empty cell. A list of names is joined by spaces, and a list of objects is JSON.

use urlsift_archive::internal::ascii_json::escape_json;
use urlsift_archive::internal::{Record, Visitor};
use urlsift_archive::rows::Rfc3339;

use super::escape::Destination;
use super::json::push_objects;

/// Passes each value to `take` as the text of a cell, which is not yet escaped for `destination`.
pub(super) struct CellVisitor<F> {
    pub(super) destination: Destination,
    pub(super) take: F,
}

impl<F: FnMut(&str)> Visitor for CellVisitor<F> {
    fn text(&mut self, _: &'static str, text: Option<&str>) {
        (self.take)(text.unwrap_or_default());
    }

    fn number(&mut self, _: &'static str, number: Option<i64>) {
        let mut buffer = itoa::Buffer::new();
        (self.take)(number.map_or("", |number| buffer.format(number)));
    }

    fn date(&mut self, _: &'static str, date: Option<Rfc3339<'_>>) {
        (self.take)(date.map_or("", Rfc3339::as_str));
    }

    fn flag(&mut self, _: &'static str, flag: bool) {
        (self.take)(if flag { "true" } else { "false" });
    }

    fn texts(&mut self, _: &'static str, texts: &[impl AsRef<str>]) {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        (self.take)(&texts.join(" "));
    }

    fn records(&mut self, _: &'static str, records: &[impl Record]) {
        let mut json = Vec::new();
        push_objects(records, &mut json);
        // For a terminal, escape by the means of JSON. The `\u{…}` of `escape` would be no valid JSON.
        let json = String::from_utf8_lossy(&json);
        match self.destination {
            Destination::Program => (self.take)(&json),
            Destination::Terminal => (self.take)(&escape_json(&json)),
        }
    }
}
