//! Reads messages and settings as `urlsift pick` does, and plays keys on screens of any size.
//!
//! The target checks:
//!
//! - Settings are read, or refused with one line.
//! - No character on the screen or in the list is unsafe on a terminal, and no cell has many.
//! - What is opened is ASCII and no script.
//! - Memory is limited by the length of the message and of the settings.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::grown::grown;
use urlsift_fuzz::mail::{Source, html};
use urlsift_fuzz::picker::{play, reads};
use urlsift_fuzz::{Mode, Rest, TOKENS};

/// Tokens of the settings.
const SETTINGS: &[&str] = &[
    "\n",
    "[pick]\n",
    "[pick.keys]\n",
    "[pick.colors]\n",
    "[pick.openers]\n",
    "open",
    "stay",
    "context",
    "theme",
    " = ",
    "true",
    "false",
    "\"",
    "'",
    "dark",
    "light",
    "mono",
    "mailto",
    "x %u",
    "sh -c %u",
    "[",
    "]",
    ", ",
    "ctrl-",
    "alt-",
    "enter",
    "a",
    "é",
    "up",
    "page-down",
    "mark-all",
    "leave",
    "danger",
    "bold",
    "red",
    "on",
    "#ff0000",
    "light-blue",
    "text",
    "1",
    "{",
    "}",
    "\\u0000",
    "\u{202e}",
    "#",
    "open = \"x\"\n",
    "open = [\"enter\", \"l\"]\n",
];

#[derive(Arbitrary, Debug)]
struct Input {
    columns: u8,
    rows: u8,
    settings: Vec<u8>,
    keys: Vec<u8>,
    message: Message,
}

#[derive(Arbitrary, Debug)]
enum Message {
    Source(Source),
    Text(Rest),
    Page(Rest),
    Grown(Rest),
}

/// The most keys that are played.
const MAX_KEYS: usize = 24;

fuzz_target!(|input: Input| {
    let message = match &input.message {
        Message::Source(source) => source.bytes(),
        Message::Text(Rest(bytes)) => [b"A: b\n\n", &*Mode::Folded.text(bytes)].concat(),
        Message::Page(Rest(bytes)) => [b"Content-Type: text/html\n\n", &*html(bytes)].concat(),
        Message::Grown(Rest(bytes)) => grown(TOKENS, bytes),
    };
    let settings = match input.settings.split_first() {
        Some((0..16, program)) => grown(SETTINGS, program),
        _ => input
            .settings
            .iter()
            .flat_map(|it| SETTINGS[*it as usize % SETTINGS.len()].bytes())
            .collect(),
    };
    let settings = String::from_utf8_lossy(&settings);
    reads(&settings);
    // Screens of usual sizes are most of them.
    let size = (u16::from(input.columns), u16::from(input.rows & 63));
    play(message, &settings, &input.keys[..input.keys.len().min(MAX_KEYS)], size);
});
