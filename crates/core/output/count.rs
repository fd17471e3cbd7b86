//! Counts: how many URLs have which host, scheme or form, or stand in messages of which year.
//!
//! Hosts and schemes are compared without case. The trap is memory: it grows with the number of
//! distinct values, which the input decides, and with nothing else.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::csv::{write_heading, write_record};
use super::escape::{Reader, escape};
use super::jsonl::write_line;
use crate::record::record;
use crate::row::Row;

/// What is counted by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CountBy {
    /// The URL's host, in small letters.
    Host,
    /// Its scheme, in small letters.
    Scheme,
    /// The kind of wrapper that it stood in.
    Form,
    /// The year of the message's date, in the date's own zone.
    Year,
}

impl CountBy {
    /// The value of `row`; `None` where it has none: no host, no date or one that cannot be read.
    pub fn value(self, row: &Row<'_>) -> Option<String> {
        match self {
            CountBy::Host => row.host.map(str::to_lowercase),
            CountBy::Scheme => row.url.split_once(':').map(|(scheme, _)| scheme.to_lowercase()),
            CountBy::Form => Some(row.form.to_owned()),
            CountBy::Year => row.date.and_then(year).map(str::to_owned),
        }
    }
}

/// The year of `date`, where that is as RFC 3339 has it.
fn year(date: &str) -> Option<&str> {
    let is_digit = |at: &usize| date.as_bytes().get(*at).is_some_and(u8::is_ascii_digit);
    let has_digits = [0, 1, 2, 3, 5, 6, 8, 9].iter().all(is_digit);
    let has_marks = [(4, b'-'), (7, b'-'), (10, b'T')]
        .iter()
        .all(|(at, mark)| date.as_bytes().get(*at) == Some(mark));
    (has_digits && has_marks).then(|| &date[..4])
}

/// How many URLs have which value. The order in which they are added changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<Option<String>, u64>);

record! {
    /// A value and how many URLs have it.
    #[derive(Clone, Copy, Debug)]
    struct Count<'c> {
        value: Option<&'c str>,
        count: u64,
    }
}

impl Counts {
    /// Nothing counted.
    pub fn new() -> Counts {
        Counts::default()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts a URL with `value`.
    pub fn add(&mut self, value: Option<String>) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Adds what `other` has counted.
    pub fn merge(&mut self, other: Counts) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// Adds a line for each value to `out`: count, tab, value, which is empty where there is none. The
    /// commonest comes first, of equals the lesser in the order of bytes.
    pub fn write_text(&self, reader: Reader, out: &mut Vec<u8>) {
        for Count { value, count } in self.sorted() {
            let value = escape(value.unwrap_or_default(), reader);
            out.extend_from_slice(format!("{count}\t{value}\n").as_bytes());
        }
    }

    /// The same as JSON Lines: objects with `value`, which may be null, and `count`.
    pub fn write_jsonl(&self, reader: Reader, out: &mut Vec<u8>) {
        for count in self.sorted() {
            write_line(&count, reader, out);
        }
    }

    /// The same as CSV, with a heading.
    pub fn write_csv(&self, reader: Reader, out: &mut Vec<u8>) {
        write_heading::<Count<'_>>(out);
        for count in self.sorted() {
            write_record(&count, reader, out);
        }
    }

    fn sorted<'c>(&'c self) -> Vec<Count<'c>> {
        let count = |(value, count): (&'c Option<String>, &u64)| Count {
            value: value.as_deref(),
            count: *count,
        };
        let mut counts: Vec<Count<'c>> = self.0.iter().map(count).collect();
        counts.sort_unstable_by_key(|it| (Reverse(it.count), it.value));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        let table = [
            ("1996-03-01T12:00:00-05:00", Some("1996")),
            ("1996-03-01T12:00:00-00:00", Some("1996")),
            ("Fri, 1 Mar 1996", None),
            ("1996-03-01", None),
            ("19960301T12:00:00Z", None),
            ("１９９６", None),
            ("", None),
        ];
        for (date, expected) in table {
            assert_eq!(year(date), expected, "{date}");
        }
    }

    #[test]
    fn commonest_first() {
        let mut counts = Counts::new();
        for value in [Some("b"), None, Some("c"), Some("a"), Some("c"), Some("\u{1b},")] {
            counts.add(value.map(str::to_owned));
        }
        let mut twice = counts.clone();
        twice.merge(counts.clone());
        let written = |counts: &Counts| {
            let [mut lines, mut json, mut csv] = [Vec::new(), Vec::new(), Vec::new()];
            counts.write_text(Reader::Terminal, &mut lines);
            counts.write_jsonl(Reader::Program, &mut json);
            counts.write_csv(Reader::Program, &mut csv);
            [lines, json, csv].map(|it| String::from_utf8(it).expect("it is UTF-8"))
        };
        let [lines, json, csv] = written(&counts);
        assert_eq!(lines, "2\tc\n1\t\n1\t\\u{1b},\n1\ta\n1\tb\n");
        assert!(json.starts_with("{\"value\":\"c\",\"count\":2}\n{\"value\":null,\"count\":1}\n"));
        assert_eq!(csv, "value,count\nc,2\n,1\n\"\u{1b},\",1\na,1\nb,1\n");
        assert!(written(&twice)[0].starts_with("4\tc\n2\t\n"));
    }
}
