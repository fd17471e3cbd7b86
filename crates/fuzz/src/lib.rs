//! What the fuzz targets share: how an input becomes a text, and the blanks of that text.
//!
//! Random bytes rarely spell `<URL:http://`, so most inputs are *folded*: each byte stands for one
//! of the few strings that the rules speak of. Every target is run on bytes as they are too.

/// What the rules speak of, strings that open and close first.
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

/// How an input becomes a text.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// The bytes as they are.
    Raw,
    /// A byte is one of the strings that the rules speak of.
    Folded,
}

impl Mode {
    /// The mode that the lowest bit of a target's first byte asks for.
    pub fn of(byte: u8) -> Mode {
        if byte & 1 == 0 { Mode::Folded } else { Mode::Raw }
    }

    /// The text of `data`.
    pub fn text(self, data: &[u8]) -> Vec<u8> {
        match self {
            Mode::Raw => data.to_vec(),
            Mode::Folded => {
                data.iter().flat_map(|&byte| TOKENS[byte as usize % TOKENS.len()].bytes()).collect()
            }
        }
    }
}

/// Whether `c` is whitespace by J1: that of Unicode, and two characters without a width.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}')
}
