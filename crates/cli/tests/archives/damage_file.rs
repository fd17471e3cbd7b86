//! Tests of `--damage`: each warning about an input has a line in the file.

use std::fs;
use std::io::Write;

use serde_json::Value;
use urlsift_archive::mail::DamageKind;

use crate::archives::tar_and_zip::{ZIP_END, zip_member};
use crate::documents::examples::guide;
use crate::program::{Folder, archive, text, urlsift};

/// Returns the objects of the file `path`, and checks that they have the fields in order.
fn lines(path: &str) -> Vec<Value> {
    let file = fs::read_to_string(path).expect("the file of damage was written");
    let object = |line: &str| {
        let keys: Vec<usize> = ["split", "source", "member", "offset", "kind", "message"]
            .iter()
            // A split has fields of the same names, before the others.
            .map(|key| line.rfind(&format!("\"{key}\":")).expect("each line has all fields"))
            .collect();
        assert!(keys.is_sorted(), "{line}");
        serde_json::from_str(line).expect("each line is an object")
    };
    file.lines().map(object).collect()
}

/// Returns a line as the program prints it on standard error.
fn warning(line: &Value) -> String {
    let of = |key: &str| line[key].as_str().map(str::to_owned);
    let member = of("member").map_or_else(String::new, |member| format!(":{member}"));
    let (source, message) = (of("source"), of("message"));
    let [source, message] = [source, message].map(|it| it.expect("it is a string"));
    format!("urlsift: {source}{member}: {message}\n")
}

#[test]
fn every_warning_has_a_line() {
    let folder = Folder::new("damage");
    let few = archive("few.mbox.gz");
    let gz = folder.file("cut.gz", &few[..few.len() - 20]);
    let zip = archive("piped.zip");
    let zip = folder.file("cut.zip", &zip[..zip.len() / 3]);
    let binary = folder.file("binary", b"\x7fELF\0\0\0<http://x.example/>\0");
    let gone = format!("{binary}.gone");
    let (damage, out) = (format!("{binary}.damage"), format!("{binary}.out"));
    // Columns: path, kind, whether there is an offset.
    let table = [
        (&gz, "truncated", true),
        (&zip, "truncated", true),
        (&binary, "not_read", false),
        (&gone, "not_opened", false),
    ];
    let paths: Vec<&str> = table.iter().map(|row| row.0.as_str()).collect();
    for threads in ["1", "4"] {
        let args = [&["scan", "-j", threads, "-o", &out, "--damage", &damage], &*paths].concat();
        let output = urlsift(&args, b"");
        assert_eq!(output.status.code(), Some(2));
        let lines = lines(&damage);
        let warnings: String = lines.iter().map(warning).collect();
        assert_eq!(warnings, text(&output.stderr), "{threads}");
        for (line, (path, kind, has_offset)) in lines.iter().zip(&table) {
            assert_eq!(
                (line["source"].as_str(), line["kind"].as_str()),
                (Some(path.as_str()), Some(*kind)),
                "{line}"
            );
            assert_eq!(
                (line["offset"].is_u64(), &line["split"]),
                (*has_offset, &Value::Null),
                "{line}"
            );
        }
        assert_eq!(lines.len(), table.len());
    }
    // Without damage the file is empty.
    let output = urlsift(&["scan", "--damage", &damage], b"http://a/");
    assert_eq!((output.status.code(), lines(&damage)), (Some(0), vec![]));
}

