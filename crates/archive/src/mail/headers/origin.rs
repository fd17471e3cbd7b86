//! The facts about a message that each of its rows repeats: identifier, date, groups, list, subject and sender (A5).
//!
//! Encoded words are decoded in the subject only; the other facts are identifiers. A value that is not UTF-8 is decoded
//! by the body's charset.
//!
//! News before 1987 has dates of RFC 850, and B-news before 2.10 other names for three fields. A malformed date is kept
//! as written in [`Origin::date_text`]. Long texts are truncated because each row repeats them: a `Subject` of ten
//! megabytes over two hundred URLs would give two gigabytes of rows.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use crate::mail::headers::date::{Rfc3339, by_position, by_words};
use crate::mail::headers::field::unfold;
use crate::mail::headers::header::Header;
use crate::mail::truncate::{MAX_CUT_TEXT_BYTES, truncated_to};

/// Facts about a message, from its header. Each text, and all `groups` together, have at most 2,048 bytes. A truncated
/// text ends in `…`.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::{Header, Origin};
///
/// let header = Header::of(b"From: Ann <ann@A.example>\nDate: Mon, 9 Jan 1995 10:12:10 +0100\n\n");
/// let origin = Origin::of(&header);
/// assert_eq!(origin.from_domain.as_deref(), Some("a.example"));
/// assert_eq!(origin.date.as_deref(), Some("1995-01-09T10:12:10+01:00"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The value of `Message-ID`, with its angle brackets.
    pub message_id: Option<String>,
    /// The value of `Date` in RFC 3339; `None` if it cannot be read.
    pub date: Option<String>,
    /// The value of `Date` as written, if it cannot be read.
    pub date_text: Option<String>,
    /// The names in `Newsgroups`.
    pub groups: Vec<String>,
    /// The text in the last angle brackets of `List-Id` (RFC 2919), or the whole value if it has none.
    pub list: Option<String>,
    /// The value of `Subject`, with encoded words decoded (RFC 2047).
    pub subject: Option<String>,
    /// The domain of the first address in `From`, in lower case.
    pub from_domain: Option<String>,
    /// Whether the mail client has marked the message as deleted: by the bit 8 of `X-Mozilla-Status` (Thunderbird), or by
    /// `D` in `X-Status` (UW IMAP, Alpine, mutt). Its text stays in the mailbox until the folder is compacted.
    pub is_deleted: bool,
}

impl Origin {
    /// Collects the facts from `header`. If a field occurs twice, the first one counts. Linear in the header.
    pub fn of(header: &Header<'_>) -> Origin {
        // The first field of each name, with everything after its colon.
        let mut stored = [None; NAMES.len()];
        let mut fields = header.fields();
        while let Some(field) = fields.next_beginning(may_begin_name) {
            if let Some(at) = index_of_name(field.name) {
                stored[at].get_or_insert(field.raw);
            }
        }
        let value = |name: Known| stored[name as usize].map(|raw: &[u8]| unfold(raw.trim_ascii()));
        let text = |value: Cow<'_, [u8]>| header.text(&value).into_owned();
        let dated = value(Known::Date).or_else(|| value(Known::Posted));
        let read = |value: &[u8]| by_position(value).or_else(|| by_words(&header.text(value)));
        let date = dated.as_deref().and_then(read);
        let date_text = if date.is_none() { dated.map(text).map(truncated) } else { None };
        let message_id = value(Known::MessageId).or_else(|| value(Known::ArticleId));
        let subject = value(Known::Subject).or_else(|| value(Known::Title));
        // The list is truncated before it is split, so the limit holds for all groups together.
        let newsgroups = value(Known::Newsgroups).map(text).map(truncated);
        let is_marked = value(Known::Flags).is_some_and(|value| {
            value.contains(&b'D') && value.iter().all(|byte| b"ADFORTU ".contains(byte))
        });
        Origin {
            message_id: message_id.map(text).map(truncated),
            date,
            date_text,
            groups: newsgroups.map_or_else(Vec::new, |names| groups(&names)),
            list: value(Known::ListId)
                .map(|value| truncated(list(&header.text(&value)).to_owned())),
            subject: subject.map(|value| truncated(header.decode(&value))),
            from_domain: value(Known::From).and_then(|value| {
                // Decoded first: in Shift_JIS and GBK the second byte of a letter may be an `@`.
                let value = header.text(&value);
                let domain = domain(&value).trim().trim_matches('.');
                let is_ascii = domain.is_ascii();
                let lower =
                    if is_ascii { domain.to_ascii_lowercase() } else { domain.to_lowercase() };
                (!domain.is_empty()).then(|| truncated(lower))
            }),
            is_deleted: is_marked
                || value(Known::FlagBits).is_some_and(|value| has_deleted_bit(&value)),
        }
    }

