//! The names of the formats that consist of lines.

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum LineFormat {
    Text,
    Jsonl,
    Csv,
}
