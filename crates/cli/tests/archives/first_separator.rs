//! Tests of files whose first separator is damaged, lost, or preceded by something else (A1, A7).

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::archives::tar_and_zip::{ZIP_END, zip_member};
use crate::program::{Folder, text, urlsift};
use crate::repository::root;

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
        let path = format!("{}/corpus/archives/{archive}", root().display());
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
            let (mut found, mut said) = (Vec::new(), Vec::new());
            for split in text(&plan.stdout).lines() {
                let output = urlsift(&["scan", "--format", "jsonl", "--split", split], b"");
                found.extend(output.stdout);
                said.extend(output.stderr);
            }
            assert_eq!(named(&found, &plain), stdout, "{tried}, in splits");
            assert_eq!(text(&said).matches(report).count(), usize::from(*is_damage), "{tried}");
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

/// Returns a mailbox of `count` messages of about 300 bytes.
fn mailbox(count: usize) -> String {
    let message = |i: usize| {
        let day = 1 + i % 28;
        format!(
            "From a@b.example Mon Jan  1 00:00:00 2001\nFrom: a@b.example\nDate: {day} Jan 2001 00:00:00 +0000\n\
             Subject: {i}\n\nhttp://a.example/{i}\n{}\n",
            "a line of text\n".repeat(14)
        )
    };
    (0..count).map(message).collect()
}

/// Scans `file` whole, from a pipe, on eight threads, and in splits of a plan of the file and of a listing. Returns the
/// output and the exit status, which are the same each time.
fn scan_in_every_way(folder: &Folder, file: &[u8]) -> (String, String, Option<i32>) {
    let path = folder.file("in-every-way", file);
    let outcome = |args: &[&str], stdin: &[u8]| {
        let output = urlsift(&[&["scan", "--format", "jsonl"], args].concat(), stdin);
        let messages = named(&output.stderr, &path).replace(" -: ", " x: ");
        (named(&output.stdout, &path), messages, output.status.code())
    };
    let whole = outcome(&["-j", "1", &path], b"");
    assert!(outcome(&["-j", "8", &path], b"") == whole, "on eight threads");
    assert!(outcome(&[], file) == whole, "from a pipe");
    let is = std::fs::metadata(&path).and_then(|is| is.modified()).expect("it has a time");
    let since = is.duration_since(std::time::UNIX_EPOCH).expect("it is later than 1970");
    let time = format!("{}.{:09}", since.as_secs(), since.subsec_nanos());
    let listing = folder.file("listing", format!("{path}\t{}\t{time}\n", file.len()).as_bytes());
    for plan in [&[&path[..]][..], &["--from", &listing]] {
        let length = (file.len() / 3).to_string();
        let plan = urlsift(
            &[&["plan", "--split-bytes", &length, "--pack-bytes", "0"], plan].concat(),
            b"",
        );
        let (mut rows, mut messages, mut statuses) = (String::new(), String::new(), Vec::new());
        for split in text(&plan.stdout).lines() {
            let outcome = outcome(&["--split", split], b"");
            rows += &outcome.0;
            messages += &outcome.1;
            statuses.push(outcome.2);
        }
        // A split without a URL has status 1.
        let status = if rows.is_empty() { statuses.iter().max() } else { statuses.iter().min() };
        let status = statuses.iter().find(|status| **status > Some(1)).or(status);
        assert!(rows == whole.0 && status == Some(&whole.2), "in splits: {messages}");
        assert_eq!(messages.contains("looks like"), whole.1.contains("looks like"), "{messages}");
    }
    whole
}

#[test]
fn no_message_after_a_front_of_any_length_is_lost() {
    let folder = Folder::new("fronts-long");
    let mbox = mailbox(20);
    for length in [1000, 4200, 17_000, 100_000, 1_000_000] {
        let front = "A line of an introduction.\n".repeat(length / 27) + "\n";
        let (rows, messages, status) =
            scan_in_every_way(&folder, (front.clone() + &mbox).as_bytes());
        assert_eq!((rows.lines().count(), &*messages, status), (20, "", Some(0)), "{length}");
        for (i, row) in rows.lines().enumerate() {
            assert!(row.contains(&format!("\"subject\":\"{i}\"")), "{length}: {row}");
        }
    }
    // Halves that were swapped, and a head that was cut off.
    for at in [700, 2900, 4500] {
        let (head, tail) = mbox.split_at(at);
        let (rows, _, _) = scan_in_every_way(&folder, (tail.to_owned() + head).as_bytes());
        assert!(rows.lines().filter(|row| row.contains("\"subject\":\"")).count() >= 19, "{at}");
        let (rows, _, _) = scan_in_every_way(&folder, tail.as_bytes());
        let whole = mbox[at..].matches("\nFrom a").count();
        let found = rows.lines().filter(|row| row.contains("\"subject\":\"")).count();
        assert!(found >= whole && whole > 5, "{at}: {found}");
    }
}

