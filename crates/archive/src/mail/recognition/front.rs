//! The bytes before the first separator of a file, and whether the file is a container in spite of them (A1).
//!
//! A damaged first line, a lost beginning or an introduction must not turn a mailbox into one text. But a text or a
//! message may quote a mailbox. So [`find_by_separators`] counts *evident* separators, which a header with well-known
//! fields follows, and needs more of them the more the front looks like a text or a message of its own.

use core::iter;
use core::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr, memmem, memrchr};

use crate::mail::containers::container::Container;
use crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
use crate::mail::containers::separator::{is_separator, next_separator};
use crate::mail::containers::{framed, mbox};
use crate::mail::headers::beginning::begins_message;
use crate::mail::headers::date::timestamp;
use crate::mail::headers::header::Header;
use crate::mail::html::page::Html;
use crate::mail::line::{LineBreaks, begins_with, strip_bom};
use crate::mail::mime::block::ENVELOPES;
use crate::mail::mime::literals::Literals;
use crate::mail::mime::multipart::Boundary;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Front {
    /// The bytes that no message contains, such as an introduction, unless they are blank lines, a byte order mark or
    /// NULs.
    pub(crate) text: Option<Range<usize>>,
    /// The first message, if a header shows where it begins.
    pub(crate) message: Option<Range<usize>>,
    /// Whether a separator is damaged or lost. An introduction, blank lines and a byte order mark are no damage.
    pub(crate) is_damaged: bool,
}

const MAX_LINES_BEFORE_HEADER: usize = 4;

impl Front {
    /// Examines `front`, the bytes of a file before its second separator, if it begins with one, else before its first.
    pub(crate) fn of(container: Container, front: &[u8]) -> Front {
        if is_separator(container, front, 0) {
            return Front { text: None, message: Some(0..front.len()), is_damaged: false };
        }
        let header = framed::header_len(front);
        let mut start = if header > 0 { header } else { void_len(front) };
        let begins = |at: usize| is_separator(container, &front[at..], 0);
        // The header of an mbx ends in NULs.
        if container == Container::Mbx && !begins(start) {
            start = memrchr(0, front).map(|at| at + 1).filter(|&at| begins(at)).unwrap_or(start);
        }
        let has_separator = begins(start);
        let end = line_end(container);
        let message = if has_separator { Some(start) } else { find_message(front, start, end) };
        let text = &front[..message.unwrap_or(front.len())];
        Front {
            text: (text.len() > start).then_some(0..text.len()),
            message: message.map(|at| at..front.len()),
            is_damaged: (message.is_some() && !has_separator)
                || text.get(header..).is_some_and(|text| memchr(0, text).is_some())
                || match container {
                    // An introduction may begin with `From the archive`.
                    Container::Mbox
                    | Container::MboxUndated
                    | Container::Patches
                    | Container::MboxCr => first_lines(text, end).any(mbox::is_dated),
                    Container::Rnews | Container::Listserv => has_broken_separator(container, text),
                    _ => text.len() > start,
                },
        }
    }
}

/// Returns the length of what no reader sees at the start of `text`: a byte order mark, whitespace, NULs.
fn void_len(text: &[u8]) -> usize {
    let rest = strip_bom(text);
    let is_void = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    text.len() - rest.len() + rest.iter().position(|byte| !is_void(byte)).unwrap_or(rest.len())
}

fn line_end(container: Container) -> u8 {
    if container == Container::MboxCr { b'\r' } else { b'\n' }
}

/// Returns the offset of the first line of `front` at or after `at` that begins a message, among a few.
fn find_message(front: &[u8], at: usize, end: u8) -> Option<usize> {
    let next_line = |&at: &usize| Some(at + memchr(end, &front[at..])? + 1);
    iter::successors(Some(at), next_line)
        .take(MAX_LINES_BEFORE_HEADER)
        .find(|&at| begins_message(&front[at..]))
}

/// Reports whether one of the first lines of `text` resembles a separator of `container`, whose separators are text.
fn has_broken_separator(container: Container, text: &[u8]) -> bool {
    first_lines(text, line_end(container)).any(match container {
        Container::Rnews => framed::is_nearly_rnews,
        Container::Listserv => framed::is_nearly_listserv,
        _ => mbox::is_nearly_separator,
    })
}

