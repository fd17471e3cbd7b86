//! The terminal: reads keys, and shows what [`draw`](super::screen::draw::draw) draws.
//!
//! On Unix it is `/dev/tty`, because standard input has the message. On Windows keys come from the console, and the
//! screen goes to standard error. While a [`Terminal`] exists, it is in raw mode and shows its alternate screen.
//! Dropping it restores both, and so do SIGHUP, SIGINT, SIGQUIT and SIGTERM. Bracketed paste is on, so a pasted line
//! break does not count as Enter.

#[cfg(unix)]
use std::env;
#[cfg(unix)]
use std::fs::{File, OpenOptions};
#[cfg(not(unix))]
use std::io::IsTerminal;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{self, KeyEventKind};
use crossterm::{cursor, queue, style, terminal};

use crate::console::color;
use crate::pick::inputs::UserInput;
use crate::pick::screen::draw::ScreenSize;
use crate::pick::screen::screen_line::ScreenLine;
use crate::pick::settings::keys::KeyPress;

#[derive(Debug)]
pub(crate) struct Terminal {
    out: TerminalWriter,
    shown: Option<(ScreenSize, Vec<ScreenLine>)>,
    pub(crate) has_colors: bool,
}

#[cfg(unix)]
type TerminalWriter = BufWriter<File>;
/// Standard error writes Unicode to a console, which a file does not.
#[cfg(not(unix))]
type TerminalWriter = BufWriter<io::Stderr>;

static IS_LENT: AtomicBool = AtomicBool::new(false);

const MAX_COLUMNS: u16 = 1000;

#[expect(clippy::unused_self, reason = "only while this is alive may keys be asked for")]
impl Terminal {
    pub(crate) fn is_there() -> bool {
        is_known() && writer().is_ok()
    }

    pub(crate) fn open() -> io::Result<Terminal> {
        let (writer, has_colors) = writer()?;
        restore_at_signals()?;
        terminal::enable_raw_mode()?;
        let out = BufWriter::new(writer);
        // From here on, dropping it restores the terminal.
        let mut terminal = Terminal { out, shown: None, has_colors };
        // The first poll starts to watch for changes of size. Without it, a change between the first screen
        // and the first wait for a key was lost.
        event::poll(Duration::ZERO)?;
        terminal.enter()?;
        Ok(terminal)
    }

    /// Shows the lines that `draw` returns for the size of the screen. Writes only those that have changed.
    pub(crate) fn show<T>(
        &mut self,
        draw: impl FnOnce(ScreenSize) -> (Vec<ScreenLine>, T),
    ) -> io::Result<T> {
        let size = screen_size();
        let shown = self.shown.take().filter(|(of, _)| *of == size).map(|(_, lines)| lines);
        if shown.is_none() {
            queue!(self.out, terminal::Clear(terminal::ClearType::All))?;
        }
        let shown = shown.unwrap_or_default();
        let (mut lines, drawn) = draw(size);
        lines.resize(size.rows, ScreenLine::default());
        for (y, line) in (0..).zip(&lines) {
            if shown.get(usize::from(y)).unwrap_or(&ScreenLine::default()) != line {
                let text = line.escaped(size.columns);
                let clear = terminal::Clear(terminal::ClearType::UntilNewLine);
                queue!(self.out, cursor::MoveTo(0, y), clear, style::Print(text))?;
            }
        }
        self.out.flush()?;
        self.shown = Some((size, lines));
        Ok(drawn)
    }

