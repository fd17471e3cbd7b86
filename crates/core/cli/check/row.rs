//! A row: all that is known of a URL, as a JSON object.
//!
//! The fields' names are the library's and do not change meaning; README.md has them in a table. What
//! there can be any number of, notes and segments, is made while it is written, so that a row takes no
//! more memory than a few copies of its URL.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use urlsift::Grammar;
use urlsift::note::Note;
use urlsift::output::Destination;
use urlsift::url::{Encoded, HostKind, Parts, SchemePart, Span, Url};
use urlsift::verdict::{Failure, Rejection, Standing};

use crate::ascii;
use crate::check::pieces::{Pieces, Value};

/// Writes the line of `url`, of which `asked` was asked. For a terminal, everything but printable
/// ASCII is escaped by JSON's own means.
pub(crate) fn write(
    url: &Url<'_>,
    asked: Grammar,
    reader: Destination,
    out: &mut impl Write,
) -> io::Result<()> {
    let row = Row::of(url, asked);
    match reader {
        Destination::Program => serde_json::to_writer(&mut *out, &row)?,
        Destination::Terminal => ascii::write(&row, out)?,
    }
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Row<'r> {
    url: &'r str,
    grammar: &'static str,
    satisfies: bool,
    standing: &'static str,
    grammars: Vec<&'static str>,
    /// By the names of grammars, which are in the order of their age.
    failures: BTreeMap<&'static str, RowFailure>,
    encoded: BTreeMap<&'static str, RowEncoded<'r>>,
    rejection: Option<RowFailure>,
    parts: RowParts<'r>,
    #[serde(serialize_with = "scheme_part")]
    scheme_part: SchemePart<'r>,
    host_kind: Option<&'static str>,
    port_or_default: Option<u16>,
    #[serde(serialize_with = "notes")]
    notes: &'r Url<'r>,
}

/// Where and how a grammar, or all leniency, is failed.
#[derive(Serialize)]
struct RowFailure {
    at: usize,
    kind: &'static str,
    found: Option<char>,
    /// Null for a rejection, which is no document's.
    section: Option<&'static str>,
    message: String,
}

/// One of the two is null.
#[derive(Serialize)]
struct RowEncoded<'r> {
    url: Option<Cow<'r, str>>,
    failure: Option<RowFailure>,
}

#[derive(Serialize)]
struct RowParts<'r> {
    scheme: Option<RowPart<'r>>,
    user: Option<RowPart<'r>>,
    password: Option<RowPart<'r>>,
    host: Option<RowPart<'r>>,
    port: Option<RowPart<'r>>,
    path: Option<RowPart<'r>>,
    query: Option<RowPart<'r>>,
    fragment: Option<RowPart<'r>>,
}

/// A part as it is spelled.
#[derive(Serialize)]
struct RowPart<'r> {
    start: usize,
    end: usize,
    text: &'r str,
}

/// A piece as it reads when its escapes are undone.
#[derive(Serialize)]
struct RowPiece<'r> {
    start: usize,
    end: usize,
    decoded: Cow<'r, str>,
}

#[derive(Serialize)]
struct RowField<'r> {
    name: RowPiece<'r>,
    value: Option<RowPiece<'r>>,
}

#[derive(Serialize)]
struct RowNote<'r> {
    kind: &'static str,
    severity: &'static str,
    section: &'static str,
    start: usize,
    end: usize,
    text: &'r str,
    message: String,
}

impl<'r> Row<'r> {
    fn of(url: &'r Url<'r>, asked: Grammar) -> Row<'r> {
        let verdict = url.verdict();
        let failures = Grammar::ALL.iter().filter_map(|&grammar| url.failure(grammar));
        let not_satisfied = Grammar::ALL.iter().filter(|&&grammar| !verdict.satisfies(grammar));
        let (standing, rejection) = match verdict.standing() {
            Standing::Valid => ("valid", None),
            Standing::Loose => ("loose", None),
            Standing::Rejected(rejection) => ("rejected", Some(rejection)),
        };
        Row {
            url: url.as_str(),
            grammar: asked.name(),
            satisfies: verdict.satisfies(asked),
            standing,
            grammars: verdict.grammars().iter().map(Grammar::name).collect(),
            failures: failures.map(|it| (it.grammar().name(), RowFailure::of(&it))).collect(),
            encoded: not_satisfied
                .map(|grammar| (grammar.name(), RowEncoded::of(url.encoded(*grammar))))
                .collect(),
            rejection: rejection.as_ref().map(RowFailure::of_rejection),
            parts: RowParts::of(url, verdict.parts()),
            scheme_part: url.scheme_part(),
            host_kind: verdict.host_kind().map(HostKind::name),
            port_or_default: url.port_or_default(),
            notes: url,
        }
    }
}

impl RowFailure {
    fn of(failure: &Failure) -> RowFailure {
        RowFailure {
            at: failure.at(),
            kind: failure.kind().name(),
            found: failure.found(),
            section: Some(failure.section()),
            message: failure.to_string(),
        }
    }

    fn of_rejection(rejection: &Rejection) -> RowFailure {
        RowFailure {
            at: rejection.at(),
            kind: rejection.kind().name(),
            found: rejection.found(),
            section: None,
            message: rejection.to_string(),
        }
    }
}

impl<'r> RowEncoded<'r> {
    fn of(encoded: Result<Cow<'r, str>, Failure>) -> RowEncoded<'r> {
        match encoded {
            Ok(url) => RowEncoded { url: Some(url), failure: None },
            Err(failure) => RowEncoded { url: None, failure: Some(RowFailure::of(&failure)) },
        }
    }
}

impl<'r> RowParts<'r> {
    fn of(url: &Url<'r>, parts: &Parts) -> RowParts<'r> {
        let part = |span: Option<Span>| {
            span.map(|span| RowPart { start: span.start, end: span.end, text: url.text(span) })
        };
        RowParts {
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

impl<'r> RowPiece<'r> {
    fn of(piece: Encoded<'r>) -> RowPiece<'r> {
        let Span { start, end, .. } = piece.span();
        RowPiece { start, end, decoded: piece.decode_utf8_lossy() }
    }
}

fn scheme_part<S: Serializer>(part: &SchemePart<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap;
    let Some(pieces) = Pieces::of(part) else { return serializer.serialize_none() };
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("kind", pieces.kind)?;
    for (name, value) in &pieces.list {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::One(piece) => RowPiece::of(*piece).serialize(serializer),
            Value::Maybe(piece) => piece.map(RowPiece::of).serialize(serializer),
            Value::Segments(segments) => serializer.collect_seq(segments.iter().map(RowPiece::of)),
            Value::Fields(fields) => serializer.collect_seq(fields.iter().map(|(name, value)| {
                RowField { name: RowPiece::of(name), value: value.map(RowPiece::of) }
            })),
            Value::All(all) => serializer.serialize_bool(*all),
        }
    }
}

fn notes<S: Serializer>(url: &Url<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let note = |note: Note| {
        let span = note.span();
        RowNote {
            kind: note.kind().name(),
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
    use urlsift::verdict::Validator;

    #[test]
    fn a_terminal_gets_the_same_json_in_ascii() {
        let hostile = "http://b\u{fc}cher.example/\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{1f600}\"";
        let url = Validator::new().url(hostile);
        let line = |reader| {
            let mut line = Vec::new();
            write(&url, Grammar::Rfc3986, reader, &mut line).expect("a buffer can be written");
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