fn first_lines(text: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = &text[void_len(text)..];
    iter::repeat_with(move || {
        let length = memchr(end, rest).unwrap_or(rest.len());
        let line = &rest[..length];
        rest = &rest[rest.len().min(length + 1)..];
        line
    })
    .take(MAX_LINES_BEFORE_HEADER)
}

const TEXT_SEPARATED: [Container; 4] =
    [Container::Mbox, Container::MboxUndated, Container::Rnews, Container::Listserv];

const OTHERS_SEPARATED: [Container; 5] =
    [Container::Mmdf, Container::Babyl, Container::Dbox, Container::MboxCr, Container::Mbx];

/// The beginnings of separators, and then [`MESSAGE_IDS`], with the line break before them. One search finds them all.
pub(super) static BEGINNINGS: LazyLock<Literals> =
    LazyLock::new(|| Literals::new(&[&ENVELOPES[..], &FRAMES, &MESSAGE_IDS].concat()));

/// The beginnings of the separators with control characters. Four bytes are as many as the search compares at once.
const FRAMES: [&[u8]; 4] =
    [b"\n\x01\x01\x01\x01", b"\n\x1F\x0C\n", b"\n\x1F\x0C\r", b"\n\x01\x02N"];

const BEGUN: [&[Container]; 7] = [
    &[Container::MboxUndated, Container::Mbox],
    &[Container::Rnews],
    &[Container::Listserv],
    &[Container::Mmdf],
    &[Container::Babyl],
    &[Container::Babyl],
    &[Container::Dbox],
];

/// The beginnings of a field `Message-ID`, in the cases that occur. To search for them together with separators, which
/// share their first byte, costs nothing.
const MESSAGE_IDS: [&[u8]; 3] = [b"\nMessage-", b"\nMESSAGE-", b"\nmessage-"];

/// The number of evident separators that show a container, if something in the front shows it too.
const SUPPORTED_SEPARATORS: usize = 1;
/// The number after a short text, or after lines before a header.
const FEW_SEPARATORS: usize = 2;
/// The number after a long text, or after a whole message.
const MANY_SEPARATORS: usize = 8;

const MAX_INTRODUCTION_BYTES: usize = 4096;

/// Detects a container by the separators after the first line of `sample`, the start of a file. Also returns the number
/// of lines that begin with a field `Message-ID`. Linear.
pub(crate) fn find_by_separators(sample: &[u8]) -> (Option<Container>, usize) {
    let mut met = Vec::new();
    let mut message_ids = usize::from(is_message_id(sample));
    let mut at = 0;
    while let Some((format, line_break)) = BEGINNINGS.find(sample, at) {
        at = line_break + 1;
        match BEGUN.get(format) {
            Some(containers) => {
                for &container in *containers {
                    if !met.contains(&container) && is_separator(container, sample, at) {
                        met.push(container);
                    }
                }
            }
            None => message_ids += usize::from(is_message_id(&sample[at..])),
        }
    }
    // The beginning may be damaged, or a text that precedes the messages.
    let places = [0, sample.len() / 2, sample.len().saturating_sub(SEPARATOR_LOOKAHEAD_BYTES)];
    if places.into_iter().any(|at| LineBreaks::of(&sample[at..]) == LineBreaks::Cr) {
        met.push(Container::MboxCr);
    }
    if memmem::find(sample, MBX_FLAGS).is_some() {
        met.push(Container::Mbx);
    }
    // Messages of one format may quote those of another, so the format that occurs first counts.
    let evident = met.into_iter().filter_map(|container| {
        let first = next_separator(container, sample, 1)?;
        let is_of_kind =
            container != Container::MboxUndated || mbox::is_undated_separator(sample, first);
        (is_of_kind && is_evident_from(container, sample, first)).then_some((first, container))
    });
    (evident.min_by_key(|(first, _)| *first).map(|(_, container)| container), message_ids)
}

