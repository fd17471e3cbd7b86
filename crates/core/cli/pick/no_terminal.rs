//! Stands in for `terminal.rs` on systems other than Unix: there is no terminal, so the list is printed.
//!
//! The types have the names of those in `terminal.rs`, because a build has only one of the two files.

use std::io;

use crate::pick::screen::{Screen, ScreenSize};
use crate::pick::state::Key;

/// A terminal; the type has no values, because there is none.
pub(crate) enum Terminal {}

/// An event of a terminal; it never comes.
pub(crate) enum TerminalEvent {
    Key(Key),
}

impl Terminal {
    #[expect(clippy::unnecessary_wraps, reason = "where there is a terminal, it can fail")]
    pub(crate) fn open() -> io::Result<Option<Terminal>> {
        Ok(None)
    }

    pub(crate) fn size(&self) -> ScreenSize {
        match *self {}
    }

    pub(crate) fn show(&mut self, _screen: &Screen) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn next(&mut self) -> io::Result<TerminalEvent> {
        match *self {}
    }

    pub(crate) fn has_next(&mut self) -> io::Result<bool> {
        match *self {}
    }
}
