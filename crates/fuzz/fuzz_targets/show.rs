//! Shows URLs of files of all kinds as `urlsift show` does.
//!
//! The target checks:
//!
//! - Every row that a search of a file finds can be shown, and so can the place that `scan -H` prints.
//! - Any other place is shown, or refused.
//! - No character is unsafe on a terminal, and the memory for a place is limited by the length of the file.
//!
//! The file is in a folder for temporary files. Warnings go to standard error, so close it with `-close_fd_mask=2`.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use urlsift_fuzz::Rest;
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::mail::LINES;
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::pack::Pack;
use urlsift_fuzz::program::read;
use urlsift_fuzz::shower::{Shown, show};

/// The most bytes of memory for each byte of a file: its window is searched, and URLs of a message are described.
const FILE_BYTES: usize = 256;

/// The most bytes that a member expands to in this target, and the memory for it.
const MAX_EXPANDED_BYTES: u64 = 1 << 22;

/// The most rows that are shown.
const MAX_ROWS: usize = 4;

#[derive(Arbitrary, Debug)]
struct Input {
    columns: u8,
    is_colored: bool,
    first: u8,
    places: Vec<Place>,
    file: File,
}

#[derive(Arbitrary, Debug)]
enum File {
    Pack(Pack),
    Grown(Rest),
}

#[derive(Arbitrary, Debug)]
enum Place {
    Offset(u16),
    Part(u16, u16),
    Member(u8, u16),
    /// Tokens of places and of rows.
    Tokens(Vec<u8>),
}

const TOKENS: &[&str] = &[
    ":",
    "0",
    "1",
    "23",
    "+",
    "-",
    "a",
    "http://a.example/",
    "{",
    "}",
    "\"",
    ",",
    "\"source\":\"a\"",
    "\"start\":4",
    "\"member\":\"m1\"",
    "\"member_index\":0",
    "\"offset_in\":\"part\"",
    "\"part_offset\":9",
    "\"part\":\"1\"",
    "\"url\":\"http://a.example/\"",
    "\"form\":\"angle\"",
    "99999999999999999999",
    "\n",
    "é",
    "null",
];

static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    std::env::temp_dir().join(format!("urlsift-fuzz-show-{}", std::process::id()))
});

fuzz_target!(|input: Input| {
    let bytes = match &input.file {
        File::Pack(pack) => pack.bytes(),
        File::Grown(Rest(bytes)) => grown(LINES, bytes),
    };
    let all = read(&bytes, 1 << 20, 1 << 26, MAX_EXPANDED_BYTES);
    // `show` reads members of any length.
    if all.unread.iter().any(|cause| cause.contains("raise")) {
        return;
    }
    fs::write(&*FILE, &bytes).expect("the folder is writable");
    let columns = 40 + usize::from(input.columns) % 121;
    let expanded = bytes.len() + all.searched;
    let at = |place: &str| {
        limited(FILE_BYTES, expanded, || show(place, &FILE, columns, input.is_colored))
    };
    let first = usize::from(input.first).min(all.rows.len().saturating_sub(1));
    for row in all.rows.iter().skip(first).take(MAX_ROWS) {
        let shown = at(row);
        assert!(matches!(shown, Shown::Url(_)), "{shown:?} {row}");
        let value: Value = serde_json::from_str(row).expect("a row is JSON");
        // A member may be named as another one, and its name may look like a place.
        if value["member"].is_null() {
            let part = match &value["offset_in"] {
                Value::String(of) if of == "part" => format!("{}+", value["part_offset"]),
                _ => String::new(),
            };
            let place =
                format!("-:{part}{}:{}", value["start"], value["url"].as_str().unwrap_or_default());
            let shown = at(&place);
            assert!(matches!(shown, Shown::Url(_)), "{shown:?} {place}");
        }
    }
    for place in input.places.iter().take(MAX_ROWS) {
        at(&match place {
            Place::Offset(at) => format!("-:{at}"),
            Place::Part(part, at) => format!("-:{part}+{at}"),
            Place::Member(member, at) => format!("-:m{member}:{at}"),
            Place::Tokens(tokens) => {
                tokens.iter().map(|token| TOKENS[*token as usize % TOKENS.len()]).collect()
            }
        });
    }
});
