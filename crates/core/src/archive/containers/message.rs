//! Recognition of a message by its header (A1).
//!
//! Plain text may look like something else. Half of all plain texts that begin with a URL begin with `http:`,
//! which looks like a header field, and a note that begins with `To: all` has a real one. So a file counts as a
//! message only if it has at least two fields, one of them well known, and if they end as a header ends.

use core::ops::Range;

use crate::archive::containers::emlx;
use crate::archive::headers::field::is_well_known;
use crate::archive::headers::header::Header;
use crate::archive::line::{Line, LineBreaks, is_blank, strip_bom};
use crate::archive::mime::content_lines::begins_content_lines;

/// The number of well-known fields with which a header is one, however it ends (A7).
const SUFFICIENT_WELL_KNOWN_FIELDS: usize = 3;

/// Returns the range of the message that `text`, a file or its beginning, is. Only blank lines and a byte order mark may
/// precede its header, or the first line of an `.emlx` file. Returns `None` if `text` is no message.
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

/// Reports whether `text` begins with the header of a message.
pub(crate) fn begins_message(text: &[u8]) -> bool {
    // The lines of a calendar look like fields, and `STATUS` is well known.
    if begins_content_lines(text) {
        return false;
    }
    let header = Header::of(text);
    let mut fields = 0;
    let mut known = 0;
    let mut end = 0;
    for field in header.fields() {
        fields += 1;
        known += usize::from(is_well_known(&text[field.range.clone()]));
        if known >= SUFFICIENT_WELL_KNOWN_FIELDS {
            return true;
        }
        end = field.range.end;
    }
    let rest = &text[end..];
    let ends_well = rest.is_empty() || Line::at(rest, 0, LineBreaks::of(rest)).text.is_empty();
    fields >= 2 && known >= 1 && ends_well
}
