//! Tests of compressed files and archives of files, intact and damaged (A1, A7).

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::packs::is_packed;
use crate::program::{Folder, text, urlsift};
use crate::repository::report_skipped;
use crate::repository::root;

fn corpus(path: &str) -> String {
    format!("{}/corpus/{path}", root().display())
}

fn bytes_of(archive: &str) -> Vec<u8> {
    fs::read(corpus(&format!("archives/{archive}"))).expect("the archive is readable")
}

/// Formats rows like the lists in `corpus/archives.expected`: the member, if there is one, and the URL.
fn list(output: &[u8]) -> String {
    let line = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let url = row["url"].as_str().expect("the field is a string");
        row["member"].as_str().map_or_else(|| format!("{url}\n"), |it| format!("{it} {url}\n"))
    };
    text(output).lines().map(line).collect()
}

#[test]
fn every_packed_archive_has_the_expected_urls() {
    let mut count = 0;
    for entry in fs::read_dir(corpus("archives")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        if !is_packed(&path) {
            continue;
        }
        let name = path.with_extension("txt");
        let name = name.file_name().and_then(|it| it.to_str()).expect("its name is UTF-8");
        let expected = fs::read_to_string(corpus(&format!("archives.expected/{name}")));
        let expected = expected.unwrap_or_else(|error| panic!("{name}: {error}"));
        let path = path.display().to_string();
        let output = urlsift(&["scan", "--format", "jsonl", &path], b"");
        assert_eq!(list(&output.stdout), expected, "{path}");
        assert_eq!(text(&output.stderr), "", "{path}");
        assert_eq!(output.status.code(), Some(0), "{path}");
        // From a pipe the result is the same.
        let bytes = fs::read(&path).expect("the archive is readable");
        let piped = urlsift(&["scan", "--format", "jsonl"], &bytes);
        assert_eq!(list(&piped.stdout), expected, "{path}");
        count += 1;
    }
    assert!(count >= 8, "only {count} archives");
}

/// The rows of a mailbox do not depend on its compression, except for the source.
#[test]
fn rows_do_not_depend_on_the_compression() {
    let rows = |archive: &str, threads: &str| {
        let path = format!("corpus/archives/{archive}");
        let output = urlsift(&["scan", "--format", "jsonl", "-j", threads, &path], b"");
        text(&output.stdout).replace(&path, "-")
    };
    let member = |rows: &str, name: &str| -> String {
        let line = |line: &&str| line.contains(&format!("\"member\":\"{name}\""));
        let null = |line: &str| {
            // The member and its number.
            let at = line.find("\"member\"").expect("each row has the field");
            let end = line.find(",\"message_offset\"").expect("each row has the field");
            let null = "\"member\":null,\"member_index\":null";
            [&line[..at], null, &line[end..]].concat()
        };
        rows.lines().filter(line).map(|line| null(line) + "\n").collect()
    };
    let expected = member(&rows("few.tar", "1"), "few.mbox");
    assert_eq!(expected.lines().count(), 4);
    for archive in ["few.mbox.gz", "few.mbox.bz2", "few.mbox.xz", "few.mbox.zst", "few.mbox.Z"] {
        assert_eq!(rows(archive, "1"), expected, "{archive}");
        assert_eq!(rows(archive, "8"), expected, "{archive}");
    }
    for archive in ["few.tar", "few.tar.xz", "pack.zip"] {
        for name in ["few.mbox", "lists/few.mbox.gz"] {
            assert_eq!(member(&rows(archive, "8"), name), expected, "{archive}");
        }
    }
}

