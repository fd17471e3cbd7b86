//! `urlsift scan`: files in, rows out.
//!
//! Files are read until there is enough for all threads, then searched together, so that six thousand
//! files of one message keep the cores as busy as one mailbox does.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use urlsift::Extractor;
use urlsift::bulk::{self, Item, Source};
use urlsift::output::{Heading, Reader, write_jsonl, write_text};
use urlsift::row::Row;

use crate::Outcome;
use crate::args::{Format, Scan};
use crate::{input, message};

/// Files are gathered up to this many bytes before they are searched.
const BATCH: usize = 32 << 20;

pub(crate) fn run(args: &Scan) -> anyhow::Result<Outcome> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build_global()
        .context("threads could not be started")?;
    let stdin = [PathBuf::from("-")];
    let paths = if args.paths.is_empty() { &stdin[..] } else { &args.paths[..] };

    let mut scan = Run::new(args);
    let mut batch = Vec::new();
    let mut bytes = 0;
    for input in input::walk(paths) {
        match input.and_then(input::Input::read) {
            Ok(Some(source)) => {
                bytes += source.bytes.len();
                batch.push(source);
            }
            Ok(None) => scan.skipped += 1,
            Err(unread) => {
                message::path_error(&unread.path, unread.cause);
                scan.failed = true;
            }
        }
        if bytes >= BATCH {
            scan.search(&batch)?;
            batch.clear();
            bytes = 0;
        }
    }
    scan.search(&batch)?;
    Ok(scan.finish())
}

/// The state of a run.
struct Run {
    extractor: Extractor,
    format: Format,
    heading: Heading,
    reader: Reader,
    found: bool,
    failed: bool,
    /// Files that are neither mail nor text.
    skipped: usize,
}

impl Run {
    fn new(args: &Scan) -> Run {
        Run {
            extractor: Extractor::new(),
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
        let (extractor, format, heading, reader) =
            (&self.extractor, self.format, self.heading, self.reader);
        let rows = |item: &Item<'_>| {
            let mut rows = Vec::new();
            item.find(extractor, |place, found| {
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
            eprintln!("urlsift: files skipped that are neither mail nor text: {}", self.skipped);
        }
        match (self.failed, self.found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Found,
            (false, false) => Outcome::Nothing,
        }
    }
}
