//! Converts hosts beyond ASCII to Punycode, the form that is looked up, and back.
//!
//! The crate `idna` maps names by UTS 46. Without the crate feature `idna` a host
//! beyond ASCII cannot be converted.

use alloc::borrow::Cow;
use alloc::string::String;

#[cfg(feature = "idna")]
use percent_encoding::percent_decode_str;
use urlsift_validator::internal::{MAX_PUNYCODE_BYTES, decode_punycode};

/// Returns the form of `host` that is looked up, borrowed if it has no escapes and is ASCII. Otherwise its
/// labels are in lower case, and those beyond ASCII in Punycode. Returns `None` if the host cannot be looked
/// up, if a label begins like Punycode and cannot be decoded, if only ignored characters are in it, or if it
/// needs the crate feature `idna` and that is off.
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    if host.is_ascii() && !host.contains('%') {
        let begins = |label: &str| label.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("xn--"));
        let is_broken =
            |label: &str| begins(label) && decoded(label).is_none_or(|name| name.is_ascii());
        return (!host.split('.').any(is_broken)).then_some(Cow::Borrowed(host));
    }
    mapped(host).map(Cow::Owned)
}

#[cfg(feature = "idna")]
fn mapped(host: &str) -> Option<String> {
    // RFC 3986, section 3.2.2: an escaped name is UTF-8. Like browsers, refuse names with a delimiter after
    // decoding: `a.example%3A22` would become a host and a port that the URL does not have.
    let host: Cow<'_, [u8]> = percent_decode_str(host).into();
    let name = idna::domain_to_ascii_cow(&host, idna::AsciiDenyList::URL).ok()?;
    // With an empty host, browsers take the path for the host.
    (!name.is_empty()).then(|| name.into_owned())
}

#[cfg(not(feature = "idna"))]
fn mapped(_host: &str) -> Option<String> {
    None
}

/// Decodes `label` if it is in Punycode, `xn--…`.
pub(crate) fn decoded(label: &str) -> Option<String> {
    let name = decode_punycode(label, &mut ['\0'; MAX_PUNYCODE_BYTES])?.iter().collect();
    Some(name)
}

#[cfg(all(test, feature = "idna"))]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_converted_to_punycode() {
        let table: &[(&str, Option<&str>)] = &[
            ("example.org", Some("example.org")),
            ("EXAMPLE.org", Some("EXAMPLE.org")),
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("BÜCHER.example", Some("xn--bcher-kva.example")),
            ("b%C3%BCcher.example", Some("xn--bcher-kva.example")),
            ("xn--bcher-kva.XN--p1ai", Some("xn--bcher-kva.XN--p1ai")),
            ("xn--8.com", None),
            ("a.XN--99999999.example", None),
            ("xn--.example", None),
            ("xn--abc-.example", None),
            ("президент.рф", Some("xn--d1abbgf6aiiy.xn--p1ai")),
            ("例え。テスト", Some("xn--r8jz45g.xn--zckzah")),
            ("ｅxample.org", Some("example.org")),
            ("bu\u{308}cher.example", Some("xn--bcher-kva.example")),
            ("b%FFcher.example", None),
            ("\u{ad}", None),
            ("%C2%AD", None),
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
