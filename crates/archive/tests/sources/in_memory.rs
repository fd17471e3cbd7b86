//! Inputs that are no files: bytes in memory, and sources that the caller opens.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, iter};

use urlsift::Extractor;
use urlsift_archive::files::{Bounds, Codec, CodecChoice, Content, InputFile, OpenSource};
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::internal::PackedFile;
use urlsift_archive::mail::InputKind;
use urlsift_archive::plan::NotAsPlanned;
use urlsift_archive::plan::{Lengths, Planner, Split};
use urlsift_archive::{Jobs, Scan, Threads, UrlHit};

use crate::repository::root;

/// Sources in memory. Opening one at an offset reads nothing before it.
#[derive(Debug)]
struct Store(BTreeMap<String, Vec<u8>>);

impl OpenSource for Store {
    fn open(&self, name: &str, at: u64) -> io::Result<Box<dyn Read + '_>> {
        let bytes = self.0.get(name).ok_or(io::ErrorKind::NotFound)?;
        let start = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        Ok(Box::new(&bytes[start..]))
    }

    fn length(&self, name: &str) -> io::Result<Option<u64>> {
        let bytes = self.0.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Some(bytes.len() as u64))
    }
}

fn scan(threads: usize, bounds: Bounds) -> Scan {
    let threads = Threads::start(threads).expect("threads start");
    Scan::new(Extractor::new(), threads).bounds(bounds)
}

/// Returns the rows as text, and what could not be read.
fn run(scan: &Scan, jobs: Jobs<'_>) -> (Vec<String>, Vec<String>) {
    let (mut rows, mut unread) = (Vec::new(), Vec::new());
    let add = |hit: &UrlHit<'_>, rows: &mut Vec<String>| {
        rows.push(format!("{:?}", hit.row(&ALL_FIELDS)));
        rows.last().map_or(0, String::len)
    };
    for batch in scan.batches(jobs, add) {
        rows.extend(batch.rows);
        let reports = batch.report.into_iter().flat_map(|report| report.unread);
        unread.extend(reports.map(|unread| format!("{}: {}", unread.path(), unread.cause)));
    }
    (rows, unread)
}

/// Archives of the corpus, and one that is large enough to be cut for several threads.
fn store() -> (Arc<Store>, BTreeMap<String, PathBuf>) {
    let mut sources = BTreeMap::new();
    let mut paths = BTreeMap::new();
    for entry in fs::read_dir(root().join("corpus/archives")).expect("the corpus is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_file() {
            let name = format!("store://{}", path.file_name().unwrap_or_default().display());
            sources.insert(name.clone(), fs::read(&path).expect("it can be read"));
            paths.insert(name, path);
        }
    }
    assert!(sources.len() > 5, "{} archives are too few", sources.len());
    let shelf = sources["store://shelf.mbox"].clone();
    sources.insert("store://long.mbox".to_owned(), shelf.repeat((6 << 20) / shelf.len()));
    (Arc::new(Store(sources)), paths)
}

fn content(store: &Arc<Store>) -> Content {
    Content::Source(Arc::clone(store) as Arc<dyn OpenSource>)
}

