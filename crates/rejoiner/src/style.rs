//! The options for reading a text: what its whitespace means.

/// The options for reading a text.
///
/// ```
/// use urlsift_rejoiner::{Gaps, Readings, SoftBreaks, Style};
///
/// let text = b"http://example.org/a- \nb";
/// let readings = |style: Style| Readings::new(text, [0..21, 23..24].into_iter(), style);
/// assert_eq!(readings(Style::default()).as_slice().len(), 2);
/// let style = Style::default().soft_breaks(SoftBreaks::Deleted);
/// assert_eq!(readings(style).as_slice().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// The first choice for whitespace inside a line.
    pub gaps: Gaps,
    /// The meaning of a space before a line break.
    pub soft_breaks: SoftBreaks,
}

impl Style {
    /// Returns the style with the given choice for gaps, in which soft breaks are kept.
    pub fn new(gaps: Gaps) -> Style {
        Style { gaps, soft_breaks: SoftBreaks::Kept }
    }

    /// Sets the meaning of soft breaks.
    #[must_use]
    pub fn soft_breaks(mut self, soft_breaks: SoftBreaks) -> Style {
        self.soft_breaks = soft_breaks;
        self
    }
}

impl From<Gaps> for Style {
    fn from(gaps: Gaps) -> Style {
        Style::new(gaps)
    }
}

/// The meaning of a single space before a line break (RFC 3676, section 4.1).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SoftBreaks {
    /// Ordinary whitespace: the line break is a seam.
    #[default]
    Kept,
    /// The mailer inserted the space and the line break (`DelSp=yes`). The text on both sides belongs
    /// together, and a hyphen there raises no doubt.
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
    /// Like `Weighed`, but reads whitespace in the query as `%20`: it belongs to a letter's subject or body
    /// (`mailto:`).
    Letter,
}
