//! What GNU tar and PAX store before a member because its header has no room for it.

use std::io::{self, Read};

use crate::mail::MAX_ORIGIN_TEXT_BYTES;

/// One byte more than rows show, so that they show that a name is cut.
const MAX_NAME_BYTES: usize = MAX_ORIGIN_TEXT_BYTES + 1;

/// How much of the PAX records of one member is read, in bytes. Real ones have some hundred or thousand.
pub(crate) const MAX_PAX_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PaxFacts {
    pub(crate) path: Option<Vec<u8>>,
    pub(crate) size: Option<u64>,
    pub(crate) sparse: Option<SparseFacts>,
}

/// Facts about a member with holes, by GNU tar. Version 1.0 has the map of the holes at the start of the data, 0.1 in
/// one record, and 0.0 in one record for each number. Versions 0.1 and 1.0 give such a member a name of their own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct SparseFacts {
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) size: Option<u64>,
    pub(crate) has_map_in_data: bool,
    /// The numbers of the map, with a comma or a line feed after each.
    pub(crate) map: Vec<u8>,
}

impl PaxFacts {
    /// Adds the facts from `records`, each `LENGTH KEY=VALUE` and a line feed, up to a malformed one. The last record
    /// of a key counts.
    pub(crate) fn add(&mut self, mut records: &[u8]) {
        while let Some((key, value, rest)) = next_record(records) {
            match key {
                b"path" => self.path = Some(name(value)),
                b"size" => self.size = number(value).or(self.size),
                _ => {
                    if let Some(key) = key.strip_prefix(b"GNU.sparse.") {
                        self.sparse.get_or_insert_default().add(key, value);
                    }
                }
            }
            records = rest;
        }
    }
}

impl SparseFacts {
    fn add(&mut self, key: &[u8], value: &[u8]) {
        match key {
            b"name" => self.name = Some(name(value)),
            b"size" | b"realsize" => self.size = number(value),
            b"major" => self.has_map_in_data = value != b"0",
            b"map" | b"offset" | b"numbytes" => {
                self.map.extend_from_slice(value);
                self.map.push(b',');
            }
            _ => {}
        }
    }
}

fn name(value: &[u8]) -> Vec<u8> {
    value[..value.len().min(MAX_NAME_BYTES)].to_vec()
}

fn number(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

fn next_record(records: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let space = memchr::memchr(b' ', &records[..records.len().min(20)])?;
    let length: usize = std::str::from_utf8(&records[..space]).ok()?.parse().ok()?;
    let (record, rest) = records.split_at_checked(length)?;
    let record = record.get(space + 1..)?.strip_suffix(b"\n")?;
    let equals = memchr::memchr(b'=', record)?;
    Some((&record[..equals], &record[equals + 1..], rest))
}

/// Reads the name that `data` holds, or as much of it as is kept, without the NUL at its end.
pub(crate) fn long_name(data: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    data.take(MAX_NAME_BYTES as u64).read_to_end(&mut name)?;
    if name.last() == Some(&0) {
        name.pop();
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pax_records_give_path_and_size() {
        // (records, path, size)
        type Case = (&'static [u8], Option<&'static [u8]>, Option<u64>);
        let table: [Case; 8] = [
            (b"11 path=a/b\n".get(..0).unwrap_or_default(), None, None),
            (b"12 path=a/b\n", Some(b"a/b"), None),
            (b"11 size=12\n", None, Some(12)),
            (b"15 comment=a\nb\n12 path=a/b\n", Some(b"a/b"), None),
            (b"10 path=a\n10 path=b\n", Some(b"b"), None),
            (b"99 path=a\n10 path=b\n", None, None),
            (b"10 size=x\n", None, None),
            (b"18446744073709551616 path=a\n", None, None),
        ];
        for (records, path, size) in table {
            let mut facts = PaxFacts::default();
            facts.add(records);
            let shown = records.escape_ascii();
            assert_eq!((facts.path.as_deref(), facts.size), (path, size), "{shown}");
        }
    }

    #[test]
    fn of_a_long_name_no_more_is_read_than_rows_show() {
        let endless = &mut io::repeat(b'a').take(1 << 40);
        assert_eq!(long_name(endless).expect("it can be read").len(), MAX_ORIGIN_TEXT_BYTES + 1);
        assert_eq!(long_name(&mut &b"a/b\0"[..]).expect("it can be read"), b"a/b");
    }
}
