//! Tests of `--input`, which decides how a source is read.

use serde_json::Value;

use crate::program::{Folder, gzip, objects, seen, tar, text, urlsift};
use crate::splits::{by_splits, sorted};

const KINDS: [&str; 4] = ["auto", "text", "html", "mail"];

/// Files by their names, each with the rows that each of [`KINDS`] gives: the URL, and the offset of the message.
const SOURCES: [(&str, &[u8], [&str; 4]); 13] = [
    (
        "mbox",
        b"From a Mon\nA: b\n\n<http://a/>\n\nFrom b Tue\nX-URL: http://b/\n\nhttp://c/\n",
        ["a 0, b 30, c 30", "a, b, c", "a, b, c", "a 0, b 30, c 30"],
    ),
    (
        "page",
        b"<html><!-- http://a/ --><a href=\"http://b/\">b</a> http://c/\n",
        ["b, c", "a, b, c", "b, c", "b 0, c 0"],
    ),
    // The name decides only for `auto`.
    ("page.html", b"x <!-- http://a/ --> http://b/\n", ["b", "a, b", "b", "a 0, b 0"]),
    ("markup", b"x <!-- http://a/ --> http://b/\n", ["a, b", "a, b", "b", "a 0, b 0"]),
    (
        "message",
        b"From: a\nTo: b\nX-URL: http://a/\nContent-Transfer-Encoding: quoted-printable\n\nhttp://b=2Ec/\n",
        ["a 0, b.c 0", "a, b", "a, b", "a 0, b.c 0"],
    ),
    // One field is not enough for a message.
    (
        "field",
        b"Content-Transfer-Encoding: quoted-printable\n\nhttp://a=2Eb/\n",
        ["a", "a", "a", "a.b 0"],
    ),
    // For `auto`, a page and a text need more messages after them.
    (
        "mbox after a page",
        b"<html>\n\nFrom a Mon\nA: b\n\nhttp://a/\n\nFrom b Tue\nA: b\n\nhttp://b/\n",
        ["a, b", "a, b", "a, b", "a 8, b 36"],
    ),
    ("one message after a text", b"http://a/\n\nFrom b Mon\nA: http://b/\n", ["a, b", "a, b", "a, b", "a, b 11"]),
    ("no field", b"http://a/\nA: http://b/\n", ["a, b", "a, b", "a, b", "a 0, b 0"]),
    ("utf-16", b"\xFF\xFEh\0t\0t\0p\0:\0/\0/\0a\0", ["a", "a", "a", "a 0"]),
    (
        "parts",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/gif\n\nhttp://a/\n--b--\nhttp://b/\n",
        ["a, b", "a, b", "a, b", "b 0"],
    ),
    ("empty", b"", ["", "", "", ""]),
    ("binary", b"\x7fELF\0\0\0\"http://a/\"\0", ["", "a", "a", "a 0"]),
];

/// Returns `rows` in the format of [`SOURCES`].
fn summary(rows: &[Value]) -> String {
    let row = |row: &Value| {
        let url = row["url"].as_str().expect("it is a string");
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        row["message_offset"].as_u64().map_or(host.to_owned(), |at| format!("{host} {at}"))
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_kind_decides_how_a_source_is_read() {
    let folder = Folder::new("input-kinds");
    let (place, rows) = (Folder::new("input-kinds-members"), Folder::new("input-kinds-rows"));
    for (name, bytes, expected) in SOURCES {
        let packed = gzip(bytes);
        let plain = folder.file(name, bytes);
        folder.file(&format!("{name}.gz"), &packed);
        let member = gzip(&tar(&[(&format!("{name}.gz"), &packed)]));
        let member = place.file(&format!("{name}.tar.gz"), &member);
        for (file, is_member) in [(plain, false), (member, true)] {
            for (kind, expected) in KINDS.iter().zip(expected) {
                let args = ["scan", "--format", "jsonl", "--input", kind, &file];
                let output = urlsift(&args, b"");
                assert_eq!(summary(&objects(&output.stdout)), expected, "{file} {kind}");
                // A binary file is an error only if it is skipped, and if it is not a member.
                let is_error = *kind == "auto" && name == "binary" && !is_member;
                assert_eq!(output.status.code() == Some(2), is_error, "{file} {kind}");
            }
        }
    }
    // Splits have the rows of the whole for each kind.
    let root = folder.path().display().to_string();
    for kind in KINDS {
        let options = ["--format", "jsonl", "--input", kind];
        let whole = sorted(&urlsift(&[&["scan"], &options[..], &[&root]].concat(), b""));
        assert!(whole.0.len() > 10, "{kind}");
        let planned = ["--split-bytes", "30", "--pack-bytes", "64M", "--input", kind, &root];
        let place = rows.path().display().to_string();
        assert!(by_splits(&place, &planned, &options) == whole, "{kind}");
    }
}

/// The plan has the kind, so a scan with another one is an error.
#[test]
fn a_plan_and_its_scan_have_the_same_kind() {
    let folder = Folder::new("input-kinds-plan");
    let (name, bytes, _) = SOURCES[0];
    let file = folder.file(name, bytes);
    let plan = |kind| urlsift(&["plan", "--split-bytes", "9", "--input", kind, &file], b"").stdout;
    assert!(text(&plan("auto")).lines().count() > 1);
    assert_eq!(text(&plan("text")).lines().count(), 1);
    for (planned, kind) in [("auto", "mail"), ("text", "auto"), ("html", "text"), ("mail", "html")]
    {
        let plan = plan(planned);
        let split = text(&plan).lines().next().expect("it has a split");
        let scan = |kind| urlsift(&["scan", "--split", split, "--input", kind], b"");
        assert_eq!(scan(planned).status.code(), Some(0), "{planned}");
        let expected = format!(
            "urlsift: {file}: planned with --input {planned}, not {kind}; use the same --input, \
             or make a new plan\n"
        );
        assert_eq!(seen(&scan(kind)), (Some(3), "", &*expected));
    }
}

#[test]
fn pick_reads_a_source_as_the_kind_says() {
    let (_, bytes, _) = SOURCES[1];
    let list = |kind| urlsift(&["pick", "--list", "--input", kind], bytes).stdout;
    assert!(!text(&list("auto")).contains("http://a/"));
    assert!(text(&list("text")).contains("http://a/"));
}
