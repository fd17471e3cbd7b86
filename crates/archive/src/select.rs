//! Selection of URLs: by their own properties, by the message, and by lists of strings.
//!
//! A [`Selection`] collects conditions on fields. A URL is selected if each field has one of the wanted values, if there
//! are any, and none of the others.
//!
//! ```
//! use urlsift_archive::mail::Headers;
//! use urlsift_archive::item::Window;
//! use urlsift_archive::select::Selection;
//! use urlsift::Extractor;
//!
//! let mut selection = Selection::new();
//! selection.add("host=.example.org")?;
//! selection.add("host!=www.example.org")?;
//! selection.add("scheme=http")?;
//! let text = b"http://ftp.example.org/ http://www.example.org/ http://other.example/ ftp://example.org/";
//! let window = Window::whole("text", text.to_vec());
//! let mut urls = Vec::new();
//! for item in window.items() {
//!     item.find(&Extractor::new(), Headers::Useful, |location, found| {
//!         if selection.accepts(location, found) {
//!             urls.push(found.url().to_owned());
//!         }
//!     });
//! }
//! assert_eq!(urls, ["http://ftp.example.org/"]);
//! # Ok::<(), urlsift_archive::select::BadTerm>(())
//! ```

mod condition;
pub(crate) mod criterion;
mod date_bound;
pub(crate) mod repetition;
mod term;
pub(crate) mod url_strings;

use urlsift::Found;

use crate::item::Location;
use crate::mail::Origin;

use self::condition::Condition;
use self::criterion::Criterion;
use self::date_bound::DateBound;
pub use self::term::BadTerm;
use self::term::Term;
use self::url_strings::UrlStrings;

/// Conditions that a URL must satisfy. Without any, every URL is selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    terms: Vec<(Criterion, Terms)>,
    since: Option<DateBound>,
    until: Option<DateBound>,
    /// A URL must contain one of the strings of each set.
    matched: Vec<UrlStrings>,
    /// A URL must not contain a string of any set.
    skipped: Vec<UrlStrings>,
    is_narrowed: bool,
}

#[derive(Clone, Debug, Default)]
struct Terms {
    wanted: Vec<Term>,
    unwanted: Vec<Term>,
}

impl Terms {
    fn accept(&self, holds: impl Fn(&Term) -> bool) -> bool {
        (self.wanted.is_empty() || self.wanted.iter().any(&holds))
            && !self.unwanted.iter().any(holds)
    }
}

impl Selection {
    /// Returns a selection of all URLs.
    pub fn new() -> Selection {
        Selection::default()
    }

    /// Adds a condition on a field of rows: `FIELD=VALUE[,VALUE]`, or `FIELD!=VALUE[,VALUE]` for values that are left
    /// out. `FIELD~PATTERN` and `FIELD!~PATTERN` compare with a regular expression in the syntax of the crate `regex`,
    /// which matches any part of the value; its classes and `(?i)` are about ASCII.
    ///
    /// The fields are `url`, `scheme`, `host`, `form`, `joined`, `doubts`, `notes` (a name or a severity), `part`
    /// (`header`, `body` or `attribute`), `quoted`, `in_signature` and `deleted` (`true` or `false`), `list`, `groups`,
    /// `from_domain` and `subject`. Hosts and domains that begin with a dot include those below: `.example.org` is also
    /// `www.example.org`. Case is ignored, except in `url`. Commas do not separate values of `url` and `subject`.
    ///
    /// # Errors
    ///
    /// If there is no such field, if it cannot have the value, or if the pattern is malformed or needs more than a
    /// mebibyte. Then the selection is unchanged.
    pub fn add(&mut self, condition: &str) -> Result<(), BadTerm> {
        let Condition { criterion, is_wanted, terms } =
            Condition::parse(condition).map_err(BadTerm::new)?;
        for term in terms {
            self.push(criterion, is_wanted, term);
        }
        Ok(())
    }

    /// Selects by schemes, with commas between them. `!` before a scheme leaves it out.
    ///
    /// # Errors
    ///
    /// If one of them is not a scheme.
    pub fn scheme(&mut self, schemes: &str) -> Result<(), BadTerm> {
        self.add_signed(Criterion::Scheme, schemes)
    }

    /// Selects by hosts, with commas between them. `!` before a host leaves it out, and a host that begins with a dot
    /// includes those below it.
    ///
    /// # Errors
    ///
    /// If one of them is not a host.
    pub fn host(&mut self, hosts: &str) -> Result<(), BadTerm> {
        self.add_signed(Criterion::Host, hosts)
    }

