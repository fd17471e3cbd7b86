//! Runs over real files give the same results in the same order, on one thread and on many, even after errors.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, panic, process, thread};

use crate::cut::Limits;
use crate::mail::InputKind;

use super::*;
use crate::files::bounds;
use crate::files::codec::CodecChoice;
use crate::files::file_outcomes::ReadCounts;
use crate::files::input::walk_entries;
use crate::run::jobs;
use crate::threads::Threads;

const BOUNDS: Bounds = Bounds {
    limits: Limits { window: bounds::WINDOW_BYTES, message: 64 << 20 },
    member: u64::MAX,
    codec_threads: 1,
    input: InputKind::Auto,
    codec: CodecChoice::Auto,
    attachments: false,
};

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("urlsift-batches-{name}-{}", process::id()));
        fs::create_dir_all(&path).expect("it can be made");
        Folder(path)
    }

    fn add(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).expect("it can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The folder may be gone already.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Makes an mbox of `count` numbered messages, each with about `bytes` bytes of filler.
fn mbox(name: usize, count: usize, bytes: usize) -> String {
    let filler = format!("{}\n", "x".repeat(70)).repeat(bytes / 71);
    let message = |i| format!("From a Mon\nSubject: {name}.{i}\n\n{filler}\n");
    (0..count).map(message).collect::<Vec<_>>().concat()
}

fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish()).expect("memory takes it")
}

/// Makes a zip with `count` stored members, every third one binary.
fn zip(count: usize) -> Vec<u8> {
    let member = |i: usize| {
        let name = format!("member{i}");
        let content =
            if i.is_multiple_of(3) { b"\0\x01\x02".repeat(9000) } else { mbox(i, 30, 700).into() };
        let mut crc = flate2::Crc::new();
        crc.update(&content);
        let length = u32::try_from(content.len()).expect("it is short").to_le_bytes();
        // Signature, version, flags, method, time and date, checksum and lengths.
        let header = [&b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"[..], &crc.sum().to_le_bytes()].concat();
        let name_length = u16::try_from(name.len()).expect("it is short").to_le_bytes();
        [&header[..], &length, &length, &name_length, &[0, 0], name.as_bytes(), &content].concat()
    };
    let end = b"PK\x05\x06".iter().chain(&[0; 18]).copied();
    (0..count).flat_map(member).chain(end).collect()
}

/// Makes a folder with small files, mailboxes that are cut, one with long messages, compressed and damaged
/// files.
fn shelf(name: &str) -> Folder {
    let folder = Folder::new(name);
    for i in 0..300 {
        folder.add(&format!("a{i:03}"), mbox(i, 1 + i % 3, 100));
    }
    for i in 0..6 {
        folder.add(&format!("b{i}.gz"), gzip(&mbox(1000 + i, 500, i * 300)));
    }
    folder.add("a299.gz", &gzip(&mbox(900, 50, 100))[..180]);
    folder.add("c", mbox(2000, 1500, 3000));
    folder.add("c.zip", zip(250));
    folder.add("d", mbox(3000, 5, 1 << 20));
    folder.add("e.gz", &gzip(&mbox(4000, 50, 100))[..200]);
    folder
}

/// Returns batches of the subjects of the messages. Calls `before_search` before each search.
fn batches(
    paths: &[PathBuf],
    threads: usize,
    before_search: impl Fn() + Send + Sync + 'static,
) -> Batches<'static, Vec<String>> {
    let jobs = jobs::of_entries(walk_entries(paths), Bounds::default(), threads > 1);
    let threads = Threads::start(threads).expect("threads start");
    let find = move |window: &Window, collector: &mut Collector<'_, Vec<String>>| {
        before_search();
        for item in window.items() {
            let text = String::from_utf8_lossy(item.bytes());
            let subject = text.lines().find(|it| it.starts_with("Subject")).unwrap_or_default();
            collector.add(|batch| {
                batch.rows.push(subject.to_owned());
                item.bytes().len()
            });
        }
    };
    Batches::new(jobs, threads.lend(), BOUNDS, Box::new(find))
}

/// Returns the subjects of the messages, with the warnings between them. Calls `each` for each batch.
fn run(paths: &[PathBuf], threads: usize, each: impl Fn()) -> Vec<String> {
    let (mut all, mut reads) = (Vec::new(), ReadCounts::default());
    for batch in batches(paths, threads, || ()) {
        each();
        all.extend(batch.rows);
        if let Some(report) = batch.report {
            reads += report.reads;
            all.extend(report.unread.into_iter().map(|unread| unread.cause));
        }
    }
    all.push(format!("{reads:?}"));
    all
}

#[test]
fn any_number_of_threads_gives_the_same_results_in_the_same_order() {
    let shelf = shelf("order");
    let paths = [shelf.0.clone()];
    let expected = run(&paths, 1, || ());
    assert!(expected.len() > 5_000 && expected.iter().any(|it| it.contains("too early")));
    for threads in [2, 3, 16] {
        let found = run(&paths, threads, || ());
        let first = found.iter().zip(&expected).find(|(found, expected)| found != expected);
        assert_eq!((first, found.len()), (None, expected.len()), "{threads} threads");
    }
    // Batches that are taken slowly fill the room, so jobs wait.
    let slow = || thread::sleep(Duration::from_millis(2));
    assert!(run(&paths, 4, slow) == expected);
}

/// The run must also end while one of several threads waits for a silent pipe, which is the first file.
#[test]
fn a_panic_in_a_search_ends_the_run() {
    let shelf = shelf("panic");
    let pipe = silent_pipe(&shelf.0.join("pipe"));
    let mut paths = vec![shelf.0.clone()];
    for several in [&[1, 2, 4][..], &[2, 4]] {
        for &threads in several {
            let mut batches = batches(&paths, threads, || panic!("this one"));
            let next = panic::AssertUnwindSafe(|| batches.next().is_some());
            let payload = panic::catch_unwind(next).expect_err("it panics");
            assert_eq!(payload.downcast_ref(), Some(&"this one"), "{threads} threads");
            assert!(batches.next().is_none(), "{threads} threads");
        }
        let Some(pipe) = &pipe else { return };
        paths.insert(0, pipe.clone());
    }
}

/// Makes a pipe that no program writes to, or returns `None` if the system has none.
fn silent_pipe(path: &Path) -> Option<PathBuf> {
    let made = process::Command::new("mkfifo").arg(path).status();
    if made.is_ok_and(|status| status.success()) {
        return Some(path.to_owned());
    }
    println!("skipped: no pipe could be made");
    None
}

#[test]
fn fewer_threads_are_used_if_the_system_starts_no_more() {
    // (threads wanted, threads that can be had, threads used)
    for (wanted, most, used) in [(8, 8, 8), (8, 5, 4), (7, 3, 3), (8, 1, 1), (8, 0, 0), (1, 0, 0)] {
        let start = |threads: usize| if threads <= most { Ok(threads) } else { Err(()) };
        let started = crate::threads::most_threads(wanted, start);
        assert_eq!(started.unwrap_or(0), used, "{wanted} {most}");
    }
}
