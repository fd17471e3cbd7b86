//! Reads a job: some files, or a range of one, on one thread, and cuts them into windows for a [`WindowSearch`].
//!
//! Windows of small files are collected until they have half the bytes of a usual window. So thousands of files with
//! one message each are searched as fast as one mailbox. A report on what cannot be read goes out with the windows
//! before it.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cut::{Name, Stopped, Window};
use crate::mail::DamageKind;

use crate::files::bounds::Bounds;
use crate::files::codec::{PACKED_SUFFIXES, TEXT_SUFFIXES, has_suffix};
use crate::files::content::cause_of;
use crate::files::file::{self, MISNAMED};
use crate::files::file_outcomes::{ReadCounter, ReadCounts};
use crate::files::foreign::ForeignFormat;
use crate::files::input::{InputFile, InputOrigin, SkippedEntry, WalkEntry};
use crate::files::source::{SourceEvent, Unread, UnreadKind};
use crate::files::stream::Stream;
use crate::files::zip::RandomAccess;
use crate::run::damage_counts::DamageCounts;
use crate::run::file_range::{FileRange, FileReports, RangeEnd};

/// The number of skipped inputs that a report has at most. Each takes some hundred bytes.
const MAX_SKIPPED: usize = 4096;

/// The input that one thread reads: some files, or a range of one.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) input: JobInput,
    /// Whether the job is long enough to be worth searching on several threads.
    pub(crate) is_long: bool,
}

#[derive(Debug)]
pub(crate) enum JobInput {
    Entries(Vec<WalkEntry>),
    Range(FileRange),
}

/// Some windows to search, and the report on reading up to the end of the last one.
#[derive(Default)]
pub(crate) struct ReadWindows {
    pub(crate) windows: Vec<Window>,
    pub(crate) report: ReadReport,
    /// The reservation for a large window, released after the search.
    pub(crate) reserved: Option<RoomGuard>,
    pub(crate) is_last: bool,
}

/// The report on a part of a job: counts, and the inputs that could not be read.
#[derive(Debug, Default)]
pub struct ReadReport {
    /// The inputs that could not be read, in order.
    pub unread: Vec<Unread>,
    /// The files and members that were skipped, which is not an error.
    pub skipped: Vec<SkippedInput>,
    /// The malformed messages and texts, in order, each with the number of inputs in `unread` before it.
    pub(crate) malformed: Vec<(usize, Unread)>,
    /// The files and members by outcome, and the bytes that were read.
    pub reads: ReadCounts,
    /// The end of a range of a file, until [`settle`](ReadReport::settle) takes it.
    range_end: Option<RangeEnd>,
    /// What the ranges of the file have reported, until [`settle`](ReadReport::settle) takes it.
    file_reports: Option<Arc<FileReports>>,
}

/// A file or a member that is not read, or is not what its name says, which is not an error.
#[derive(Debug)]
#[non_exhaustive]
pub struct SkippedInput {
    /// Its name, and why it is skipped, with the kind [`Skipped`](DamageKind::Skipped).
    pub unread: Unread,
    /// Whether a list of damage has it, because it may contain text. Pictures and the like are too many.
    pub is_listed: bool,
    /// Its format, if another program converts it.
    pub foreign: Option<ForeignFormat>,
}

impl SkippedInput {
    /// Reports whether it is not compressed and no archive, although its name says so. If it is mail or text, it is read.
    pub fn is_misnamed(&self) -> bool {
        self.unread.cause == MISNAMED
    }
}

/// Returns why a file or a member is skipped after a look at its content.
fn reason(format: Option<ForeignFormat>) -> String {
    format.map_or_else(
        || "neither mail nor text".to_owned(),
        |format| format!("{format}, which is not read; {}", format.advice()),
    )
}

/// A reservation for a large window. Dropping it releases the room.
pub(crate) type RoomGuard = Box<dyn Send>;

pub(crate) trait WindowSearch {
    /// Searches `windows`, now or later on another thread.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if no more windows are wanted.
    fn search(&mut self, windows: ReadWindows) -> Result<(), Stopped>;

