//! Counts of URLs by one to three fields of their rows, or by values derived from them.
//!
//! Memory grows with the number of distinct values, which the input decides. [`Counts::bytes`] estimates it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use clap::ValueEnum;
use urlsift_archive::internal::{FieldKind, Record, RecordField, nearest, top_level_domain};
use urlsift_archive::rows::{BadField, Fields, Row};

use super::cells::CellVisitor;
use super::csv::write_cells;
use super::escape::Destination;
use super::json::push_text;
use super::jsonl::end_line;
use super::line_format::LineFormat;
use super::text::on_one_line;

/// The most fields that URLs are counted by.
const MAX_COUNTED: usize = 3;

/// A value of a row by which URLs are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Counted {
    Host,
    /// The last label of a host that is a name.
    Tld,
    Scheme,
    /// The year of the message, on the sender's clock.
    Year,
    /// The year and month of the message.
    Month,
    Field(usize),
}

/// The values that are not a field, or not as the row has it. With each comes the field that it is made of.
const DERIVED: [(&str, Counted, &str); 5] = [
    ("host", Counted::Host, "host"),
    ("tld", Counted::Tld, "host"),
    ("scheme", Counted::Scheme, "url"),
    ("year", Counted::Year, "date"),
    ("month", Counted::Month, "date"),
];

/// Returns the field of a row that has the value `name`, if URLs are counted by it and no field has this name.
pub(crate) fn field_with(name: &str) -> Option<&'static str> {
    let derived = DERIVED.iter().find(|(derived, _, field)| *derived == name && derived != field);
    derived.map(|(.., field)| *field)
}

/// The values by which URLs are counted.
#[derive(Clone, Debug)]
pub(crate) struct CountBy {
    values: Vec<(&'static str, Counted)>,
    fields: Fields,
}

/// The values of one URL, as [`CountBy`] names them; `None` if it has none.
pub(crate) type CountKey = Vec<Option<String>>;

impl CountBy {
    /// Counts by the values called `names`: one to three of the fields of a row, or of `tld`, `scheme`, `year` and
    /// `month`.
    pub(crate) fn new(names: &[impl AsRef<str>]) -> Result<CountBy, BadField> {
        if names.len() > MAX_COUNTED {
            return Err(BadField::new(format!("at most {MAX_COUNTED} fields can be counted by")));
        }
        let mut values: Vec<(&'static str, Counted)> = Vec::new();
        let mut needed = Vec::new();
        for name in names.iter().map(|name| name.as_ref().trim()) {
            let derived = DERIVED.iter().find(|(derived, ..)| *derived == name);
            let (name, value, field) = if let Some(&derived) = derived {
                derived
            } else {
                let known = |field: &RecordField| is_countable(&field.kind) && field.name == name;
                let index = Row::FIELDS.iter().position(known);
                let index = index.ok_or_else(|| unknown(name))?;
                (Row::FIELDS[index].name, Counted::Field(index), Row::FIELDS[index].name)
            };
            if values.iter().any(|(known, _)| *known == name) {
                return Err(BadField::new(format!("`{name}` is listed twice")));
            }
            values.push((name, value));
            if !needed.contains(&field) {
                needed.push(field);
            }
        }
        Ok(CountBy { values, fields: Row::fields(&needed)? })
    }

    /// Returns the fields that a row needs for [`key`](CountBy::key).
    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    pub(crate) fn key(&self, row: &Row<'_>) -> CountKey {
        self.values.iter().map(|(_, value)| value.of(row)).collect()
    }
}

/// Reports whether URLs can be counted by a field of this kind.
fn is_countable(kind: &FieldKind) -> bool {
    !matches!(kind, FieldKind::Records(_))
}

/// Returns the names by which URLs can be counted.
pub(crate) fn countable_names() -> impl Iterator<Item = &'static str> {
    let fields = Row::FIELDS.iter().filter(|field| is_countable(&field.kind));
    let fields = fields.map(|field| field.name).filter(|name| *name != "host");
    DERIVED.iter().map(|(name, ..)| *name).chain(fields)
}

fn unknown(name: &str) -> BadField {
    let is_field = Row::FIELDS.iter().any(|field| field.name == name);
    BadField::new(if is_field {
        format!("`{name}` cannot be counted by, because it is a list of objects")
    } else {
        format!("no field `{name}`; {}", nearest::hint(name, countable_names(), "rows"))
    })
}

impl Counted {
    fn of(self, row: &Row<'_>) -> Option<String> {
        match self {
            Counted::Host => row.host.map(str::to_lowercase),
            Counted::Tld => {
                let host = row.host.filter(|_| row.host_kind != Some("address"))?;
                top_level_domain(host).map(str::to_lowercase)
            }
            Counted::Scheme => row.url.split_once(':').map(|(scheme, _)| scheme.to_lowercase()),
            Counted::Year => row.date.map(|date| date.local()[..4].to_owned()),
            Counted::Month => row.date.map(|date| date.local()[..7].to_owned()),
            Counted::Field(index) => {
                let mut text = String::new();
                let take = |cell: &str| cell.clone_into(&mut text);
                let destination = Destination::Program;
                row.visit_field(index, &mut CellVisitor { destination, take });
                Some(text).filter(|text| !text.is_empty())
            }
        }
    }
}

/// The order of counts. Ties are sorted by byte order.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(crate) enum CountOrder {
    /// The highest count first
    #[default]
    Count,
    /// By the values
    Value,
}

