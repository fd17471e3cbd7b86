//! A text part of a message: the bytes to be searched, and what must be known to read them (A3,
//! A5).
//!
//! The bytes are the message's own wherever nothing needs undoing, which is most old mail; then
//! [`Part::base`] places what is found in them. Otherwise the transfer encoding was undone, and the
//! charset too where ASCII does not stand in it as it is. The trap is to trust labels: one that is
//! unknown or that the bytes belie is noted as [`Damage`], and the part is searched as it stands
//! (A7).

use core::ops::Range;
use std::borrow::Cow;

use crate::archive::headers::content_type::ContentType;
use crate::archive::html::page::Html;
use crate::archive::transfer::charset::Charset;
use crate::archive::transfer::map::Map;
use crate::archive::transfer::transfer_encoding::TransferEncoding;
use crate::archive::transfer::{base64, quoted_printable};

/// A text part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<'h> {
    /// Which part of the message: the section number that IMAP gives it (RFC 3501, section 6.4.5),
    /// `1` where the message has no other. A multipart's preamble is its part 0, and its epilogue
    /// is numbered as the part behind its last. For a header field `header:` and its name, each word
    /// with a capital: `header:List-Archive`; behind the section number and a dot where the header is
    /// not the message's own.
    pub path: Cow<'static, str>,
    /// Its place in the message.
    pub role: Role,
    /// What kind of text it is.
    pub kind: PartKind,
    /// The bytes to be searched: a slice of the message, or decoded.
    pub text: Cow<'h, [u8]>,
    /// Where the part is stored, encoded or not: a range of the message, in bytes, half-open. Parts of a
    /// message that was decoded all stand where that does.
    pub stored: Range<usize>,
    /// The offset of `text` in the message, in bytes, where it stands there as it is; `None` where
    /// it was decoded.
    pub base: Option<usize>,
    /// The charset of `text`: UTF-8 where the whole was decoded for its charset, else the declared
    /// one.
    pub charset: Charset,
    /// The charset that was declared or found, also where it was decoded; unknown where none was.
    pub stored_charset: Charset,
    /// The transfer encoding that was undone.
    pub encoding: TransferEncoding,
    /// `format=flowed` (RFC 3676) with its `DelSp`; `None` where the text is fixed.
    pub flowed: Option<DelSp>,
    /// What was wrong with the part, or with the message on the way to it.
    pub damage: Vec<Damage>,
    /// Was more undone than the transfer encoding?
    pub(crate) is_recoded: bool,
    /// Is it a message that was decoded, to be taken apart?
    pub(crate) is_message: bool,
}

/// The place of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// A body, of the message or of a part in it.
    Body,
    /// What stands before the first delimiter of a multipart.
    Preamble,
    /// What stands behind its last.
    Epilogue,
    /// Plain text behind a body in base64: the footer of a list.
    Footer,
    /// The value of a header field.
    Field,
}

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartKind {
    /// `text/plain`, or nothing declared.
    Plain,
    /// `text/html`, or plain text that begins as a page does: the raw text of it, with its markup.
    /// [`Html`] reads it.
    Html,
    /// Another `text/*`, or a `message/*` that is not a message, such as a delivery status.
    Other,
}

/// `DelSp` of flowed text: is the blank before a soft line break taken out (RFC 3676, section 4.2)?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelSp {
    /// The blank belongs to the text.
    No,
    /// The blank was never there.
    Yes,
}

/// What was wrong. Nothing is lost by it: what could be read was read (A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// The charset declared is one that nobody knows; the text is searched as bytes.
    UnknownCharset,
    /// The bytes belie the charset declared; the text is searched as bytes.
    LyingCharset,
    /// The transfer encoding declared is none that is known; the text is searched as it stands.
    UnknownTransferEncoding,
    /// An `=` of quoted-printable begins nothing and stands for itself.
    BadQuotedPrintable,
    /// The text is quoted-printable and nobody says so; it was decoded.
    UndeclaredQuotedPrintable,
    /// Base64 is cut off, wrongly padded, holds other bytes, or is no base64 at all.
    BadBase64,
    /// A multipart declares no boundary; its body is read as text.
    NoBoundary,
    /// A multipart's boundary never occurs; its body is read as text.
    MissingBoundary,
    /// A multipart ends without its closing delimiter; noted at the text part that comes next.
    Unclosed,
    /// A message within a message is in base64 or quoted-printable (RFC 2046, section 5.2.1, forbids it); it
    /// was decoded and taken apart.
    EncodedMessage,
    /// Parts are nested more than [`MAX_DEPTH`](super::MAX_DEPTH) deep; the rest is read as text.
    TooDeep,
}

