//! Why a URL cannot be wrapped, and at which byte (J10).

use core::fmt;

/// The most bytes of a wrapper that the reader looks at (W4).
pub(crate) const MAX_WRAPPER_BYTES: usize = 8192;

/// The most lines of a wrapper that the reader looks at (W4).
pub(crate) const MAX_WRAPPER_LINES: usize = 64;

/// Why a URL cannot be wrapped.
///
/// ```
/// use urlsift_rejoiner::wrap;
///
/// let error = wrap("http://example.org/a b", 72, "> ").unwrap_err();
/// assert_eq!(error.to_string(), "' ' at byte 20 cannot stand in a wrapper");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrapError {
    pub(crate) kind: WrapErrorKind,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum WrapErrorKind {
    /// This character at this byte of the prefix.
    Prefix(char, usize),
    Scheme,
    /// This character at this byte of the URL.
    Character(char, usize),
    /// Nothing after the scheme.
    Nothing,
    /// So many.
    Bytes(usize),
    /// So many.
    Lines(usize),
}

impl WrapError {
    /// The error of the character at `at` of `text`.
    pub(crate) fn at(text: &str, at: usize, kind: fn(char, usize) -> WrapErrorKind) -> WrapError {
        let found = text[at..].chars().next().expect("an offset that was found is before the end");
        WrapError { kind: kind(found, at) }
    }
}

impl fmt::Display for WrapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            WrapErrorKind::Prefix(found, at) => {
                write!(f, "{found:?} at byte {at} of the prefix begins no quote mark that is read")
            }
            WrapErrorKind::Scheme => f.write_str("no scheme and \":\" stand at byte 0"),
            WrapErrorKind::Character(found, at) => {
                write!(f, "{found:?} at byte {at} cannot stand in a wrapper")
            }
            WrapErrorKind::Nothing => f.write_str("nothing but slashes stands after the scheme"),
            WrapErrorKind::Bytes(bytes) => {
                write!(
                    f,
                    "its wrapper has {bytes} bytes, and no more than {MAX_WRAPPER_BYTES} are read"
                )
            }
            WrapErrorKind::Lines(lines) => {
                write!(
                    f,
                    "its wrapper has {lines} lines, and no more than {MAX_WRAPPER_LINES} are read"
                )
            }
        }
    }
}

impl core::error::Error for WrapError {}
