//! Recognition of a message by its header (A1).
//!
//! Plain text may look like something else. Half of all plain texts that begin with a URL begin with `http:`,
//! which looks like a header field, and a note that begins with `To: all` has a real one. So a file counts as a
//! message only if it has at least two fields, one of them well known, and if they end as a header ends.

use crate::archive::headers::beginning::begins_message;
use crate::archive::line::{is_blank, strip_bom};

/// Returns the offset of the header of the message that `text`, the start of a file, is. Only blank lines and a byte
/// order mark may precede the header. Returns `None` if `text` is no message.
pub(crate) fn message_start(text: &[u8]) -> Option<usize> {
    if begins_message(text) {
        return Some(0);
    }
    let start = first_line_start(text);
    (start > 0 && begins_message(&text[start..])).then_some(start)
}

/// Returns the offset of the first line of `text` that is not blank, or of its end.
fn first_line_start(text: &[u8]) -> usize {
    let rest = strip_bom(text);
    let blank = rest.iter().position(|&byte| !is_blank(&[byte])).unwrap_or(rest.len());
    // Spaces before the first character belong to its line, which is then no field.
    let line = rest[..blank].iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    text.len() - rest.len() + line.map_or(0, |at| at + 1)
}
