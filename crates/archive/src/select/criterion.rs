//! The properties of a URL that terms are compared with.

use urlsift::found::{DoubtKind, Form, FoundNote, Grade, Severity};
use urlsift::{Found, named};

use crate::item::Location;
use crate::mail::Origin;
use crate::nearest;
use crate::select::term::Term;

/// A property that a [`Selection`](super::Selection) has terms for. It has the name of the field of rows. Values are
/// compared without ASCII case, except URLs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Criterion {
    /// The URL.
    Url,
    /// The scheme, such as `http`.
    Scheme,
    /// The host. A term that begins with a dot also selects the hosts below it: `.example.org` selects `example.org` and
    /// `www.example.org`.
    Host,
    /// The name of the form, such as `angle`.
    Form,
    /// The grade of a URL that was joined across a line break: `certain`, `likely` or `possible`.
    Joined,
    /// The kind of a doubt, such as `hyphen`.
    Doubts,
    /// The name of a note, such as `host_cut_by_seam`, or the severity of one, such as `danger`.
    Notes,
    /// The place in the message: `header`, `body`, or `attribute` of a page.
    Part,
    /// Whether the URL is on a quoted line, see [`Location::is_quoted`].
    Quoted,
    /// Whether the URL is in a signature or the footer of a list, see [`Location::is_in_signature`].
    InSignature,
    /// Whether the mail client has marked the message as deleted, see [`Origin::is_deleted`].
    Deleted,
    /// The mailing list of the message, as in `List-Id`.
    List,
    /// The newsgroups of the message.
    Groups,
    /// The domain of the sender, as in `From`. A term that begins with a dot also selects the domains below it.
    FromDomain,
    /// The subject of the message.
    Subject,
}

named!(
    Criterion: Url "url", Scheme "scheme", Host "host", Form "form", Joined "joined", Doubts "doubts", Notes "notes",
    Part "part", Quoted "quoted", InSignature "in_signature", Deleted "deleted", List "list", Groups "groups",
    FromDomain "from_domain", Subject "subject"
);

const PARTS: [&str; 3] = ["header", "body", "attribute"];

const FLAGS: [&str; 2] = ["true", "false"];

/// The most values that an error lists.
const MAX_LISTED_VALUES: usize = 10;

impl Criterion {
    /// Returns the property that is meant by `word`, in the singular or plural, and without `in_`.
    pub fn meant_by(word: &str) -> Option<Criterion> {
        let stem = |name: &'static str| name.trim_start_matches("in_").trim_end_matches('s');
        let is_meant = |it: &&Criterion| stem(it.name()) == word.trim_end_matches('s');
        Criterion::ALL.iter().find(is_meant).copied()
    }

    /// Returns the values that the property can have; none if any text may be one.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Criterion::Form => Form::ALL.iter().map(|form| form.name()).collect(),
            Criterion::Joined => Grade::ALL.iter().map(|grade| grade.name()).collect(),
            Criterion::Doubts => DoubtKind::ALL.iter().map(|kind| kind.name()).collect(),
            Criterion::Notes => {
                let severities = Severity::ALL.iter().map(|severity| severity.name());
                FoundNote::names().chain(severities).collect()
            }
            Criterion::Part => PARTS.to_vec(),
            Criterion::Quoted | Criterion::InSignature | Criterion::Deleted => FLAGS.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns the term for `value`, or why the property cannot have it.
    pub(super) fn term(self, value: &str) -> Result<Term, String> {
        let names = self.values();
        let is_known = names.iter().any(|name| name.eq_ignore_ascii_case(value));
        if !names.is_empty() && !is_known {
            return Err(match nearest::nearest(value, names.iter().copied()) {
                None if names.len() <= MAX_LISTED_VALUES => {
                    format!("no `{value}`; the values are {}", names.join(", "))
                }
                _ => format!("no `{value}`; {}", nearest::hint(value, names, "rows")),
            });
        }
        match self {
            _ if value.is_empty() => Err("the value is empty".to_owned()),
            Criterion::Scheme if !value.bytes().all(is_scheme_byte) => {
                Err(format!("`{value}` is not a scheme; write it without a colon"))
            }
            Criterion::Host | Criterion::FromDomain
                if value.contains(['/', '?', '#', '@', '*', ',', ' ', '<', '>', '\\'])
                    || value.contains(':') && !(value.starts_with('[') && value.ends_with(']'))
                    || value == "." =>
            {
                Err(format!(
                    "`{value}` is not a host; write www.example.org, [::1], or .example.org for all hosts below it"
                ))
            }
            Criterion::List if value.contains(['<', '>']) => {
                Err(format!("`{value}` is not a list; write it without `<` and `>`"))
            }
            _ => Ok(Term::Text(value.to_owned())),
        }
    }

    pub(super) fn holds(self, term: &Term, location: &Location<'_>, found: &Found<'_>) -> bool {
        match self {
            Criterion::Url => term.is_url(found.url()),
            Criterion::Scheme => {
                found.url().split_once(':').is_some_and(|(scheme, _)| term.is(scheme))
            }
            Criterion::Host => found.host().is_some_and(|host| term.is_host(host)),
            Criterion::Form => term.is(found.form().name()),
            Criterion::Joined => found.joined().is_some_and(|grade| term.is(grade.name())),
            Criterion::Doubts => found.doubts().iter().any(|doubt| term.is(doubt.kind.name())),
            Criterion::Notes => found
                .notes()
                .iter()
                .any(|note| term.is(note.name()) || term.is(note.severity().name())),
            Criterion::Part => term.is(part(location)),
            Criterion::Quoted => term.is_flag(location.is_quoted(found)),
            Criterion::InSignature => term.is_flag(location.is_in_signature(found)),
            _ => self.holds_of_message(term, location.origin()),
        }
    }

    /// Reports whether the message has the value `term`; always false if the property is one of the URL.
    pub(super) fn holds_of_message(self, term: &Term, origin: Option<&Origin>) -> bool {
        if self == Criterion::Deleted {
            return term.is_flag(origin.is_some_and(|origin| origin.is_deleted));
        }
        let Some(origin) = origin else { return false };
        let is = |text: &Option<String>| text.as_ref().is_some_and(|text| term.is(text));
        match self {
            Criterion::List => is(&origin.list),
            Criterion::Groups => origin.groups.iter().any(|group| term.is(group)),
            Criterion::FromDomain => {
                origin.from_domain.as_ref().is_some_and(|domain| term.is_host(domain))
            }
            Criterion::Subject => is(&origin.subject),
            _ => false,
        }
    }

    /// Reports whether the property is one of the message.
    pub(super) fn is_of_message(self) -> bool {
        matches!(
            self,
            Criterion::Deleted
                | Criterion::List
                | Criterion::Groups
                | Criterion::FromDomain
                | Criterion::Subject
        )
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
