//! A range of bytes that is `Copy`, unlike `core::ops::Range`.

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
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte. Never less than `start` in a span that this crate made.
    pub end: usize,
}

impl Span {
    /// Returns the span as a range of the standard library.
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns whether the byte at offset `at` is in the span.
    pub const fn contains(self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the span has no bytes. An empty part is not a missing one: `ftp://@host.com/` has an empty user.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.range()
    }
}

/// Returns the text of a part. Panics, as slicing does, if the span is not one of this string.
impl Index<Span> for str {
    type Output = str;

    #[inline]
    fn index(&self, span: Span) -> &str {
        &self[span.range()]
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
