//! A scan: its settings, the search of an item, and the URLs that it finds.

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use urlsift::{Extractor, Found};

use crate::cut::Window;
use crate::files::bounds::Bounds;
use crate::files::content::Content;
use crate::files::file_version::NotAsPlanned;
use crate::files::input::{InputFile, WalkEntry, walk_entries};
use crate::files::source::{Unread, UnreadKind};
use crate::files::unpack::unpacker;
use crate::item::{Item, Location, Relative};
use crate::mail::{Damage, DamageKind, Headers};
use crate::plan::split::Split;
use crate::rows::{Fields, Row};
use crate::run::batches::{Batches, Collector};
use crate::run::jobs::{self, Jobs};
use crate::select::Selection;
use crate::select::repetition::Repetition;
use crate::threads::Threads;

/// Searches files, ranges of files and bytes in memory for URLs, on several threads.
///
/// See the [package](crate) for an example. A scan may run any number of times, one after the other or at the same time.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Scan {
    threads: Threads,
    bounds: Bounds,
    extractor: Extractor,
    headers: Headers,
    selection: Arc<Selection>,
    once_in_message: bool,
    counts_copies: bool,
    counts_lines: bool,
    has_full_stats: bool,
    relative: Relative,
}

/// A URL that was found and selected.
#[derive(Debug)]
pub struct UrlHit<'h> {
    /// Its position and the message.
    pub place: &'h Location<'h>,
    /// The URL with its pieces, readings and notes.
    pub found: &'h Found<'h>,
    /// The number of equal URLs before it in the message, if they are counted.
    copies: Option<usize>,
    /// The line of the source in which it begins, if lines are counted and it has one.
    line: Option<usize>,
    /// Whether a URL of the same message was selected before it.
    is_later: bool,
}

impl UrlHit<'_> {
    /// Makes the row of the URL, with `fields`.
    pub fn row(&self, fields: &Fields) -> Row<'_> {
        let mut row = Row::new(self.place, self.found, fields);
        row.copies = self.copies;
        row.line = self.line;
        row
    }

    /// Reports whether a URL of the same message was selected before it, and has the same values in
    /// [`Row::MESSAGE_FIELDS`]. That hit came just before this one, perhaps in an earlier batch.
    pub fn repeats_message(&self) -> bool {
        self.is_later && !self.place.may_cut_texts()
    }
}

impl Scan {
    /// Returns a scan that finds URLs with `extractor` on `threads`. It reads within the default bounds, searches the
    /// useful header fields, and selects all URLs.
    pub fn new(extractor: Extractor, threads: Threads) -> Scan {
        Scan {
            threads,
            bounds: Bounds::default(),
            extractor,
            headers: Headers::Useful,
            selection: Arc::default(),
            once_in_message: false,
            counts_copies: false,
            counts_lines: false,
            has_full_stats: false,
            relative: Relative::default(),
        }
    }

    /// Sets the extractor that finds the URLs.
    #[must_use]
    pub fn extractor(self, extractor: Extractor) -> Scan {
        Scan { extractor, ..self }
    }

    /// Sets the limits for reading.
    #[must_use]
    pub fn bounds(self, bounds: Bounds) -> Scan {
        Scan { bounds, ..self }
    }

    /// Sets the header fields that are searched.
    #[must_use]
    pub fn headers(self, headers: Headers) -> Scan {
        Scan { headers, ..self }
    }

    /// Sets the selection of URLs.
    #[must_use]
    pub fn selection(self, selection: Selection) -> Scan {
        Scan { selection: Arc::new(selection), ..self }
    }

    /// Sets whether only the first of equal URLs is kept in a message, with all its parts and quoted lines, or in a text
    /// that is not a message. URLs are compared byte by byte.
    #[must_use]
    pub fn once_in_message(self, once_in_message: bool) -> Scan {
        Scan { once_in_message, ..self }
    }

