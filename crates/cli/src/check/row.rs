//! The JSON object that `urlsift check --format jsonl` prints for a URL. A URL can have any number of notes and
//! segments, so they are made while they are written.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Write};

use crate::output::Destination;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use urlsift::internal::Encoded;
use urlsift::url::Span;
use urlsift::verdict::{Checked, FieldValue, Grammar};
use urlsift_archive::internal::ascii_json;

use crate::check::pieces::{PieceValue, SchemePieces};

/// Writes the row of `checked`, with the grammar `asked`. For a terminal, all characters except printable ASCII are
/// written as JSON escapes.
pub(crate) fn write(
    checked: &Checked<'_>,
    asked: Grammar,
    destination: Destination,
    out: &mut impl Write,
) -> io::Result<()> {
    let row = CheckRow { checked, asked };
    match destination {
        Destination::Program => serde_json::to_writer(&mut *out, &row)?,
        Destination::Terminal => out.write_all(ascii_json::json(&row).as_bytes())?,
    }
    out.write_all(b"\n")
}

/// The fields of the library, and those that only the program has.
struct CheckRow<'r> {
    checked: &'r Checked<'r>,
    asked: Grammar,
}

impl Serialize for CheckRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CheckRow { checked, asked } = *self;
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in checked.fields() {
            match name {
                "standing" => {
                    map.serialize_entry("grammar", asked.name())?;
                    map.serialize_entry("satisfies", &checked.url().verdict().satisfies(asked))?;
                }
                "host_kind" => {
                    let part = checked.url().scheme_part();
                    map.serialize_entry("scheme_part", &SchemePieces::of(&part))?;
                }
                // Other interfaces have these.
                "host" | "href" | "display" => continue,
                _ => {}
            }
            map.serialize_entry(name, &JsonValue::new(value))?;
        }
        map.end()
    }
}

/// A value that is used up when it is written.
struct JsonValue<'c>(Cell<FieldValue<'c>>);

impl<'c> JsonValue<'c> {
    fn new(value: FieldValue<'c>) -> JsonValue<'c> {
        JsonValue(Cell::new(value))
    }
}

impl Serialize for JsonValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.take() {
            FieldValue::Number(number) | FieldValue::Offset(number) => number.serialize(serializer),
            FieldValue::Flag(is_set) => is_set.serialize(serializer),
            FieldValue::Text(text) => text.serialize(serializer),
            FieldValue::List(items) => serializer.collect_seq(items.map(JsonValue::new)),
            FieldValue::Map(entries) | FieldValue::Record(_, entries) => {
                let entries = entries.into_iter();
                serializer.collect_map(entries.map(|(name, value)| (name, JsonValue::new(value))))
            }
            _ => serializer.serialize_none(),
        }
    }
}

/// A piece with its percent-encoding decoded.
#[derive(Serialize)]
struct CheckPiece<'r> {
    start: usize,
    end: usize,
    decoded: Cow<'r, str>,
}

#[derive(Serialize)]
struct CheckField<'r> {
    name: CheckPiece<'r>,
    value: Option<CheckPiece<'r>>,
}

impl<'r> CheckPiece<'r> {
    fn of(piece: Encoded<'r>) -> CheckPiece<'r> {
        let Span { start, end, .. } = piece.span();
        CheckPiece { start, end, decoded: piece.decode_utf8_lossy() }
    }
}

impl Serialize for SchemePieces<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        for (name, value) in &self.list {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for PieceValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PieceValue::One(piece) => CheckPiece::of(*piece).serialize(serializer),
            PieceValue::Default(piece, value) => {
                let mut made = CheckPiece::of(*piece);
                if piece.is_empty() {
                    made.decoded = Cow::Borrowed(value);
                }
                made.serialize(serializer)
            }
            PieceValue::Maybe(piece) => piece.map(CheckPiece::of).serialize(serializer),
            PieceValue::Segments(segments) => {
                serializer.collect_seq(segments.iter().map(CheckPiece::of))
            }
            PieceValue::Fields(fields) => {
                serializer.collect_seq(fields.iter().map(|(name, value)| CheckField {
                    name: CheckPiece::of(name),
                    value: value.map(CheckPiece::of),
                }))
            }
            PieceValue::All(all) => serializer.serialize_bool(*all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_the_same_json_in_ascii() {
        let hostile = "http://b\u{fc}cher.example/\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{1f600}\"";
        let checked = Checked::new(hostile);
        let line = |destination| {
            let mut line = Vec::new();
            write(&checked, Grammar::Rfc3986, destination, &mut line)
                .expect("a buffer can be written");
            line
        };
        let shown = line(Destination::Terminal);
        assert!(shown[..shown.len() - 1].iter().all(|byte| (b' '..=b'~').contains(byte)));
        let shown: serde_json::Value = serde_json::from_slice(&shown).expect("it is JSON");
        let stored = line(Destination::Program);
        assert_eq!(shown, serde_json::from_slice::<serde_json::Value>(&stored).expect("it is"));
        assert_eq!(shown["url"], hostile);
    }
}