    /// Returns the date with its instant and zone.
    pub fn rfc_3339(&self) -> Option<Rfc3339<'_>> {
        self.date.as_deref().map(Rfc3339::new)
    }

    pub(crate) fn bytes(&self) -> usize {
        let Origin { message_id, date, date_text, groups, list, subject, from_domain, .. } = self;
        let texts = [message_id, date, date_text, list, subject, from_domain];
        let groups: usize = groups.iter().map(String::len).sum();
        groups + texts.into_iter().flatten().map(String::len).sum::<usize>()
    }

    pub(crate) fn cut(&self) -> Origin {
        let cut = |text: &Option<String>| {
            text.as_ref().map(|text| truncated_to(text.clone(), MAX_CUT_TEXT_BYTES))
        };
        Origin {
            message_id: cut(&self.message_id),
            date: cut(&self.date),
            date_text: cut(&self.date_text),
            groups: groups(&truncated_to(self.groups.join(","), MAX_CUT_TEXT_BYTES)),
            list: cut(&self.list),
            subject: cut(&self.subject),
            from_domain: cut(&self.from_domain),
            is_deleted: self.is_deleted,
        }
    }
}

/// The size of the longest text that a row repeats from a message. The longest text over 251,443 URLs of real
/// archives is a subject of 737 bytes.
pub(crate) const MAX_ORIGIN_TEXT_BYTES: usize = 2048;

pub(crate) fn truncated(text: String) -> String {
    truncated_to(text, MAX_ORIGIN_TEXT_BYTES)
}

/// The fields that are read, in the order of [`NAMES`].
#[derive(Clone, Copy)]
enum Known {
    MessageId,
    Date,
    Newsgroups,
    ListId,
    Subject,
    From,
    /// The letters of `X-Status`.
    Flags,
    /// The four hexadecimal digits of `X-Mozilla-Status`.
    FlagBits,
    // The fields of B-news before 2.10 (1982), which count only if the others are missing.
    ArticleId,
    Posted,
    Title,
}

/// The names of the fields that are read.
const NAMES: [&str; 11] = [
    "Message-ID",
    "Date",
    "Newsgroups",
    "List-Id",
    "Subject",
    "From",
    "X-Status",
    "X-Mozilla-Status",
    "Article-I.D.",
    "Posted",
    "Title",
];

/// Reports whether one of [`NAMES`] may begin with `first`.
fn may_begin_name(first: u8) -> bool {
    matches!(
        first.to_ascii_uppercase(),
        b'A' | b'D' | b'F' | b'L'..=b'N' | b'P' | b'S' | b'T' | b'X'
    )
}

/// Returns the index in [`NAMES`] of `name`, ignoring case.
fn index_of_name(name: &[u8]) -> Option<usize> {
    let first = name.first()?.to_ascii_uppercase();
    // Length and first letter exclude nearly all names.
    NAMES.iter().map(|known| known.as_bytes()).position(|known| {
        known.len() == name.len() && known[0] == first && known.eq_ignore_ascii_case(name)
    })
}

/// Reports whether `value`, the digits of `X-Mozilla-Status`, has the bit of a message that is deleted.
fn has_deleted_bit(value: &[u8]) -> bool {
    let digits = std::str::from_utf8(value).ok().map(str::trim);
    digits.and_then(|it| u32::from_str_radix(it, 16).ok()).is_some_and(|bits| bits & 8 != 0)
}

fn groups(value: &str) -> Vec<String> {
    let groups = value.split(',').map(str::trim).filter(|group| !group.is_empty());
    groups.map(str::to_owned).collect()
}

/// Returns the text in the last angle brackets of `value`, or all of it if there are none.
fn list(value: &str) -> &str {
    let inner = value.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or(value, |(name, _)| name).trim()
}

