//! Recognition of a message by its header (A1).
//!
//! Plain text may look like something else. Half of all plain texts that begin with a URL begin with `http:`,
//! which looks like a header field, and a note that begins with `To: all` has a real one. So a file counts as a
//! message only if it has at least two fields, one of them well known, and if they end as a header ends.

use crate::archive::headers::field::is_well_known;
use crate::archive::headers::header::Header;
use crate::archive::line::{Line, LineBreaks};

/// The number of well-known fields with which a header is one, however it ends (A7).
const SUFFICIENT_WELL_KNOWN_FIELDS: usize = 3;

/// Reports whether `text` begins with the header of a message.
pub(crate) fn begins_message(text: &[u8]) -> bool {
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