/// A change to an archive.
enum Harm {
    /// Removes this number of bytes from the end.
    Cut(usize),
    /// Flips the lowest bit of the byte at this place, counted from the end.
    Turn(usize),
    /// Appends this text.
    Add(&'static [u8]),
}

/// The intact part is searched first, then the damage is reported with its place and cause.
#[test]
#[expect(clippy::too_many_lines, reason = "most of it is a table")]
fn damage_is_reported_after_the_intact_rows() {
    // Columns: archive, harm, number of URLs that are left, start of each message.
    let table: &[(&str, Harm, usize, &[&str])] = &[
        (
            "few.mbox.gz",
            Harm::Cut(20),
            3,
            &["@: damaged at byte 505: the compressed data ends too early"],
        ),
        (
            "few.mbox.gz",
            Harm::Turn(6),
            4,
            &[
                "@: damaged at byte 535: deflate: incorrect data check; rows in the 303 bytes before it may be wrong",
            ],
        ),
        (
            "few.mbox.gz",
            Harm::Add(b"more"),
            4,
            &["@: damaged at byte 535: deflate: incorrect header check"],
        ),
        (
            "few.mbox.bz2",
            Harm::Cut(20),
            1,
            &["@: damaged at byte 232: the compressed data ends too early"],
        ),
        (
            "few.mbox.bz2",
            Harm::Turn(4),
            4,
            &[
                "@: damaged at byte 535: bzip2: invalid data; rows in the 303 bytes before it may be wrong",
            ],
        ),
        (
            "few.mbox.xz",
            Harm::Cut(100),
            3,
            &["@: damaged at byte 393: the compressed data ends too early"],
        ),
        (
            "few.mbox.xz",
            Harm::Turn(60),
            3,
            &[
                "@: damaged at byte 535: lzma data error; rows in the 303 bytes before it may be wrong",
            ],
        ),
        ("few.mbox.zst", Harm::Cut(20), 1, &["@: damaged at byte 232: incomplete frame"]),
        (
            "few.mbox.zst",
            Harm::Add(b"more"),
            4,
            &["@: damaged at byte 535: Unknown frame descriptor"],
        ),
        (
            "few.mbox.zst",
            Harm::Turn(1),
            4,
            &[
                "@: damaged at byte 535: Restored data doesn't match checksum; rows in the 535 bytes before it may be wrong",
            ],
        ),
        (
            "few.tar",
            Harm::Cut(2400),
            5,
            &[
                "@:lists/few.mbox.gz: truncated at byte 232: 349 bytes of stored data were expected; the rest of the archive is not read",
            ],
        ),
        // Cut between two members, and after the last one.
        (
            "few.tar",
            Harm::Cut(2048),
            8,
            &["@: damaged at byte 3072: the tar ends without its last blocks"],
        ),
        (
            "few.tar",
            Harm::Cut(1024),
            9,
            &["@: damaged at byte 4096: the tar ends without its last blocks"],
        ),
        (
            "few.tar.xz",
            Harm::Cut(300),
            5,
            &[
                "@:lists/few.mbox.gz: damaged at byte 159: the compressed data ends too early; the rest of the archive is not read",
            ],
        ),
        (
            "pack.zip",
            Harm::Cut(600),
            4,
            &[
                "@:lists/few.mbox.gz: truncated at byte 126: 349 bytes of stored data were expected; the rest of the archive is not read",
            ],
        ),
        (
            "piped.zip",
            Harm::Cut(300),
            1,
            &[
                "@:few.mbox: damaged at byte 245: the compressed data ends too early; the rest of the archive is not read",
            ],
        ),
    ];
    let folder = Folder::new("damage");
    for (archive, harm, left, said) in table {
        let mut bytes = bytes_of(archive);
        let whole = urlsift(&["scan"], &bytes);
        let length = bytes.len();
        match harm {
            Harm::Cut(count) => bytes.truncate(length - count),
            Harm::Turn(place) => bytes[length - place] ^= 1,
            Harm::Add(more) => bytes.extend_from_slice(more),
        }
        let path = folder.file(archive, &bytes);
        let output = urlsift(&["scan", &path], b"");
        let stderr = text(&output.stderr).replace(&format!("urlsift: {path}"), "@");
        let found = text(&output.stdout);
        assert!(text(&whole.stdout).starts_with(found), "{archive}");
        assert_eq!(found.lines().count(), *left, "{archive}: {stderr}");
        assert_eq!(stderr.lines().count(), said.len(), "{archive}: {stderr}");
        for (line, said) in stderr.lines().zip(*said) {
            assert!(line.starts_with(said), "{archive}: {stderr}");
            // Data that is only cut off is right, and so is data before bytes that are no member.
            let is_doubtful = |text: &str| text.contains("may be wrong");
            assert_eq!(is_doubtful(line), is_doubtful(said), "{archive}: {stderr}");
        }
        assert_eq!(output.status.code(), Some(2), "{archive}");
    }
}

/// A wrong checksum is reported. The rows of the member are kept, and the next members are read.
#[test]
fn a_bad_checksum_in_a_zip_is_reported() {
    let mut bytes = bytes_of("pack.zip");
    let whole = urlsift(&["scan"], &bytes).stdout;
    bytes[14] ^= 1;
    let output = urlsift(&["scan"], &bytes);
    assert_eq!(output.stdout, whole);
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with("urlsift: -:few.mbox: damaged: its checksum is "), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
    let folder = Folder::new("bad-checksum");
    let list = folder.path().join("list");
    urlsift(&["scan", "--damage", &list.display().to_string()], &bytes);
    let list = std::fs::read_to_string(list).expect("it was written");
    assert!(list.contains(r#""kind":"damaged""#), "{list}");
}

#[test]
fn the_expanded_size_is_limited() {
    let bytes = bytes_of("few.mbox.xz");
    let output = urlsift(&["scan", "--max-member", "300"], &bytes);
    assert_eq!(text(&output.stdout), "http://lists.example.org/wrappers/\n");
    let stderr = text(&output.stderr);
    assert!(
        stderr.ends_with("it expands to more than 300 bytes (raise --max-member)\n"),
        "{stderr}"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// A compressed news batch begins with a line that says so.
#[test]
fn compressed_news_batches_are_read() {
    let batch = bytes_of("batch.rnews");
    let whole = text(&urlsift(&["scan"], &batch).stdout).to_owned();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, &batch).expect("memory takes everything");
    let gzip = gzip.finish().expect("memory takes everything");
    let compressed = bytes_of("batch.rnews.Z");
    let stderr = "urlsift: -: damaged at byte 3: compress: a code that is not in the table; rows in the 3 bytes before it may be wrong\n";
    // Columns: first line, rest, URLs, messages.
    let table: [(&[u8], &[u8], &str, &str); 5] = [
        (b"#! cunbatch\n", &compressed, &whole, ""),
        (b"#! zunbatch\n", &gzip, &whole, ""),
        (b"#! cunbatch\r\n", &gzip, &whole, ""),
        (b"#! cunbatch\n", b"\x1F\x9D\x90http://a.example/", "", stderr),
        (b"", b"\x1F\x9D\x90http://a.example/", "", stderr),
    ];
    for (line, rest, urls, stderr) in table {
        let output = urlsift(&["scan"], &[line, rest].concat());
        assert_eq!((text(&output.stdout), text(&output.stderr)), (urls, stderr));
        assert_eq!(output.status.code(), Some(if stderr.is_empty() { 0 } else { 2 }));
    }
}

/// Writes a tar of `names`, which are in `folder`. Returns its path, or `None` without the program `tar`.
fn tar(folder: &Folder, name: &str, names: &[&str]) -> Option<String> {
    let path = folder.path().join(name).display().to_string();
    let made =
        Command::new("tar").args(["-cf", &path, "-C"]).arg(folder.path()).args(names).status();
    made.is_ok_and(|status| status.success()).then_some(path)
}

#[test]
fn two_levels_of_archives_are_opened() {
    let folder = Folder::new("nesting");
    let inner = folder.file("inner.tar", &bytes_of("few.tar"));
    let Some(second) = tar(&folder, "second.tar", &["inner.tar"]) else {
        report_skipped("tar is missing");
        return;
    };
    let third = tar(&folder, "third.tar", &["second.tar"]).expect("it was made before");
    let rows = |path: &str| list(&urlsift(&["scan", "--format", "jsonl", path], b"").stdout);
    let expected = rows(&inner);
    assert!(!expected.is_empty());
    let lines = expected.lines().flat_map(|line| ["inner.tar:", line, "\n"]);
    let expected: String = lines.collect();
    assert_eq!(rows(&second), expected);
    let output = urlsift(&["scan", &third], b"");
    let cause = "in an archive that is in another, and not opened; extract it and scan it";
    assert_eq!(text(&output.stderr), format!("urlsift: {third}:second.tar:inner.tar: {cause}\n"));
    assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)));
}

/// What expands twice may expand without end, so all members of the inner archive share a limit.
#[test]
fn members_of_an_inner_archive_share_the_limit_of_a_member() {
    let folder = Folder::new("shared-limit");
    let (file, mut names) = (bytes_of("few.mbox.gz"), Vec::new());
    for name in ["1.gz", "2.gz", "3.gz"] {
        folder.file(name, &file);
        names.push(name);
    }
    let Some(inner) = tar(&folder, "inner.tar", &names) else {
        report_skipped("tar is missing");
        return;
    };
    let outer = tar(&folder, "outer.tar", &["inner.tar"]).expect("it was made before");
    // Each of the three expands to 535 bytes.
    let scan = |path: &str| urlsift(&["scan", "--max-member", "800", path], b"");
    assert_eq!(text(&scan(&inner).stderr), "");
    // So little is left after the first that no other is expanded.
    let expected = format!(
        "urlsift: {outer}:inner.tar: not read after byte 1024: its members expand to more than 800 bytes (raise \
         --max-member)\n"
    );
    assert_eq!(text(&scan(&outer).stderr), expected);
}

/// With any bit flipped or any tail cut off, nothing panics, and the rows before the damage are unchanged.
#[test]
fn damage_anywhere_keeps_the_rows_before_it() {
    let bytes = bytes_of("few.tar");
    let whole = urlsift(&["scan"], &bytes).stdout;
    for cut in (0..bytes.len()).step_by(97) {
        let output = urlsift(&["scan"], &bytes[..cut]);
        assert!(matches!(output.status.code(), Some(0..=2)), "{cut}");
        let found = text(&output.stdout);
        let whole_lines = found.rfind('\n').map_or("", |_| found);
        let all_but_last = whole_lines.lines().count().saturating_sub(1);
        let expected: Vec<_> = text(&whole).lines().take(all_but_last).collect();
        assert_eq!(found.lines().take(all_but_last).collect::<Vec<_>>(), expected, "{cut}");
    }
    for archive in ["few.mbox.gz", "few.mbox.bz2", "few.mbox.xz", "few.mbox.zst", "pack.zip"] {
        let bytes = bytes_of(archive);
        for at in (0..bytes.len()).step_by(41) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            let output = urlsift(&["scan"], &bytes);
            assert!(matches!(output.status.code(), Some(0..=2)), "{archive} {at}");
        }
    }
}
