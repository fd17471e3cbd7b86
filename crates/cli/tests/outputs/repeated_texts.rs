//! Tests of the limit on texts that each row of a message repeats.

use std::fs;

use crate::program::{Folder, objects, scanned, text, urlsift};

/// The number of URLs of each message.
const URLS: usize = 2000;

/// Returns a message with that many URLs, and a header field `field` of 2,048 bytes.
fn message(field: &str) -> String {
    let header = format!("From: a@b.example\nDate: Mon, 1 Jan 2001 00:00:00 +0000\n{field}: ");
    header + &"s".repeat(2048) + "\n\n" + &"http://a\n".repeat(URLS)
}

/// The program warns once, and the rows do not depend on threads.
#[test]
fn the_program_reports_texts_that_were_cut() {
    let folder = Folder::new("repeated-texts");
    let mbox = format!("From a Mon\n{}\nFrom b Mon\nSubject: 2\n\nhttp://b/\n", message("Subject"));
    let path = folder.file("many.mbox", mbox.as_bytes());
    let damage = format!("{path}.damage");
    for format in ["jsonl", "csv"] {
        let mut outputs = Vec::new();
        for threads in ["1", "8"] {
            let args = ["scan", "--format", format, "-j", threads, "--damage", &damage, &path];
            let output = urlsift(&args, b"");
            assert_eq!(output.status.code(), Some(2));
            let line = &objects(&fs::read(&damage).expect("the file of damage was written"))[0];
            assert_eq!((&line["kind"], &line["offset"]), (&"text_cut".into(), &0.into()));
            let message = line["message"].as_str().expect("it is a string");
            assert_eq!(text(&output.stderr), format!("urlsift: {path}: {message}\n"));
            outputs.push(output.stdout);
        }
        // Each row has the path, whose length depends on the target folder.
        let length = text(&outputs[0]).replace(&path, "many.mbox").len();
        assert!(length < mbox.len() * 110, "{format}: {length}");
        assert!(outputs.iter().all(|output| *output == outputs[0]), "{format}");
    }
}

/// With all fields, JSON Lines copies those of the message from the row before. Where texts are cut, it must not.
#[test]
fn copied_fields_are_those_that_are_written_one_by_one() {
    let folder = Folder::new("copied-fields");
    let mbox = format!("From a Mon\n{}\nFrom b Mon\nSubject: 2\n\nhttp://b/\n", message("Subject"));
    let path = folder.file("many.mbox", mbox.as_bytes());
    let fields = "source,message_offset,message_id,date,subject,groups,list";
    let rows = |more: &[&str]| scanned(&[&[&*path], more].concat(), b"");
    let (all, some) = (rows(&[]), rows(&["--fields", fields]));
    assert_eq!((all.len(), some.len()), (URLS + 1, URLS + 1));
    for (row, expected) in all.iter().zip(&some) {
        let found = fields.split(',').map(|field| &row[field]);
        assert!(found.eq(fields.split(',').map(|field| &expected[field])), "{row}: {expected}");
    }
    assert_ne!(all[0]["subject"], all[URLS - 1]["subject"], "it is cut in the last row");
}
