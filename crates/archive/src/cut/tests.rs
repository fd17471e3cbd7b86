//! Windows of any size hold the same messages as the whole source cut at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use urlsift::Extractor;

use super::{Cut, Cutter, Limits, Name, Window};
use crate::mail::{Container, Damage, DamageKind, Headers, MoreInput};

/// An item: its offset, its bytes, and whether it is a text.
type Cutout = (usize, Vec<u8>, bool);

/// The items of a source, and the damage to separators.
type Cutouts = (Vec<Cutout>, Vec<Damage>);

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
    let (mut items, mut broken) = (Vec::new(), Vec::new());
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
            Cut::Damage(damage) => broken.push(damage),
            Cut::Binary | Cut::End => {
                broken.sort_by_key(|damage: &Damage| damage.offset);
                return (items, broken);
            }
        }
    }
}

/// Reference implementation: cuts the source as a whole.
fn reference(source: &[u8], limit: usize) -> Cutouts {
    cut(source, Limits { window: usize::MAX >> 1, message: limit })
}

/// A row: its offset in the source, its part, the offset of its message, its identifier, and its URL.
type FoundRow = (usize, String, Option<usize>, Option<String>, String);

/// The rows of a source with this limit, and the kinds of damage except pieces.
fn rows(source: &[u8], message: usize) -> (Vec<FoundRow>, BTreeSet<&'static str>) {
    let limits = Limits { window: 4_096, message };
    let (mut rows, mut all_damage) = (Vec::new(), BTreeSet::new());
    let mut cutter = Cutter::new(Arc::new(Name::new("x", None)), limits);
    cutter.buffer().extend_from_slice(source);
    while let Cut::Window(window) = cutter.cut(MoreInput::None) {
        for item in window.items() {
            let damage = item.find(&Extractor::new(), Headers::Useful, |place, it| {
                let id = place.origin().and_then(|origin| origin.message_id.clone());
                let at = place.range(it.outer()).start + usize::from(!place.is_in_source());
                rows.push((
                    at,
                    place.part.to_owned(),
                    place.message_offset,
                    id,
                    it.url().to_owned(),
                ));
            });
            all_damage.extend(damage.iter().map(|it| it.kind.name()));
        }
    }
    all_damage.remove(DamageKind::InPieces.name());
    (rows, all_damage)
}

/// A part of a message with about `bytes` bytes and a URL in every few lines, called `name`.
fn part(kind: usize, name: usize, bytes: usize, inner: &str) -> String {
    let lines = |line: &dyn Fn(usize) -> String| {
        (0..)
            .map(line)
            .scan(0, |sum, line| {
                *sum += line.len();
                (*sum < bytes).then_some(line)
            })
            .collect::<String>()
    };
    let urls = |i: usize| match i % 4 {
        0 => format!("see http://a.example/{name}/{i} and\n"),
        1 => format!("<http://b.example/{name}/\n{i}> which\n"),
        _ => "some text\n\n".to_owned(),
    };
    let base64 = |text: String| {
        const SYMBOLS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let symbols = text.as_bytes().chunks_exact(3).flat_map(|it| {
            let group = u32::from_be_bytes([0, it[0], it[1], it[2]]);
            [18, 12, 6, 0].map(|shift| char::from(SYMBOLS[(group >> shift & 63) as usize]))
        });
        let symbols: Vec<char> = symbols.collect();
        symbols.chunks(76).map(|line| line.iter().collect::<String>() + "\n").collect::<String>()
    };
    match kind {
        0 => format!("\n{}", lines(&urls)),
        1 => format!("Content-Transfer-Encoding: base64\n\n{}", base64(lines(&urls))),
        2 => format!(
            "Content-Transfer-Encoding: quoted-printable\n\n{}",
            lines(&urls).replace("example/", "ex=\nample=2F")
        ),
        3 => format!(
            "Content-Type: text/html\n\n{}",
            lines(&|i| format!("<p>text <a href=\"http://a.example/{name}/{i}\">link</a>\n"))
        ),
        4 => format!(
            "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n{}",
            base64("http://c.example/ ".repeat(bytes / 18))
        ),
        5 => format!("X-Url: http://d.example/{name}\n{}\nx\n", lines(&|i| format!("X-A: {i}\n"))),
        6 => format!("\n{}", lines(&|i| format!("http://a.example/{name}/{i} "))),
        7 => format!(
            "Content-Type: multipart/mixed; boundary=\"{name}b\"\n\n--{name}b\n{inner}\n--{name}b--\n"
        ),
        8 => format!("Content-Type: message/rfc822\n\nX-Url: http://e.example/{name}\n{inner}"),
        _ => {
            let message =
                format!("\x01\x01\x01\x01\nFrom: a@b.example\nSubject: {name}\n{inner}\n");
            format!("Content-Type: application/mbox\n\n{}", message.repeat(3))
        }
    }
}

