//! `urlsift show`: reads places, finds the URL at each of them, and prints it.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use terminal_size::{Width, terminal_size};
use urlsift::extract::Forms;
use urlsift_archive::internal::STDIN_PATH;
use urlsift_archive::internal::{MatchExtent, UrlStrings};

use crate::args::show::Show;
use crate::check::lines::InputLines;
use crate::console::{color, message};
use crate::excerpt::MAX_LINE_COLUMNS;
use crate::help::hints;
use crate::outcome::Outcome;
use crate::show::find::{PlaceResult, PlaceSearch, ShowOptions, find_all};
use crate::show::place::{ShowPlace, file_of};
use crate::show::text::ShowStyle;

/// The narrowest and the widest output in columns. Longer lines are hard to read.
const MIN_COLUMNS: usize = 40;
const MAX_COLUMNS: usize = 160;

pub(crate) fn run(args: &Show) -> anyhow::Result<Outcome> {
    let columns = terminal_size().map_or(MAX_LINE_COLUMNS, |(Width(width), _)| {
        usize::from(width).saturating_sub(1).clamp(MIN_COLUMNS, MAX_COLUMNS)
    });
    let search = &args.search;
    let mut run = ShowRun {
        options: ShowOptions {
            forms: search.forms(Forms::default())?,
            builder: search.extractor()?,
            headers: search.headers,
            input: search.input,
            style: ShowStyle { columns, is_colored: color::is_on(&io::stdout()) },
        },
        out: BufWriter::new(io::stdout().lock()),
        is_first: true,
        failed: false,
        is_missing: false,
    };
    if let [url, paths @ ..] = &args.places[..]
        && hints::is_url(url)
    {
        let extent = if args.equivalent { MatchExtent::Equivalent } else { MatchExtent::Whole };
        return run.show_all(url, extent, paths);
    }
    ensure!(!args.equivalent, "--equivalent needs a URL before the paths");
    let stdin = [STDIN_PATH.to_owned()];
    let places = if args.places.is_empty() { &stdin[..] } else { &args.places[..] };
    for place in places {
        if place == STDIN_PATH {
            message::waiting("show");
            run.show_rows()?;
            continue;
        }
        match ShowPlace::parse(place) {
            Ok(place) if Path::new(&place.source).is_dir() => {
                run.fail(&place.source, "a folder; name one of its files")?;
            }
            Ok(place) => run.show(&place)?,
            Err(error) => run.fail(place, &error)?,
        }
    }
    run.flush()?;
    Ok(Outcome::of(run.failed, !run.is_missing))
}

struct ShowRun<W: Write> {
    options: ShowOptions,
    out: BufWriter<W>,
    is_first: bool,
    failed: bool,
    is_missing: bool,
}

impl<W: Write> ShowRun<W> {
    /// Prints the error if standard input cannot be read further.
    fn show_rows(&mut self) -> anyhow::Result<()> {
        let mut lines = InputLines::new(io::stdin().lock());
        loop {
            if !lines.has_whole_line() {
                self.flush()?;
            }
            let place = match lines.next_line() {
                Ok(None) => return Ok(()),
                Ok(Some(Ok(blank))) if blank.trim().is_empty() => continue,
                Ok(Some(Ok(row))) if row.trim_start().starts_with('{') => ShowPlace::of_row(row),
                Ok(Some(Ok(place))) => ShowPlace::parse(place),
                Ok(Some(Err(error))) => {
                    self.fail(STDIN_PATH, &error)?;
                    continue;
                }
                Err(error) => return self.fail(STDIN_PATH, &error.to_string()),
            };
            match place {
                Ok(place) => self.show(&place)?,
                Err(error) => {
                    self.fail(STDIN_PATH, &format!("line {}: {error}", lines.number()))?;
                }
            }
        }
    }

    fn show_all(
        mut self,
        url: &str,
        extent: MatchExtent,
        paths: &[String],
    ) -> anyhow::Result<Outcome> {
        ensure!(!paths.is_empty(), "{url}: a URL; name the files and folders to search after it");
        if paths.iter().any(|path| path == STDIN_PATH) {
            message::waiting("show");
        }
        let paths: Vec<PathBuf> =
            paths.iter().map(|path| file_of(path).unwrap_or_else(|| path.into())).collect();
        let wanted = UrlStrings::new(url.as_bytes(), extent);
        let options = self.options.clone();
        let is_found = find_all(&wanted, &options, &paths, |shown| match shown {
            Ok(text) => self.print(&text),
            Err(unread) => self.fail(&unread.path(), &unread.cause),
        })?;
        self.flush()?;
        if !is_found && !self.failed {
            let tip = "; --equivalent finds other spellings too";
            let tip = if extent == MatchExtent::Whole { tip } else { "" };
            message::say(&format!("the URL is not found{tip}"));
        }
        Ok(Outcome::of(self.failed, is_found))
    }

    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        let before = if self.is_first { "" } else { "\n" };
        self.is_first = false;
        write!(self.out, "{before}{text}").context("standard output")
    }

    fn show(&mut self, place: &ShowPlace) -> anyhow::Result<()> {
        match PlaceSearch::run(place, &self.options) {
            PlaceResult::Shown(text) => self.print(&text),
            PlaceResult::Missing(cause) => {
                self.is_missing = true;
                self.flush()?;
                message::error_of(&place.to_string(), cause);
                Ok(())
            }
            PlaceResult::Unread(unread) => {
                self.failed = true;
                self.flush()?;
                for unread in unread {
                    message::unread(&unread);
                }
                Ok(())
            }
        }
    }

    /// Prints an error. Flushes the output first, so that the error comes after it on a terminal.
    fn fail(&mut self, place: &str, cause: &str) -> anyhow::Result<()> {
        self.failed = true;
        self.flush()?;
        message::error_of(place, cause);
        Ok(())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.out.flush().context("standard output")
    }
}
