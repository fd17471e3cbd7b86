//! Files whose first separator is damaged, lost, or preceded by something else, and files that only look like mail (A1,
//! A7).

use serde_json::{Value, json};

use crate::program::{Folder, objects, seen, tar, text, urlsift, zip, zip_member};

/// A separator of an mbox.
const DATED: &str = "From a@b.example Mon Jan  1 00:00:00 2001\n";

/// Returns a mailbox of `count` messages of about 300 bytes. The subject of each is its number.
fn mailbox(count: usize) -> String {
    let message = |i: usize| {
        let day = 1 + i % 28;
        format!(
            "{DATED}From: a@b.example\nDate: {day} Jan 2001 00:00:00 +0000\nSubject: {i}\n\nhttp://a.example/{i}\n{}\n",
            "a line of text\n".repeat(14)
        )
    };
    (0..count).map(message).collect()
}

/// Rows, messages, exit status.
type Outcome = (Vec<Value>, String, Option<i32>);

/// Scans `file` whole, from a pipe, on eight threads, and in splits of a plan of the file and of a listing. The outcome is
/// the same each time.
fn scan_in_every_way(folder: &Folder, file: &[u8]) -> Outcome {
    let path = folder.file("mail", file);
    let outcome = |args: &[&str], stdin: &[u8]| {
        let output = urlsift(&[&["scan", "--format", "jsonl"], args].concat(), stdin);
        let [rows, said] = [&output.stdout, &output.stderr].map(|it| text(it).replace(&path, "-"));
        (rows, said, output.status.code())
    };
    let whole = outcome(&["-j", "1", &path], b"");
    assert!(outcome(&["-j", "8", &path], b"") == whole, "on eight threads");
    assert!(outcome(&[], file) == whole, "from a pipe");
    let time = std::fs::metadata(&path).and_then(|is| is.modified()).expect("it has a time");
    let time = time.duration_since(std::time::UNIX_EPOCH).expect("it is later than 1970");
    let line = format!("{path}\t{}\t{}.{:09}\n", file.len(), time.as_secs(), time.subsec_nanos());
    let listing = folder.file("listing", line.as_bytes());
    let plan = ["plan", "--split-bytes", &(file.len() / 3).to_string(), "--pack-bytes", "0"];
    for paths in [&[&*path][..], &["--from", &listing]] {
        let plan = urlsift(&[&plan[..], paths].concat(), b"").stdout;
        let splits = text(&plan).lines().map(|split| outcome(&["--split", split], b""));
        let splits: Vec<_> = splits.collect();
        assert!(splits.iter().map(|it| &*it.0).collect::<String>() == whole.0, "in splits");
        let (said, most) = (splits.iter().map(|it| &*it.1), splits.iter().map(|it| it.2).max());
        assert_eq!(said.collect::<String>(), whole.1, "in splits");
        assert_eq!(most > Some(Some(1)), whole.2 > Some(1), "in splits");
    }
    (objects(whole.0.as_bytes()), whole.1, whole.2)
}

/// Returns the numbers in the subjects of `rows`.
fn subjects(rows: &[Value]) -> Vec<usize> {
    rows.iter().filter_map(|row| row["subject"].as_str()?.parse().ok()).collect()
}

/// Checks each file of a table: the number of its rows, and its report, which gives exit status 2.
fn check(table: &[(&str, String, usize, String)]) {
    let folder = Folder::new("fronts");
    for (case, file, count, report) in table {
        let (rows, said, status) = scan_in_every_way(&folder, file.as_bytes());
        assert_eq!(rows.len(), *count, "{case}: {said}");
        let report = if report.is_empty() { report } else { &format!("urlsift: -: {report}\n") };
        let code = if report.is_empty() { 0 } else { 2 };
        assert_eq!((&said, status), (report, Some(code)), "{case}");
    }
}