impl Damage {
    /// Its name where it is counted.
    pub fn name(self) -> &'static str {
        match self {
            Damage::UnknownCharset => "unknown_charset",
            Damage::LyingCharset => "lying_charset",
            Damage::UnknownTransferEncoding => "unknown_transfer_encoding",
            Damage::BadQuotedPrintable => "bad_quoted_printable",
            Damage::UndeclaredQuotedPrintable => "undeclared_quoted_printable",
            Damage::BadBase64 => "bad_base64",
            Damage::NoBoundary => "no_boundary",
            Damage::MissingBoundary => "missing_boundary",
            Damage::Unclosed => "unclosed",
            Damage::EncodedMessage => "encoded_message",
            Damage::TooDeep => "too_deep",
        }
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl<'h> Part<'h> {
    /// The text that stands at `stored` in `message`, as it is.
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

    /// Where the bytes of `text` stand in `message`, the one that the part is of; `None` where the charset
    /// or encoded words were undone, or a message around it. Linear in the part where it was decoded.
    pub fn map(&self, message: &[u8]) -> Option<Map> {
        if let Some(base) = self.base {
            return Some(Map::shift(base, self.text.len()));
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

    /// Undoes the transfer encoding. Behind base64 there may be more text: then the part is stored
    /// in less, and the rest is given as a range of the message.
    pub(crate) fn undo(&mut self, encoding: TransferEncoding) -> Option<Range<usize>> {
        let Cow::Borrowed(encoded) = self.text else { return None };
        match encoding {
            TransferEncoding::Identity => {}
            TransferEncoding::Unknown => self.damage.push(Damage::UnknownTransferEncoding),
            TransferEncoding::QuotedPrintable => {
                let decoded = quoted_printable::decode(encoded);
                if decoded.bad > 0 {
                    self.damage.push(Damage::BadQuotedPrintable);
                }
                self.set_text(decoded.text);
                self.encoding = encoding;
            }
            TransferEncoding::Base64 => {
                let decoded = base64::decode(encoded);
                let is_none = decoded.text.is_empty();
                if decoded.damaged || is_none {
                    self.damage.push(Damage::BadBase64);
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

    /// Takes over what the type says of the text, and decodes it where it cannot be searched as it
    /// is.
    pub(crate) fn read_as(&mut self, content_type: &ContentType<'_>) {
        self.kind = if content_type.is("text", "html") {
            PartKind::Html
        } else if content_type.is("text", "plain") {
            PartKind::Plain
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
        self.read_charset(content_type.parameter("charset").as_deref());
    }

    fn read_charset(&mut self, label: Option<&[u8]>) {
        match Charset::of_label(label.unwrap_or_default()) {
            Some(charset) => self.charset = charset,
            None => self.damage.push(Damage::UnknownCharset),
        }
        if let Some(utf_16) = Charset::find_utf_16(&self.text) {
            self.charset = utf_16;
        }
        self.decode_charset();
        if self.kind == PartKind::Plain && Html::looks_like_page(&self.text) {
            self.kind = PartKind::Html;
        }
    }

    /// Decodes the text where it cannot be searched as it is.
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
                self.damage.push(Damage::LyingCharset);
                self.charset = charset;
            }
        }
    }

    /// Reports whether the part, a message whose transfer encoding was undone, was really in that encoding.
    pub(crate) fn was_encoded(&self) -> bool {
        let is_decoded = matches!(self.text, Cow::Owned(_));
        is_decoded && !self.damage.contains(&Damage::BadQuotedPrintable)
    }

    fn set_text(&mut self, text: Cow<'h, [u8]>) {
        if matches!(text, Cow::Owned(_)) {
            self.base = None;
        }
        self.text = text;
    }
}
