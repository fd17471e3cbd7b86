//! `urlsift pick`: chooses one link of a message at the terminal.
//!
//! `command.rs` reads the message and runs the dialogue. `link.rs` has the description of one link (its texts
//! in `link/text.rs`), and `links.rs` the list of all, each once. `state.rs` says what a key does, and
//! `screen.rs` lays out the lines; both work without a terminal, so `tests.rs` can play keys. `terminal.rs`
//! reads keys and draws (`no_terminal.rs` takes its place on systems other than Unix). `list.rs` prints the
//! links instead, and `open.rs` starts the program that opens a link.
#![cfg_attr(
    not(unix),
    allow(
        dead_code,
        clippy::drop_non_drop,
        clippy::match_wildcard_for_single_variants,
        reason = "without a terminal there are no keys"
    )
)]

pub(crate) mod command;
mod link;
mod links;
mod list;
#[cfg(not(unix))]
mod no_terminal;
mod open;
mod screen;
mod state;
#[cfg(unix)]
mod terminal;
#[cfg(test)]
mod tests;
