//! The properties of a URL that terms are compared with.

use urlsift::Found;
use urlsift::found::{DoubtKind, Form, FoundNote, Grade, Severity};

use crate::item::Location;
use crate::mail::Origin;

/// A property that a [`Selection`](super::Selection) has terms for. Names are compared without ASCII case.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Criterion {
    /// The scheme, such as `http`.
    Scheme,
    /// The host. A term that begins with a dot also selects the hosts below it: `.example.org` selects `example.org` and
    /// `www.example.org`.
    Host,
    /// The name of the form, such as `angle`.
    Form,
    /// The grade of a URL that was joined across a line break: `certain`, `likely` or `possible`.
    Grade,
    /// The kind of a doubt, such as `hyphen`.
    Doubt,
    /// The name of a note, such as `host_cut_by_seam`, or the severity of one, such as `danger`.
    Note,
    /// The mailing list of the message, as in `List-Id`.
    List,
    /// The domain of the sender, as in `From`. A term that begins with a dot also selects the domains below it.
    From,
    /// The place in the message: `header`, `body`, or `attribute` of a page.
    Part,
}

const PARTS: [&str; 3] = ["header", "body", "attribute"];

impl Criterion {
    /// Returns the values that the property can have; none if any text may be one.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Criterion::Form => Form::ALL.iter().map(|form| form.name()).collect(),
            Criterion::Grade => Grade::ALL.iter().map(|grade| grade.name()).collect(),
            Criterion::Doubt => DoubtKind::ALL.iter().map(|kind| kind.name()).collect(),
            Criterion::Note => {
                let severities = Severity::ALL.iter().map(|severity| severity.name());
                FoundNote::names().chain(severities).collect()
            }
            Criterion::Part => PARTS.to_vec(),
            Criterion::Scheme | Criterion::Host | Criterion::List | Criterion::From => Vec::new(),
        }
    }

    pub(super) fn check(self, term: &str) -> Result<(), String> {
        let names = self.values();
        match self {
            Criterion::Scheme | Criterion::Host | Criterion::List | Criterion::From
                if term.is_empty() =>
            {
                return Err("the value is empty".to_owned());
            }
            Criterion::Scheme if !term.bytes().all(is_scheme_byte) => {
                return Err(format!("`{term}` is no scheme; write it without a colon"));
            }
            Criterion::Host | Criterion::From
                if term.contains(['/', '?', '#', '@', '*', ',', ' ', '<', '>', '\\'])
                    || term.contains(':') && !(term.starts_with('[') && term.ends_with(']'))
                    || term == "." =>
            {
                return Err(format!(
                    "`{term}` is no host; write www.example.org, [::1], or .example.org for all hosts below it"
                ));
            }
            Criterion::List if term.contains(['<', '>']) => {
                return Err(format!("`{term}` is no list; write it without `<` and `>`"));
            }
            Criterion::Scheme | Criterion::Host | Criterion::List | Criterion::From => {
                return Ok(());
            }
            _ => {}
        }
        if names.iter().any(|name| name.eq_ignore_ascii_case(term)) {
            return Ok(());
        }
        Err(format!("no `{term}`; the values are {}", names.join(", ")))
    }

    pub(super) fn holds(self, term: &str, location: &Location<'_>, found: &Found<'_>) -> bool {
        let is = |name: &str| name.eq_ignore_ascii_case(term);
        match self {
            Criterion::Scheme => found.url().split_once(':').is_some_and(|(scheme, _)| is(scheme)),
            Criterion::Host => found.host().is_some_and(|host| is_host_of(host, term)),
            Criterion::Form => is(found.form().name()),
            Criterion::Grade => found.joined().is_some_and(|grade| is(grade.name())),
            Criterion::Doubt => found.doubts().iter().any(|doubt| is(doubt.kind.name())),
            Criterion::Note => {
                found.notes().iter().any(|note| is(note.name()) || is(note.severity().name()))
            }
            Criterion::List | Criterion::From => self.holds_of_message(term, location.origin()),
            Criterion::Part => is(part(location)),
        }
    }

    /// Reports whether the message has the value `term`; always false if the property is one of the URL.
    pub(super) fn holds_of_message(self, term: &str, origin: Option<&Origin>) -> bool {
        let Some(origin) = origin else { return false };
        match self {
            Criterion::List => {
                origin.list.as_ref().is_some_and(|list| list.eq_ignore_ascii_case(term))
            }
            Criterion::From => {
                origin.from_domain.as_ref().is_some_and(|domain| is_host_of(domain, term))
            }
            _ => false,
        }
    }

    /// Reports whether the property is one of the message.
    pub(super) fn is_of_message(self) -> bool {
        matches!(self, Criterion::List | Criterion::From)
    }
}

pub(super) fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns the place of `location` in its message: one of [`PARTS`].
fn part(location: &Location<'_>) -> &'static str {
    let [header, body, attribute] = PARTS;
    if location.attribute.is_some() {
        attribute
    } else if location.is_in_header() {
        header
    } else {
        body
    }
}

/// Reports whether `term` is `host`, or begins with a dot and is the end of `host`.
fn is_host_of(host: &str, term: &str) -> bool {
    let [host, term] = [host, term].map(|name| name.strip_suffix('.').unwrap_or(name));
    let host = host.as_bytes();
    match term.strip_prefix('.') {
        None => host.eq_ignore_ascii_case(term.as_bytes()),
        Some(name) => {
            let end = host.len().checked_sub(name.len()).map(|at| host.split_at(at));
            end.is_some_and(|(below, end)| {
                end.eq_ignore_ascii_case(name.as_bytes())
                    && (below.is_empty() || below.ends_with(b"."))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_with_a_dot_has_the_hosts_below_it() {
        // (host, term, whether it is selected)
        let table = [
            ("a.example", "a.example", true),
            ("a.example", "a.example.", true),
            ("A.Example.", "a.example", true),
            ("b.a.example", "a.example", false),
            ("b.a.example", ".a.example", true),
            ("a.example", ".a.example", true),
            ("ba.example", ".a.example", false),
            ("example", ".a.example", false),
            ("a.example", ".example", true),
            ("é.example", ".example", true),
            ("[::1]", "[::1]", true),
            ("", ".example", false),
        ];
        for (host, term, expected) in table {
            assert_eq!(is_host_of(host, term), expected, "{host} {term}");
        }
    }
}
