//! Where a message came from and what it is about: what rows tell of it (A5).
//!
//! All is text for people: encoded words are undone, and what is not UTF-8 is read by the body's charset, or
//! shown as U+FFFD where that is unknown. The trap is
//! a field that is not what it should be; then it is given as it stands, or not at all where a part of it
//! was asked for. Each row repeats it, so what is too long is cut ([`MAX_ORIGIN_TEXT_BYTES`]): a `Subject` of ten
//! megabytes over two hundred URLs would be two gigabytes of rows.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use crate::archive::headers::date::rfc_3339;
use crate::archive::headers::encoded_word;
use crate::archive::headers::header::Header;
use crate::archive::transfer::charset::Charset;

/// What a message's header says of it. No text has more than [`MAX_ORIGIN_TEXT_BYTES`] bytes, all `groups` together no
/// more than that; what is cut ends in `…`.
///
/// # Example
///
/// ```
/// use urlsift::archive::{Header, Origin};
///
/// let header = Header::of(b"From: Ann <ann@A.example>\nDate: Mon, 9 Jan 1995 10:12:10 +0100\n\n");
/// let origin = Origin::of(&header);
/// assert_eq!(origin.from_domain.as_deref(), Some("a.example"));
/// assert_eq!(origin.date.as_deref(), Some("1995-01-09T10:12:10+01:00"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// `Message-ID`, with its angle brackets.
    pub message_id: Option<String>,
    /// `Date` as RFC 3339 has it, or as it stands where it cannot be read.
    pub date: Option<String>,
    /// `Newsgroups`, one by one.
    pub groups: Vec<String>,
    /// The list's own name in `List-Id` (RFC 2919): what stands in its angle brackets.
    pub list: Option<String>,
    /// `Subject`.
    pub subject: Option<String>,
    /// The domain of the first address in `From`, in small letters.
    pub from_domain: Option<String>,
}

impl Origin {
    /// What `header` says: of each field the first. Linear in it.
    pub fn of(header: &Header<'_>) -> Origin {
        let mut origin = Origin::default();
        let mut met = [false; NAMES.len()];
        for field in header.fields() {
            let Some(name) = position(field.name) else { continue };
            if core::mem::replace(&mut met[name], true) {
                continue;
            }
            let value = &*field.value();
            let shown = || match std::str::from_utf8(value) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(header.charset().decode(value).into_owned()),
            };
            match NAMES[name] {
                "Message-ID" => origin.message_id = Some(short(shown().into_owned())),
                "Date" => {
                    let value = shown();
                    origin.date = rfc_3339(&value).or_else(|| Some(short(value.into_owned())));
                }
                "Newsgroups" => origin.groups = groups(&short(shown().into_owned())),
                "List-Id" => origin.list = Some(short(list(&shown()).to_owned())),
                "Subject" => {
                    // What words were decoded to is UTF-8, whatever stands between them.
                    let decoded = encoded_word::decode(value).map(String::from_utf8);
                    let decoded = decoded.map(|decoded| match decoded {
                        Ok(text) => text,
                        Err(error) => Charset::UNKNOWN.decode(error.as_bytes()).into_owned(),
                    });
                    origin.subject = Some(short(decoded.unwrap_or_else(|| shown().into_owned())));
                }
                _ => origin.from_domain = domain(&shown()).map(short),
            }
        }
        origin
    }
}

/// The longest text that a row repeats from a message, in bytes. The longest over
/// 251,443 URLs of real archives has 737, a subject.
pub const MAX_ORIGIN_TEXT_BYTES: usize = 2048;

/// `text` as it is, or its beginning with `…` behind it where it is longer than [`MAX_ORIGIN_TEXT_BYTES`].
pub(crate) fn short(mut text: String) -> String {
    const MARK: char = '…';
    if text.len() > MAX_ORIGIN_TEXT_BYTES {
        let most = MAX_ORIGIN_TEXT_BYTES - MARK.len_utf8();
        let end = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
        text.push(MARK);
        text.shrink_to_fit();
    }
    text
}

/// The fields that are told of.
const NAMES: [&str; 6] = ["Message-ID", "Date", "Newsgroups", "List-Id", "Subject", "From"];

/// Which of [`NAMES`] is called `name`, whatever its case. The length is asked first, for most fields are
/// none of them.
fn position(name: &[u8]) -> Option<usize> {
    NAMES
        .iter()
        .position(|known| known.len() == name.len() && name.eq_ignore_ascii_case(known.as_bytes()))
}

fn groups(value: &str) -> Vec<String> {
    let groups = value.split(',').map(str::trim).filter(|group| !group.is_empty());
    groups.map(str::to_owned).collect()
}