/// Returns a mailbox with messages of such parts.
fn large_mailbox() -> impl Strategy<Value = String> {
    let parts = vec((0_usize..10, 0_usize..9_000, 0_usize..7, any::<bool>()), 1..6);
    vec((parts, any::<bool>()), 1..4).prop_map(|messages| {
        let mut mailbox = String::new();
        for (m, (parts, is_closed)) in messages.into_iter().enumerate() {
            mailbox.extend([format!(
                "From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <{m}@a.example>\n\
                 Content-Type: multipart/mixed; boundary=bb\n\npreamble http://p.example/{m}\n"
            )]);
            for (i, (kind, bytes, inner, is_large)) in parts.into_iter().enumerate() {
                let inner = part(inner, 100 * m + i, if is_large { 5_000 } else { 100 }, "");
                mailbox.extend(["--bb\n", &part(kind, 10 * m + i, bytes, &inner), "\n"]);
            }
            mailbox += if is_closed { "--bb--\nepilogue http://q.example/\n\n" } else { "\n" };
        }
        mailbox
    })
}

const PATCH: &str = "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n";

/// Returns a file in any container, or a text.
fn source() -> impl Strategy<Value = Vec<u8>> {
    let piece = select(vec![
        "From a@b.example Mon Jan  1 00:00:00 2001\n".to_owned(),
        "From a\n".to_owned(),
        "\nFrom a\nFrom: a\nDate: 2 Jan 2001 00:00:00 +0000\n\n".to_owned(),
        "#! rnews 12\nFrom: a\nDate: 2 Jan 2001 00:00:00 +0000\n\n".to_owned(),
        "From -\r\n".to_owned(),
        "From \nTo: a\nFrom: b\n\n".to_owned(),
        "\x01\x01\x01\x01\nTo: a\nFrom: b\n\n".to_owned(),
        "\x1F\x0C\n1,,\nTo: a\nCc: b\n\n".to_owned(),
        " 3-Jan-2000 12:00:00 +0000,9;0000\r\nTo: a\r\nCc: b\r\n\r\n".to_owned(),
        "\x01\x02N 1\nTo: a\nCc: b\n\n".to_owned(),
        "\rFrom b\rTo: a\rCc: b\r\rx\r".to_owned(),
        PATCH.to_owned() + "From: a\nSubject: b\n\n",
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
        "From \nTo: a\nFrom: b\n\n".to_owned(),
        PATCH.to_owned() + "From: a\nSubject: b\n\n",
        "From a Mon\rTo: a\rCc: b\r\rx\r".to_owned(),
        "\x01\x01\x01\x01\nTo: a\nFrom: b\n\n".to_owned(),
        "BABYL OPTIONS:\n\x1F\x0C\n1,,\nTo: a\nCc: b\n\n".to_owned(),
        "*mbx*\r\n".to_owned() + &"\0".repeat(2041),
        "2 M1e C6b\n\x01\x02N 1\nTo: a\nCc: b\n\n".to_owned(),
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
    let (mut items, mut broken) = (Vec::new(), Vec::new());
    for ends in cuts.windows(2) {
        let name = Arc::new(Name::new("x", None));
        let cutter = Cutter::of_range(name, limits, container, ends[0]..ends[1]);
        let (some, next) = cut_with(cutter, source, limits);
        items.extend(some);
        broken.extend(next);
    }
    broken.sort_by_key(|damage: &Damage| damage.offset);
    (items, broken)
}

proptest! {
    /// No URL is lost or doubled where a message is cut.
    #[test]
    fn pieces_of_large_messages_have_the_rows_of_the_whole(
        mailbox in large_mailbox(),
        limit in select(vec![2_000_usize, 3_001, 5_000, 20_000]),
    ) {
        let (found, damage) = rows(mailbox.as_bytes(), limit);
        let (expected, whole_damage) = rows(mailbox.as_bytes(), usize::MAX >> 1);
        prop_assert_eq!(found, expected, "{}", mailbox);
        prop_assert_eq!(damage, whole_damage);
    }

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
        let whole = reference(&source, message);
        prop_assert_eq!(&cut(&source, limits), &whole);
        // A message is cut into pieces if it is some bytes larger.
        let most = whole.0.iter().map(|(_, bytes, _)| bytes.len()).max().unwrap_or(0);
        prop_assert!(most <= message.saturating_add(4), "{} of {}", most, message);
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

/// The text and the message after it are larger than the limit together, the message by itself may not be.
#[test]
fn a_text_before_a_message_has_a_piece_of_its_own() {
    for lines in [5_000, 5_900, 6_100, 20_000] {
        let front = ["all messages\n\n", &"a long line ".repeat(600)].concat();
        let message = "\nFrom a\nFrom: a\nDate: 2 Jan 2001 00:00:00 +0000\n\n";
        let next = "\x01\x01\x01\x01\nTo: a\nFrom: b\n\n";
        let source = [&front, message, &"text\n".repeat(lines), next].concat();
        let limits = Limits { window: 4_200, message: 30_000 };
        let (items, _) = cut(source.as_bytes(), limits);
        assert_eq!(items, reference(source.as_bytes(), limits.message).0, "{lines}");
        assert!(items.len() > 2, "{lines}: {}", items.len());
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
        let (items, _) = cut(source.as_bytes(), limits);
        assert_eq!(items, [(start, source.as_bytes()[start..].to_vec(), false)], "{source:?}");
    }
    // A text keeps all of its bytes.
    let text = b"\n\nsome text\n";
    let (items, _) = cut(text, Limits { window: 1, message: usize::MAX >> 1 });
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
