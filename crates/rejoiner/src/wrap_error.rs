//! The errors of wrapping a URL (J10).

use core::fmt;

pub(crate) const MAX_WRAPPER_BYTES: usize = 8192;

pub(crate) const MAX_WRAPPER_LINES: usize = 64;

/// The reason why a URL cannot be wrapped.
///
/// ```
/// use urlsift_rejoiner::wrap;
///
/// let error = wrap("http://example.org/a b", 72, "> ").unwrap_err();
/// assert_eq!(error.to_string(), "' ' at byte 20 is not allowed in a wrapper; write %20");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrapError(pub(crate) WrapErrorKind);

/// The reason. Offsets count bytes of the prefix or of the URL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum WrapErrorKind {
    Prefix(char, usize),
    Scheme,
    Character(char, usize),
    /// A character that a caller found no escape for.
    Unescaped(char, usize),
    Nothing,
    Bytes(usize),
    Lines(usize),
}

impl WrapError {
    /// Returns the error for the first character of `url` that is not visible ASCII, or one of `< > "`, if there is
    /// one. This is for callers that found no escape that makes a valid URL.
    pub fn of_unescaped(url: &str) -> Option<WrapError> {
        let at = url.find(|c: char| !c.is_ascii_graphic() || matches!(c, '<' | '>' | '"'))?;
        Some(WrapError::at(url, at, WrapErrorKind::Unescaped))
    }

    /// Returns the error for the character at byte `at` of `text`.
    pub(crate) fn at(text: &str, at: usize, kind: fn(char, usize) -> WrapErrorKind) -> WrapError {
        let found = text[at..].chars().next().expect("the offset is before the end");
        WrapError(kind(found, at))
    }
}

impl fmt::Display for WrapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            WrapErrorKind::Prefix(found, at) => {
                write!(f, "{found:?} at byte {at} of the prefix is not part of a quote mark")
            }
            WrapErrorKind::Scheme => f.write_str("the URL does not begin with a scheme and \":\""),
            WrapErrorKind::Character(found, at) => {
                write!(f, "{found:?} at byte {at} is not allowed in a wrapper")?;
                match found {
                    ' ' => f.write_str("; write %20"),
                    '\\' => f.write_str("; write %5C"),
                    _ => Ok(()),
                }
            }
            WrapErrorKind::Unescaped(found, at) => {
                write!(f, "{found:?} at byte {at} needs an escape, but no escape ")?;
                f.write_str("makes this a valid URL")
            }
            WrapErrorKind::Nothing => f.write_str("nothing follows the scheme except slashes"),
            WrapErrorKind::Bytes(bytes) => {
                write!(f, "the wrapper has {bytes} bytes; the limit is {MAX_WRAPPER_BYTES}")
            }
            WrapErrorKind::Lines(lines) => {
                write!(f, "the wrapper has {lines} lines; the limit is {MAX_WRAPPER_LINES}")
            }
        }
    }
}

impl core::error::Error for WrapError {}
