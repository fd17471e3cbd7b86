//! Where there is no terminal as Unix has it, nobody is asked, and the list is printed.

use std::io;

use crate::pick::screen::{Screen, ScreenSize};
use crate::pick::state::Key;

/// There is none.
pub(crate) enum Terminal {}

/// Nothing comes from it.
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
