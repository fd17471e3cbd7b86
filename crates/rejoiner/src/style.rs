//! The options for reading a text: what its whitespace means.

/// The meaning of a single space before a line break (RFC 3676, section 4.1).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SoftBreaks {
    /// Ordinary whitespace: the line break is a seam.
    #[default]
    Kept,
    /// The mailer inserted the space and the line break (`DelSp=yes`), and a hyphen there raises no doubt.
    Deleted,
}

/// The first choice for whitespace inside a line. The other choice becomes another reading.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Gaps {
    /// Removes it: the writer has marked the text as a URL (`<URL:…>`).
    Removed,
    /// Decides by the characters on both sides.
    #[default]
    Weighed,
    /// Like `Weighed`, but reads whitespace in the query as `%20`: it belongs to a letter (`mailto:`).
    Letter,
}
