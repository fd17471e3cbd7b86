//! The report: figures about all URLs of an archive, and the page that shows them.
//!
//! `fact.rs` reduces a row to what the figures need. `aggregates.rs` adds the facts up, in the order of the input and
//! in bounded memory. `page.rs` writes the page, with the charts of `svg.rs` and the tables of `grid.rs`. All text that
//! comes from the input goes through `markup.rs`, which escapes it.
//!
//! Nothing here does I/O. The same facts give the same page, byte by byte.

mod aggregates;
mod bounded;
mod day;
mod fact;
mod grid;
mod lifetimes;
mod markup;
mod page;
mod row_facts;
mod samples;
mod sections;
mod svg;
mod years;

pub(crate) use aggregates::Aggregates;
pub(crate) use fact::UrlFact;
pub(crate) use page::{RunFacts, write_page};
pub(crate) use row_facts::{REPORT_FIELDS, RowFacts};
