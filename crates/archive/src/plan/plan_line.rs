//! The lines of a plan: splits as JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::ascii_json;
use crate::plan::bad_plan::BadPlan;
use crate::plan::split::Split;

impl Split {
    /// Reads one line of a plan.
    ///
    /// # Errors
    ///
    /// If it is not a split.
    pub fn read(line: &str) -> Result<Split, BadPlan> {
        let Ok(fields @ Value::Object(_)) = serde_json::from_str(line) else {
            return Err(BadPlan::new("not a JSON object"));
        };
        let split = Split::deserialize(fields)?;
        split.ensure_valid()?;
        Ok(split)
    }

    /// Returns the line of JSON, without the line end.
    pub fn json(&self) -> String {
        ascii_json::json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::codec::Codec;
    use crate::mail::InputKind;
    use crate::plan::file_split::{FileSplit, PlannedCodec};

    fn file(member: &str, start: u64, end: u64, size: u64) -> String {
        format!(
            r#"{{"path":"a","member":{member},"codec":null,"start":{start},"end":{end},"size":{size},"mtime":"1.000000000"}}"#
        )
    }

    #[test]
    fn a_line_that_is_no_split_is_an_error() {
        let packed = r#"{"path":"a","size":3,"mtime":"1.000000000"}"#;
        let pack = |files: &str| format!(r#"{{"files":[{files}]}}"#);
        // (line, error)
        let table = [
            (file("null", 0, 0, 0), None),
            (file("null", 3, 9, 9), None),
            (file("null", 3, 9, 9).replace("null,\"start", "\"unknown\",\"start"), None),
            (pack(packed), None),
            (pack(&[packed, packed].join(",")), None),
            (file("null", 3, 9, 9).replace('}', r#","input":"mail"}"#), None),
            (pack(packed).replace("]}", r#"],"input":"text"}"#), None),
            (file("null", 3, 3, 9), Some("the file has 9 bytes, so that it has no range 3..3")),
            (file("null", 4, 3, 9), Some("the file has 9 bytes, so that it has no range 4..3")),
            (file("null", 3, 10, 9), Some("the file has 9 bytes, so that it has no range 3..10")),
            (
                file("\"b\"", 0, 9, 9),
                Some("`member` is not null, but members of archives are not split"),
            ),
            (pack(""), Some("`files` is empty")),
            (pack(&packed.replace("\"a\"", "\"-\"")), Some("standard input cannot be split")),
            (pack(&packed.replace(",\"size\":3", "")), Some("missing field `size`")),
            ("{}".to_owned(), Some("missing field `path`")),
            ("[]".to_owned(), Some("not a JSON object")),
            ("x".to_owned(), Some("not a JSON object")),
            (r#"{"path":3}"#.to_owned(), Some("invalid type: integer `3`, expected a string")),
        ];
        for (line, expected) in table {
            let read = Split::read(&line);
            assert_eq!(read.as_ref().err().map(ToString::to_string).as_deref(), expected, "{line}");
            if let Ok(split) = read {
                assert_eq!(split.json(), line, "it is written as it was read");
            }
        }
    }

    #[test]
    fn a_line_escapes_characters_beyond_ascii() {
        let split = Split::File(FileSplit {
            path: "b\u{fc}cher\u{202e}".to_owned(),
            member: None,
            codec: Some(PlannedCodec::Known(Codec::Gzip)),
            start: 0,
            end: 1,
            size: 1,
            mtime: "0.000000000".to_owned(),
            input: InputKind::Auto,
        });
        let json = r#"{"path":"b\u00fccher\u202e","member":null,"codec":"gzip","start":0,"end":1,"size":1,"mtime":"0.000000000"}"#;
        assert_eq!(split.json(), json);
        assert_eq!(Split::read(json).expect("it is one"), split);
    }
}
