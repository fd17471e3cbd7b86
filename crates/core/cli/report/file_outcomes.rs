//! What became of the files that were to be read, and of the members of archives: counted by those
//! who read, a batch at a time.
//!
//! A file or member has one outcome, whatever many things went wrong in it. UnreadKind an archive whose members
//! alone are damaged, the file was read.

use std::cell::Cell;
use std::ops::AddAssign;
use std::rc::Rc;

use serde::Serialize;

use crate::read::input::SkippedEntry;
use crate::read::source::{SourceEvent, UnreadKind};

/// What was read, in numbers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct ReadCounts {
    pub(crate) files: FileOutcomes,
    pub(crate) members: FileOutcomes,
    /// Links below directories, which are not followed.
    pub(crate) links: u64,
    /// What is neither file nor directory below directories.
    pub(crate) special: u64,
    /// Messages and texts that were passed over for their length.
    pub(crate) too_large: u64,
    /// The bytes that were read of files, compressed or not.
    pub(crate) bytes: u64,
    /// The bytes of these files that there was no need to read.
    pub(crate) unneeded: u64,
}

/// How many had which outcome.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub(crate) struct FileOutcomes {
    /// Read to their end.
    pub(crate) read: u64,
    /// Neither mail nor text.
    pub(crate) binary: u64,
    /// Not opened, or not read to their end, as was told.
    pub(crate) unread: u64,
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
    /// Counts one that was read, to its end or not.
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

/// Keeps count while one file after the other is read.
#[derive(Debug, Default)]
pub(crate) struct ReadCounter {
    reads: ReadCounts,
    /// The bytes that were read of the file at hand, and how many of them were counted.
    bytes: Rc<Cell<u64>>,
    counted: u64,
    file: Option<FileOutcome>,
    member: Option<FileOutcome>,
}

impl ReadCounter {
    /// A file begins. Its bytes have to be counted in what this gives.
    pub(crate) fn open(&mut self) -> Rc<Cell<u64>> {
        self.file = Some(FileOutcome::Read);
        Rc::clone(&self.bytes)
    }

    /// Notes what came of the file that was opened, or that it could not be.
    pub(crate) fn note(&mut self, event: &SourceEvent) {
        match event {
            SourceEvent::Window(_) | SourceEvent::Grows(_) => {}
            SourceEvent::Member => self.end_member(),
            SourceEvent::Binary(name) if name.member.is_some() => {
                self.member = Some(FileOutcome::Binary)
            }
            SourceEvent::Binary(_) => self.file = Some(FileOutcome::Binary),
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

    /// The file is at its end. `length` is how long it is, where that is known.
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

    /// A range of a file is at its end. `reads` is what was counted of it elsewhere.
    pub(crate) fn close_range(&mut self, reads: ReadCounts) {
        self.end_member();
        self.reads += reads;
    }

    pub(crate) fn pass_over(&mut self, entry: SkippedEntry) {
        match entry {
            SkippedEntry::Link => self.reads.links += 1,
            SkippedEntry::Special => self.reads.special += 1,
        }
    }

    /// What was counted since this was asked last.
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
