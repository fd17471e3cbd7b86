//! Cuts sources into messages: at once, in windows of any size, and in ranges that meet anywhere.
//!
//! The target checks:
//!
//! - `messages` covers the source, and each message but the first begins where `is_separator` says, and nowhere else.
//! - Windows of any size, and ranges that meet anywhere, give the items that one window gives (A2, A6).
//! - A message over the limit is skipped, and only such a message.

#![no_main]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift_archive::files::Limits;
use urlsift_archive::internal::{Cut, Cutter};
use urlsift_archive::item::Name;
use urlsift_archive::item::Item;
use urlsift_archive::internal::{MoreInput, Separator, find_separator, is_separator};
use urlsift_archive::mail::{Container, messages};
use urlsift_fuzz::Rest;
use urlsift_fuzz::mail::{Source, lines};

#[derive(Arbitrary, Debug)]
struct Input {
    window: u16,
    limit: u16,
    cuts: Vec<u16>,
    text: Text,
}

#[derive(Arbitrary, Debug)]
enum Text {
    Source(Source),
    Lines(Rest),
    Raw(Rest),
}

/// The items of a source, the offsets of messages that were skipped, and the report on a damaged front.
#[derive(Debug, Default, PartialEq, Eq)]
struct Cutouts {
    items: Vec<Vec<u8>>,
    /// In order of their text.
    broken: BTreeSet<Cow<'static, str>>,
    is_binary: bool,
}

fuzz_target!(|input: Input| {
    let source = match &input.text {
        Text::Source(source) => source.bytes(),
        Text::Lines(Rest(bytes)) => lines(bytes),
        Text::Raw(Rest(bytes)) => bytes.clone(),
    };
    check_messages(&source);
    // Windows smaller than the lookahead for separators are enlarged.
    let window = 1 + input.window as usize;
    // A quarter of the sources have messages over the limit.
    let message =
        if input.limit.is_multiple_of(4) { input.limit as usize >> 4 } else { usize::MAX >> 1 };
    let whole = cut(&source, Limits { window: usize::MAX >> 1, message });
    assert_eq!(cut(&source, Limits { window, message }), whole, "windows of {window} bytes");
    // A message is cut into pieces if it is some bytes larger.
    assert!(whole.items.iter().all(|item| item.len() <= message.saturating_add(4)));
    check_ranges(&source, &input.cuts, Limits { window, message }, &whole);
});

fn check_messages(source: &[u8]) {
    let first = Container::of_first_line(source);
    let is_undated = first == Some(Container::MboxUndated);
    let mut at = 0;
    for message in messages(source) {
        assert_eq!(message.range.start, at);
        assert_eq!(message.envelope.start, at);
        assert!(message.envelope.end <= message.range.end);
        assert!(is_undated || !message.envelope.is_empty() == is_separator(source, at));
        at = message.range.end;
    }
    assert_eq!(at, source.len());
    let naive: Vec<usize> = (1..source.len()).filter(|&at| is_separator(source, at)).collect();
    let starts: Vec<usize> = messages(source).skip(1).map(|message| message.range.start).collect();
    // The lines of patches count only in a file that begins with one.
    let has_patches = first == Some(Container::Patches);
    assert!(is_undated || starts.iter().all(|at| naive.contains(at)));
    assert!(!has_patches || starts == naive);
    for container in CONTAINERS {
        let (mut at, mut found) = (1, Vec::new());
        while let Separator::At(next) = find_separator(container, source, at, MoreInput::None) {
            assert!(at <= next && next < source.len());
            found.push(next);
            at = next + 1;
        }
        let mbox = first.filter(|_| has_patches || is_undated).unwrap_or(Container::Mbox);
        assert!(container != mbox || found == starts);
    }
}

/// The containers whose messages are separated by lines.
const CONTAINERS: [Container; 10] = [
    Container::Mbox,
    Container::MboxUndated,
    Container::Patches,
    Container::MboxCr,
    Container::Rnews,
    Container::Listserv,
    Container::Mmdf,
    Container::Babyl,
    Container::Mbx,
    Container::Dbox,
];

/// Cuts the source in ranges that meet at `cuts`.
fn check_ranges(source: &[u8], cuts: &[u16], limits: Limits, whole: &Cutouts) {
    let container = Container::of(source);
    if container == Container::Binary {
        return;
    }
    let mut cuts: Vec<usize> =
        cuts.iter().take(6).map(|&cut| cut as usize % (source.len() + 1)).collect();
    cuts.extend([0, source.len()]);
    cuts.sort_unstable();
    let mut all = Cutouts::default();
    for ends in cuts.windows(2) {
        let name = Arc::new(Name::new("x", None));
        let cutter = Cutter::of_range(name, limits, container, ends[0]..ends[1]);
        let some = cut_with(cutter, source);
        all.items.extend(some.items);
        all.broken.extend(some.broken);
    }
    assert_eq!(&all, whole, "ranges that meet at {cuts:?}");
}

fn cut(source: &[u8], limits: Limits) -> Cutouts {
    cut_with(Cutter::new(Arc::new(Name::new("x", None)), limits), source)
}

fn cut_with(mut cutter: Cutter, source: &[u8]) -> Cutouts {
    let mut all = Cutouts::default();
    let mut at = cutter.start();
    let mut rest = MoreInput::Possible;
    loop {
        match cutter.cut(rest) {
            Cut::More(more) => {
                assert!(more > 0 && rest == MoreInput::Possible);
                let end = source.len().min(at.saturating_add(more));
                if end - at < more {
                    rest = MoreInput::None;
                }
                cutter.buffer().extend_from_slice(&source[at..end]);
                at = end;
            }
            Cut::Window(window) => {
                all.items.extend(window.items().map(|item: Item<'_>| item.bytes().to_vec()));
            }
            Cut::Damage(damage) => assert!(all.broken.insert(damage.message)),
            Cut::Binary => all.is_binary = true,
            Cut::End => return all,
        }
    }
}