#[test]
fn messages_after_the_first_are_unchanged_by_what_is_before_them() {
    let folder = Folder::new("fronts-changed");
    let rule = "=".repeat(73) + "\n";
    for separator in [DATED, "#! rnews 9\n", &rule] {
        let whole = mailbox(9).replace(DATED, separator);
        let (line, after) = (separator.len(), &whole[separator.len()..]);
        let nuls = |count| "\0".repeat(count);
        // (change, the file, whether it is damaged)
        let table = [
            ("another first letter", "X".to_owned() + &whole[1..], true),
            ("a line within the separator", whole[..7].to_owned() + "\n" + &whole[7..], true),
            ("a line after the separator", format!("{separator}junk\n{after}"), true),
            ("an empty line after the separator", format!("{separator}\n{after}"), true),
            ("a lost separator", after.to_owned(), true),
            ("a beginning cut in the first field", whole[line + 3..].to_owned(), true),
            ("NULs", nuls(9000) + &whole, true),
            ("NULs instead of the separator", nuls(40) + after, true),
            ("a line", "junk\n".to_owned() + &whole, false),
            ("a mark and empty lines", "\u{FEFF}\n\r\n".to_owned() + &whole, false),
            ("a front", "All the messages\nposted so far.\n\n".to_owned() + &whole, false),
            ("a long front", "A line of a front.\n".repeat(5_300) + "\n" + &whole, false),
        ];
        for (change, file, is_damaged) in table {
            let (rows, said, status) = scan_in_every_way(&folder, file.as_bytes());
            let case = format!("{change} before {separator:?}: {said}");
            assert!(subjects(&rows).ends_with(&[1, 2, 3, 4, 5, 6, 7, 8]), "{case}");
            assert_eq!(rows.len(), 9, "{case}");
            let report = "the first separator of messages that is intact is at byte";
            assert_eq!(said.matches(report).count(), usize::from(is_damaged), "{case}");
            assert_eq!(status, Some(if is_damaged { 2 } else { 0 }), "{case}");
        }
    }
    // Halves that were swapped, and a head that was cut off.
    let mbox = mailbox(20);
    for at in [700, 2900, 4500] {
        let (head, tail) = mbox.split_at(at);
        let (rows, ..) = scan_in_every_way(&folder, (tail.to_owned() + head).as_bytes());
        assert!(subjects(&rows).len() >= 19, "{at}");
        let (rows, ..) = scan_in_every_way(&folder, tail.as_bytes());
        assert!(subjects(&rows).len() >= tail.matches("\nFrom a").count(), "{at}");
    }
}

#[test]
fn what_looks_like_messages_and_is_read_otherwise_is_reported() {
    let front = |length: usize| "A line of an introduction.\n".repeat(length / 27) + "\n";
    let text_of =
        |at: usize, what: &str| format!("byte {at}: looks like {what} is read as one text");
    let unknown = |count: usize| {
        mailbox(count)
            .replace(DATED, "\u{1}\n")
            .replace("Subject", "Message-ID: <a@b.example>\nSubject")
    };
    let bodies = [
        "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n\n",
        "Content-Type: multipart/mixed; boundary=q\n\n--q\n\nx\n--q\nContent-Type: image/png\n\nx\n\n",
        "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n\n",
        "Content-Type: text/html\n\n<html><!-- http://first.example/ --></html>\n\n",
    ];
    let mut table = vec![
        ("1 after a front", front(5000) + &mailbox(1), 1, String::new()),
        ("2 after a front", front(5000) + &mailbox(2), 2, text_of(4996, "2 messages, and")),
        ("7 after a front", front(5000) + &mailbox(7), 7, text_of(4996, "7 messages, and")),
        ("2 of an unknown kind", unknown(2), 2, String::new()),
        ("3 of an unknown kind", unknown(3), 3, text_of(2, "3 messages of an unknown kind, and")),
        (
            "20 of an unknown kind",
            "\n".repeat(90_000) + &unknown(20),
            20,
            text_of(90_002, "20 messages of an unknown kind, and"),
        ),
        (
            "20 after the first MiB",
            front(1_100_000) + &mailbox(20),
            20,
            text_of(1_099_981, "20 messages, and"),
        ),
    ];
    // Mail whose first message has no text does not hide the messages after it.
    for body in bodies {
        let first = format!("From: z@b.example\nDate: 9 Jan 2005 00:00:00 +0000\n{body}");
        let report = format!("byte {}: looks like 5 messages, ", first.len());
        table.push((body, first + &mailbox(5), 0, report));
    }
    let folder = Folder::new("fronts-uncut");
    let list = folder.path().join("list").display().to_string();
    for (case, file, count, report) in &table {
        let (rows, said, status) = scan_in_every_way(&folder, file.as_bytes());
        assert!(rows.len() == *count || bodies.contains(case), "{case}: {rows:?}");
        let is_said =
            said.strip_prefix("urlsift: -: ").is_some_and(|said| said.starts_with(report));
        assert!(if report.is_empty() { said.is_empty() } else { is_said }, "{case}: {said}");
        assert_eq!(status, Some(if report.is_empty() { 0 } else { 2 }), "{case}");
        // A list of damage has it, and a user who says that it is a text is not warned.
        let output = urlsift(&["scan", "--damage", &list], file.as_bytes());
        let listed = std::fs::read_to_string(&list).expect("it was written");
        assert_eq!(
            (output.status.code(), listed.is_empty()),
            (status, report.is_empty()),
            "{case}"
        );
        let output = urlsift(&["scan", "--input", "text"], file.as_bytes());
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{case}");
    }
}

