//! Why a stretch of a message is not searched: what the regions that are skipped are told by (A3).
//!
//! Names are those that the numbers of a run have ([`Reason::name`]), so that they stand in one place.

/// Why a stretch of a message is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The body of a part that is not text: an image, an archive, a signature.
    NotText,
    /// A delimiter line of a multipart, with the line breaks that belong to it.
    Delimiter,
    /// Blanks and line breaks where text may stand.
    Blank,
    /// A file in uuencode within a text.
    Uuencoded,
    /// A file, or a piece of one, in yEnc within a text.
    YEncoded,
    /// A file in `BinHex` within a text.
    BinHex,
    /// What PGP encrypted within a text, without the lines that say by which program.
    PgpMessage,
    /// A PGP signature below a text, without these lines. What is signed is text.
    PgpSignature,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 8] = [
        Reason::NotText,
        Reason::Delimiter,
        Reason::Blank,
        Reason::Uuencoded,
        Reason::YEncoded,
        Reason::BinHex,
        Reason::PgpMessage,
        Reason::PgpSignature,
    ];

    /// Its name where it is counted.
    pub fn name(self) -> &'static str {
        match self {
            Reason::NotText => "not_text",
            Reason::Delimiter => "delimiter",
            Reason::Blank => "blank",
            Reason::Uuencoded => "uuencode",
            Reason::YEncoded => "yenc",
            Reason::BinHex => "binhex",
            Reason::PgpMessage => "pgp_message",
            Reason::PgpSignature => "pgp_signature",
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
