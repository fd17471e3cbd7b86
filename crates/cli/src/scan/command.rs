//! `urlsift scan`: reads the options, and starts one pass, or the search of a split.

use std::io::{self, IsTerminal};

use anyhow::ensure;
use urlsift::extract::Forms;
use urlsift_archive::internal::STDIN_PATH;

use crate::args::scan::ScanCommand;
use crate::console::message;
use crate::console::progress::Progress;
use crate::console::threads;
use crate::help::hints;
use crate::interrupt;
use crate::outcome::Outcome;
use crate::protected_paths::ProtectedPaths;
use crate::scan::damage_file::DamageFile;
use crate::scan::lines;
use crate::scan::names;
use crate::scan::run::ScanRun;
use crate::scan::splits;
use crate::sink::Sink;

pub(crate) fn run(args: &ScanCommand) -> anyhow::Result<Outcome> {
    args.check()?;
    let paths = names::paths(args)?;
    let is_stdin = paths.iter().any(|path| path.as_os_str() == STDIN_PATH);
    ensure!(
        args.name.is_none() || is_stdin,
        "--name is the name of standard input, which is not read; add - to the paths"
    );
    #[cfg(feature = "arrow")]
    if args.format()? == crate::args::values::FormatArg::Parquet {
        use anyhow::Context;

        // Parquet compresses the columns of a batch on rayon's global pool.
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(args.threads.number))
            .build_global()
            .context("not enough threads could be started; use fewer (-j)")?;
    }
    interrupt::watch();
    if args.line_buffered {
        return lines::run(args);
    }
    if let Some(split) = &args.split {
        return splits::run(args, split);
    }
    if is_stdin {
        message::waiting("scan");
    }
    if let Some(hint) = paths.iter().find_map(|path| hints::of_path(path, args)) {
        message::say(&hint);
    }
    let protected = ProtectedPaths::of(&paths);
    message::report_empty_folders(&paths);
    let sink = Sink::open(args.output.path(), &protected)?;
    let mut damage = DamageFile::open(args.damage.as_deref(), args.output.path(), &protected)?;
    // Counts and unique URLs are printed at the end.
    let writes_at_end = !args.count.is_empty() || args.unique.is_some();
    let threads = threads::start(args.threads.number)?;
    let bounds = args.limits.bounds(args.search.input);
    let entries = names::walk(args, &paths)?;
    let progress = Progress::new(args.messages.progress, writes_at_end, &sink, &paths);
    let mut scan = ScanRun::new(args, threads, bounds, sink, progress)?;
    let jobs = scan.scan.entries(entries);
    scan.search(jobs, |report| {
        damage.add(None, report.listed());
    })?;
    damage.finish()?;
    let outcome = scan.finish()?;
    if outcome == Outcome::Nothing && is_advised(args) {
        message::say(if is_stdin {
            "standard input was searched as text and has no URL; --files-from - reads the files that it names, and \
             --forms +host also finds hosts without a scheme"
        } else {
            "no URL was found; --forms +host also finds hosts without a scheme"
        });
    }
    Ok(outcome)
}

/// Reports whether the user is at a terminal, and gave no option that selects files, URLs or forms.
fn is_advised(args: &ScanCommand) -> bool {
    io::stderr().is_terminal()
        && args.select.settings().is_empty()
        && args.include.is_empty()
        && args.exclude.is_empty()
        && args.search.forms(Forms::default()).is_ok_and(|forms| forms == Forms::default())
}
