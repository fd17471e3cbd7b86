//! A text part of a message: the bytes to search, and the facts that a search of them needs (A3, A5).
//!
//! The text borrows the bytes of the message if nothing has to be decoded, as in most old mail. An unknown label, or
//! one that the bytes contradict, is reported as [`DamageKind`], and the text is searched as stored (A7).

use core::ops::Range;
use std::borrow::Cow;

use crate::mail::attached::rtf::{begins_rtf, rtf_text};
use crate::mail::damage::{Damage, DamageKind};
use crate::mail::headers::content_type::ContentType;
use crate::mail::html::text::MappedText;
use crate::mail::mime::content_lines::content_lines;
use crate::mail::mime::json_text::json_text;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::transfer::transfer_encoding::TransferEncoding;
use crate::mail::transfer::{base64, quoted_printable};

/// A text part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<'h> {
    /// The number of the part, as IMAP counts (RFC 3501, section 6.4.5); `1` if the message has only one part.
    ///
    /// A preamble is part 0 of its multipart, and the number of an epilogue follows that of the last part. For a header
    /// field the path is `header:` and the field's name, with each word capitalised: `header:List-Archive`. The number
    /// of the part and a dot precede it if the header is not that of the message: `2.1.header:X-Url`.
    pub path: Cow<'static, str>,
    /// The place of the part in the message.
    pub role: Role,
    /// The kind of the text.
    pub kind: PartKind,
    /// The bytes to search, borrowed from the message or decoded.
    pub text: Cow<'h, [u8]>,
    /// The range of the message in which the part is stored, or the decoded message that it is in. Bytes, half-open.
    pub stored: Range<usize>,
    /// The offset of `text` in the message, in bytes, if it is stored as is; `None` if it was decoded.
    pub base: Option<usize>,
    /// The charset of `text`: UTF-8 if the charset was decoded, else the declared one.
    pub charset: Charset,
    /// The charset that was declared or detected, even if it was decoded.
    pub stored_charset: Charset,
    /// The transfer encoding that was decoded.
    pub encoding: TransferEncoding,
    /// The `DelSp` of a text in `format=flowed` (RFC 3676); `None` for other texts.
    pub flowed: Option<DelSp>,
    /// The damage in the part, or in the message before it.
    pub damage: Vec<DamageKind>,
    /// Whether more than the transfer encoding was decoded.
    pub(crate) is_recoded: bool,
    /// Whether the part is a decoded message with parts of its own.
    pub(crate) is_message: bool,
}

/// The place of a part in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// A body, of the message or of a part in it.
    Body,
    /// A body whose type is not text, such as `application/octet-stream`, but whose content is.
    Attachment,
    /// The text before the first delimiter of a multipart.
    Preamble,
    /// The text after the last delimiter of a multipart.
    Epilogue,
    /// Plain text after a body in base64, such as a list's footer.
    Footer,
    /// The value of a header field.
    Field,
}

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// `text/plain`, or no declared type.
    Plain,
    /// `text/html`, or undeclared text that begins like a page, with its markup. [`Html`](crate::mail::Html) parses it.
    Html,
    /// A calendar or address cards: `text/calendar`, `text/vcard` and `text/directory`, or text that begins like one.
    /// Its lines are folded and have escapes (RFC 5545, section 3.1).
    ContentLines,
    /// Undeclared text that begins like JSON, with its escapes.
    Json,
    /// RTF: text that begins like it, with its control words.
    Rtf,
    /// Another `text/*`, a `message/*` that is not a message, such as a delivery status, or the text of an attachment.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// As an HTML page, a calendar, address cards, JSON or RTF if it begins like one, otherwise as plain text.
    Detected,
    Plain,
    /// As an HTML page.
    Page,
}

/// The parameter `DelSp` of flowed text: whether the space before a soft break is deleted (RFC 3676, section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelSp {
    /// The space is part of the text.
    No,
    /// The space is deleted with the soft break.
    Yes,
}

