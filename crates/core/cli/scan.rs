//! `urlsift scan`: files in, rows out.
//!
//! `crew.rs` has the threads that read and search; here is what is made of what they find.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use urlsift::archive::Headers;
use urlsift::bulk::{Item, Limits, Made, Place, Window};
use urlsift::output::{
    CountBy, Counts, Heading, Reader, Sighting, Unique, write_csv, write_csv_heading, write_jsonl,
    write_text,
};
use urlsift::row::{Brief, Row};
use urlsift::{Extractor, Found, Whole};

use crate::Outcome;
use crate::args::{FormatArg, Scan, StatsFormat};
use crate::crew::{self, Piece, Told};
use crate::file::Bounds;
use crate::input;
use crate::kept::Kept;
use crate::message;
use crate::progress::Progress;
use crate::reading::Reading;
use crate::reads::Reads;
use crate::scan_splits;
use crate::sink::Sink;
use crate::spare;
use crate::stats::{Counting, Met, Stats};
use crate::table::Table;

/// How many bytes are read and searched at a time, by one thread: few enough to stay in a processor's own
/// memory. One is as large as its message, so how many are held is a matter of their bytes (`crew.rs`).
/// With `--forms url,angle` 1.1 GB took 1.17 s of processor time, 1.33 with a quarter of it, 1.21 with
/// twice and with four times as much.
const WINDOW: usize = 1 << 19;

pub(crate) fn run(args: &Scan) -> anyhow::Result<Outcome> {
    let stdin = vec![PathBuf::from(input::STDIN)];
    let paths = if args.paths.is_empty() { stdin } else { args.paths.clone() };
    let bounds = Bounds {
        limits: Limits { window: WINDOW, message: args.max_message.bytes() },
        member: args.max_member.number(),
    };

    if args.format == FormatArg::Parquet {
        // Its columns are compressed side by side.
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(args.threads))
            .build_global()
            .context("threads could not be started")?;
    }
    if let Some(splits) = &args.split {
        return scan_splits::run(args, splits, bounds);
    }
    if args.second_pass {
        input::ensure_read_twice(&paths)?;
    }
    let sink = Sink::open(args.output.as_deref(), &Kept::of(&paths))?;
    let progress = || Progress::new(args, &sink, &paths);
    let mut stdin = None;
    let mut seen = None;
    if args.second_pass {
        stdin = input::read_stdin(&paths)?;
        let reading = Reading::of(paths.clone(), stdin.clone(), bounds);
        seen = Some(gather(reading, args, progress())?);
    }
    let progress = progress();
    let mut scan = Run::new(args, sink, progress, seen)?;
    scan.begin()?;
    scan.search(Reading::of(paths, stdin, bounds), |_| {})?;
    scan.finish()
}

/// How many threads search; as many as there are processors, where nothing is said.
fn threads(args: &Scan) -> usize {
    match usize::from(args.threads) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// How many bytes a URL takes among those that stand whole, more or less.
const EACH: usize = 128;

/// The URLs that stand whole anywhere in what is read: the first of two passes. What cannot be read is told
/// in the second.
fn gather(reading: Reading, args: &Scan, mut progress: Progress) -> anyhow::Result<Whole> {
    let headers = args.headers.into();
    let mut whole = Whole::new();
    let mut stats = Stats::default();
    let find = move |windows: &[Window], made: &mut Made<'_, Piece<Whole>>| {
        for item in windows.iter().flat_map(Window::items) {
            made.add(|piece| {
                let whole = item.whole(headers);
                let bytes = whole.len() * EACH;
                piece.made.merge(whole);
                bytes
            });
        }
    };
    crew::search(reading, threads(args), find, |piece| {
        whole.merge(piece.made);
        if let Some(told) = piece.told {
            stats.reads += told.reads;
            progress.show(stats.done());
        }
        Ok(())
    })?;
    Ok(whole)
}

/// The state of a run.
pub(crate) struct Run {
    search: Arc<Search>,
    threads: usize,
    heading: Heading,
    sink: Sink,
    reader: Reader,
    product: Product,
    found: bool,
    state: State,
    /// How the numbers are to be said at the end.
    stats_format: Option<StatsFormat>,
}

/// How far a run has come.
struct State {
    stats: Stats,
    failed: bool,
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

/// All that a run has to read, to be searched.
pub(crate) struct All<'a> {
    reading: Reading,
    threads: usize,
    search: Arc<Search>,
    state: &'a mut State,
    /// Is shown what came up in reading, before it is told.
    show: &'a mut dyn FnMut(&mut Told),
}

impl All<'_> {
    /// Has `add` make one thing of what is found in some neighbouring items, on all threads, and hands
    /// that to `take` in the items' order, in one piece or several. `add` says by how many bytes that has
    /// grown, roughly. All is counted, and what came up in reading is told.
    pub(crate) fn each<T: Default + Send + 'static>(
        self,
        add: impl Fn(&Place<'_>, &Found<'_>, &mut T) -> usize + Send + Sync + 'static,
        mut take: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let All { reading, threads, search, state, show } = self;
        let find = move |windows: &[Window], made: &mut Made<'_, Piece<(T, Met)>>| {
            for item in windows.iter().flat_map(Window::items) {
                search.find(&item, &add, made);
            }
        };
        crew::search(reading, threads, find, |Piece { made: (made, met), told }| {
            state.stats.add(met);
            take(made)?;
            if let Some(mut told) = told {
                show(&mut told);
                state.tell(told);
            }
            Ok(())
        })
    }
}

