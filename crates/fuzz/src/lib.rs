//! Helpers that all fuzz targets use: how an input becomes a text, a source or an archive of files.
//!
//! Random bytes rarely spell `<URL:http://`. So most inputs are *folded*: each byte selects one of the short
//! strings that the rules mention. The targets also run on raw bytes. Mail ([`mail`]) and archives ([`pack`]) are made
//! of structures instead, so that boundaries, encodings and lengths mostly match.
//!
//! The commands of the program are in no library. Their modules are compiled into this crate, and [`program`] runs them.

pub mod grown;
pub mod mail;
pub mod memory;
pub mod pack;
pub mod picker;
pub mod program;
pub mod python;
pub mod row;
pub mod shower;

// The names are those of the program, because its modules import from `crate`. Lints hold for them there.
#[path = "../../cli/src/args/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod args;
#[path = "../../cli/src/check/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod check;
#[path = "../../cli/src/console/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod console;
#[path = "../../cli/src/context.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod context;
#[path = "../../cli/src/excerpt.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod excerpt;
#[path = "../../cli/src/help/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod help;
#[path = "../../cli/src/interrupt.rs"]
#[allow(dead_code)]
mod interrupt;
#[path = "../../cli/src/outcome.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod outcome;
#[path = "../../cli/src/output/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod output;
#[path = "../../cli/src/pick/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod pick;
#[path = "../../cli/src/plan/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod plan;
#[path = "../../cli/src/protected_paths.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod protected_paths;
#[path = "../../cli/src/report/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod report;
#[path = "../../cli/src/scan/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod scan;
#[path = "../../cli/src/show/mod.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod show;
#[path = "../../cli/src/sink.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod sink;
#[path = "../../cli/src/size.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod size;
// Two modules of the Python package do not depend on Python.
#[path = "../../python/src/offsets.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod offsets;
#[path = "../../python/src/pieces.rs"]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod pieces;

use arbitrary::{Arbitrary, Unstructured};

/// Strings that the rules mention, delimiters first.
pub const TOKENS: &[&str] = &[
    "<",
    ">",
    "\"",
    "<URL:",
    "URL:",
    "http://",
    "mailto:",
    "ftp:",
    "news:",
    "file:",
    "tel:",
    "x-any:",
    "x://",
    "http",
    "\n",
    "\r\n",
    "\r",
    "\n> ",
    "\n>",
    "\n| ",
    "\nJD> ",
    "> ",
    "| ",
    " ",
    "\t",
    "a",
    "b",
    "Z",
    "1",
    "at",
    " at ",
    "www.a.example",
    "a.bc",
    "@a.bc",
    "-",
    "_",
    "+",
    ".",
    ",",
    ":",
    ";",
    "!",
    "?",
    "#",
    "&",
    "=",
    "%",
    "%20",
    "@",
    "*",
    "~",
    "$",
    "^",
    "`",
    "|",
    "\\",
    "/",
    "//",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[::1]",
    "é",
    "。",
    "’",
    "“",
    "”",
    "»",
    "›",
    "＞",
    "\u{AD}",
    "\u{2010}",
    "\u{A0}",
    "\u{200B}",
    "\u{2028}",
    "\u{FEFF}",
    "\u{85}",
    "\u{3000}",
];

/// Tokens of encoded bodies.
pub const ENCODED_TOKENS: &[&str] = &[
    "=",
    "=\n",
    "=\r\n",
    "= \n",
    "=\t \r\n",
    "=3D",
    "=3d",
    "=0A",
    "=\r",
    "=C3=A9",
    "=g0",
    "=4",
    "\n",
    "\r\n",
    "\r",
    " ",
    " \n",
    "\t\n",
    "a",
    "b",
    "Z",
    "4",
    "/",
    "+",
    "-",
    "_",
    "YQ==",
    "YWI=",
    "YWJj",
    "YWJjZGVm",
    "====",
    "==",
    ".",
    "\0",
    "\u{E9}",
    "\n\n",
    "____\n",
    "http://a.example/",
];

/// A way to make a text of an input.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// The bytes are the text.
    Raw,
    /// Each byte selects an entry of `TOKENS`.
    Folded,
}

impl Mode {
    /// Returns the mode that the lowest bit of a target's first byte selects.
    pub fn of(byte: u8) -> Mode {
        if byte & 1 == 0 { Mode::Folded } else { Mode::Raw }
    }

    /// Makes a text of `data`.
    pub fn text(self, data: &[u8]) -> Vec<u8> {
        match self {
            Mode::Raw => data.to_vec(),
            Mode::Folded => {
                data.iter().flat_map(|&byte| TOKENS[byte as usize % TOKENS.len()].bytes()).collect()
            }
        }
    }
}

/// The rest of the fuzzer's bytes. So a seed may be a file, after the few bytes that select how it is used.
#[derive(Clone, Debug)]
pub struct Rest(pub Vec<u8>);

impl<'a> Arbitrary<'a> for Rest {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Rest> {
        Ok(Rest(bytes.bytes(bytes.len())?.to_vec()))
    }
}

/// Reports whether `c` is whitespace by rule J1: Unicode whitespace and two characters without width.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}