#[test]
fn a_text_that_looks_like_a_mailbox_and_is_none_is_reported() {
    let folder = Folder::new("fronts-uncut");
    let front = |length: usize| "A line of an introduction.\n".repeat(length / 27) + "\n";
    let report = |at: usize, count: usize| {
        format!("urlsift: x: byte {at}: looks like {count} messages, and is read as one text\n")
    };
    // (front, messages, the number that is reported)
    let table =
        [(5000, 1, None), (5000, 2, Some(2)), (5000, 7, Some(7)), (1_100_000, 20, Some(20))];
    for (length, count, expected) in table {
        let front = front(length);
        let file = front.clone() + &mailbox(count);
        let (rows, messages, status) = scan_in_every_way(&folder, file.as_bytes());
        let expected = expected.map_or(String::new(), |count| report(front.len(), count));
        let code = if expected.is_empty() { 0 } else { 2 };
        assert_eq!((rows.lines().count(), messages, status), (count, expected, Some(code)));
        // A user who says that it is a text is not warned.
        let path = folder.file("text", file.as_bytes());
        let output = urlsift(&["scan", "--input", "text", &path], b"");
        assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)), "{length}");
    }
}

#[test]
fn a_mailbox_of_an_unknown_kind_is_reported() {
    let folder = Folder::new("fronts-unknown");
    let mailbox = |count: usize| {
        let mailbox = mailbox(count).replace("From a@b.example Mon Jan  1 00:00:00 2001", "\u{1}");
        mailbox.replace("Subject", "Message-ID: <a@b.example>\nSubject")
    };
    for (front, count, expected) in [(0, 2, None), (0, 3, Some(2)), (900_000, 20, Some(900_002))] {
        let file = "\n".repeat(front) + &mailbox(count);
        let (rows, messages, status) = scan_in_every_way(&folder, file.as_bytes());
        let report = |at: usize| {
            format!(
                "urlsift: x: byte {at}: looks like {count} messages of an unknown kind, and is read as one text\n"
            )
        };
        assert_eq!(messages, expected.map_or(String::new(), report));
        assert_eq!(rows.lines().count(), count);
        assert_eq!(status, Some(if expected.is_some() { 2 } else { 0 }));
        // A list of damage has it, and a user who says that it is a text is not warned.
        let path = folder.file("text", file.as_bytes());
        let output = urlsift(&["scan", "--input", "text", &path], b"");
        assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
        let list = urlsift(&["scan", "--damage", &format!("{path}.damage"), &path], b"");
        assert_eq!(list.status.code(), status);
        let listed = fs::read_to_string(format!("{path}.damage")).expect("it was written");
        assert_eq!(listed.contains("of an unknown kind"), expected.is_some(), "{listed}");
    }
}

/// Mail whose first message is not a text does not hide the messages after it.
#[test]
fn messages_after_a_body_that_is_no_text_are_reported() {
    let folder = Folder::new("fronts-uncut-bodies");
    let image = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n\n";
    let bodies = [
        image.to_owned(),
        format!("Content-Type: multipart/mixed; boundary=q\n\n--q\n\nx\n--q\n{image}"),
        "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n\n".to_owned(),
        "Content-Type: text/html\n\n<html><a href='http://first.example/'>x</a></html>\n\n"
            .to_owned(),
    ];
    for body in bodies {
        let first = format!("From: z@b.example\nDate: 9 Jan 2005 00:00:00 +0000\n{body}");
        let path = folder.file("mail", (first + &mailbox(5)).as_bytes());
        let output = urlsift(&["scan", &path], b"");
        assert!(text(&output.stderr).contains("looks like 5 messages, "), "{body}");
        assert_eq!(output.status.code(), Some(2), "{body}");
    }
}

