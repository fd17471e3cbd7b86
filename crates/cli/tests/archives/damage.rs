//! Compressed files and archives of files, intact, damaged and hostile (A1, A7): intact parts are searched, and damage is
//! reported with its place and cause.

use std::fs;
use std::io::Write;

use serde_json::Value;

use crate::packs::is_packed;
use crate::program::{archive, gzip, objects, scanned, seen, tar, text, urlsift, zip, zip_member};
use crate::repository::root;

/// Formats rows like the lists in `corpus/archives.expected`: the member, if there is one, and the URL.
fn list(rows: &[Value]) -> String {
    let line = |row: &Value| {
        let url = row["url"].as_str().expect("the field is a string");
        row["member"].as_str().map_or_else(|| format!("{url}\n"), |it| format!("{it} {url}\n"))
    };
    rows.iter().map(line).collect()
}

#[test]
fn every_packed_archive_has_the_expected_urls() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("corpus/archives")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        if !is_packed(&path) {
            continue;
        }
        let name = path.with_extension("txt");
        let name = root().join("corpus/archives.expected").join(name.file_name().expect("a name"));
        let expected = fs::read_to_string(&name).expect("an archive has a list");
        let output = urlsift(&["scan", "--format", "jsonl", &path.display().to_string()], b"");
        assert_eq!(list(&objects(&output.stdout)), expected, "{}", path.display());
        assert_eq!(
            (text(&output.stderr), output.status.code()),
            ("", Some(0)),
            "{}",
            path.display()
        );
        // From a pipe the result is the same.
        let bytes = fs::read(&path).expect("the archive is readable");
        assert_eq!(list(&scanned(&[], &bytes)), expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 8, "only {count} archives");
}

/// The rows of a mailbox do not depend on its compression, except for the source and the member.
#[test]
fn rows_do_not_depend_on_the_compression() {
    let rows = |name: &str, member: Option<&str>, threads: &str| {
        let mut rows = scanned(&["-j", threads, &format!("corpus/archives/{name}")], b"");
        rows.retain(|row| row["member"].as_str() == member);
        for row in &mut rows {
            for field in ["source", "member", "member_index"] {
                row[field] = Value::Null;
            }
        }
        rows
    };
    let expected = rows("few.tar", Some("few.mbox"), "1");
    assert_eq!(expected.len(), 4);
    for name in ["few.mbox.gz", "few.mbox.bz2", "few.mbox.xz", "few.mbox.zst", "few.mbox.Z"] {
        assert_eq!(rows(name, None, "1"), expected, "{name}");
        assert_eq!(rows(name, None, "8"), expected, "{name}");
    }
    for name in ["few.tar", "few.tar.xz", "pack.zip"] {
        for member in ["few.mbox", "lists/few.mbox.gz"] {
            assert_eq!(rows(name, Some(member), "8"), expected, "{name}");
        }
    }
}

/// The text of the member `i` of [`members`]: a URL in the first line and one in the last.
fn member_text(i: usize) -> Vec<u8> {
    let url = format!("see http://a.example/{i}/");
    let lines = format!("{i} {:x}\n", 0x9E37_79B9_u64 * (i as u64 + 1)).repeat(9 * i);
    format!("{url}first\n{lines}{url}last\n").into_bytes()
}

fn members(make: impl Fn(&[(&str, &[u8])]) -> Vec<u8>) -> Vec<u8> {
    let texts = [0, 1, 2, 3].map(|i| (format!("m{i}.txt"), member_text(i)));
    let members = texts.each_ref().map(|(name, text)| (name.as_str(), &text[..]));
    make(&members)
}