    /// Sets whether equal URLs in a message are counted, for [`Row::copies`]. Counting takes memory for each URL of a
    /// message.
    #[must_use]
    pub fn count_copies(self, counts_copies: bool) -> Scan {
        Scan { counts_copies, ..self }
    }

    /// Sets whether lines are counted, for [`Row::line`]. Counting looks at each byte of a text once more.
    #[must_use]
    pub fn count_lines(self, counts_lines: bool) -> Scan {
        Scan { counts_lines, ..self }
    }

    /// Sets whether all of [`Stats`](crate::Stats) are counted, also by form, grammar, type, charset and reason. This
    /// needs a walk through all of each message. Otherwise only files, bytes, messages and URLs are counted.
    #[must_use]
    pub fn full_stats(self, has_full_stats: bool) -> Scan {
        Scan { has_full_stats, ..self }
    }

    /// Sets what is done with relative references in pages.
    #[must_use]
    pub fn relative(self, relative: Relative) -> Scan {
        Scan { relative, ..self }
    }

    /// Large files are cut for several threads.
    fn cuts_files(&self) -> bool {
        self.threads.count() > 1
    }

    /// Returns the jobs for `paths`, files and folders, in order. The path `-` is standard input.
    pub fn paths(&self, paths: &[PathBuf]) -> Jobs<'static> {
        self.entries(walk_entries(paths))
    }

    /// Returns the jobs for `inputs`, in order.
    pub fn inputs<'p>(&self, inputs: impl Iterator<Item = InputFile> + Send + 'p) -> Jobs<'p> {
        self.entries(inputs.map(WalkEntry::File))
    }

    /// Returns the jobs for the entries of a walk, in order.
    pub fn entries<'p>(&self, entries: impl Iterator<Item = WalkEntry> + Send + 'p) -> Jobs<'p> {
        jobs::of_entries(entries, self.bounds, self.cuts_files())
    }

    /// Returns the jobs for the messages of `input` that begin in `range`, in bytes from the beginning of the input. So
    /// adjacent ranges together have the URLs of the whole. If the input cannot be cut, because it is compressed for
    /// example, the range that begins at 0 has all of it, and other ranges are empty.
    ///
    /// # Errors
    ///
    /// If the input cannot be opened, or if its beginning cannot be read.
    pub fn range(&self, input: InputFile, range: Range<u64>) -> io::Result<Jobs<'static>> {
        jobs::of_range(input, range, self.bounds, self.cuts_files())
    }

    /// Returns the jobs for `split`, whose files are opened as `content` says. [`Content::Bytes`] would be the content
    /// of each. After the scan, call [`Split::check`]: a file may have changed meanwhile.
    ///
    /// # Errors
    ///
    /// If the file of the split is not as planned. Files of a pack are compared when they are read, and reported with
    /// the kind [`SplitFailed`](DamageKind::SplitFailed).
    pub fn split<'p>(
        &self,
        split: &'p Split,
        content: &'p Content,
    ) -> Result<Jobs<'p>, NotAsPlanned> {
        jobs::of_split(split, content, self.bounds, self.cuts_files())
    }

    /// Searches `jobs`, and returns the results in the order of the jobs.
    ///
    /// The threads call `add` for each URL: it adds the URL to the rows of the current batch, and returns their estimated
    /// growth in bytes.
    ///
    /// # Panics
    ///
    /// If other batches use the threads of the scan, and the system starts no other one.
    pub fn batches<'j, T: Default + Send + 'static>(
        &self,
        jobs: Jobs<'j>,
        add: impl Fn(&UrlHit<'_>, &mut T) -> usize + Send + Sync + 'static,
    ) -> Batches<'j, T> {
        let scan = self.clone();
        let unpacker = unpacker(self.bounds);
        let find = move |window: &Window, collector: &mut Collector<'_, T>| {
            for item in window.items() {
                let item = item.with_room(collector.room).with_relative(scan.relative);
                scan.search(&item.with_unpacker(unpacker), &add, collector);
            }
        };
        Batches::new(jobs, self.threads.lend(), self.bounds, Box::new(find))
    }

    fn search<T: Default>(
        &self,
        item: &Item<'_>,
        add: &impl Fn(&UrlHit<'_>, &mut T) -> usize,
        collector: &mut Collector<'_, T>,
    ) {
        let is_accepted = !self.selection.needs_message()
            || self.selection.accepts_message(item.origin().as_ref());
        // A tally needs the whole message. Otherwise a message that is left out is not searched.
        if !is_accepted && !self.has_full_stats {
            collector.batch.counts.add_item(None);
            return;
        }
        let mut repetition = (self.counts_copies || self.once_in_message).then(Repetition::default);
        // Lines are those of the source, so its first byte has to be here.
        let mut lines =
            (self.counts_lines && item.offset() == 0).then(|| LineCounter::new(item.bytes()));
        let mut is_later = false;
        let each = |place: &Location<'_>, found: &Found<'_>| {
            if !is_accepted || !self.selection.accepts_url(place, found) {
                return;
            }
            let copies = repetition.as_mut().map(|urls| urls.add(found.url()));
            if self.once_in_message && copies > Some(0) {
                return;
            }
            let line = lines.as_mut().and_then(|lines| lines.line_of(place, found));
            collector.add(|batch| {
                batch.counts.add(found, self.has_full_stats);
                add(&UrlHit { place, found, copies, line, is_later }, &mut batch.rows)
            });
            is_later = true;
        };
        let (extractor, headers) = (&self.extractor, self.headers);
        // A tally needs a walk through all of each message. Without one, messages that cannot have a URL are
        // skipped.
        let (tally, damage) = if self.has_full_stats {
            let (tally, damage) = item.find_and_tally(extractor, headers, each);
            // An unboxed tally was moved twice for each item, also without one: 0.9 % more instructions for mail.
            (Some(Box::new(tally)), damage)
        } else {
            (None, item.find(extractor, headers, each))
        };
        // A message may have many malformed parts, so each kind is listed once.
        let mut listed = Vec::new();
        for damage in &damage {
            if damage.kind.is_malformed() {
                if is_accepted && !listed.contains(&damage.kind) {
                    listed.push(damage.kind);
                    collector.add_malformed(malformed(item, damage.kind));
                }
            } else if damage.kind.is_error() {
                let unread = Unread::new(item.name(), damage);
                collector.unread.push(Unread { of: UnreadKind::Message, ..unread });
            }
        }
        collector.batch.counts.add_item(tally);
    }
}

