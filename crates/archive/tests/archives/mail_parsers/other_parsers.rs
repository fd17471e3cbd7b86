//! The two other mail parsers: the crate mail-parser, and Python's `email` package.
//!
//! `email_parts.py` runs Python on many messages at once, because starting Python takes longer than parsing a
//! message.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use mail_parser::{MessageParser, MimeHeaders, PartType};

use super::texts;

use crate::repository::root;

/// Returns the texts that mail-parser finds in `message`.
pub(super) fn mail_parser(message: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(message) = MessageParser::default().parse(message) {
        add(&message, &mut found);
    }
    found
}

fn add(message: &mail_parser::Message<'_>, found: &mut Vec<String>) {
    for part in &message.parts {
        match &part.body {
            PartType::Text(text) | PartType::Html(text) => texts::push(found, text),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                let kind = part.content_type().map(mail_parser::ContentType::ctype);
                if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("message")) {
                    texts::push(found, &String::from_utf8_lossy(bytes));
                }
            }
            PartType::Message(message) => add(message, found),
            PartType::Multipart(_) => {}
        }
    }
}

/// Returns the texts that Python finds in each message, or `None` if there is no Python.
pub(super) fn python(messages: &[&[u8]]) -> Option<Vec<Vec<String>>> {
    let script = root().join("crates/archive/tests/archives/mail_parsers/email_parts.py");
    let mut python = Command::new("python3")
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = python.stdin.take().expect("standard input is a pipe");
    let output = thread::scope(|scope| {
        // Written on another thread: with full pipes both processes would wait for each other.
        scope.spawn(move || {
            for message in messages {
                let written = writeln!(input, "{}", message.len());
                written.and_then(|()| input.write_all(message)).expect("Python reads to the end");
            }
        });
        python.wait_with_output().expect("Python's answers can be read")
    });
    assert!(output.status.success(), "{}: {}", script.display(), output.status);
    let answers = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let texts = |line: &str| {
        let raw: Vec<String> = serde_json::from_str(line).expect("a line is a list of texts");
        let mut found = Vec::new();
        for text in &raw {
            texts::push(&mut found, text);
        }
        found
    };
    let found: Vec<_> = answers.lines().map(texts).collect();
    assert_eq!(found.len(), messages.len(), "each message has an answer");
    Some(found)
}
