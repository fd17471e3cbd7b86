//! Counts of what a walk through messages met: bytes by their use, parts by type, charset and transfer encoding, and
//! damage (A3, A7). The sum of many tallies does not depend on their order.

use std::collections::BTreeMap;

use crate::mail::damage::DamageKind;
use crate::mail::headers::content_type::ContentType;
use crate::mail::mime::part::Part;
use crate::mail::mime::reason::Reason;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

/// Counts by name.
pub(crate) type Names = BTreeMap<String, u64>;

/// The largest number of types that are counted separately, because senders write them. Others, and strings that are
/// not valid types (RFC 6838, section 4.2), are counted as [`OTHER_TYPES`].
pub(crate) const MAX_TYPES: usize = 256;

pub(crate) const OTHER_TYPES: &str = "other";

/// Counts over messages and texts. All bytes are counted as stored, encoded or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of messages. A message nested in another is a part of it.
    pub messages: u64,
    /// The number of texts that are not messages.
    pub texts: u64,
    /// The bytes of headers, including those of parts and nested messages.
    pub header_bytes: u64,
    /// The bytes of text that is searched.
    pub text_bytes: u64,
    /// The bytes that are not searched, by reason.
    pub skipped: Skipped,
    /// The messages and parts by type, in lower case, including multiparts.
    pub types: Names,
    /// The parts with text, by the charset in which they were read; `unknown` includes ASCII.
    pub charsets: Names,
    /// The parts without parts of their own, by transfer encoding: `none`, `quoted-printable`, `base64`, or `unknown`.
    pub encodings: Names,
    /// The damage, by [`DamageKind::name`].
    pub damage: Names,
}

impl Tally {
    /// Returns the number of all bytes of the messages and texts.
    pub fn bytes(&self) -> u64 {
        let skipped = self.skipped.iter().map(|(_, extent)| extent.bytes);
        self.header_bytes + self.text_bytes + skipped.sum::<u64>()
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: Tally) {
        self.messages += other.messages;
        self.texts += other.texts;
        self.header_bytes += other.header_bytes;
        self.text_bytes += other.text_bytes;
        self.skipped.merge(&other.skipped);
        for (name, count) in other.types {
            self.add_type(&name, count);
        }
        let names = [
            (&mut self.charsets, other.charsets),
            (&mut self.encodings, other.encodings),
            (&mut self.damage, other.damage),
        ];
        for (mine, its) in names {
            for (name, count) in its {
                add(mine, &name, count);
            }
        }
    }

    pub(crate) fn add_content_type(&mut self, content_type: &ContentType<'_>) {
        match content_type.name() {
            Some(name) => self.add_type(&name, 1),
            None => add(&mut self.types, OTHER_TYPES, 1),
        }
    }

    /// Of too many types, those with the first names in sort order stay: that does not depend on the order of the
    /// messages.
    fn add_type(&mut self, name: &str, count: u64) {
        add(&mut self.types, name, count);
        let own = self.types.len() - usize::from(self.types.contains_key(OTHER_TYPES));
        if own > MAX_TYPES {
            let last = self.types.keys().rev().find(|name| *name != OTHER_TYPES).cloned();
            let dropped = last.and_then(|name| self.types.remove(&name)).unwrap_or_default();
            add(&mut self.types, OTHER_TYPES, dropped);
        }
    }

    pub(crate) fn add_encoding(&mut self, encoding: TransferEncoding) {
        let name = match encoding {
            TransferEncoding::Identity => "none",
            TransferEncoding::Unknown => "unknown",
            TransferEncoding::QuotedPrintable | TransferEncoding::Base64 => {
                encoding.name().unwrap_or_default()
            }
        };
        add(&mut self.encodings, name, 1);
    }

    pub(crate) fn add_charset(&mut self, part: &Part<'_>) {
        let is_unknown = part.damage.contains(&DamageKind::UnknownCharset);
        let unnamed = if is_unknown { "unknown" } else { "none declared" };
        add(&mut self.charsets, part.stored_charset.name().unwrap_or(unnamed), 1);
    }

    pub(crate) fn add_damage(&mut self, damage: DamageKind) {
        add(&mut self.damage, damage.name(), 1);
    }
}

fn add(names: &mut Names, name: &str, count: u64) {
    if let Some(sum) = names.get_mut(name) {
        *sum += count;
    } else {
        names.insert(name.to_owned(), count);
    }
}

/// A number of regions, and of their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Extent {
    /// The number of regions.
    pub count: u64,
    /// The number of their bytes.
    pub bytes: u64,
}

/// The regions that were not searched, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped([Extent; Reason::ALL.len()]);

impl Skipped {
    /// Returns the extent for `reason`.
    pub fn of(&self, reason: Reason) -> Extent {
        self.0[reason as usize]
    }

