//! The key of a row: no two rows of a scan have the same values in the fields that the guide names.

use std::collections::HashSet;
use std::io::Read;

use data_encoding::BASE64_MIME;
use liblzma::read::XzDecoder;
use serde_json::Value;

use crate::packs::packs;
use crate::program::{Folder, scanned, tar, zip, zip_member};

/// The fields of the key, as `guide/row.md` lists them.
const KEY: [&str; 5] = ["source", "member_index", "part_offset", "part", "start"];

/// Checks that each of `rows` has a key of its own, and a number if it is from a member.
fn check_keys(rows: &[Value], input: &str) {
    let mut keys = HashSet::new();
    for row in rows {
        let key = KEY.map(|name| row[name].to_string());
        assert_eq!(row["member"].is_null(), row["member_index"].is_null(), "{input}: {key:?}");
        assert!(keys.insert(key.clone()), "{input}: two rows have the key {key:?}");
    }
}

/// The numbers of the members with a URL.
fn numbers(rows: &[Value]) -> Vec<u64> {
    rows.iter().map(|row| row["member_index"].as_u64().expect("it is of a member")).collect()
}

#[test]
fn members_of_one_name_have_different_numbers() {
    let url = &b"http://a.example/\n"[..];
    let same: [(&str, &[u8]); 4] = [("d/", b""), ("a", url), ("b", b"no URL\n"), ("a", url)];
    let four = [("a", url); 4];
    // Images are skipped, so they take no time to search. The archive is cut into ranges for several threads.
    let head = "From: a\nTo: b\nX-Url: http://a.example/\nContent-Type: image/gif\n\n";
    let long = [head.as_bytes(), &vec![b'G'; 40_000]].concat();
    let many = [("a", &long[..]); 60];
    for is_tar in [true, false] {
        let of =
            |members: &[(&str, &[u8])]| if is_tar { tar(members) } else { zip(members, false) };
        let rows = scanned(&[], &of(&same));
        assert_eq!(numbers(&rows), [1, 3]);
        check_keys(&rows, "members of one name");
        // Each distinct URL has the key of its first row.
        assert_eq!(numbers(&scanned(&["--unique"], &of(&same))), [1]);
        // The header of the second member is lost.
        let mut damaged = of(&four);
        let second = if is_tar { 1024 } else { zip_member("a", url, false).len() };
        damaged[second..second + 8].fill(b'#');
        let rows = scanned(&[], &damaged);
        assert_eq!(numbers(&rows), [0, 1, 2]);
        check_keys(&rows, "members after damage");
        let folder = Folder::new("keys-threads");
        let path = folder.file("many", &of(&many));
        for threads in ["1", "8"] {
            let rows = scanned(&["-j", threads, &path], b"");
            assert_eq!(numbers(&rows), (0..60).collect::<Vec<u64>>(), "{threads} threads");
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
    for (message, expected) in table {
        let rows = scanned(&["--headers", "all"], message.as_bytes());
        let paths: Vec<&str> = rows.iter().filter_map(|row| row["part"].as_str()).collect();
        assert_eq!(paths, expected, "{message}");
        check_keys(&rows, &message);
    }
}

/// Also runs on the packs of `../shared`, if present: each as the archive that it is, cut after 2 MB unless
/// `URLSIFT_CASES` is set.
#[test]
fn rows_of_the_corpus_have_a_key() {
    for threads in ["1", "8"] {
        let rows = scanned(&["--headers", "all", "-j", threads, "corpus/archives"], b"");
        check_keys(&rows, "corpus/archives");
        assert!(rows.len() > 150, "only {} rows", rows.len());
    }
    let length = if std::env::var_os("URLSIFT_CASES").is_some() { u64::MAX } else { 2 << 20 };
    for pack in packs() {
        let file = std::fs::File::open(&pack).expect("the pack is readable");
        let mut bytes = Vec::new();
        let unpacked = XzDecoder::new(file).take(length).read_to_end(&mut bytes);
        unpacked.expect("the pack is whole");
        let rows = scanned(&["--headers", "all"], &bytes);
        check_keys(&rows, &pack.display().to_string());
        assert!(!rows.is_empty(), "{}", pack.display());
    }
}
