//! What is worth knowing of a host beyond ASCII: scripts that are mixed, letters that look like others
//! (UTS 39). It needs Unicode's tables, and so the crate feature `confusables`; without it there is none.

use crate::note::FoundNote;

/// What is to be said of `host`, if anything: one thing.
#[cfg(feature = "confusables")]
pub(crate) fn of(host: &str) -> Option<FoundNote> {
    use alloc::borrow::Cow;
    use unicode_security::MixedScript;

    let mut note = None;
    for label in host.split('.') {
        let name = crate::url::punycode::decoded(label).map_or(Cow::Borrowed(label), Cow::Owned);
        if name.is_ascii() {
            continue;
        }
        if !name.is_single_script() {
            return Some(FoundNote::MixedScripts);
        }
        // Its skeleton is that of a name in ASCII.
        if unicode_security::skeleton(&name).all(|c| c.is_ascii()) {
            note = Some(FoundNote::ConfusableHost);
        }
    }
    note
}

/// Nothing is known without the tables.
#[cfg(not(feature = "confusables"))]
pub(crate) fn of(_host: &str) -> Option<FoundNote> {
    None
}

#[cfg(all(test, feature = "confusables"))]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
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
