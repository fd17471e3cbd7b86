//! The files in which Apple Mail keeps a message each: `.emlx` and `.partial.emlx` (A1).
//!
//! The first line is the length of the message in bytes. A property list follows the message.

use core::ops::Range;

use memchr::memchr;

use crate::mail::headers::beginning::begins_message;

const MAX_LINE_BYTES: usize = 32;

/// Returns the range of the message in `text`, a file in this format or its beginning. If no property list is where the
/// length says, the message goes on to the end.
pub(super) fn message_range(text: &[u8]) -> Option<Range<usize>> {
    let length = memchr(b'\n', &text[..text.len().min(MAX_LINE_BYTES)])?;
    let bytes: usize = str::from_utf8(&text[..length]).ok()?.trim_ascii_end().parse().ok()?;
    let start = length + 1;
    let end = start.saturating_add(bytes);
    let has_list =
        text.get(end..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"<?xml"));
    Some(start..if has_list { end } else { text.len() })
}

pub(crate) fn emlx_message(text: &[u8]) -> Option<Vec<u8>> {
    let message = &text[message_range(text)?];
    begins_message(message).then(|| message.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_precedes_the_message() {
        // (text, range of the message)
        let table = [
            ("20        \nTo: a\nSubject: b\n\nc\n<?xml version=\"1.0\"?>", Some(11..31)),
            ("20\nTo: a\nSubject: b\n\nc\n\n<?xml", Some(3..23)),
            ("9\nTo: a\nSubject: b\n\nc\n<?xml", Some(2..27)),
            ("20\nTo: a\nSubject: b\n\nc\n", Some(3..23)),
            ("99999999999999999999\nTo: a\nSubject: b\n\n", None),
            ("4294967295\nTo: a\nSubject: b\n\n", Some(11..29)),
            ("20\na text\n", Some(3..10)),
            (" 20\nTo: a\nSubject: b\n\n", None),
            ("20 a\nTo: a\nSubject: b\n\n", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(message_range(text.as_bytes()), expected, "{text:?}");
        }
    }
}
