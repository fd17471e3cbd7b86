//! The content of a part whose type is not text, such as `application/octet-stream` (A3). Mailers give this type to
//! patches, logs, saved pages and forwarded messages, so the first bytes decide whether the part is read. Pictures and
//! the like are never looked at.

use std::borrow::Cow;

use crate::mail::attached::signed::signed_content;
use crate::mail::attached::tnef::begins_tnef;
use crate::mail::containers::container::Container;
use crate::mail::containers::emlx::emlx_message;
use crate::mail::headers::beginning::begins_message;
use crate::mail::mime::step::Body;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::transfer_encoding::TransferEncoding;
use crate::mail::transfer::{base64, quoted_printable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttachmentContent {
    Text,
    /// A message with a header, or a mailbox.
    Message,
    /// A message between a length and a property list.
    Emlx,
    /// A message or another content that a signature encloses.
    Signed,
    Tnef,
    /// An archive or compressed data, which is searched only if the caller wants that.
    Archive,
    Other,
}

impl AttachmentContent {
    /// Detects the content of `body`, whose type is neither text, message nor multipart. Takes constant time.
    pub(super) fn of(message: &[u8], body: &Body<'_>) -> AttachmentContent {
        let declared = &body.content_type;
        if NEVER_TEXT.iter().any(|kind| declared.is_kind(kind)) && !declared.is_page()
            || declared.is("application", "pgp-signature")
        {
            return AttachmentContent::Other;
        }
        let stored = &message[body.range.clone()];
        let stored = &stored[..stored.len().min(SAMPLED_BYTES)];
        let head = match body.encoding {
            TransferEncoding::Base64 => Cow::Owned(base64::decode(stored).text),
            TransferEncoding::QuotedPrintable => quoted_printable::decode(stored).text,
            TransferEncoding::Identity | TransferEncoding::Unknown => Cow::Borrowed(stored),
        };
        if Container::of_first_line(&head).is_some() {
            AttachmentContent::Message
        } else if !is_text(&head) {
            if begins_tnef(&head) {
                AttachmentContent::Tnef
            } else if signed_content(&head).is_some() {
                AttachmentContent::Signed
            } else if ARCHIVES
                .iter()
                .any(|&(at, magic)| head[at.min(head.len())..].starts_with(magic))
            {
                AttachmentContent::Archive
            } else {
                AttachmentContent::Other
            }
        } else if begins_message(&head) {
            AttachmentContent::Message
        } else if emlx_message(&head).is_some() {
            AttachmentContent::Emlx
        } else {
            AttachmentContent::Text
        }
    }
}

/// The first bytes of a part that decide, as stored. The header of a nested message must show in them.
pub(crate) const SAMPLED_BYTES: usize = 4096;

/// The types that are not looked at, except SVG. A few others have text formats, whose URLs are mostly those of XML.
const NEVER_TEXT: [&str; 5] = ["image", "audio", "video", "font", "model"];

/// The offsets and first bytes of zip, split zip, compress, gzip, bzip2, xz, zstd, 7z, RAR, tar, lz4 and lzip, and of PDF,
/// OLE (`.msg`, `.doc`) and `SQLite`, which may have URLs too.
const ARCHIVES: [(usize, &[u8]); 15] = [
    (0, b"PK\x03\x04"),
    (0, b"PK00PK\x03\x04"),
    (0, b"\x1F\x9D"),
    (0, b"\x1F\x8B"),
    (0, b"BZh"),
    (0, b"\xFD7zXZ\0"),
    (0, b"\x28\xB5\x2F\xFD"),
    (0, b"7z\xBC\xAF\x27\x1C"),
    (0, b"Rar!\x1A\x07"),
    (257, b"ustar"),
    (0, b"\x04\x22\x4D\x18"),
    (0, b"LZIP\x01"),
    (0, b"%PDF-"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
    (0, b"SQLite format 3\0"),
];

/// The beginnings of PDF and PostScript. These are text at their start, but their words are divided by commands,
/// and so are URLs in them.
const TYPESET: [&[u8]; 2] = [b"%PDF-", b"%!PS"];

/// Reports whether a file that begins with `head` is text: it has no NUL, or is in UTF-16, and at most one byte in
/// [`BYTES_PER_CONTROL`] is a control character. Compressed data has 26 times as many.
pub(super) fn is_text(head: &[u8]) -> bool {
    if head.is_empty() || TYPESET.iter().any(|typeset| head.starts_with(typeset)) {
        return false;
    }
    let is_control = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1B);
    let controls = head.iter().filter(is_control).count();
    Charset::find_utf_16(head).is_some()
        || !head.contains(&0) && controls * BYTES_PER_CONTROL <= head.len()
}

const BYTES_PER_CONTROL: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_recognised_by_its_first_bytes() {
        let (page_break, long) = (b"a\x0Cb\x1B[1mc\r\n", [&[b'a'; 255][..], b"\x1A"].concat());
        // (first bytes, whether they are text)
        let table: [(&[u8], bool); 14] = [
            (b"see http://a.example/\n", true),
            (b"\xE9t\xE9 in Latin-1", true),
            (page_break, true),
            (&long, true),
            (&long[1..], false),
            (b"\xFF\xFEh\0t\0", true),
            (b"{\"a\": 1}", true),
            (b"", false),
            (b"PK\x03\x04\x14\0", false),
            (b"\x1F\x8B\x08", false),
            (b"text with a NUL\0", false),
            (b"%PDF-1.4\n1 0 obj\n", false),
            (b"%!PS-Adobe-3.0\n", false),
            (b"{\\rtf1\\ansi", true),
        ];
        for (head, expected) in table {
            assert_eq!(is_text(head), expected, "{}", head.escape_ascii());
        }
    }
}
