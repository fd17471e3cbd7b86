//! Recognises a message-id that kept its brackets after `news:` (W8).
//!
//! RFC 1738 (3.6) and RFC 5538 (2.1) leave the brackets out of the URL. One newsreader wrote `in message
//! news:<id@host>...` above every quotation. Accepts RFC 5536's `id-left "@" id-right`, with the `no-fold-literal` of a
//! machine's address (`[192.0.2.1]`), and no `obs-id`, on one line.

use crate::bytes::{first, run_len, work};

/// The longest message-id in bytes, brackets included (RFC 5536, 3.1.3).
const MAX_MESSAGE_ID_BYTES: usize = 250;

/// Returns the offset of the `>` of the message-id whose `<` is at `open`. It reads no other `<` and a bounded number
/// of bytes, so calling it for each `<` of a text takes linear time.
pub(crate) fn close_of(haystack: &[u8], open: usize) -> Option<usize> {
    let text = first(&haystack[open..], MAX_MESSAGE_ID_BYTES).strip_prefix(b"<")?;
    // Takes every byte that any part of a message-id may contain, then checks the parts.
    let len = run_len(text, |byte| is_of_atom(byte) || b".@[:]".contains(&byte));
    work::add(len);
    let (id, rest) = text.split_at(len);
    let at = memchr::memchr(b'@', id)?;
    let (left, right) = (&id[..at], &id[at + 1..]);
    let is_id = is_dot_atom(left) && (is_dot_atom(right) || is_literal(right));
    (is_id && rest.starts_with(b">")).then_some(open + 1 + len)
}

/// Reports whether `text` is a `dot-atom-text` (RFC 5322, 3.2.3): atoms separated by dots.
fn is_dot_atom(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'.')
        .all(|atom| !atom.is_empty() && atom.iter().copied().all(is_of_atom))
}

/// Reports whether `text` is a `no-fold-literal` (RFC 5536, 3.1.3) with a machine's address in it.
fn is_literal(text: &[u8]) -> bool {
    let inner = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]"));
    let is_of_address = |byte: &u8| byte.is_ascii_alphanumeric() || b".:".contains(byte);
    inner.is_some_and(|inner| !inner.is_empty() && inner.iter().all(is_of_address))
}

/// Reports whether `byte` is part of an atom (RFC 5322, `atext`).
fn is_of_atom(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}
