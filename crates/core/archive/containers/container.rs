//! Detection of a file's format by its content (A1).
//!
//! Plain text may look like something else. Half of all plain texts that begin with a URL begin with `http:`,
//! which looks like a header field, and a note that begins with `To: all` has a real one. So a file counts as a
//! message only if it has at least two fields, one of them well known, and if they end as a header ends.

use memchr::memchr;

use crate::archive::containers::listserv;
use crate::archive::containers::mbox::is_separator;
use crate::archive::containers::rnews;
use crate::archive::headers::field::is_well_known;
use crate::archive::headers::header::Header;
use crate::archive::line::{Line, LineBreaks};
use crate::archive::transfer::charset::Charset;

/// The format of a file.
///
/// # Example
///
/// ```
/// use urlsift::archive::Container;
///
/// assert_eq!(Container::of(b"Subject: a\nMessage-ID: <1@a.example>\n\n"), Container::Message);
/// assert_eq!(Container::of(b"http://a.example/\nhttp://b.example/\n"), Container::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// An mbox: messages, each preceded by a `From ` line (A2).
    Mbox,
    /// A batch of news: articles, each preceded by a line `#! rnews N` (RFC 1036, section 4.3).
    Rnews,
    /// The log of a LISTSERV list: messages, each preceded by a line of 73 `=`.
    Listserv,
    /// A single message of mail or news.
    Message,
    /// Plain text without a header, such as an RFC or an FAQ.
    Text,
    /// Data that is not text.
    Binary,
}

impl Container {
    /// Detects the format of a file from `head`, all of it or its beginning.
    ///
    /// A file is an mbox if its first non-empty line is a separator. Otherwise the header at the start of the
    /// file decides, or its first 8,192 bytes. No other bytes are looked at.
    pub fn of(head: &[u8]) -> Container {
        // The order matters: an mbox begins with a header, as a message does, and a message may contain NULs.
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let text = head.iter().position(|byte| !is_break(byte)).unwrap_or(head.len());
        if is_separator(head, text) || is_separator(&head[text..], 0) {
            Container::Mbox
        } else if rnews::is_separator(head, 0) {
            Container::Rnews
        } else if listserv::is_separator(head, 0) {
            Container::Listserv
        } else if is_message(head) {
            Container::Message
        } else if is_binary(head) {
            Container::Binary
        } else {
            Container::Text
        }
    }

    /// Reports whether the format separates its messages by lines, so that
    /// [`find_separator`](crate::archive::find_separator) can split it at any offset.
    pub fn has_separators(self) -> bool {
        matches!(self, Container::Mbox | Container::Rnews | Container::Listserv)
    }
}

/// The number of bytes that decide between text and binary data.
const SAMPLED_BYTES: usize = 8192;

/// The number of well-known fields with which a header is one, however it ends (A7).
const SUFFICIENT_WELL_KNOWN_FIELDS: usize = 3;

/// Reports whether `text` begins with the header of a message.
fn is_message(text: &[u8]) -> bool {
    let header = Header::of(text);
    let mut fields = 0;
    let mut known = 0;
    let mut end = 0;
    for field in header.fields() {
        fields += 1;
        known += usize::from(is_well_known(&text[field.range.clone()]));
        end = field.range.end;
    }
    let rest = &text[end..];
    let ends_well = rest.is_empty() || Line::at(rest, 0, LineBreaks::of(rest)).text.is_empty();
    fields >= 2 && ((known >= 1 && ends_well) || known >= SUFFICIENT_WELL_KNOWN_FIELDS)
}

/// Reports whether `text` is binary: it has a NUL, is not UTF-16, and a tenth of its bytes are control
/// characters or invalid UTF-8. A few stray NULs in a text do not count.
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
        use Container::{Binary, Listserv, Mbox, Message, Rnews, Text};
        // (case, head of a file, container)
        let log = "=".repeat(73) + "\nDate: a\nFrom: b\n\nx\n";
        let ruled = "=".repeat(73) + "\nsome text\n";
        let table: [(&str, &[u8], Container); 24] = [
            ("mbox", b"From a Mon\nA: b\n", Mbox),
            ("mbox after empty lines", b"\n\nFrom a Mon\nA: b\n", Mbox),
            ("mbox after a byte order mark", b"\xEF\xBB\xBFFrom a Mon\nA: b\n", Mbox),
            ("a batch", b"#! rnews 99\nPath: a\n\nx\n", Rnews),
            ("a script", b"#! rnews 99\nnot a field\n", Text),
            ("a log of LISTSERV", log.as_bytes(), Listserv),
            ("a text below a rule", ruled.as_bytes(), Text),
            ("From in prose", b"From here on\nit goes\n", Text),
            ("a message", b"Subject: a\nX-A: b\n\nx", Message),
            ("a message, CRLF", b"Subject: a\r\nX-A: b\r\n\r\nx", Message),
            ("a message, lone CR", b"Subject: a\rX-A: b\r\rx", Message),
            ("a message that is all header", b"Subject: a\nX-A: b\n", Message),
            ("a message without an empty line", b"To: a\nFrom: b\nDate: c\ntext\n", Message),
            ("one field", b"Subject: a\n\nx", Text),
            ("no field well known", b"Title: a\nAuthor: b\n\nx", Text),
            ("fields that no empty line ends", b"To: all\nNote: b\nsome text\n", Text),
            ("URLs", b"http://a.example/\nhttp://b.example/\n\n", Text),
            ("a field and a URL", b"Date: a\nhttp://b.example/\n\n", Text),
            ("text", b"some text\n", Text),
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
