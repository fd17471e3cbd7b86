//! The report: tables about all URLs of an archive, and the page that shows them.
//!
//! `sections.rs` lists the tables, and the names under which a row counts in each. `aggregates.rs` adds the rows up, in
//! the order of the input; `tallies.rs` has the counts of one table, in bounded memory. `closed.rs` knows hosts that are
//! gone. `page.rs` writes the page. All
//! text that comes from the input goes through `markup.rs`, which escapes it.
//!
//! Nothing here does I/O. The same rows give the same page, byte by byte.

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
