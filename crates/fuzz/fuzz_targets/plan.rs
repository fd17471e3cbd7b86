//! Makes plans of listings, and reads plans.
//!
//! The first byte selects how the rest becomes a listing or a plan, the next two the lengths of splits. The target checks:
//!
//! - Each line of a listing is planned, or reported.
//! - The splits of a file cover it once, and have the path, size and time of the listing.
//! - A line of a plan that is read and written again is the same split, with the same id.
//! - Memory is limited by the length of the listing and the number of splits.

#![no_main]

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use urlsift::archive::InputKind;
use urlsift::scan::files::Unopened;
use urlsift::scan::plan::{Lengths, PackedFile, PlanLine, Planned, Planner, in_input_order};
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::memory::limited;

/// The most bytes of memory for each byte of a listing, beyond what its splits take.
const LISTING_BYTES: usize = 96;

/// The most bytes of memory for a split, without its path and time.
const SPLIT_BYTES: usize = 512;

/// The most splits of a plan that are looked at.
const MAX_SPLITS: u64 = 1 << 14;

/// Tokens of listings and plans.
const TOKENS: &[&str] = &[
    "\n",
    "\t",
    "a",
    "b/c.mbox",
    "s3://d/e.gz",
    "-",
    "0",
    "1",
    "7",
    "4096",
    "1099511627776",
    "18446744073709551615",
    "1.5",
    "1.000000000",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "{\"path\":\"a",
    "\",\"size\":",
    ",\"mtime\":",
    "\"uri\":",
    "\"version\":",
    "\"e\u{301}\"",
    "\\u202e",
    "null",
    "true",
    "a\t9\t1\n",
    "b.zst\t99999\t2.5\n",
    "{\"path\":\"c\",\"size\":3,\"mtime\":7}\n",
    "{\"path\":\"d\",\"member\":null,\"codec\":null,\"start\":0,\"end\":5,\"size\":5,\"mtime\":\"1.000000000\"}\n",
    "{\"files\":[{\"path\":\"e\",\"size\":3,\"mtime\":\"1.000000000\"}],\"order\":2}\n",
    "\"codec\":\"unknown\"",
    "\"codec\":\"gzip\"",
    "\"start\":",
    "\"end\":",
    "\"order\":",
    "\"input\":\"mail\"",
    "\"files\":[",
    "\r\n",
    "\u{FEFF}",
    "\0",
];

fuzz_target!(|data: &[u8]| {
    let [option, range, pack, rest @ ..] = data else { return };
    let text = if option & 1 == 1 { rest.to_vec() } else { grown(TOKENS, rest) };
    let lengths = Lengths {
        range: NonZeroU64::new(1 << (range & 63)).expect("it is a power of two"),
        pack: u64::from(*pack) << (range >> 6 << 3),
    };
    let input = [InputKind::Auto, InputKind::Mail, InputKind::Text][(option >> 1) as usize % 3];
    check_listing(&text, Planner { lengths, input, probe: false });
    check_plan(&String::from_utf8_lossy(&text));
});

fn check_listing(listing: &[u8], planner: Planner) {
    let lines =
        || listing.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let mut files: HashMap<String, PackedFile> = HashMap::new();
    let (mut given, mut splits, mut path_bytes) = (0, 0, 0);
    for line in lines() {
        given += 1;
        let Ok(file) = PackedFile::of_line(line) else { continue };
        let count = file.size.div_ceil(planner.lengths.range.get()).min(1 << 20);
        if !files.contains_key(&file.path) {
            splits += count;
            path_bytes += count * (file.path.len() + file.mtime.len()) as u64;
            files.insert(file.path.clone(), file);
        }
    }
    if splits > MAX_SPLITS || path_bytes > 1 << 24 {
        return;
    }
    let most = usize::try_from(path_bytes * 4).expect("it was compared")
        + usize::try_from(splits).expect("it was compared") * SPLIT_BYTES;
    let Planned { lines: planned, unplanned, .. } =
        limited(LISTING_BYTES, listing.len() + most / LISTING_BYTES, || {
            planner.listing(lines().map(|line| {
                PackedFile::of_line(line)
                    .map_err(|error| Unopened { path: PathBuf::new(), cause: error.to_string() })
            }))
        });
    let in_order = in_input_order(&planned, "x").expect("a plan has an order");
    let mut ends: HashMap<&str, u64> = HashMap::new();
    for line in in_order {
        let json = line.json();
        assert!(json.is_ascii(), "{json}");
        assert_eq!(PlanLine::read(&json).as_ref(), Ok(line), "{json}");
        for range in line.split.ranges() {
            let file = &files[range.path];
            assert_eq!((range.size, range.mtime), (file.size, &*file.mtime));
            let end = ends.entry(range.path).or_default();
            assert_eq!(*end, range.range.start, "{json}");
            *end = range.range.end;
        }
    }
    assert!(ends.iter().all(|(path, end)| files[*path].size == *end), "{ends:?}");
    assert_eq!(ends.len() + unplanned.len(), given);
}

fn check_plan(plan: &str) {
    let Ok(lines) = PlanLine::read_all(plan, "x") else { return };
    for line in &lines {
        let again = PlanLine::read(&line.json()).expect("it was written");
        assert_eq!((&again, again.split.id()), (line, line.split.id()));
        assert!(line.split.ranges().iter().all(|range| range.range.end <= range.size));
    }
    if let Ok(sorted) = in_input_order(&lines, "x") {
        assert_eq!(sorted.len(), lines.len());
    }
}
