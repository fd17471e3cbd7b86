//! The key of a row: no two rows of a scan have the same values in the fields that the guide names.

use std::collections::HashSet;
use std::io::Read;

use data_encoding::BASE64_MIME;
use liblzma::read::XzDecoder;
use serde_json::Value;

use crate::packs::packs;
use crate::program::{Folder, text, urlsift};

/// The fields of the key, as `guide/row.md` lists them.
const KEY: [&str; 5] = ["source", "member_index", "part_offset", "part", "start"];

/// The rows of `urlsift scan`.
fn scan(arguments: &[&str]) -> Vec<Value> {
    let output = urlsift(&[&["scan", "--format", "jsonl"], arguments].concat(), b"");
    let row = |line| serde_json::from_str(line).expect("each line is an object");
    text(&output.stdout).lines().map(row).collect()
}

/// Checks that each of `rows` has a key of its own, and a number if it is from a member.
fn check_keys(rows: &[Value], input: &str) {
    let mut keys = HashSet::new();
    for row in rows {
        let key = KEY.map(|name| row[name].to_string());
        assert_eq!(row["member"].is_null(), row["member_index"].is_null(), "{input}: {key:?}");
        assert!(keys.insert(key.clone()), "{input}: two rows have the key {key:?}");
    }
}

/// The members with a URL: their names and numbers.
fn members(rows: &[Value]) -> Vec<(&str, u64)> {
    let member = |row: &'_ Value| row["member_index"].as_u64().expect("each row is of a member");
    let name = |row| -> &str { Value::as_str(row).expect("each row is of a member") };
    rows.iter().map(|row| (name(&row["member"]), member(row))).collect()
}

/// Makes a tar of `members`, each with a name and a text. A name that ends in a slash is a directory.
fn tar(members: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        if name.ends_with('/') {
            header.set_entry_type(tar::EntryType::Directory);
        }
        tar.append_data(&mut header, name, text.as_bytes()).expect("memory takes everything");
    }
    tar.into_inner().expect("memory takes everything")
}

/// Makes a zip of `members` without its directory, with stored members.
fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let length = |text: &str| u32::try_from(text.len()).expect("it is short").to_le_bytes();
    let member = |&(name, text): &(&str, &str)| {
        let mut crc = flate2::Crc::new();
        crc.update(text.as_bytes());
        let sizes = [crc.sum().to_le_bytes(), length(text), length(text)].concat();
        let before = &b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"[..];
        [before, &sizes, &length(name)[..2], &[0, 0], name.as_bytes(), text.as_bytes()].concat()
    };
    members.iter().flat_map(member).collect()
}

#[test]
fn members_of_one_name_have_different_numbers() {
    let url = "http://a.example/\n";
    let same = [("d/", ""), ("a", url), ("b", "no URL\n"), ("a", url)];
    let folder = Folder::new("keys");
    for (name, archive) in [("same.tar", tar(&same)), ("same.zip", zip(&same))] {
        let path = folder.file(name, &archive);
        let rows = scan(&[&path]);
        assert_eq!(members(&rows), [("a", 1), ("a", 3)], "{name}");
        check_keys(&rows, name);
        // Each distinct URL has the key of its first row.
        let first = scan(&["--unique", &path]);
        assert_eq!(members(&first), [("a", 1)], "{name}");
    }
}

#[test]
fn members_after_damage_are_numbered_on() {
    let url = "http://a.example/\n";
    let four = [("a", url), ("a", url), ("a", url), ("a", url)];
    let folder = Folder::new("keys-damaged");
    for (name, mut archive) in [("x.tar", tar(&four)), ("x.zip", zip(&four))] {
        // The header of the second member is lost.
        let second = if name == "x.tar" { 1024 } else { archive.len() / 4 };
        archive[second..second + 8].fill(b'#');
        let rows = scan(&[&folder.file(name, &archive)]);
        assert_eq!(members(&rows), [("a", 0), ("a", 1), ("a", 2)], "{name}");
        check_keys(&rows, name);
    }
}

/// A zip that is cut into ranges is numbered as a whole.
#[test]
fn numbers_do_not_depend_on_the_threads() {
    let long = "http://a.example/\n".to_owned() + &"no URL in this line\n".repeat(5000);
    let many = vec![("a", &*long); 60];
    let folder = Folder::new("keys-threads");
    for (name, archive) in [("many.tar", tar(&many)), ("many.zip", zip(&many))] {
        let path = folder.file(name, &archive);
        for threads in ["1", "2", "8"] {
            let rows = scan(&["-j", threads, &path]);
            let numbers: Vec<u64> = members(&rows).iter().map(|&(_, number)| number).collect();
            assert_eq!(numbers, (0..60).collect::<Vec<u64>>(), "{name}, {threads} threads");
        }
    }
}

/// All parts of an encoded message within another have one `part_offset`, so they differ only in the path.
#[test]
fn parts_of_an_encoded_message_have_different_paths() {
    let enclose = |message: &str| {
        let head =
            "From: a@b.example\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64";
        format!("{head}\n\n{}", BASE64_MIME.encode(message.as_bytes()))
    };
    let file = "\nbegin 644 x\n#86)C\n`\nend\n";
    let url = "http://a.example/\n";
    let inner = format!("Subject: a\nX-U: {url}x-u: {url}\n{url}{file}{url}");
    // (message, the paths of its rows)
    let table: [(String, &[&str]); 3] = [
        (inner.clone(), &["header:X-U", "header:X-U", "body:1", "body:1"]),
        (enclose(&inner), &["1.header:X-U", "1.header:X-U:2", "body:1.1", "body:1.1:2"]),
        (
            enclose(&enclose(&inner)),
            &["1.1.header:X-U", "1.1.header:X-U:2", "body:1.1.1", "body:1.1.1:2"],
        ),
    ];
    let folder = Folder::new("keys-encoded");
    for (message, expected) in table {
        let rows = scan(&["--headers", "all", &folder.file("x.eml", message.as_bytes())]);
        let paths: Vec<&str> = rows.iter().filter_map(|row| row["part"].as_str()).collect();
        assert_eq!(paths, expected, "{message}");
        check_keys(&rows, &message);
    }
}

#[test]
fn rows_of_the_corpus_have_a_key() {
    for threads in ["1", "8"] {
        let rows = scan(&["--headers", "all", "-j", threads, "corpus/archives"]);
        check_keys(&rows, "corpus/archives");
        assert!(rows.len() > 150, "only {} rows", rows.len());
    }
}

/// Runs on the packs of `../shared`, if present: each as the archive that it is, cut after 16 MB unless
/// `URLSIFT_CASES` is set.
#[test]
fn rows_of_real_archives_have_a_key() {
    let folder = Folder::new("keys-packs");
    let length = if std::env::var_os("URLSIFT_CASES").is_some() { u64::MAX } else { 16 << 20 };
    for pack in packs() {
        let file = std::fs::File::open(&pack).expect("the pack is readable");
        let mut bytes = Vec::new();
        let unpacked = XzDecoder::new(file).take(length).read_to_end(&mut bytes);
        unpacked.expect("the pack is whole");
        let rows = scan(&["--headers", "all", &folder.file("pack.tar", &bytes)]);
        check_keys(&rows, &pack.display().to_string());
        assert!(!rows.is_empty(), "{}", pack.display());
    }
}