/// What stands in the last angle brackets of `value`; all of it where there are none.
fn list(value: &str) -> &str {
    let inner = value.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or(value, |(name, _)| name).trim()
}

/// The domain of the first address in angle brackets, or else of the first one in `value`. Archives of lists
/// write ` at ` for `@`.
fn domain(value: &str) -> Option<String> {
    let address = value.split_once('<').map_or(value, |(_, address)| address);
    // The standard library's search for a text takes longer to begin than an address is long.
    let behind = memchr(b'@', address.as_bytes()).map(|at| at + "@".len());
    let behind = behind.or_else(|| Some(memmem::find(address.as_bytes(), b" at ")? + " at ".len()));
    let rest = &address[behind?..];
    let is_host = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') || byte >= 0x80
    };
    let rest = rest.trim_start();
    let length = rest.bytes().position(|byte| !is_host(byte)).unwrap_or(rest.len());
    let name = rest[..length].trim_matches('.');
    (!name.is_empty()).then(|| name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        let table = [
            ("ann@a.example (Ann)", Some("a.example")),
            ("\"Ann @ home\" <ann@A.Example>", Some("a.example")),
            ("ann at a.example  (Ann)", Some("a.example")),
            ("Ann <ann@a.example.>, bob@b.example", Some("a.example")),
            ("ann@", None),
            ("Ann", None),
            ("", None),
        ];
        for (value, expected) in table {
            assert_eq!(domain(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn eight_bits_are_read_as_the_body_is() {
        // (header, subject)
        let table: [(&[u8], &str); 7] = [
            (b"Subject: caf\xE9\nContent-Type: text/plain; charset=iso-8859-1\n", "café"),
            (b"Content-Type: text/plain; charset=koi8-r\nSubject: \xC4\xC1\n", "да"),
            (b"Subject: \x93\xFA\nContent-Type: text/html; charset=Shift_JIS\n", "日"),
            // What is UTF-8 is that, whatever the body is.
            (b"Subject: caf\xC3\xA9\nContent-Type: text/plain; charset=koi8-r\n", "café"),
            (
                b"Subject: =?utf-8?Q?=C3=A9?= \xE9\nContent-Type: a/b; charset=koi8-r\n",
                "é \u{FFFD}",
            ),
            (b"Subject: caf\xE9\nContent-Type: text/plain; charset=x-nobody\n", "caf\u{FFFD}"),
            (b"Subject: caf\xE9\n", "caf\u{FFFD}"),
        ];
        for (header, subject) in table {
            let origin = Origin::of(&Header::of(header));
            assert_eq!(origin.subject.as_deref(), Some(subject), "{}", header.escape_ascii());
        }
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let table = [
            ("a".repeat(2048), "a".repeat(2048)),
            ("a".repeat(2049), "a".repeat(2045) + "…"),
            ("ä".repeat(1024), "ä".repeat(1024)),
            ("ä".repeat(1025), "ä".repeat(1022) + "…"),
        ];
        for (value, expected) in table {
            let all = format!(
                "Message-ID: {value}\nDate: {value}\nList-Id: {value} <{value}>\nSubject: {value}\n\
                 Newsgroups: {value}\nFrom: x@{value}\n\n"
            );
            let origin = Origin::of(&Header::of(all.as_bytes()));
            let expected = Some(expected.as_str());
            assert_eq!(origin.message_id.as_deref(), expected);
            assert_eq!(origin.date.as_deref(), expected);
            assert_eq!(origin.list.as_deref(), expected);
            assert_eq!(origin.subject.as_deref(), expected);
            assert_eq!(origin.from_domain.as_deref(), expected);
            assert_eq!(origin.groups.first().map(String::as_str), expected);
        }
        let many = format!("Newsgroups: {}\n\n", "comp.a,".repeat(1_000_000));
        let groups = Origin::of(&Header::of(many.as_bytes())).groups;
        assert_eq!((groups.len(), &*groups[291], &*groups[292]), (293, "comp.a", "c…"));
    }

    #[test]
    fn what_a_header_says() {
        let header = Header::of(
            b"Newsgroups: comp.a, comp.b,\n ,comp.c\nList-Id: Notes on <A> <a.example>\nDate: soon\n\
              Subject: =?utf-8?Q?caf=C3=A9?=\n au lait\n\n",
        );
        let origin = Origin::of(&header);
        assert_eq!(origin.groups, ["comp.a", "comp.b", "comp.c"]);
        assert_eq!(origin.list.as_deref(), Some("a.example"));
        assert_eq!(origin.date.as_deref(), Some("soon"));
        assert_eq!(origin.subject.as_deref(), Some("café au lait"));
        assert_eq!((origin.message_id, origin.from_domain), (None, None));
    }
}
