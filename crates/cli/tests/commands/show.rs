//! Tests of `urlsift show`: one URL in its message.

use serde_json::Value;

use crate::program::{Folder, check_runs, gzip, missing_file, seen, text, urlsift};

const MAILBOX: &str = "From a@b.example Mon Jan  1 00:00:00 2001
From: =?utf-8?Q?Andr=C3=A9?= <a@b.example>
Date: Mon, 1 Jan 2001 00:00:00 +0000
Subject: =?iso-8859-1?Q?caf=E9?=
Message-ID: <1@b.example>
X-Url: http://x.example/field

> see <http://x.example/well-
> known> \u{7}

From a@b.example Mon Jan  1 00:00:00 2001
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>one</p>
<p><a href=3D\"http://x.example/=
page\">a \u{1b}[2J page</a>
";

/// Runs `urlsift show` and returns its output. It must succeed.
fn show(args: &[&str], stdin: &str) -> String {
    let output = urlsift(&[&["show"], args].concat(), stdin.as_bytes());
    let (status, shown, said) = seen(&output);
    assert_eq!((status, said), (Some(0), ""), "{args:?}");
    shown.to_owned()
}

/// Returns the values of the lines called `name`.
fn values<'t>(shown: &'t str, name: &str) -> Vec<&'t str> {
    let value = |line: &'t str| line.strip_prefix("  ")?.strip_prefix(name)?.strip_prefix(' ');
    shown.lines().filter_map(value).map(str::trim_start).collect()
}

/// A URL before paths is searched for in them.
#[test]
fn a_url_is_shown_wherever_it_is() {
    let folder = Folder::new("show-url");
    let path = folder.file("mail.mbox", MAILBOX.as_bytes());
    let other = folder.file("other", b"http://x.example/Field HTTP://X.example:80/field/\n");
    let (well, field) = ("http://x.example/well-known", "http://x.example/field");
    let equivalent = ["--equivalent", "http://x.example/%66ield", &path, &other];
    // (arguments, status, URLs)
    let table: &[(&[&str], i32, &[&str])] = &[
        (&[well, &path], 0, &[well]),
        (&[field, &other, &path], 0, &[field]),
        (&["HTTP://X.EXAMPLE/field", &path], 0, &[field]),
        (&["http://x.example/fiel", &path], 1, &[]),
        (&equivalent, 0, &[field, "HTTP://X.example:80/field/"]),
        (&["http://x.example/FIELD", "--equivalent", &path, &other], 1, &[]),
        (&[field, "gone", &path], 2, &[field]),
        (&[field], 2, &[]),
        (&["--equivalent", &path], 2, &[]),
    ];
    for (args, status, urls) in table {
        let output = urlsift(&[&["show"], *args].concat(), b"");
        assert_eq!(values(text(&output.stdout), "url"), *urls, "{args:?}");
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {}", text(&output.stderr));
        assert_eq!(output.stderr.is_empty(), *status == 0, "{args:?}");
    }
}

