//! The JSON object that `urlsift check --format jsonl` prints for a URL.
//!
//! Field names are those of the library and keep their meaning between versions; the guide's chapter on
//! checking lists them. A URL can have any number of notes and segments, so they are made while they are
//! written. So a row takes the memory of a few copies of its URL.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::output::Destination;
use serde::{Serialize, Serializer};
use urlsift::found::{Form, Note};
use urlsift::scan::ascii_json;
use urlsift::url::{Encoded, HostKind, Parts, Peeled, SchemePart, Span, Url};
use urlsift::verdict::{Failure, Grammar, Rejection, Standing};

use crate::check::pieces::{PieceValue, SchemePieces};
use crate::check::production::production;

/// Writes the row of `url`, which is `given` without delimiters, checked for the grammar `asked`. For a terminal,
/// all characters except printable ASCII are written as JSON escapes.
pub(crate) fn write(
    given: &Peeled<'_>,
    url: &Url<'_>,
    asked: Grammar,
    destination: Destination,
    out: &mut impl Write,
) -> io::Result<()> {
    let row = CheckRow::of(given, url, asked);
    match destination {
        Destination::Program => serde_json::to_writer(&mut *out, &row)?,
        Destination::Terminal => ascii_json::write(&row, out)?,
    }
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct CheckRow<'r> {
    url: &'r str,
    form: &'static str,
    /// The URL with its delimiters. Null if it has none.
    given: Option<&'r str>,
    grammar: &'static str,
    satisfies: bool,
    standing: &'static str,
    grammars: Vec<&'static str>,
    /// The production of the draft that the text satisfies as it was given.
    production: Option<&'static str>,
    /// Failures by the name of the grammar. The names sort in the order of the documents' age.
    failures: BTreeMap<&'static str, CheckFailure>,
    encoded: BTreeMap<&'static str, CheckEncoded<'r>>,
    rejection: Option<CheckFailure>,
    parts: CheckParts<'r>,
    #[serde(serialize_with = "scheme_part")]
    scheme_part: SchemePart<'r>,
    host_kind: Option<&'static str>,
    port_or_default: Option<u16>,
    #[serde(serialize_with = "notes")]
    notes: &'r Url<'r>,
}

/// The place and kind of a grammar's failure, or of a rejection.
#[derive(Serialize)]
struct CheckFailure {
    at: usize,
    kind: &'static str,
    found: Option<char>,
    /// Null for a rejection, which follows no document.
    section: Option<&'static str>,
    message: String,
}

/// The encoded URL or the failure; the other one is null.
#[derive(Serialize)]
struct CheckEncoded<'r> {
    url: Option<Cow<'r, str>>,
    failure: Option<CheckFailure>,
}

#[derive(Serialize)]
struct CheckParts<'r> {
    scheme: Option<CheckPart<'r>>,
    user: Option<CheckPart<'r>>,
    password: Option<CheckPart<'r>>,
    host: Option<CheckPart<'r>>,
    port: Option<CheckPart<'r>>,
    path: Option<CheckPart<'r>>,
    query: Option<CheckPart<'r>>,
    fragment: Option<CheckPart<'r>>,
}

/// A part as it is spelled in the URL.
#[derive(Serialize)]
struct CheckPart<'r> {
    start: usize,
    end: usize,
    text: &'r str,
}

/// A piece with its percent-encoding decoded.
#[derive(Serialize)]
struct CheckPiece<'r> {
    start: usize,
    end: usize,
    decoded: Cow<'r, str>,
}

#[derive(Serialize)]
struct CheckField<'r> {
    name: CheckPiece<'r>,
    value: Option<CheckPiece<'r>>,
}

#[derive(Serialize)]
struct CheckNote<'r> {
    name: &'static str,
    severity: &'static str,
    section: &'static str,
    start: usize,
    end: usize,
    text: &'r str,
    message: String,
}

