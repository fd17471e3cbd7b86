//! Windows of any size hold the same messages as the whole source cut at once.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Cut, Cutter, Limits, Name, Window};
use crate::Extractor;
use crate::archive::{Container, Damage, DamageKind, Headers, MoreInput};

/// An item: its offset, its bytes, and whether it is a text.
type Cutout = (usize, Vec<u8>, bool);

/// The items of a source, the offsets of skipped messages, and the damage to separators.
type Cutouts = (Vec<Cutout>, Vec<u64>, Vec<Damage>);

fn items_of(window: &Window) -> Vec<Cutout> {
    let item = |range: &std::ops::Range<usize>| {
        let bytes = window.bytes[range.clone()].to_vec();
        (window.start + range.start, bytes, window.is_text(range))
    };
    window.ranges.iter().map(item).collect()
}

fn cut(source: &[u8], limits: Limits) -> Cutouts {
    cut_with(Cutter::new(Arc::new(Name::new("x", None)), limits), source, limits)
}

fn cut_with(mut cutter: Cutter, source: &[u8], limits: Limits) -> Cutouts {
    let (mut items, mut large, mut broken) = (Vec::new(), Vec::new(), Vec::new());
    let most = limits.message.saturating_add(limits.window).max(Container::DETECTION_BYTES);
    let mut at = cutter.start();
    let mut rest = MoreInput::Possible;
    loop {
        match cutter.cut(rest) {
            Cut::More(more) => {
                assert!(cutter.buffer().len() <= most.saturating_add(4 * 4096));
                let end = source.len().min(at.saturating_add(more));
                if end - at < more {
                    rest = MoreInput::None;
                }
                cutter.buffer().extend_from_slice(&source[at..end]);
                at = end;
            }
            Cut::Window(window) => items.extend(items_of(&window)),
            Cut::Damage(damage) if damage.kind == DamageKind::TooLarge => {
                large.extend(damage.offset);
            }
            Cut::Damage(damage) => broken.push(damage),
            Cut::Binary | Cut::End => {
                broken.sort_by_key(|damage: &Damage| damage.offset);
                return (items, large, broken);
            }
        }
    }
}

/// Reference implementation: cuts the source as a whole.
fn reference(source: &[u8], limit: usize) -> Cutouts {
    cut(source, Limits { window: usize::MAX >> 1, message: limit })
}

#[test]
fn a_large_text_is_cut_into_pieces() {
    // (text, limit, pieces, whether the rest is skipped)
    let table: [(&str, usize, &[&str], bool); 9] = [
        ("one\ntwo\n\nthree\nfour\n", 14, &["one\ntwo\n\n", "three\nfour\n"], false),
        ("one\n\ntwo\nthree\n", 12, &["one\n\ntwo\n", "three\n"], false),
        ("one\r\n\r\ntwo\r\nthree", 8, &["one\r\n\r\n", "two\r\n", "three"], false),
        ("one\ntwo", 99, &["one\ntwo"], false),
        ("one\nand a long line\ntwo", 8, &["one\n"], true),
        ("a long line\ntwo", 8, &[], true),
        ("<html>\n<p>one\n<p>two\n", 12, &[], true),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", 20, &[], true),
        ("To: a\nFrom: b\n\none\ntwo\n", 20, &[], true),
    ];
    for (text, limit, pieces, is_skipped) in table {
        let (items, large, broken) = reference(text.as_bytes(), limit);
        let found: Vec<&str> =
            items.iter().map(|it| str::from_utf8(&it.1).expect("it is text")).collect();
        assert_eq!(
            (&found[..], !large.is_empty(), broken.len()),
            (pieces, is_skipped, 0),
            "{text:?}"
        );
        let at: usize = items.iter().map(|it| it.1.len()).sum();
        assert!(large.iter().all(|&large| large == at as u64), "{text:?}");
    }
}

/// The kind of the first piece is that of all.
#[test]
fn the_pieces_of_json_are_json() {
    let text = "{\"a\":\n\"http:\\/\\/a.example\\/\"\n,\"b\": \"http:\\/\\/b.example\\/\"}\n";
    for limit in [35, 99] {
        let limits = Limits { window: 16, message: limit };
        let mut cutter = Cutter::new(Arc::new(Name::new("x", None)), limits);
        cutter.buffer().extend_from_slice(text.as_bytes());
        let mut found = Vec::new();
        while let Cut::Window(window) = cutter.cut(MoreInput::None) {
            for item in window.items() {
                item.find(&Extractor::new(), Headers::None, None, |place, it| {
                    found.push((place.range(it.outer()).start, it.url().to_owned()));
                });
            }
        }
        let expected = [(6, "http://a.example/"), (35, "http://b.example/")];
        assert_eq!(found, expected.map(|(at, url)| (at, url.to_owned())), "{limit}");
    }
}