/// The beginning of the flags of most messages of an mbx.
const MBX_FLAGS: &[u8] = b";0000";

pub(super) fn is_message_id(line: &[u8]) -> bool {
    begins_with(line, b"message-id:")
}

/// The bytes after [`Container::DETECTION_BYTES`] are ignored.
pub(crate) fn first_separated(sample: &[u8]) -> Option<Container> {
    let sample = &sample[..sample.len().min(Container::DETECTION_BYTES)];
    let separated = TEXT_SEPARATED.into_iter().chain(OTHERS_SEPARATED);
    let found = separated.filter_map(|it| Some((next_separator(it, sample, 0)?, it)));
    found.min_by_key(|(at, _)| *at).map(|(_, container)| container)
}

/// Returns the number of evident separators of one format in `text` from the line `from` on, and the offset of the
/// first. Returns `None` if there are fewer than two, because one may be a quotation. Linear.
pub(crate) fn uncut_messages(text: &[u8], from: usize) -> Option<(usize, usize)> {
    // One search for all formats: most texts have no such line.
    BEGINNINGS.find(text, from.saturating_sub(1))?;
    let first_message =
        find_message(text, void_len(text), b'\n').map(|at| FirstMessage::of(text, at));
    let count = |container: Container| {
        let first = next_separator(container, text, from.max(1))?;
        let mut evident = evident_separators(container, text, first, first_message.as_ref());
        let at = evident.next()?;
        Some((1 + evident.count(), at))
    };
    let is_page = Html::looks_like_page(text);
    let found = TEXT_SEPARATED.into_iter().filter(|_| !is_page).filter_map(count).max();
    found.filter(|&(count, _)| count >= FEW_SEPARATORS)
}

/// Returns the separators in `sample` from `first` on that a header of a message follows, except those in parts of
/// `first_message`.
fn evident_separators(
    container: Container,
    sample: &[u8],
    first: usize,
    first_message: Option<&FirstMessage>,
) -> impl Iterator<Item = usize> {
    let parts = first_message.map_or(0..0, |it| it.parts.clone());
    iter::successors(Some(first), move |&at| next_separator(container, sample, at + 1))
        .filter(move |at| !parts.contains(at) && begins_message(&sample[*at..]))
}

fn is_evident_from(container: Container, sample: &[u8], first: usize) -> bool {
    let start = void_len(&sample[..first]);
    let message = find_message(&sample[..first], start, line_end(container));
    let first_message = message.map(|at| FirstMessage::of(sample, at));
    let text = &sample[start..message.unwrap_or(first)];
    let has_nuls = memchr(0, &sample[..start]).is_some();
    let mut needed = match message {
        // A text has no frames.
        _ if matches!(
            container,
            Container::Mmdf | Container::Babyl | Container::Mbx | Container::Dbox
        ) =>
        {
            SUPPORTED_SEPARATORS
        }
        None if text.is_empty() => SUPPORTED_SEPARATORS,
        _ if has_nuls && (text.is_empty() || is_separator(container, text, 0)) => {
            SUPPORTED_SEPARATORS
        }
        Some(_) if has_broken_separator(container, text) => SUPPORTED_SEPARATORS,
        Some(_) if !text.is_empty() => FEW_SEPARATORS,
        None if Html::looks_like_page(sample) => return false,
        None if text.len() <= MAX_INTRODUCTION_BYTES => FEW_SEPARATORS,
        Some(_) | None => MANY_SEPARATORS,
    };
    let mut count = 0;
    // Those with a header that no empty line precedes. They count if another one is evident.
    let mut joined = 0;
    for at in evident_separators(container, sample, first, first_message.as_ref()) {
        if needed == MANY_SEPARATORS
            && first_message.as_ref().is_some_and(|it| it.cannot_quote(&sample[at..]))
        {
            needed = FEW_SEPARATORS;
        }
        if is_set_off(container, sample, at) {
            count += 1;
        } else {
            joined += 1;
        }
        if count > 0 && count + joined >= needed {
            return true;
        }
    }
    false
}

