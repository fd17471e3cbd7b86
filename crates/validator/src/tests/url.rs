//! Properties of verdicts and URLs: offsets, parts, pieces, notes, and the escaped form.

use super::random::{Outcome, for_all};
use super::random_url;
use super::scheme_parts::pieces;
use crate::grammar::Grammar;
use crate::notes::Notes;
use crate::notes::note::NoteKind;
use crate::notes::possible::set;
use crate::rejection::Standing;
use crate::span::Span;
use crate::syntax::encoded::Encoded;
use crate::syntax::parts::Parts;
use crate::url::Url;
use crate::validator::Validator;
use std::borrow::Cow;
use std::format;
use std::string::ToString;
use std::vec::Vec;

#[test]
fn verdicts_are_consistent() {
    for_all(random_url::url, |text| {
        let url = Validator::new().url(text);
        let verdict = url.verdict();
        for grammar in Grammar::ALL {
            let failure = url.failure(*grammar);
            check(verdict.satisfies(*grammar) == failure.is_none(), "what fails is no URL")?;
            if let Some(failure) = failure {
                check(verdict.failure_at(*grammar) == Some(failure.at()), "one offset")?;
                check(text[failure.at()..].chars().next() == failure.found(), "the character")?;
                check(!failure.to_string().is_empty(), "a message")?;
            }
        }
        if let Standing::Rejected(rejection) = verdict.standing() {
            check(text[rejection.at()..].chars().next() == rejection.found(), "the character")?;
            check(Validator::new().may_reject(text), "what is rejected may be")?;
        }
        let spans: Vec<Span> = all(verdict.parts()).into_iter().flatten().collect();
        check(spans.iter().all(|span| text.get(span.range()).is_some()), "parts in bounds")?;
        check(spans.is_sorted_by(|a, b| a.end <= b.start), "parts in order")?;
        pieces_are_in_order(&url)?;
        notes_are_in_order(&url)
    });
}

fn check(holds: bool, what: &str) -> Outcome {
    if holds { Ok(()) } else { Err(what.into()) }
}

fn all(parts: &Parts) -> [Option<Span>; 8] {
    let Parts { scheme, user, password, host, port, path, query, fragment } = *parts;
    [scheme, user, password, host, port, path, query, fragment]
}

fn pieces_are_in_order(url: &Url<'_>) -> Outcome {
    let text = url.as_str();
    let between_pieces = ["", "/", "?", ";", "=", ";type=", "%09", "%00"];
    let mut end = None;
    for (_, piece) in pieces(&url.scheme_part()).1 {
        let span = piece.span();
        check(text.get(span.range()) == Some(piece.as_str()), "a piece is the text of its span")?;
        if let Some(end) = end {
            let between = text.get(end..span.start).ok_or(format!("{piece:?} is out of order"))?;
            let is_between = between_pieces.contains(&&*between.to_ascii_lowercase());
            // Empty fields are left out.
            if !is_between && between.bytes().any(|byte| !b";&?".contains(&byte)) {
                return Err(format!("{between:?} is before {piece:?}"));
            }
        }
        end = Some(span.end);
        let is_owned = matches!(piece.decode(), Cow::Owned(_));
        check(is_owned == (piece.decode().len() < span.len()), "owned if it has escapes")?;
        check(piece.decode_utf8_lossy().len() <= 3 * span.len(), "at most U+FFFD for each byte")?;
    }
    // The pieces cover the path, or path and query, except a `;` or `&` at the end.
    let parts = url.verdict().parts();
    let ends = [parts.path, parts.query].map(|part| part.map(|span| span.end));
    let is_covered = |at: usize| ends.contains(&end) || text[at..].starts_with([';', '&']);
    check(end.is_none_or(is_covered), "the pieces cover path and query")
}

/// A search for every kind finds no other note. Kinds are in the order of their definition, and of one kind there is one
/// note, except of characters.
fn notes_are_in_order(url: &Url<'_>) -> Outcome {
    let notes: Vec<_> = url.notes().collect();
    let verdict = url.verdict();
    let all = Notes::of(url.as_str(), verdict.parts(), verdict.grammars(), set(NoteKind::ALL));
    check(all.eq(url.notes()), "all notes")?;
    let is_ordered = notes.is_sorted_by(|a, b| {
        let may_repeat = matches!(b.kind(), NoteKind::EncodedControl | NoteKind::HiddenCharacter);
        a.kind() < b.kind() || a.kind() == b.kind() && may_repeat && a.span().end <= b.span().start
    });
    check(is_ordered, "notes in order")?;
    check(notes.iter().all(|it| url.as_str().get(it.span().range()).is_some()), "notes in bounds")
}

#[test]
fn escaping_changes_nothing_else() {
    for_all(random_url::url, |text| {
        let url = Validator::new().url(text);
        Grammar::ALL.iter().try_for_each(|grammar| {
            is_escaped(&url, *grammar).map_err(|why| format!("{grammar}: {why}"))
        })
    });
}

fn is_escaped(url: &Url<'_>, grammar: Grammar) -> Outcome {
    let is_satisfied = url.verdict().satisfies(grammar);
    let encoded = match url.encoded(grammar) {
        Ok(encoded) => encoded,
        Err(failure) => {
            let found = url.as_str().get(failure.at()..).map(|rest| rest.chars().next());
            check(found == Some(failure.found()), "the character found is at the offset")?;
            return check(!is_satisfied && failure.grammar() == grammar, "it fails with a reason");
        }
    };
    check(matches!(encoded, Cow::Borrowed(_)) == is_satisfied, "owned only if it is changed")?;
    let again = Validator::new().url(&encoded);
    let is_stable = matches!(again.encoded(grammar), Ok(Cow::Borrowed(same)) if same == encoded);
    check(is_stable, &format!("{encoded} satisfies the grammar and is not escaped again"))?;
    let decoded = |url: &Url<'_>| {
        let part = |part: Option<Span>| part.map(|part| url.piece(part).decode().into_owned());
        all(url.verdict().parts()).map(part)
    };
    check(decoded(url) == decoded(&again), &format!("{encoded} has the same parts"))?;
    let pieces = |url: &Url<'_>| {
        let named = |(name, piece): (_, Encoded<'_>)| (name, piece.decode().into_owned());
        pieces(&url.scheme_part()).1.into_iter().map(named).collect::<Vec<_>>()
    };
    check(pieces(url) == pieces(&again), &format!("{encoded} has the same pieces"))
}

#[test]
fn ports_have_digits_only() {
    let table = [
        ("http://a.b/", Some(80)),
        ("http://a.b:/", Some(80)),
        ("http://a.b:0081/", Some(81)),
        ("http://a.b:000/", Some(0)),
        ("http://a.b:+81/", None),
        ("http://a.b:65536/", None),
        ("http:a", None),
    ];
    for (url, port) in table {
        assert_eq!(Validator::new().url(url).port_or_default(), port, "{url}");
    }
}

/// The span of another string gives a meaningless answer but does not panic.
#[test]
fn no_span_panics() {
    let url = Validator::new().url("http://b\u{fc}cher.example/");
    for start in 0..30 {
        for end in 0..30 {
            let span = Span { start, end };
            assert_eq!(url.text(span), url.as_str().get(start..end).unwrap_or_default());
            assert_eq!(url.piece(span).as_str(), url.text(span));
        }
    }
}
