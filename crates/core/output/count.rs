//! Counts of URLs by host, scheme, form, or year of the message.
//!
//! Hosts and schemes are compared without case. Memory grows with the number of distinct values, which the
//! input decides.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::csv::{write_heading, write_record};
use super::escape::{Destination, escape};
use super::jsonl::write_line;
use crate::record::record;
use crate::row::Row;

/// The property by which URLs are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CountBy {
    /// The host, in lower case.
    Host,
    /// The scheme, in lower case.
    Scheme,
    /// The form in which the URL was written.
    Form,
    /// The year of the message, in the time zone of its date.
    Year,
}

impl CountBy {
    /// Returns the value of `row`, or `None` if it has none: no host, no date, or a date that cannot be
    /// parsed.
    pub fn value(self, row: &Row<'_>) -> Option<String> {
        match self {
            CountBy::Host => row.host.map(str::to_lowercase),
            CountBy::Scheme => row.url.split_once(':').map(|(scheme, _)| scheme.to_lowercase()),
            CountBy::Form => Some(row.form.to_owned()),
            CountBy::Year => row.date.and_then(year).map(str::to_owned),
        }
    }
}

/// Returns the year of `date` if it is in the format of RFC 3339.
fn year(date: &str) -> Option<&str> {
    // A date that cannot be parsed is in the row as written. It differs in its shape, so RFC 3339
    // need not be parsed again.
    let is_digit = |at: &usize| date.as_bytes().get(*at).is_some_and(u8::is_ascii_digit);
    let has_digits = [0, 1, 2, 3, 5, 6, 8, 9].iter().all(is_digit);
    let has_marks = [(4, b'-'), (7, b'-'), (10, b'T')]
        .iter()
        .all(|(at, mark)| date.as_bytes().get(*at) == Some(mark));
    (has_digits && has_marks).then(|| &date[..4])
}

/// The number of URLs for each value. The order of adding does not matter.
#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<Option<String>, u64>);

record! {
    /// A value with its number of URLs.
    #[derive(Clone, Copy, Debug)]
    struct Count<'c> {
        value: Option<&'c str>,
        count: u64,
    }
}

impl Counts {
    /// Returns counts of nothing.
    pub fn new() -> Counts {
        Counts::default()
    }

    /// Reports whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts a URL with `value`.
    pub fn add(&mut self, value: Option<String>) {
        *self.0.entry(value).or_default() += 1;
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: Counts) {
        for (value, count) in other.0 {
            *self.0.entry(value).or_default() += count;
        }
    }

    /// Appends a line for each value: count, tab, value. The value is empty for URLs without one. The highest
    /// count comes first; ties are sorted by byte order.
    pub fn write_text(&self, destination: Destination, out: &mut Vec<u8>) {
        for Count { value, count } in self.sorted() {
            let value = escape(value.unwrap_or_default(), destination);
            out.extend_from_slice(format!("{count}\t{value}\n").as_bytes());
        }
    }

    /// Appends JSON Lines: objects with `value`, which may be null, and `count`. The order is that of
    /// [`write_text`](Counts::write_text).
    pub fn write_jsonl(&self, destination: Destination, out: &mut Vec<u8>) {
        for count in self.sorted() {
            write_line(&count, destination, out);
        }
    }

    /// Appends CSV with a heading. The order is that of [`write_text`](Counts::write_text).
    pub fn write_csv(&self, destination: Destination, out: &mut Vec<u8>) {
        write_heading::<Count<'_>>(out);
        for count in self.sorted() {
            write_record(&count, destination, out);
        }
    }

    fn sorted<'c>(&'c self) -> Vec<Count<'c>> {
        let count = |(value, count): (&'c Option<String>, &u64)| Count {
            value: value.as_deref(),
            count: *count,
        };
        let mut counts: Vec<Count<'c>> = self.0.iter().map(count).collect();
        // Values are distinct, so no two keys are equal and a stable sort would give the same order.
        counts.sort_unstable_by_key(|it| (Reverse(it.count), it.value));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_is_read_from_rfc_3339_dates() {
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
    fn the_highest_count_comes_first() {
        let mut counts = Counts::new();
        for value in [Some("b"), None, Some("c"), Some("a"), Some("c"), Some("\u{1b},")] {
            counts.add(value.map(str::to_owned));
        }
        let mut twice = counts.clone();
        twice.merge(counts.clone());
        let written = |counts: &Counts| {
            let [mut lines, mut json, mut csv] = [Vec::new(), Vec::new(), Vec::new()];
            counts.write_text(Destination::Terminal, &mut lines);
            counts.write_jsonl(Destination::Program, &mut json);
            counts.write_csv(Destination::Program, &mut csv);
            [lines, json, csv].map(|it| String::from_utf8(it).expect("it is UTF-8"))
        };
        let [lines, json, csv] = written(&counts);
        assert_eq!(lines, "2\tc\n1\t\n1\t\\u{1b},\n1\ta\n1\tb\n");
        assert!(json.starts_with("{\"value\":\"c\",\"count\":2}\n{\"value\":null,\"count\":1}\n"));
        assert_eq!(csv, "value,count\nc,2\n,1\n\"\u{1b},\",1\na,1\nb,1\n");
        assert!(written(&twice)[0].starts_with("4\tc\n2\t\n"));
    }
}