/// Unix has names of any bytes. Rows have U+FFFD for those that are not UTF-8.
#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_found_again() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("show-names");
    let names: [&[u8]; 4] = [b"caf\xe9.eml", b"\xff\xfe/a\nb", b"caf\xc3\xa9", b"\xef\xbf\xbd"];
    for (at, name) in names.iter().enumerate() {
        let path = folder.path().join(std::ffi::OsStr::from_bytes(name));
        let parent = path.parent().expect("it is in a folder");
        std::fs::create_dir_all(parent).expect("the folder can be written");
        std::fs::write(path, format!("http://{at}.example/\n")).expect("the folder is writable");
    }
    let root = folder.path().display().to_string();
    for args in [&["-H"][..], &["--format", "jsonl"]] {
        let rows = urlsift(&[&["scan", &root], args].concat(), b"").stdout;
        let shown = show(&[], text(&rows));
        let urls = values(&shown, "url");
        assert_eq!(urls, [2, 0, 3, 1].map(|at| format!("http://{at}.example/")), "{args:?}");
    }
    // Two names that are written alike name no file.
    for name in [&b"\xf0x"[..], b"\xf1x"] {
        let path = folder.path().join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, "http://x.example/\n").expect("the folder is writable");
    }
    let output = urlsift(&["show", &format!("{root}/\u{fffd}x:0")], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_wrapper_is_shown_with_its_message_and_readings() {
    let folder = Folder::new("show-wrapper");
    let path = folder.file("mail.mbox", MAILBOX.as_bytes());
    let at = MAILBOX.find("<http").expect("it is there");
    let shown = show(&[&format!("{path}:{}", at + 30)], "");
    let expected = format!(
        "  source      {path}
  message     at byte 0, 254 bytes
  From        Andr\u{e9} <a@b.example>
  Date        Mon, 1 Jan 2001 00:00:00 +0000
  Subject     caf\u{e9}
  Message-ID  <1@b.example>
  part        body:1 at byte 212, on a quoted line

      1 | > see <http://x.example/well-
        |       ^^^^^^^^^^^^^^^^^^^^^^^
      2 | > known> \\u{{7}}
        | ^^^^^^^^
      3 |

  url         http://x.example/well-known
  form        angle
  bytes       218 to 250
  piece       219 to 241: http://x.example/well-
  piece       244 to 249: known
  or          http://x.example/wellknown  (hyphen at 240 dropped)
  doubt       hyphen at 240: kept (default)
  warning     hyphen_in_doubt: a hyphen before a line break may or may not belong
  host        x.example (name)
  satisfies   draft03 rfc1738 rfc2396 rfc3986 rfc3987
"
    );
    assert_eq!(shown, expected);
    let colored = show(&["--color", "always", &format!("{path}:{at}")], "");
    assert!(
        colored.contains("> see \u{1b}[1m\u{1b}[7m<http://x.example/well-\u{1b}[0m\n"),
        "{colored:?}"
    );
    assert!(!colored.contains('^'), "{colored:?}");
}

/// A field, an attribute in quoted-printable, and an offset in a decoded part.
#[test]
fn the_text_around_a_url_is_that_of_its_part() {
    let folder = Folder::new("show-parts");
    let path = folder.file("mail.mbox", MAILBOX.as_bytes());
    let place = |what: &str| format!("{path}:{}", MAILBOX.find(what).expect("it is there"));
    // Columns: place, URL, lines of the output.
    let table: &[(&str, &str, &[&str])] = &[
        (
            &place("http://x.example/field"),
            "http://x.example/field",
            &["  part        header:X-Url at byte 188", "      1 | http://x.example/field"],
        ),
        (
            &place("http://x.example/=\npage"),
            "http://x.example/page",
            &[
                "  part        body:1 at byte 385, windows-1252, quoted-printable",
                "  attribute   href of a",
                "  shown as    a \\u{1b}[2J page",
                "      6 | <p><a href=3D\"http://x.example/=",
                "        |               ^^^^^^^^^^^^^^^^^^",
                "      7 | page\">a \\u{1b}[2J page</a>",
                "        | ^^^^",
            ],
        ),
        (
            "corpus/archives/seven-bits.mbox:361+36:http://a.example/\u{4f60}\u{597d}",
            "http://a.example/\u{4f60}\u{597d}",
            &[
                "  Subject     HZ",
                "  part        body:1 at byte 361, HZ-GB-2312",
                "      1 | \u{7f51}\u{9875} <http://a.example/~ann/> \u{5728} http://a.example/\u{4f60}\u{597d}",
                "        |                                  ^^^^^^^^^^^^^^^^^^^^^",
                "  opens       http://a.example/%E4%BD%A0%E5%A5%BD",
                "  bytes       36 to 59 of the decoded part at byte 361",
            ],
        ),
        (
            "corpus/archives/piped.zip:few.mbox:334:ftp://ftp.example.org/pub/list.txt",
            "ftp://ftp.example.org/pub/list.txt",
            &["  member      few.mbox (number 0)", "  message     at byte 162, 209 bytes"],
        ),
        (
            "corpus/archives/piped.zip:1:4",
            "http://www.example.org/note",
            &["  member      note.txt (number 1)"],
        ),
    ];
    for (place, url, lines) in table {
        let shown = show(&[place], "");
        assert_eq!(values(&shown, "url"), [*url], "{shown}");
        for line in *lines {
            assert!(shown.lines().any(|shown| shown == *line), "{line}\n{shown}");
        }
    }
}

/// The offsets of a compressed file count in the decompressed one. Standard input is a source too.
#[test]
fn a_source_is_opened_as_a_scan_opens_it() {
    let folder = Folder::new("show-sources");
    let gz = folder.file("mail.mbox.gz", &gzip(MAILBOX.as_bytes()));
    let odd = folder.file("1.a:2,S", b"http://x.example/odd\n");
    let binary = folder.file("binary", b"\x7fELF\0\0\0<http://x.example/>\0");
    let at = MAILBOX.find("<http").expect("it is there");
    // Columns: arguments, standard input, URL.
    let table: &[(&[&str], &str, &str)] = &[
        (&[&format!("{gz}:{at}")], "", "http://x.example/well-known"),
        (&[&format!("{odd}:0")], "", "http://x.example/odd"),
        (&["--", "-:2:http://x.example/"], "a http://x.example/ b", "http://x.example/"),
        (&["--input", "text", &format!("{binary}:8")], "", "http://x.example/"),
        (&["--forms", "host", "--", "-:2"], "a ftp.x.example b", "ftp://ftp.x.example"),
        (
            &["--headers", "all", "--", "-:12"],
            "Message-ID: <http://x.example/@a>\n\n",
            "http://x.example/@a",
        ),
        (&["--scheme-add", "memo", "--", "-:2"], "a memo:b", "memo:b"),
        (&["--join", "never", "--", "-:0"], "http://x.example/a/\nb.html", "http://x.example/a/"),
    ];
    for (args, stdin, url) in table {
        assert_eq!(values(&show(args, stdin), "url"), [*url], "{args:?}");
    }
}

/// Every row of every archive is found again, by its fields and by its line of `scan -H`.
#[test]
fn rows_are_found_again() {
    const INPUTS: [&str; 2] = ["corpus/archives", "corpus/joins.txt"];
    let forms = "--forms=url,angle,quote,prefix,bare,host";
    let scan = |args: &[&str]| {
        let output = urlsift(&[&["scan", forms], args, &INPUTS].concat(), b"");
        String::from_utf8(output.stdout).expect("rows are UTF-8")
    };
    let rows = scan(&["--format", "jsonl"]);
    let url = |row: &str| {
        let row: Value = serde_json::from_str(row).expect("a row is an object");
        let shown =
            |c: char| if c.is_control() { c.escape_unicode().to_string() } else { c.into() };
        row["url"].as_str().expect("a URL is a string").chars().map(shown).collect()
    };
    let urls: Vec<String> = rows.lines().map(url).collect();
    assert!(urls.len() > 250, "{} rows are too few", urls.len());
    // Some at a time: the program prints before it has read all rows.
    let rows: Vec<&str> = rows.lines().collect();
    for (rows, urls) in rows.chunks(60).zip(urls.chunks(60)) {
        let shown = show(&[], &rows.join("\n"));
        assert_eq!(values(&shown, "url"), urls);
    }
    let shown = show(&[forms], &scan(&["-H"]));
    assert_eq!(values(&shown, "url"), urls);
    assert_eq!(values(&shown, "asked for"), [""; 0]);
}

#[test]
fn places_without_a_url_are_reported() {
    let folder = Folder::new("show-nothing");
    let path = folder.file("mail.mbox", MAILBOX.as_bytes());
    let none = folder.file("none.txt", b"nothing here");
    let damaged = folder.file("damaged.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03x");
    let gone = folder.path().join("gone").display().to_string();
    let no_offset = "no offset; expected SOURCE:OFFSET, such as mail.mbox:1234";
    let zip = "corpus/archives/piped.zip";
    // Columns: place, exit status, message.
    let table = [
        (
            format!("{path}:9"),
            1,
            format!(
                "{path}:9: no URL there; the nearest in the message is at 188: http://x.example/field"
            ),
        ),
        (format!("{none}:0"), 1, format!("{none}:0: no URL there, nor elsewhere in the message")),
        (
            format!("{none}:12"),
            1,
            format!("{none}:12: no message has byte 12; the last one ends at byte 12"),
        ),
        (
            format!("{zip}:334"),
            1,
            format!("{zip}:334: an archive; name a member, as in SOURCE:MEMBER:OFFSET"),
        ),
        (format!("{zip}:x:334"), 1, format!("{zip}:x:334: no such member")),
        (format!("{gone}:1"), 2, format!("{gone}: {}", missing_file())),
        (
            format!("{damaged}:1"),
            2,
            format!("{damaged}: damaged at byte 0: the compressed data ends too early"),
        ),
        (path.clone(), 2, format!("{path}: {no_offset}")),
    ];
    for (place, status, message) in &table {
        let message = format!("urlsift: {message}\n");
        assert_eq!(seen(&urlsift(&["show", place], b"")), (Some(*status), "", &*message));
    }
    let no_row = format!("urlsift: -: line 1: {no_offset}\n");
    let half_row = "urlsift: -: line 1: no row of JSON: EOF while parsing an object\n";
    // Columns: arguments, standard input, exit status, standard output, standard error.
    check_runs(&[
        (&["show"], "http://x.example/\n", 2, "", &no_row),
        (&["show"], "{\"source\":\"a\"\n", 2, "", half_row),
        (
            &["show", "-"],
            "\n{\"url\":\"a:b\"}\n",
            2,
            "",
            "urlsift: -: line 2: the row has no field `source`; scan with all fields, or add it to --fields\n",
        ),
        (&["show"], "", 0, "", ""),
    ]);
    // A row whose text has changed: another URL is there.
    let at = MAILBOX.find("<http").expect("it is there");
    let row = format!("{{\"source\":{path:?},\"start\":{at},\"url\":\"http://x.example/\"}}\n");
    let shown = show(&[], &format!("{row}\n{row}"));
    assert_eq!(values(&shown, "asked for"), ["http://x.example/"; 2]);
}
