//! Tests that the rows of all splits of a file are the rows of the whole file, value for value.

use std::fmt::Write;
use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use urlsift::Extractor;
use urlsift_archive::files::Limits;
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::internal::MoreInput;
use urlsift_archive::internal::PackedFile;
use urlsift_archive::internal::{Cut, Cutter};
use urlsift_archive::item::{Name, Window};
use urlsift_archive::mail::{Container, Headers, InputKind};
use urlsift_archive::plan::{Lengths, Planned, Planner};
use urlsift_archive::rows::Row;

use crate::packs::is_packed;
use crate::repository::root;

/// Returns the rows of the messages of `source` that begin in `range`, or of all if there is none.
fn rows(
    extractor: &Extractor,
    source: &[u8],
    kind: InputKind,
    range: Option<Range<usize>>,
) -> String {
    let limits = Limits { window: 1, message: usize::MAX >> 1 };
    let name = Arc::new(Name::new("x", None));
    let cutter = match range {
        Some(range) => Cutter::of_range(name, limits, kind.container(source), range),
        None => Cutter::new(name, limits),
    };
    let mut cutter = cutter.with_input(kind);
    let mut at = cutter.start();
    let mut rest = MoreInput::Possible;
    let mut rows = String::new();
    loop {
        match cutter.cut(rest) {
            Cut::More(more) => {
                let end = source.len().min(at + more);
                if end - at < more {
                    rest = MoreInput::None;
                }
                cutter.buffer().extend_from_slice(&source[at..end]);
                at = end;
            }
            Cut::Window(window) => add_rows(extractor, &window, &mut rows),
            Cut::Damage(_) => {}
            Cut::Binary | Cut::End => return rows,
        }
    }
}

fn add_rows(extractor: &Extractor, window: &Window, rows: &mut String) {
    for item in window.items() {
        item.find(extractor, Headers::All, |place, found| {
            writeln!(rows, "{:?}", Row::new(place, found, &ALL_FIELDS)).expect("a text takes it");
        });
    }
}

/// Cuts `source`, read as each of `kinds`, in two at every `step`th byte and compares the rows with those of the whole.
fn check_cuts(extractor: &Extractor, tried: &str, source: &[u8], kinds: &[InputKind], step: usize) {
    let mut whole = String::new();
    add_rows(extractor, &Window::whole("x", source.to_vec()), &mut whole);
    assert_eq!(rows(extractor, source, InputKind::Auto, None), whole, "{tried}");
    for &kind in kinds {
        let whole = rows(extractor, source, kind, None);
        assert!(!whole.is_empty(), "{tried}, {kind:?}");
        for at in (0..=source.len()).step_by(step) {
            let mut both = rows(extractor, source, kind, Some(0..at));
            both.push_str(&rows(extractor, source, kind, Some(at..source.len())));
            assert_eq!(both, whole, "{tried}, {kind:?}, cut at byte {at}");
        }
    }
}

