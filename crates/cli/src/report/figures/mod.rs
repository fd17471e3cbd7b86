//! The tables of a report about all URLs of an archive, and the page that shows them, without I/O. The same rows give
//! the same page, byte by byte.
//!
//! `sections.rs` lists the tables, `aggregates.rs` adds the rows up, and `tallies.rs` has the counts of one table.
//! `closed.rs` knows hosts that are gone. `page.rs` writes the page, and `markup.rs` escapes all text that comes from
//! the input.

mod aggregates;
mod closed;
mod markup;
mod message;
mod page;
mod row_facts;
mod sections;
mod tallies;

pub(crate) use aggregates::{Aggregates, UrlFact};
pub(crate) use page::{RunFacts, write_page};
pub(crate) use row_facts::{REPORT_FIELDS, RowFacts};