/// Returns the domain after the first `@` in angle brackets, or in the whole value. Archives write ` at ` for it.
fn domain(value: &str) -> &str {
    const MASK: &[u8] = b" at ";
    let address = memchr(b'<', value.as_bytes()).map_or(value, |at| &value[at + 1..]);
    let bytes = address.as_bytes();
    let after = memchr(b'@', bytes).map(|at| at + "@".len());
    // `memmem` takes longer to set up than an address is long.
    let masked = || memchr_iter(b' ', bytes).find(|&at| bytes[at..].starts_with(MASK));
    let after = after.or_else(|| Some(masked()? + MASK.len()));
    let rest = after.map_or("", |after| address[after..].trim_ascii_start());
    let is_host = |byte: &u8| {
        byte.is_ascii_alphabetic() || matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'_' | 0x80..)
    };
    &rest[..rest.bytes().position(|byte| !is_host(&byte)).unwrap_or(rest.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_of_the_first_address_is_found() {
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
            let header = format!("From: {value}\n");
            let origin = Origin::of(&Header::of(header.as_bytes()));
            assert_eq!(origin.from_domain.as_deref(), expected, "{value}");
        }
        let header = b"From: \x83\x40 ann@a.example\nContent-Type: text/plain; charset=shift_jis\n";
        let origin = Origin::of(&Header::of(header));
        assert_eq!(origin.from_domain.as_deref(), Some("a.example"));
    }

    #[test]
    fn eight_bit_fields_are_decoded_by_the_charset_of_the_body() {
        // (header, subject)
        let table: [(&[u8], &str); 7] = [
            (b"Subject: caf\xE9\nContent-Type: text/plain; charset=iso-8859-1\n", "café"),
            (b"Content-Type: text/plain; charset=koi8-r\nSubject: \xC4\xC1\n", "да"),
            (b"Subject: \x93\xFA\nContent-Type: text/html; charset=Shift_JIS\n", "日"),
            // UTF-8 is decoded as UTF-8, whatever the body's charset is.
            (b"Subject: caf\xC3\xA9\nContent-Type: text/plain; charset=koi8-r\n", "café"),
            (
                b"Subject: =?utf-8?Q?=C3=A9?= \xE9\nContent-Type: a/b; charset=koi8-r\n",
                "é \u{FFFD}",
            ),
            (b"Subject: caf\xE9\nContent-Type: text/plain; charset=x-unknown\n", "caf\u{FFFD}"),
            (b"Subject: caf\xE9\n", "caf\u{FFFD}"),
        ];
        for (header, subject) in table {
            let origin = Origin::of(&Header::of(header));
            assert_eq!(origin.subject.as_deref(), Some(subject), "{}", header.escape_ascii());
        }
    }

    #[test]
    fn long_texts_are_truncated() {
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
            assert_eq!((origin.date, origin.date_text.as_deref()), (None, expected));
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
    fn names_are_looked_up_by_their_first_letters() {
        assert!(NAMES.iter().all(|name| may_begin_name(name.to_lowercase().as_bytes()[0])));
    }

    #[test]
    fn a_deleted_message_is_marked() {
        // (header, whether the message is deleted)
        let table = [
            ("X-Mozilla-Status: 0009\n", true),
            ("X-Mozilla-Status: 8\nX-Mozilla-Status2: 00000000\n", true),
            ("X-Mozilla-Status: 0001\nX-Status: AD\n", true),
            ("X-Mozilla-Status: 0011\nX-Status: A\n", false),
            ("X-Status: Delivered\n", false),
            ("X-Mozilla-Status: deleted\n", false),
            ("X-Mozilla-Status2: 00000008\nSubject: a\n", false),
        ];
        for (header, expected) in table {
            assert_eq!(Origin::of(&Header::of(header.as_bytes())).is_deleted, expected, "{header}");
        }
    }

    #[test]
    fn old_fields_count_if_the_others_are_missing() {
        // (header, identifier, date, subject)
        let table = [
            (
                "Title: a\nArticle-I.D.: eagle.642\nPosted: Sat Jul  2 12:05:57 1983\n",
                [Some("eagle.642"), Some("1983-07-02T12:05:57-00:00"), Some("a")],
            ),
            (
                "Title: a\nPosted: x\nSubject: b\nDate: Sat, 2-Jul-83 12:05:57 EDT\n",
                [None, Some("1983-07-02T12:05:57-04:00"), Some("b")],
            ),
            ("Posted: Sat Jul  2 12:05:57 1983\nDate: soon\n", [None, None, None]),
        ];
        for (header, expected) in table {
            let Origin { message_id, date, subject, .. } =
                Origin::of(&Header::of(header.as_bytes()));
            let found = [&message_id, &date, &subject].map(Option::as_deref);
            assert_eq!(found, expected, "{header}");
        }
    }

    #[test]
    fn facts_are_collected_from_a_header() {
        let header = Header::of(
            b"Newsgroups: comp.a, comp.b,\n ,comp.c\nList-Id: Notes on <A> <a.example>\nDate: soon\n\
              Subject: =?utf-8?Q?caf=C3=A9?=\n au lait\n\n",
        );
        let origin = Origin::of(&header);
        assert_eq!(origin.groups, ["comp.a", "comp.b", "comp.c"]);
        assert_eq!(origin.list.as_deref(), Some("a.example"));
        assert_eq!((origin.date, origin.date_text.as_deref()), (None, Some("soon")));
        assert_eq!(origin.subject.as_deref(), Some("café au lait"));
        assert_eq!((origin.message_id, origin.from_domain), (None, None));
    }
}
