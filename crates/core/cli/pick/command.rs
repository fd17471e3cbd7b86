//! `urlsift pick`: reads a message, lets the user choose one of its links, and prints or opens it.
//!
//! It is made for a pipe from a mail client. The message comes on standard input, so keys are read from the
//! terminal itself, and the list is drawn there. Standard output is free for the chosen link.
//!
//! The message may be hostile. All texts are escaped for a terminal when a link is made. The chosen URL goes
//! to a program as one argument, never through a shell.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use urlsift::Extractor;
use urlsift::archive::Headers;
use urlsift::bulk::{Stopped, Window};
use urlsift::extract::OwnSchemes;
use urlsift::files::{Bounds, STDIN_PATH};
use urlsift::scan::{ReadWindows, RoomGuard, WindowSearch, jobs_of_paths};

use crate::args::pick::Pick;
use crate::args::values::own_schemes;
use crate::console::message;
use crate::outcome::Outcome;
use crate::pick::links::Links;
#[cfg(not(unix))]
use crate::pick::no_terminal::{Terminal, TerminalEvent};
use crate::pick::screen::Screen;
use crate::pick::state::{Answer, Key, PickState};
#[cfg(unix)]
use crate::pick::terminal::{Terminal, TerminalEvent};
use crate::pick::{list, open};

pub(crate) fn run(args: &Pick) -> anyhow::Result<Outcome> {
    let (links, failed) = read(args, &own_schemes(&args.scheme_add)?);
    let terminal = if args.list { None } else { Terminal::open().context("the terminal")? };
    let Some(mut terminal) = terminal else {
        list::write(&links, &mut io::stdout().lock()).context("standard output")?;
        return Ok(Outcome::of(failed, !links.links().is_empty()));
    };
    let verb = args.open.as_ref().map(|command| command.to_string_lossy());
    let chosen = ask(&links, verb.as_deref(), &mut terminal).context("the terminal")?;
    drop(terminal);
    let Some(href) = chosen else { return Ok(Outcome::of(failed, false)) };
    match &args.open {
        Some(command) => open::open(command, &href)?,
        None => writeln!(io::stdout(), "{href}").context("standard output")?,
    }
    Ok(Outcome::of(failed, true))
}

/// Reads the links of all inputs. Also returns whether some input could not be read.
fn read(args: &Pick, schemes: &OwnSchemes) -> (Links, bool) {
    let stdin = vec![PathBuf::from(STDIN_PATH)];
    let paths = if args.paths.is_empty() { stdin } else { args.paths.clone() };
    if paths.iter().any(|path| path.as_os_str() == STDIN_PATH) {
        message::waiting("pick");
    }
    let extractor = Extractor::builder()
        .forms(args.forms.iter().copied().collect())
        .join(args.join.into())
        .own_schemes(*schemes)
        .build();
    let headers = args.headers.into();
    let mut find = Find { extractor, headers, links: Links::new(), failed: false };
    let bounds = Bounds { input: args.input.into(), ..Bounds::default() };
    for job in jobs_of_paths(&paths, bounds.input, false) {
        if job.run(bounds, &mut find).is_err() {
            break;
        }
    }
    let Find { mut links, failed, .. } = find;
    links.sort();
    (links, failed)
}

/// Finds links in windows, up to the limit of [`Links`].
struct Find {
    extractor: Extractor,
    headers: Headers,
    links: Links,
    failed: bool,
}

impl WindowSearch for Find {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        for item in windows.windows.iter().flat_map(Window::items) {
            let links = &mut self.links;
            item.find(&self.extractor, self.headers, None, |place, found| links.add(place, found));
        }
        for unread in windows.report.unread {
            self.failed = true;
            message::error_of(&unread.path(), &unread.cause);
        }
        if self.links.is_full() { Err(Stopped) } else { Ok(()) }
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// Lets the user choose. Returns the URL to open, or `None` if the user left without a choice.
fn ask(
    links: &Links,
    command: Option<&str>,
    terminal: &mut Terminal,
) -> io::Result<Option<String>> {
    let mut state = PickState::new(links, command);
    loop {
        let screen = Screen::of(&state, terminal.size());
        terminal.show(&screen)?;
        // Handle all keys typed so far before drawing again. But a warning of danger must be seen first: keys
        // typed before it was drawn are dropped, except the one that leaves.
        let mut is_seen = true;
        loop {
            match terminal.next()? {
                TerminalEvent::Key(key) if is_seen || !state.is_warned() || key == Key::Leave => {
                    match state.press(key, screen.room) {
                        Answer::None => is_seen = false,
                        Answer::Leave => return Ok(None),
                        Answer::Choose(href) => return Ok(Some(href)),
                    }
                }
                _ => {}
            }
            if !terminal.has_next()? {
                break;
            }
        }
    }
}
