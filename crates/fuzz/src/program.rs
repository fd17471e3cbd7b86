//! Runs the program in this process: its reader on bytes in memory, its commands on files, and its checks.

use std::rc::Rc;

use crate::output::Destination;
use clap::{CommandFactory, FromArgMatches};
use urlsift::Extractor;
use urlsift::archive::Headers;
use urlsift::extract::Forms;
use urlsift::scan::bulk::{Limits, Stopped};
use urlsift::scan::files::{Bounds, Codec, Content, InputFile};
use urlsift::scan::{Engine, ReadWindows, RoomGuard, Searcher, Threads, WindowSearch};
use urlsift::verdict::{Checked, Grammar};

use crate::args::{Args, Command};
use crate::check::lines::InputLines;
use crate::check::{row, table};
use crate::outcome::Outcome;
use crate::plan::{self, merge};
use crate::report;
use crate::row::checked;
use crate::scan;

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The rows, as JSON.
    pub rows: Vec<String>,
    /// What could not be read.
    pub unread: Vec<String>,
    /// The number of bytes that were searched.
    pub searched: usize,
}

/// Reads the file `bytes`, with windows of `window` bytes. Nothing may expand to more than `member` bytes, and no
/// message may have more than `message` bytes.
///
/// # Panics
///
/// If a row is wrong.
pub fn read(bytes: &[u8], window: usize, message: usize, member: u64) -> Rows {
    thread_local! {
        static EXTRACTOR: Rc<Extractor> =
            Rc::new(Extractor::builder().forms(Forms::all()).build());
    }
    let extractor = EXTRACTOR.with(Rc::clone);
    let bounds = Bounds { limits: Limits { window, message }, member, ..Bounds::default() };
    let engine = Engine { threads: Threads::start(1), bounds };
    let input = InputFile::new("x".into(), Content::Bytes(bytes.into()));
    let mut search =
        RowSearch { extractor, all: Rows { rows: Vec::new(), unread: Vec::new(), searched: 0 } };
    for job in Searcher::new(Extractor::new(), engine).inputs(std::iter::once(input)) {
        assert!(job.run(bounds, &mut search).is_ok(), "nothing stops the reading");
    }
    search.all
}

/// Makes the rows of each window.
struct RowSearch {
    extractor: Rc<Extractor>,
    all: Rows,
}

impl WindowSearch for RowSearch {
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped> {
        for window in &windows.windows {
            self.all.searched += window.len();
            for item in window.items() {
                item.find(&self.extractor, Headers::All, |location, found| {
                    let row = checked(location, found, None);
                    self.all.rows.push(String::from_utf8(row).expect("JSON is UTF-8"));
                });
            }
        }
        self.all.unread.extend(windows.report.unread.into_iter().map(|unread| unread.cause));
        Ok(())
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// Reports whether `bytes` are compressed.
pub fn is_compressed(bytes: &[u8]) -> bool {
    Codec::detect(bytes).is_some()
}

/// Runs the program with the arguments `args` and returns its exit status, or the error that it would print.
///
/// # Errors
///
/// If the program would end with an error.
///
/// # Panics
///
/// If `args` are no arguments of the program.
pub fn run(args: &[&str]) -> Result<u8, String> {
    let args = [&["urlsift"], args].concat();
    let matches = Args::command().try_get_matches_from(args).expect("the arguments are valid");
    let args = Args::from_arg_matches(&matches).expect("the arguments are valid");
    let outcome = match args.command {
        Command::Scan(args) => scan::command::run(&args),
        Command::Plan(args) => plan::command::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Report(args) => report::command::run(&args),
        _ => panic!("no target needs this command"),
    };
    match outcome {
        Ok(Outcome::Found) => Ok(0),
        Ok(Outcome::Nothing) => Ok(1),
        Ok(Outcome::Failed) => Ok(2),
        Ok(Outcome::SplitFailed) => Ok(3),
        Err(error) => Err(format!("{error:#}")),
    }
}

/// Returns the table and the JSON row that `urlsift check` prints for `url`, to a terminal or to a program.
///
/// # Panics
///
/// If they cannot be written.
pub fn check(url: &str, grammar: Grammar, to_terminal: bool) -> (String, String) {
    let destination = if to_terminal { Destination::Terminal } else { Destination::Program };
    let checked = Checked::new(url);
    let (mut text, mut json) = (Vec::new(), Vec::new());
    table::write(&checked, grammar, &mut text).expect("memory takes everything");
    row::write(&checked, grammar, destination, &mut json).expect("memory takes everything");
    let utf8 = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (utf8(text), utf8(json))
}

/// Returns the lines that `urlsift check` reads from `input`, or the error for each.
///
/// # Panics
///
/// If `input` cannot be read.
pub fn lines(input: &[u8]) -> Vec<Result<String, String>> {
    let mut lines = InputLines::new(input);
    let mut all = Vec::new();
    while let Some(line) = lines.next_line().expect("a slice can be read") {
        all.push(line.map(str::to_owned).map_err(|error| error.to_string()));
    }
    all
}