/// The number of URLs for each combination of values. The order of adding does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    counts: HashMap<CountKey, u64>,
    /// The memory of the values, in bytes.
    key_bytes: usize,
}

/// The overhead of the allocator for one text or list, in bytes.
const ALLOCATION_BYTES: usize = 16;

/// The memory of one more place in the hash table, in bytes. An eighth of the table is always free, half of it exists
/// twice while it grows, and the sorted list has a reference.
const PLACE_BYTES: usize = 2 * size_of::<(CountKey, u64)>();

/// The number of bytes passed on at a time. Writing each line by itself would be slow.
const WRITE_BYTES: usize = 1 << 16;

/// The way in which counts are written.
#[derive(Clone, Debug)]
pub(crate) struct CountLayout {
    pub(crate) by: CountBy,
    pub(crate) format: LineFormat,
    pub(crate) order: CountOrder,
    /// The most lines that are written.
    pub(crate) top: usize,
    /// The most lines that are written for a value of the first field. If there is such a limit, the lines of a value
    /// are together, in the order of the values.
    pub(crate) top_per: Option<usize>,
}

impl CountLayout {
    /// Appends the line of the values `key`.
    fn push(&self, key: &CountKey, count: u64, destination: Destination, out: &mut Vec<u8>) {
        let texts = key.iter().map(|value| value.as_deref().unwrap_or_default());
        let number = count.to_string();
        match self.format {
            LineFormat::Text => {
                out.extend_from_slice(number.as_bytes());
                for text in texts {
                    out.push(b'\t');
                    out.extend_from_slice(on_one_line(text, destination).as_bytes());
                }
                out.push(b'\n');
            }
            LineFormat::Jsonl => end_line(out, destination, |out| {
                out.push(b'{');
                for ((name, _), value) in self.by.values.iter().zip(key) {
                    out.extend_from_slice(format!("\"{name}\":").as_bytes());
                    push_text(value.as_deref(), out);
                    out.push(b',');
                }
                out.extend_from_slice(format!("\"count\":{number}}}").as_bytes());
            }),
            LineFormat::Csv => write_cells(texts.chain([&*number]), destination, out),
        }
    }
}

