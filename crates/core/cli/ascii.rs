//! JSON in printable ASCII alone, which any terminal and any program can be given.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Writes `object` as JSON, without a line's end. What lies beyond printable ASCII is escaped by JSON's
/// own means, so that it is the same JSON.
pub(crate) fn write(object: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    object.serialize(&mut Serializer::with_formatter(out, Ascii))?;
    Ok(())
}

/// `object` as JSON.
pub(crate) fn json(object: &impl Serialize) -> String {
    let mut json = Vec::new();
    write(object, &mut json).expect("a buffer takes whatever it is given, and keys are strings");
    String::from_utf8(json).expect("ASCII is UTF-8")
}

/// What lies beyond ASCII stands within strings only.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !(' '..='~').contains(&c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            let mut chars = rest[at..].chars();
            if let Some(c) = chars.next() {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            rest = chars.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}