/// The intact part is searched, then the damage is reported.
#[test]
fn damage_is_reported_after_the_intact_rows() {
    let doubtful = "; rows in the 303 bytes before it may be wrong";
    let rest = "the rest of the archive is not read";
    let (early, no_end) =
        ("the compressed data ends too early", "the tar ends without its last blocks");
    let follow = "the tar ends, and further members follow; members may be missing";
    let no_member = "bytes skipped, which are no member";
    let cut = |name: &str, count: usize| {
        let bytes = archive(name);
        bytes[..bytes.len() - count].to_vec()
    };
    // The lowest bit of the byte at this place from the end is turned.
    let turned = |mut bytes: Vec<u8>, place: usize| {
        let at = bytes.len() - place;
        bytes[at] ^= 1;
        bytes
    };
    let more = |name: &str| [&archive(name)[..], b"more\n"].concat();
    let (tar, zip) = (members(tar), members(|members| zip(members, false)));
    let with = |file: &[u8], at: usize, bytes: &[u8]| {
        [&file[..at], bytes, &file[at + bytes.len()..]].concat()
    };
    // Where the second and the third member begin, and where the last one ends.
    let found = |file: &[u8], name: &[u8]| memchr::memmem::find(file, name).expect("it is there");
    let (second, third) = (found(&tar, b"m1.txt"), found(&tar, b"m2.txt"));
    let (zipped, next) = (found(&zip, b"m1.txt") - 30, found(&zip, b"m2.txt") - 30);
    let end = tar.len() - 1024;
    let long =
        [zip_member(&"n".repeat(65_000), b"http://a/\n", false), zip[zip.len() - 22..].to_vec()];
    // Columns: the file, its number of URLs, the message.
    let table = [
        (cut("few.mbox.gz", 20), 3, format!("damaged at byte 505: {early}")),
        (turned(archive("few.mbox.gz"), 6), 4, format!("damaged at byte 535: deflate: incorrect data check{doubtful}")),
        (more("few.mbox.gz"), 4, "damaged at byte 535: deflate: incorrect header check".into()),
        (cut("few.mbox.bz2", 20), 1, format!("damaged at byte 232: {early}")),
        (turned(archive("few.mbox.bz2"), 4), 4, format!("damaged at byte 535: bzip2: invalid data{doubtful}")),
        (cut("few.mbox.xz", 100), 3, format!("damaged at byte 393: {early}")),
        (turned(archive("few.mbox.xz"), 60), 3, format!("damaged at byte 535: lzma data error{doubtful}")),
        (cut("few.mbox.zst", 20), 1, "damaged at byte 232: incomplete frame".into()),
        (more("few.mbox.zst"), 4, "damaged at byte 535: Unknown frame descriptor".into()),
        (
            turned(archive("few.mbox.zst"), 1),
            4,
            "damaged at byte 535: Restored data doesn't match checksum; rows in the 535 bytes before it may be wrong"
                .into(),
        ),
        (
            b"\x1F\x9D\x90http://a.example/".to_vec(),
            0,
            "damaged at byte 3: compress: a code that is not in the table; rows in the 3 bytes before it may be wrong"
                .into(),
        ),
        (
            cut("few.tar", 2400),
            5,
            format!("lists/few.mbox.gz: truncated at byte 232: 349 bytes of stored data were expected; {rest}"),
        ),
        // Cut between two members, and after the last one.
        (cut("few.tar", 2048), 8, format!("damaged at byte 3072: {no_end}")),
        (cut("few.tar", 1024), 9, format!("damaged at byte 4096: {no_end}")),
        (cut("few.tar.xz", 300), 5, format!("lists/few.mbox.gz: damaged at byte 159: {early}; {rest}")),
        (cut("piped.zip", 300), 1, format!("few.mbox: damaged at byte 245: {early}; {rest}")),
        (with(&tar, second, b"X"), 6, format!("damaged at byte {second}: {} {no_member}", third - second)),
        (with(&tar, second, &[0; 512]), 6, format!("damaged at byte {second}: {} {no_member}", third - second)),
        (with(&tar, second, &vec![0; third - second]), 6, format!("damaged at byte {second}: {follow}")),
        ([&tar[..], &tar].concat(), 16, format!("damaged at byte {end}: {follow}")),
        ([&tar[..], b"more\n"].concat(), 8, format!("damaged at byte {}: 5 {no_member}", tar.len())),
        (with(&zip, zipped, b"X"), 6, format!("damaged at byte {zipped}: {} {no_member}", next - zipped)),
        (with(&zip, zipped + 27, b"\x80"), 6, format!("damaged at byte {zipped}: {} {no_member}", next - zipped)),
        (with(&zip, zipped + 8, b"\x20"), 6, "m1.txt: compression method 32 is not supported".into()),
        // The rows of a member with a wrong checksum are kept.
        (with(&zip, zipped + 14, b"X"), 8, "m1.txt: damaged: its checksum is ".into()),
        ([&zip[..], b"more\n"].concat(), 8, format!("damaged at byte {}: 5 {no_member}", zip.len())),
        ([&zip[..], &zip].concat(), 16, String::new()),
        (long.concat(), 1, String::new()),
    ];
    for (file, count, message) in table {
        let output = urlsift(&["scan"], &file);
        let (status, found, said) = seen(&output);
        assert_eq!(found.lines().count(), count, "{said}");
        if message.is_empty() {
            assert_eq!((status, said), (Some(0), ""));
            continue;
        }
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{message}: {said}");
        assert!(
            said.starts_with(&format!("urlsift: -: {message}"))
                || said.starts_with(&format!("urlsift: -:{message}")),
            "{message}: {said}"
        );
        // Data that is only cut off is right, and so is data before bytes that are not a member.
        let is_doubtful = |text: &str| text.contains("may be wrong");
        let is_expected = is_doubtful(&message) || message.contains("its checksum is ");
        assert_eq!(is_doubtful(said), is_expected, "{said}");
    }
    let rows = scanned(&[], &long.concat());
    assert_eq!(rows[0]["member"], format!("{}\u{2026}", "n".repeat(2045)), "a long name is cut");
}

