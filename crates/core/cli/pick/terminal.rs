//! The terminal: keys come from it, and a [`Screen`] is drawn on it.
//!
//! It is `/dev/tty`, for standard input has the message and standard output is for what was chosen. While
//! this is alive the terminal gives each key at once and shows another page, and when it is dropped all is
//! as it was, however the run ends (only one that is killed leaves it so). A line break that was pasted is
//! no Enter.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::Duration;

use crossterm::event::{self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{Clear, ClearType};
use crossterm::{cursor, queue, terminal};

use crate::pick::screen::{Look, Screen, ScreenSize};
use crate::pick::state::Key;

/// A terminal that shows screens.
#[derive(Debug)]
pub(crate) struct Terminal {
    tty: File,
}

/// What comes from it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum TerminalEvent {
    Key(Key),
    /// It has another size, or was given something that means nothing.
    Other,
}

#[expect(clippy::unused_self, reason = "only while this is alive may keys be asked for")]
impl Terminal {
    /// The terminal that the program was started from; `None` where there is none, or none that can be
    /// drawn on.
    ///
    /// # Errors
    ///
    /// If there is one, and it cannot be set up.
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
        // From here on a new size is told: one that came between the first screen and the first wait for a
        // key was lost.
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

    /// Its size, or the usual one, where it does not say.
    pub(crate) fn size(&self) -> ScreenSize {
        let (columns, rows) = terminal::size().unwrap_or_default();
        let or = |number: u16, usual| if number > 0 { usize::from(number) } else { usual };
        ScreenSize { columns: or(columns, 80), rows: or(rows, 24) }
    }

    /// Draws `screen`, in the place of what was there.
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
                // Not behind the text: in the last column it would take away what was drawn there.
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

    /// Waits for the next thing that comes from it.
    pub(crate) fn next(&mut self) -> io::Result<TerminalEvent> {
        Ok(match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => {
                self::key(key).map_or(TerminalEvent::Other, TerminalEvent::Key)
            }
            event::Event::Paste(text) => TerminalEvent::Key(Key::Paste(text)),
            _ => TerminalEvent::Other,
        })
    }

    /// Whether something came already.
    pub(crate) fn has_next(&mut self) -> io::Result<bool> {
        event::poll(Duration::ZERO)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let mut drawn = Vec::new();
        // Where it cannot be told, it is gone.
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

/// What is meant by a key; `None` for one that means nothing here.
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
