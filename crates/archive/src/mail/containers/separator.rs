//! The search for the next message in a part of a source (A2, A6).
//!
//! Only a part of a source is available. Close to its end, the answer depends on bytes that are not there yet, and the
//! search reports that it needs them: a guess would let the messages depend on how the source was split.

use core::ops::Range;

use memchr::memchr;

use crate::mail::containers::container::Container;
use crate::mail::containers::framed;
use crate::mail::containers::mbox::{self, SEPARATOR_LOOKAHEAD_BYTES};
use crate::mail::line::{LineFinder, strip_bom};

/// Whether the source goes on after the bytes that are available.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum MoreInput {
    /// The source may go on.
    Possible,
    /// The available bytes are the last.
    None,
}

/// The result of a search for a separator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Separator {
    /// A separator starts at this offset.
    At(usize),
    /// No separator starts before this offset. Whether one starts at or after it is not yet known.
    NotBefore(usize),
}

#[inline]
pub(crate) fn is_separator(container: Container, text: &[u8], at: usize) -> bool {
    match container {
        Container::Mbox => mbox::is_usual_separator(text, at),
        Container::MboxUndated => mbox::is_separator_or_undated(text, at),
        Container::Patches => mbox::is_separator(text, at),
        Container::MboxCr => mbox::is_cr_separator(text, at),
        _ => framed::is_separator(container, text, at),
    }
}

/// Returns the first separator at or after `from` in `piece`, a part of a source in the format `container`. `piece`
/// must begin at the start of the source, at a separator, or at least four bytes before `from`. Linear in the bytes
/// after `from`.
pub fn find_separator(
    container: Container,
    piece: &[u8],
    from: usize,
    more: MoreInput,
) -> Separator {
    find_separator_with(container, piece, from, more, |_| ())
}

/// No bytes follow `text`.
pub(crate) fn next_separator(container: Container, text: &[u8], from: usize) -> Option<usize> {
    match find_separator(container, text, from, MoreInput::None) {
        Separator::At(at) => Some(at),
        Separator::NotBefore(_) => None,
    }
}

/// Also calls `on_damaged` for each line of an mbox that would be a separator of undated ones, and for each frame that
/// no header follows.
pub(crate) fn find_separator_with(
    container: Container,
    piece: &[u8],
    from: usize,
    more: MoreInput,
    mut on_damaged: impl FnMut(usize),
) -> Separator {
    let lines: &LineFinder = match container {
        Container::Mbox | Container::MboxUndated | Container::Patches => &mbox::LINES,
        Container::MboxCr => &mbox::CR_LINES,
        Container::Rnews => &framed::RNEWS_LINES,
        Container::Listserv => &framed::LISTSERV_LINES,
        Container::Mmdf => &framed::MMDF_LINES,
        Container::Babyl => &framed::BABYL_LINES,
        Container::Mbx => &framed::MBX_LINES,
        Container::Dbox => &framed::DBOX_LINES,
        Container::Message | Container::Text | Container::Binary => {
            return Separator::NotBefore(piece.len());
        }
    };
    // Each candidate line is either decided, or so close to the end of the piece that more bytes are needed.
    let mut at = from.min(piece.len());
    while let Some(line) = lines.find(piece, at) {
        if more == MoreInput::Possible && piece.len() - line < SEPARATOR_LOOKAHEAD_BYTES {
            return Separator::NotBefore(line);
        }
        if is_separator(container, piece, line) {
            return Separator::At(line);
        }
        let is_damaged = match container {
            Container::Mbox => mbox::is_undated_separator(piece, line),
            _ => framed::is_damaged_separator(container, piece, line),
        };
        if is_damaged {
            on_damaged(line);
        }
        at = line + 1;
    }
    // The last line may be the beginning of a separator. If so, the search must go on from there.
    let prefix = lines.prefix();
    let is_cut_short = |&line: &usize| {
        (line == 0 || piece[line - 1] == lines.end()) && prefix.starts_with(&piece[line..])
    };
    let mut near_end = at.max(piece.len().saturating_sub(prefix.len()))..piece.len();
    let cut_short = near_end.find(is_cut_short).filter(|_| more == MoreInput::Possible);
    Separator::NotBefore(cut_short.unwrap_or(piece.len()))
}

/// The byte ranges of one message of an mbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The whole message, from its envelope line up to the next message. Bytes, half-open.
    pub range: Range<usize>,
    /// The `From ` line with its line break, at the start of `range`. It is empty if the source begins without one.
    pub envelope: Range<usize>,
}