#[test]
fn odd_separators_are_separators_or_are_reported() {
    let undated = |lines: &[&str]| -> String {
        let message = |i: usize| {
            format!(
                "{}From: a@b.example\nDate: 1 Jan 2001 00:00:00 +0000\nSubject: {i}\n\
                 Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8K\n",
                lines[i % lines.len()]
            )
        };
        (0..9).map(message).collect()
    };
    let [none, d] = ["From \n", DATED];
    let late = undated(&[d, d, d, d, d, none, d, d, d]);
    let at = late.find(none).expect("it has one");
    let lost = "a header after a line `From ` without a date, and no blank line before it; read as part of the message \
                before it";
    let mut table = vec![
        ("no words", undated(&[none]), 9, String::new()),
        ("an address", undated(&["From a@b.example\n"]), 9, String::new()),
        (
            "mixed",
            undated(&["From MAILER-DAEMON\n", "From <a@b.example>\n", none]),
            9,
            String::new(),
        ),
        ("CRLF", undated(&["From \r\n"]), 9, String::new()),
        ("the first of them", undated(&[none, d]), 9, String::new()),
        ("quoted after", undated(&["From a\n>From b\n"]), 9, String::new()),
        ("a late one", late, 8, format!("byte {at}: {lost}")),
    ];
    let frames = [
        "\u{1}\u{1}\u{1}\u{1}\n",
        "\u{1}\u{2}N          00000000000000CD\n",
        "\u{1F}\u{C}\n1,,\n",
        " 3-Jan-2000 12:00:00 +0000,213;000000000000\r\n",
    ];
    for frame in frames {
        let mut file = mailbox(9).replace(DATED, frame);
        // In an MMDF, a frame also ends each message.
        if frame.starts_with("\u{1}\u{1}") {
            file = file.replace(frame, &frame.repeat(2))[frame.len()..].to_owned() + frame;
        }
        let at = file.rmatch_indices(frame).nth(3).expect("it has nine").0;
        let (before, header) = file.split_at(at + frame.len());
        let broken = [before, "\0", header].concat();
        let lost =
            "the frame of a message that no header follows; read as part of the message before it";
        table.push((frame, file, 9, String::new()));
        table.push((frame, broken, 9, format!("byte {at}: {lost}")));
    }
    check(&table);
    // A lost first line is reported.
    for line in ["From \n", "From a@b.example\n"] {
        let output =
            urlsift(&["scan", "--format", "jsonl"], &undated(&[line]).as_bytes()[line.len()..]);
        assert_eq!(subjects(&objects(&output.stdout)), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(text(&output.stderr).contains("that is intact is at byte"), "{line}");
    }
}

#[test]
fn an_archive_that_is_cut_within_mail_loses_no_whole_message() {
    let (first, other) = (mailbox(9), mailbox(3));
    let members =
        [("a.mbox", first.as_bytes()), ("b.mbox", other.as_bytes()), ("c.txt", b"http://c/")];
    let separators: Vec<usize> = first.match_indices(DATED).map(|it| it.0).collect();
    for archive in [tar(&members), zip(&members, false)] {
        let data = memchr::memmem::find(&archive, b"From a").expect("it has a mail");
        // Cut before the first separator, in it, in the header, in the body, before the last message and in it.
        for cut in [0, 3, 50, 130, separators[8], separators[8] + 50] {
            let output = urlsift(&["scan", "--format", "jsonl"], &archive[data + cut..]);
            let found = objects(&output.stdout);
            let of = |member: &Value| -> Vec<Value> {
                found.iter().filter(|row| row["member"] == *member).cloned().collect()
            };
            let (said, lost) = (text(&output.stderr), of(&Value::Null));
            assert_eq!(output.status.code(), Some(2), "{cut}");
            let whole = (0..9).filter(|&i| separators[i] >= cut).collect::<Vec<_>>();
            if separators.contains(&cut) {
                // What begins as an intact mailbox is one, and nothing in it is lost.
                assert_eq!((lost.len(), found.len()), (whole.len() + 4, whole.len() + 4), "{cut}");
                assert!(said.contains(": the header of a "), "{cut}");
                continue;
            }
            assert_eq!(subjects(&of(&json!("b.mbox"))), [0, 1, 2], "{cut}");
            assert_eq!(of(&json!("c.txt")).len(), 1, "{cut}");
            assert!(subjects(&lost).ends_with(&whole), "{cut}");
            assert!(said.contains(": damaged at byte 0: "), "{cut}");
        }
    }
}

/// A file of more than 4 MiB is cut into ranges for several threads.
#[test]
fn ranges_of_a_large_file_have_the_rows_of_the_whole() {
    let folder = Folder::new("fronts-large");
    let path = folder.file("x", format!("X{}", &mailbox(14_000)[1..]).as_bytes());
    let scan = |threads| urlsift(&["scan", "--format", "jsonl", "-j", threads, &path], b"");
    let (one, eight) = (scan("1"), scan("8"));
    assert_eq!(objects(&one.stdout).len(), 14_000);
    assert!(one.stdout == eight.stdout, "the rows differ");
    assert_eq!(text(&one.stderr), text(&eight.stderr));
    assert_eq!(eight.status.code(), Some(2));
}

/// Whoever sends a mail chooses its bytes. The header of an archive in it must not hide the other messages.
#[test]
fn the_header_of_an_archive_in_mail_or_text_hides_nothing() {
    let folder = Folder::new("fronts-inner-archive");
    let mbox = mailbox(9);
    let files = [
        ("mbox", mbox.clone()),
        ("mbox, CRLF", mbox.replace('\n', "\r\n")),
        ("undated", mbox.replace(DATED, "From \n")),
        ("batch", mbox.replace(DATED, "#! rnews 9\n")),
        ("log", mbox.replace(DATED, &("=".repeat(73) + "\n"))),
        ("MMDF", mbox.replace(DATED, "\u{1}\u{1}\u{1}\u{1}\n")),
        ("dbox", mbox.replace(DATED, "\u{1}\u{2}N          00000000000000CD\n")),
        ("Babyl", "BABYL OPTIONS:\n".to_owned() + &mbox.replace(DATED, "\u{1F}\u{C}\n1,,\n")),
        (
            "mtx",
            mbox.replace(DATED, " 3-Jan-2000 12:00:00 +0000,213;000000000000\n")
                .replace('\n', "\r\n"),
        ),
        ("message", mailbox(1).replace(DATED, "Received: by a.example\n") + &"text\n".repeat(99)),
        ("text", "a line with http://a.example/0\n".repeat(60)),
    ];
    let members = [("a.txt", &b"x"[..]), ("b.txt", b"y")];
    let (tar, member) = (tar(&members), zip_member("a.txt", b"x", false));
    let with =
        |at: usize, field: &[u8]| [&member[..at], field, &member[at + field.len()..]].concat();
    let mut large = tar::Header::new_ustar();
    large.set_size(1 << 30);
    large.set_cksum();
    let inner = [
        ("a zip", zip(&members, false)),
        ("an encrypted member", with(6, &[1])),
        ("a member without sizes", with(6, &[8])),
        ("a large member", with(18, &[0, 0, 0, 9, 0, 0, 0, 9])),
        ("a tar", tar.clone()),
        ("a header of a tar", tar[..1024].to_vec()),
        ("a large header of a tar", large.as_bytes().to_vec()),
    ];
    let facts = |rows: &[Value]| -> Vec<Value> {
        rows.iter().map(|it| json!([it["url"], it["subject"], it["member"]])).collect()
    };
    for (tried, file) in files {
        let expected = facts(&crate::program::scanned(&[], file.as_bytes()));
        // The first message is of the stranger, or one in the middle.
        for place in ["http://a.example/0", "http://a.example/7"] {
            let Some(at) = file.find(place) else { continue };
            let at = at + file[at..].find('\n').expect("the line ends") + 1;
            for (which, inner) in &inner {
                let case = format!("{which} in {tried}");
                let changed = [&file.as_bytes()[..at], inner, &file.as_bytes()[at..]].concat();
                let (rows, said, status) = scan_in_every_way(&folder, &changed);
                assert_eq!(facts(&rows), expected, "{case}: {said}");
                // What begins with `#!` is never an archive.
                let is_reported = tried != "batch";
                let report = format!("urlsift: -: damaged at byte {at}: the header of a ");
                assert_eq!(said.starts_with(&report), is_reported, "{case}: {said}");
                assert_eq!(status, Some(if is_reported { 2 } else { 0 }), "{case}");
            }
            for input in ["text", "mail"] {
                let changed =
                    [&file.as_bytes()[..at], &inner[0].1, &file.as_bytes()[at..]].concat();
                let output = urlsift(&["scan", "--input", input], &changed);
                let found = text(&output.stdout).lines().filter(|it| it.contains("a.example/"));
                assert!(found.count() >= expected.len(), "{tried}, {input}");
                assert!(!text(&output.stderr).contains("header of a"), "{tried}, {input}");
            }
        }
    }
}

#[test]
fn a_message_with_an_archive_that_is_not_encoded_is_a_message() {
    let url = &b"http://inner.example/\n"[..];
    let members = [("a.mbox", url), ("b.txt", url)];
    let header = "From: a@b.example\nDate: 1 Jan 2001 00:00:00 +0000\nMIME-Version: 1.0\n";
    let alone = "Content-Type: application/octet-stream\nX-URL: http://outer.example/\n\n";
    let part = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://outer.example/\n--b\n\
                Content-Type: application/octet-stream\nContent-Transfer-Encoding: binary\n\n";
    let (tar, zip) = (tar(&members), zip(&members, false));
    // Programs that unpack themselves, and add-ons of browsers, have bytes before the archive.
    let after_bytes = [b"Cr24\x02\0x\0", &zip[..]].concat();
    for archive in [tar, zip, after_bytes] {
        for (kind, end) in [(alone, ""), (part, "\n--b--\n")] {
            for separator in ["", DATED] {
                let before = [separator, header, kind].concat();
                let file = [before.as_bytes(), &archive, end.as_bytes()].concat();
                let output = urlsift(&["scan"], &file);
                assert_eq!(seen(&output), (Some(0), "http://outer.example/\n", ""), "{before}");
            }
        }
    }
}
