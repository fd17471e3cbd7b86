//! An mbox cut into its messages (A2; RFC 4155, Appendix A, for the usual form).
//!
//! A separator is a line that starts with `From ` and
//!
//! - stands at the file's beginning, or after an empty line, or is `From ` and a signed integer
//!   alone (the Internet Archive's Usenet files have no empty line there), or names a date as
//!   `asctime` writes it (neither have Mailman's archives behind an attachment that it took out),
//!   or has `-` in the place of both sender and date (Mozilla's), **and**
//! - is followed, `>From ` lines aside, by a line that looks like a header field.
//!
//! The second half is what other readers leave out: one collection of 5,981,974 messages holds
//! 3,497 body lines that start with `From `, and none is followed by a field. In the archives of
//! one site's lists 13,766 of 89,110 separators stand behind a line that is not empty, all with
//! their date, and none of the 58 body lines is followed by a field. `Content-Length` is not used,
//! and `>From ` is read as it stands. Whether a line is a separator shows within [`SEPARATOR_LOOKAHEAD_BYTES`] bytes of
//! it, so that an archive can be cut at any offset and its pieces read apart.

use core::ops::Range;
use std::sync::LazyLock;

use memchr::memchr;

use crate::archive::headers::field::name_length;
use crate::archive::line::{LineFinder, trim_mark};

/// One message of an mbox, as ranges of the source. Nothing is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The whole message with its envelope line, up to the next one's; bytes, half-open.
    pub range: Range<usize>,
    /// The `From ` line with its line break, at the start of `range`. It is empty for what stands
    /// before the first separator.
    pub envelope: Range<usize>,
}

/// The messages of `source`, in order.
///
/// The ranges follow one another without a gap from 0 to the source's end: every byte is in exactly
/// one message, also where the first separator stands further down or nowhere at all. A source of
/// no bytes has no message.
///
/// Time is linear in the source; `From ` is searched for, and near it alone is looked at single
/// bytes.
///
/// # Example
///
/// ```
/// use urlsift::archive::messages;
///
/// let source = b"From ann Mon\nSubject: 1\n\nFrom here on, text.\n\nFrom bob Tue\nSubject: 2\n\n";
/// let starts: Vec<usize> = messages(source).map(|message| message.range.start).collect();
/// assert_eq!(starts, [0, 46]);
/// ```
pub fn messages(source: &[u8]) -> Messages<'_> {
    Messages { source, at: 0, is_begun: is_separator(source, 0) }
}

/// An iterator over the messages of an mbox. See [`messages`].
#[derive(Clone, Debug)]
pub struct Messages<'h> {
    source: &'h [u8],
    at: usize,
    /// Whether a separator begins there.
    is_begun: bool,
}

impl Iterator for Messages<'_> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let start = self.at;
        if start == self.source.len() {
            return None;
        }
        self.at = find_separator(self.source, start + 1).unwrap_or(self.source.len());
        // What is found is one.
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        let envelope = if is_begun {
            line_end(&self.source[start..self.at]).map_or(self.at, |length| start + length)
        } else {
            start
        };
        Some(Message { range: start..self.at, envelope: start..envelope })
    }
}

/// Does a separator by A2 start at the offset `at` of `haystack`?
///
/// The answer depends on the three bytes before `at`, fewer only at the start of the file, and on
/// 4,096 from it on. `at` may be any offset; one behind the end is no separator.
pub fn is_separator(haystack: &[u8], at: usize) -> bool {
    let Some((before, after)) = haystack.split_at_checked(at) else { return false };
    let near = &after[..after.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
    let near = if before.is_empty() { trim_mark(near) } else { near };
    if !near.starts_with(FROM) || !(before.is_empty() || before.ends_with(b"\n")) {
        return false;
    }
    let Some(mut next) = line_end(near) else { return false };
    if !follows_empty_line(before) && !is_envelope(near[FROM.len()..next].trim_ascii()) {
        return false;
    }
    while near[next..].starts_with(b">From ") {
        let Some(length) = line_end(&near[next..]) else { return false };
        next += length;
    }
    name_length(&near[next..]).is_some()
}

/// How far from its start a separator shows what it is, in bytes. RFC 5322 allows lines of 998
/// bytes; relays left up to three `>From ` lines behind it.
pub const SEPARATOR_LOOKAHEAD_BYTES: usize = 4096;

/// What a separator begins with.
const FROM: &[u8] = b"From ";

/// Finds lines that begin so.
pub(crate) static LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(FROM));

/// The first separator at or behind `at`.
fn find_separator(source: &[u8], mut at: usize) -> Option<usize> {
    while let Some(line) = LINES.find(source, at) {
        if is_separator(source, line) {
            return Some(line);
        }
        at = line + 1;
    }
    None
}

