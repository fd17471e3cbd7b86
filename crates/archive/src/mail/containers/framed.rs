//! Batches, logs, and the mailboxes of other programs: a frame of a fixed form precedes each message (A2).
//!
//! | container | before the first message | the frame before each message |
//! |---|---|---|
//! | news batch (RFC 1036, section 4.3) | nothing | a line `#! rnews 1234`, with the length of the article |
//! | LISTSERV log | nothing | a line of 73 `=` |
//! | MMDF | nothing | a line of four `^A`, perhaps a `From ` line |
//! | Babyl, version 5 (Emacs Rmail) | `BABYL OPTIONS:` and more lines | `^_^L`, and a line of labels |
//! | mbx (UW IMAP); mtx and Tenex, which have no header | `*mbx*`, up to 2,048 bytes | a date, a length, flags |
//! | dbox (Dovecot), one message a file or many | a line `2 M…` | `^A^B`, `N`, and a length |
//!
//! A frame begins a message if a header field follows it, a well-known one in a log: a text may contain a line of `=`
//! too. No length is used, as with an mbox, because files were moved between systems with different line breaks.

use std::sync::LazyLock;

use memchr::{memchr, memmem};

use crate::mail::containers::container::Container;
use crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
use crate::mail::headers::envelope::{
    BABYL_PREFIX, DBOX_PREFIX, LISTSERV_RULE, MMDF_LINE, RNEWS_PREFIX, babyl_len, dbox_line_len,
    listserv_line_len, mbx_line_len, mmdf_line_len, rnews_line_len,
};
use crate::mail::headers::field::{is_well_known, name_length};
use crate::mail::line::{LineFinder, is_blank};

const MBX_SIGNATURE: &[u8] = b"*mbx*\r\n";

const MBX_HEADER_BYTES: usize = 2048;

pub(super) static RNEWS_LINES: LazyLock<LineFinder> =
    LazyLock::new(|| LineFinder::new(RNEWS_PREFIX));
pub(super) static LISTSERV_LINES: LazyLock<LineFinder> =
    LazyLock::new(|| LineFinder::new(LISTSERV_RULE));
pub(super) static MMDF_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(MMDF_LINE));
pub(super) static BABYL_LINES: LazyLock<LineFinder> =
    LazyLock::new(|| LineFinder::new(BABYL_PREFIX));
/// All lines: the line of an mbx begins with the day.
pub(super) static MBX_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(b""));
pub(super) static DBOX_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(DBOX_PREFIX));

/// The byte before `at` and the [`SEPARATOR_LOOKAHEAD_BYTES`] bytes from `at` on decide.
pub(crate) fn is_separator(container: Container, haystack: &[u8], at: usize) -> bool {
    text_after_frame(container, haystack, at).is_some_and(|text| match container {
        Container::Listserv => is_well_known(text),
        _ => name_length(text).is_some(),
    })
}

/// Reports whether the frame of a message without a header is at `at`, with text after it. In an MMDF, a frame also
/// ends each message, and other lines resemble the frames of batches and logs.
pub(super) fn is_damaged_separator(container: Container, haystack: &[u8], at: usize) -> bool {
    !matches!(container, Container::Rnews | Container::Listserv)
        && text_after_frame(container, haystack, at).is_some_and(|text| {
            !is_blank(text) && name_length(text).is_none() && mmdf_line_len(text).is_none()
        })
}

/// Reports whether `line` resembles the frame of a batch: it has most of `#! rnews `.
pub(crate) fn is_nearly_rnews(line: &[u8]) -> bool {
    let same = line.iter().zip(RNEWS_PREFIX).filter(|(a, b)| a == b).count();
    same >= 6 || line.starts_with(&RNEWS_PREFIX[1..]) || line.starts_with(&RNEWS_PREFIX[3..])
}

/// Reports whether `line` resembles the frame of a log: it is of about its length, and most of it is `=`.
pub(crate) fn is_nearly_listserv(line: &[u8]) -> bool {
    let is_equals = |byte: &&u8| **byte == b'=';
    // Most lines end here: the middle of a damaged one is `=` too, or the byte after it.
    line.iter().skip(LISTSERV_RULE.len() / 2).take(2).any(|byte| *byte == b'=')
        && line.len().abs_diff(LISTSERV_RULE.len()) <= 16
        && line.iter().filter(is_equals).count() + 16 >= LISTSERV_RULE.len()
}