    /// Waits until there is room for a window of `bytes` bytes.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if no more windows are wanted.
    fn reserve(&mut self, bytes: usize) -> Result<RoomGuard, Stopped>;
}

/// Calls the closure with the windows at once. The size of a window alone limits the memory.
struct ReadHere<F>(F);

impl<F: FnMut(&[Window], ReadReport) -> ControlFlow<()>> WindowSearch for ReadHere<F> {
    fn search(&mut self, ReadWindows { windows, report, .. }: ReadWindows) -> Result<(), Stopped> {
        if (self.0)(&windows, report).is_break() { Err(Stopped) } else { Ok(()) }
    }

    fn reserve(&mut self, _: usize) -> Result<RoomGuard, Stopped> {
        Ok(Box::new(()))
    }
}

/// Reads `entries` within `bounds` on this thread. Calls `each` with some windows, in order, and the report on reading up
/// to the end of the last one, until it breaks.
pub fn read_windows(
    entries: impl Iterator<Item = WalkEntry>,
    bounds: Bounds,
    each: impl FnMut(&[Window], ReadReport) -> ControlFlow<()>,
) {
    let mut search = ReadHere(each);
    for entry in entries {
        let job = Job { input: JobInput::Entries(vec![entry]), is_long: false };
        if job.read(bounds, &mut search).is_err() {
            return;
        }
    }
}

impl ReadReport {
    /// Returns what a list of damage has: the inputs that could not be read and the malformed messages, in order, and then
    /// the inputs that were skipped. [`DamageKind::is_error`] tells them apart.
    pub fn listed(&self) -> impl Iterator<Item = &Unread> {
        let mut malformed = self.malformed.iter().peekable();
        let mut listed = Vec::with_capacity(self.unread.len() + self.malformed.len());
        for (at, unread) in self.unread.iter().enumerate() {
            while let Some((_, malformed)) = malformed.next_if(|(before, _)| *before <= at) {
                listed.push(malformed);
            }
            listed.push(unread);
        }
        listed.extend(malformed.map(|(_, malformed)| malformed));
        let skipped = self.skipped.iter().filter(|skipped| skipped.is_listed);
        listed.into_iter().chain(skipped.map(|skipped| &skipped.unread))
    }

    /// Keeps the first `left` malformed messages, and counts them down. The last one says that no others are listed.
    pub(crate) fn limit_malformed(&mut self, left: &mut usize) {
        if self.malformed.len() >= *left {
            self.malformed.truncate(*left);
            if let Some((_, last)) = self.malformed.last_mut() {
                last.cause.push_str("; malformed messages after this one are not listed");
            }
        }
        *left -= self.malformed.len();
    }

    /// Removes warnings that an earlier range of the same file already gave, and those that are too many. Call this in
    /// the order of the ranges.
    pub(crate) fn settle(&mut self) {
        if let Some(file_reports) = self.file_reports.take() {
            file_reports.settle(self.range_end.take(), &mut self.unread, &mut self.reads);
        }
    }
}

impl Job {
    pub(crate) fn is_one_file(&self) -> bool {
        matches!(&self.input, JobInput::Entries(entries) if entries.len() == 1)
    }

    /// Reads the whole job and gives its windows to `search`, within `bounds`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `search` returned it.
    pub(crate) fn read(self, bounds: Bounds, search: &mut dyn WindowSearch) -> Result<(), Stopped> {
        let mut reader = JobReader {
            search,
            bounds,
            counter: ReadCounter::default(),
            bytes: 0,
            windows: ReadWindows::default(),
            is_member_damaged: false,
            counts: DamageCounts::default(),
            file_reports: None,
        };
        match self.input {
            JobInput::Entries(entries) => {
                entries.iter().try_for_each(|entry| reader.read_entry(entry))?;
            }
            JobInput::Range(range) => {
                reader.file_reports = Some(range.file_reports());
                let (reads, mut range_end) = range.read(bounds, &mut |event| reader.note(event))?;
                reader.counter.close_range(reads);
                range_end.unlisted = reader.counts.take_unlisted();
                reader.windows.report.range_end = Some(range_end);
            }
        }
        reader.windows.is_last = true;
        reader.send()
    }
}

