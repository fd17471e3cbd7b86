//! Recognition of a message by its header (A1).
//!
//! Plain text may look like something else. Half of all plain texts that begin with a URL begin with `http:`,
//! which looks like a header field, and a note that begins with `To: all` has a real one. So a file counts as a
//! message only if it has at least two fields, one of them well known, and if they end as a header ends.

use core::ops::Range;

use crate::mail::containers::emlx;
use crate::mail::headers::beginning::begins_message;
use crate::mail::line::{is_blank, strip_bom};

/// Returns the range of the message that `text`, a file or its beginning, is. Only blank lines and a byte order mark may
/// precede its header, or the first line of an `.emlx` file. Returns `None` if `text` is not a message.
pub(crate) fn message_range(text: &[u8]) -> Option<Range<usize>> {
    if begins_message(text) {
        return Some(0..text.len());
    }
    let start = first_line_start(text);
    let range = (start > 0 && begins_message(&text[start..])).then_some(start..text.len());
    let counted = || emlx::message_range(text).filter(|range| begins_message(&text[range.clone()]));
    range.or_else(counted)
}

/// Returns the offset of the first line of `text` that is not blank, or of its end.
fn first_line_start(text: &[u8]) -> usize {
    let rest = strip_bom(text);
    let blank = rest.iter().position(|&byte| !is_blank(&[byte])).unwrap_or(rest.len());
    // Spaces before the first character belong to its line, which is then no field.
    let line = rest[..blank].iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    text.len() - rest.len() + line.map_or(0, |at| at + 1)
}
