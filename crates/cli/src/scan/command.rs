//! `urlsift scan`: reads the options, and starts one pass, or the search of a split.

use anyhow::ensure;
use urlsift_archive::internal::{STDIN_PATH, codec_threads};
use urlsift_archive::item::Name;

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
use crate::scan::names::{self, NameGlobs};
use crate::scan::run::ScanRun;
use crate::scan::splits;
use crate::scan::stdin::Stdin;
use crate::sink::Sink;

pub(crate) fn run(args: &ScanCommand) -> anyhow::Result<Outcome> {
    args.check()?;
    let paths = names::paths(args)?;
    ensure!(
        args.name.is_none() || paths.iter().any(|path| path.as_os_str() == STDIN_PATH),
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
    if Stdin::is_in(&paths) {
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
    let codec_threads = codec_threads(&paths, threads.count());
    let bounds = args.limits.bounds(args.search.input, codec_threads);
    let name = args.name.as_ref().map(|name| Name::new(name, None));
    let globs = Some(NameGlobs::new(args)?);
    let stdin = Stdin { name, globs };
    let progress = Progress::new(args.messages.progress, writes_at_end, &sink, &paths);
    let mut scan = ScanRun::new(args, threads, bounds, sink, progress)?;
    let jobs = scan.scan.entries(stdin.walk(&paths));
    scan.search(jobs, |report| {
        damage.add(None, report.listed());
    })?;
    damage.finish()?;
    let advice = scan.advice(args, &paths);
    let outcome = scan.finish()?;
    advice.into_iter().for_each(message::say);
    Ok(outcome)
}