struct JobReader<'s> {
    search: &'s mut dyn WindowSearch,
    bounds: Bounds,
    counter: ReadCounter,
    bytes: usize,
    windows: ReadWindows,
    is_member_damaged: bool,
    /// The reports about the open file or range.
    counts: DamageCounts,
    file_reports: Option<Arc<FileReports>>,
}

impl JobReader<'_> {
    fn read_entry(&mut self, entry: &WalkEntry) -> Result<(), Stopped> {
        match entry {
            WalkEntry::File(input) => self.read_file(input),
            WalkEntry::Unopened(unopened) => {
                let name = Name::new(unopened.path.to_string_lossy(), None);
                self.fail(Unread::of_kind(DamageKind::NotOpened, &name, &unopened.cause))
            }
            WalkEntry::Skipped(skipped, path) => {
                self.counter.pass_over(*skipped);
                let is_listed = *skipped != SkippedEntry::Temporary;
                self.skip(
                    &Name::new(path.to_string_lossy(), None),
                    skipped.reason(),
                    is_listed,
                    None,
                )
            }
        }
    }

    fn read_file(&mut self, input: &InputFile) -> Result<(), Stopped> {
        let name = Arc::new(input.name());
        let not_as_planned = || {
            let error = input.check_version().err()?;
            Some(Unread::of_kind(DamageKind::SplitFailed, &name, &error.to_string()))
        };
        // Check before opening: if the path is a pipe now, opening it would wait.
        if let Some(unread) = not_as_planned() {
            return self.fail(unread);
        }
        let (reader, length, version) = match input.open() {
            Ok(opened) => opened,
            Err(error) => {
                let cause = cause_of(&error);
                // A file of a plan may be readable later, so its split is not done.
                let kind = match input.planned {
                    Some(_) => DamageKind::SplitFailed,
                    None => DamageKind::NotOpened,
                };
                return self.fail(Unread::of_kind(kind, &name, &cause));
            }
        };
        let stream = Stream::new(reader, length).counted_in(self.counter.open());
        let open_at =
            |at| Ok(Stream::new(input.content.open(&input.path, at)?, length).starting_at(at));
        let file = length.map(|length| RandomAccess { open_at: Box::new(open_at), length });
        file::read(stream, file, &name, self.bounds, &mut |event| match event {
            SourceEvent::Binary(binary, format)
                if input.origin != InputOrigin::Directory && binary.member.is_none() =>
            {
                self.note(SourceEvent::Unread(Unread::new(&name, &reason(format))))
            }
            event => self.note(event),
        })?;
        // If the file changed meanwhile, the rows may be from the old or the new content.
        let change = version.filter(|_| input.planned.is_none()).and_then(|it| it.change());
        if let Some(unread) = not_as_planned() {
            self.note(SourceEvent::Unread(unread))?;
        } else if let Some(change) = change
            && self.windows.report.unread.last().is_none_or(|it| it.kind != DamageKind::Truncated)
        {
            self.note(SourceEvent::Unread(Unread::new(&name, &change)))?;
        }
        self.windows.report.unread.append(&mut self.counts.take_summaries(&name));
        self.counter.close(length);
        Ok(())
    }

    fn fail(&mut self, unread: Unread) -> Result<(), Stopped> {
        self.note(SourceEvent::Unread(unread))?;
        self.counter.close(None);
        Ok(())
    }

    /// Adds `event` to the windows or the report, and sends them if they are large enough.
    fn note(&mut self, event: SourceEvent) -> Result<(), Stopped> {
        self.counter.note(&event);
        match event {
            SourceEvent::Window(window) => {
                // Send the earlier windows with their report first.
                if !self.windows.report.unread.is_empty() {
                    self.send()?;
                }
                self.bytes += window.len();
                self.windows.windows.push(window);
                if self.bytes >= self.bounds.limits.window / 2 {
                    return self.send();
                }
            }
            SourceEvent::Unread(unread) => self.add(unread),
            SourceEvent::Binary(name, format) => {
                // The name of a file that says that it is packed was reported before.
                let is_listed = match &name.member {
                    _ if format.is_some() => true,
                    Some(member) => {
                        has_suffix(member, PACKED_SUFFIXES) || has_suffix(member, TEXT_SUFFIXES)
                    }
                    None => has_suffix(&name.source, TEXT_SUFFIXES),
                };
                return self.skip(&name, &reason(format), is_listed, format);
            }
            SourceEvent::Ignored(name, reason) => {
                return self.skip(&name, reason, reason == MISNAMED, None);
            }
            SourceEvent::Member => self.is_member_damaged = false,
            SourceEvent::Grows(bytes) => {
                // Release the reservation for the smaller size first. Both together might exceed the room.
                self.windows.reserved = None;
                self.windows.reserved = Some(self.search.reserve(bytes)?);
            }
        }
        Ok(())
    }

    /// Adds the skipped input `name` to the report, and sends a long report: an archive may have millions of members.
    fn skip(
        &mut self,
        name: &Name,
        reason: &str,
        is_listed: bool,
        foreign: Option<ForeignFormat>,
    ) -> Result<(), Stopped> {
        let unread = Unread::of_kind(DamageKind::Skipped, name, reason);
        self.windows.report.skipped.push(SkippedInput { unread, is_listed, foreign });
        if self.windows.report.skipped.len() < MAX_SKIPPED { Ok(()) } else { self.send() }
    }

    /// Adds `unread` to the report. If damage to a member also ends its archive, that is one warning, not two.
    fn add(&mut self, unread: Unread) {
        let is_end = unread.of == UnreadKind::File && unread.is_damage;
        let all = &mut self.windows.report.unread;
        match all.last_mut() {
            Some(last) if is_end && self.is_member_damaged => {
                last.of = UnreadKind::File;
                last.cause.push_str("; the rest of the archive is not read");
                self.is_member_damaged = false;
            }
            _ => {
                let is_listed = self.counts.add(unread.kind, 1);
                self.is_member_damaged =
                    is_listed && unread.of == UnreadKind::Member && unread.is_damage;
                if is_listed {
                    all.push(unread);
                }
            }
        }
    }

    fn send(&mut self) -> Result<(), Stopped> {
        self.bytes = 0;
        self.windows.report.reads = self.counter.take();
        self.windows.report.file_reports.clone_from(&self.file_reports);
        self.search.search(mem::take(&mut self.windows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an input that is called `cause`.
    fn unread(cause: &str) -> Unread {
        Unread::new(&Name::new("a", None), cause)
    }

    fn report(unreads: &[&str], malformed: &[(usize, &str)]) -> ReadReport {
        ReadReport {
            unread: unreads.iter().map(|it| unread(it)).collect(),
            malformed: malformed.iter().map(|&(at, it)| (at, unread(it))).collect(),
            ..ReadReport::default()
        }
    }

    #[test]
    fn malformed_messages_are_listed_between_warnings() {
        // (warnings, malformed messages with the warnings before them, list)
        let table = [
            ("1 2", vec![], "1 2"),
            ("", vec![(0, "a"), (0, "b")], "a b"),
            ("1 2", vec![(0, "a"), (1, "b"), (1, "c"), (2, "d")], "a 1 b c 2 d"),
            // A warning that an earlier range gave was removed.
            ("1", vec![(2, "a")], "1 a"),
        ];
        for (unread, malformed, expected) in table {
            let report = report(&unread.split_whitespace().collect::<Vec<_>>(), &malformed);
            let listed: Vec<&str> = report.listed().map(|it| it.cause.as_str()).collect();
            assert_eq!(listed.join(" "), expected);
        }
    }

    #[test]
    fn malformed_messages_are_bounded() {
        let end = "; malformed messages after this one are not listed";
        let (mut left, mut listed) = (3, Vec::new());
        for _ in 0..3 {
            let mut report = report(&["1"], &[(0, "a"), (1, "b")]);
            report.limit_malformed(&mut left);
            listed.push(report.listed().map(|it| it.cause.clone()).collect::<Vec<_>>().join(" "));
        }
        assert_eq!(listed, ["a 1 b".to_owned(), format!("a{end} 1"), "1".to_owned()]);
    }
}
