//! The lines of a plan: splits, with their places in the order of the input if the lines have another order.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::scan::ascii_json;
use crate::scan::plan::bad_plan::BadPlan;
use crate::scan::plan::split::Split;

/// A line of a plan.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct PlanLine {
    #[serde(flatten)]
    /// The split.
    pub split: Split,
    /// The place in the order of the input. It is no part of the split, so that the same split of two plans has the
    /// same rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
}

impl PlanLine {
    /// Reads the plan `text`. Errors cite the plan by `name`.
    ///
    /// # Errors
    ///
    /// If a line is neither blank nor a split.
    pub fn read_all(text: &str, name: &str) -> Result<Vec<PlanLine>, BadPlan> {
        let numbered = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let read = |(number, line): (usize, &str)| {
            PlanLine::read(line).map_err(|error| {
                BadPlan::new(format!(
                    "{name}, line {number}: not a line of `urlsift plan`: {error}"
                ))
            })
        };
        numbered.map(read).collect()
    }

    /// Reads one line of a plan.
    ///
    /// # Errors
    ///
    /// If it is not a split.
    pub fn read(line: &str) -> Result<PlanLine, BadPlan> {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(line) else {
            return Err(BadPlan::new("not a JSON object"));
        };
        let order = fields.remove("order").map(u64::deserialize).transpose()?;
        let split = Split::deserialize(Value::Object(fields))?;
        split.ensure_valid()?;
        Ok(PlanLine { split, order })
    }

    /// Returns the line of JSON, without the line end.
    pub fn json(&self) -> String {
        ascii_json::json(self)
    }
}

/// Sorts the lines of the plan `name` by the order of the input.
///
/// # Errors
///
/// If two lines have the same place, or only some have one. They are of several plans then.
pub fn in_input_order<'l>(lines: &'l [PlanLine], name: &str) -> Result<Vec<&'l PlanLine>, BadPlan> {
    let mut sorted: Vec<&PlanLine> = lines.iter().collect();
    let places: HashSet<u64> = lines.iter().filter_map(|line| line.order).collect();
    if !places.is_empty() && places.len() != lines.len() {
        return Err(BadPlan::new(format!(
            "{name} has lines of several plans, whose order is not known; merge each plan by itself"
        )));
    }
    sorted.sort_by_key(|line| line.order);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::InputKind;
    use crate::scan::files::codec::Codec;
    use crate::scan::plan::file_split::{FileSplit, PlannedCodec};

    fn file(member: &str, start: u64, end: u64, size: u64) -> String {
        format!(
            r#"{{"path":"a","member":{member},"codec":null,"start":{start},"end":{end},"size":{size},"mtime":"1.000000000"}}"#
        )
    }

    #[test]
    fn a_line_that_is_no_split_is_an_error() {
        let packed = r#"{"path":"a","size":3,"mtime":"1.000000000"}"#;
        let pack = |files: &str| format!(r#"{{"files":[{files}]}}"#);
        let ordered = |line: &str, order| line.replacen('}', &format!(",\"order\":{order}}}"), 1);
        // (line, error)
        let table = [
            (file("null", 0, 0, 0), None),
            (file("null", 3, 9, 9), None),
            (file("null", 3, 9, 9).replace("null,\"start", "\"unknown\",\"start"), None),
            (ordered(&file("null", 3, 9, 9), "7"), None),
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
            (
                ordered(&file("null", 3, 9, 9), "-1"),
                Some("invalid value: integer `-1`, expected u64"),
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
            let read = PlanLine::read_all(&format!("\n{line}\r\n"), "plan");
            let expected = expected
                .map(|cause| format!("plan, line 2: not a line of `urlsift plan`: {cause}"));
            assert_eq!(read.as_ref().err().map(ToString::to_string), expected, "{line}");
            if let Ok(lines) = read {
                assert_eq!(lines[0].json(), line, "it is written as it was read");
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
        let line = PlanLine { split, order: None };
        let json = r#"{"path":"b\u00fccher\u202e","member":null,"codec":"gzip","start":0,"end":1,"size":1,"mtime":"0.000000000"}"#;
        assert_eq!(line.json(), json);
        assert_eq!(PlanLine::read(json).expect("it is one"), line);
    }

    #[test]
    fn lines_are_sorted_by_their_order() {
        let lines = |orders: &[Option<u64>]| -> Vec<PlanLine> {
            let json = file("null", 0, 9, 9);
            let line = |order: &Option<u64>| PlanLine {
                order: *order,
                ..PlanLine::read(&json).expect("it is one")
            };
            orders.iter().map(line).collect()
        };
        // (orders of the lines, orders of the sorted lines)
        let table: &[(&[_], Option<&[_]>)] = &[
            (&[], Some(&[])),
            (&[None, None], Some(&[None, None])),
            (&[Some(3), Some(0), Some(1)], Some(&[Some(0), Some(1), Some(3)])),
            (&[Some(3), None], None),
            (&[Some(3), Some(3)], None),
        ];
        for (orders, expected) in table {
            let lines = lines(orders);
            let sorted = in_input_order(&lines, "plan").ok();
            let sorted = sorted.map(|it| it.iter().map(|line| line.order).collect::<Vec<_>>());
            assert_eq!(sorted.as_deref(), *expected, "{orders:?}");
        }
    }
}