/// The content of each file has the rows of the file, whether it is in memory or is opened, on one thread or several.
#[test]
fn content_has_the_rows_of_the_file() {
    let (store, paths) = store();
    let mut count = 0;
    for (name, path) in paths {
        let scan = scan(1, Bounds::default());
        let (rows, unread) = run(&scan, scan.paths(&[path]));
        count += rows.len();
        let source =
            |row: &String| row.split_once(r#""source":""#).map(|(_, rest)| rest.to_owned());
        let without_path = |row: &String| {
            let rest = source(row)?;
            rest.split_once('"').map(|(_, rest)| rest.to_owned())
        };
        let expected: Vec<_> = rows.iter().map(without_path).collect();
        let bytes = store.0[&name].clone();
        let contents = [
            Content::Bytes(bytes.into()),
            Content::Source(Arc::clone(&store) as Arc<dyn OpenSource>),
        ];
        for content in contents {
            for threads in [1, 3] {
                let scan = self::scan(threads, Bounds::default());
                let input = InputFile::new(name.clone().into(), content.clone());
                let found = run(&scan, scan.inputs(iter::once(input)));
                assert_eq!(
                    found.0.iter().map(without_path).collect::<Vec<_>>(),
                    expected,
                    "{name}"
                );
                assert_eq!(found.1.len(), unread.len(), "{name}: {:?}", found.1);
            }
        }
    }
    assert!(count > 100, "{count} rows are too few");
}

/// The splits of a listing, searched one by one, have the rows of the sources.
#[test]
fn splits_of_sources_have_the_rows_of_the_whole() {
    let (store, _) = store();
    let list = |(name, bytes): (&String, &Vec<u8>)| {
        Ok(PackedFile::listed(name, bytes.len() as u64, "1").expect("it has a name"))
    };
    let content = content(&store);
    let one = scan(1, Bounds::default());
    let whole = |name: &String| {
        let input = InputFile::new(name.into(), content.clone());
        run(&one, one.inputs(iter::once(input))).0
    };
    let expected: Vec<String> = store.0.keys().flat_map(whole).collect();
    for (range, pack, threads) in [(100_000, 0, 1), (5_000_000, 1 << 20, 3), (1 << 30, 1 << 30, 2)]
    {
        let range = NonZeroU64::new(range).expect("it is not 0");
        let lengths = Lengths { range, pack };
        let planner = Planner { lengths, input: InputKind::Auto, probe: true };
        let planned = planner.listing(store.0.iter().map(list));
        assert!(planned.unplanned.is_empty(), "{:?}", planned.unplanned);
        let scan = scan(threads, Bounds::default());
        let mut rows = Vec::new();
        for line in &planned.lines {
            let split = Split::read(&line.json()).expect("it is written as it is read");
            let jobs = scan.split(&split, &content).expect("it is as planned");
            rows.extend(run(&scan, jobs).0);
        }
        assert_eq!(rows.len(), expected.len(), "{range} {pack}");
        assert!(rows == expected, "{range} {pack}");
    }
}

/// The range from byte 0 of a source that cannot be cut has all of it, and other ranges have nothing.
#[test]
fn ranges_of_any_source_have_the_rows_of_the_whole() {
    let (store, _) = store();
    let scan = scan(1, Bounds::default());
    for (name, bytes) in &store.0 {
        let input = || {
            let content = Content::Source(Arc::clone(&store) as Arc<dyn OpenSource>);
            InputFile::new(name.into(), content)
        };
        let expected = run(&scan, scan.inputs(iter::once(input()))).0;
        let size = bytes.len() as u64;
        let mut rows = Vec::new();
        for start in (0..=size + 700_001).step_by(700_001) {
            let range = start..start + 700_001;
            rows.extend(run(&scan, scan.range(input(), range).expect("it is there")).0);
        }
        assert!(rows == expected, "{name}: {} and {} rows", rows.len(), expected.len());
    }
}

#[test]
fn a_source_that_is_not_as_planned_is_an_error() {
    let (store, _) = store();
    let content = content(&store);
    let scan = scan(1, Bounds::default());
    let error = |name: &str, size: u64| {
        let line = format!(
            r#"{{"path":"{name}","member":null,"codec":"unknown","start":0,"end":{size},"size":{size},"mtime":""}}"#
        );
        let split = Split::read(&line).expect("it is a split");
        scan.split(&split, &content).err().as_ref().map(NotAsPlanned::to_string)
    };
    let size = store.0["store://shelf.mbox"].len() as u64;
    assert_eq!(error("store://shelf.mbox", size), None);
    let changed = error("store://shelf.mbox", size + 1).expect("its size differs");
    assert!(changed.contains(&format!("its size is {size} and was {}", size + 1)), "{changed}");
    assert_eq!(error("store://gone", 3).as_deref(), Some("entity not found"));
}

#[test]
fn a_codec_can_be_chosen() {
    let text = b"see http://a.example/ ".repeat(3);
    let gzip = {
        use std::io::Write;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).and_then(|()| gzip.finish()).expect("memory takes it")
    };
    // (content, codec, number of rows, whether something was unread)
    let table = [
        (&gzip, CodecChoice::Auto, 3, false),
        (&gzip, CodecChoice::Only(Codec::Gzip), 3, false),
        (&gzip, CodecChoice::Stored, 0, true),
        (&gzip, CodecChoice::Only(Codec::Xz), 0, true),
        (&text, CodecChoice::Stored, 3, false),
        (&text, CodecChoice::Only(Codec::Gzip), 0, true),
    ];
    for (content, codec, count, is_unread) in table {
        let scan = scan(1, Bounds { codec, ..Bounds::default() });
        let input = InputFile::new("x".into(), Content::Bytes(content.as_slice().into()));
        let (rows, unread) = run(&scan, scan.inputs(iter::once(input)));
        assert_eq!((rows.len(), !unread.is_empty()), (count, is_unread), "{codec:?} {unread:?}");
    }
    // A mailbox that could be cut is damaged too, once, on any number of threads and in ranges and splits.
    let (store, _) = store();
    let (name, size) = ("store://long.mbox", store.0["store://long.mbox"].len() as u64);
    let content = content(&store);
    let input = || InputFile::new(name.into(), content.clone());
    for threads in [1, 3] {
        let bounds = Bounds { codec: CodecChoice::Only(Codec::Zstd), ..Bounds::default() };
        let scan = scan(threads, bounds);
        let whole = run(&scan, scan.inputs(iter::once(input())));
        assert_eq!((whole.0.len(), whole.1.len()), (0, 1), "{threads}: {:?}", whole.1);
        let mut in_ranges = Vec::new();
        for range in [0..size / 2, size / 2..size] {
            let jobs = scan.range(input(), range).expect("it is there");
            in_ranges.extend(run(&scan, jobs).1);
        }
        assert_eq!(in_ranges, whole.1, "{threads}");
        let lengths = Lengths { range: NonZeroU64::new(size / 3).expect("it is not 0"), pack: 0 };
        for codec in [r#""unknown""#, "null"] {
            let planner = Planner { lengths, input: InputKind::Auto, probe: true };
            let listed = PackedFile::listed(name, size, "1").expect("it has a name");
            let mut in_splits = Vec::new();
            for line in planner.listing([Ok(listed)]).lines {
                let line = line.json().replace(r#""unknown""#, codec);
                let split = Split::read(&line).expect("it is a split");
                let jobs = scan.split(&split, &content).expect("it is as planned");
                in_splits.extend(run(&scan, jobs).1);
            }
            assert_eq!(in_splits, whole.1, "{threads} {codec}");
        }
    }
}
