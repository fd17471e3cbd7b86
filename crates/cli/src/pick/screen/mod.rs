//! Makes the lines of the picker's screen. Nothing here needs a terminal.
//!
//! `draw.rs` has the list and the layout, `details.rs` the lower panes, `line.rs` lines with styles, and `columns.rs` cuts
//! texts.

pub(crate) mod columns;
mod details;
pub(crate) mod draw;
pub(crate) mod screen_line;