/// Reports whether an empty line is before the separator at `at` of an mbox, unless it is undated.
fn is_set_off(container: Container, sample: &[u8], at: usize) -> bool {
    match container {
        Container::Mbox => mbox::is_set_off(sample, at),
        Container::MboxUndated => {
            mbox::is_undated_separator(sample, at) || mbox::is_set_off(sample, at)
        }
        _ => true,
    }
}

/// The first message of a container, whose separator is lost, or one that quotes a container.
#[derive(Debug)]
pub(super) struct FirstMessage {
    /// The bytes of its parts, if it is a multipart, or of the messages that it declares to contain.
    pub(super) parts: Range<usize>,
    /// Whether it has the two fields that every message has (RFC 5322, section 3.6), and its first name does not begin
    /// within a word. If not, it was cut.
    is_whole: bool,
    /// Its date in seconds since 1970.
    date: Option<i64>,
}

impl FirstMessage {
    pub(super) fn of(sample: &[u8], at: usize) -> FirstMessage {
        let header = Header::of(&sample[at..]);
        FirstMessage {
            parts: parts(sample, &header, at + header.body()),
            is_whole: sample[at].is_ascii_uppercase()
                && header.date().is_some()
                && header.value("From").is_some(),
            date: date_of(&header),
        }
    }

    /// Reports whether the message at the start of `later` cannot be quoted in this one, which is cut short, or older.
    fn cannot_quote(&self, later: &[u8]) -> bool {
        !self.is_whole || self.date.zip(date_of(&Header::of(later))).is_some_and(|(a, b)| a < b)
    }
}

/// Returns the bytes of `sample` that belong to a message with `header` and a body at `body` by its own structure.
fn parts(sample: &[u8], header: &Header<'_>, body: usize) -> Range<usize> {
    let Some(content_type) = header.content_type() else { return body..body };
    if content_type.is_kind("message") || content_type.is("application", "mbox") {
        return body..sample.len();
    }
    let is_multipart = content_type.is_kind("multipart");
    let Some(boundary) = Boundary::of(&content_type).filter(|_| is_multipart) else {
        return body..body;
    };
    let mut range = body..body;
    while let Some(delimiter) = boundary.find(sample, range.end..sample.len()) {
        range.end = delimiter.range.end;
        if delimiter.is_close {
            return range;
        }
    }
    // No end: it is after the sample, or it is lost, and then the last delimiter is all that is known.
    let is_open = range.end > body && sample.len() >= Container::DETECTION_BYTES;
    if is_open { body..sample.len() } else { range }
}

