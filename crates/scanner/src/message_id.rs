//! A message-id that kept its brackets behind `news:` (W8).
//!
//! RFC 1036 (2.1.5) and RFC 5536 (3.1.3) spell a message-id with `<` and `>` around it, RFC 1738 (3.6) and
//! RFC 5538 (2.1) leave them out of the URL. One newsreader that wrote `in message news:<id@host>...` above
//! every quotation did not: of 2,249 such in a group's archive 2,242 are message-ids to the letter, the
//! others were cut off. The trap is that brackets are delimiters elsewhere, so nothing but a message-id
//! on one line counts.

use crate::work;

/// The longest message-id, brackets included (RFC 5536, 3.1.3).
const MAX_LEN: usize = 250;

/// Where the `>` stands of the message-id whose `<` stands at `open`.
///
/// It looks at no `<` but that one, and not far, so that to ask at each `<` of a text takes time linear in it.
pub(crate) fn close_of(haystack: &[u8], open: usize) -> Option<usize> {
    let end = haystack.len().min(open + MAX_LEN);
    let text = haystack[open..end].strip_prefix(b"<")?;
    let len = text.iter().take_while(|byte| is_of_atom(**byte) || **byte == b'@').count();
    work::did(len);
    let (id, rest) = text.split_at(len);
    let at = memchr::memchr(b'@', id)?;
    let host = &id[at + 1..];
    let is_id = at > 0 && !host.is_empty() && !host.contains(&b'@') && rest.starts_with(b">");
    is_id.then_some(open + 1 + len)
}

/// What the atoms of a message-id are made of (RFC 5322, `atext`), and the dots between them.
fn is_of_atom(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;

    #[test]
    fn message_ids() {
        let table: &[(&str, Option<usize>)] = &[
            ("<3C83801E.3ACDC8AE@certco.example>...", Some(33)),
            ("<a750e4$e5q$1@panix1.example>", Some(28)),
            ("<3eab1cac_2@127.0.0.1>", Some(21)),
            ("<a@b>c>", Some(4)),
            ("<a@b", None),
            ("<a@b\n>", None),
            ("<a@ b>", None),
            ("<a@b@c>", None),
            ("<@b>", None),
            ("<a@>", None),
            ("<comp.lang.c>", None),
            ("<a:b@c>", None),
            ("<a\"@c>", None),
            ("<a<b@c>", None),
            ("<é@c>", None),
            ("<>", None),
            ("<", None),
            ("a@b>", None),
            ("", None),
        ];
        for &(text, close) in table {
            assert_eq!(close_of(text.as_bytes(), 0), close, "{text}");
        }
        for (len, is_one) in [(246, true), (247, false)] {
            let text = format!("<a@{}>", "b".repeat(len));
            assert_eq!(close_of(text.as_bytes(), 0).is_some(), is_one, "{len}");
        }
    }
}
