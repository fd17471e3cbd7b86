//! A store whose reads fail: the rows are those of the whole, or there is an error (A7).

use std::io::{self, Read};
use std::iter;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::read::GzEncoder;
use urlsift::Extractor;
use urlsift_archive::files::{Content, InputFile, OpenSource};
use urlsift_archive::internal::Brief;
use urlsift_archive::internal::PackedFile;
use urlsift_archive::mail::InputKind;
use urlsift_archive::plan::{Lengths, Planner};
use urlsift_archive::{Jobs, Scan, Threads, UrlHit};

/// What goes wrong, at one read of the store.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Fault {
    /// This read fails, and later ones succeed.
    Error,
    /// This read and all later ones fail.
    Errors,
    /// The body ends at this read.
    ShortBody,
    /// The store says that the body is longer than it is.
    TooLong,
    /// The store says that the body is shorter than it is.
    TooShort,
}

const FAULTS: [Fault; 5] =
    [Fault::Error, Fault::Errors, Fault::ShortBody, Fault::TooLong, Fault::TooShort];

/// A store with one source, and the read at which it fails.
#[derive(Debug)]
struct Store {
    bytes: Vec<u8>,
    fault: Option<(Fault, usize)>,
    reads: AtomicUsize,
}

struct Body<'s> {
    store: &'s Store,
    rest: &'s [u8],
}

impl Read for Body<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.store.reads.fetch_add(1, Ordering::SeqCst);
        match self.store.fault {
            Some((Fault::Error, at)) if read == at => return Err(io::Error::other("reset")),
            Some((Fault::Errors, at)) if read >= at => return Err(io::Error::other("reset")),
            Some((Fault::ShortBody, at)) if read == at => self.rest = &[],
            _ => {}
        }
        let length = into.len().min(1024);
        self.rest.read(&mut into[..length])
    }
}

impl OpenSource for Store {
    fn open(&self, _: &str, at: u64) -> io::Result<Box<dyn Read + '_>> {
        let start = usize::try_from(at).unwrap_or(usize::MAX).min(self.bytes.len());
        Ok(Box::new(Body { store: self, rest: &self.bytes[start..] }))
    }

    fn length(&self, _: &str) -> io::Result<Option<u64>> {
        let length = self.bytes.len() as u64;
        Ok(Some(match self.fault {
            Some((Fault::TooLong, _)) => length + 100,
            Some((Fault::TooShort, _)) => length - 100,
            _ => length,
        }))
    }
}

/// How the source is searched.
#[derive(Clone, Copy, Debug)]
enum Search {
    Whole,
    Ranges,
    Splits,
    Pack,
}

const SEARCHES: [Search; 4] = [Search::Whole, Search::Ranges, Search::Splits, Search::Pack];

/// The rows, and whether something was reported.
type Outcome = (Vec<String>, bool);

fn run(scan: &Scan, jobs: Jobs<'_>, (rows, failed): &mut Outcome) {
    let add = |hit: &UrlHit<'_>, rows: &mut Vec<String>| {
        let brief = Brief::new(hit.place, hit.found);
        rows.push(format!("{:?} {} {}", hit.place.message_offset, brief.start, brief.url));
        1
    };
    for batch in scan.batches(jobs, add) {
        rows.extend(batch.rows);
        *failed |= batch.report.is_some_and(|report| !report.unread.is_empty());
    }
}

/// Searches `store` on `threads` threads.
fn search(store: &Arc<Store>, search: Search, threads: usize) -> Outcome {
    let scan = Scan::new(Extractor::new(), Threads::start(threads).expect("threads start"));
    let content = Content::Source(Arc::clone(store) as Arc<dyn OpenSource>);
    let input = || InputFile::new("store://x".into(), content.clone());
    let mut outcome = Outcome::default();
    let size = store.length("").ok().flatten().expect("it is known");
    match search {
        Search::Whole => run(&scan, scan.inputs(iter::once(input())), &mut outcome),
        Search::Ranges => {
            for range in [0..size / 3, size / 3..size / 2, size / 2..size] {
                match scan.range(input(), range) {
                    Ok(jobs) => run(&scan, jobs, &mut outcome),
                    Err(_) => outcome.1 = true,
                }
            }
        }
        Search::Splits | Search::Pack => {
            let pack = if matches!(search, Search::Pack) { size + 4096 } else { 0 };
            let range = NonZeroU64::new(size.max(3) / if pack > 0 { 1 } else { 3 });
            let lengths = Lengths { range: range.expect("it is not 0"), pack };
            let planner = Planner { lengths, input: InputKind::default(), probe: false };
            let listed = PackedFile::listed("store://x", size, "1").expect("it is a file");
            let planned = planner.listing([Ok(listed)]);
            for line in planned.lines {
                match scan.split(&line, &content) {
                    Ok(jobs) => run(&scan, jobs, &mut outcome),
                    Err(_) => outcome.1 = true,
                }
                outcome.1 |= line.check(&content).is_err();
            }
        }
    }
    outcome
}

