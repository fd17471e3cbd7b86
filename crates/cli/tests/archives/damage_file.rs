//! Tests of `--damage`: each warning about an input has a line in the file.

use std::fs;

use serde_json::{Value, json};
use urlsift_archive::mail::DamageKind;

use crate::documents::examples::guide;
use crate::program::{Folder, archive, gzip, seen, tar, text, urlsift, zip};

/// Returns the objects of the file `path`, and checks that they have the fields in order.
fn lines(path: &str) -> Vec<Value> {
    let file = fs::read_to_string(path).expect("the file of damage was written");
    let object = |line: &str| {
        let keys = ["split", "source", "member", "offset", "kind", "message"];
        // A split has fields of the same names, before the others.
        let places = keys.map(|key| line.rfind(&format!("\"{key}\":")).expect("it has all fields"));
        assert!(places.is_sorted(), "{line}");
        serde_json::from_str(line).expect("each line is an object")
    };
    file.lines().map(object).collect()
}

/// Returns the string `key` of a line.
fn of<'l>(line: &'l Value, key: &str) -> &'l str {
    line[key].as_str().unwrap_or_default()
}

/// Returns a line as the program prints it on standard error.
fn warning(line: &Value) -> String {
    let member =
        if line["member"].is_null() { String::new() } else { format!(":{}", of(line, "member")) };
    format!("urlsift: {}{member}: {}\n", of(line, "source"), of(line, "message"))
}

/// `few.mbox.gz` without its end.
fn cut_gzip() -> Vec<u8> {
    let few = archive("few.mbox.gz");
    few[..few.len() - 20].to_vec()
}

#[test]
fn every_warning_has_a_line() {
    let folder = Folder::new("damage");
    let cut = cut_gzip();
    let members = [("m", &cut[..])];
    let [damage, out] = ["list", "out"].map(|it| folder.path().join(it).display().to_string());
    // Columns: name, content, member, kind, offset. Offsets count in the text of the member, however it is stored.
    let table = [
        ("cut.gz", cut.clone(), None, "truncated", Some(505)),
        ("cut.tar", tar(&members), Some("m"), "truncated", Some(505)),
        ("cut.tar.gz", gzip(&tar(&members)), Some("m"), "truncated", Some(505)),
        ("stored.zip", zip(&members, false), Some("m"), "truncated", Some(505)),
        ("deflated.zip", zip(&members, true), Some("m"), "truncated", Some(505)),
        ("binary", b"\x7fELF\0\0\0<http://x.example/>\0".to_vec(), None, "not_read", None),
        ("gone", vec![], None, "not_opened", None),
    ];
    let paths: Vec<String> = table.iter().map(|row| folder.file(row.0, &row.1)).collect();
    fs::remove_file(&paths[6]).expect("the folder is writable");
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    for threads in ["1", "4"] {
        let args = [&["scan", "-j", threads, "-o", &out, "--damage", &damage], &*paths].concat();
        let output = urlsift(&args, b"");
        let lines = lines(&damage);
        let warnings: String = lines.iter().map(warning).collect();
        assert_eq!(seen(&output), (Some(2), "", &*warnings), "{threads}");
        for ((line, path), (_, _, member, kind, offset)) in lines.iter().zip(&paths).zip(&table) {
            let expected = json!([null, path, member, offset, kind]);
            let fields =
                ["split", "source", "member", "offset", "kind"].map(|key| line[key].clone());
            assert_eq!(Value::from(fields.to_vec()), expected, "{line}");
            let place = offset.map_or(String::new(), |offset| format!("at byte {offset}: "));
            assert!(of(line, "message").contains(&place), "{line}");
        }
        assert_eq!(lines.len(), table.len());
    }
    // Without damage the file is empty.
    let output = urlsift(&["scan", "--damage", &damage], b"http://a/");
    assert_eq!((output.status.code(), lines(&damage)), (Some(0), vec![]));
}

