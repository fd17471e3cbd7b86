//! Converts a host between the form that is looked up and the form that is shown: letters beyond ASCII in
//! Punycode or decoded.
//!
//! The crate `idna` maps names as UTS 46 says and knows Punycode. Without the crate feature of that name a host
//! beyond ASCII has no form to be looked up, and Punycode is shown as it stands. A name is decoded for readers
//! only where it is of one script, and not all of letters that look like Latin ones.

use alloc::borrow::Cow;
use alloc::string::String;

#[cfg(feature = "idna")]
use percent_encoding::percent_decode_str;

/// Returns `host` as it is looked up, borrowed if it has neither escapes nor characters beyond ASCII; otherwise
/// with its labels in lower case, those beyond ASCII in Punycode. `None` if it cannot be looked up, and for such
/// a host without the crate feature `idna`.
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    if host.is_ascii() && !host.contains('%') {
        return Some(Cow::Borrowed(host));
    }
    mapped(host).map(Cow::Owned)
}

#[cfg(feature = "idna")]
fn mapped(host: &str) -> Option<String> {
    // RFC 3986, 3.2.2: an escaped name is UTF-8. As browsers do, what delimits is refused after decoding: from
    // `a.example%3A22` a host and a port would come that nobody wrote.
    let host: Cow<'_, [u8]> = percent_decode_str(host).into();
    idna::domain_to_ascii_cow(&host, idna::AsciiDenyList::URL).ok().map(Cow::into_owned)
}

#[cfg(not(feature = "idna"))]
fn mapped(_host: &str) -> Option<String> {
    None
}

/// Returns what `label` spells if it is in Punycode, `xn--…`.
#[cfg(feature = "idna")]
pub(crate) fn decoded(label: &str) -> Option<String> {
    /// More bytes than a label can have. The time to decode one grows with the square of its length.
    const MAX_LABEL_BYTES: usize = 256;

    let (prefix, code) = label.split_at_checked(4)?;
    let is_punycode = prefix.eq_ignore_ascii_case("xn--") && code.len() <= MAX_LABEL_BYTES;
    is_punycode.then(|| idna::punycode::decode_to_string(&code.to_ascii_lowercase()))?
}

#[cfg(not(feature = "idna"))]
pub(crate) fn decoded(_label: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "idna")]
    #[test]
    fn looked_up() {
        let table: &[(&str, Option<&str>)] = &[
            ("example.org", Some("example.org")),
            ("EXAMPLE.org", Some("EXAMPLE.org")),
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("BÜCHER.example", Some("xn--bcher-kva.example")),
            ("b%C3%BCcher.example", Some("xn--bcher-kva.example")),
            ("президент.рф", Some("xn--d1abbgf6aiiy.xn--p1ai")),
            ("例え。テスト", Some("xn--r8jz45g.xn--zckzah")),
            ("ｅxample.org", Some("example.org")),
            ("bu\u{308}cher.example", Some("xn--bcher-kva.example")),
            ("b%FFcher.example", None),
            ("b%cher.example", None),
            ("%61%2eexample", Some("a.example")),
            ("a.example%3A22", None),
            ("a.example%2Fb", None),
            ("a%40b.example", None),
            ("a%5B.example", None),
            ("a%00.example", None),
            ("a%25.example", None),
            ("a%252e.example", None),
        ];
        for &(host, ascii) in table {
            assert_eq!(to_ascii(host).as_deref(), ascii, "{host}");
        }
    }
}
