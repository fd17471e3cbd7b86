//! Names of unfinished output files: `.NAME.PID.part` or `.NAME.PID.N.part`, in the folder of the output.

use std::ffi::{OsStr, OsString};
use std::process;

/// Most file systems allow names of 255 bytes or characters, and the rest of the name needs at most 23.
const MAX_NAME_BYTES: usize = 200;

/// Returns names of unfinished files for an output called `name`, to be tried until one is free. A killed run may have
/// left the first one: in a container the process numbers repeat.
pub fn part_file_names(name: &OsStr) -> impl Iterator<Item = OsString> {
    let mut start = OsString::from(".");
    match name.to_str() {
        Some(name) => start.push(&name[..cut(name)]),
        // A name that is not UTF-8 cannot be cut without decoding it.
        None if name.len() > MAX_NAME_BYTES => start.push("output"),
        None => start.push(name),
    }
    start.push(format!(".{}", process::id()));
    let numbers = std::iter::once(String::new()).chain((1..=u16::MAX).map(|it| format!(".{it}")));
    numbers.map(move |number| {
        let mut part_file = start.clone();
        part_file.push(number + ".part");
        part_file
    })
}

fn cut(name: &str) -> usize {
    let mut end = name.len().min(MAX_NAME_BYTES);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    end
}

pub(crate) fn is_part_file(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    let inner = name.strip_prefix(b".").and_then(|name| name.strip_suffix(b".part"));
    let (file, process) = inner.map_or((&b""[..], &b""[..]), |inner| {
        let dot = inner.iter().rposition(|&byte| byte == b'.').unwrap_or(0);
        (&inner[..dot], inner.get(dot + 1..).unwrap_or_default())
    });
    !file.is_empty() && !process.is_empty() && process.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_files_are_recognised_by_name() {
        let table = [
            (".urls.txt.4711.part", true),
            (".urls.txt.4711.2.part", true),
            (".a.1.part", true),
            ("..a.1.part", true),
            ("a.1.part", false),
            (".a.part", false),
            (".1.part", false),
            ("..1.part", false),
            (".a.1x.part", false),
            (".a..part", false),
            (".a.1.part.txt", false),
            (".part", false),
            (".", false),
            ("", false),
        ];
        for (name, is) in table {
            assert_eq!(is_part_file(OsStr::new(name)), is, "{name}");
        }
    }

    #[test]
    fn names_are_recognised_and_short() {
        for name in ["a", ".a", "a.part", "1", &"n".repeat(255), &"\u{fc}".repeat(127)] {
            let names: Vec<OsString> = part_file_names(OsStr::new(name)).take(1000).collect();
            for (at, part_file) in names.iter().enumerate() {
                assert!(is_part_file(part_file) && part_file.len() <= 255, "{part_file:?}");
                assert!(!names[..at].contains(part_file), "{part_file:?}");
            }
        }
    }
}
