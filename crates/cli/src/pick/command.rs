//! `urlsift pick`: reads a message, lets the user choose links, and prints or opens them.
//!
//! Standard input has the message, so keys are read from the terminal itself. Texts of the message may be hostile, so
//! they are escaped before they are drawn, and a chosen URL goes to a program as an argument, never through a shell.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use urlsift::extract::SchemeSet;
use urlsift_archive::files::Bounds;
use urlsift_archive::internal::{read_windows, walk_entries};
use urlsift_archive::item::Window;

use crate::args::pick::Pick;
use crate::args::values::own_schemes;
use crate::console::message::{self, SkippedInputs};
use crate::outcome::Outcome;
use crate::pick::inputs::{Answer, PickOptions, UserInput};
use crate::pick::link::with_scripts;
use crate::pick::links::Links;
use crate::pick::open::Openers;
use crate::pick::screen::draw::draw;
use crate::pick::settings::config::PickSettings;
use crate::pick::settings::theme::Theme;
use crate::pick::state::PickState;
use crate::pick::terminal::Terminal;
use crate::pick::{clipboard, list};

pub(crate) fn run(args: &Pick) -> anyhow::Result<Outcome> {
    let schemes = with_scripts(own_schemes(&args.search.scheme_add)?);
    if args.list || !Terminal::is_there() {
        let (links, failed) = read(args, &schemes)?;
        list::write(&links, &mut io::stdout().lock()).context("standard output")?;
        return Ok(Outcome::of(failed, !links.all.is_empty()));
    }
    let settings = PickSettings::load()?;
    let openers = openers(args, &settings)?;
    let (links, failed) = read(args, &schemes)?;
    if let Some(openers) = &openers {
        let readings = links.all.iter().flat_map(|link| &link.readings);
        openers.check(readings.filter_map(|reading| reading.opens()))?;
    }
    let terminal = Terminal::open().context("the terminal")?;
    let theme = if terminal.has_colors { settings.config.theme } else { Theme::Mono };
    let options = PickOptions {
        openers: openers.as_ref(),
        is_staying: args.stay || settings.config.stay,
        has_context: settings.config.context.unwrap_or(true),
        keys: &settings.keys,
    };
    let state = PickState::new(&links, options);
    let openers = openers.as_ref();
    let done = Done::default();
    let mut dialogue = Dialogue { state, terminal, theme, openers, done, warned_at: None };
    let ended = dialogue.run();
    let Dialogue { terminal, mut done, .. } = dialogue;
    // Restore the terminal before anything is printed, and before a program runs.
    drop(terminal);
    // Links that were chosen before the terminal failed are printed too.
    let (last, ended) = ended.map_or_else(|error| (Vec::new(), Err(error)), |last| (last, Ok(())));
    for error in openers.map(|openers| openers.open(&last)).unwrap_or_default() {
        message::error(&error);
        done.has_failed = true;
    }
    done.chosen.extend(last);
    let mut out = io::stdout().lock();
    for href in done.chosen.iter().filter(|_| openers.is_none()) {
        writeln!(out, "{href}").context("standard output")?;
    }
    ended.context("the terminal")?;
    Ok(Outcome::of(failed || done.has_failed, done.has_copied || !done.chosen.is_empty()))
}