fn source() -> impl Strategy<Value = Vec<u8>> {
    let piece = select(vec![
        "From a@b.example Mon Jan  1 00:00:00 2001\n".to_owned(),
        "From a\n".to_owned(),
        "\nFrom a\nFrom: a\nDate: 2 Jan 2001 00:00:00 +0000\n\n".to_owned(),
        "#! rnews 12\nFrom: a\nDate: 2 Jan 2001 00:00:00 +0000\n\n".to_owned(),
        "From -\r\n".to_owned(),
        "From \nTo: a\nFrom: b\n\n".to_owned(),
        "\x01\x01\x01\x01\nTo: a\nFrom: b\n\n".to_owned(),
        "#! rnews 12\n".to_owned(),
        "=".repeat(73) + "\n",
        "=".repeat(73) + "\r\nDate: x\n",
        ">From b\n".to_owned(),
        "Subject: x\n".to_owned(),
        "X-A: x\r\n".to_owned(),
        "\n".to_owned(),
        "\r\n".to_owned(),
        "From here\n".to_owned(),
        "F".to_owned(),
        "text and more of it\n".repeat(300),
        "a long line ".repeat(600),
        "text\n".repeat(5000),
    ]);
    let first = select(vec![
        "From a Mon\nA: b\n\n".to_owned(),
        "From a@b.example\nTo: a\nFrom: b\n\n".to_owned(),
        "#! rnews 9\nA: b\n\n".to_owned(),
        "=".repeat(73) + "\nDate: b\n\n",
        "To: a\nFrom: b\n\n".to_owned(),
        "Date: 1 Jan 2001 00:00:00 +0000\nFrom: b\n\n".to_owned(),
        "Xrom a Mon\nTo: a\nFrom: b\n\n".to_owned(),
        "#! sews 9\nTo: a\nFrom: b\n\n".to_owned(),
        "\0".repeat(9000) + "From a Mon\nA: b\n\n",
        "\n\u{FEFF}From a Mon\nA: b\n\n".to_owned(),
        "\u{FEFF}#! rnews 9\nA: b\n\n".to_owned(),
        "all messages\n\n".to_owned(),
        String::new(),
    ]);
    (first, vec(piece, 0..40)).prop_map(|(first, pieces)| (first + &pieces.concat()).into())
}

/// Returns the messages of `source` in ranges that meet at `cuts`.
fn cut_at(source: &[u8], mut cuts: Vec<usize>, limits: Limits) -> Cutouts {
    cuts.extend([0, source.len()]);
    cuts.sort_unstable();
    let container = Container::of(source);
    let (mut items, mut large, mut broken) = (Vec::new(), Vec::new(), Vec::new());
    for ends in cuts.windows(2) {
        let name = Arc::new(Name::new("x", None));
        let cutter = Cutter::of_range(name, limits, container, ends[0]..ends[1]);
        let (some, others, next) = cut_with(cutter, source, limits);
        items.extend(some);
        large.extend(others);
        broken.extend(next);
    }
    broken.sort_by_key(|damage: &Damage| damage.offset);
    (items, large, broken)
}

proptest! {
    #[test]
    fn ranges_that_meet_anywhere_give_each_message_once(
        source in source(),
        cuts in vec(any::<proptest::sample::Index>(), 0..6),
        window in select(vec![1_usize, 4_200, 10_000, 500_000]),
        message in select(vec![5_000_usize, 30_000, usize::MAX >> 1]),
    ) {
        let limits = Limits { window, message };
        let cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(source.len() + 1)).collect();
        let at = format!("{cuts:?}");
        prop_assert_eq!(cut_at(&source, cuts, limits), reference(&source, message), "{}", at);
    }

    #[test]
    fn windows_of_any_size_give_the_same_messages(
        source in source(),
        window in select(vec![4_200_usize, 5_000, 10_000, 50_000]),
        message in select(vec![5_000_usize, 8_000, 30_000, usize::MAX >> 1]),
    ) {
        let limits = Limits { window, message };
        prop_assert_eq!(cut(&source, limits), reference(&source, message));
    }
}

