//! `urlsift pick`: chooses one link of a message at the terminal.

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
