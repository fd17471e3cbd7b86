//! Selection of the header fields that are searched for URLs (A4).
//!
//! A field is searched as it is stored, with its folds. In a wrapper a fold is a line break like any other, and
//! outside one it ends a URL as the unfolded space would. So a match has an exact position in the source. Only
//! fields with encoded words are decoded.
//!
//! Many fields are written by software for software. They contain strings in the form of URLs that were not meant
//! as links, and these outnumber the others. [`NOISE`] is a closed table of such fields, each with its reason.
//! Every other field is searched, including all unknown `X-` fields.

use std::borrow::Cow;

use crate::archive::headers::encoded_word;
use crate::archive::headers::field::Field;
use crate::archive::headers::origin::{MAX_ORIGIN_TEXT_BYTES, short};
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
    Field,
    /// All fields whose names continue with a hyphen.
    Family,
}

/// The fields that are not useful. `List-Id` is not among them: it is an identifier (RFC 2919), but in one
/// collection 28 URLs of lists' pages precede the identifiers.
const NOISE: [(&str, Noise); 39] = [
    // Identifiers of messages. A few have the form `http://…@host`.
    ("message-id", Noise::Field),
    ("references", Noise::Field),
    ("in-reply-to", Noise::Field),
    ("resent-message-id", Noise::Field),
    ("original-message-id", Noise::Field),
    ("x-message-id", Noise::Field),
    ("supersedes", Noise::Field),
    ("xref", Noise::Field),
    // The route of the message, one field per relay.
    ("received", Noise::Field),
    ("x-received", Noise::Field),
    ("return-path", Noise::Field),
    ("delivered-to", Noise::Field),
    ("path", Noise::Field),
    ("x-path", Noise::Field),
    ("x-trace", Noise::Field),
    // Signatures and the results of their checks: base64, and the policies of the host that checked.
    ("dkim", Noise::Family),
    ("domainkey", Noise::Family),
    ("arc", Noise::Family),
    ("authentication-results", Noise::Field),
    ("received-spf", Noise::Field),
    ("x-authentication", Noise::Family),
    ("pgp", Noise::Family),
    ("x-face", Noise::Field),
    ("face", Noise::Field),
    // The scores of hosts and filters.
    ("x-google", Noise::Family),
    ("x-gm", Noise::Family),
    ("x-ms", Noise::Family),
    ("x-microsoft", Noise::Family),
    ("x-spam", Noise::Family),
    ("x-forefront", Noise::Family),
    ("x-antiabuse", Noise::Field),
    ("x-complaints", Noise::Family),
    // Notes of a program to itself: Exchange's `urn:content-classes:message`, and the sender's mailbox
    // (`imap://ken@…`).
    ("content-class", Noise::Field),
    ("x-evolution-source", Noise::Field),
    // The version of the list's software, and the host that changed the transfer encoding.
    ("x-mailman-version", Noise::Field),
    ("x-mime-autoconverted", Noise::Field),
    // The encoding of the message.
    ("content-transfer-encoding", Noise::Field),
    ("content-length", Noise::Field),
    ("mime-version", Noise::Field),
];

static NAMES: NameTable<Noise, { NOISE.len() }, 128> = NameTable::of(NOISE);

fn is_noise(name: &[u8]) -> bool {
    let is = |len, noise| NAMES.find(name, 0..len).is_some_and(|&(_, found)| found == noise);
    // The name of a family is one word, or `X-` and one word.
    let begin = if matches!(name, [b'x' | b'X', b'-', ..]) { 2 } else { 0 };
    let hyphen = name[begin..].iter().position(|&byte| byte == b'-');
    is(name.len(), Noise::Field) || hyphen.is_some_and(|at| is(begin + at, Noise::Family))
}

/// Returns the value of `field` as a part, or `None` if the value is empty.
///
/// The field belongs to a header at `offset` in `message`. `path` is that of the message or part with this
/// header, empty for the outermost message. `charset` gives the charset of values that are neither ASCII nor
/// UTF-8.
pub(crate) fn part<'h>(
    message: &'h [u8],
    offset: usize,
    path: &str,
    field: &Field<'h>,
    charset: impl FnOnce() -> Charset,
) -> Option<Part<'h>> {
    // The value is the end of the field.
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
    // A message from a list has four such fields. `format!` took a fifth of the time for them.
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
    if name.len() > MAX_ORIGIN_TEXT_BYTES {
        let name = short(whole.split_off(whole.len() - name.len()));
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
            assert!(*noise == Noise::Field || words == 1, "{name}");
        }
    }

    #[test]
    fn a_value_has_its_position_in_the_message() {
        let message =
            b"From x Mon\nx-url :  <http://a.example/\n b> \nEmpty: \nSubject: =?utf-8?Q?a?=\n\n";
        let header = Header::of(message);
        let parts: Vec<_> = header
            .fields()
            .map(|field| part(message, 0, "", &field, || Charset::UNKNOWN))
            .collect();
        let [Some(url), None, Some(subject)] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!(url.path, "header:X-Url");
        assert_eq!(&*url.text, b"<http://a.example/\n b>");
        assert_eq!(&message[url.stored.clone()], &*url.text);
        assert_eq!(url.base, Some(url.stored.start));
        assert_eq!((&*subject.text, subject.base), (&b"a"[..], None));
        assert_eq!(&message[subject.stored.clone()], b"=?utf-8?Q?a?=");
        let field = header.fields().next().expect("the header has three fields");
        let nested =
            part(message, 0, "2.1", &field, || Charset::UNKNOWN).expect("the value is not empty");
        assert_eq!(nested.path, "2.1.header:X-Url");
        let long = path_of("2", "X-".repeat(MAX_ORIGIN_TEXT_BYTES).as_bytes());
        let name = long.strip_prefix("2.header:").expect("the beginning of the path is kept");
        assert!(
            name.len() <= MAX_ORIGIN_TEXT_BYTES && name.starts_with("X-X-X") && name.ends_with('…')
        );
    }
}
