//! A range of bytes that is `Copy`, which `core::ops::Range` is not.

use core::fmt;
use core::ops::{Index, Range};

/// A half-open range of byte offsets, `start..end`, into the string that was validated.
///
/// ```
/// use urlsift_validator::Validator;
///
/// let url = "news:comp.infosystems.www.misc";
/// let verdict = Validator::new().validate(url);
/// let path = verdict.parts().path.unwrap();
/// assert_eq!(path.range(), 5..30);
/// assert_eq!(&url[path], "comp.infosystems.www.misc");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset behind the last byte; never less than `start` in a span that this crate made.
    pub end: usize,
}

impl Span {
    /// The same as a range of the standard library.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether the byte at `at` is one of it.
    pub const fn contains(self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether there is no byte in it. A part may be there and empty: the user of
    /// `ftp://@host.com/`.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.range()
    }
}

/// The text of a part. Panics, as slicing does, where the string is not the one that the span was
/// made for.
impl Index<Span> for str {
    type Output = str;

    fn index(&self, span: Span) -> &str {
        &self[span.range()]
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
