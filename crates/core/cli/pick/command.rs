//! `urlsift pick`: reads a message, lets the user choose links, and prints or opens them.
//!
//! It is made for a pipe from a mail client. The message comes on standard input, so keys are read from the
//! terminal itself, and the list is drawn there. Standard output is free for the chosen links.
//!
//! The message may be hostile. All texts are escaped for a terminal before they are drawn. A chosen URL goes
//! to a program as an argument, never through a shell.

use std::io::{self, IsTerminal, Write};
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
use crate::pick::config::PickSettings;
use crate::pick::inputs::{Answer, PickOptions, UserInput};
use crate::pick::link::with_scripts;
use crate::pick::links::Links;
use crate::pick::open::Openers;
use crate::pick::screen::draw;
use crate::pick::state::PickState;
use crate::pick::terminal::Terminal;
use crate::pick::theme::Theme;
use crate::pick::{clipboard, list};

pub(crate) fn run(args: &Pick) -> anyhow::Result<Outcome> {
    let schemes = with_scripts(own_schemes(&args.scheme_add)?);
    if args.list || !Terminal::is_there() {
        let (links, failed) = read(args, &schemes);
        list::write(&links, &mut io::stdout().lock()).context("standard output")?;
        return Ok(Outcome::of(failed, !links.links().is_empty()));
    }
    let settings = PickSettings::load()?;
    let openers = openers(args, &settings)?;
    let (links, failed) = read(args, &schemes);
    if let Some(openers) = &openers {
        let readings = links.links().iter().flat_map(|link| &link.readings);
        openers.check(readings.filter_map(|reading| reading.opens()))?;
    }
    let terminal = Terminal::open(settings.config.mouse).context("the terminal")?;
    let theme = if terminal.has_colors { settings.theme } else { Theme::mono() };
    let options = PickOptions {
        program: openers.as_ref().map(Openers::name),
        is_staying: args.stay || settings.config.stay,
        has_context: settings.config.context,
        keys: &settings.keys,
    };
    let state = PickState::new(&links, options);
    let openers = openers.as_ref();
    let mut dialogue =
        Dialogue { state, terminal, theme, openers, chosen: Vec::new(), has_copied: false };
    let last = dialogue.run();
    let Dialogue { terminal, mut chosen, has_copied, .. } = dialogue;
    // Restore the terminal before anything is printed, and before a program runs.
    drop(terminal);
    let last = last.context("the terminal")?;
    let errors = openers.map(|openers| openers.open(&last)).unwrap_or_default();
    chosen.extend(last);
    let mut out = io::stdout().lock();
    for href in chosen.iter().filter(|_| openers.is_none()) {
        writeln!(out, "{href}").context("standard output")?;
    }
    for error in &errors {
        message::error(error);
    }
    Ok(Outcome::of(failed || !errors.is_empty(), has_copied || !chosen.is_empty()))
}

/// Returns the programs that open links, or `None` if links are printed: if that is asked for, if nobody reads
/// standard output but a program, or if the system has no program that opens URLs.
fn openers(args: &Pick, settings: &PickSettings) -> anyhow::Result<Option<Openers>> {
    if args.print {
        return Ok(None);
    }
    let of_option = args.open.as_deref().map(|command| ("--open", command));
    let of_config = settings.config.open.as_deref().map(|command| ("[pick] open", command));
    if of_option.is_none() && !io::stdout().is_terminal() {
        return Ok(None);
    }
    Openers::new(of_option.or(of_config), &settings.config.openers)
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

/// The dialogue with the user.
struct Dialogue<'d> {
    state: PickState<'d>,
    terminal: Terminal,
    theme: Theme,
    openers: Option<&'d Openers>,
    /// The URLs that were opened or are to be printed.
    chosen: Vec<String>,
    has_copied: bool,
}

impl Dialogue<'_> {
    /// Lets the user choose until the list is left. Returns the URLs that are still to be opened.
    fn run(&mut self) -> io::Result<Vec<String>> {
        loop {
            let (state, theme) = (&self.state, &self.theme);
            let room = self.terminal.show(|area, buffer| draw(state, theme, area, buffer))?;
            // Handle all keys typed so far before drawing again. But a warning of danger must be seen first: keys
            // typed before it was drawn are dropped, except the one that leaves.
            let mut is_seen = true;
            loop {
                let input = self.terminal.next()?;
                let accepts = |state: &PickState<'_>, input: &UserInput| {
                    is_seen || !state.is_warned() || state.leaves(input)
                };
                if let Some(input) = input.filter(|input| accepts(&self.state, input)) {
                    match self.state.handle(input, room) {
                        Answer::None => is_seen = false,
                        Answer::Leave => return Ok(Vec::new()),
                        Answer::Copy(urls) => self.copy(&urls)?,
                        Answer::Choose { hrefs, is_staying: false } => return Ok(hrefs),
                        Answer::Choose { hrefs, is_staying: true } => {
                            self.open_and_stay(hrefs)?;
                            is_seen = false;
                        }
                    }
                }
                if !self.terminal.has_next()? {
                    break;
                }
            }
        }
    }

    /// Opens `hrefs` while the terminal is lent to the programs, and says so in the top line.
    fn open_and_stay(&mut self, hrefs: Vec<String>) -> io::Result<()> {
        let count = match hrefs.len() {
            1 => "the link".to_owned(),
            count => format!("{count} links"),
        };
        let errors = match self.openers {
            Some(openers) => self.terminal.lend(|| openers.open(&hrefs))?,
            None => Vec::new(),
        };
        self.chosen.extend(hrefs);
        let notice = match errors.first() {
            Some(error) => format!("{} of {count} failed: {error:#}", errors.len()),
            None if self.openers.is_some() => format!("opened {count}"),
            None => format!("{count}: printed when the list is left"),
        };
        self.state.clear_marks();
        self.state.set_notice(notice);
        Ok(())
    }

    /// Copies `urls`, one on each line, and says so in the top line.
    fn copy(&mut self, urls: &[String]) -> io::Result<()> {
        let program = clipboard::copy(&urls.join("\n"), self.terminal.writer())?;
        self.has_copied = true;
        let count = match urls {
            [url] => url.clone(),
            urls => format!("{} links", urls.len()),
        };
        let with = program.map(|program| format!(" with {program}")).unwrap_or_default();
        self.state.set_notice(format!("copied{with}: {count}"));
        Ok(())
    }
}
