//! Rows as bytes, one file a format.
//!
//! A format writes to a buffer of its caller's, so that rows are made on all threads and written by
//! one.

mod count;
mod csv;
mod escape;
mod jsonl;
mod second;
mod text;
mod unique;

pub use count::{CountBy, Counts};
pub use csv::{write_csv, write_csv_heading};
pub use escape::{Reader, escape};
pub use jsonl::write_jsonl;
pub use text::{Heading, write_text};
pub use unique::{Sighting, TooMany, Unique};
