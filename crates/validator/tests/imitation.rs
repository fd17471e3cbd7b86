//! Makes the tables of hosts that imitate others, and compares them with the crate unicode-security.
//!
//! After an update of that crate, `URLSIFT_WRITE_TABLES=1 cargo test -p urlsift-validator --test imitation` writes the
//! tables anew.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::{env, fs};

use unicode_security::mixed_script::{AugmentedScriptSet, MixedScript};
use urlsift_validator::NoteKind;
use urlsift_validator::internal::label_imitation;

/// Returns the characters that a host may have: UTS 46 keeps or maps them, alone or between letters of either direction.
fn characters_of_hosts() -> &'static [char] {
    static CHARACTERS: OnceLock<Vec<char>> = OnceLock::new();
    let is_valid = |label: &str| idna::domain_to_ascii(label).is_ok();
    let is_of_host = |c: &char| {
        is_valid(&format!("a{c}b"))
            || is_valid(&format!("\u{5D0}{c}\u{5D0}"))
            || is_valid(&c.to_string())
    };
    CHARACTERS.get_or_init(|| ('\0'..=char::MAX).filter(is_of_host).collect())
}

fn looks_like_ascii(name: &str) -> bool {
    // UTS 46 maps some letters that look different, such as those in circles.
    let is_mapped = |c: char| {
        idna::domain_to_ascii(&c.to_string())
            .is_ok_and(|name| !name.is_empty() && !name.starts_with("xn--"))
    };
    name.chars()
        .all(|c| unicode_security::skeleton(&c.to_string()).all(|c| c.is_ascii()) || is_mapped(c))
}

/// Returns both tables, as `src/notes/imitation.rs` describes them.
fn tables() -> [Vec<u8>; 2] {
    // The display of a set lists its scripts by name.
    let sets = |c: char| AugmentedScriptSet::for_char(c).to_string();
    let mut scripts = BTreeMap::new();
    let mut indices = BTreeMap::new();
    for &c in characters_of_hosts() {
        indices.entry(sets(c)).or_insert(0);
    }
    for (index, (names, number)) in indices.iter_mut().enumerate() {
        *number = u32::try_from(index).expect("there are few sets");
        for name in names.split(", ").filter(|name| *name != "All") {
            let bit = scripts.len();
            scripts.entry(name.to_owned()).or_insert(bit);
        }
    }
    let set_bytes = scripts.len().div_ceil(8);
    let mut masks = Vec::new();
    for names in indices.keys() {
        let mut mask = vec![if names == "All" { 0xFF } else { 0 }; set_bytes];
        for bit in names.split(", ").filter_map(|name| scripts.get(name)) {
            mask[bit / 8] |= 1 << (bit % 8);
        }
        masks.extend(mask);
    }
    let (mut runs, mut last) = (Vec::new(), None);
    for &c in characters_of_hosts() {
        let properties = indices[&sets(c)] << 1 | u32::from(looks_like_ascii(&c.to_string()));
        if last != Some(properties) {
            // Characters that no host has continue the run before them.
            let start = if last.is_none() { 0 } else { u32::from(c) };
            runs.extend((start << 11 | properties).to_le_bytes());
            last = Some(properties);
        }
    }
    [runs, masks]
}

#[test]
fn the_tables_are_those_of_unicode() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables");
    for (name, table) in ["runs.bin", "sets.bin"].iter().zip(tables()) {
        let path = format!("{folder}/{name}");
        if env::var_os("URLSIFT_WRITE_TABLES").is_some() {
            fs::write(&path, &table).expect("the folder is writable");
        }
        assert!(fs::read(&path).expect("the table exists") == table, "{path} is another one");
    }
}

/// Names of all pairs of characters from a sample of each script have the notes of unicode-security.
#[test]
fn notes_are_those_of_unicode_security() {
    let some = characters_of_hosts().iter().copied().step_by(97);
    let sample: Vec<char> = some.chain("abcsopxаесорух-1ο".chars()).collect();
    assert!(sample.len() > 1700, "{}", sample.len());
    let mut counts = BTreeMap::new();
    for (i, &first) in sample.iter().enumerate() {
        for &second in sample[i % 31..].iter().step_by(31).chain(&sample[sample.len() - 17..]) {
            let name: String = [first, second].iter().collect();
            let note = if name.is_ascii() {
                None
            } else if !name.is_single_script() {
                Some(NoteKind::MixedScripts)
            } else {
                looks_like_ascii(&name).then_some(NoteKind::ConfusableHost)
            };
            assert_eq!(label_imitation(&name), note, "{}", name.escape_unicode());
            *counts.entry(note).or_insert(0) += 1;
        }
    }
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 100), "{counts:?}");
}
