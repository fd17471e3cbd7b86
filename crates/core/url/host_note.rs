//! Notes on hosts beyond ASCII: mixed scripts, and letters that look like others (Unicode Technical Standard
//! 39).
//!
//! The tables come with the crate feature `confusables`. Without it there are no notes.

use crate::note::FoundNote;

/// Returns the gravest note on `host`, if any.
#[cfg(feature = "confusables")]
pub(crate) fn of(host: &str) -> Option<FoundNote> {
    use alloc::borrow::Cow;
    use unicode_security::MixedScript;

    let mut note = None;
    // Labels are judged one by one, so a name may have another script than the domain above it. A mix of
    // scripts is the graver note and ends the search.
    for label in host.split('.') {
        let name = crate::url::punycode::decoded(label).map_or(Cow::Borrowed(label), Cow::Owned);
        if name.is_ascii() {
            continue;
        }
        if !name.is_single_script() {
            return Some(FoundNote::MixedScripts);
        }
        // The skeleton replaces each letter by its simplest lookalike. If all of it is ASCII, the name looks
        // like ASCII.
        if unicode_security::skeleton(&name).all(|c| c.is_ascii()) {
            note = Some(FoundNote::ConfusableHost);
        }
    }
    note
}

/// Returns no note: there are no tables.
#[cfg(not(feature = "confusables"))]
pub(crate) fn of(_host: &str) -> Option<FoundNote> {
    None
}

#[cfg(all(test, feature = "confusables"))]
mod tests {
    use super::*;

    #[test]
    fn mixed_scripts_and_lookalikes_are_noted() {
        let table: &[(&str, Option<FoundNote>)] = &[
            ("www.example.org", None),
            ("bücher.example", None),
            ("президент.рф", None),
            ("例え.example", None),
            ("pаypal.com", Some(FoundNote::MixedScripts)),
            ("xn--pypal-4ve.com", Some(FoundNote::MixedScripts)),
            ("аррӏе.com", Some(FoundNote::ConfusableHost)),
            ("xn--80ak6aa92e.com", Some(FoundNote::ConfusableHost)),
        ];
        for &(host, note) in table {
            assert_eq!(of(host), note, "{host}");
        }
    }
}
