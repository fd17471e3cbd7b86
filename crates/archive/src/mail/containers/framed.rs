//! The mailboxes of other programs: a frame of a fixed form precedes each message (A2).
//!
//! | container | before the first message | the frame before each message |
//! |---|---|---|
//! | MMDF | nothing | a line of four `^A`, perhaps a `From ` line |
//! | Babyl, version 5 (Emacs Rmail) | `BABYL OPTIONS:` and more lines | `^_^L`, and a line of labels |
//! | mbx (UW IMAP); mtx and Tenex, which have no header | `*mbx*`, up to 2,048 bytes | a date, a length, flags |
//! | dbox (Dovecot), one message a file or many | a line `2 M…` | `^A^B`, `N`, and a length |
//!
//! A frame begins a message if a header field follows it. No length is used, as with an mbox.

use std::sync::LazyLock;

use memchr::{memchr, memmem};

use crate::mail::containers::container::Container;
use crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
use crate::mail::headers::envelope::{
    BABYL_PREFIX, DBOX_PREFIX, MMDF_LINE, babyl_len, dbox_line_len, mbx_line_len, mmdf_line_len,
};
use crate::mail::headers::field::name_length;
use crate::mail::line::{LineFinder, is_blank};

const MBX_SIGNATURE: &[u8] = b"*mbx*\r\n";

const MBX_HEADER_BYTES: usize = 2048;

pub(super) static MMDF_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(MMDF_LINE));
pub(super) static BABYL_LINES: LazyLock<LineFinder> =
    LazyLock::new(|| LineFinder::new(BABYL_PREFIX));
/// All lines: the line of an mbx begins with the day.
pub(super) static MBX_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(b""));
pub(super) static DBOX_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(DBOX_PREFIX));

/// The byte before `at` and the [`SEPARATOR_LOOKAHEAD_BYTES`] bytes from `at` on decide.
pub(super) fn is_separator(container: Container, haystack: &[u8], at: usize) -> bool {
    text_after_frame(container, haystack, at).is_some_and(|text| name_length(text).is_some())
}

/// Reports whether the frame of a message without a header is at `at`, with text after it. In an MMDF, a frame also
/// ends each message.
pub(super) fn is_damaged_separator(container: Container, haystack: &[u8], at: usize) -> bool {
    text_after_frame(container, haystack, at).is_some_and(|text| {
        !is_blank(text) && name_length(text).is_none() && mmdf_line_len(text).is_none()
    })
}

fn text_after_frame(container: Container, haystack: &[u8], at: usize) -> Option<&[u8]> {
    let (before, after) = haystack.split_at_checked(at)?;
    let near = &after[..after.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
    if !(before.is_empty() || before.ends_with(b"\n")) {
        return None;
    }
    let frame = match container {
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

/// Detects one of the above from `text`, the start of a file.
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
}
