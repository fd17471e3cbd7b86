//! Helpers that all fuzz targets use: how an input becomes a text, a source or an archive of files.
//!
//! Random bytes rarely spell `<URL:http://`. So most inputs are *folded*: each byte selects one of the short
//! strings that the rules mention. The targets also run on raw bytes. Mail ([`mail`]) and archives ([`pack`]) are made
//! of structures instead, so that boundaries, encodings and lengths mostly match.

pub mod grown;
pub mod mail;
pub mod memory;
pub mod pack;
pub mod reader;
pub mod row;

use arbitrary::{Arbitrary, Unstructured};

/// Strings that the rules mention, delimiters first.
pub const TOKENS: &[&str] = &[
    "<", ">", "\"", "<URL:", "URL:", "http://", "mailto:", "ftp:", "news:", "file:", "tel:",
    "x-any:", "x://", "http", "\n", "\r\n", "\r", "\n> ", "\n>", "\n| ", "\nJD> ", "> ", "| ", " ",
    "\t", "a", "b", "Z", "1", "at", " at ", "www.a.example", "a.bc", "@a.bc", "-", "_", "+", ".",
    ",", ":", ";", "!", "?", "#", "&", "=", "%", "%20", "@", "*", "~", "$", "^", "`", "|", "\\",
    "/", "//", "'", "(", ")", "[", "]", "{", "}", "[::1]", "é", "。", "’", "“", "”", "»", "›",
    "＞", "\u{AD}", "\u{2010}", "\u{A0}", "\u{200B}", "\u{2028}", "\u{FEFF}", "\u{85}", "\u{3000}",
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
