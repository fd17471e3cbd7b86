//! Windows of any size hold the same messages: held against the whole source cut at once.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Cut, Cutter, Limits, Name, Window};
use crate::archive::Rest;

/// Messages with their offsets, and the offsets of those that were passed over.
type Messages = (Vec<(usize, Vec<u8>)>, Vec<usize>);

fn messages_of(window: &Window) -> Vec<(usize, Vec<u8>)> {
    let message = |range: &std::ops::Range<usize>| {
        (window.start + range.start, window.bytes[range.clone()].to_vec())
    };
    window.ranges.iter().map(message).collect()
}

fn cut(source: &[u8], limits: Limits) -> Messages {
    let mut cutter = Cutter::new(Arc::new(Name::new("x", None)), limits);
    let (mut messages, mut large) = (Vec::new(), Vec::new());
    let mut at = 0_usize;
    let mut rest = Rest::Perhaps;
    loop {
        match cutter.cut(rest) {
            Cut::More(more) => {
                assert!(cutter.buffer().len() <= limits.message + limits.window + 4 * 4096);
                let end = source.len().min(at.saturating_add(more));
                if end - at < more {
                    rest = Rest::Nothing;
                }
                cutter.buffer().extend_from_slice(&source[at..end]);
                at = end;
            }
            Cut::Window(window) => messages.extend(messages_of(&window)),
            Cut::TooLarge(at) => large.push(at),
            Cut::Binary | Cut::End => return (messages, large),
        }
    }
}

/// The same, obviously: the whole source is there.
fn twin(source: &[u8], limit: usize) -> Messages {
    let (messages, large): (Vec<_>, Vec<_>) = messages_of(&Window::whole("x", source.to_vec()))
        .into_iter()
        .partition(|(_, message)| message.len() <= limit);
    (messages, large.into_iter().map(|(at, _)| at).collect())
}

fn source() -> impl Strategy<Value = Vec<u8>> {
    let piece = select(vec![
        "From a@b.example Mon Jan  1 00:00:00 2001\n".to_owned(),
        "From a\n".to_owned(),
        "From -\r\n".to_owned(),
        "#! rnews 12\n".to_owned(),
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
    let first =
        select(vec!["From a Mon\nA: b\n\n", "#! rnews 9\nA: b\n\n", "To: a\nFrom: b\n\n", ""]);
    (first, vec(piece, 0..40))
        .prop_map(|(first, pieces)| (first.to_owned() + &pieces.concat()).into())
}

proptest! {
    #[test]
    fn windows_of_any_size(
        source in source(),
        window in select(vec![4_200_usize, 5_000, 10_000, 50_000]),
        message in select(vec![5_000_usize, 8_000, 30_000, usize::MAX >> 1]),
    ) {
        let limits = Limits { window, message };
        prop_assert_eq!(cut(&source, limits), twin(&source, message));
    }
}

#[test]
fn a_message_too_large_is_passed_over() {
    let mbox = |middle: &str| {
        let body = "text\n".repeat(4_000);
        format!(
            "From a Mon\nA: b\n\nfirst\n\nFrom b Tue\nA: {middle}{body}\nFrom c Wed\nA: b\n\nlast\n"
        )
    };
    let source = mbox("b\n\n");
    let (messages, large) = cut(source.as_bytes(), Limits { window: 4_096, message: 10_000 });
    assert_eq!(large, [24]);
    let starts: Vec<usize> = messages.iter().map(|(at, _)| *at).collect();
    assert_eq!(starts, [0, 24 + "From b Tue\nA: b\n\n".len() + 20_001]);
}
