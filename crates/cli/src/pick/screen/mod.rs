//! Draws the picker on a buffer of cells. Nothing here needs a terminal.
//!
//! `draw.rs` has the list and the layout, `details.rs` the lower panes, and `columns.rs` cuts texts.

pub(crate) mod columns;
mod details;
pub(crate) mod draw;