    /// Waits for the next input. Returns `None` for a change of size, or for a key that means nothing here.
    pub(crate) fn next(&mut self) -> io::Result<Option<UserInput>> {
        Ok(match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => {
                Some(UserInput::Key(KeyPress::of(key)))
            }
            event::Event::Paste(text) => Some(UserInput::Paste(text)),
            _ => None,
        })
    }

    /// Reports whether an input can be read without waiting.
    pub(crate) fn has_next(&mut self) -> io::Result<bool> {
        event::poll(Duration::ZERO)
    }

    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    pub(crate) fn lend<T>(&mut self, run: impl FnOnce() -> T) -> io::Result<T> {
        self.leave();
        // Ctrl-C ends the program, and not this one.
        IS_LENT.store(true, Ordering::Relaxed);
        let result = run();
        IS_LENT.store(false, Ordering::Relaxed);
        terminal::enable_raw_mode()?;
        self.enter()?;
        Ok(result)
    }

    fn enter(&mut self) -> io::Result<()> {
        queue!(
            self.out,
            terminal::EnterAlternateScreen,
            terminal::DisableLineWrap,
            event::EnableBracketedPaste,
            cursor::Hide
        )?;
        // The next screen is drawn from nothing.
        self.shown = None;
        self.out.flush()
    }

    fn leave(&mut self) {
        restore(&mut self.out);
    }
}

/// Restores the terminal that `writer` writes to. If this fails, the terminal is gone, and there is nothing to restore.
fn restore(writer: &mut impl Write) {
    let _ = queue!(
        writer,
        cursor::Show,
        event::DisableBracketedPaste,
        terminal::EnableLineWrap,
        terminal::LeaveAlternateScreen
    );
    let _ = writer.flush();
    let _ = terminal::disable_raw_mode();
}

#[cfg(unix)]
fn restore_at_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::spawn(move || {
        let is_of_program = |signal: &i32| *signal == SIGINT && IS_LENT.load(Ordering::Relaxed);
        for signal in signals.forever().filter(|signal| !is_of_program(signal)) {
            if let Ok((mut tty, _)) = writer() {
                restore(&mut tty);
                drop_inputs();
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Does nothing: on this system no signal ends a run.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
fn restore_at_signals() -> io::Result<()> {
    Ok(())
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.leave();
        drop_inputs();
    }
}

/// Drops the inputs that were typed ahead. They were meant for the list, and not for the shell or the mail client.
#[cfg(unix)]
fn drop_inputs() {
    // Not by reading events: crossterm reads 1,024 bytes, and learns of the rest only when more are typed.
    if let Ok((tty, _)) = writer() {
        let _ = rustix::termios::tcflush(tty, rustix::termios::QueueSelector::IFlush);
    }
}

#[cfg(not(unix))]
fn drop_inputs() {
    while event::poll(Duration::ZERO).unwrap_or(false) && event::read().is_ok() {}
}

/// Returns the size of the screen: 80 by 24 if the terminal does not know it.
fn screen_size() -> ScreenSize {
    let (columns, rows) = terminal::size().unwrap_or_default();
    let or =
        |number: u16, usual| usize::from(if number > 0 { number.min(MAX_COLUMNS) } else { usual });
    ScreenSize { columns: or(columns, 80), rows: or(rows, 24) }
}

/// Reports whether the terminal understands sequences that move the cursor.
#[cfg(unix)]
fn is_known() -> bool {
    let kind = env::var_os("TERM").unwrap_or_default();
    !kind.is_empty() && kind != "dumb"
}

/// Windows 10 and newer understand sequences that move the cursor.
#[cfg(windows)]
fn is_known() -> bool {
    crossterm::ansi_support::supports_ansi()
}

#[cfg(not(any(unix, windows)))]
fn is_known() -> bool {
    false
}

/// Opens the terminal for writing. Also returns whether it shows colours.
#[cfg(unix)]
fn writer() -> io::Result<(File, bool)> {
    let tty = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    let has_colors = color::is_on(&tty);
    Ok((tty, has_colors))
}

#[cfg(not(unix))]
fn writer() -> io::Result<(io::Stderr, bool)> {
    let console = io::stderr();
    if !console.is_terminal() {
        return Err(io::Error::from(io::ErrorKind::NotConnected));
    }
    let has_colors = color::is_on(&console);
    Ok((console, has_colors))
}
