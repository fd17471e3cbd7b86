//! Names of unfinished output files: `.NAME.PID.part`, in the folder of the output.
//!
//! A run writes to such a file and renames it at its end. A run that finds one in a directory does not read
//! it.

use std::ffi::{OsStr, OsString};
use std::process;

/// Returns the name of the unfinished file for an output called `name`.
pub(crate) fn name(name: &OsStr) -> OsString {
    let mut part_file = OsString::from(".");
    part_file.push(name);
    part_file.push(format!(".{}.part", process::id()));
    part_file
}

/// Reports whether `name` is the name of an unfinished file, of any run.
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
        for name in ["a", ".a", "a.part", "1"] {
            assert!(is_part_file(&super::name(OsStr::new(name))), "{name}");
        }
    }
}