/// Returns the programs that open links, or `None` if links are printed: with `--print`, if standard output is not a
/// terminal and there is no `--open`, or if the system has no program that opens URLs.
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
fn read(args: &Pick, schemes: &SchemeSet) -> anyhow::Result<(Links, bool)> {
    let paths = message::or_stdin(&args.paths, "pick");
    let extractor = args.search.extractor()?.own_schemes(*schemes).build();
    let headers = args.search.headers;
    let (mut links, mut skipped, mut failed) = (Links::new(), SkippedInputs::default(), false);
    message::report_empty_folders(&paths);
    let bounds = Bounds { input: args.search.input, ..Bounds::default() };
    read_windows(walk_entries(&paths), bounds, |windows, mut report| {
        for item in windows.iter().flat_map(Window::items) {
            item.find(&extractor, headers, |place, found| links.add(place, found));
        }
        skipped.add(&mut report);
        for unread in report.unread {
            failed = true;
            message::unread(&unread);
            // The screen hides the message until the list is left.
            links.add_error(unread.to_string());
        }
        if links.is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    skipped.say();
    links.sort();
    Ok((links, failed))
}

struct Dialogue<'d> {
    state: PickState<'d>,
    terminal: Terminal,
    theme: Theme,
    openers: Option<&'d Openers>,
    done: Done,
    /// When the warning of the last choice was drawn, or when the last input after it was dropped.
    warned_at: Option<Instant>,
}

#[derive(Debug, Default)]
struct Done {
    /// The URLs that were opened or are to be printed.
    chosen: Vec<String>,
    has_copied: bool,
    has_failed: bool,
}

/// After a warning of danger, inputs are dropped until none came for this time. So a key that is held, or a second
/// Enter by mistake, does not confirm it.
const TIME_TO_READ: Duration = Duration::from_millis(600);

impl Dialogue<'_> {
    /// Returns the URLs that are still to be opened when the list is left.
    fn run(&mut self) -> io::Result<Vec<String>> {
        loop {
            let (state, theme) = (&self.state, self.theme);
            let room = self.terminal.show(|size| draw(state, theme, size))?;
            self.warned_at = self.warned_at.or((!state.warned.is_empty()).then(Instant::now));
            // Handle all keys typed so far before drawing again. But a warning of danger must be read first: keys
            // typed until then are dropped, except the one that leaves.
            loop {
                let input = self.terminal.next()?;
                if let Some(input) = input.filter(|input| self.accepts(input)) {
                    self.warned_at = None;
                    match self.state.handle(input, room) {
                        Answer::None => {}
                        Answer::Leave => return Ok(Vec::new()),
                        Answer::Copy(urls) => self.copy(&urls)?,
                        Answer::Choose { hrefs, is_staying: false } => return Ok(hrefs),
                        Answer::Choose { hrefs, is_staying: true } => {
                            self.open_and_stay(hrefs)?;
                        }
                    }
                }
                if !self.terminal.has_next()? {
                    break;
                }
            }
        }
    }

    fn accepts(&mut self, input: &UserInput) -> bool {
        if self.state.warned.is_empty() || self.state.leaves(input) {
            return true;
        }
        let is_read = self.warned_at.is_some_and(|at| at.elapsed() > TIME_TO_READ);
        self.warned_at = self.warned_at.map(|_| Instant::now());
        is_read
    }

    fn open_and_stay(&mut self, hrefs: Vec<String>) -> io::Result<()> {
        let count = match hrefs.len() {
            1 => "the link".to_owned(),
            count => format!("{count} links"),
        };
        let is_one = hrefs.len() == 1;
        let errors = match self.openers {
            Some(openers) => self.terminal.lend(|| openers.open(&hrefs))?,
            None => Vec::new(),
        };
        self.done.chosen.extend(hrefs);
        self.done.has_failed |= !errors.is_empty();
        let notice = match errors.first() {
            Some(error) if is_one => format!("the link was not opened: {error:#}"),
            Some(error) => format!("{} of {count} were not opened: {error:#}", errors.len()),
            None if self.openers.is_some() => format!("opened {count}"),
            None => format!("{count}: printed when the list is left"),
        };
        self.state.marks.clear();
        self.state.notice = Some(notice);
        Ok(())
    }

    fn copy(&mut self, urls: &[String]) -> io::Result<()> {
        let program = clipboard::copy(&urls.join("\n"), self.terminal.writer())?;
        self.done.has_copied = true;
        let count = match urls {
            [url] => url.clone(),
            urls => format!("{} links", urls.len()),
        };
        let notice = match program {
            Some(program) => format!("copied with {program}: {count}"),
            None => format!("copied, if the terminal can: {count}"),
        };
        self.state.notice = Some(notice);
        Ok(())
    }
}