/// A tar of `members`.
fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, *bytes).expect("memory takes everything");
    }
    tar.into_inner().expect("memory takes everything")
}

/// A zip of `members`, which are stored.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let member = |(name, bytes): &(&str, &[u8])| zip_member(name.as_bytes(), bytes, false);
    members.iter().flat_map(member).chain(ZIP_END).collect()
}

/// Returns the member and the subject of each row.
fn members_and_subjects(output: &[u8]) -> Vec<(String, String)> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("each line is an object");
        let of = |key: &str| row[key].as_str().unwrap_or("-").to_owned();
        (of("member"), of("subject"))
    };
    text(output).lines().map(row).collect()
}

#[test]
fn an_archive_that_is_cut_within_mail_loses_no_whole_message() {
    let (first, other) = (mailbox(9), mailbox(3));
    let members =
        [("a.mbox", first.as_bytes()), ("b.mbox", other.as_bytes()), ("c.txt", b"http://c/")];
    for archive in [tar(&members), zip(&members)] {
        let data = memchr::memmem::find(&archive, b"From a").expect("it has a mail");
        let separators: Vec<usize> =
            first.match_indices("From a@b.example M").map(|it| it.0).collect();
        // Cut before the first separator, in it, in the header, in the body, before the last message and in it.
        for cut in [0, 3, 50, 130, separators[8], separators[8] + 50] {
            let output = urlsift(&["scan", "--format", "jsonl"], &archive[data + cut..]);
            let found = members_and_subjects(&output.stdout);
            let rows = |member: &str| {
                let of = found.iter().filter(|it| it.0 == member);
                of.map(|it| it.1.as_str()).collect::<Vec<_>>()
            };
            assert_eq!(output.status.code(), Some(2), "{cut}");
            if separators.contains(&cut) {
                // What begins as an intact mailbox is one, and nothing in it is lost.
                let left = separators.iter().filter(|&&at| at >= cut).count();
                assert_eq!((rows("-").len(), found.len()), (left + 4, left + 4), "{cut}");
                assert!(text(&output.stderr).contains(": the header of a "), "{cut}");
                continue;
            }
            assert_eq!((rows("b.mbox"), rows("c.txt")), (vec!["0", "1", "2"], vec!["-"]), "{cut}");
            let is_whole = |&(i, at): &(usize, &usize)| *at >= cut && i > 0;
            let whole: Vec<_> =
                separators.iter().enumerate().filter(is_whole).map(|it| it.0.to_string()).collect();
            assert!(
                rows("-").ends_with(&whole.iter().map(|it| &**it).collect::<Vec<_>>()),
                "{cut}"
            );
            assert!(text(&output.stderr).contains(": damaged at byte 0: "), "{cut}");
        }
    }
}