impl State {
    /// Tells what could not be read.
    fn tell(&mut self, told: Told) {
        self.stats.reads += told.reads;
        if !told.unread.is_empty() {
            self.failed = true;
            self.progress.clear();
        }
        for unread in told.unread {
            message::error_of(&unread.source, unread.cause);
        }
        self.progress.show(self.stats.done());
    }
}

impl Search {
    fn find<T: Default>(
        &self,
        item: &Item<'_>,
        add: &impl Fn(&Place<'_>, &Found<'_>, &mut T) -> usize,
        made: &mut Made<'_, Piece<(T, Met)>>,
    ) {
        let each = |place: &Place<'_>, found: &Found<'_>| {
            made.add(|Piece { made: (made, met), .. }| {
                met.add(found, self.counting);
                add(place, found, made)
            });
        };
        let (extractor, headers, seen) = (&self.extractor, self.headers, self.seen.as_ref());
        let tally = match self.counting {
            Counting::Everything => Some(item.find_and_tally(extractor, headers, seen, each)),
            Counting::Little => {
                item.find(extractor, headers, seen, each);
                None
            }
        };
        made.add(|piece| {
            piece.made.1.add_item(tally);
            0
        });
    }
}

impl Run {
    /// A run whose rows go to `sink`. `seen` has what a first pass gathered, if there was one.
    pub(crate) fn new(
        args: &Scan,
        sink: Sink,
        progress: Progress,
        seen: Option<Whole>,
    ) -> anyhow::Result<Run> {
        let product = Product::new(args, &sink)?;
        Ok(Run {
            search: Arc::new(Search {
                extractor: Extractor::builder().forms(args.forms.iter().copied().collect()).build(),
                headers: args.headers.into(),
                counting: if args.stats.is_some() {
                    Counting::Everything
                } else {
                    Counting::Little
                },
                seen,
            }),
            threads: threads(args),
            heading: if args.with_source { Heading::SourceAndOffset } else { Heading::None },
            reader: sink.reader(),
            sink,
            product,
            found: false,
            state: State { stats: Stats::default(), failed: false, progress },
            stats_format: args.stats,
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

    /// Makes of the rows of what is read, in their order, what is to be made of them. `show` is shown what
    /// came up in reading, before it is told.
    ///
    /// # Errors
    ///
    /// If rows cannot be written, or there is no room for them.
    pub(crate) fn search(
        &mut self,
        reading: Reading,
        mut show: impl FnMut(&mut Told),
    ) -> anyhow::Result<()> {
        let all = All {
            reading,
            threads: self.threads,
            search: Arc::clone(&self.search),
            state: &mut self.state,
            show: &mut show,
        };
        match &mut self.product {
            Product::Rows(format) => {
                let (sink, found) = (&mut self.sink, &mut self.found);
                let (format, heading, reader) = (*format, self.heading, self.reader);
                let add = move |place: &Place<'_>, found: &Found<'_>, rows: &mut Vec<u8>| {
                    let mut room = 0;
                    if rows.capacity() == 0 && format != Format::Text {
                        spare::make_room(rows, WINDOW, WINDOW);
                        // It may be larger; as much as a piece has would hand over each row by itself.
                        room = rows.capacity().min(WINDOW);
                    }
                    let before = rows.len();
                    match format {
                        Format::Text => {
                            write_text(&Brief::new(place, found), heading, reader, rows);
                        }
                        Format::Jsonl => write_jsonl(&Row::new(place, found), reader, rows),
                        Format::Csv => write_csv(&Row::new(place, found), reader, rows),
                    }
                    // What is held is the room, however few rows are in it.
                    room + rows.len() - before
                };
                all.each(add, |rows| {
                    *found |= !rows.is_empty();
                    sink.write(&rows)?;
                    spare::give_back(rows);
                    sink.flush()
                })
            }
            Product::Counts(_, by, counts) => {
                let by = *by;
                let add = move |place: &Place<'_>, found: &Found<'_>, counts: &mut Counts| {
                    let value = by.value(&Row::new(place, found));
                    let bytes = value.as_ref().map_or(0, String::len);
                    counts.add(value);
                    bytes
                };
                all.each(add, |some| {
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
                all.each(add, |seen| {
                    let all = seen.into_iter().try_for_each(|one| unique.add(one));
                    all.context("--max-unique")
                })
            }
            Product::Table(table) => {
                self.found |= table.search(all)?;
                Ok(())
            }
        }
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
        self.state.progress.clear();
        self.end()?;
        self.sink.finish()?;
        let Reads { files, members, links, special, .. } = self.state.stats.reads;
        let (skipped, others) = (files.binary + members.binary, links + special);
        message::skipped(skipped);
        if others > 0 {
            message::say(&format!(
                "links, pipes and the like below directories passed over: {others}"
            ));
        }
        if let Some(format) = self.stats_format {
            message::print(&self.state.stats.write(format));
        }
        Ok(Outcome::of(self.state.failed, self.found))
    }
}
