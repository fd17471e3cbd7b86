//! The reasons for which bytes of a message are not searched (A3). Statistics have their names.

use urlsift::named;

/// The reason for which a region of a message is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The body of a part that is not text, by its type or its first bytes: an image, an archive, a signature.
    NotText,
    /// A delimiter line of a multipart, with the line breaks that belong to it.
    Delimiter,
    /// Whitespace where there may be text.
    Blank,
    /// A uuencoded file within a text.
    Uuencoded,
    /// A file, or a piece of one, in yEnc within a text.
    YEncoded,
    /// A file in `BinHex` within a text.
    BinHex,
    /// Data that PGP encrypted within a text. The lines before it, which name a program, are text.
    PgpMessage,
    /// A PGP signature after a text. The lines before it, which name a program, and the signed text are text.
    PgpSignature,
}

named!(Reason: NotText "not_text", Delimiter "delimiter", Blank "blank", Uuencoded "uuencode", YEncoded "yenc",
    BinHex "binhex", PgpMessage "pgp_message", PgpSignature "pgp_signature");

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
