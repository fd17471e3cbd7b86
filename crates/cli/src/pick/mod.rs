//! `urlsift pick`: lets the user choose links of a message at the terminal, and prints, opens or copies them.
//!
//! - `command.rs` reads the message and runs the dialogue; `list.rs` prints the links instead.
//! - `link.rs` describes one link (its texts in `link/text.rs`, the text around it in `link/context.rs`), and
//!   `links.rs` has the list of all, each once.
//! - `inputs.rs` has the inputs and the answers of the dialogue. `state.rs` says what a key does, on the lines that
//!   `rows.rs` makes of the links, and `screen` draws it. None of them needs a terminal, so `tests.rs` can play keys.
//! - `terminal.rs` reads keys and shows the screen. `open.rs` starts the programs that open links, and
//!   `clipboard.rs` copies them.
//! - `settings` has the configuration file with keys, a theme and programs.

mod clipboard;
pub(crate) mod command;
pub(crate) mod inputs;
pub(crate) mod link;
pub(crate) mod links;
pub(crate) mod list;
pub(crate) mod open;
mod rows;
pub(crate) mod screen;
pub(crate) mod settings;
pub(crate) mod state;
mod terminal;
#[cfg(test)]
mod tests;
