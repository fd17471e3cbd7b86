//! The numbers that `urlsift.h` has for values with names.

use core::str::FromStr;

use urlsift::extract::{SegmentKind, SoftBreaks};
use urlsift::found::FoundNote;
use urlsift::verdict::{Grammar, Grammars};

use super::abi::{self, urlsift_note, urlsift_range, urlsift_status, urlsift_str};

/// The names of some values, each at its number. A constant of the header has the name in upper case after the prefix.
/// A number never changes, so a new name is added at the end, or takes the place of a `-`.
pub(super) struct Numbers {
    #[cfg(test)]
    prefix: &'static str,
    names: &'static [&'static str],
}

/// Defines lists of names.
macro_rules! numbers {
    ($($list:ident $prefix:literal $($name:literal)+;)+) => {
        $(pub(super) const $list: Numbers =
            Numbers { #[cfg(test)] prefix: $prefix, names: &[$($name),+] };)+
    };
}

// Bits: a value has the bit at the index of its name.
numbers! {
    FORMS "FORM" "url" "angle" "quote" "prefix" "bare" "address" "host" "repaired" "www";
    GRAMMARS "GRAMMAR" "draft03" "rfc1738" "rfc2396" "rfc3986" "rfc3987";
    EXTRAS "EXTRA" "doubtful_domain" "ip_address" "localhost" "network_path" "one_label" "any_scheme";
}

// Numbers: a value has the index of its name.
numbers! {
    JOINS "JOIN" "default" "possible" "likely" "certain" "never";
    PROFILES "PROFILE" "archive" "chat" "escaped" "source";
    STANDINGS "STANDING" "-" "valid" "loose" "rejected";
    HOSTS "HOST" "none" "name" "address" "ip-literal" "other" "bad";
    DOUBTS "DOUBT" "-" "hyphen" "at" "gap" "end" "blanks" "join" "markup";
    CHOICES "CHOICE" "-" "kept" "dropped" "@" "removed" "space" "close" "mark" "joined" "cut";
    GROUNDS "GROUND" "-" "host" "seen" "default" "hyphen" "escape" "closer" "slash" "inside"
        "extension" "delimiter" "dot" "-" "full_line" "shape" "soft_break";
    SEVERITIES "SEVERITY" "-" "info" "warning" "danger";
}

impl Numbers {
    /// Returns the number of the value `name`. Returns 0 if the list lacks the name.
    pub(super) fn number(&self, name: &str) -> u32 {
        self.index(name).unwrap_or(0)
    }

    /// Returns the number of the value `name`. Returns that of `default` if the list lacks the name.
    pub(super) fn number_or(&self, name: &str, default: &str) -> u32 {
        self.index(name).unwrap_or_else(|| self.number(default))
    }

    /// Returns the bit of the value `name`. Returns 0 if the list lacks the name.
    pub(super) fn bit(&self, name: &str) -> u32 {
        self.index(name).map_or(0, |index| 1 << index)
    }

    fn index(&self, name: &str) -> Option<u32> {
        u32::try_from(self.names.iter().position(|known| *known == name)?).ok()
    }

    /// Returns the value that has this number.
    pub(super) fn value<T: FromStr>(&self, number: u32) -> Option<T> {
        self.names.get(usize::try_from(number).ok()?)?.parse().ok()
    }

    /// Returns the set of the values whose bits are in `bits`, or `None` if another bit is.
    pub(super) fn set<T: FromStr, S: FromIterator<T>>(&self, bits: u32) -> Option<S> {
        let chosen = self.names.iter().enumerate().filter(|(index, _)| bits >> index & 1 != 0);
        let is_known = bits < 1 << self.names.len();
        chosen.map(|(_, name)| name.parse().ok()).collect::<Option<S>>().filter(|_| is_known)
    }
}

impl urlsift_note {
    pub(super) fn of(note: FoundNote) -> urlsift_note {
        let range = match note {
            FoundNote::Url(note) => urlsift_range::of(note.span().range()),
            _ => urlsift_range::NOWHERE,
        };
        urlsift_note {
            kind: note.number(),
            // A severity added later is treated as the gravest, as `urlsift.h` advises callers to do.
            severity: SEVERITIES.number_or(note.severity().name(), "danger"),
            name: urlsift_str::of(note.name()),
            text: urlsift_str::of(note.message()),
            range,
        }
    }
}

pub(super) fn grammar(bit: u32) -> Option<Grammar> {
    Grammar::ALL.iter().copied().find(|grammar| GRAMMARS.bit(grammar.name()) == bit)
}

pub(super) fn grammar_bits(grammars: Grammars) -> u32 {
    grammars.iter().fold(0, |bits, grammar| bits | GRAMMARS.bit(grammar.name()))
}

/// Converts a `URLSIFT_SOFT_BREAKS_*` number.
pub(super) fn soft_breaks(number: u32) -> Result<SoftBreaks, urlsift_status> {
    match number {
        abi::URLSIFT_SOFT_BREAKS_DEFAULT | abi::URLSIFT_SOFT_BREAKS_KEPT => Ok(SoftBreaks::Kept),
        abi::URLSIFT_SOFT_BREAKS_DELETED => Ok(SoftBreaks::Deleted),
        _ => Err(abi::URLSIFT_ERROR_VALUE),
    }
}

/// Returns the number of `kind`, and for replaced text what the URL contains instead.
pub(super) fn segment_number(kind: SegmentKind) -> (u32, urlsift_str) {
    let number = match kind {
        SegmentKind::Plain => abi::URLSIFT_SEGMENT_PLAIN,
        SegmentKind::Delimiter => abi::URLSIFT_SEGMENT_DELIMITER,
        SegmentKind::Piece => abi::URLSIFT_SEGMENT_PIECE,
        SegmentKind::Replaced(text) => {
            return (abi::URLSIFT_SEGMENT_REPLACED, urlsift_str::of(text));
        }
        SegmentKind::QuotePrefix => abi::URLSIFT_SEGMENT_QUOTE_PREFIX,
        // A seam, or a kind that the header lacks: text that is not in the URL.
        _ => abi::URLSIFT_SEGMENT_SEAM,
    };
    (number, urlsift_str::NULL)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use urlsift::extract::{Extra, Extras, Forms, Join, Profile};
    use urlsift::found::{Choice, DoubtKind, Form, Grade, Ground, Severity};
    use urlsift::url::HostKind;

    use super::*;

    #[test]
    fn the_header_has_each_number() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/urlsift.h");
        let header = fs::read_to_string(path).expect("the header exists");
        let lists = [
            FORMS, GRAMMARS, EXTRAS, JOINS, PROFILES, STANDINGS, HOSTS, DOUBTS, CHOICES, GROUNDS,
            SEVERITIES,
        ];
        for (list, is_bits) in lists.iter().zip([true; 3].into_iter().chain([false; 8])) {
            let word = format!("#define URLSIFT_{}_", list.prefix);
            let lines = header.lines().filter_map(|line| line.strip_prefix(&word));
            let in_header = lines.filter_map(|line| {
                let mut words = line.split_whitespace();
                Some((words.next()?.to_owned(), words.next()?.to_owned()))
            });
            let expected = list.names.iter().enumerate().filter(|(_, name)| **name != "-");
            let expected = expected.map(|(index, name)| {
                let name = name.replace('@', "at").replace('-', "_").to_uppercase();
                let number = if is_bits { 1 << index } else { index };
                (name, format!("{number}u"))
            });
            assert_eq!(in_header.collect::<BTreeSet<_>>(), expected.collect(), "{word}");
        }
        let forms = Forms::default().iter().fold(0, |bits, form| bits | FORMS.bit(form.name()));
        assert!(header.contains(&format!("#define URLSIFT_FORMS_DEFAULT {forms}u ")));
        assert!(header.contains(&format!("#define URLSIFT_FORMS_ALL {}u\n", (1 << 9) - 1)));
    }

    #[test]
    fn every_value_has_a_number() {
        let names = |names: &mut dyn Iterator<Item = &'static str>, list: &Numbers| {
            for name in names {
                assert!(list.index(name).is_some(), "{}: {name}", list.prefix);
            }
        };
        names(&mut Form::ALL.iter().map(|it| it.name()), &FORMS);
        names(&mut Grammar::ALL.iter().map(|it| it.name()), &GRAMMARS);
        names(&mut Extra::ALL.iter().map(|it| it.name()), &EXTRAS);
        names(&mut Join::ALL.iter().map(|it| it.name()), &JOINS);
        names(&mut Grade::ALL.iter().map(|it| it.name()), &JOINS);
        names(&mut Profile::ALL.iter().map(|it| it.name()), &PROFILES);
        names(&mut HostKind::ALL.iter().map(|it| it.name()), &HOSTS);
        names(&mut DoubtKind::ALL.iter().map(|it| it.name()), &DOUBTS);
        names(&mut Choice::ALL.iter().map(|it| it.name()), &CHOICES);
        names(&mut Ground::ALL.iter().map(|it| it.name()), &GROUNDS);
        names(&mut Severity::ALL.iter().map(|it| it.name()), &SEVERITIES);
    }

    #[test]
    fn numbers_are_values() {
        assert_eq!(FORMS.set(511), Some(Forms::all()));
        assert_eq!(FORMS.set::<_, Forms>(512), None);
        assert_eq!((EXTRAS.set(63), EXTRAS.set::<_, Extras>(64)), (Some(Extras::all()), None));
        assert_eq!((PROFILES.value(1), PROFILES.value::<Profile>(4)), (Some(Profile::Chat), None));
        assert_eq!((JOINS.value(4), JOINS.value::<Join>(0)), (Some(Join::Never), None));
        assert_eq!((grammar(8), grammar(3)), (Some(Grammar::Rfc3986), None));
        let severity = |name| SEVERITIES.number_or(name, "danger");
        assert_eq!((severity("info"), severity("new"), HOSTS.number("new")), (1, 3, 0));
    }
}
