//! `urlsift scan`: files in, rows out.
//!
//! One thread reads while all others search what was read before.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use anyhow::Context;
use urlsift::archive::Headers;
use urlsift::bulk::{self, Item, Limits, Made, Place, Window};
use urlsift::output::{
    CountBy, Counts, Heading, Reader, Sighting, Unique, write_csv, write_csv_heading, write_jsonl,
    write_text,
};
use urlsift::row::{Brief, Row};
use urlsift::{Extractor, Found, Whole};

use crate::Outcome;
use crate::args::{FormatArg, Scan, StatsFormat};
use crate::file::Bounds;
use crate::input;
use crate::message;
use crate::progress::Progress;
use crate::reading::{self, Batch};
use crate::reads::Reads;
use crate::scan_splits;
use crate::sink::Sink;
use crate::stats::{Counting, Met, Stats};
use crate::table::Table;

/// How many bytes are searched at once, for each thread; a window has never less than eight of them nor
/// more than 64. Two windows are held at a time, and what was found in one.
const WINDOW: usize = 1 << 20;

pub(crate) fn run(args: &Scan) -> anyhow::Result<Outcome> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(args.threads))
        .build_global()
        .context("threads could not be started")?;
    let stdin = vec![PathBuf::from(input::STDIN)];
    let paths = if args.paths.is_empty() { stdin } else { args.paths.clone() };
    let window = WINDOW * rayon::current_num_threads().clamp(8, 64);
    let bounds = Bounds {
        limits: Limits { window, message: args.max_message.bytes() },
        member: args.max_member.number(),
    };

    if let Some(splits) = &args.split {
        return scan_splits::run(args, splits, bounds);
    }
    let sink = Sink::open(args.output.as_deref(), &paths)?;
    let skip = sink.path().map(Path::to_owned);
    let progress = || Progress::new(args, &sink, &paths, skip.as_deref());
    let mut stdin = None;
    let mut seen = None;
    if args.second_pass {
        stdin = input::read_stdin(&paths)?;
        let headers = args.headers.into();
        let batches = reading::start(paths.clone(), skip.clone(), stdin.clone(), bounds);
        seen = Some(gather(batches.context(NO_THREAD)?, headers, progress())?);
    }
    let progress = progress();
    let mut scan = Run::new(args, sink, progress)?;
    scan.search.seen = seen;
    scan.begin()?;
    for batch in reading::start(paths, skip, stdin, bounds).context(NO_THREAD)? {
        scan.search(&batch.windows)?;
        scan.tell(batch);
    }
    scan.finish()
}

/// How many neighbouring messages have their rows put together. Most have one URL or none, and to hand over
/// each by itself cost more than to write it.
const TOGETHER: usize = 32;

pub(crate) const NO_THREAD: &str = "the thread that reads could not be started";

/// The URLs that stand whole anywhere in `batches`: the first of two passes. What cannot be read is told
/// in the second.
fn gather(
    batches: Receiver<Batch>,
    headers: Headers,
    mut progress: Progress,
) -> anyhow::Result<Whole> {
    let mut whole = Whole::new();
    let mut stats = Stats::default();
    for batch in batches {
        let items: Vec<Item<'_>> = batch.windows.iter().flat_map(Window::items).collect();
        let find = |item: &Item<'_>| item.whole(headers);
        bulk::for_each_in_order(&items, find, |part| {
            whole.merge(part);
            anyhow::Ok(())
        })?;
        stats.reads += batch.reads;
        progress.show(stats.done());
    }
    Ok(whole)
}

/// The state of a run.
pub(crate) struct Run {
    search: Search,
    heading: Heading,
    sink: Sink,
    reader: Reader,
    product: Product,
    found: bool,
    failed: bool,
    stats: Stats,
    /// How they are to be said at the end.
    stats_format: Option<StatsFormat>,
    progress: Progress,
}

