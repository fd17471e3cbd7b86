//! The result of checking one text, as fields with names.

use alloc::borrow::Cow;
use alloc::string::ToString;

use urlsift_scanner::Form;
use urlsift_validator::{Failure, Grammar, Note, Rejection, Span, Standing, Url, Validator};

use crate::fields::FieldValue;
use crate::url::display::display_url;
use crate::url::href::href;
use crate::url::peel::{Peeled, peel};

/// A URL that was given by itself, and what the grammars say about it.
///
/// The [fields](Checked::fields) are those of the rows of `urlsift check --format jsonl`, and of `check` in Python and
/// JavaScript, which also have the last three. A value is made when it is asked for.
///
/// ```
/// use urlsift::verdict::{Checked, FieldValue};
///
/// let checked = Checked::new("<URL:http://example.org/~jim>");
/// assert_eq!(checked.url().as_str(), "http://example.org/~jim");
/// let FieldValue::Text(form) = checked.value("form") else { panic!("it is a text") };
/// assert_eq!(form, "url");
/// let FieldValue::Map(failures) = checked.value("failures") else { panic!("it is a map") };
/// assert_eq!(failures.iter().map(|(grammar, _)| *grammar).collect::<Vec<_>>(), ["draft03", "rfc1738"]);
/// ```
#[derive(Clone, Debug)]
pub struct Checked<'t> {
    peeled: Peeled<'t>,
    given: &'t str,
    url: Url<'t>,
}

/// Makes the value of a field.
type Accessor = for<'c> fn(&'c Checked<'c>) -> FieldValue<'c>;