/// A URL in the second line looks like a header field until its slashes are read.
#[test]
fn a_first_line_that_is_cut_off_is_no_separator() {
    let source = [b"From a\nhttp://a.example/\n".as_slice(), &[0; 300]].concat();
    for window in 1..40 {
        let limits = Limits { window, message: usize::MAX >> 1 };
        assert_eq!(cut(&source, limits), reference(&source, limits.message), "{window}");
    }
}

/// Blank lines and a byte order mark before a header belong to no message.
#[test]
fn a_message_begins_at_its_header() {
    let table = [
        ("To: a\nFrom: b\n\nx\n", 0),
        ("\nTo: a\nFrom: b\n\nx\n", 1),
        ("\r\n \t\r\nTo: a\r\nFrom: b\r\n\r\nx\r\n", 6),
        ("\r\rTo: a\rFrom: b\r\rx\r", 2),
        ("\u{FEFF}To: a\nFrom: b\n\nx\n", 0),
        ("\u{FEFF}\nTo: a\nFrom: b\n\nx\n", 4),
    ];
    for (source, start) in table {
        let limits = Limits { window: 1, message: usize::MAX >> 1 };
        let (items, ..) = cut(source.as_bytes(), limits);
        assert_eq!(items, [(start, source.as_bytes()[start..].to_vec(), false)], "{source:?}");
    }
    // A text keeps all of its bytes.
    let text = b"\n\nsome text\n";
    let (items, ..) = cut(text, Limits { window: 1, message: usize::MAX >> 1 });
    assert_eq!(items, [(0, text.to_vec(), true)]);
}

/// The cutter asks for room for a whole window, and thousands of small files are held at once.
#[test]
fn a_window_of_a_small_source_takes_little_memory() {
    let limits = Limits { window: 8 << 20, message: 8 << 20 };
    let mut cutter = Cutter::new(Arc::new(Name::new("x", None)), limits);
    cutter.buffer().reserve_exact(limits.window);
    cutter.buffer().extend_from_slice(b"To: a\nFrom: b\n\nhttp://x.example/\n");
    let Cut::Window(window) = cutter.cut(MoreInput::None) else { panic!("it is one message") };
    assert!(window.bytes.capacity() <= 2 * window.len(), "{}", window.bytes.capacity());
}

#[test]
fn a_message_over_the_limit_is_skipped() {
    let mbox = |middle: &str| {
        let body = "text\n".repeat(4_000);
        format!(
            "From a Mon\nA: b\n\nfirst\n\nFrom b Tue\nA: {middle}{body}\nFrom c Wed\nA: b\n\nlast\n"
        )
    };
    let source = mbox("b\n\n");
    let (items, large, _) = cut(source.as_bytes(), Limits { window: 4_096, message: 10_000 });
    assert_eq!(large, [24]);
    let starts: Vec<usize> = items.iter().map(|(at, ..)| *at).collect();
    assert_eq!(starts, [0, 24 + "From b Tue\nA: b\n\n".len() + 20_001]);
}