/// What is made of rows.
enum Product {
    /// Lines, at once.
    Rows(Format),
    /// At the end, how many there are of each value.
    Counts(Format, CountBy, Counts),
    /// At the end, each URL once.
    Unique(Format, Unique),
    /// A table, batch by batch.
    Table(Table),
}

/// What lines look like.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Format {
    Text,
    Jsonl,
    Csv,
}

impl Product {
    fn new(args: &Scan, sink: &Sink) -> anyhow::Result<Product> {
        let format = match args.format {
            FormatArg::Text => Format::Text,
            FormatArg::Jsonl => Format::Jsonl,
            FormatArg::Csv => Format::Csv,
            FormatArg::Parquet => return Table::parquet(args, sink).map(Product::Table),
            FormatArg::Arrow => return Table::arrow(args, sink).map(Product::Table),
        };
        Ok(match args.count {
            Some(by) => Product::Counts(format, by.into(), Counts::new()),
            None if args.unique => Product::Unique(format, Unique::new(args.max_unique.bytes())),
            None => Product::Rows(format),
        })
    }
}

/// How items are searched.
pub(crate) struct Search {
    extractor: Extractor,
    headers: Headers,
    counting: Counting,
    /// What a first pass gathered, if there was one.
    seen: Option<Whole>,
}

impl Search {
    /// Has `add` make one thing of what is found in up to `most` neighbouring items, on all threads, and hands
    /// that to `take` in the items' order, in one piece or several. `add` says by how many bytes that has
    /// grown, roughly. All is counted in `stats`.
    pub(crate) fn some<T: Default + Send>(
        &self,
        windows: &[Window],
        most: usize,
        stats: &mut Stats,
        add: impl Fn(&Place<'_>, &Found<'_>, &mut T) -> usize + Sync,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let items: Vec<Item<'_>> = windows.iter().flat_map(Window::items).collect();
        let find = |some: &[Item<'_>], made: &mut Made<'_, (T, Met)>| {
            for item in some {
                let each = |place: &Place<'_>, found: &Found<'_>| {
                    made.add(|(made, met)| {
                        met.add(found, self.counting);
                        add(place, found, made)
                    });
                };
                let (extractor, headers, seen) =
                    (&self.extractor, self.headers, self.seen.as_ref());
                let tally = match self.counting {
                    Counting::Everything => {
                        Some(item.find_and_tally(extractor, headers, seen, each))
                    }
                    Counting::Little => {
                        item.find(extractor, headers, seen, each);
                        None
                    }
                };
                made.add(|(_, met)| {
                    met.add_item(tally);
                    0
                });
            }
        };
        bulk::for_some_in_order(&items, most, find, |(made, met)| {
            stats.add(met);
            take(made)
        })
    }
}

impl Run {
    pub(crate) fn new(args: &Scan, sink: Sink, progress: Progress) -> anyhow::Result<Run> {
        let product = Product::new(args, &sink)?;
        Ok(Run {
            search: Search {
                extractor: Extractor::builder().forms(args.forms.iter().copied().collect()).build(),
                headers: args.headers.into(),
                counting: if args.stats.is_some() {
                    Counting::Everything
                } else {
                    Counting::Little
                },
                seen: None,
            },
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            reader: sink.reader(),
            sink,
            product,
            found: false,
            failed: false,
            stats: Stats::default(),
            stats_format: args.stats,
            progress,
        })
    }

    /// Writes what stands before all rows.
    pub(crate) fn begin(&mut self) -> anyhow::Result<()> {
        let mut heading = Vec::new();
        if matches!(self.product, Product::Rows(Format::Csv)) {
            write_csv_heading(&mut heading);
        }
        self.sink.write(&heading)
    }

