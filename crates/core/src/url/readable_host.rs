//! The form of a host to show: labels in Punycode are decoded if that cannot mislead.
//!
//! A label is decoded only if it is of one script and does not consist of letters that look like Latin ones.
//! The tables here list more lookalikes than those of Unicode, which are in the validator.

use alloc::string::String;

use percent_encoding::{CONTROLS, utf8_percent_encode};
use urlsift_validator::internal::label_imitation;

use crate::url::punycode::{decoded, to_ascii};

/// Returns `host` in the form to show. A label in Punycode is decoded if it cannot be mistaken for another; a
/// label beyond ASCII that can is converted to Punycode.
pub(crate) fn to_readable(host: &str) -> String {
    let mut readable = String::with_capacity(host.len());
    for (i, label) in host.split('.').enumerate() {
        if i > 0 {
            readable.push('.');
        }
        // Three cases, in this order: Punycode that may be shown decoded; a label that may be shown as it is;
        // a label beyond ASCII that may mislead, which is shown in Punycode, or escaped if it has none.
        match &decoded(label) {
            // Decode only canonical spellings, or two names would look like one.
            Some(name)
                if is_unmistakable(name)
                    && to_ascii(name).is_some_and(|ascii| ascii.eq_ignore_ascii_case(label)) =>
            {
                readable.push_str(name);
            }
            _ if label.is_ascii() || is_unmistakable(label) => readable.push_str(label),
            _ => match to_ascii(label) {
                Some(ascii) => readable.push_str(&ascii),
                None => readable.extend(utf8_percent_encode(label, CONTROLS)),
            },
        }
    }
    readable
}

/// Reports whether `label` may be shown as letters. They must be of one script that is shown, and must not all have a
/// Latin lookalike.
fn is_unmistakable(label: &str) -> bool {
    let is_neutral = |c: char| c == '-' || c.is_ascii_digit();
    // `has_double` lists letters of Greek, Cyrillic and Armenian only.
    let is_similar =
        |c| matches!(c, '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{52F}' | '\u{531}'..='\u{586}');
    label.chars().all(|c| is_neutral(c) || is_shown(c))
        && (!label.contains(is_similar) || label.contains(|c| !is_neutral(c) && !has_double(c)))
        && label_imitation(label).is_none()
}

/// Reports whether `c` is of a left-to-right script that is shown. Labels in others stay in Punycode.
fn is_shown(c: char) -> bool {
    // Some vowel signs and tone marks are not alphanumeric. These two ranges let those of Indian scripts and Thai pass.
    (c.is_alphanumeric() || matches!(c, '\u{900}'..='\u{DFF}' | '\u{E31}'..='\u{E4E}'))
        && matches!(c,
            // Latin, Greek, Cyrillic, Armenian, Georgian
            'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{130}'
            | '\u{132}'..='\u{137}' | '\u{139}'..='\u{17E}' | '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{52F}'
            | '\u{531}'..='\u{586}' | '\u{10D0}'..='\u{10FA}'
            // Indian scripts, Thai, Hangul, Kana, Han
            | '\u{900}'..='\u{DFF}' | '\u{E01}'..='\u{E4E}' | '\u{AC00}'..='\u{D7A3}' | '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' | '\u{3005}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
}

/// Reports whether `c` looks like a Latin letter.
fn has_double(c: char) -> bool {
    "αβεηικμνορτυχωγ\u{3BA}авекмнорстухёіїјѕһԁԛԝӏгпԍьґүғօսոհցզյքռւ".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(feature = "idna"))]
    #[test]
    fn without_idna_punycode_stays() {
        // (host, form to look up, form to show)
        let table = [
            ("EXAMPLE.org", Some("EXAMPLE.org"), "EXAMPLE.org"),
            ("bücher.example", None, "bücher.example"),
            ("b%C3%BCcher.example", None, "b%C3%BCcher.example"),
            ("xn--bcher-kva.example", Some("xn--bcher-kva.example"), "xn--bcher-kva.example"),
            ("pаypal.com", None, "p%D0%B0ypal.com"),
        ];
        for (host, ascii, shown) in table {
            assert_eq!((to_ascii(host).as_deref(), &*to_readable(host)), (ascii, shown), "{host}");
        }
    }

    #[cfg(feature = "idna")]
    #[test]
    fn unmistakable_labels_are_decoded() {
        let table: &[(&str, &str)] = &[
            ("www.example.org", "www.example.org"),
            ("xn--bcher-kva.example", "bücher.example"),
            ("XN--BCHER-KVA.example", "bücher.example"),
            ("bücher.example", "bücher.example"),
            ("xn--d1abbgf6aiiy.xn--p1ai", "президент.рф"),
            ("xn--r8jz45g.example", "例え.example"),
            // Only Latin lookalikes, a mix of scripts, a right-to-left script.
            ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
            ("аррӏе.com", "xn--80ak6aa92e.com"),
            ("pаypal.com", "xn--pypal-4ve.com"),
            ("goọgle.com", "xn--gogle-381b.com"),
            ("օս.example", "xn--rbbp.example"),
            ("գինի.example", "գինի.example"),
            ("comノlogin.example", "xn--comlogin-634g.example"),
            ("com丿a.example", "xn--coma-ni5f.example"),
            ("ソニー.example", "ソニー.example"),
            ("xn--4dbrk0ce.example", "xn--4dbrk0ce.example"),
            // Invalid Punycode, or not the canonical spelling.
            ("xn--99999999.example", "xn--99999999.example"),
            ("xn--abc-.example", "xn--abc-.example"),
            ("a\u{202e}b.example", "a%E2%80%AEb.example"),
        ];
        for &(host, shown) in table {
            assert_eq!(to_readable(host), shown, "{host}");
        }
    }
}
