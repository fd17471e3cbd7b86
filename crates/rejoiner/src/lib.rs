/*!
Reads the URL out of a wrapper that was broken over lines, with the hyphen that may or may not
belong.

# Overview

What goes in is the text of a wrapper line by line, as byte ranges without quote marks. What comes
out are [`Readings`]: one where nothing is in doubt, else a few, best first, each with the
[pieces](Piece) of the text that it is made of and its [choice](Choice) at each [`Doubt`]. What is
known of them from elsewhere (is it a URL? was it seen whole?) is told by [`Readings::rank`].

[`wrap`] is the other side: it breaks a URL over lines so that there is one reading and no doubt.

# Example

RFC 1738's Appendix: "the interpreter of a URL containing a line break immediately after a hyphen
should ignore all unencoded whitespace around the line break, and should be aware that the hyphen may
or may not actually be part of the URL."

```
use urlsift_rejoiner::{Choice, Gaps, Readings};

let text = b"http://example.org/well-\n known";
let readings = Readings::new(text, [0..24, 26..31].into_iter(), Gaps::Weighed);
let urls: Vec<_> = readings.as_slice().iter().map(|reading| reading.bytes(text)).collect();
assert_eq!(*urls[0], *b"http://example.org/well-known");
assert_eq!(*urls[1], *b"http://example.org/wellknown");
assert_eq!(readings.doubts()[0].chosen, Choice::Kept);
```

# Semantics

All offsets are of bytes in the haystack, all ranges half-open. Any bytes may be read; nothing
panics, as long as the ranges lie in the haystack. The rules J1 to J7 of the project's contract say
what is read, J10 what is written; comments cite them.

# Crate features

* **std** (default): nothing yet; the crate is `no_std` with `alloc` either way.
*/

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod doubt;
mod mark;
mod rank;
mod reading;
mod run;
mod wrap;
mod wrap_error;

#[cfg(any(test, feature = "naive"))]
#[doc(hidden)]
pub mod naive;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use crate::doubt::{Choice, Doubt, DoubtKind, Ground};
pub use crate::rank::{Evidence, Fitness, Seen, Setting};
pub use crate::reading::{Piece, Reading, Readings};
pub use crate::wrap::{wrap, wrap_after};
pub use crate::wrap_error::WrapError;

/// The most readings of one wrapper (J4).
pub const MAX_READINGS: usize = 8;

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
