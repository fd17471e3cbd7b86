//! How the whitespace of a text is read.

/// How a text is to be read.
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
    /// What is done first with blanks inside a line.
    pub gaps: Gaps,
    /// What a blank before a line break is.
    pub soft_breaks: SoftBreaks,
}

impl Style {
    /// Gaps read so, and soft breaks kept.
    pub fn new(gaps: Gaps) -> Style {
        Style { gaps, soft_breaks: SoftBreaks::Kept }
    }

    /// Has soft breaks read so.
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

/// What a single blank before a line break is (J9; RFC 3676, section 4.1).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum SoftBreaks {
    /// A blank like another: the break is a seam.
    #[default]
    Kept,
    /// With the break it was put in by the mailer and was never there (`DelSp=yes`): what stands on
    /// both sides belongs together, and a hyphen there is no typesetter's.
    Deleted,
}

/// What is done first with blanks inside a line (J5).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Gaps {
    /// They are ignored: the writer has said that it is a URL (`<URL:…>`).
    Removed,
    /// What stands on both sides decides.
    #[default]
    Weighed,
    /// As `Weighed`, but in the query they are read as `%20`: it is a letter's subject or body
    /// (`mailto:`).
    Letter,
}