fn date_of(header: &Header<'_>) -> Option<i64> {
    timestamp(str::from_utf8(&header.date()?).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the formats with separators that a text may quote, or with undated ones or frames.
    fn all_formats() -> impl Iterator<Item = (Container, String)> {
        let others = [
            (Container::MboxUndated, "From a@b.example\n"),
            (Container::MboxUndated, "From \n"),
            (Container::Mmdf, "\x01\x01\x01\x01\n"),
            (Container::Babyl, "\x1F\x0C\n1,,\n"),
            (Container::Babyl, "\x1F\x0C\n0, unseen,,\n*** EOOH ***\n"),
            (Container::Dbox, "\x01\x02N          00000000000000CD\n"),
        ];
        formats().into_iter().chain(others.map(|(container, line)| (container, line.to_owned())))
    }

    /// Returns the three formats, each with its separator.
    fn formats() -> [(Container, String); 3] {
        [
            (Container::Mbox, "From a@b.example Mon Jan  1 00:00:00 2001\n".to_owned()),
            (Container::Rnews, "#! rnews 99\n".to_owned()),
            (Container::Listserv, "=".repeat(73) + "\n"),
        ]
    }

    /// Replaces `@` by `separator`, `%` by it with another first byte, and `1` by a message of the first day.
    fn expand(text: &str, separator: &str) -> Vec<u8> {
        let message = |day: usize| {
            let date = format!("Date: {day} Jan 1999 00:00:00 +0000");
            format!("From: a@b.example\n{date}\nSubject: x\n\ntext\n\n")
        };
        let text = text.replace('@', "<S>").replace('%', "<B>");
        let days = "1234".chars().zip(1..);
        let text = days.fold(text, |text, (digit, day)| text.replace(digit, &message(day)));
        let broken = format!("X{}", &separator[1..]);
        text.replace("<S>", separator).replace("<B>", &broken).into_bytes()
    }

    fn detect(sample: &[u8]) -> Option<Container> {
        find_by_separators(sample).0
    }

    #[test]
    fn a_container_is_recognised_after_a_front() {
        // (case, text for `expand`)
        let cut_multipart = "Content-Type: multipart/mixed; boundary=b\n1--b\n\nx\n--b--\n\n@2@3";
        let table = [
            ("a broken separator", "%1@2".to_owned()),
            ("a line in front of the header", "%junk\n1@2@3".to_owned()),
            ("a line in front of the separator", "junk\n@1@2@3".to_owned()),
            ("a lost separator", "1@2@3".to_owned()),
            ("a lost separator, older messages", "4@3".to_owned() + &"@2".repeat(7)),
            (
                "a header that lost its first field",
                "Date: 3 Jan 1999 00:00:00 +0000\nSubject: x\n\ny\n\n@2@1".to_owned(),
            ),
            ("a beginning cut in a field", "ple>\n1@2@3".to_owned()),
            ("a beginning cut in a name", "-ID: <x>\n4@3@2".to_owned()),
            ("a beginning cut in a body", "of a text.\n\n@2@3".to_owned()),
            ("a long rest of a body", "text\n".repeat(9000) + &"\n@1".repeat(999)),
            ("NULs", "\0".repeat(9000) + "@1@2"),
            ("NULs instead of the separator", "\0".repeat(99) + "1@2"),
            ("an introduction", "These are all the messages.\n\n@1@2".to_owned()),
            ("a multipart after a lost separator", cut_multipart.to_owned()),
            ("a multipart without an end", cut_multipart.replace("--b--\n", "")),
            ("one separator that no empty line precedes", "of a text.\n\n@1x\n@2".to_owned()),
        ];
        for (container, separator) in all_formats() {
            for (tried, text) in &table {
                let found = detect(&expand(text, &separator));
                assert_eq!(found, Some(container), "{tried}");
            }
        }
    }

    #[test]
    fn one_message_after_a_front_shows_a_container_with_frames_or_other_lines() {
        let mbx = " 3-Jan-2000 12:00:00 +0000,213;000000000000\n";
        let header = format!("*mbx*\n{}\n{}", "0".repeat(16), "\0".repeat(2025));
        // (case, text for `expand`)
        let table = [
            ("a newer message", "4@1".to_owned()),
            ("a broken separator", "%4@1".to_owned()),
            ("a text", "a text\n\n@1".to_owned()),
            ("a long text", "text\n".repeat(9000) + "@1"),
            ("a page", "<html>\n@1".to_owned()),
            ("a damaged header", format!("X{}@1@2", &header[1..])),
        ];
        for (tried, text) in &table {
            for (container, separator) in all_formats().skip(5) {
                assert_eq!(detect(&expand(text, &separator)), Some(container), "{tried}");
            }
            let with = |line_break: &str| {
                let text = expand(text, mbx);
                String::from_utf8(text).expect("it is text").replace('\n', line_break)
            };
            assert_eq!(detect(with("\r\n").as_bytes()), Some(Container::Mbx), "{tried}");
        }
        let cr = |text: &str| -> Vec<u8> {
            let text = expand(text, &formats()[0].1);
            text.into_iter().map(|byte| if byte == b'\n' { b'\r' } else { byte }).collect()
        };
        for text in ["%1@2", "junk\n@1@2", "1@2@3", "of a text.\n\n@2@3", "4@3@2@1@1@1@1@1@1"] {
            assert_eq!(detect(&cr(text)), Some(Container::MboxCr), "{text}");
        }
        for text in ["a text\n\n@1", "4@1", "a text\n\n@a: b\n"] {
            assert_eq!(detect(&cr(text)), None, "{text}");
        }
    }

    #[test]
    fn a_text_or_message_that_quotes_messages_is_no_container() {
        let in_part = "Content-Type: multipart/mixed; boundary=b\n1--b\n\n@2@3--b--\n";
        let table = [
            ("one separator after a text", "a text\n\n@1".to_owned()),
            ("one separator after a message", "1@2".to_owned()),
            ("separators that no header follows", "a text\n\n@a: b\n\n@c: d\n\n".to_owned()),
            ("older messages in a message", "4@1@2@3".to_owned()),
            ("a part of a multipart", in_part.to_owned()),
            ("an enclosed mailbox", "Content-Type: application/mbox\n1@2@3".to_owned()),
            ("a page", "<!DOCTYPE html><pre>\n\n@1@2".to_owned()),
            ("few messages in a long text", "text\n".repeat(1000) + "\n@1@2@3"),
            ("quoted messages", "a text\n\n@1@2".replace('@', "> @")),
        ];
        for (_, separator) in formats() {
            for (tried, text) in &table {
                assert_eq!(detect(&expand(text, &separator)), None, "{tried}");
            }
        }
        let script = "cat <<E\n@1\nE\ncat <<E\n@1\nE\n".replace("\n\n", "\n");
        let script = expand(&script, &formats()[0].1);
        assert_eq!(detect(&script), None, "mail in a script, not after an empty line");
    }

    /// The last separators of the container are in its last bytes, wherever these are.
    #[test]
    fn a_front_may_have_any_length() {
        for (container, separator) in formats() {
            for length in [4090, 4200, 16_380, 40_000, 65_535, 300_000, 1_000_000] {
                let line = "a line of this text\n";
                let text = expand(&("\n".to_owned() + &"@1".repeat(8)), &separator);
                let front = line.repeat(length / line.len()).into_bytes();
                assert_eq!(detect(&[&front[..], &text].concat()), Some(container), "{length}");
                let message = expand("1", &separator);
                let later = expand(&"@2".repeat(2), &separator);
                let file = [&message[..], &front, b"\n", &later].concat();
                assert_eq!(detect(&file), Some(container), "a message of {length}");
            }
        }
    }

    #[test]
    fn messages_in_a_text_that_is_no_container_are_counted() {
        let long = "text\n".repeat(1000);
        let in_part = "Content-Type: multipart/mixed; boundary=b\n1--b\n\n@2@3--b--\n";
        // (text for `expand`, the number of messages)
        let table = [
            (long.clone() + "\n@1@2@3", Some(3)),
            (long.clone() + "\n@1@a: b\n\n@2", Some(2)),
            (long.clone() + "\n@1", None),
            ("<html>".to_owned() + &long + "\n@1@2@3", None),
            ("4".to_owned() + &long + "\n@1@2", Some(2)),
            (in_part.to_owned(), None),
        ];
        for (_, separator) in formats() {
            for (text, count) in &table {
                let text = expand(text, &separator);
                assert_eq!(detect(&text), None);
                let expected = count.map(|count| {
                    let first = memchr::memmem::find(&text, separator.as_bytes());
                    (count, first.expect("it has one"))
                });
                assert_eq!(uncut_messages(&text, 0), expected, "{}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn a_front_is_divided_into_text_and_message() {
        // (text for `expand`, start of the message, whether there is a text, whether it is damaged)
        let table = [
            ("@1", Some(0), false, false),
            ("\n\r\n", None, false, false),
            ("\u{FEFF}", None, false, false),
            ("\u{FEFF}\n\0", None, false, true),
            ("From an introduction\n\n", None, true, false),
            ("\0\0\0@1", Some(3), false, true),
            ("1", Some(0), false, true),
            ("Junk\n1", Some(5), true, true),
            ("%", None, true, true),
        ];
        for (container, separator) in formats() {
            for (text, message, has_text, is_damaged) in table {
                let front = expand(text, &separator);
                let expected = Front {
                    text: has_text.then_some(0..message.unwrap_or(front.len())),
                    message: message.map(|at| at..front.len()),
                    is_damaged,
                };
                assert_eq!(Front::of(container, &front), expected, "{text:?}");
            }
        }
    }
}
