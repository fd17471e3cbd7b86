//! The label in `Content-Transfer-Encoding` (RFC 2045, section 6).
//!
//! ```text
//! mechanism := "7bit" / "8bit" / "binary" / "quoted-printable" / "base64" / ietf-token / x-token
//! ```
//!
//! A body with an unknown or wrong label is still text, and is read as stored (A7).

/// A transfer encoding.
///
/// # Example
///
/// ```
/// use urlsift_archive::internal::TransferEncoding;
///
/// let encoding = TransferEncoding::of_label(b" Quoted-Printable (by hand)\n");
/// assert_eq!(encoding, TransferEncoding::QuotedPrintable);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransferEncoding {
    /// `7bit`, `8bit` and `binary`: the body is stored as is.
    Identity,
    /// `quoted-printable` (section 6.7).
    QuotedPrintable,
    /// `base64` (section 6.8).
    Base64,
    /// The body is read as stored.
    Unknown,
}

impl TransferEncoding {
    /// Returns the name of an encoding that is decoded, and `None` for the others.
    pub fn name(self) -> Option<&'static str> {
        match self {
            TransferEncoding::QuotedPrintable => Some("quoted-printable"),
            TransferEncoding::Base64 => Some("base64"),
            TransferEncoding::Identity | TransferEncoding::Unknown => None,
        }
    }

    /// Returns the encoding that `label` denotes, ignoring case. An empty label means [`Identity`](Self::Identity).
    pub fn of_label(label: &[u8]) -> TransferEncoding {
        let label = mechanism(label);
        let named =
            |names: &[&str]| names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(label));
        if label.is_empty()
            || named(&["7bit", "8bit", "binary", "7-bit", "8-bit", "7bits", "8bits"])
        {
            TransferEncoding::Identity
        } else if named(&["quoted-printable"]) {
            TransferEncoding::QuotedPrintable
        } else if named(&["base64"]) {
            TransferEncoding::Base64
        } else {
            TransferEncoding::Unknown
        }
    }
}

fn mechanism(label: &[u8]) -> &[u8] {
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b';' | b'(');
    let start = label.iter().position(|byte| !is_edge(byte)).unwrap_or(label.len());
    let label = &label[start..];
    &label[..label.iter().position(is_edge).unwrap_or(label.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_recognised() {
        use TransferEncoding::{Base64, Identity, QuotedPrintable, Unknown};
        let table = [
            ("7bit", Identity),
            (" 8BIT\r\n", Identity),
            ("binary", Identity),
            ("", Identity),
            ("quoted-printable", QuotedPrintable),
            ("\"base64\"", Base64),
            ("Base64;", Base64),
            ("base64 (comment)", Base64),
            ("x-uuencode", Unknown),
            ("quoted printable", Unknown),
        ];
        for (label, encoding) in table {
            assert_eq!(TransferEncoding::of_label(label.as_bytes()), encoding, "{label}");
        }
    }
}
