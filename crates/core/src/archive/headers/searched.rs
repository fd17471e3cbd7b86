//! Selection of the header fields that are searched for URLs (A4).
//!
//! A value is searched as it is stored, with its folds, so a match has an exact position in the source. In a
//! wrapper a fold is a line break like any other. Outside one it ends a URL, as the space of the unfolded value
//! would. Only two kinds of values are decoded first: those with encoded words, and those that are not UTF-8.
//!
//! Many fields are written by software for software. Most of the strings in them that look like URLs were not
//! meant as links. [`NOISE`] is a closed table of such fields, each group with its reason. All other fields are
//! searched, including unknown `X-` fields.

use std::borrow::Cow;

use crate::archive::headers::encoded_word;
use crate::archive::headers::field::Field;
use crate::archive::headers::origin::{MAX_CUT_TEXT_BYTES, truncated_to};
use crate::archive::mime::part::{Part, Role};
use crate::archive::names::NameTable;
use crate::archive::transfer::charset::Charset;

/// The header fields that are searched for URLs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headers {
    /// No fields.
    #[default]
    None,
    /// The fields in which people or lists write URLs: all except a closed table of fields that software writes
    /// for software.
    Useful,
    /// All fields.
    All,
}

impl Headers {
    /// Reports whether fields called `name` are searched, ignoring case.
    ///
    /// # Example
    ///
    /// ```
    /// use urlsift::archive::Headers;
    ///
    /// assert!(Headers::Useful.has(b"list-archive"));
    /// assert!(!Headers::Useful.has(b"DKIM-Signature"));
    /// assert!(Headers::All.has(b"DKIM-Signature"));
    /// ```
    pub fn has(self, name: &[u8]) -> bool {
        match self {
            Headers::None => false,
            Headers::Useful => !is_noise(name),
            Headers::All => true,
        }
    }
}

/// The fields that an entry of the table covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noise {
    /// The field of that name.
    Exact,
    /// All fields whose names begin with that prefix and a hyphen.
    Prefix,
}

/// The fields that are not useful. `List-Id` (RFC 2919) is not among them. It is an identifier too, but some lists
/// write the URL of their page before it: 28 such URLs are in one collection.
const NOISE: [(&str, Noise); 39] = [
    // Identifiers of messages. A few have the form `http://…@host`.
    ("message-id", Noise::Exact),
    ("references", Noise::Exact),
    ("in-reply-to", Noise::Exact),
    ("resent-message-id", Noise::Exact),
    ("original-message-id", Noise::Exact),
    ("x-message-id", Noise::Exact),
    ("supersedes", Noise::Exact),
    ("xref", Noise::Exact),
    // The route of the message: a field per relay, or the names of all news servers in one field.
    ("received", Noise::Exact),
    ("x-received", Noise::Exact),
    ("path", Noise::Exact),
    ("x-path", Noise::Exact),
    ("x-trace", Noise::Exact),
    // The addresses of the envelope.
    ("return-path", Noise::Exact),
    ("delivered-to", Noise::Exact),
    // Signatures and the results of their checks: base64, and the policies of the host that checked.
    ("dkim", Noise::Prefix),
    ("domainkey", Noise::Prefix),
    ("arc", Noise::Prefix),
    ("authentication-results", Noise::Exact),
    ("received-spf", Noise::Exact),
    ("x-authentication", Noise::Prefix),
    ("pgp", Noise::Prefix),
    // Encoded pictures of the sender.
    ("x-face", Noise::Exact),
    ("face", Noise::Exact),
    // Identifiers and scores that providers and filters add.
    ("x-google", Noise::Prefix),
    ("x-gm", Noise::Prefix),
    ("x-ms", Noise::Prefix),
    ("x-microsoft", Noise::Prefix),
    ("x-spam", Noise::Prefix),
    ("x-forefront", Noise::Prefix),
    // Where to report abuse of the sender's host, as in `X-Complaints-To`.
    ("x-antiabuse", Noise::Exact),
    ("x-complaints", Noise::Prefix),
    // Notes of a program to itself: Exchange's `urn:content-classes:message`, and the sender's mailbox
    // (`imap://ken@…`).
    ("content-class", Noise::Exact),
    ("x-evolution-source", Noise::Exact),
    // The version of the list's software, and the host that changed the transfer encoding.
    ("x-mailman-version", Noise::Exact),
    ("x-mime-autoconverted", Noise::Exact),
    // The encoding, the length and the format of the message.
    ("content-transfer-encoding", Noise::Exact),
    ("content-length", Noise::Exact),
    ("mime-version", Noise::Exact),
];

