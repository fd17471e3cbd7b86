//! The terminal: reads keys, and draws a [`Screen`].
//!
//! It is `/dev/tty`, because standard input has the message and standard output is for the chosen link. While
//! a [`Terminal`] exists, the terminal is in raw mode and shows its alternate screen. Dropping it restores
//! both; only a killed run leaves them. Bracketed paste is on, so a pasted line break does not count as
//! Enter.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::Duration;

use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue, terminal};

use crate::pick::screen::{Look, Screen, ScreenSize};
use crate::pick::state::Key;

/// A terminal in raw mode, with the alternate screen.
#[derive(Debug)]
pub(crate) struct Terminal {
    tty: File,
}

/// An event of the terminal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum TerminalEvent {
    Key(Key),
    /// A change of size, or a key that means nothing here.
    Other,
}

#[expect(clippy::unused_self, reason = "only while this is alive may keys be asked for")]
impl Terminal {
    /// Opens the terminal of the process. Returns `None` if there is none, or if it cannot be drawn on.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be set up.
    pub(crate) fn open() -> io::Result<Option<Terminal>> {
        let kind = std::env::var_os("TERM").unwrap_or_default();
        if kind.is_empty() || kind == "dumb" {
            return Ok(None);
        }
        let Ok(tty) = OpenOptions::new().read(true).write(true).open("/dev/tty") else {
            return Ok(None);
        };
        terminal::enable_raw_mode()?;
        let mut terminal = Terminal { tty };
        // The first poll starts to watch for changes of size. Without it, a change between the first screen
        // and the first wait for a key was lost.
        terminal.has_next()?;
        let mut drawn = Vec::new();
        queue!(
            drawn,
            terminal::EnterAlternateScreen,
            terminal::DisableLineWrap,
            event::EnableBracketedPaste,
            cursor::Hide
        )?;
        terminal.tty.write_all(&drawn)?;
        Ok(Some(terminal))
    }

    /// Returns the size, or 80 by 24 if the terminal does not know it.
    pub(crate) fn size(&self) -> ScreenSize {
        let (columns, rows) = terminal::size().unwrap_or_default();
        let or = |number: u16, usual| if number > 0 { usize::from(number) } else { usual };
        ScreenSize { columns: or(columns, 80), rows: or(rows, 24) }
    }

    /// Draws `screen` over the one before it.
    pub(crate) fn show(&mut self, screen: &Screen) -> io::Result<()> {
        let mut drawn = Vec::new();
        for (row, line) in (0..).zip(&screen.lines) {
            let look = match line.look {
                Look::Plain => Attribute::Reset,
                Look::Chosen => Attribute::Reverse,
                Look::Strong => Attribute::Bold,
            };
            queue!(
                drawn,
                cursor::MoveTo(0, row),
                // Clear before printing. After text that ends in the last column, the cursor is still on that
                // column, and clearing would remove its character.
                Clear(ClearType::UntilNewLine),
                SetAttribute(look),
                Print(&line.text),
                SetAttribute(Attribute::Reset)
            )?;
        }
        if screen.lines.len() < self.size().rows {
            let row = u16::try_from(screen.lines.len()).unwrap_or(u16::MAX);
            queue!(drawn, cursor::MoveTo(0, row), Clear(ClearType::FromCursorDown))?;
        }
        self.tty.write_all(&drawn)
    }

    /// Waits for the next event.
    pub(crate) fn next(&mut self) -> io::Result<TerminalEvent> {
        Ok(match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => {
                self::key(key).map_or(TerminalEvent::Other, TerminalEvent::Key)
            }
            event::Event::Paste(text) => TerminalEvent::Key(Key::Paste(text)),
            _ => TerminalEvent::Other,
        })
    }

    /// Reports whether an event can be read without waiting.
    pub(crate) fn has_next(&mut self) -> io::Result<bool> {
        event::poll(Duration::ZERO)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let mut drawn = Vec::new();
        // If this fails, the terminal is gone, and there is nothing to restore.
        let _ = queue!(
            drawn,
            cursor::Show,
            event::DisableBracketedPaste,
            terminal::EnableLineWrap,
            terminal::LeaveAlternateScreen
        );
        let _ = self.tty.write_all(&drawn);
        let _ = terminal::disable_raw_mode();
    }
}

/// Returns the meaning of a key press, or `None` if it has none here.
fn key(key: KeyEvent) -> Option<Key> {
    if key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SUPER) {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd' | 'g') => Some(Key::Leave),
            KeyCode::Char('n') => Some(Key::Down),
            KeyCode::Char('p') => Some(Key::Up),
            KeyCode::Char('u' | 'w') => Some(Key::Clear),
            KeyCode::Char('h') => Some(Key::Backspace),
            KeyCode::Char('j' | 'm') => Some(Key::Enter),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::BackTab => Key::Up,
        KeyCode::Down | KeyCode::Tab => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Leave,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Char(c) => Key::Char(c),
        _ => return None,
    })
}