/// Is the line before the end of `before` empty, or is there none?
fn follows_empty_line(before: &[u8]) -> bool {
    matches!(before, [] | [b'\n'] | [b'\r', b'\n'])
        || before.ends_with(b"\n\n")
        || before.ends_with(b"\n\r\n")
}

/// Does what stands behind `From ` show by itself that the line is an envelope?
fn is_envelope(text: &[u8]) -> bool {
    text == b"-" || is_integer(text) || has_date(text)
}

fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Does `text` name a date: `Mon Jan  1 00:00:00 2001`, with a zone or without?
fn has_date(text: &[u8]) -> bool {
    let is_day =
        |word: &[u8]| matches!(word, b"Mon" | b"Tue" | b"Wed" | b"Thu" | b"Fri" | b"Sat" | b"Sun");
    let mut words = text.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    words.any(is_day)
        && words.next().is_some_and(|month| month.len() == 3 && month[0].is_ascii_uppercase())
        && words.next().is_some_and(|day| day.len() <= 2 && is_integer(day))
        && words.next().is_some_and(|time| matches!(time, [_, _, b':', _, _, ..]))
        && words.any(|year| year.len() == 4 && is_integer(year))
}

/// The offset behind the first LF.
fn line_end(text: &[u8]) -> Option<usize> {
    memchr(b'\n', text).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of every message.
    fn cut(source: &str) -> Vec<&str> {
        messages(source.as_bytes()).map(|message| &source[message.range]).collect()
    }

    #[test]
    fn where_a_message_begins() {
        // (what is tried, text whose messages are cut at `¦`)
        let table = [
            ("usual", "From a Mon\nA: b\n\nx\n\n¦From b Tue\nA: b\n\ny\n"),
            ("crlf", "From a Mon\r\nA: b\r\n\r\nx\r\n\r\n¦From b Tue\r\nA: b\r\n\r\ny\r\n"),
            ("no empty line before", "From a Mon\nA: b\n\nx\nFrom b Tue\nA: b\n"),
            (
                "no empty line before, but a date",
                "From a Mon\nA: b\n\nx\n¦From b at c  Tue Jan  2 00:00:00 2001\nA: b\n\nx\n\
                 From b Tue Jan  2 00:00:00\nA: b\nFrom Tue on at 10:00, 2001\nA: b\n",
            ),
            ("an integer alone", "From -81234567890123456789\nA: b\n\nx\n¦From 12 \r\nA: b\n\ny\n"),
            ("Mozilla", "From -\nA: b\n\nx\n¦From - \r\nA: b\n\ny\nFrom -x\nA: b\n"),
            ("byte order mark", "\u{FEFF}From a Mon\nA: b\n\nx\n\n¦From b Tue\nA: b\n"),
            ("an integer and more", "From 1\nA: b\n\nx\nFrom 2 on\nA: b\n"),
            ("no field behind", "From a Mon\nA: b\n\nFrom here on\nit goes\n"),
            ("a URL behind", "From a Mon\nA: b\n\nFrom here on\nhttp://a.example/\n"),
            ("relays", "From a Mon\nA: b\n\n¦From b Tue\n>From c Wed\n>From d Thu\nA: b\n"),
            ("quoted", "From a Mon\nA: b\n\n>From b Tue\nA: b\n"),
            ("text before the first", "x\n\n¦From a Mon\nA: b\n"),
            ("no separator", "x\ny\n"),
            ("cut short", "From a Mon\nA: b\n\nFrom b"),
            ("nothing", ""),
        ];
        for (tried, marked) in table {
            let expected: Vec<&str> = marked.split('¦').filter(|text| !text.is_empty()).collect();
            assert_eq!(cut(&marked.replace('¦', "")), expected, "{tried}");
        }
    }

    #[test]
    fn envelopes_are_the_separator_lines() {
        let source = b"x\n\nFrom a Mon\r\nA: b\n\nx\n";
        let envelopes: Vec<_> = messages(source).map(|message| message.envelope).collect();
        assert_eq!(envelopes, [0..0, 3..15]);
        assert_eq!(&source[3..15], b"From a Mon\r\n");
    }

    #[test]
    fn a_separator_shows_nearby() {
        let mut source = b"From ".to_vec();
        source.resize(SEPARATOR_LOOKAHEAD_BYTES, b'x');
        source.extend_from_slice(b"\nA: b\n");
        assert!(!is_separator(&source, 0), "its line is longer than what is looked at");
        assert!(!is_separator(&source, source.len() + 1));
    }
}