/// The lookup of [`NOISE`]. Its slots are three times the names: a miss, the usual case, ends at the first empty
/// slot.
static NAMES: NameTable<Noise, { NOISE.len() }, 128> = NameTable::of(NOISE);

fn is_noise(name: &[u8]) -> bool {
    let matches = |len, noise| NAMES.find(name, 0..len).is_some_and(|&(_, found)| found == noise);
    // Two lookups suffice: each prefix in the table is one word, or `X-` and one word, so the first hyphen after
    // `X-` ends it.
    let begin = if matches!(name, [b'x' | b'X', b'-', ..]) { 2 } else { 0 };
    let hyphen = name[begin..].iter().position(|&byte| byte == b'-');
    matches(name.len(), Noise::Exact) || hyphen.is_some_and(|at| matches(begin + at, Noise::Prefix))
}

/// Returns the value of `field` as a part, or `None` if the value is empty.
///
/// The header with this field is at `offset` in `message`. `path` is the path of the message or part that the
/// header belongs to, and empty for the outermost message. `charset` is called for a value that is not UTF-8, and
/// returns the charset to decode it with.
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
    let value = field.raw.trim_ascii();
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
    // Called for each field with a URL, about four in a message of a list. `format!` here took 20 % of the time
    // of searching header fields, so the path is put together by hand.
    let mut whole = String::with_capacity(path.len() + 1 + HEADER.len() + name.len());
    whole.push_str(path);
    if !path.is_empty() {
        whole.push('.');
    }
    whole.push_str(HEADER);
    let mut begins = true;
    whole.extend(name.iter().map(|&byte| {
        let letter = if begins { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        begins = byte == b'-';
        char::from(letter)
    }));
    if name.len() > MAX_CUT_TEXT_BYTES {
        // `split_off` cuts at the start of the name: a field name is ASCII, so it has one byte per character.
        let name = truncated_to(whole.split_off(whole.len() - name.len()), MAX_CUT_TEXT_BYTES);
        whole.push_str(&name);
    }
    whole
}

/// The beginning of a field's path.
const HEADER: &str = "header:";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::headers::header::Header;

    #[test]
    fn useful_fields_are_those_not_in_the_table() {
        // (name, whether it is useful)
        let table = [
            ("Subject", true),
            ("List-Id", true),
            ("X-URL", true),
            ("Organization", true),
            ("content-location", true),
            ("PATH", false),
            ("Pathway", true),
            ("MESSAGE-ID", false),
            ("ARC-Seal", false),
            ("X-Mailman-Version", false),
            ("X-MIME-Autoconverted", false),
            ("Arc", true),
            ("ARC", true),
            ("arc-", false),
            ("arcs-seal", true),
            ("X-Spam", true),
            ("X-Spam-Status", false),
            ("x-spams-status", true),
            ("X-Authentication-Warning", false),
            ("X-Authenticated-Sender", true),
            ("X-", true),
            ("-", true),
            ("", true),
        ];
        for (name, useful) in table {
            assert_eq!(Headers::Useful.has(name.as_bytes()), useful, "{name}");
            assert!(Headers::All.has(name.as_bytes()), "{name}");
            assert!(!Headers::None.has(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn the_table_is_in_lower_case_without_duplicates() {
        for (i, (name, noise)) in NOISE.iter().enumerate() {
            assert_eq!(*name, name.to_ascii_lowercase());
            assert!(NOISE[..i].iter().all(|(before, _)| before != name), "{name} is a duplicate");
            let words = name.trim_start_matches("x-").split('-').count();
            assert!(*noise == Noise::Exact || words == 1, "{name}");
        }
    }

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