/// A mailbox, a text, and both in archives.
fn sources() -> Vec<(&'static str, Vec<u8>)> {
    let message = |i: usize| {
        let filler = "words and words\n".repeat(i * 7 % 20);
        format!(
            "From a@a.example Mon Jan  1 00:00:00 2001\nSubject: {i}\n\nhttp://{i}.example/\n{filler}\n"
        )
    };
    let mailbox = (0..60).map(message).collect::<String>().into_bytes();
    let line = |i: usize| format!("See http://{i}.example/.\n");
    let text = (0..400).map(line).collect::<String>();
    let mut gzip = Vec::new();
    let mut encoder = GzEncoder::new(text.as_bytes(), Compression::none());
    encoder.read_to_end(&mut gzip).expect("memory takes it");
    let mut tar = tar::Builder::new(Vec::new());
    let (mut zip, mut directory, mut members) = (Vec::new(), Vec::new(), 0_u16);
    for (name, bytes) in
        [("a.mbox", &mailbox[..]), ("b.txt", text.as_bytes()), ("c.mbox", &mailbox)]
    {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, bytes).expect("memory takes it");
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let length = u32::try_from(bytes.len()).expect("it is short").to_le_bytes();
        let fields = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &crc.sum().to_le_bytes(),
            &length,
            &length,
            &u16::try_from(name.len()).expect("it is short").to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let offset = u32::try_from(zip.len()).expect("it is short").to_le_bytes();
        directory.extend(
            [b"PK\x01\x02\x14\0", &fields[..], &[0; 10], &offset, name.as_bytes()].concat(),
        );
        zip.extend([b"PK\x03\x04", &fields[..], name.as_bytes(), bytes].concat());
        members += 1;
    }
    let at = u32::try_from(zip.len()).expect("it is short").to_le_bytes();
    let length = u32::try_from(directory.len()).expect("it is short").to_le_bytes();
    let count = members.to_le_bytes();
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &length, &at, &[0; 2]].concat();
    let zip = [zip, directory, end].concat();
    let tar = tar.into_inner().expect("memory takes it");
    let text = text.into_bytes();
    vec![("mailbox", mailbox), ("text", text), ("gzip", gzip), ("tar", tar), ("zip", zip)]
}

/// A zip with one stored member, whose size is after its data and in the directory, which begins at the offset that is
/// returned. The directory is too far from the end of the file to be read with the record there.
fn zip_with_descriptor() -> (Vec<u8>, usize) {
    let line = |i: usize| format!("See http://{i}.example/.\n");
    let text = (0..400).map(line).collect::<String>();
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    let long = |length: usize| u32::try_from(length).expect("it is short").to_le_bytes();
    let (crc, length) = (crc.sum().to_le_bytes(), long(text.len()));
    let zip = [
        &b"PK\x03\x04\x14\0\x08\0\0\0\0\0\0\0"[..],
        &[0; 12],
        &[1, 0, 0, 0],
        b"a",
        text.as_bytes(),
        b"PK\x07\x08",
        &crc,
        &length,
        &length,
    ]
    .concat();
    let start = zip.len();
    let comment = vec![b' '; 0xF000];
    let entry = [
        &b"PK\x01\x02\x14\0\x14\0\x08\0\0\0\0\0\0\0"[..],
        &crc,
        &length,
        &length,
        &[1, 0, 0, 0, 0, 0xF0],
        &[0; 12],
        b"a",
        &comment,
    ]
    .concat();
    let end = [
        &b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..],
        &long(entry.len()),
        &long(start),
        &[0, 0xF0],
        &comment,
    ]
    .concat();
    ([zip, entry, end].concat(), start)
}

/// A store in which the bodies that are opened at the offset `at` fail or are empty.
#[derive(Debug)]
struct BodyFails {
    bytes: Vec<u8>,
    at: usize,
    is_empty: bool,
}

struct Reset;

impl Read for Reset {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("reset"))
    }
}