/// Counts the lines of a text up to places, which mostly ascend: each byte between two places is looked at once.
struct LineCounter<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    /// Returns the line in which `found` begins, if it has a place in the source.
    // Inlined, it cost scans without lines 0.24 % more instructions, for a mailbox of 25 MB.
    #[cold]
    #[inline(never)]
    fn line_of(&mut self, place: &Location<'_>, found: &Found<'_>) -> Option<usize> {
        place.is_in_source().then(|| self.line_at(place.range(found.outer()).start))
    }

    fn new(text: &[u8]) -> LineCounter<'_> {
        LineCounter { text, at: 0, line: 1 }
    }

    fn line_at(&mut self, at: usize) -> usize {
        let at = at.min(self.text.len());
        let between = &self.text[self.at.min(at)..self.at.max(at)];
        let count = memchr::memchr_iter(b'\n', between).count();
        self.line = if self.at <= at { self.line + count } else { self.line - count };
        self.at = at;
        self.line
    }
}

fn malformed(item: &Item<'_>, kind: DamageKind) -> Unread {
    let (at, noun) = (item.offset(), if item.is_text() { "text" } else { "message" });
    let cause = format!("{noun} at byte {at}: {}", kind.description());
    let damage = Damage::new(kind, Some(at as u64), cause);
    Unread { of: UnreadKind::Message, ..Unread::new(item.name(), &damage) }
}