/// Whoever sends a mail chooses its bytes. The header of an archive in it must not hide the other messages.
#[test]
fn the_header_of_an_archive_in_mail_or_text_hides_nothing() {
    let folder = Folder::new("fronts-inner-archive");
    let mbox = mailbox(20);
    let separator = "From a@b.example Mon Jan  1 00:00:00 2001\n";
    let with = |other: &str| mbox.replace(separator, other);
    let message = mailbox(1).replace(separator, "Received: by a.example\n") + &"text\n".repeat(99);
    // (case, file)
    let files = [
        ("mbox", mbox.clone()),
        ("mbox, CRLF", mbox.replace('\n', "\r\n")),
        ("undated", with("From \n")),
        ("batch", with("#! rnews 9\n")),
        ("log", with(&("=".repeat(73) + "\n"))),
        ("MMDF", with("\u{1}\u{1}\u{1}\u{1}\n")),
        ("dbox", with("\u{1}\u{2}N          00000000000000CD\n")),
        ("Babyl", "BABYL OPTIONS:\n".to_owned() + &with("\u{1F}\u{C}\n1,,\n")),
        ("mtx", with(" 3-Jan-2000 12:00:00 +0000,213;000000000000\n").replace('\n', "\r\n")),
        ("message", message),
        ("text", "a line with http://a.example/0\n".repeat(60)),
    ];
    let members = [("a.txt", &b"x"[..]), ("b.txt", b"y")];
    let (tar, zip) = (tar(&members), zip(&members));
    let member = zip_member(b"a.txt", b"x", false);
    let edited = |bytes: &[u8], at: usize, field: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + field.len()].copy_from_slice(field);
        bytes
    };
    let (encrypted, streamed) = (edited(&member, 6, &[1]), edited(&member, 6, &[8]));
    let (large, whole_tar) = (edited(&member, 18, &[0, 0, 0, 9, 0, 0, 0, 9]), tar.clone());
    let mut large_tar = tar::Header::new_ustar();
    large_tar.set_size(1 << 30);
    large_tar.set_cksum();
    let large_tar = large_tar.as_bytes().to_vec();
    let inner =
        [&member[..], &zip, &encrypted, &streamed, &large, &whole_tar, &tar[..1024], &large_tar];
    for (tried, file) in files {
        let scan = |file: &[u8]| urlsift(&["scan", "--format", "jsonl"], file);
        let urls = |stdout: &str| -> Vec<Value> {
            let row = |line: &str| {
                let row: Value = serde_json::from_str(line).expect("each line is an object");
                assert_eq!(row["member"], Value::Null, "{tried}");
                serde_json::json!([row["url"], row["subject"]])
            };
            stdout.lines().map(row).collect()
        };
        let before = scan(file.as_bytes());
        assert_eq!((text(&before.stderr), before.status.code()), ("", Some(0)), "{tried}");
        let expected = urls(text(&before.stdout));
        // The first message is of the stranger, or one in the middle.
        for place in ["http://a.example/0", "http://a.example/7"] {
            let Some(at) = file.find(place) else { continue };
            let at = at + file[at..].find('\n').expect("the line ends") + 1;
            for (which, inner) in inner.iter().enumerate() {
                let changed = [&file.as_bytes()[..at], inner, &file.as_bytes()[at..]].concat();
                let (stdout, messages, status) = scan_in_every_way(&folder, &changed);
                assert_eq!(urls(&stdout), expected, "{tried}, {which} at {at}: {messages}");
                // What begins with `#!` is never an archive.
                let is_reported = tried != "batch";
                let report = format!("urlsift: x: damaged at byte {at}: the header of a ");
                assert_eq!(messages.starts_with(&report), is_reported, "{tried}: {messages}");
                assert_eq!(status, Some(if is_reported { 2 } else { 0 }), "{tried}, {which}");
                for input in ["text", "mail"] {
                    let path = folder.file("as", &changed);
                    let output = urlsift(&["scan", "--input", input, &path], b"");
                    let found = text(&output.stdout).lines().filter(|it| it.contains("a.example/"));
                    assert!(found.count() >= expected.len(), "{tried}, {input}, {which}");
                    assert!(!text(&output.stderr).contains("header of a"), "{tried}, {input}");
                }
            }
        }
    }
}

/// Returns the rows and the status of `file`, in every way of reading it.
fn subjects(folder: &Folder, file: &[u8]) -> (Vec<String>, String, Option<i32>) {
    let (rows, messages, status) = scan_in_every_way(folder, file);
    let found = members_and_subjects(rows.as_bytes());
    (found.into_iter().map(|it| it.1).collect(), messages, status)
}

