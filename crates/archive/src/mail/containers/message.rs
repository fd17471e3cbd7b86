//! Recognition of a message by its header (A1).
//!
//! Half of all plain texts that begin with a URL begin with `http:`, which looks like a header field, and a note that
//! begins with `To: all` has a real one. So a message has at least two fields, one of them well known, which end as a
//! header ends.

use core::ops::Range;

use crate::mail::containers::emlx;
use crate::mail::headers::beginning::begins_message;
use crate::mail::line::{is_blank, strip_bom};

/// Returns the range of the message that `text`, a file or its beginning, is. Only blank lines, a byte order mark or
/// the first line of an `.emlx` file may precede its header.
pub(crate) fn message_range(text: &[u8]) -> Option<Range<usize>> {
    if begins_message(text) {
        return Some(0..text.len());
    }
    let start = first_line_start(text);
    let range = (start > 0 && begins_message(&text[start..])).then_some(start..text.len());
    let counted = || emlx::message_range(text).filter(|range| begins_message(&text[range.clone()]));
    range.or_else(counted)
}

fn first_line_start(text: &[u8]) -> usize {
    let rest = strip_bom(text);
    let blank = rest.iter().position(|&byte| !is_blank(&[byte])).unwrap_or(rest.len());
    // Spaces before the first character belong to its line, which is then no field.
    let line = rest[..blank].iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    text.len() - rest.len() + line.map_or(0, |at| at + 1)
}
