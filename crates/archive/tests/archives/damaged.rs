//! Damages each archive of the corpus at random: nothing panics, and rows stay in their source (A7).

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

use crate::repository::root;

/// Damage at a place in thousandths of the length.
#[derive(Clone, Debug)]
enum Damage {
    Cut(usize),
    Flip(usize, u8),
    Replace(usize, usize, Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    prop_oneof![
        (0..1000_usize).prop_map(Damage::Cut),
        (0..1000_usize, 0..8_u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        (0..1000_usize, 0..60_usize, bytes)
            .prop_map(|(at, len, new)| Damage::Replace(at, len, new)),
    ]
}

fn harm(bytes: &mut Vec<u8>, damage: &Damage) {
    let (Damage::Cut(at) | Damage::Flip(at, _) | Damage::Replace(at, ..)) = damage;
    let at = at * bytes.len() / 1000;
    match damage {
        Damage::Cut(_) => bytes.truncate(at),
        Damage::Flip(_, bit) => {
            bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << bit);
        }
        Damage::Replace(_, len, new) => {
            let end = bytes.len().min(at + len);
            bytes.splice(at..end, new.iter().copied());
        }
    }
}

#[test]
fn damaged_archives_are_searched_without_a_panic() {
    let extractor = Extractor::builder().forms(Forms::all()).build();
    let mut archives = 0;
    for entry in std::fs::read_dir(root().join("corpus/archives")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        let whole = std::fs::read(&path).expect("the archive is readable");
        archives += 1;
        let mut runner =
            TestRunner::new(Config { cases: 40, failure_persistence: None, ..Config::default() });
        let all = prop::collection::vec(damage(), 1..4);
        let run = runner.run(&all, |all| {
            let mut bytes = whole.clone();
            for damage in &all {
                harm(&mut bytes, damage);
            }
            let length = bytes.len();
            for item in Window::whole("x", bytes).items() {
                item.find(&extractor, Headers::All, |place, found| {
                    let range = place.range(found.outer());
                    assert!(range.start <= range.end, "{range:?}");
                    assert!(!place.is_in_source() || range.end <= length, "{range:?} of {length}");
                });
            }
            Ok(())
        });
        assert!(run.is_ok(), "{}: {run:?}", path.display());
    }
    assert!(archives > 50, "only {archives} archives");
}
