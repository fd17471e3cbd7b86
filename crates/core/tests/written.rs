//! Files that tests render from tables of the code: compared, or written anew.

use std::collections::BTreeSet;
use std::{env, fs};

use crate::repository::root;

/// Asserts that the file `name` of the repository has the text `expected` from `start` to the next `end`, which stays. With
/// `URLSIFT_WRITE=1` in the environment, writes the text instead.
pub(crate) fn assert_written_part(name: &str, [start, end]: [&str; 2], expected: &str) {
    let text = fs::read_to_string(root().join(name)).expect("the file exists");
    let (before, rest) = text.split_once(start).unwrap_or_else(|| panic!("{name}: {start}"));
    let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("{name}: {end}"));
    assert_written(name, &[before, expected, end, after].concat());
}

/// Asserts that the file `name` of the repository has the text `expected`. With `URLSIFT_WRITE=1` in the environment,
/// writes the text instead.
pub(crate) fn assert_written(name: &str, expected: &str) {
    let path = root().join(name);
    if env::var_os("URLSIFT_WRITE").is_some_and(|value| value == "1") {
        fs::write(&path, expected).expect("the repository is writable");
        return;
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let lines = |text| str::lines(text).map(str::to_owned).collect::<BTreeSet<_>>();
    let (old, new) = (lines(&text), lines(expected));
    let (gone, added) = (&old - &new, &new - &old);
    assert!(text == expected, "{name}: {added:#?} instead of {gone:#?}; URLSIFT_WRITE=1 writes it");
}
