//! Writes reports of rows, and of archives.
//!
//! The target checks:
//!
//! - A page has no markup of a row, and no text of it leaves an attribute.
//! - A line that is not a row does not end the reading of others.
//! - Memory and the page are limited by the length of the rows.
//!
//! The files are in a folder for temporary files. Warnings go to standard error, so close it with `-close_fd_mask=2`.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde_json::json;
use urlsift_fuzz::Rest;
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::mail::{Damage, Source};
use urlsift_fuzz::memory::limited;
use urlsift_fuzz::program::{read, run};

/// The most bytes of memory for each byte of a file.
const FILE_BYTES: usize = 128;

/// The most bytes of a page for each byte of a file, and of a page without rows.
const PAGE_BYTES: usize = 256;
const EMPTY_PAGE_BYTES: usize = 1 << 19;

/// Markup that a page never has.
const MARKUP: &str = "<x-mark";

/// Values of fields.
const VALUES: &[&str] = &[
    "",
    "http://a.example/",
    "HTTP://B.example:80/x?y#z",
    "mailto:c@d.example",
    "angle",
    "bare",
    "unknown",
    "1998-03-01T12:00:00Z",
    "1998-02-30T12:00:00+25:00",
    "9999-12-31T23:59:60-00:00",
    "0000",
    "<x-mark>",
    "\"><x-mark>",
    "'<x-mark ",
    "&lt;x-mark",
    "</script><x-mark>",
    "\u{202e}\u{1b}[2J",
    "e\u{301}",
    "\0",
    "a.example",
    "127.0.0.1",
    "xn--9ca",
    "domain",
    "hyphen",
    "dropped",
    "certain",
    "rfc3986",
    "utf-8",
    "host_cut_by_seam",
    "text_names_other_host",
    "mixed_scripts",
];

/// Tokens of lines.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\n",
    "\\u0000",
    "\\ud800",
    "null",
    "1",
    "1e999",
    "{\"url\":\"http://a.example/",
    "\"}\n",
    "\",\"form\":\"angle",
    "\",\"date\":\"19",
    "98-03-01T12:00:00Z",
    "\",\"host\":\"a",
    ".example",
    "\",\"subject\":\"<x-mark>",
    "\",\"notes\":[\"a",
    "\"],\"list\":\"b",
    "\",\"count\":\"1",
    "\u{FEFF}",
    "é",
];

#[derive(Arbitrary, Debug)]
struct Input {
    damage: Vec<Damage>,
    file: File,
}

#[derive(Arbitrary, Debug)]
enum File {
    /// Rows of values, each written this many times with a number in its URL and its host.
    Values(Vec<(u8, [u8; 10])>),
    /// The rows of a source.
    Rows(Source),
    /// Tokens of lines.
    Grown(Rest),
    Source(Source),
}

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("urlsift-fuzz-report-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
});

fuzz_target!(|input: Input| {
    let (mut bytes, is_whole) = match &input.file {
        File::Values(rows) => (values(rows), !rows.is_empty()),
        File::Rows(source) => {
            (read(&source.bytes(), 1 << 20, 1 << 26, 1 << 22).rows.concat().into_bytes(), false)
        }
        File::Grown(Rest(bytes)) => (grown(TOKENS, bytes), false),
        File::Source(source) => (source.bytes(), false),
    };
    input.damage.iter().for_each(|damage| damage.apply(&mut bytes));
    let path = |name: &str| FOLDER.join(name).to_str().expect("the path is UTF-8").to_owned();
    let (rows, page) = (path("rows"), path("page"));
    fs::write(&rows, &bytes).expect("the folder is writable");
    let _ = fs::remove_file(&page);
    let status =
        limited(FILE_BYTES, bytes.len(), || run(&["report", "-j", "1", "-o", &page, &rows]));
    if is_whole && input.damage.is_empty() {
        assert_eq!(status, Ok(0));
    }
    let Ok(page) = fs::read_to_string(&page) else {
        // A run that fails writes nothing.
        return assert!(status.is_err(), "{status:?}");
    };
    assert!(!page.contains(MARKUP), "{page}");
    assert!(page.ends_with("</html>\n"));
    assert!(
        page.len() <= EMPTY_PAGE_BYTES + PAGE_BYTES * bytes.len(),
        "{} of {}",
        page.len(),
        bytes.len()
    );
    let is_bad = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!page.contains(is_bad), "{page:?}");
});

fn values(rows: &[(u8, [u8; 10])]) -> Vec<u8> {
    let mut lines = Vec::new();
    for (count, values) in rows.iter().take(64) {
        let value = |at: usize| VALUES[values[at] as usize % VALUES.len()];
        for number in 0..1 << (count & 7) {
            let row = json!({
                "url": format!("{}{number}", value(0)),
                "form": value(1),
                "source": value(2),
                "date": value(3),
                "subject": value(4),
                "charset": value(5),
                "list": value(6),
                "groups": [value(6)],
                "from_domain": value(9),
                "message_offset": number,
                "part_offset": 0,
                "start": number,
                "offset_in": value(1),
                "quoted": number & 1 == 1,
                "in_signature": number & 2 == 2,
                "doubts": [{ "kind": value(7), "chosen": value(8), "ground": "x" }],
                "joined": null,
                "member": null,
                "grammars": [value(8)],
                "host": format!("{number}{}", value(9)),
                "host_kind": value(1),
                "notes": [value(9)],
            });
            lines.extend_from_slice(row.to_string().as_bytes());
            lines.push(b'\n');
        }
    }
    lines
}