/// The lines of splits say which split it was, also if it was scanned before.
#[test]
fn damage_of_splits_is_listed() {
    let folder = Folder::new("damage-splits");
    let few = archive("few.mbox.gz");
    let gz = folder.file("cut.gz", &few[..few.len() - 20]);
    let gone = folder.file("gone", b"http://a/");
    let damage = format!("{gone}.damage");
    let plan = urlsift(&["plan", "--pack-bytes", "0", &gz, &gone], b"");
    fs::remove_file(&gone).expect("the folder is writable");
    let expected = [("truncated", 2), ("split_failed", 3)];
    for (line, (kind, status)) in text(&plan.stdout).lines().zip(expected) {
        let output = urlsift(&["scan", "--split", line, "--damage", &damage], b"");
        assert_eq!(output.status.code(), Some(status));
        let split: Value = serde_json::from_str(line).expect("each line is an object");
        let listed: Vec<_> =
            lines(&damage).iter().map(|it| (it["kind"].clone(), it["split"].clone())).collect();
        assert_eq!(listed, [(kind.into(), split)]);
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
        expected.extend(reason.map(|reason| (name.to_owned(), reason.to_owned())));
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("gone", shelf.join("link")).expect("a link can be made");
        expected.push(("link".to_owned(), "a symbolic link".to_owned()));
    }
    let path = shelf.display().to_string();
    let damage = format!("{path}.damage");
    let listed = |damage: &str| {
        let listed = lines(damage);
        assert!(listed.iter().all(|line| line["kind"] == "skipped"), "{listed:?}");
        let name = |line: &Value| {
            let source = line["source"].as_str().expect("it is a string").to_owned();
            let message = line["message"].as_str().expect("it is a string").to_owned();
            let name = source.rsplit(std::path::is_separator).next().unwrap_or_default();
            (name.to_owned(), message)
        };
        listed.iter().map(name).collect::<Vec<_>>()
    };
    for threads in ["1", "3"] {
        let output = urlsift(&["scan", "-j", threads, "--damage", &damage, &path], b"");
        assert_eq!(text(&output.stdout), "http://a.example/\n");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(listed(&damage), expected, "{threads}");
    }
    // A plan counts links itself. The split has the others, which are no reason for status 2.
    let plan = urlsift(&["plan", &path], b"");
    let links =
        "urlsift: skipped 1 link, pipe or device below folders (scan --verbose names them)\n";
    assert_eq!(text(&plan.stderr), if cfg!(unix) { links } else { "" });
    expected.retain(|(name, _)| name != "link");
    let split = text(&plan.stdout).trim();
    let output = urlsift(&["scan", "--split", split, "--damage", &damage], b"");
    assert_eq!((text(&output.stdout), output.status.code()), ("http://a.example/\n", Some(0)));
    assert_eq!(listed(&damage), expected);
    // A binary file that is named is an error.
    let named = folder.path().join("shelf").join("c.GZ").display().to_string();
    let output = urlsift(&["scan", "--damage", &damage, &named], b"");
    let kinds: Vec<_> = lines(&damage).iter().map(|line| line["kind"].clone()).collect();
    assert_eq!((output.status.code(), kinds), (Some(2), vec!["not_read".into(), "skipped".into()]));
}

/// Offsets of damage are those of rows: they count in the text of the member, however it is stored.
#[test]
fn damage_has_the_same_offset_in_every_archive() {
    let folder = Folder::new("damage-offsets");
    let few = archive("few.mbox.gz");
    let cut = &few[..few.len() - 20];
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(cut.len() as u64);
    tar.append_data(&mut header, "m", cut).expect("memory takes everything");
    let tar = tar.into_inner().expect("memory takes everything");
    let mut tar_gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    tar_gz.write_all(&tar).expect("memory takes everything");
    let tar_gz = tar_gz.finish().expect("memory takes everything");
    let zip = |is_deflated| [&zip_member(b"m", cut, is_deflated)[..], &ZIP_END].concat();
    // Columns: the file, the member, the kind of the damage and its offset.
    let table = [
        ("cut.gz", cut.to_vec(), None, "truncated", 505),
        ("cut.tar", tar, Some("m"), "truncated", 505),
        ("cut.tar.gz", tar_gz, Some("m"), "truncated", 505),
        ("stored.zip", zip(false), Some("m"), "truncated", 505),
        ("deflated.zip", zip(true), Some("m"), "truncated", 505),
    ];
    let damage = folder.path().join("list").display().to_string();
    for (name, bytes, member, kind, offset) in table {
        let path = folder.file(name, &bytes);
        let output = urlsift(&["scan", "--damage", &damage, &path], b"");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let listed = lines(&damage);
        assert_eq!(listed.len(), 1, "{name}: {listed:?}");
        let line = &listed[0];
        assert_eq!((line["member"].as_str(), line["kind"].as_str()), (member, Some(kind)));
        assert_eq!(line["offset"], offset, "{name}");
        let message = line["message"].as_str().expect("it is a string");
        assert!(message.contains(&format!("at byte {offset}: ")), "{name}: {message}");
    }
}

