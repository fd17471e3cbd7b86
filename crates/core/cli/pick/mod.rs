//! `urlsift pick`: lets the user choose links of a message at the terminal, and prints, opens or copies them.
//!
//! - `command.rs` reads the message and runs the dialogue; `list.rs` prints the links instead.
//! - `link.rs` describes one link (its texts in `link/text.rs`, the text around it in `link/context.rs`), and
//!   `links.rs` has the list of all, each once.
//! - `inputs.rs` has the inputs and the answers of the dialogue. `state.rs` says what a key does, on the lines that
//!   `rows.rs` makes of the links. `screen.rs` draws it, with `details.rs` for the lower panes and `columns.rs` to cut
//!   texts. None of them needs a terminal, so `tests.rs` can play keys.
//! - `terminal.rs` reads keys and shows the screen. `open.rs` starts the programs that open links, and
//!   `clipboard.rs` copies them.
//! - `config.rs` reads the configuration file: keys (`keys.rs`), colours (`theme.rs`) and programs.

mod clipboard;
mod columns;
pub(crate) mod command;
mod config;
mod details;
mod inputs;
mod keys;
mod link;
mod links;
mod list;
mod open;
mod rows;
mod screen;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
