//! Where there is no terminal as Unix has it, nobody is asked, and the list is printed.

use std::io;

use super::screen::{Screen, Size};
use super::state::Key;

/// There is none.
pub(super) enum Terminal {}

/// Nothing comes from it.
pub(super) enum Event {
    Key(Key),
}

impl Terminal {
    #[expect(clippy::unnecessary_wraps, reason = "where there is a terminal, it can fail")]
    pub(super) fn open() -> io::Result<Option<Terminal>> {
        Ok(None)
    }

    pub(super) fn size(&self) -> Size {
        match *self {}
    }

    pub(super) fn show(&mut self, _screen: &Screen) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn next(&mut self) -> io::Result<Event> {
        match *self {}
    }

    pub(super) fn has_next(&mut self) -> io::Result<bool> {
        match *self {}
    }
}