impl<'h> Part<'h> {
    pub(crate) fn new(
        message: &'h [u8],
        stored: Range<usize>,
        path: Cow<'static, str>,
        role: Role,
    ) -> Part<'h> {
        Part {
            path,
            role,
            kind: PartKind::Plain,
            text: Cow::Borrowed(&message[stored.clone()]),
            base: Some(stored.start),
            stored,
            charset: Charset::UNKNOWN,
            stored_charset: Charset::UNKNOWN,
            encoding: TransferEncoding::Identity,
            flowed: None,
            damage: Vec::new(),
            is_recoded: false,
            is_message: false,
        }
    }

    /// Returns the damage in the part with its offset in the message, that of the stored part.
    pub fn damages(&self) -> impl Iterator<Item = Damage> {
        self.damage.iter().map(|&kind| Damage::at(self.stored.start, kind))
    }

    /// Maps the bytes of `text` to their positions in `message`, the message of the part. Linear in a decoded part.
    /// Returns `None` if more than the transfer encoding was decoded.
    pub fn map(&self, message: &[u8]) -> Option<Map> {
        if let Some(base) = self.base {
            return Some(Map::stored_as_is(base, self.text.len()));
        }
        let stored = message.get(self.stored.clone())?;
        let map = match self.encoding {
            _ if self.is_recoded => return None,
            TransferEncoding::QuotedPrintable => quoted_printable::map(stored),
            TransferEncoding::Base64 => base64::map(stored),
            TransferEncoding::Identity | TransferEncoding::Unknown => return None,
        };
        Some(map.moved(self.stored.start))
    }

    /// Returns the text that people read, with its charset, of content lines, JSON and RTF. The map leads to `text`.
    /// Returns `None` for other kinds. Linear in `text`.
    pub fn mapped_text(&self) -> Option<(MappedText<'_>, Charset)> {
        match self.kind {
            PartKind::ContentLines => Some((content_lines(&self.text), self.charset)),
            PartKind::Json => Some((json_text(&self.text), self.charset)),
            PartKind::Rtf => Some((rtf_text(&self.text), Charset::UTF_8)),
            _ => None,
        }
    }

    /// Decodes the transfer encoding. Returns the range in the message of text after base64, before which the part
    /// ends.
    pub(crate) fn undo(&mut self, encoding: TransferEncoding) -> Option<Range<usize>> {
        let Cow::Borrowed(encoded) = self.text else { return None };
        match encoding {
            TransferEncoding::Identity => {}
            TransferEncoding::Unknown => self.damage.push(DamageKind::UnknownTransferEncoding),
            TransferEncoding::QuotedPrintable => {
                let decoded = quoted_printable::decode(encoded);
                if decoded.bad > 0 {
                    self.damage.push(DamageKind::BadQuotedPrintable);
                }
                self.set_text(decoded.text);
                self.encoding = encoding;
            }
            TransferEncoding::Base64 => {
                let decoded = base64::decode(encoded);
                let is_none = decoded.text.is_empty();
                if decoded.damaged || is_none {
                    self.damage.push(DamageKind::BadBase64);
                }
                if !is_none {
                    let rest = self.stored.start + decoded.end..self.stored.end;
                    self.stored.end = rest.start;
                    self.encoding = encoding;
                    self.set_text(Cow::Owned(decoded.text));
                    return (!rest.is_empty()).then_some(rest);
                }
            }
        }
        None
    }

    /// Applies the parameters of `content_type`. `detect` returns the kind of plain text.
    pub(crate) fn read_as(
        &mut self,
        content_type: &ContentType<'_>,
        detect: fn(&[u8]) -> PartKind,
    ) {
        self.kind = if content_type.is("text", "plain") {
            PartKind::Plain
        } else if content_type.is_page() {
            PartKind::Html
        } else if CONTENT_LINES.iter().any(|&subtype| content_type.is("text", subtype)) {
            PartKind::ContentLines
        } else {
            PartKind::Other
        };
        let has = |name: &str, value: &str| {
            let found = content_type.parameter(name);
            found.is_some_and(|found| found.eq_ignore_ascii_case(value.as_bytes()))
        };
        if has("format", "flowed") {
            self.flowed = Some(if has("delsp", "yes") { DelSp::Yes } else { DelSp::No });
        }
        self.read_charset(content_type.parameter("charset").as_deref(), detect);
    }

    /// Applies the charset called `label`, and detects UTF-16 and the kind of plain text.
    fn read_charset(&mut self, label: Option<&[u8]>, detect: fn(&[u8]) -> PartKind) {
        match Charset::of_label(label.unwrap_or_default()) {
            Some(charset) => self.charset = charset,
            None => self.damage.push(DamageKind::UnknownCharset),
        }
        // The NULs or the byte order mark of UTF-16 are more reliable than a label.
        if let Some(utf_16) = Charset::find_utf_16(&self.text) {
            self.charset = utf_16;
        }
        self.decode_charset();
        if self.kind == PartKind::Other && begins_rtf(&self.text) {
            self.kind = PartKind::Rtf;
        } else if self.kind == PartKind::Plain || self.role == Role::Attachment {
            let kind = detect(&self.text);
            if kind != PartKind::Plain {
                self.kind = kind;
            }
        }
    }

    /// Decodes the charset if the text is not transparent in it.
    pub(crate) fn decode_charset(&mut self) {
        self.stored_charset = self.charset;
        if self.charset.is_transparent_in(&self.text) {
            return;
        }
        match self.charset.decode_text(&self.text) {
            Ok(text) => {
                self.set_text(Cow::Owned(text.into_bytes()));
                self.is_recoded = true;
                self.charset = Charset::UTF_8;
            }
            Err(charset) => {
                self.damage.push(DamageKind::LyingCharset);
                self.charset = charset;
            }
        }
    }

    /// Reports whether the part, a message whose transfer encoding was undone, was really in that encoding. Some
    /// messages labelled quoted-printable are stored as is. They have an `=` that begins neither an octet nor a soft
    /// break, as in `charset=`. An encoded message has none.
    pub(crate) fn was_encoded(&self) -> bool {
        let is_decoded = matches!(self.text, Cow::Owned(_));
        is_decoded && !self.damage.contains(&DamageKind::BadQuotedPrintable)
    }

    pub(crate) fn unpack(&mut self, content: Vec<u8>) {
        self.set_text(Cow::Owned(content));
        self.is_recoded = true;
    }

    fn set_text(&mut self, text: Cow<'h, [u8]>) {
        if matches!(text, Cow::Owned(_)) {
            self.base = None;
        }
        self.text = text;
    }
}

const CONTENT_LINES: [&str; 5] = ["calendar", "x-vcalendar", "vcard", "x-vcard", "directory"];
