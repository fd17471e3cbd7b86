//! A header field: its name, its value as stored, and its unfolded value.
//!
//! RFC 5322, sections 2.2 and 3.6.8:
//!
//! ```text
//! optional-field  =   field-name ":" unstructured CRLF
//! field-name      =   1*ftext
//! ftext           =   %d33-57 / %d59-126    ; Printable US-ASCII characters not including ":".
//! ```
//!
//! Whitespace before the colon is allowed too (section 4.5, obsolete syntax). Prose may look like a field: half of all
//! plain texts that begin with a URL begin with `http:` (A1). So a name with `//` after its colon is not a field.

use core::ops::Range;
use std::borrow::Cow;

use memchr::memchr2_iter;

/// A field of a header.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::Header;
///
/// let header = Header::of(b"Subject: one\n two\n\nbody");
/// let subject = header.fields().next().expect("the header has a field");
/// assert_eq!(subject.name, b"Subject");
/// assert_eq!(subject.raw, b" one\n two\n");
/// assert_eq!(&*subject.value(), b"one two");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'h> {
    /// The name, as stored.
    pub name: &'h [u8],
    /// Everything after the colon, with folds and the last line break.
    pub raw: &'h [u8],
    /// The range of the whole field in the message. Bytes, half-open.
    pub range: Range<usize>,
}

impl<'h> Field<'h> {
    /// Reports whether the field is called `name`, ignoring case (RFC 5322, section 1.2.2).
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the value, unfolded and trimmed. It borrows from the message if the field has one line.
    pub fn value(&self) -> Cow<'h, [u8]> {
        unfold(self.raw.trim_ascii())
    }
}

/// Unfolds a field's value: removes the line breaks and keeps the whitespace after them (RFC 5322, section 2.2.3).
/// Linear in `raw`, without a copy if there is no line break.
pub fn unfold(raw: &[u8]) -> Cow<'_, [u8]> {
    // Most values are short, and have no line break.
    if !has(raw, |byte| matches!(byte, b'\r' | b'\n')) {
        return Cow::Borrowed(raw);
    }
    let mut unfolded = Vec::with_capacity(raw.len());
    let mut at = 0;
    for end in memchr2_iter(b'\r', b'\n', raw).chain([raw.len()]) {
        unfolded.extend_from_slice(&raw[at..end]);
        at = end + 1;
    }
    Cow::Owned(unfolded)
}

/// Reports whether `is` holds for a byte of `text`, a short one. Within a block of 16 bytes there is no branch, so the
/// compiler uses vectors; the last block may overlap the one before it.
#[inline]
pub(crate) fn has(text: &[u8], is: impl Fn(u8) -> bool) -> bool {
    let has_block = |block: &[u8; 16]| block.iter().fold(false, |has, &byte| has | is(byte));
    match text.last_chunk() {
        Some(last) => text.as_chunks().0.iter().any(has_block) || has_block(last),
        None => text.iter().any(|&byte| is(byte)),
    }
}

/// Returns the length of the field name at the start of `line`, if it begins a field. Looks at the name, the whitespace
/// after it, and three more bytes.
#[inline]
pub(crate) fn name_length(line: &[u8]) -> Option<usize> {
    let length = ftext_length(line)?;
    // Fast path: in nearly all fields the colon follows the name, and whitespace follows the colon.
    if let [b':', b'\t' | b' ' | b'\n', ..] = line[length..] {
        return (length > 0).then_some(length);
    }
    let blanks = line[length..].iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let value = line[length + blanks..].strip_prefix(b":")?;
    (length > 0 && !value.starts_with(b"//")).then_some(length)
}

/// Reports whether `line` begins with a well-known field of mail or news.
pub(crate) fn is_well_known(line: &[u8]) -> bool {
    name_length(line).is_some_and(|length| {
        WELL_KNOWN.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(&line[..length]))
    })
}

/// Field names that rarely begin a line of plain text: those of RFC 5322 (mail), RFC 5536 (news) and RFC 2045
/// (MIME), and those that mailers and lists always add.
#[rustfmt::skip]
const WELL_KNOWN: [&str; 36] = [
    "Approved", "Bcc", "Cc", "Content-Length", "Content-Transfer-Encoding", "Content-Type", "Date",
    "Delivered-To", "Distribution", "DKIM-Signature", "Errors-To", "Expires", "Followup-To", "From",
    "In-Reply-To", "Lines", "List-Id", "Mailing-List", "Message-ID", "MIME-Version", "Newsgroups",
    "NNTP-Posting-Host", "Organization", "Path", "Precedence", "Received", "References", "Reply-To",
    "Return-Path", "Sender", "Status", "Subject", "To", "X-Mailer", "X-Newsreader", "Xref",
];

/// Returns the number of bytes at the start of `line` that a field name may contain, or `None` if that is all of them.
#[inline]
fn ftext_length(line: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while let Some(&eight) = line[at..].first_chunk() {
        // Eight bytes in one word. The high bit of each other byte is set; a carry or borrow may set more bits, but only
        // above it.
        let word = u64::from_le_bytes(eight);
        let has_below = |word: u64, least: u64| word.wrapping_sub(ONES * least) & !word;
        let colons = has_below(word ^ (ONES * u64::from(b':')), 1);
        let others = has_below(word, 33) | colons | word | word.wrapping_add(ONES);
        if others & HIGH != 0 {
            return Some(at + (others & HIGH).trailing_zeros() as usize / 8);
        }
        at += eight.len();
    }
    let is_ftext = |&byte: &u8| matches!(byte, 33..=57 | 59..=126);
    Some(at + line[at..].iter().position(|byte| !is_ftext(byte))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_begins_with_its_name() {
        // (line, field name)
        let table: [(&str, Option<&str>); 12] = [
            ("Subject: x", Some("Subject")),
            ("Subject : x", Some("Subject")),
            ("subject:x", Some("subject")),
            ("X-Empty:", Some("X-Empty")),
            ("From-Name:/x", Some("From-Name")),
            (": no name", None),
            (" folded: line", None),
            ("two words: here", None),
            ("no colon", None),
            ("", None),
            // A1: texts that begin with a URL.
            ("http://a.example/", None),
            (">From: quoted", Some(">From")),
        ];
        for (line, name) in table {
            let found = name_length(line.as_bytes()).map(|length| &line[..length]);
            assert_eq!(found, name, "{line}");
        }
    }

    #[test]
    fn a_name_ends_at_the_first_byte_that_it_may_not_contain() {
        for byte in 0..=u8::MAX {
            for at in 0..20 {
                let mut line = [b'~'; 24];
                (line[at], line[at + 1], line[at + 2]) = (byte, b'!', b':');
                let is_ftext = matches!(byte, 33..=57 | 59..=126);
                let expected = if is_ftext { at + 2 } else { at };
                assert_eq!(ftext_length(&line), Some(expected), "{byte} {at}");
                assert_eq!(ftext_length(&line[..=at]), (!is_ftext).then_some(at), "{byte} {at}");
            }
        }
    }

    #[test]
    fn unfolding_keeps_whitespace() {
        assert_eq!(&*unfold(b"a\r\n b\n\tc"), b"a b\tc");
        assert!(matches!(unfold(b"a b"), Cow::Borrowed(_)));
    }

    #[test]
    fn well_known_fields_are_known_in_any_case() {
        assert!(is_well_known(b"MESSAGE-ID: <1@a.example>"));
        assert!(!is_well_known(b"Note: this"));
        assert!(!is_well_known(b"From //"));
    }
}
