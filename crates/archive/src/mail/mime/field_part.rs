//! The value of a header field as a part (A4). It is searched as it is stored, with its folds, so a match has an exact
//! position in the source. In a wrapper a fold is a line break like any other; outside one it ends a URL. Only values
//! with encoded words, and those that are not UTF-8, are decoded first.

use std::borrow::Cow;

use memchr::{memchr_iter, memrchr};

use crate::mail::headers::encoded_word;
use crate::mail::headers::field::Field;
use crate::mail::mime::part::{Part, Role};
use crate::mail::transfer::charset::Charset;
use crate::mail::truncate::{MAX_CUT_TEXT_BYTES, truncated_to};

/// Returns the value of `field`, of the header at `offset` in `message`, as a part, or `None` if the value is empty.
/// `path` is that of the part with the header, and empty for the outermost message. `charset` is called for a value
/// that is not UTF-8.
pub(crate) fn field_part<'h>(
    message: &'h [u8],
    offset: usize,
    path: &str,
    field: &Field<'h>,
    charset: impl FnOnce() -> Charset,
) -> Option<Part<'h>> {
    // A value ends where its field ends.
    let end = offset + field.range.end;
    let blanks = field.raw.len() - field.raw.trim_ascii_start().len();
    let mut value = field.raw.trim_ascii();
    // The identifier of a list has the form of a host and is none (RFC 2919). Some lists write a URL before it.
    if field.name.eq_ignore_ascii_case(b"List-Id")
        && let Some(open) = memrchr(b'<', value)
        && !value[open..].contains(&b':')
    {
        value = value[..open].trim_ascii_end();
    }
    if value.is_empty() {
        return None;
    }
    let start = end - field.raw.len() + blanks;
    let path = path_of(path, field.name);
    let mut part = Part::new(message, start..start + value.len(), path.into(), Role::Field);
    if let Some(decoded) = encoded_word::decode(value) {
        part.text = Cow::Owned(decoded);
        part.base = None;
        // Decoded words are UTF-8. Other bytes of such a value stay as they are, whatever their charset is.
        part.charset = Charset::UTF_8;
    } else if std::str::from_utf8(value).is_err() {
        part.charset = charset();
        part.decode_charset();
    }
    Some(part)
}

/// Returns the path of the field called `name`, with each of its words capitalised: `header:List-Archive`,
/// `2.1.header:X-Url`.
fn path_of(path: &str, name: &[u8]) -> String {
    // `format!` here took 20 % of the time of searching header fields.
    let mut whole = String::with_capacity(path.len() + 1 + HEADER.len() + name.len());
    whole.push_str(path);
    if !path.is_empty() {
        whole.push('.');
    }
    whole.push_str(HEADER);
    let start = whole.len();
    // A field name is ASCII.
    whole.push_str(std::str::from_utf8(name).unwrap_or_default());
    whole[start..].make_ascii_lowercase();
    for begin in std::iter::once(0).chain(memchr_iter(b'-', name).map(|at| at + 1)) {
        if let Some(letter) = whole.get_mut(start + begin..=start + begin) {
            letter.make_ascii_uppercase();
        }
    }
    if name.len() > MAX_CUT_TEXT_BYTES {
        // `split_off` cuts at the start of the name: a field name is ASCII, so it has one byte per character.
        let name = truncated_to(whole.split_off(whole.len() - name.len()), MAX_CUT_TEXT_BYTES);
        whole.push_str(&name);
    }
    whole
}

const HEADER: &str = "header:";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::headers::header::Header;

    #[test]
    fn a_value_has_its_position_in_the_message() {
        let message =
            b"From x Mon\nx-url :  <http://a.example/\n b> \nEmpty: \nSubject: =?utf-8?Q?a?=\n\n";
        let header = Header::of(message);
        let parts: Vec<_> = header
            .fields()
            .map(|field| field_part(message, 0, "", &field, || Charset::UNKNOWN))
            .collect();
        let [Some(url), None, Some(subject)] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!(url.path, "header:X-Url");
        assert_eq!(&*url.text, b"<http://a.example/\n b>");
        assert_eq!(&message[url.stored.clone()], &*url.text);
        assert_eq!(url.base, Some(url.stored.start));
        assert_eq!((&*subject.text, subject.base), (&b"a"[..], None));
        assert_eq!(&message[subject.stored.clone()], b"=?utf-8?Q?a?=");
        let field = header.fields().next().expect("the header has three fields");
        let nested = field_part(message, 0, "2.1", &field, || Charset::UNKNOWN)
            .expect("the value is not empty");
        assert_eq!(nested.path, "2.1.header:X-Url");
        let long = path_of("2", "X-".repeat(MAX_CUT_TEXT_BYTES).as_bytes());
        let name = long.strip_prefix("2.header:").expect("the beginning of the path is kept");
        assert!(
            name.len() <= MAX_CUT_TEXT_BYTES && name.starts_with("X-X-X") && name.ends_with('…')
        );
    }
}