fn text_after_frame(container: Container, haystack: &[u8], at: usize) -> Option<&[u8]> {
    let (before, after) = haystack.split_at_checked(at)?;
    let near = &after[..after.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
    if !(before.is_empty() || before.ends_with(b"\n")) {
        return None;
    }
    let frame = match container {
        Container::Rnews => rnews_line_len(near),
        Container::Listserv => listserv_line_len(near),
        Container::Mmdf => mmdf_line_len(near).map(|frame| frame + from_line_len(&near[frame..])),
        Container::Babyl => babyl_len(near),
        Container::Mbx => mbx_line_len(near),
        Container::Dbox => dbox_line_len(near),
        _ => None,
    };
    near.get(frame?..)
}

fn from_line_len(text: &[u8]) -> usize {
    let is_from = text.starts_with(b"From ");
    memchr(b'\n', text).filter(|_| is_from).map_or(0, |length| length + 1)
}

/// Detects one of the above from `text`, the start of a file, except a batch and a log.
pub(crate) fn detect(text: &[u8]) -> Option<Container> {
    let header = header_len(text);
    let begins = |container| is_separator(container, text, 0).then_some(container);
    match text.first()? {
        b'B' if header > 0 && header < text.len() => Some(Container::Babyl),
        b'*' if header > 0 => Some(Container::Mbx),
        b'2' if header > 0 && header < text.len() => Some(Container::Dbox),
        1 => begins(Container::Mmdf).or_else(|| begins(Container::Dbox)),
        0x1F => begins(Container::Babyl),
        b' ' | b'0'..=b'9' => begins(Container::Mbx),
        _ => None,
    }
}

/// Returns the length of the header of a mailbox at the start of `text`, which may end before the first frame.
pub(crate) fn header_len(text: &[u8]) -> usize {
    if text.starts_with(b"BABYL OPTIONS:") {
        memmem::find(text, b"\n\x1F").map_or(text.len(), |at| at + 1)
    } else if text.starts_with(MBX_SIGNATURE) {
        text.len().min(MBX_HEADER_BYTES)
    } else if text.starts_with(b"2 M") {
        let end = memchr(b'\n', text).map_or(text.len(), |at| at + 1);
        let is_followed = end == text.len() || text[end..].starts_with(DBOX_PREFIX);
        if is_followed { end } else { 0 }
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::recognition::front::Front;

    #[test]
    fn a_frame_before_a_field_begins_a_message() {
        use Container::{Babyl, Dbox, Mbx, Mmdf};
        let mbx = "*mbx*\r\n".to_owned()
            + &"\0".repeat(2041)
            + " 3-Jan-2000 12:00:00 +0000,9;0\r\nA: b\r\n";
        // (text, container, offsets of the separators)
        let table: [(&str, Option<Container>, &[usize]); 19] = [
            ("BABYL OPTIONS: a text\n", None, &[]),
            ("2 M1 on a line\nthat is prose\n", None, &[]),
            (
                "\x01\x01\x01\x01\nA: b\n\nx\n\x01\x01\x01\x01\n\x01\x01\x01\x01\nC: d\n",
                Some(Mmdf),
                &[0, 18],
            ),
            ("\x01\x01\x01\x01\nFrom a Mon\nA: b\n", Some(Mmdf), &[0]),
            ("\x01\x01\x01\x01\ntext\n", None, &[]),
            ("\x01\x01\x01\nA: b\n", None, &[]),
            ("BABYL OPTIONS:\nLabels:\n\x1F\x0C\n1,,\nA: b\n\n\x1F", Some(Babyl), &[23]),
            ("BABYL OPTIONS:\n\x1F\x0C\n0, unseen,,\n*** EOOH ***\nA: b\n", Some(Babyl), &[15]),
            ("\x1F\x0C\n1,,\r\nA: b\n", Some(Babyl), &[0]),
            ("\x1F\x0C\nA: b\n", None, &[]),
            (&mbx, Some(Mbx), &[]),
            ("13-Jan-2000 12:00:00 -0500,9;00-01\r\nA: b\r\n", Some(Mbx), &[0]),
            ("13-Jan-2000 12:00:00 -0500\nA: b\n", None, &[]),
            ("13-Jan-2000 12:00:00 -0500,9;0\ntext\n", None, &[]),
            ("2 M1e C6b\n\x01\x02N          00000000000000CD\nA: b\n", Some(Dbox), &[10]),
            ("\x01\x02N          00000000000000CD\nA: b\n", Some(Dbox), &[0]),
            ("\x01\x02N 1\nA: b\n\nx\n\x01\x03\nR1\n\n\x01\x02N 1\nC: d\n", Some(Dbox), &[0, 21]),
            ("2 Months\nA: b\n", None, &[]),
            ("", None, &[]),
        ];
        for (text, container, expected) in table {
            let text = text.as_bytes();
            assert_eq!(detect(text), container, "{}", text.escape_ascii());
            let Some(container) = container else { continue };
            let found: Vec<usize> =
                (0..=text.len()).filter(|&at| is_separator(container, text, at)).collect();
            assert_eq!(found, expected, "{}", text.escape_ascii());
        }
        let front = Front::of(Mbx, mbx.as_bytes());
        let expected = Front { text: None, message: Some(2048..mbx.len()), is_damaged: false };
        assert_eq!(front, expected, "the header of an mbx ends in NULs, not in a line break");
    }

    #[test]
    fn a_separator_is_an_rnews_line_before_a_field() {
        // (text, offsets of the separators)
        let table: [(&str, &[usize]); 6] = [
            ("#! rnews 10\nPath: a\n\nx\n#! rnews 9\r\nPath: b\n", &[0, 23]),
            ("#! rnews 10\n\nPath: a\n", &[]),
            ("#! rnews\nPath: a\n", &[]),
            ("#! rnews 1a\nPath: a\n", &[]),
            (" #! rnews 1\nPath: a\n", &[]),
            ("#! rnews 1", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<usize> = (0..=text.len())
                .filter(|&at| is_separator(Container::Rnews, text.as_bytes(), at))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_separator_is_a_rule_before_a_well_known_field() {
        // (text, with `#` for the rule; offsets of the separators)
        let table: [(&str, &[usize]); 9] = [
            ("#\nDate: a\n\nx\n#\r\nDate: b\n\nx\n", &[0, 85]),
            ("#\r\nReply-To: a\r\n", &[0]),
            ("#\n\nDate: a\n", &[]),
            ("#\nNote: a\n", &[]),
            ("#=\nDate: a\n", &[]),
            ("##\nDate: a\n", &[]),
            (" #\nDate: a\n", &[]),
            ("# \nDate: a\n", &[]),
            ("#", &[]),
        ];
        for (text, expected) in table {
            let text = text.replace('#', &"=".repeat(73));
            let found: Vec<usize> = (0..=text.len())
                .filter(|&at| is_separator(Container::Listserv, text.as_bytes(), at))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