/// The lines of splits say which split it was.
#[test]
fn damage_of_splits_is_listed() {
    let folder = Folder::new("damage-splits");
    let gz = folder.file("cut.gz", &cut_gzip());
    let gone = folder.file("gone", b"http://a/");
    let damage = format!("{gone}.damage");
    let plan = urlsift(&["plan", "--pack-bytes", "0", &gz, &gone], b"");
    fs::remove_file(&gone).expect("the folder is writable");
    let expected = [("truncated", 2), ("split_failed", 3)];
    for (line, (kind, status)) in text(&plan.stdout).lines().zip(expected) {
        let output = urlsift(&["scan", "--split", line, "--damage", &damage], b"");
        assert_eq!(output.status.code(), Some(status));
        let split: Value = serde_json::from_str(line).expect("each line is an object");
        let lines = lines(&damage);
        let listed: Vec<_> = lines.iter().map(|it| (of(it, "kind"), &it["split"])).collect();
        assert_eq!(listed, [(kind, &split)]);
    }
}

/// Files that are skipped are listed if they may contain text. That is not an error, whether they are in a folder or a plan.
#[test]
fn skipped_files_that_may_contain_text_are_listed() {
    let folder = Folder::new("damage-skipped");
    let shelf = folder.path().join("shelf");
    fs::create_dir(&shelf).expect("the folder is writable");
    let noise = b"\x00\x01\x02\x03".repeat(99);
    let misnamed = "neither compressed nor an archive, although its name says so";
    // Columns: name, content, the reason if it is listed.
    let table: [(&str, &[u8], Option<&str>); 9] = [
        ("a.gz", b"", Some(misnamed)),
        ("b.zip", b"<html><a href='http://a.example/'>not found</a></html>", Some(misnamed)),
        ("c.GZ", &noise, Some(misnamed)),
        ("d.mbox", &noise, Some("neither mail nor text")),
        ("e.jpg", &noise, None),
        ("f", &noise, None),
        ("g.txt", b"", None),
        ("h", b"", None),
        ("i.gz.txt", b"no URL", None),
    ];
    let mut expected = Vec::new();
    for (name, content, reason) in table {
        folder.file(&format!("shelf/{name}"), content);
        expected.extend(reason.map(|reason| format!("{name}: {reason}")));
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("gone", shelf.join("link")).expect("a link can be made");
        expected.push("link: a symbolic link".to_owned());
    }
    let path = shelf.display().to_string();
    let damage = format!("{path}.damage");
    let listed = || {
        let listed = lines(&damage);
        assert!(listed.iter().all(|line| line["kind"] == "skipped"), "{listed:?}");
        let name = |line: &Value| {
            let name = of(line, "source").rsplit(std::path::is_separator).next();
            format!("{}: {}", name.unwrap_or_default(), of(line, "message"))
        };
        listed.iter().map(name).collect::<Vec<_>>()
    };
    for threads in ["1", "3"] {
        let output = urlsift(&["scan", "-j", threads, "--damage", &damage, &path], b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "http://a.example/\n"));
        assert_eq!(listed(), expected, "{threads}");
    }
    // A plan counts links itself. The split has the others, which are no reason for status 2.
    let plan = urlsift(&["plan", &path], b"");
    let links =
        "urlsift: skipped 1 link, pipe or device below folders (scan --verbose names them)\n";
    assert_eq!(text(&plan.stderr), if cfg!(unix) { links } else { "" });
    expected.retain(|line| !line.starts_with("link"));
    let split = text(&plan.stdout).trim();
    let output = urlsift(&["scan", "--split", split, "--damage", &damage], b"");
    assert_eq!((text(&output.stdout), output.status.code()), ("http://a.example/\n", Some(0)));
    assert_eq!(listed(), expected);
    // A binary file that is named is an error.
    let named = shelf.join("c.GZ").display().to_string();
    let output = urlsift(&["scan", "--damage", &damage, &named], b"");
    let lines = lines(&damage);
    let kinds: Vec<_> = lines.iter().map(|line| of(line, "kind")).collect();
    assert_eq!((output.status.code(), kinds), (Some(2), vec!["not_read", "skipped"]));
}

