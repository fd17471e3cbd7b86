//! Detection of a file's format by its content (A1).

use memchr::{memchr, memchr_iter};

use crate::mail::containers::container::Container;
use crate::mail::containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
use crate::mail::containers::message::message_range;
use crate::mail::containers::{framed, mbox};
use crate::mail::line::strip_bom;
use crate::mail::recognition::front::find_by_separators;
use crate::mail::recognition::unknown::UNKNOWN_MESSAGES;
use crate::mail::transfer::charset::Charset;

impl Container {
    /// The number of bytes at the beginning of a file in which [`Container::of`] looks for separators.
    pub const DETECTION_BYTES: usize = 1 << 20;

    /// Detects the format of a file from `head`, all of it or at least [`DETECTION_BYTES`](Container::DETECTION_BYTES).
    ///
    /// The first line that is not empty decides if it is a separator. Otherwise the separators in `head` decide, so
    /// that a damaged first line or an introduction hides no messages; then a header at the start of the file, or the
    /// first 8,192 bytes.
    pub fn of(head: &[u8]) -> Container {
        Container::detect(head).0
    }

    /// Also reports whether the beginning of the file has several identifiers of messages, and no first separator.
    pub(crate) fn detect(head: &[u8]) -> (Container, bool) {
        // The order matters: an mbox begins with a header, as a message does, and a message may contain NULs.
        let sample = &head[..head.len().min(Container::DETECTION_BYTES)];
        if let Some(container) = Container::of_first_line(sample) {
            return (container, false);
        }
        let (separated, message_ids) = find_by_separators(sample);
        let container = if let Some(container) = separated {
            container
        } else if message_range(head).is_some() {
            Container::Message
        } else if is_binary(head) {
            Container::Binary
        } else {
            Container::Text
        };
        (container, message_ids >= UNKNOWN_MESSAGES)
    }