/// What expands twice may expand without end, so all members of an inner archive share the limit of a member, and an
/// archive in that is not opened.
#[test]
fn expansion_and_nesting_are_limited() {
    let few = archive("few.mbox.gz");
    let inner = tar(&[("1.gz", &few), ("2.gz", &few), ("3.gz", &few)]);
    let outer = tar(&[("inner.tar", &inner)]);
    let third = tar(&[("second.tar", &outer)]);
    // The name is skipped as it is read, so a tar of some megabytes cannot fill the memory.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(1 << 30);
    header.set_cksum();
    let name = gzip(&[&header.as_bytes()[..], &vec![b'a'; 1 << 20]].concat());
    // Columns: the largest member, the file, the number of URLs, the message.
    let table = [
        (
            "300",
            archive("few.mbox.xz"),
            1,
            "it expands to more than 300 bytes (raise --max-member)",
        ),
        // Each of the three expands to 535 bytes.
        ("800", inner.clone(), 12, ""),
        (
            "800",
            outer.clone(),
            4,
            "-:inner.tar: not read after byte 1024: its members expand to more than 800 bytes (raise --max-member)",
        ),
        ("1G", outer, 12, ""),
        (
            "1G",
            third,
            0,
            "-:second.tar:inner.tar: in an archive that is in another, and not opened; extract it and scan it",
        ),
        ("4G", name, 0, "the tar ends within a member"),
    ];
    for (size, file, count, message) in table {
        let output = urlsift(&["scan", "--max-member", size], &file);
        let (status, found, said) = seen(&output);
        let expected = (if message.is_empty() { 0 } else { 2 }, count);
        assert_eq!((status, found.lines().count()), (Some(expected.0), expected.1), "{said}");
        assert!(
            said.trim_end().ends_with(message) && said.is_empty() == message.is_empty(),
            "{said}"
        );
    }
}

/// A compressed news batch begins with a line that says so.
#[test]
fn compressed_news_batches_are_read() {
    let batch = archive("batch.rnews");
    let whole = urlsift(&["scan"], &batch).stdout;
    let (compressed, gzip) = (archive("batch.rnews.Z"), gzip(&batch));
    for (line, rest) in [
        (&b"#! cunbatch\n"[..], &compressed),
        (b"#! zunbatch\n", &gzip),
        (b"#! cunbatch\r\n", &gzip),
    ] {
        let output = urlsift(&["scan"], &[line, rest].concat());
        assert_eq!(seen(&output), (Some(0), text(&whole), ""));
    }
}

/// A decompressor would take memory for each of the streams, which took seconds.
#[test]
fn empty_streams_of_bzip2_are_skipped() {
    let compressed = |text: &[u8]| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        encoder.write_all(text).and_then(|()| encoder.finish()).expect("memory takes everything")
    };
    let (full, empty) = (compressed(&member_text(0)), compressed(b""));
    assert_eq!(empty.len(), 14);
    let bytes = [&empty.repeat(3)[..], &full, &empty.repeat(100_000), &full, &empty].concat();
    let output = urlsift(&["scan"], &bytes);
    assert_eq!(text(&output.stdout).lines().count(), 4);
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
    // A damaged one among them is damage.
    let output = urlsift(&["scan"], &[&full[..], &empty, &empty[..13], b"x", &full].concat());
    assert_eq!((text(&output.stdout).lines().count(), output.status.code()), (2, Some(2)));
}
