//! Tests of files whose first separator is damaged, lost, or preceded by something else (A1, A7).

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::program::{Folder, text, urlsift};

/// A row without its offsets: URL, date, subject, part and encoding.
type Facts = Vec<Value>;

/// Returns the rows of `output`, each with the offset of its message.
fn rows(output: &[u8]) -> Vec<(Option<u64>, Facts)> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let facts = ["url", "date", "subject", "message_id", "part", "encoding"];
        (row["message_offset"].as_u64(), facts.map(|it| row[it].clone()).into())
    };
    text(output).lines().map(row).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes everything")
}

/// Replaces the file's name in `output` by `x`, and removes the text after an error's first line.
fn named(output: &[u8], path: &str) -> String {
    text(output).replace(path, "x").replace("(standard input)", "x").replace("\"-\"", "\"x\"")
}

/// Changes the beginning of a file.
type Change = fn(&[u8]) -> Vec<u8>;

/// The changes, and whether each is reported as damage.
const CHANGES: &[(&str, Change, bool)] = &[
    ("a flipped bit", |file| [&[file[0] ^ 1], &file[1..]].concat(), true),
    ("another byte", |file| [&file[..3], b"\xFF", &file[4..]].concat(), true),
    ("a line within the separator", |file| [&file[..7], b"\n", &file[7..]].concat(), true),
    ("a line after the separator", |file| after_line(file, |at| (at, at), b"junk\n"), true),
    ("an empty line after the separator", |file| after_line(file, |at| (at, at), b"\n"), true),
    ("a lost separator", |file| after_line(file, |at| (0, at), b""), true),
    ("a beginning cut in the first field", |file| after_line(file, |at| (0, at + 3), b""), true),
    ("NULs", |file| [&[0; 9000], file].concat(), true),
    ("NULs instead of the separator", |file| after_line(file, |at| (0, at), &[0; 40]), true),
    ("a line", |file| [b"junk\n", file].concat(), false),
    ("empty lines", |file| [b"\n\r\n", file].concat(), false),
    ("a byte order mark", |file| [b"\xEF\xBB\xBF", file].concat(), false),
    ("a mark and an empty line", |file| [b"\xEF\xBB\xBF\n", file].concat(), false),
    (
        "an introduction",
        |file| [b"These are all the messages\nposted so far.\n\n", file].concat(),
        false,
    ),
];

/// Replaces the range that `range` makes of the offset of the second line by `text`.
fn after_line(file: &[u8], range: fn(usize) -> (usize, usize), text: &[u8]) -> Vec<u8> {
    let line = file.iter().position(|&byte| byte == b'\n').expect("a separator is a line") + 1;
    let (start, end) = range(line);
    [&file[..start], text, &file[end..]].concat()
}

#[test]
fn messages_after_the_first_are_unchanged_by_what_is_before_them() {
    let folder = Folder::new("fronts");
    for archive in ["shelf.mbox", "blocks.mbox", "batch.rnews", "list.log"] {
        let path = format!("{}/corpus/archives/{archive}", env!("CARGO_MANIFEST_DIR"));
        let whole = fs::read(path).expect("the archive is readable");
        let scan = |path: &str| urlsift(&["scan", "--format", "jsonl", path], b"");
        let expected: Vec<_> = rows(&scan(&folder.file("whole", &whole)).stdout)
            .into_iter()
            .filter_map(|(at, row)| Some((at.filter(|&at| at > 0)?, row)))
            .collect();
        assert!(expected.len() > 1, "{archive}");
        for (change, make, is_damage) in CHANGES {
            let tried = format!("{archive}, {change}");
            let changed = make(&whole);
            let plain = folder.file("plain", &changed);
            let output = scan(&plain);
            let shifted: Vec<_> = expected
                .iter()
                .map(|(at, row)| {
                    (Some(at + changed.len() as u64 - whole.len() as u64), row.clone())
                })
                .collect();
            let found = rows(&output.stdout);
            assert_eq!(found[found.len() - expected.len()..], shifted, "{tried}");
            let report = "the first separator of messages that is intact is at byte";
            assert_eq!(text(&output.stderr).contains(report), *is_damage, "{tried}");
            assert_eq!(output.status.code(), Some(if *is_damage { 2 } else { 0 }), "{tried}");
            // Compressed and from a pipe, the rows are the same.
            let packed = folder.file("packed.gz", &gzip(&changed));
            let stdout = named(&output.stdout, &plain);
            assert_eq!(named(&scan(&packed).stdout, &packed), stdout, "{tried}, compressed");
            let piped = urlsift(&["scan", "--format", "jsonl"], &changed);
            assert_eq!(named(&piped.stdout, &plain), stdout, "{tried}, from a pipe");
            assert_eq!(piped.status, output.status, "{tried}, from a pipe");
            // So they are in splits, and the damage is reported by one of them.
            let plan = urlsift(&["plan", "--split-bytes", "700", &plain], b"");
            let splits = folder.file("plan", &plan.stdout);
            let split =
                urlsift(&["scan", "--format", "jsonl", "--split", &format!("@{splits}")], b"");
            assert_eq!(named(&split.stdout, &plain), stdout, "{tried}, in splits");
            assert_eq!(
                text(&split.stderr).matches(report).count(),
                usize::from(*is_damage),
                "{tried}"
            );
        }
    }
}

/// A file of 5 MB is cut into ranges for several threads.
#[test]
fn ranges_of_a_large_file_have_the_rows_of_the_whole() {
    let message = |i: usize| {
        format!(
            "From a@b.example Mon Jan  1 00:00:00 2001\nFrom: a@b.example\nDate: x\n\nhttp://a.example/{i}\n{}\n\n",
            "text\n".repeat(200)
        )
    };
    let mbox: String = (0..5000).map(message).collect();
    let broken = "X".to_owned() + &mbox[1..];
    let path = Folder::new("fronts-large");
    let path = path.file("x", broken.as_bytes());
    let scan = |threads| urlsift(&["scan", "--format", "jsonl", "-j", threads, &path], b"");
    let (one, eight) = (scan("1"), scan("8"));
    assert_eq!(rows(&one.stdout).len(), 5000);
    assert!(one.stdout == eight.stdout, "the rows differ");
    assert_eq!(text(&one.stderr), text(&eight.stderr));
    assert_eq!(eight.status.code(), Some(2));
}
