//! The lines that containers put before a message, and so before its first field: an mbox's `From ` line, the `>From `
//! lines of relays, the `#! rnews` line of a batch, and a LISTSERV log's line of `=`.

use memchr::memchr;

/// The beginning of the line before an article of a batch (RFC 1036, section 4.3).
pub(crate) const RNEWS_PREFIX: &[u8] = b"#! rnews ";

/// The line before a message of a LISTSERV log, without its line break.
pub(crate) const LISTSERV_RULE: &[u8] = &[b'='; 73];

/// Reports whether `text` begins with a line of an envelope, whichever format of container it belongs to.
pub(crate) fn is_envelope_line(text: &[u8]) -> bool {
    text.starts_with(b"From ")
        || text.starts_with(b">From ")
        || rnews_line_len(text).is_some()
        || listserv_line_len(text).is_some()
}

/// Returns the length of the line `#! rnews N` at the start of `text`, with its line break.
pub(crate) fn rnews_line_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(RNEWS_PREFIX)?;
    let length = memchr(b'\n', rest)?;
    let number = rest[..length].trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    is_number.then_some(RNEWS_PREFIX.len() + length + 1)
}

/// Returns the length of the line [`LISTSERV_RULE`] at the start of `text`, with its line break.
pub(crate) fn listserv_line_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(LISTSERV_RULE)?;
    [&b"\n"[..], b"\r\n"]
        .into_iter()
        .find(|end| rest.starts_with(end))
        .map(|end| LISTSERV_RULE.len() + end.len())
}
