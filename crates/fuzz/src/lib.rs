//! Helpers that all fuzz targets use: how an input becomes a text, and which characters are whitespace.
//!
//! Random bytes rarely spell `<URL:http://`. So most inputs are *folded*: each byte selects one of the short
//! strings that the rules mention. The targets also run on raw bytes.

/// Strings that the rules mention, delimiters first.
const TOKENS: &[&str] = &[
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

/// Reports whether `c` is whitespace by rule J1: Unicode whitespace and two characters without width.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}