impl OpenSource for BodyFails {
    fn open(&self, _: &str, at: u64) -> io::Result<Box<dyn Read + '_>> {
        let at = usize::try_from(at).expect("it is short");
        Ok(match (at == self.at, self.is_empty) {
            (false, _) => Box::new(&self.bytes[at..]),
            (true, true) => Box::new(io::empty()),
            (true, false) => Box::new(Reset),
        })
    }

    fn length(&self, _: &str) -> io::Result<Option<u64>> {
        Ok(Some(self.bytes.len() as u64))
    }
}

#[test]
fn a_directory_of_a_zip_that_cannot_be_read_is_an_error_of_the_file() {
    let (bytes, start) = zip_with_descriptor();
    let (length, tail) = (bytes.len(), bytes.len() - 22 - 0xFFFF);
    let unsized_member = "stored without its size, so that its end cannot be found";
    // (the offset of the body, whether it is empty, the cause)
    let table = [
        (length, false, None),
        (tail, false, Some(format!("damaged at byte {tail}: reset"))),
        (tail, true, Some(format!("truncated at byte {tail}: {length} bytes were expected"))),
        (start, false, Some(format!("damaged at byte {start}: reset"))),
        (start, true, Some(format!("truncated at byte {start}: {length} bytes were expected"))),
    ];
    for (at, is_empty, cause) in table {
        let context = format!("{at} {is_empty}");
        let store = Arc::new(BodyFails { bytes: bytes.clone(), at, is_empty });
        let content = Content::Source(store);
        let scan = Scan::new(Extractor::new(), Threads::start(1).expect("a thread starts"));
        let size = length as u64;
        let lengths = Lengths { range: NonZeroU64::new(size).expect("it is not 0"), pack: 0 };
        let planner = Planner { lengths, input: InputKind::default(), probe: false };
        let listed = PackedFile::listed("store://x", size, "1").expect("it is a file");
        let line = planner.listing([Ok(listed)]).lines.into_iter().next().expect("it has one");
        let input = InputFile::new("store://x".into(), content.clone());
        let split = scan.split(&line, &content).expect("it is as planned");
        for jobs in [scan.inputs(iter::once(input)), split] {
            let (mut rows, mut unread) = (0, Vec::new());
            let add = |_: &UrlHit<'_>, rows: &mut Vec<()>| {
                rows.push(());
                1
            };
            for batch in scan.batches(jobs, add) {
                rows += batch.rows.len();
                let report = batch.report.into_iter().flat_map(|report| report.unread);
                unread.extend(report.map(|it| (it.member, it.cause)));
            }
            let is_read = cause.is_none();
            assert_eq!(rows, if is_read { 400 } else { 0 }, "{context}");
            let file = cause.iter().map(|cause| (None, cause.clone()));
            let member = (!is_read).then(|| (Some("a".to_owned()), unsized_member.to_owned()));
            let expected: Vec<_> = file.chain(member).collect();
            assert_eq!(unread.iter().take(2).cloned().collect::<Vec<_>>(), expected, "{context}");
        }
    }
}

#[test]
fn rows_are_those_of_the_whole_or_there_is_an_error() {
    for (name, bytes) in sources() {
        let store =
            |fault| Arc::new(Store { bytes: bytes.clone(), fault, reads: AtomicUsize::new(0) });
        let (whole, failed) = search(&store(None), Search::Whole, 1);
        assert!(whole.len() > 50 && !failed, "{name}");
        for by in SEARCHES {
            let undamaged = store(None);
            let found = search(&undamaged, by, 1);
            assert_eq!(found, (whole.clone(), false), "{name} {by:?}");
            let reads = undamaged.reads.load(Ordering::SeqCst);
            for fault in FAULTS {
                let mut reported = 0;
                let ends = (0..reads).filter(|&at| at < 4 || at + 4 >= reads || at % 29 == 0);
                for at in ends {
                    let threads = 1 + at % 2;
                    let (rows, failed) = search(&store(Some((fault, at))), by, threads);
                    let context = format!("{name} {by:?} {fault:?} at read {at} of {reads}");
                    assert!(failed || rows == whole, "{context}: {} rows", rows.len());
                    // No row is made up. At a lost beginning, messages may become texts.
                    assert!(rows.len() <= whole.len(), "{context}: {} rows", rows.len());
                    reported += usize::from(failed);
                }
                // An error of one read is lost only where the bytes are not needed, or are read again.
                let is_seen = fault == Fault::TooShort || reported > 0;
                assert!(is_seen, "{name} {by:?} {fault:?} is never reported");
            }
        }
    }
}