/// Splits `source`, an mbox, into its messages, in order and without a gap. Bytes before the first separator are a
/// message of their own. An empty source has no message. Time is linear in the source.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::messages;
///
/// let source = b"From ann Mon\nSubject: 1\n\nFrom here on, text.\n\nFrom bob Tue\nSubject: 2\n\n";
/// let starts: Vec<usize> = messages(source).map(|message| message.range.start).collect();
/// assert_eq!(starts, [0, 46]);
/// ```
pub fn messages(source: &[u8]) -> Messages<'_> {
    let first = strip_bom(source);
    let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let first = &first[first.iter().take_while(|it| is_break(it)).count()..];
    let container = if mbox::begins_patch(first) && mbox::is_separator(first, 0) {
        Container::Patches
    } else if mbox::begins_undated_line(first) {
        Container::MboxUndated
    } else {
        Container::Mbox
    };
    Messages { source, at: 0, is_begun: mbox::is_separator(source, 0), container }
}

/// An iterator over the messages of an mbox. See [`messages`].
#[derive(Clone, Debug)]
pub struct Messages<'h> {
    source: &'h [u8],
    at: usize,
    is_begun: bool,
    container: Container,
}

impl Iterator for Messages<'_> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let start = self.at;
        if start == self.source.len() {
            return None;
        }
        let next = next_separator(self.container, self.source, start + 1);
        self.at = next.unwrap_or(self.source.len());
        // The next message begins at the separator that was found.
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        let line_end = || memchr(b'\n', &self.source[start..self.at]);
        let envelope =
            if is_begun { line_end().map_or(self.at, |length| start + length + 1) } else { start };
        Some(Message { range: start..self.at, envelope: start..envelope })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of each message.
    fn cut(source: &str) -> Vec<&str> {
        messages(source.as_bytes()).map(|message| &source[message.range]).collect()
    }

    #[test]
    fn messages_begin_at_separators() {
        // (case, text with `¦` before each message but the first)
        let table = [
            ("usual", "From a Mon\nA: b\n\nx\n\n¦From b Tue\nA: b\n\ny\n"),
            ("crlf", "From a Mon\r\nA: b\r\n\r\nx\r\n\r\n¦From b Tue\r\nA: b\r\n\r\ny\r\n"),
            ("no empty line before", "From a Mon\nA: b\n\nx\nFrom b Tue\nA: b\n"),
            (
                "no empty line before, but a date",
                "From a Mon\nA: b\n\nx\n¦From b at c  Tue Jan  2 00:00:00 2001\nA: b\n\nx\n\
                 From b Tue Jan  2 00:00:00\nA: b\nFrom Tue on at 10:00, 2001\nA: b\n\
                 From b Tue Jan 2nd 00:00:00 2001\nA: b\nFrom b Tue Jan 002 00:00:00 2001\nA: b\n",
            ),
            (
                "a sender with the name of a day, and zones",
                "From a Mon\nA: b\n\nx\n¦From Sun at c  Tue Jan  2 00:00:00 2001\nA: b\n\nx\n\
                 ¦From Sun Tue Jan 2 00:00:00 EST 2001\nA: b\nx\n¦From b Tue Jan 2 00:00:00 GMT +0000 2001\nA: b\n",
            ),
            ("an integer alone", "From -81234567890123456789\nA: b\n\nx\n¦From 12 \r\nA: b\n\ny\n"),
            ("Mozilla", "From -\nA: b\n\nx\n¦From - \r\nA: b\n\ny\nFrom -x\nA: b\n"),
            ("byte order mark", "\u{FEFF}From a Mon\nA: b\n\nx\n\n¦From b Tue\nA: b\n"),
            ("an integer and more", "From 1\nA: b\n\nx\nFrom 2 on\nA: b\n"),
            ("no field after", "From a Mon\nA: b\n\nFrom here on\nit goes\n"),
            ("a URL after", "From a Mon\nA: b\n\nFrom here on\nhttp://a.example/\n"),
            ("relays", "From a Mon\nA: b\n\n¦From b Tue\n>From c Wed\n>From d Thu\nA: b\n"),
            (
                "a patch in a mail",
                "From a Mon\nA: b\n\nFrom 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n\
                 From: b\n\nx\n\n¦From b Tue\nA: b\n",
            ),
            (
                "patches",
                "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nA: b\n\n\
                 ¦From 89abcdef0123456789abcdef0123456701234567 Mon Sep 17 00:00:00 2001\nA: b\n",
            ),
            (
                "undated",
                "From \nTo: a\nFrom: b\n\nx\n¦From a@b.example\nTo: a\nDate: b\n\nFrom here\non\n¦From \nTo: a\nCc: b\n\n",
            ),
            ("an undated line in another", "From a Mon\nTo: a\n\nx\nFrom \nTo: a\nFrom: b\n\n"),
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
}
