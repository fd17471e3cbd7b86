//! Tests of `--stats` (A3, A7).

use std::fs;

use serde_json::{Value, json};

use crate::documents::examples::guide;
use crate::program::{Folder, archive, seen, text, urlsift};
use crate::repository::root;

/// Returns the numbers, which are the last line of standard error.
fn stats(args: &[&str], stdin: &[u8]) -> Value {
    let output = urlsift(&[&["scan", "--stats=json"], args].concat(), stdin);
    let last = text(&output.stderr).lines().last().expect("standard error has a line").to_owned();
    serde_json::from_str(&last).expect("the line is a JSON object")
}

const MESSAGES: &str = "\
From a@b.example Mon Jan  1 00:00:00 2001
Subject: one
Content-Type: multipart/mixed; boundary=b

--b

<URL:http://x.example/>
--b
Content-Type: image/gif
Content-Transfer-Encoding: base64

R0lG
--b
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

\"http://x.example/=C3\" a=b
begin 644 f
#0V%T
`
end
From a@b.example Mon Jan  1 00:00:00 2001
Subject: two
Content-Type: text/html; charset=nobody

<a href='http://y.example/|'>y</a>
";

const LINES: &str = "\
files     2 read, 1 neither mail nor text, 1 damaged or not opened
members   none
messages  2 searched
texts     1 searched
bytes     490 read, 344 header, 93 text, 4 not_text, 14 delimiter, 24 uuencode
types     3 text/plain, 1 image/gif, 1 multipart/mixed, 1 text/html
charsets  2 none declared, 1 unknown, 1 windows-1252
encodings 3 none, 1 base64, 1 quoted-printable
damage    1 bad_quoted_printable, 1 unclosed, 1 unknown_charset
URLs      3
forms     1 url, 1 quote, 1 bare
standing  2 valid, 1 loose, 1 draft03, 1 rfc1738, 1 rfc2396, 1 rfc3986, 2 rfc3987
";

#[test]
fn stats_are_printed_as_lines() {
    let folder = Folder::new("stats");
    folder.file("mbox", MESSAGES.as_bytes());
    folder.file("binary", b"\x7fELF\0\0\0\0\0\0\0");
    folder.file("notes", b"nothing\n");
    let gone = folder.path().join("gone").display().to_string();
    let path = folder.path().display().to_string();
    let output = urlsift(&["scan", "--stats", &path, &gone], b"");
    let stderr = text(&output.stderr);
    let at = stderr.find("files   ").expect("the numbers are printed");
    assert_eq!(&stderr[at..], LINES, "{stderr}");
}

/// Empty lines before the first message are no message, and an introduction is a text.
#[test]
fn what_precedes_the_first_message_is_no_message() {
    let message =
        "From a@b.example Mon Jan  1 00:00:00 2001\nFrom: a\nSubject: x\n\nhttp://a.b/\n\n";
    // Columns: text before two messages, number of messages, number of texts.
    let table = [("", 2, 0), ("\n", 2, 0), ("\u{FEFF}\r\n\n", 2, 0), ("The archive:\n\n", 2, 1)];
    for (before, messages, texts) in table {
        let stats = stats(&[], format!("{before}{message}{message}").as_bytes());
        assert_eq!(stats["messages"]["searched"], json!(messages), "{before:?}");
        assert_eq!(stats["texts"], json!(texts), "{before:?}");
    }
}

/// Every byte is counted once: as header, as text, or with the reason why it was skipped.
#[test]
fn counted_bytes_add_up_to_the_file() {
    for archive in ["shelf.mbox", "blocks.mbox", "pages.mbox", "batch.rnews", "notes.txt"] {
        let path = format!("corpus/archives/{archive}");
        let stats = stats(&[&path], b"");
        let length = fs::metadata(root().join(&path));
        let length = length.expect("the file is readable").len();
        let bytes = |name: &str| stats["bytes"][name].as_u64().expect("a number");
        assert_eq!(bytes("read"), length, "{archive}");
        assert_eq!(bytes("header") + bytes("text") + bytes("skipped"), length, "{archive}");
        let skipped = stats["skipped"].as_object().expect("an object");
        let skipped = skipped.values().map(|it| it["bytes"].as_u64().expect("a number"));
        assert_eq!(skipped.sum::<u64>(), bytes("skipped"), "{archive}");
    }
}

/// The numbers do not depend on threads or output format, and the number of URLs is the number of rows.
#[test]
fn stats_do_not_depend_on_threads_or_format() {
    let archives = "corpus/archives";
    let expected = stats(&[archives], b"");
    for args in
        [&["-j", "1"][..], &["-j", "7", "--unique"], &["--count", "host"], &["--format", "csv"]]
    {
        assert_eq!(stats(&[args, &[archives]].concat(), b""), expected, "{args:?}");
    }
    let rows = urlsift(&["scan", "--format", "jsonl", archives], b"").stdout;
    let rows = text(&rows).lines().count();
    let sum = |name: &str| -> u64 {
        let all = expected[name].as_object().expect("an object").values();
        all.map(|it| it.as_u64().expect("a number")).sum()
    };
    assert_eq!(expected["urls"], json!(rows));
    assert_eq!((sum("forms"), sum("standing")), (rows as u64, rows as u64));
}

/// With several threads, each reads parts of a large file. Rows, messages and numbers are those of one thread, in
/// order. One message spans several parts, and one is too large.
#[test]
fn a_large_file_has_the_same_rows_on_many_threads() {
    let folder = Folder::new("large-file");
    let message = |i: usize| {
        let lines = match i {
            100 => 20_000,
            200 => 30_000,
            _ => 80 * (i % 5),
        };
        let filler = "Nothing to be found in these lines of it.\n".repeat(lines);
        format!("From a Mon\nSubject: {i}\n\n{filler}<http://x.example/{i}>\n{filler}\n")
    };
    let file = folder.file("large.mbox", (0..300).map(message).collect::<String>().as_bytes());
    let args = ["scan", "--format", "jsonl", "--stats=json", "--max-message", "2M", &file, "-j"];
    let run = |threads| urlsift(&[&args[..], &[threads]].concat(), b"");
    let (one, many) = (run("1"), run("7"));
    assert_eq!(text(&one.stdout).lines().count(), 300);
    assert!(seen(&many) == seen(&one), "{}", text(&many.stderr));
}

/// Each member is counted once, as read or unread, and so is the file.
#[test]
fn members_are_counted_once() {
    let (tar, mut cut) = (archive("few.tar"), archive("few.tar"));
    cut.truncate(cut.len() - 2400);
    let mut sum = archive("pack.zip");
    sum[14] ^= 1;
    // Columns: description, file, expected counts of files read and unread and of members read and unread.
    let table: [(&str, &[u8], [u64; 4]); 4] = [
        ("a tar", &tar, [1, 0, 3, 0]),
        ("a tar cut short", &cut, [0, 1, 1, 1]),
        ("a zip with a bad checksum", &sum, [1, 0, 2, 1]),
        ("no archive", b"text", [1, 0, 0, 0]),
    ];
    for (tried, bytes, expected) in table {
        let stats = stats(&[], bytes);
        let fate = |what: &str, fate: &str| stats[what][fate].as_u64().expect("a number");
        let found = ["files", "members"].map(|what| [fate(what, "read"), fate(what, "unread")]);
        assert_eq!(found.concat(), expected, "{tried}");
    }
}

/// The guide lists every field.
#[test]
fn every_number_is_documented() {
    let page = guide("scanning.md");
    let stats = stats(&[], b"");
    for key in stats.as_object().expect("an object").keys() {
        assert!(page.contains(&format!("\n- `{key}`: ")), "{key}");
    }
    for reason in stats["skipped"].as_object().expect("an object").keys() {
        assert!(page.contains(&format!("`{reason}`")), "{reason}");
    }
}