impl Counts {
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns an upper estimate of the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.counts.capacity() * PLACE_BYTES + self.key_bytes
    }

    /// Counts a URL with the values `key`.
    pub(crate) fn add(&mut self, key: CountKey) {
        self.add_many(key, 1);
    }

    fn add_many(&mut self, key: CountKey, count: u64) {
        match self.counts.entry(key) {
            Entry::Occupied(mut known) => *known.get_mut() += count,
            Entry::Vacant(entry) => {
                let text = |value: &Option<String>| {
                    value.as_ref().map_or(0, |text| text.capacity() + ALLOCATION_BYTES)
                };
                let texts: usize = entry.key().iter().map(text).sum();
                self.key_bytes += texts + size_of_val(&entry.key()[..]) + ALLOCATION_BYTES;
                entry.insert(count);
            }
        }
    }

    /// Adds the counts of `other`.
    pub(crate) fn merge(&mut self, other: Counts) {
        for (key, count) in other.counts {
            self.add_many(key, count);
        }
    }

    /// Passes lines to `take`:
    ///
    /// - text: the count, and after a tab each value, which is empty for URLs without one
    /// - JSON Lines: objects with each value by its name, which may be null, and `count`
    /// - CSV with a heading: each value, and `count`
    pub(crate) fn write<E>(
        &self,
        layout: &CountLayout,
        destination: Destination,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = Vec::new();
        if layout.format == LineFormat::Csv {
            let names = layout.by.values.iter().map(|(name, _)| *name);
            write_cells(names.chain(["count"]), Destination::Program, &mut lines);
        }
        for (key, count) in self.sorted(layout) {
            layout.push(key, *count, destination, &mut lines);
            if lines.len() >= WRITE_BYTES {
                take(&lines)?;
                lines.clear();
            }
        }
        take(&lines)
    }

    fn sorted(&self, layout: &CountLayout) -> Vec<(&CountKey, &u64)> {
        let mut counts: Vec<_> = self.counts.iter().collect();
        // Keys are distinct, so a stable sort would give the same order.
        match layout.order {
            CountOrder::Count => counts.sort_unstable_by_key(|&(key, count)| (Reverse(count), key)),
            CountOrder::Value => counts.sort_unstable_by_key(|&(key, _)| key),
        }
        if let Some(most) = layout.top_per {
            // The sort is stable, so the order of the counts of a value stays.
            counts.sort_by_key(|(key, _)| &key[0]);
            let mut last = None;
            let mut number = 0;
            counts.retain(|(key, _)| {
                number = if last == Some(&key[0]) { number + 1 } else { 0 };
                last = Some(&key[0]);
                number < most
            });
        }
        counts.truncate(layout.top);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_archive::rows::Rfc3339;

    #[test]
    fn values_are_taken_from_rows() {
        let mut row = Row::default();
        row.url = "HTTP://WWW.A.Example/";
        row.form = "bare";
        row.host = Some("WWW.A.Example");
        row.host_kind = Some("name");
        row.date = Some(Rfc3339::new("1996-03-01T12:00:00-05:00"));
        row.start = 7;
        row.notes = vec!["a", "b"];
        let table = [
            ("host", Some("www.a.example")),
            ("tld", Some("example")),
            ("scheme", Some("http")),
            ("year", Some("1996")),
            ("month", Some("1996-03")),
            ("form", Some("bare")),
            ("start", Some("7")),
            ("quoted", Some("false")),
            ("notes", Some("a b")),
            ("list", None),
        ];
        for (name, expected) in table {
            let by = CountBy::new(&[name]).expect("it is a value");
            assert_eq!(by.key(&row), [expected.map(str::to_owned)], "{name}");
        }
        let errors = [
            (&["pieces"][..], "`pieces` cannot be counted by, because it is a list of objects"),
            (&["host", "host"], "`host` is listed twice"),
            (&["host", "year", "form", "list"], "at most 3 fields can be counted by"),
            (&[], "no field is listed"),
        ];
        for (names, expected) in errors {
            let error = CountBy::new(names).expect_err("it is refused").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn counts_are_sorted() {
        let mut counts = Counts::default();
        for value in [Some("b"), None, Some("c"), Some("a"), Some("c"), Some("\t,")] {
            counts.add(vec![value.map(str::to_owned), Some("1996".to_owned())]);
        }
        let mut twice = counts.clone();
        twice.merge(counts.clone());
        let by = CountBy::new(&["host", "year"]).expect("they are values");
        let layout = CountLayout {
            by,
            format: LineFormat::Text,
            order: CountOrder::Count,
            top: usize::MAX,
            top_per: None,
        };
        let written = |counts: &Counts, layout: &CountLayout| {
            [LineFormat::Text, LineFormat::Jsonl, LineFormat::Csv].map(|format| {
                let layout = CountLayout { format, ..layout.clone() };
                let mut lines = Vec::new();
                let take = |some: &[u8]| {
                    lines.extend_from_slice(some);
                    Ok::<(), ()>(())
                };
                assert_eq!(counts.write(&layout, Destination::Program, take), Ok(()));
                String::from_utf8(lines).expect("it is UTF-8")
            })
        };
        let [lines, json, csv] = written(&counts, &layout);
        assert_eq!(lines, "2\tc\t1996\n1\t\t1996\n1\t\\u{9},\t1996\n1\ta\t1996\n1\tb\t1996\n");
        assert!(
            json.starts_with("{\"host\":\"c\",\"year\":\"1996\",\"count\":2}\n{\"host\":null,")
        );
        assert!(csv.starts_with("host,year,count\nc,1996,2\n,1996,1\n\"\t,\",1996,1\n"), "{csv}");
        assert!(written(&twice, &layout)[0].starts_with("4\tc\t1996\n2\t\t1996\n"));
        let [lines, ..] =
            written(&counts, &CountLayout { order: CountOrder::Value, top: 3, ..layout });
        assert_eq!(lines, "1\t\t1996\n1\t\\u{9},\t1996\n1\ta\t1996\n");
    }
}