impl<'t> Checked<'t> {
    /// The names of the fields, and how their values are made, in the order of rows.
    const ACCESSORS: &'static [(&'static str, Accessor)] = &[
        ("url", |it| FieldValue::text(it.url.as_str())),
        ("form", |it| FieldValue::text(it.form().name())),
        ("given", |it| FieldValue::of(it.given(), FieldValue::text)),
        ("standing", |it| FieldValue::text(it.url.verdict().standing().name())),
        ("grammars", |it| FieldValue::grammars(it.url.verdict().grammars())),
        ("production", |it| FieldValue::of(it.production(), FieldValue::text)),
        ("failures", |it| {
            let entry = |failure: Failure| (failure.grammar().name(), of_failure(&failure));
            FieldValue::Map(it.failures().map(entry).collect())
        }),
        ("encoded", |it| {
            let entry = |(grammar, encoded): (Grammar, _)| {
                let (url, failure) = match encoded {
                    Ok(url) => (FieldValue::Text(url), FieldValue::Null),
                    Err(failure) => (FieldValue::Null, of_failure(&failure)),
                };
                (
                    grammar.name(),
                    FieldValue::record("Encoded", [("url", url), ("failure", failure)]),
                )
            };
            FieldValue::Map(it.encoded().map(entry).collect())
        }),
        ("rejection", |it| FieldValue::of(it.rejection(), |it| of_rejection(&it))),
        ("parts", |it| {
            let part = |(name, span)| (name, FieldValue::of(span, |span| it.part(span)));
            FieldValue::record("Parts", it.parts().map(part))
        }),
        ("host_kind", |it| {
            FieldValue::of(it.url.verdict().host_kind(), |kind| FieldValue::text(kind.name()))
        }),
        ("port_or_default", |it| {
            FieldValue::of(it.url.port_or_default(), |port| FieldValue::Number(port.into()))
        }),
        ("notes", |it| FieldValue::list(it.url.notes(), |note| it.note(note))),
        ("host", |it| {
            let host = it.url.parts().host;
            FieldValue::of(host, |host| FieldValue::text(it.url.text(host)))
        }),
        ("href", |it| FieldValue::of(href(it.url.as_str()), FieldValue::Text)),
        ("display", |it| FieldValue::Text(display_url(it.url.as_str()).into())),
    ];

    /// Checks `text`, a URL that may have delimiters such as `<URL:…>`. Linear in its length.
    pub fn new(text: &'t str) -> Checked<'t> {
        let peeled = peel(text);
        Checked { peeled, given: text, url: Validator::new().url(peeled.url()) }
    }

    /// Sets the text that was given, if whitespace inside its delimiters was removed before it was checked.
    #[must_use]
    pub fn with_given(self, text: &'t str) -> Checked<'t> {
        Checked { given: text, ..self }
    }

    /// Returns the URL without delimiters.
    pub fn url(&self) -> &Url<'t> {
        &self.url
    }

    /// Returns the kind of the outermost delimiters.
    pub fn form(&self) -> Form {
        self.peeled.form()
    }

    /// Returns the text as it was given, or `None` if it has no delimiters.
    pub fn given(&self) -> Option<&'t str> {
        (self.form() != Form::Bare).then_some(self.given)
    }

    /// Returns the production of draft-ietf-uri-url-03 that the text satisfies, brackets aside: `prefixedurl` with `URL:`
    /// directly before the URL, otherwise `url`, whatever was removed. `None` if the URL fails by the draft.
    pub fn production(&self) -> Option<&'static str> {
        let name = if self.peeled.is_prefixed() { "prefixedurl" } else { "url" };
        self.url.verdict().satisfies(Grammar::Draft03).then_some(name)
    }

    /// Returns why the URL fails, for each grammar that it does not satisfy.
    pub fn failures(&self) -> impl Iterator<Item = Failure> {
        Grammar::ALL.iter().filter_map(|&grammar| self.url.failure(grammar))
    }

    /// Returns the URL with escapes, or why they do not help, for each grammar that it does not satisfy.
    pub fn encoded(&self) -> impl Iterator<Item = (Grammar, Result<Cow<'t, str>, Failure>)> {
        let grammars = Grammar::ALL.iter().filter(|&&it| !self.url.verdict().satisfies(it));
        grammars.map(|&grammar| (grammar, self.url.encoded(grammar)))
    }

    /// Returns why the URL is rejected, if it is.
    pub fn rejection(&self) -> Option<Rejection> {
        match self.url.verdict().standing() {
            Standing::Rejected(rejection) => Some(rejection),
            Standing::Valid | Standing::Loose => None,
        }
    }

    /// Returns the parts of the URL by their names.
    pub fn parts(&self) -> [(&'static str, Option<Span>); 8] {
        let parts = self.url.parts();
        [
            ("scheme", parts.scheme),
            ("user", parts.user),
            ("password", parts.password),
            ("host", parts.host),
            ("port", parts.port),
            ("path", parts.path),
            ("query", parts.query),
            ("fragment", parts.fragment),
        ]
    }

    /// Returns the names and values of all fields.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, FieldValue<'_>)> {
        Checked::ACCESSORS.iter().map(|(name, value)| (*name, value(self)))
    }

    /// Returns the value of the field `name`, or [`FieldValue::Null`] if there is no such field.
    pub fn value(&self, name: &str) -> FieldValue<'_> {
        let accessor = Checked::ACCESSORS.iter().find(|(known, _)| *known == name);
        accessor.map(|(_, value)| value(self)).unwrap_or_default()
    }

    fn part(&self, span: Span) -> FieldValue<'_> {
        let text = FieldValue::text(self.url.text(span));
        let [start, end] = [span.start, span.end].map(FieldValue::Offset);
        FieldValue::record("Part", [("start", start), ("end", end), ("text", text)])
    }

    fn note(&self, note: Note) -> FieldValue<'_> {
        let span = note.span();
        FieldValue::record(
            "UrlNote",
            [
                ("name", FieldValue::text(note.kind().name())),
                ("severity", FieldValue::text(note.severity().name())),
                ("section", FieldValue::text(note.section())),
                ("start", FieldValue::Offset(span.start)),
                ("end", FieldValue::Offset(span.end)),
                ("text", FieldValue::text(self.url.text(span))),
                ("message", FieldValue::Text(note.to_string().into())),
            ],
        )
    }
}

fn of_failure<'c>(failure: &Failure) -> FieldValue<'c> {
    let (kind, section) = (failure.kind().name(), FieldValue::text(failure.section()));
    of_place(failure.at(), kind, failure.found(), section, failure)
}

fn of_rejection<'c>(rejection: &Rejection) -> FieldValue<'c> {
    // A rejection follows no document.
    of_place(
        rejection.at(),
        rejection.kind().name(),
        rejection.found(),
        FieldValue::Null,
        rejection,
    )
}

/// Returns the place and kind of a failure or of a rejection.
fn of_place<'c>(
    at: usize,
    kind: &'static str,
    found: Option<char>,
    section: FieldValue<'c>,
    message: &impl ToString,
) -> FieldValue<'c> {
    let found = FieldValue::of(found, |found| FieldValue::Text(found.to_string().into()));
    FieldValue::record(
        "Failure",
        [
            ("at", FieldValue::Offset(at)),
            ("kind", FieldValue::text(kind)),
            ("found", found),
            ("section", section),
            ("message", FieldValue::Text(message.to_string().into())),
        ],
    )
}