/// Each source is cut at every byte.
#[test]
fn ranges_that_meet_at_any_byte_give_each_message_once() {
    let log = &"#\nDate: a\n\nx\n#\r\nDate: b\n\n#\nx\n".replace('#', &"=".repeat(73));
    // (case, source, number of messages)
    let table = [
        ("usual", "From a Mon\nA: b\n\nx\n\nFrom b Tue\nA: b\n\ny\n", 2),
        ("crlf", "From a Mon\r\nA: b\r\n\r\nx\r\n\r\nFrom b Tue\r\nA: b\r\n\r\ny\r\n", 2),
        ("no empty line, CRLF", "From a Mon\r\nA: b\r\n\r\nx\r\nFrom b Tue\r\nA: b\r\n", 1),
        ("an empty line first", "\nFrom a Mon\nA: b\n\nFrom b Tue\nA: b\n", 2),
        ("a CRLF first", "\r\nFrom a Mon\r\nA: b\r\n\r\nFrom b Tue\r\nA: b\r\n", 2),
        ("three first", "\n\r\nFrom a Mon\nA: b\n\nFrom b Tue\nA: b\n", 2),
        ("four first", "\r\n\r\nFrom a Mon\nA: b\n\nFrom b Tue\nA: b\n", 2),
        ("five first", "\n\n\n\n\nFrom a Mon\nA: b\n\nFrom b Tue\nA: b\n", 2),
        ("a mark first", "\u{FEFF}From a Mon\nA: b\n\nFrom b Tue\nA: b\n", 2),
        ("a mark further down", "From a Mon\nA: b\n\n\u{FEFF}From b Tue\nA: b\n", 1),
        ("no empty line", "From a\nA: b\n\nx\nFrom 12\nA: b\nFrom -\nA: b\nFrom c\nA: b\n", 3),
        ("From in a body", "From a Mon\nA: b\n\nFrom here on\nit goes\n\nFrom b\nA: b\n", 2),
        ("From at a line's end", "From a\nA: b\n\nFrom From\n\nFrom From b\nA: b\n", 2),
        ("quoted", "From a Mon\nA: b\n\n>From b Tue\nA: b\n\nFrom c\n>From d\nA: b\n", 2),
        ("cut short", "From a Mon\nA: b\n\nFrom b Tue\nA: b\n\nFrom c", 2),
        ("a batch", "#! rnews 9\nPath: a\n\nx\n#! rnews 9\r\nPath: b\n\n#! rnews 9\nx\n", 2),
        ("a log", log, 2),
        ("a broken separator", "Xrom a Mon\nTo: a\nFrom: a\n\n\nFrom b\nTo: a\nFrom: a\n\n", 3),
        ("NULs first", "\0\0\0From a Mon\nTo: a\nFrom: a\n\n\nFrom b\nTo: a\nFrom: a\n\n", 2),
        (
            "a cut batch",
            "ws 9\nTo: a\nFrom: b\n\n#! rnews 9\nTo: a\nFrom: b\n\nx\n#! rnews 9\nTo: a\nFrom: b\n",
            4,
        ),
        ("undated", "From \nTo: a\nFrom: b\n\nx\nFrom a@b\r\nTo: a\nFrom: b\n\nFrom \nx\n", 2),
        (
            "a lost separator of undated ones",
            "To: a\nFrom: b\n\nx\nFrom \nTo: a\nCc: b\n\nx\nFrom \nTo: a\nCc: b\n",
            3,
        ),
        ("an undated line in another", "From a Mon\nTo: a\n\nx\nFrom \nTo: a\nFrom: b\n\n", 1),
        ("MMDF", "To: a\nFrom: b\n\nx\n\x01\x01\x01\x01\nTo: a\nCc: b\n\nx\n\x01\x01\x01\x01\n", 2),
        ("Babyl", "X\n\x1F\x0C\n1,,\nTo: a\nCc: b\n\nx\n\x1F\x0C\n1,,\nTo: a\nCc: b\n", 3),
        ("dbox", "2 X\n\x01\x02N 1\nTo: a\nCc: b\n\nx\n\x01\x02N 1\nTo: a\nCc: b\n", 3),
        (
            "mtx",
            "To: a\r\nCc: b\r\n\r\n 3-Jan-2000 12:00:00 +0000,9;0000\r\nTo: a\r\nCc: b\r\n\r\n",
            2,
        ),
        ("lines that end in CR", "Xrom a\rTo: a\rCc: b\r\rx\r\rFrom b\rTo: a\rCc: b\r\rx\r", 3),
        ("a batch after a mark", "\u{FEFF}#! rnews 9\nPath: a\n\nx\n#! rnews 9\r\nPath: b\n", 2),
        ("a message", "To: a\nFrom: b\n\nFrom c Mon\nA: b\n", 1),
        ("a message after blank lines", "\n \r\nTo: a\nFrom: b\n\nx\n", 1),
        ("a text", "text\n\nFrom a Mon\nA: b\n", 1),
        ("nothing", "", 0),
    ];
    let limits = Limits { window: 1, message: usize::MAX >> 1 };
    for (tried, source, count) in table {
        let source = source.as_bytes();
        let whole = reference(source, limits.message);
        assert_eq!(whole.0.len(), count, "{tried}");
        for at in 0..=source.len() {
            assert_eq!(cut_at(source, vec![at], limits), whole, "{tried}, cut at byte {at}");
        }
        let all = (0..source.len()).collect();
        assert_eq!(cut_at(source, all, limits), whole, "{tried}, cut at every byte at once");
    }
}