#[test]
fn separators_without_a_date_and_a_blank_line_are_separators_if_the_first_is_one() {
    let folder = Folder::new("fronts-undated");
    let message = |i: usize, line: &str| {
        format!(
            "{line}From: a@b.example\nDate: 1 Jan 2001 00:00:00 +0000\nSubject: {i}\n\
             Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8K\n"
        )
    };
    let mailbox =
        |lines: &[&str]| -> String { (0..9).map(|i| message(i, lines[i % lines.len()])).collect() };
    let all: Vec<String> = (0..9).map(|i| i.to_string()).collect();
    let dated = "From a@b.example Mon Jan  1 00:00:00 2001\n";
    // (lines before the messages, whether all are separators)
    let table: [(&[&str], bool); 7] = [
        (&["From \n"], true),
        (&["From a@b.example\n"], true),
        (&["From MAILER-DAEMON\n", "From <a@b.example>\n", "From \n"], true),
        (&["From \r\n"], true),
        (&["From \n", dated], true),
        (&["From a\n>From b\n"], true),
        (&[dated, dated, dated, dated, dated, "From \n", dated, dated, dated], false),
    ];
    for (lines, is_each) in table {
        let file = mailbox(lines);
        let (found, messages, status) = subjects(&folder, file.as_bytes());
        if is_each {
            assert_eq!((&found, &*messages, status), (&all, "", Some(0)), "{lines:?}");
            if lines.contains(&dated) {
                continue;
            }
            // A lost first line is reported.
            let cut = &file.as_bytes()[lines[0].len()..];
            let (found, messages, status) = subjects(&folder, cut);
            assert_eq!((&found, status), (&all, Some(2)), "{lines:?}");
            assert!(messages.contains("that is intact is at byte"), "{messages}");
        } else {
            let at = file.find("From \n").expect("it has one");
            let report = format!(
                "urlsift: x: byte {at}: a header after a line `From ` without a date, and no blank line before it; \
                 read as part of the message before it\n"
            );
            assert_eq!((found.len(), messages, status), (8, report, Some(2)));
        }
    }
}

#[test]
fn a_frame_that_no_header_follows_is_reported() {
    let folder = Folder::new("fronts-frames");
    let frames = [
        "\u{1}\u{1}\u{1}\u{1}\n",
        "\u{1}\u{2}N          00000000000000CD\n",
        "\u{1F}\u{C}\n1,,\n",
        " 3-Jan-2000 12:00:00 +0000,213;000000000000\r\n",
    ];
    for frame in frames {
        let file = mailbox(9).replace("From a@b.example Mon Jan  1 00:00:00 2001\n", frame);
        // In an MMDF, a frame also ends each message.
        let file = if frame.starts_with("\u{1}\u{1}") {
            file.replace(frame, &frame.repeat(2))[frame.len()..].to_owned() + frame
        } else {
            file
        };
        let (found, messages, status) = subjects(&folder, file.as_bytes());
        assert_eq!((found.len(), &*messages, status), (9, "", Some(0)), "{frame:?}");
        let at = file.rmatch_indices(frame).nth(3).expect("it has nine").0;
        let (before, header) = file.split_at(at + frame.len());
        let broken = [before, "\0", header].concat();
        let (found, messages, status) = subjects(&folder, broken.as_bytes());
        let report = format!(
            "urlsift: x: byte {at}: the frame of a message that no header follows; \
             read as part of the message before it\n"
        );
        assert_eq!((found.len(), messages, status), (9, report, Some(2)), "{frame:?}");
    }
}

#[test]
fn a_message_with_an_archive_that_is_not_encoded_is_a_message() {
    let members =
        [("a.mbox", &b"http://inner.example/\n"[..]), ("b.txt", b"http://inner.example/\n")];
    let header =
        "From: a@b.example\nDate: 1 Jan 2001 00:00:00 +0000\nSubject: outer\nMIME-Version: 1.0\n";
    // Programs that unpack themselves, and add-ons of browsers.
    let with_bytes_before = |archive: Vec<u8>| [b"Cr24\x02\0x\0", &archive[..]].concat();
    let alone = "Content-Type: application/octet-stream\nX-URL: http://outer.example/\n\n";
    let part = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://outer.example/\n--b\n\
                Content-Type: application/octet-stream\nContent-Transfer-Encoding: binary\n\n";
    let archives = [tar(&members), zip(&members)];
    for archive in archives.clone().into_iter().chain(archives.map(with_bytes_before)) {
        for (kind, end) in [(alone, ""), (part, "\n--b--\n")] {
            for separator in ["", "From a@b.example Mon Jan  1 00:00:00 2001\n"] {
                for line_break in ["\n", "\r\n"] {
                    let before = [separator, header, kind].concat().replace('\n', line_break);
                    let file = [before.as_bytes(), &archive, end.as_bytes()].concat();
                    let output = urlsift(&["scan", "--format", "jsonl"], &file);
                    let found = members_and_subjects(&output.stdout);
                    assert_eq!(found, [("-".to_owned(), "outer".to_owned())], "{before}");
                    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(0)));
                }
            }
        }
    }
}
