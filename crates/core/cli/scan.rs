//! `urlsift scan`: files in, rows out.
//!
//! Files are read until there is enough for all threads, then searched together, so that six thousand
//! files of one message keep the cores as busy as one mailbox does.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use urlsift::archive::Headers;
use urlsift::bulk::{self, Item, Source};
use urlsift::output::{Heading, Reader, write_jsonl, write_text};
use urlsift::row::Row;
use urlsift::{Extractor, Whole};

use crate::Outcome;
use crate::args::{Format, Scan};
use crate::{input, message};

/// Files are gathered up to this many bytes before they are searched.
const BATCH: usize = 32 << 20;

pub(crate) fn run(args: &Scan) -> anyhow::Result<Outcome> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(args.threads))
        .build_global()
        .context("threads could not be started")?;
    let stdin = [PathBuf::from(input::STDIN)];
    let paths = if args.paths.is_empty() { &stdin[..] } else { &args.paths[..] };

    let mut scan = Run::new(args);
    let stdin = if args.second_pass { input::read_stdin(paths) } else { None };
    if args.second_pass {
        scan.seen = Some(gather(paths, args.headers.into(), stdin.as_ref())?);
    }
    for_each_batch(paths, stdin.as_ref(), |batch, tally| {
        scan.failed |= tally.failed;
        scan.skipped += tally.skipped;
        for unread in tally.unread {
            message::path_error(&unread.path, unread.cause);
        }
        scan.search(batch)
    })?;
    Ok(scan.finish())
}

/// The URLs that stand whole anywhere in `paths`: the first of two passes. What cannot be read is told
/// in the second.
fn gather(paths: &[PathBuf], headers: Headers, stdin: Option<&Source>) -> anyhow::Result<Whole> {
    let mut whole = Whole::new();
    for_each_batch(paths, stdin, |batch, _| {
        let items: Vec<Item<'_>> = batch.iter().flat_map(bulk::items).collect();
        bulk::for_each_in_order(
            &items,
            |item| item.whole(headers),
            |part| {
                whole.merge(part);
                Ok(())
            },
        )
    })?;
    Ok(whole)
}

/// What became of the inputs that were read for a batch.
#[derive(Default)]
struct Tally {
    failed: bool,
    /// Files that are neither mail nor text.
    skipped: usize,
    unread: Vec<input::Unread>,
}

/// Reads what `paths` name and calls `each` on the sources, many or one at a time.
fn for_each_batch(
    paths: &[PathBuf],
    stdin: Option<&Source>,
    mut each: impl FnMut(&[Source], Tally) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    let mut tally = Tally::default();
    for input in input::walk(paths) {
        match input.and_then(|input| input.read(stdin)) {
            Ok(Some(source)) => {
                bytes += source.bytes.len();
                batch.push(source);
            }
            Ok(None) => tally.skipped += 1,
            Err(unread) => {
                tally.failed = true;
                tally.unread.push(unread);
            }
        }
        if bytes >= BATCH {
            each(&batch, std::mem::take(&mut tally))?;
            batch.clear();
            bytes = 0;
        }
    }
    each(&batch, tally)
}

/// The state of a run.
struct Run {
    extractor: Extractor,
    headers: Headers,
    format: Format,
    heading: Heading,
    reader: Reader,
    /// What a first pass gathered, if there was one.
    seen: Option<Whole>,
    found: bool,
    failed: bool,
    /// Files that are neither mail nor text.
    skipped: usize,
}

impl Run {
    fn new(args: &Scan) -> Run {
        Run {
            extractor: Extractor::builder().forms(args.forms.iter().copied().collect()).build(),
            headers: args.headers.into(),
            seen: None,
            format: args.format,
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            reader: if io::stdout().is_terminal() { Reader::Terminal } else { Reader::Program },
            found: false,
            failed: false,
            skipped: 0,
        }
    }

    /// Writes the rows of `sources`, in their order.
    fn search(&mut self, sources: &[Source]) -> anyhow::Result<()> {
        let items: Vec<Item<'_>> = sources.iter().flat_map(bulk::items).collect();
        let mut stdout = io::stdout().lock();
        let found = &mut self.found;
        let (headers, seen) = (self.headers, self.seen.as_ref());
        let (extractor, format, heading, reader) =
            (&self.extractor, self.format, self.heading, self.reader);
        let rows = |item: &Item<'_>| {
            let mut rows = Vec::new();
            item.find(extractor, headers, seen, |place, found| {
                let row = Row::new(place, found);
                match format {
                    Format::Text => write_text(&row, heading, reader, &mut rows),
                    Format::Jsonl => write_jsonl(&row, reader, &mut rows),
                }
            });
            rows
        };
        bulk::for_each_in_order(&items, rows, |rows| {
            *found |= !rows.is_empty();
            stdout.write_all(&rows)
        })
        .and_then(|()| stdout.flush())
        .context("standard output")
    }

    fn finish(self) -> Outcome {
        if self.skipped > 0 {
            let skipped = self.skipped;
            message::say(&format!("files skipped that are neither mail nor text: {skipped}"));
        }
        match (self.failed, self.found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Found,
            (false, false) => Outcome::Nothing,
        }
    }
}