    /// Makes of the rows of `windows`, in their order, what is to be made of them.
    pub(crate) fn search(&mut self, windows: &[Window]) -> anyhow::Result<()> {
        let stats = &mut self.stats;
        match &mut self.product {
            Product::Rows(format) => {
                let (sink, found) = (&mut self.sink, &mut self.found);
                let (format, heading, reader) = (*format, self.heading, self.reader);
                let add = |place: &Place<'_>, found: &Found<'_>, rows: &mut Vec<u8>| {
                    let before = rows.len();
                    match format {
                        Format::Text => {
                            write_text(&Brief::new(place, found), heading, reader, rows);
                        }
                        Format::Jsonl => write_jsonl(&Row::new(place, found), reader, rows),
                        Format::Csv => write_csv(&Row::new(place, found), reader, rows),
                    }
                    rows.len() - before
                };
                self.search.some(windows, TOGETHER, stats, add, |rows| {
                    *found |= !rows.is_empty();
                    sink.write(&rows)
                })?;
                sink.flush()
            }
            Product::Counts(_, by, counts) => {
                let by = *by;
                let add = |place: &Place<'_>, found: &Found<'_>, counts: &mut Counts| {
                    let value = by.value(&Row::new(place, found));
                    let bytes = value.as_ref().map_or(0, String::len);
                    counts.add(value);
                    bytes
                };
                self.search.some(windows, TOGETHER, stats, add, |some| {
                    counts.merge(some);
                    Ok(())
                })
            }
            Product::Unique(_, unique) => {
                let add = |place: &Place<'_>, found: &Found<'_>, seen: &mut Vec<Sighting>| {
                    let row = Row::new(place, found);
                    seen.push(Sighting::new(&row));
                    row.bytes()
                };
                self.search.some(windows, TOGETHER, stats, add, |seen| {
                    let all = seen.into_iter().try_for_each(|one| unique.add(one));
                    all.context("--max-unique")
                })
            }
            Product::Table(table) => {
                self.found |= table.search(&self.search, windows, stats)?;
                Ok(())
            }
        }
    }

    /// Tells what could not be read of `batch`.
    pub(crate) fn tell(&mut self, batch: Batch) {
        self.stats.reads += batch.reads;
        self.failed |= !batch.unread.is_empty();
        if !batch.unread.is_empty() {
            self.progress.clear();
        }
        for unread in batch.unread {
            message::error_of(&unread.source, unread.cause);
        }
        self.progress.show(self.stats.done());
    }

    /// Writes what can be written only when all rows are known.
    fn end(&mut self) -> anyhow::Result<()> {
        let (sink, reader, heading) = (&mut self.sink, self.reader, self.heading);
        match &mut self.product {
            Product::Rows(_) => Ok(()),
            Product::Counts(format, _, counts) => {
                self.found = !counts.is_empty();
                let mut lines = Vec::new();
                match *format {
                    Format::Text => counts.write_text(reader, &mut lines),
                    Format::Jsonl => counts.write_jsonl(reader, &mut lines),
                    Format::Csv => counts.write_csv(reader, &mut lines),
                }
                sink.write(&lines)
            }
            Product::Unique(format, unique) => {
                self.found = !unique.is_empty();
                match *format {
                    Format::Text => unique.write_text(heading, reader, |line| sink.write(line)),
                    Format::Jsonl => unique.write_jsonl(reader, |line| sink.write(line)),
                    Format::Csv => unique.write_csv(reader, |line| sink.write(line)),
                }
            }
            Product::Table(table) => table.finish(),
        }
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<Outcome> {
        self.progress.clear();
        self.end()?;
        self.sink.finish()?;
        let Reads { files, members, links, special, .. } = self.stats.reads;
        let (skipped, others) = (files.binary + members.binary, links + special);
        message::skipped(skipped);
        if others > 0 {
            message::say(&format!(
                "links, pipes and the like below directories passed over: {others}"
            ));
        }
        if let Some(format) = self.stats_format {
            message::print(&self.stats.write(format));
        }
        Ok(Outcome::of(self.failed, self.found))
    }
}