/// Malformed messages are listed, and are no error. Each kind is listed once for a message.
#[test]
fn malformed_messages_are_listed() {
    let folder = Folder::new("damage-malformed");
    // Columns: fields, body, the kinds that are listed.
    let encoded = |encoding: &str| format!("Content-Transfer-Encoding: {encoding}\n");
    let multipart = "Content-Type: multipart/mixed; boundary=b\n";
    let table = [
        (String::new(), "http://a.example/\n", vec![]),
        (encoded("base64"), "aHR0cDovL2EuZXhhbXBsZS8*\n", vec!["bad_base64"]),
        (encoded("x-none"), "http://b.example/\n", vec!["unknown_transfer_encoding"]),
        (encoded("quoted-printable"), "http://c.example/?a=b\n", vec!["bad_quoted_printable"]),
        (multipart.to_owned(), "--b\n\nhttp://d.example/\n", vec!["unclosed"]),
        (multipart.to_owned(), "http://e.example/\n", vec!["missing_boundary"]),
        (
            multipart.to_owned(),
            "--b\nContent-Type: text/plain; charset=x1\n\nhttp://f.example/\n\
             --b\nContent-Type: text/plain; charset=x2\n\nhttp://g.example/\n",
            vec!["unknown_charset", "unclosed"],
        ),
        // It was decoded, so nothing is lost.
        (
            "Content-Type: message/rfc822\n".to_owned() + &encoded("base64"),
            "QTogYgoKaHR0cDovL2guZXhhbXBsZS8K\n",
            vec![],
        ),
    ];
    // The mailbox is read in several ranges.
    let filler = "some text\n".repeat(20_000);
    let (mut mailbox, mut expected) = (String::new(), Vec::new());
    for (fields, body, kinds) in table.iter().cycle().take(4 * table.len()) {
        let at = mailbox.len();
        let envelope = "From a Mon\nFrom: a\nTo: b\n";
        mailbox += &[envelope, fields, "\n", body, "\n", envelope, "\n", &filler, "\n"].concat();
        expected.extend(kinds.iter().map(|kind| (at as u64, (*kind).to_owned())));
    }
    let path = folder.file("mailbox", mailbox.as_bytes());
    let damage = format!("{path}.damage");
    let plan = urlsift(&["plan", &path], b"").stdout;
    let split = ["scan", "--split", text(&plan).trim(), "--damage", &damage];
    let scan = ["scan", "--damage", &damage, &path];
    let runs = [
        [&scan[..], &["-j", "1"]].concat(),
        [&scan[..], &["-j", "4"]].concat(),
        [&scan[..], &["--stats"]].concat(),
        split.to_vec(),
    ];
    for args in runs {
        let output = urlsift(&args, b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("message at byte"), "{}", text(&output.stderr));
        let listed = lines(&damage);
        let of = |line: &Value| {
            let (offset, kind) = (line["offset"].as_u64(), line["kind"].as_str());
            (offset.expect("it has a place"), kind.expect("it has a kind").to_owned())
        };
        assert_eq!(listed.iter().map(of).collect::<Vec<_>>(), expected, "{args:?}");
    }
    let unclosed =
        lines(&damage).into_iter().find(|line| line["kind"] == "unclosed").expect("it is listed");
    let at = unclosed["offset"].as_u64().expect("it has a place");
    let message = format!("message at byte {at}: a multipart has no closing delimiter");
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