    /// Detects a format with separators from the first line of `head` that is not empty, if it is a separator. The
    /// 4,096 bytes from that line on decide.
    pub fn of_first_line(head: &[u8]) -> Option<Container> {
        let sample = &head[..head.len().min(Container::DETECTION_BYTES)];
        let text = strip_bom(sample);
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let text = &text[text.iter().position(|byte| !is_break(byte)).unwrap_or(text.len())..];
        // With a stray LF, the beginning of an mbox with CR may look like one with LF.
        let near = &text[..text.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
        let count = |end: u8| memchr_iter(end, near).count();
        let is_cr = mbox::is_cr_separator(text, 0);
        if mbox::is_separator(text, 0) && !(is_cr && count(b'\r') > count(b'\n')) {
            Some(match () {
                () if mbox::begins_patch(text) => Container::Patches,
                // The header after the first line may be damaged.
                () if mbox::begins_undated_line(text) => Container::MboxUndated,
                () => Container::Mbox,
            })
        } else {
            let is_framed = |container: &Container| framed::is_separator(*container, text, 0);
            let framed = [Container::Rnews, Container::Listserv].into_iter().find(is_framed);
            let cr = is_cr.then_some(Container::MboxCr);
            framed.or(cr).or_else(|| framed::detect(text))
        }
    }
}

const SAMPLED_BYTES: usize = 8192;

/// Reports whether `text` is binary: it has a NUL, is not UTF-16, and a tenth of its bytes are control characters or
/// invalid UTF-8.
fn is_binary(text: &[u8]) -> bool {
    let head = &text[..text.len().min(SAMPLED_BYTES)];
    if memchr(0, head).is_none() || Charset::find_utf_16(head).is_some() {
        return false;
    }
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\t'..='\r' | '\u{1B}');
    // Invalid sequences and control characters are counted; text in Latin-1 has many invalid ones, but no NUL.
    let odd = |chunk: core::str::Utf8Chunk<'_>| {
        chunk.invalid().len() + chunk.valid().chars().filter(|&c| is_control(c)).count()
    };
    head.utf8_chunks().map(odd).sum::<usize>() * 10 >= head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_detected_by_content() {
        use Container::{Binary, Listserv, Mbox, MboxCr, Message, Patches, Rnews, Text};
        // (case, head of a file, container)
        let log = "=".repeat(73) + "\nDate: a\nFrom: b\n\nx\n";
        let patch = format!("From {} Mon Sep 17 00:00:00 2001\nFrom: b\n", "0".repeat(40));
        let ruled = "=".repeat(73) + "\nsome text\n";
        let table: [(&str, &[u8], Container); 39] = [
            ("mbox", b"From a Mon\nA: b\n", Mbox),
            ("mbox after empty lines", b"\n\nFrom a Mon\nA: b\n", Mbox),
            ("mbox after a byte order mark", b"\xEF\xBB\xBFFrom a Mon\nA: b\n", Mbox),
            ("mbox with CR", b"From a Mon\rA: b\rC: d\r\rx\r", MboxCr),
            ("mbox with CR and a stray LF", b"From a Mon\rA: b\rC\n: d\r\rx\r", MboxCr),
            ("mbox with a stray CR", b"From a Mon\rA: b\nC: d\nE: f\n\nx\n", Mbox),
            ("patches", patch.as_bytes(), Patches),
            ("a batch", b"#! rnews 99\nPath: a\n\nx\n", Rnews),
            ("a batch after empty lines", b"\n\n#! rnews 99\nPath: a\n\nx\n", Rnews),
            ("a batch after a byte order mark", b"\xEF\xBB\xBF#! rnews 99\nPath: a\n", Rnews),
            ("mbox after both", b"\xEF\xBB\xBF\r\n\nFrom a Mon\nA: b\n", Mbox),
            ("a script", b"#! rnews 99\nnot a field\n", Text),
            ("a log of LISTSERV", log.as_bytes(), Listserv),
            ("a text below a rule", ruled.as_bytes(), Text),
            ("From in prose", b"From here on\nit goes\n", Text),
            ("a message", b"Subject: a\nX-A: b\n\nx", Message),
            ("a message, CRLF", b"Subject: a\r\nX-A: b\r\n\r\nx", Message),
            ("a message, lone CR", b"Subject: a\rX-A: b\r\rx", Message),
            ("a message that is all header", b"Subject: a\nX-A: b\n", Message),
            ("a message after an empty line", b"\nSubject: a\nX-A: b\n\nx", Message),
            ("a message after blank lines", b"\r\n \t\r\nSubject: a\r\nX-A: b\r\n\r\n", Message),
            ("a message after lone CRs", b"\r\rSubject: a\rX-A: b\r\rx", Message),
            ("a message after both", b"\xEF\xBB\xBF\nSubject: a\nX-A: b\n\nx", Message),
            ("an indented header", b"\n Subject: a\n X-A: b\n\nx", Text),
            ("one field after an empty line", b"\nSubject: a\n\nx", Text),
            ("empty lines", b"\n\n", Text),
            ("a message without an empty line", b"To: a\nFrom: b\nDate: c\ntext\n", Message),
            ("one field", b"Subject: a\n\nx", Text),
            ("no field well known", b"Title: a\nAuthor: b\n\nx", Text),
            ("fields that no empty line ends", b"To: all\nNote: b\nsome text\n", Text),
            ("URLs", b"http://a.example/\nhttp://b.example/\n\n", Text),
            ("a field and a URL", b"Date: a\nhttp://b.example/\n\n", Text),
            ("text", b"some text\n", Text),
            ("a calendar", b"BEGIN:VCALENDAR\nSTATUS:CONFIRMED\nEND:VCALENDAR\n", Text),
            ("text with a NUL", b"some text\0, and more of it\n", Text),
            ("nothing", b"", Text),
            ("UTF-16 with its mark", b"\xFF\xFEa\0b\0\n\0", Text),
            ("UTF-16 without", b"\0a\0b\0c\0d\0\n", Text),
            ("NUL", b"\x7FELF\x02\x01\x01\0\0\0\0\0", Binary),
        ];
        for (tried, head, container) in table {
            assert_eq!(Container::of(head), container, "{tried}");
        }
    }
}