impl<'r> CheckRow<'r> {
    fn of(given: &Peeled<'r>, url: &'r Url<'r>, asked: Grammar) -> CheckRow<'r> {
        let verdict = url.verdict();
        let failures = Grammar::ALL.iter().filter_map(|&grammar| url.failure(grammar));
        let not_satisfied = Grammar::ALL.iter().filter(|&&grammar| !verdict.satisfies(grammar));
        let standing = verdict.standing();
        let rejection = match &standing {
            Standing::Valid | Standing::Loose => None,
            Standing::Rejected(rejection) => Some(rejection),
        };
        CheckRow {
            url: url.as_str(),
            form: given.form().name(),
            given: (given.form() != Form::Bare).then_some(given.text()),
            grammar: asked.name(),
            satisfies: verdict.satisfies(asked),
            standing: standing.name(),
            grammars: verdict.grammars().iter().map(Grammar::name).collect(),
            production: production(given, url),
            failures: failures.map(|it| (it.grammar().name(), CheckFailure::of(&it))).collect(),
            encoded: not_satisfied
                .map(|grammar| (grammar.name(), CheckEncoded::of(url.encoded(*grammar))))
                .collect(),
            rejection: rejection.map(CheckFailure::of_rejection),
            parts: CheckParts::of(url, verdict.parts()),
            scheme_part: url.scheme_part(),
            host_kind: verdict.host_kind().map(HostKind::name),
            port_or_default: url.port_or_default(),
            notes: url,
        }
    }
}

impl CheckFailure {
    fn of(failure: &Failure) -> CheckFailure {
        CheckFailure {
            at: failure.at(),
            kind: failure.kind().name(),
            found: failure.found(),
            section: Some(failure.section()),
            message: failure.to_string(),
        }
    }

    fn of_rejection(rejection: &Rejection) -> CheckFailure {
        CheckFailure {
            at: rejection.at(),
            kind: rejection.kind().name(),
            found: rejection.found(),
            section: None,
            message: rejection.to_string(),
        }
    }
}

impl<'r> CheckEncoded<'r> {
    fn of(encoded: Result<Cow<'r, str>, Failure>) -> CheckEncoded<'r> {
        match encoded {
            Ok(url) => CheckEncoded { url: Some(url), failure: None },
            Err(failure) => CheckEncoded { url: None, failure: Some(CheckFailure::of(&failure)) },
        }
    }
}

impl<'r> CheckParts<'r> {
    fn of(url: &Url<'r>, parts: &Parts) -> CheckParts<'r> {
        let part = |span: Option<Span>| {
            span.map(|span| CheckPart { start: span.start, end: span.end, text: url.text(span) })
        };
        CheckParts {
            scheme: part(parts.scheme),
            user: part(parts.user),
            password: part(parts.password),
            host: part(parts.host),
            port: part(parts.port),
            path: part(parts.path),
            query: part(parts.query),
            fragment: part(parts.fragment),
        }
    }
}

impl<'r> CheckPiece<'r> {
    fn of(piece: Encoded<'r>) -> CheckPiece<'r> {
        let Span { start, end, .. } = piece.span();
        CheckPiece { start, end, decoded: piece.decode_utf8_lossy() }
    }
}

fn scheme_part<S: Serializer>(part: &SchemePart<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap;
    let Some(pieces) = SchemePieces::of(part) else { return serializer.serialize_none() };
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("kind", pieces.kind)?;
    for (name, value) in &pieces.list {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

impl Serialize for PieceValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PieceValue::One(piece) => CheckPiece::of(*piece).serialize(serializer),
            PieceValue::Default(piece, value) => {
                let mut made = CheckPiece::of(*piece);
                if piece.is_empty() {
                    made.decoded = Cow::Borrowed(value);
                }
                made.serialize(serializer)
            }
            PieceValue::Maybe(piece) => piece.map(CheckPiece::of).serialize(serializer),
            PieceValue::Segments(segments) => {
                serializer.collect_seq(segments.iter().map(CheckPiece::of))
            }
            PieceValue::Fields(fields) => {
                serializer.collect_seq(fields.iter().map(|(name, value)| CheckField {
                    name: CheckPiece::of(name),
                    value: value.map(CheckPiece::of),
                }))
            }
            PieceValue::All(all) => serializer.serialize_bool(*all),
        }
    }
}

fn notes<S: Serializer>(url: &Url<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let note = |note: Note| {
        let span = note.span();
        CheckNote {
            name: note.kind().name(),
            severity: note.severity().name(),
            section: note.section(),
            start: span.start,
            end: span.end,
            text: url.text(span),
            message: note.to_string(),
        }
    };
    serializer.collect_seq(url.notes().map(note))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift::url::peel;
    use urlsift::verdict::Validator;

    #[test]
    fn a_terminal_gets_the_same_json_in_ascii() {
        let hostile = "http://b\u{fc}cher.example/\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{1f600}\"";
        let url = Validator::new().url(hostile);
        let line = |destination| {
            let mut line = Vec::new();
            write(&peel(hostile), &url, Grammar::Rfc3986, destination, &mut line)
                .expect("a buffer can be written");
            line
        };
        let shown = line(Destination::Terminal);
        assert!(shown[..shown.len() - 1].iter().all(|byte| (b' '..=b'~').contains(byte)));
        let shown: serde_json::Value = serde_json::from_slice(&shown).expect("it is JSON");
        let stored = line(Destination::Program);
        assert_eq!(shown, serde_json::from_slice::<serde_json::Value>(&stored).expect("it is"));
        assert_eq!(shown["url"], hostile);
    }
}