/// Malformed messages are listed, and are not an error. Each kind is listed once for a message.
#[test]
fn malformed_messages_are_listed() {
    let folder = Folder::new("damage-malformed");
    let encoded = |encoding: &str| format!("Content-Transfer-Encoding: {encoding}\n");
    let multipart = "Content-Type: multipart/mixed; boundary=b\n";
    let charset = |x| format!("--b\nContent-Type: text/plain; charset={x}\n\nhttp://f.example/\n");
    // Columns: fields, body, the kinds that are listed.
    let table = [
        ("", "http://a.example/\n", vec![]),
        (&encoded("base64"), "aHR0cDovL2EuZXhhbXBsZS8*\n", vec!["bad_base64"]),
        (&encoded("x-none"), "http://b.example/\n", vec!["unknown_transfer_encoding"]),
        (&encoded("quoted-printable"), "http://c.example/?a=b\n", vec!["bad_quoted_printable"]),
        (multipart, "--b\n\nhttp://d.example/\n", vec!["unclosed"]),
        (multipart, "http://e.example/\n", vec!["missing_boundary"]),
        (multipart, &(charset("x1") + &charset("x2")), vec!["unknown_charset", "unclosed"]),
    ];
    // The mailbox is read in several ranges.
    let (picture, filler) = ("Content-Type: image/gif\n\n", "some text\n".repeat(20_000));
    let (mut mailbox, mut expected) = (String::new(), Vec::new());
    for (fields, body, kinds) in table.iter().cycle().take(4 * table.len()) {
        let at = mailbox.len();
        let envelope = "From a Mon\nFrom: a\nTo: b\n";
        mailbox += &[envelope, fields, "\n", body, "\n", envelope, picture, &filler, "\n"].concat();
        expected.extend(kinds.iter().map(|kind| (Some(at as u64), *kind)));
    }
    let path = folder.file("mailbox", mailbox.as_bytes());
    let damage = format!("{path}.damage");
    let plan = urlsift(&["plan", &path], b"").stdout;
    let split = text(&plan).trim();
    for args in
        [&[&path, "-j", "1"][..], &[&path, "-j", "4"], &[&path, "--stats"], &["--split", split]]
    {
        let output = urlsift(&[&["scan", "--damage", &damage], args].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("message at byte"), "{}", text(&output.stderr));
        let listed = lines(&damage);
        let listed: Vec<_> =
            listed.iter().map(|it| (it["offset"].as_u64(), of(it, "kind"))).collect();
        assert_eq!(listed, expected, "{args:?}");
    }
    let listed = lines(&damage);
    let unclosed = listed.iter().find(|line| line["kind"] == "unclosed").expect("it is listed");
    let message =
        format!("message at byte {}: a multipart has no closing delimiter", unclosed["offset"]);
    assert_eq!(unclosed["message"], message);
    // A message that is left out is not listed.
    let output = urlsift(&["scan", "--damage", &damage, "--since", "2000", &path], b"");
    assert_eq!((output.status.code(), lines(&damage)), (Some(1), vec![]));
}

#[test]
fn the_file_of_damage_is_not_another_file_of_the_run() {
    let folder = Folder::new("damage-misuse");
    let one = folder.file("one", b"http://a/");
    let out = format!("{one}.out");
    // Columns: the file of damage, the end of the message.
    let table = [
        ("-", "--damage writes to a file, not to standard output; name one\n"),
        (&out, "--damage and --output name the same file; choose another name\n"),
        (&one, "which would be replaced; choose another name\n"),
    ];
    for (damage, message) in table {
        let output = urlsift(&["scan", &one, "-o", &out, "--damage", damage], b"");
        assert!(text(&output.stderr).ends_with(message), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read(&one).expect("the input is there"), b"http://a/");
    }
}

/// The guide lists each field and each kind.
#[test]
fn every_kind_of_damage_is_documented() {
    let page = guide("scanning.md");
    for kind in DamageKind::ALL {
        assert!(page.contains(&format!("`{kind}`")), "{kind}");
    }
}