#[test]
fn two_splits_have_the_rows_of_the_whole() {
    let log = &"#\nDate: a\n\nhttp://a/\n#\r\nDate: b\n\n<http://b/\n#\nb>\n"
        .replace('#', &"=".repeat(73));
    // Columns: description, source.
    let table = [
        (
            "usual",
            "From a Mon\nA: b\n\n<http://a/>\n\nFrom b Tue\nX-URL: http://b/\n\n<http://c/>\n",
        ),
        (
            "CRLF",
            "From a Mon\r\nA: b\r\n\r\n<http://a/\r\nb>\r\n\r\nFrom b Tue\r\nA: b\r\n\r\n<http://c/>\r\n",
        ),
        (
            "From in bodies",
            "From a Mon\nA: b\n\nFrom here on\n<http://a/>\n\nFrom http://b/ to\n\nhttp://c/\n\n\
             >From d Mon\nA: http://d/\n\nFrom b Tue\nA: b\n\nhttp://e/\n",
        ),
        (
            "no empty line between",
            "From a Mon\nA: b\n\nhttp://a/\nFrom b Tue Jan  2 00:00:00 2001\nA: b\n\nhttp://b/\n\
             From -\nA: b\n\nhttp://c/\nFrom 12\nA: b\n\nhttp://d/\nFrom c Mon\nA: http://e/\n",
        ),
        (
            "empty lines first",
            "\n\r\n\nFrom a Mon\nA: b\n\nhttp://a/\n\nFrom b Tue\nA: http://b/\n",
        ),
        ("one empty line first", "\nFrom a Mon\nA: b\n\nhttp://a/\n\nFrom b Tue\nA: http://b/\n"),
        ("a mark first", "\u{FEFF}From a Mon\nA: b\n\nhttp://a/\n\nFrom b Tue\nA: http://b/\n"),
        (
            "cut short",
            "From a Mon\nA: b\n\nhttp://a/\n\nFrom b Tue\nA: http://b/\n\nFrom http://c/",
        ),
        (
            "a boundary that never ends",
            "From a Mon\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://a/\n\n\
             From b Tue\nA: b\n\n--x\nhttp://b/\n--x--\n",
        ),
        ("NULs", "From a Mon\nA: b\n\n\0http://a/\0\n\nFrom b\0 Tue\nA: b\n\nhttp://b/\n"),
        ("lone CRs", "From a Mon\nA: b\rB: c\r\rhttp://a/\r\n\nFrom b Tue\nA: b\n\nhttp://b/\r"),
        (
            "a batch",
            "#! rnews 9\nPath: a\n\nhttp://a/\n#! rnews 7\nhttp://b/\n#! rnews 3\r\nPath: c\n\nhttp://c/\n",
        ),
        ("a log", log),
        ("a message", "To: a\nFrom: b\n\nhttp://a/\n\nFrom c Mon\nA: http://b/\n"),
        ("a text", "http://a/\n\nFrom c Mon\nA: http://b/\n"),
    ];
    let extractor = Extractor::new();
    let kinds = [InputKind::Auto, InputKind::Text, InputKind::Html, InputKind::Mail];
    for (tried, source) in table {
        check_cuts(&extractor, tried, source.as_bytes(), &kinds, 1);
    }
}

#[test]
fn two_splits_of_corpus_archives_have_the_rows_of_the_whole() {
    let extractor = Extractor::new();
    let folder = root().join("corpus/archives");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        let source = fs::read(&path).expect("the archive is readable");
        if is_packed(&path) || !Container::of(&source).has_separators() {
            continue;
        }
        // Longer files are cut at fewer places, because the time is quadratic.
        let step = if source.len() < 2048 { 1 } else { 19 };
        check_cuts(&extractor, &path.display().to_string(), &source, &[InputKind::Auto], step);
        count += 1;
    }
    assert!(count >= 6, "only {count} archives");
}

/// Each split has the path of its file, so a long path takes memory as often as there are splits.
#[test]
fn a_listed_file_with_a_long_path_and_many_ranges_is_refused() {
    // Columns: bytes of the path, number of splits, whether it is planned.
    for (length, count, is_planned) in
        [(1 << 20, 16, true), (1 << 20, 300, false), (1 << 24, 1, true), (1 << 10, 300_000, false)]
    {
        let listed = PackedFile::listed(&"a".repeat(length), count << 10, "7").expect("a file");
        let lengths = Lengths { range: NonZeroU64::new(1 << 10).expect("not 0"), pack: 0 };
        let planner = Planner { lengths, input: InputKind::Auto, probe: false };
        let Planned { lines, unplanned, .. } = planner.listing([Ok(listed)]);
        let expected = if is_planned { (count, 0) } else { (0, 1) };
        assert_eq!((lines.len() as u64, unplanned.len()), expected, "{length} {count}");
    }
}
