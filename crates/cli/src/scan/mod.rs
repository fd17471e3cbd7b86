//! `urlsift scan`: makes jobs of files, runs them on a thread pool, and writes the rows.
//!
//! `command.rs` reads the options. `run.rs` is one run: it chooses a product (`product.rs`), which `rows.rs`,
//! `counts.rs`, `unique.rs` or `table.rs` makes of the URLs and writes to the output. `run_state.rs` counts, and
//! reports what could not be read. `lines.rs` prints the URLs of a text that goes on.
//! `names.rs` reads lists of names and walks over the inputs, and `damage_file.rs` writes the list of what could not be
//! read. `splits.rs` searches splits of a plan.

pub(crate) mod command;
mod counts;
pub(crate) mod damage_file;
mod lines;
mod names;
pub(crate) mod product;
mod rows;
pub(crate) mod run;
pub(crate) mod run_state;
mod splits;
#[cfg(feature = "arrow")]
mod table;
mod unique;
