//! Tests of the formats of rows, and of the files that they are written to.

pub(crate) mod files;
mod formats;
mod places;
mod repeated_texts;
mod row_keys;
mod row_schema;
#[cfg(feature = "arrow")]
mod tables;