    /// Returns all reasons with their extents.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, Extent)> {
        Reason::ALL.iter().copied().map(|reason| (reason, self.of(reason)))
    }

    pub(crate) fn merge(&mut self, other: &Skipped) {
        for (mine, its) in self.0.iter_mut().zip(&other.0) {
            mine.count += its.count;
            mine.bytes += its.bytes;
        }
    }

    pub(crate) fn add(&mut self, reason: Reason, bytes: u64) {
        let extent = &mut self.0[reason as usize];
        extent.count += 1;
        extent.bytes += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::mime::region::regions;

    fn tally(message: &[u8]) -> Tally {
        let mut regions = regions(message).tallied();
        regions.by_ref().for_each(drop);
        regions.into_tally()
    }

    fn line(names: &Names) -> String {
        let all: Vec<_> = names.iter().map(|(name, count)| format!("{count} {name}")).collect();
        all.join(", ")
    }

    #[test]
    fn parts_are_counted_by_type_charset_and_encoding() {
        // (case, message, types, charsets, encodings, damage)
        let table: [(&str, &str, [&str; 4]); 9] = [
            ("plain", "A: b\n\nx\n", ["1 text/plain", "1 none declared", "1 none", ""]),
            ("no body", "A: b\n\n", ["1 text/plain", "", "1 none", ""]),
            (
                "labels",
                "Content-Type: Text/HTML; charset=latin1\nContent-Transfer-Encoding: BASE64\n\neA==\n",
                ["1 text/html", "1 windows-1252", "1 base64", ""],
            ),
            (
                "two blocks in a text",
                "A: b\n\nx\nbegin 644 f\n#0V%T\n`\nend\ny\nbegin 644 f\n#0V%T\n`\nend\nz\n",
                ["1 text/plain", "1 none declared", "1 none", ""],
            ),
            (
                "parts",
                "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n\
                 Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lG\n--b\n\ny\n--b--\n",
                [
                    "1 image/gif, 1 multipart/mixed, 2 text/plain",
                    "2 none declared",
                    "1 base64, 2 none",
                    "",
                ],
            ),
            (
                "a message in a part",
                "Content-Type: multipart/digest; boundary=b\n\n--b\n\nA: b\n\nx\n--b--\n",
                [
                    "1 message/rfc822, 1 multipart/digest, 1 text/plain",
                    "1 none declared",
                    "1 none",
                    "",
                ],
            ),
            (
                "lying and unknown labels",
                "Content-Type: text/plain; charset=unheard\nContent-Transfer-Encoding: x-uu\n\nx\n",
                [
                    "1 text/plain",
                    "1 unknown",
                    "1 unknown",
                    "1 unknown_charset, 1 unknown_transfer_encoding",
                ],
            ),
            (
                "a multipart without end",
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/gif\n\nGIF",
                ["1 image/gif, 1 multipart/mixed", "", "1 none", "1 unclosed"],
            ),
            (
                "no type at all",
                "Content-Type: caf\u{e9}/x y\n\nx\n",
                ["1 other", "1 none declared", "1 none", ""],
            ),
        ];
        for (tried, message, expected) in table {
            let tally = tally(message.as_bytes());
            let found = [&tally.types, &tally.charsets, &tally.encodings, &tally.damage].map(line);
            assert_eq!(found, expected, "{tried}");
            assert_eq!(tally.bytes(), message.len() as u64, "{tried}");
        }
    }

    #[test]
    fn skipped_bytes_are_counted_by_reason() {
        let tally = tally(b"A: b\n\nx\nbegin 644 f\n#0V%T\n`\nend\n\n");
        assert_eq!((tally.header_bytes, tally.text_bytes), (6, 2));
        let found: Vec<_> = tally.skipped.iter().filter(|(_, extent)| extent.count > 0).collect();
        assert_eq!(
            found,
            [
                (Reason::Blank, Extent { count: 1, bytes: 1 }),
                (Reason::Uuencoded, Extent { count: 1, bytes: 24 }),
            ]
        );
    }

    /// The result does not depend on the order of the messages, however many types there are.
    #[test]
    fn the_number_of_types_is_limited() {
        let one = |i: usize| tally(format!("Content-Type: x/{i:04}\n\n").as_bytes());
        let (mut up, mut down) = (Tally::default(), Tally::default());
        (0..1000).for_each(|i| up.merge(one(i)));
        (0..1000).rev().for_each(|i| down.merge(one(i)));
        assert_eq!(up, down);
        assert_eq!(up.types.len(), MAX_TYPES + 1);
        assert_eq!((up.types["x/0000"], up.types[OTHER_TYPES]), (1, 744));
    }
}
