//! Damage as data: malformed input, and input that could not be read (A7).

use std::borrow::Cow;
use std::fmt;

/// Something that could not be read, or that was malformed and read nevertheless. No readable text is lost by it.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::{DamageKind, parts};
///
/// let message = b"Content-Type: text/plain; charset=x-none\n\nhttp://a.example/\n";
/// let part = parts(message).next().expect("it has a body");
/// let damage = part.damages().next().expect("no charset has this name");
/// assert_eq!((damage.kind, damage.offset), (DamageKind::UnknownCharset, Some(42)));
/// assert_eq!(damage.kind.name(), "unknown_charset");
/// assert_eq!(damage.to_string(), "the declared charset is unknown; the text is searched as bytes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// The byte at which it is, if it has a place. It counts in the message for a part of it, otherwise in the source.
    pub offset: Option<u64>,
    /// The kind.
    pub kind: DamageKind,
    /// A sentence about it, without the name of the source.
    pub message: Cow<'static, str>,
}

impl Damage {
    /// Returns damage at `offset`, with a sentence about it.
    pub fn new(
        kind: DamageKind,
        offset: Option<u64>,
        message: impl Into<Cow<'static, str>>,
    ) -> Damage {
        Damage { offset, kind, message: message.into() }
    }

    pub(crate) fn at(offset: usize, kind: DamageKind) -> Damage {
        Damage::new(kind, Some(offset as u64), kind.description())
    }

    pub(crate) fn moved(self, bytes: usize) -> Damage {
        Damage { offset: self.offset.map(|offset| offset + bytes as u64), ..self }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Declares [`DamageKind`]: each kind with its name and its description, which is also its documentation.
macro_rules! damage_kinds {
    ($($(#[doc = $detail:literal])* $kind:ident $name:literal $description:literal,)*) => {
        /// The kind of some [`Damage`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DamageKind {
            $(
                #[doc = concat!("`", $name, "`: ", $description, ".")]
                $(#[doc = $detail])*
                $kind,
            )*
        }

        impl DamageKind {
            /// All kinds.
            pub const ALL: &'static [DamageKind] = &[$(DamageKind::$kind),*];

            /// Returns the name, as `--damage` and `--stats` of the program write it.
            pub fn name(self) -> &'static str {
                match self { $(DamageKind::$kind => $name,)* }
            }

            /// Returns a sentence about the kind.
            pub fn description(self) -> &'static str {
                match self { $(DamageKind::$kind => $description,)* }
            }
        }
    };
}

damage_kinds! {
    UnknownCharset "unknown_charset"
        "the declared charset is unknown; the text is searched as bytes",
    LyingCharset "lying_charset"
        "the bytes are invalid in the declared charset; the text is searched as bytes",
    UnknownTransferEncoding "unknown_transfer_encoding"
        "the declared transfer encoding is unknown; the text is searched as stored",
    BadQuotedPrintable "bad_quoted_printable"
        "in quoted-printable, an `=` is neither an octet nor a soft break; it is kept",
    UndeclaredQuotedPrintable "undeclared_quoted_printable"
        "the text is in quoted-printable without a declaration; it was decoded",
    BadBase64 "bad_base64"
        "base64 is cut off, wrongly padded, has other bytes in it, or is not base64 at all",
    NoBoundary "no_boundary"
        "a multipart declares no boundary; its body is read as text",
    MissingBoundary "missing_boundary"
        "the boundary of a multipart never occurs; its body is read as text",
    /// This is reported with the next text part.
    Unclosed "unclosed"
        "a multipart has no closing delimiter",
    /// RFC 2046, section 5.2.1, forbids it.
    EncodedMessage "encoded_message"
        "a message within a message is in base64 or quoted-printable; it was decoded",
    TooDeep "too_deep"
        "parts are nested too deep; the inner ones are read as text",
    ArchiveInPart "archive_in_part"
        "a part is an archive, a document (Office, PDF, Outlook) or a database; it is not or not wholly searched",
    InPieces "in_pieces"
        "a text or header is larger than the limit; it is searched in pieces, and structure at their ends may be lost",
    TextCut "text_cut"
        "the texts that rows repeat are cut, because rows are very many",
    NotOpened "not_opened"
        "the source could not be opened",
    Unreadable "unreadable"
        "the system reported an error while the source was read",
    Changed "changed"
        "the file was written while it was read, and its rows may be of the old or the new content; scan it again",
    Damaged "damaged"
        "the bytes are malformed",
    Truncated "truncated"
        "the source ends too early",
    TooLarge "too_large"
        "a message, or something that expands, is larger than its limit",
    NotRead "not_read"
        "content that is not searched, such as an encrypted member",
    Skipped "skipped"
        "a file or member that is not read, or is not what its name says, which is no error",
    SplitFailed "split_failed"
        "the file of a split is missing, cannot be opened, or is not as it was planned",
}

impl DamageKind {
    /// Reports whether this is damage within a message or text, such as a malformed part or an archive in a part. URLs
    /// of the part may be missing.
    pub fn is_malformed(self) -> bool {
        use DamageKind::{EncodedMessage, InPieces, UndeclaredQuotedPrintable};
        // The first kinds of the table, up to this one.
        self as usize <= InPieces as usize
            && !matches!(self, EncodedMessage | UndeclaredQuotedPrintable)
    }

    /// Reports whether it is an error, with which the program ends with status 2.
    pub fn is_error(self) -> bool {
        use DamageKind::{EncodedMessage, Skipped, UndeclaredQuotedPrintable};
        !self.is_malformed()
            && !matches!(self, EncodedMessage | Skipped | UndeclaredQuotedPrintable)
    }
}

impl fmt::Display for DamageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_name_of_its_own() {
        for &kind in DamageKind::ALL {
            let is_called =
                |name: &str| DamageKind::ALL.iter().filter(|it| it.name() == name).count();
            assert_eq!(is_called(&kind.to_string()), 1, "{kind}");
        }
    }
}