    fn add_signed(&mut self, criterion: Criterion, values: &str) -> Result<(), BadTerm> {
        let signed = |value: &str| {
            let unwanted = value.trim().strip_prefix('!');
            let term = criterion.term(unwanted.unwrap_or(value.trim())).map_err(BadTerm::new)?;
            Ok((unwanted.is_none(), term))
        };
        // Nothing is selected if one of them is wrong.
        for (is_wanted, term) in values.split(',').map(signed).collect::<Result<Vec<_>, _>>()? {
            self.push(criterion, is_wanted, term);
        }
        Ok(())
    }

    fn push(&mut self, criterion: Criterion, is_wanted: bool, term: Term) {
        self.is_narrowed = true;
        let known = self.terms.iter().position(|(known, _)| *known == criterion);
        let at = known.unwrap_or_else(|| {
            self.terms.push((criterion, Terms::default()));
            self.terms.len() - 1
        });
        let terms = &mut self.terms[at].1;
        if is_wanted { &mut terms.wanted } else { &mut terms.unwanted }.push(term);
    }

    /// Selects messages from `date` on: a year, month or day on the sender's clock, such as `1998-03`, or an instant in
    /// the format of RFC 3339. URLs without a date are dropped.
    ///
    /// # Errors
    ///
    /// If `date` is neither, or if no date is left between the two bounds.
    pub fn since(&mut self, date: &str) -> Result<(), BadTerm> {
        self.is_narrowed = true;
        self.since = Some(DateBound::parse(date).map_err(BadTerm::new)?);
        self.check_dates()
    }

    /// Selects messages until the end of `date`, which is as for [`since`](Selection::since).
    ///
    /// # Errors
    ///
    /// As for `since`.
    pub fn until(&mut self, date: &str) -> Result<(), BadTerm> {
        self.is_narrowed = true;
        self.until = Some(DateBound::parse(date).map_err(BadTerm::new)?);
        self.check_dates()
    }

    fn check_dates(&self) -> Result<(), BadTerm> {
        match (&self.since, &self.until) {
            (Some(since), Some(until)) if since.is_later_than(until) => {
                Err(BadTerm::new("the first date is after the last one"))
            }
            _ => Ok(()),
        }
    }

    /// Selects URLs that have one of `strings`.
    pub fn matching(&mut self, strings: UrlStrings) {
        self.is_narrowed = true;
        self.matched.push(strings);
    }

    /// Drops URLs that have one of `strings`.
    pub fn skip(&mut self, strings: UrlStrings) {
        self.is_narrowed = true;
        self.skipped.push(strings);
    }

    /// Reports whether [`accepts_message`](Selection::accepts_message) needs the facts of a message to decide.
    pub fn needs_message(&self) -> bool {
        self.since.is_some()
            || self.until.is_some()
            || self.terms.iter().any(|(criterion, _)| criterion.is_of_message())
    }

    /// Reports whether URLs of a message with these facts may be selected; `None` is a text that is not a message.
    pub fn accepts_message(&self, origin: Option<&Origin>) -> bool {
        let date = origin.and_then(Origin::rfc_3339);
        self.since.as_ref().is_none_or(|since| date.is_some_and(|date| since.compare(date).is_ge()))
            && self
                .until
                .as_ref()
                .is_none_or(|until| date.is_some_and(|date| until.compare(date).is_le()))
            && self.terms.iter().filter(|(criterion, _)| criterion.is_of_message()).all(
                |(criterion, terms)| terms.accept(|term| criterion.holds_of_message(term, origin)),
            )
    }

    /// Reports whether the URL `found` of an accepted message is selected.
    #[inline]
    pub fn accepts_url(&self, location: &Location<'_>, found: &Found<'_>) -> bool {
        !self.is_narrowed || self.satisfies_all(location, found)
    }

    /// Reports whether the URL `found` at `location` is selected.
    pub fn accepts(&self, location: &Location<'_>, found: &Found<'_>) -> bool {
        (!self.needs_message() || self.accepts_message(location.origin()))
            && self.accepts_url(location, found)
    }

    fn satisfies_all(&self, location: &Location<'_>, found: &Found<'_>) -> bool {
        self.terms
            .iter()
            .all(|(criterion, terms)| terms.accept(|term| criterion.holds(term, location, found)))
            && self.matched.iter().all(|strings| strings.has(found.url()))
            && !self.skipped.iter().any(|strings| strings.has(found.url()))
    }
}

#[cfg(test)]
mod tests;
