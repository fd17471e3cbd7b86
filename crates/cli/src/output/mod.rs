//! Output formats: rows as bytes, one file for each format.
//!
//! A format appends to a buffer of its caller, so rows are formatted on all threads and written by one.

mod cells;
mod count;
mod csv;
mod escape;
mod json;
pub(crate) mod jsonl;
mod line_format;
#[cfg(feature = "arrow")]
mod parquet;
mod schema;
#[cfg(feature = "arrow")]
mod table;
mod text;
mod unique;

pub(crate) use count::{CountBy, CountLayout, CountOrder, Counts, countable_names, field_with};
pub(crate) use csv::{write_csv, write_csv_heading};
pub(crate) use escape::{Destination, escape, escape_controls, quote};
pub(crate) use jsonl::{JsonLines, write_jsonl_hit};
pub(crate) use line_format::LineFormat;
pub(crate) use schema::{duckdb_query, row_schema};
#[cfg(feature = "arrow")]
pub(crate) use table::{Layout, Table};
pub(crate) use text::{write_place, write_tabs, write_text};
pub(crate) use unique::{SIGHTING_FIELDS, Sighting, Unique, UniqueBy};
