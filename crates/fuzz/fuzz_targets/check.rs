//! Checks URLs as `urlsift check` does, and reads lines as it does.
//!
//! The first byte selects how the rest becomes a text, and the grammar. The target checks:
//!
//! - The row is one line of JSON with the URL, without delimiters. For a terminal it is ASCII, and means the same.
//! - The ranges of parts are in the URL, in order.
//! - The table has no control characters except line feeds.
//! - Lines joined are the input, without line ends.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use urlsift::url::peel;
use urlsift::verdict::Grammar;
use urlsift_fuzz::Mode;
use urlsift_fuzz::program::{check, lines};

fuzz_target!(|data: &[u8]| {
    let [first, rest @ ..] = data else { return };
    let text = Mode::of(*first).text(rest);
    let grammar = Grammar::ALL[(first >> 1) as usize % Grammar::ALL.len()];
    check_lines(&text);
    let given = String::from_utf8_lossy(&text);
    let url = peel(&given).url();
    let (table, row) = check(&given, grammar, false);
    assert!(!table.contains(|c: char| c.is_control() && c != '\n'), "{table:?}");
    assert_eq!(row.matches('\n').count(), 1);
    let value: Value = serde_json::from_str(&row).expect("the row is JSON");
    assert_eq!(value["url"], url);
    check_ranges(&value["parts"], url);
    let (_, shown) = check(&given, grammar, true);
    assert!(shown.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{shown:?}");
    let shown: Value = serde_json::from_str(&shown).expect("the row is JSON");
    assert_eq!(shown, value);
});

/// Checks that each object in `value` with a start and an end has a range of `url`.
fn check_ranges(value: &Value, url: &str) {
    let Some(object) = value.as_object() else { return };
    if let (Some(start), Some(end)) = (object.get("start"), object.get("end")) {
        let at = |value: &Value| {
            usize::try_from(value.as_u64().expect("an offset is a number")).expect("it is small")
        };
        assert!(url.get(at(start)..at(end)).is_some(), "{value}");
    }
    object.values().for_each(|value| check_ranges(value, url));
}

fn check_lines(text: &[u8]) {
    let all = lines(text);
    let mut expected: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    // The last line has no line feed. If it is empty, there is none.
    expected.pop_if(|last| last.is_empty());
    assert_eq!(all.len(), expected.len());
    let ended = memchr::memchr_iter(b'\n', text).count();
    for (i, (line, expected)) in all.into_iter().zip(expected).enumerate() {
        let expected =
            if i < ended { expected.strip_suffix(b"\r").unwrap_or(expected) } else { expected };
        let mark = if i == 0 { &b"\xEF\xBB\xBF"[..] } else { b"" };
        let expected = expected.strip_prefix(mark).unwrap_or(expected);
        match line {
            Ok(line) => assert_eq!(line.as_bytes(), expected),
            Err(error) => assert!(str::from_utf8(expected).is_err(), "{error}"),
        }
    }
}
