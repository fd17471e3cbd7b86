//! Counts files and members by outcome: read, binary, or unread, and bytes. A file or member has one outcome, however
//! many things are wrong in it. If only members are damaged, the archive itself counts as read.

use std::cell::Cell;
use std::ops::AddAssign;
use std::rc::Rc;

use serde::Serialize;

use crate::files::input::SkippedEntry;
use crate::files::source::{SourceEvent, UnreadKind};

/// The counts of the files that were read, and of the entries that were not.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct ReadCounts {
    /// The files.
    pub files: FileOutcomes,
    /// The members of archives.
    pub members: FileOutcomes,
    /// Symbolic links in directories, which are not followed.
    pub links: u64,
    /// Pipes, sockets and devices in directories.
    pub special: u64,
    /// Messages and texts that were skipped because they are too large.
    pub too_large: u64,
    /// The bytes read from files, before decompression.
    pub bytes: u64,
    /// The bytes of these files that did not have to be read.
    pub unneeded: u64,
}

/// The number of files or members with each outcome.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct FileOutcomes {
    /// Read to the end, without damage.
    pub read: u64,
    /// Neither mail nor text, or of a format that another program converts.
    pub binary: u64,
    /// Not opened, damaged anywhere, or not read to the end. A message gave the reason.
    pub unread: u64,
}

impl AddAssign for FileOutcomes {
    fn add_assign(&mut self, other: FileOutcomes) {
        self.read += other.read;
        self.binary += other.binary;
        self.unread += other.unread;
    }
}

impl AddAssign for ReadCounts {
    fn add_assign(&mut self, other: ReadCounts) {
        self.files += other.files;
        self.members += other.members;
        self.links += other.links;
        self.special += other.special;
        self.too_large += other.too_large;
        self.bytes += other.bytes;
        self.unneeded += other.unneeded;
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum FileOutcome {
    Read,
    Binary,
    Unread,
}

impl FileOutcomes {
    pub(crate) fn end(&mut self, is_unread: bool) {
        self.add(if is_unread { FileOutcome::Unread } else { FileOutcome::Read });
    }

    fn add(&mut self, outcome: FileOutcome) {
        *match outcome {
            FileOutcome::Read => &mut self.read,
            FileOutcome::Binary => &mut self.binary,
            FileOutcome::Unread => &mut self.unread,
        } += 1;
    }
}

#[derive(Debug, Default)]
pub(crate) struct ReadCounter {
    reads: ReadCounts,
    bytes: Rc<Cell<u64>>,
    counted: u64,
    file: Option<FileOutcome>,
    member: Option<FileOutcome>,
}

impl ReadCounter {
    /// Starts a file, whose bytes the caller counts in the returned cell.
    pub(crate) fn open(&mut self) -> Rc<Cell<u64>> {
        self.file = Some(FileOutcome::Read);
        Rc::clone(&self.bytes)
    }

    pub(crate) fn note(&mut self, event: &SourceEvent) {
        match event {
            SourceEvent::Window(_) | SourceEvent::Grows(_) | SourceEvent::Ignored(..) => {}
            SourceEvent::Member => self.end_member(),
            SourceEvent::Binary(name, _) if name.member.is_some() => {
                self.member = Some(FileOutcome::Binary);
            }
            SourceEvent::Binary(..) => self.file = Some(FileOutcome::Binary),
            SourceEvent::Unread(unread) => match unread.of {
                UnreadKind::File => self.file = Some(FileOutcome::Unread),
                UnreadKind::Member => self.member = Some(FileOutcome::Unread),
                UnreadKind::Message => self.reads.too_large += 1,
            },
        }
        if matches!(event, SourceEvent::Member) {
            self.member = Some(FileOutcome::Read);
        }
    }

    pub(crate) fn close(&mut self, length: Option<u64>) {
        self.count_bytes();
        self.end_member();
        if let Some(outcome) = self.file.take() {
            self.reads.files.add(outcome);
        }
        self.reads.unneeded += length.map_or(0, |length| length.saturating_sub(self.bytes.get()));
        self.bytes.set(0);
        self.counted = 0;
    }

    /// `reads` has the bytes of the range, and the file's outcome if it is the last range.
    pub(crate) fn close_range(&mut self, reads: ReadCounts) {
        self.end_member();
        self.reads += reads;
    }

    pub(crate) fn pass_over(&mut self, entry: SkippedEntry) {
        match entry {
            SkippedEntry::Link => self.reads.links += 1,
            SkippedEntry::Special => self.reads.special += 1,
            SkippedEntry::Temporary => {}
        }
    }

    pub(crate) fn take(&mut self) -> ReadCounts {
        self.count_bytes();
        std::mem::take(&mut self.reads)
    }

    fn end_member(&mut self) {
        if let Some(outcome) = self.member.take() {
            self.reads.members.add(outcome);
        }
    }

    fn count_bytes(&mut self) {
        let bytes = self.bytes.get();
        self.reads.bytes += bytes - self.counted;
        self.counted = bytes;
    }
}
