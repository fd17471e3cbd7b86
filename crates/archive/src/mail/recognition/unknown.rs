//! Several messages in a file that is read as one text or message: a mailbox of an unknown kind (A1).

use core::mem;

use memchr::memrchr;

use crate::mail::containers::message::message_range;
use crate::mail::headers::beginning::begins_message;
use crate::mail::headers::field::name_length;
use crate::mail::headers::header::Header;
use crate::mail::html::page::Html;
use crate::mail::line::is_blank;
use crate::mail::recognition::front::{BEGINNINGS, FirstMessage, is_message_id};

/// The number of headers with a field `Message-ID` that show several messages. One or two may be quotations.
pub(crate) const UNKNOWN_MESSAGES: usize = 3;

/// Returns the number of headers with a field `Message-ID` in `text`, which is read as one text or message, and the
/// offset of the first. Returns `None` if there are fewer than three, or if `text` is a page. Linear.
///
/// A message may be a digest, or contain bounced messages. So its own header does not count, and neither do those in
/// its parts, and those that no server has seen.
pub(crate) fn unknown_messages(text: &[u8], is_message: bool) -> Option<(usize, usize)> {
    if Html::looks_like_page(text) {
        return None;
    }
    let own = if is_message { message_range(text).map(|range| range.start) } else { None };
    let parts = own.map_or(0..0, |at| FirstMessage::of(text, at).parts);
    // The end of the last header that counts or does not count. Headers do not overlap.
    let mut end = own.map_or(0, |at| at + Header::of(&text[at..]).body());
    let (mut count, mut first, mut at) = (0, 0, end.saturating_sub(1));
    let mut is_first_line = end == 0 && is_message_id(text);
    loop {
        if !mem::take(&mut is_first_line) {
            let Some((_, line_break)) = BEGINNINGS.find(text, at) else { break };
            at = line_break + 1;
        }
        if at < end || parts.contains(&at) || !is_message_id(&text[at..]) {
            continue;
        }
        let start = header_start(text, end, at);
        let header = Header::of(&text[start..]);
        if begins_message(&text[start..]) {
            end = start + header.body();
            if !is_message || ["Received", "Path"].iter().any(|name| header.value(name).is_some()) {
                first = if count == 0 { start } else { first };
                count += 1;
            }
        }
    }
    (count >= UNKNOWN_MESSAGES).then_some((count, first))
}

/// Returns the offset, at least `floor`, of the first field of the header in `text` that has the field at `field`.
fn header_start(text: &[u8], floor: usize, field: usize) -> usize {
    let (mut start, mut line) = (field, field);
    while line > floor {
        let end = line;
        line = memrchr(b'\n', &text[floor..end - 1]).map_or(floor, |at| floor + at + 1);
        if name_length(&text[line..end]).is_some() {
            start = line;
        } else if is_blank(&text[line..end]) || !matches!(text[line], b' ' | b'\t') {
            break;
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::containers::container::Container;

    #[test]
    fn messages_of_an_unknown_kind_are_counted() {
        let header = "Message-ID: <1@a.example>\nFrom: a\nDate: b\n\n";
        let sent = header.to_owned() + "x\n";
        let sent = sent.replace("From", "Received: by\n\ta.example\nFrom");
        let both = |message: &str, separator: &str| {
            ["", &message.replace("Message-ID", "MESSAGE-ID"), message, message].join(separator)
        };
        let parts = "Content-Type: multipart/digest; boundary=b\nFrom: a\n\n".to_owned();
        // (case, text, is it read as a message, the number of messages, the beginning of the first)
        let table = [
            (
                "a line of control characters",
                both(&sent, "\x02\x02\x02\x02\n"),
                false,
                Some((3, 5)),
            ),
            ("the first line", both(&sent, ""), false, Some((3, 0))),
            ("CRLF", both(&sent, "*\n").replace('\n', "\r\n"), false, Some((3, 3))),
            (
                "other fields first",
                both(&("To: c\n c\n".to_owned() + header), "---\n"),
                false,
                Some((3, 4)),
            ),
            ("lower case", both(&sent, "*\n").to_lowercase(), false, Some((3, 2))),
            ("two", both(&sent, "*\n")[..2 * (sent.len() + 2)].to_owned(), false, None),
            ("indented", both(&sent, "*\n").replace('\n', "\n   "), false, None),
            ("quoted", both(&sent, "*\n").replace('\n', "\n> "), false, None),
            ("no header", "*\nMessage-ID: is a field\ntext\n".repeat(9), false, None),
            ("one header", "*\n".to_owned() + &"Message-ID: a\n".repeat(9), false, None),
            ("a page", "<html>\n".to_owned() + &both(&sent, "*\n"), false, None),
            ("joined messages", sent.repeat(4), true, Some((3, sent.len()))),
            ("a digest", header.repeat(9), true, None),
            ("parts", parts + &both(&sent, "--b\n\n") + "--b--\n", true, None),
            ("two bounced messages", sent.repeat(3), true, None),
        ];
        for (tried, text, is_message, expected) in table {
            assert_eq!(unknown_messages(text.as_bytes(), is_message), expected, "{tried}");
            let detected = Container::detect(text.as_bytes());
            assert!(expected.is_none() || detected.1, "{tried}");
        }
    }
}
