//! Makes the lines of the picker's screen. Nothing here needs a terminal.

pub(crate) mod columns;
mod details;
pub(crate) mod draw;
pub(crate) mod screen_line;
