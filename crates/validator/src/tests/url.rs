//! Properties of a `Url`: pieces, notes, the port and octets.
//!
//! The span of another string gives a meaningless answer but must not panic.

use super::browser::octets::octets;
use super::random::{Outcome, for_all};
use super::random_url;
use crate::grammar::Grammar;
use crate::notes::note::NoteKind;
use crate::span::Span;
use crate::syntax::encoded::Encoded;
use crate::syntax::port::default_port;
use crate::syntax::scheme_part::{News, SchemePart};
use crate::syntax::segments::Segments;
use crate::url::Url;
use crate::validator::Validator;
use std::borrow::Cow;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// Separators between pieces.
const BETWEEN: &[&str] = &["", "/", "?", ";", "=", ";type=", "%09", "%00"];

#[test]
fn pieces_notes_and_ports_are_consistent() {
    for_all(random_url::url, |text| {
        let url = Validator::new().url(text);
        pieces_are_in_order(&url)?;
        notes_are_in_order(&url)?;
        port_agrees_with_parts(&url)
    });
}

fn pieces_are_in_order(url: &Url<'_>) -> Outcome {
    let text = url.as_str();
    let mut end = None;
    for piece in pieces(&url.scheme_part()) {
        let span = piece.span();
        if text.get(span.range()) != Some(piece.as_str()) {
            return Err(format!("{piece:?} is not the text of its span"));
        }
        if let Some(end) = end {
            let between = text.get(end..span.start).ok_or(format!("{piece:?} is out of order"))?;
            let is_between = BETWEEN.contains(&&*between.to_ascii_lowercase());
            // Empty fields are left out.
            if !is_between && between.bytes().any(|byte| !b";&?".contains(&byte)) {
                return Err(format!("{between:?} is before {piece:?}"));
            }
        }
        end = Some(span.end);
        if piece.decode() != octets(piece.as_str()) || piece.decode().len() > span.len() {
            return Err(format!("{piece:?} has the octets {:?}", piece.decode()));
        }
        if piece.decode_utf8_lossy() != String::from_utf8_lossy(&piece.decode()) {
            return Err(format!("{piece:?} is {:?}", piece.decode_utf8_lossy()));
        }
        if matches!(piece.decode(), Cow::Owned(_)) != (piece.decode().len() < span.len()) {
            return Err(format!("{piece:?} is owned without need, or borrowed"));
        }
    }
    // The pieces cover the path, or path and query, except a `;` or `&` at the end.
    let parts = url.verdict().parts();
    let ends = [parts.path, parts.query].map(|part| part.map(|span| span.end));
    if end.is_some_and(|at| !ends.contains(&end) && !text[at..].starts_with([';', '&'])) {
        return Err(format!("the pieces end at {end:?}"));
    }
    Ok(())
}

/// Returns all pieces that are present, in order.
fn pieces<'u>(part: &SchemePart<'u>) -> Vec<Encoded<'u>> {
    let some = |pieces: &[Option<Encoded<'u>>]| pieces.iter().copied().flatten().collect();
    let of = |segments: &Segments<'u>| segments.iter().map(Some).collect::<Vec<_>>();
    match part {
        SchemePart::Http(it) => some(&[Some(it.path), it.search]),
        SchemePart::Ftp(it) => some(&[&of(&it.cwd)[..], &[Some(it.name), it.type_code]].concat()),
        SchemePart::Gopher(it) => {
            some(&[Some(it.gtype), Some(it.selector), it.search, it.gopher_plus])
        }
        SchemePart::Mailto(it) => {
            let fields = it.header_fields.iter().flat_map(|(name, value)| [Some(name), value]);
            some(&[&[Some(it.address)][..], &fields.collect::<Vec<_>>()].concat())
        }
        SchemePart::News(News::All) | SchemePart::Telnet | SchemePart::Other => Vec::new(),
        SchemePart::News(News::Group(it) | News::MessageId(it))
        | SchemePart::MessageId(it)
        | SchemePart::Afs(it)
        | SchemePart::File(it) => Vec::from([*it]),
        SchemePart::Nntp(it) => some(&[Some(it.group), it.number]),
        SchemePart::Wais(it) => some(&[Some(it.database), it.wtype, it.wpath, it.search]),
        SchemePart::Prospero(it) => {
            let fields = it.fields.iter().flat_map(|(name, value)| [Some(name), value]);
            some(&[&[Some(it.object), it.version][..], &fields.collect::<Vec<_>>()].concat())
        }
    }
}

fn notes_are_in_order(url: &Url<'_>) -> Outcome {
    let text = url.as_str();
    let place = |kind| NoteKind::ALL.iter().position(|it| *it == kind);
    let mut before: Option<(NoteKind, Span)> = None;
    let mut controls = Vec::new();
    for note in url.notes() {
        let (kind, span) = (note.kind(), note.span());
        if text.get(span.range()).is_none() || note.to_string().is_empty() {
            return Err(format!("{note:?} is out of bounds"));
        }
        if let Some((last, last_span)) = before {
            let may_be_again = matches!(kind, NoteKind::EncodedControl | NoteKind::HiddenCharacter);
            let is_again = last == kind && may_be_again;
            let is_after = is_again && last_span.end <= span.start;
            if place(last) >= place(kind) && !is_after {
                return Err(format!("{note:?} comes after {last:?}"));
            }
        }
        if kind == NoteKind::EncodedControl {
            controls.push(span.range());
        }
        before = Some((kind, span));
    }
    let scheme = url.verdict().parts().scheme.map_or("", |scheme| url.text(scheme));
    // What delimits in these schemes is not a note.
    let delimiter = match scheme.to_ascii_lowercase().as_str() {
        "gopher" => Some(b'\t'),
        "prospero" => Some(b'\0'),
        _ => None,
    };
    let is_control = |at: &usize| {
        let digits = text.get(*at..*at + 3).and_then(|escape| escape.strip_prefix('%'));
        // Rust parses `+1` as a number, but it is not an escape.
        let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let octet = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        octet.is_some_and(|octet| octet.is_ascii_control() && delimiter != Some(octet))
    };
    let expected = (0..text.len()).filter(is_control).map(|at| at..at + 3);
    let is_same = url.verdict().parts().scheme.is_none() || expected.eq(controls);
    if is_same { Ok(()) } else { Err(String::from("not all encoded controls are noted")) }
}

fn port_agrees_with_parts(url: &Url<'_>) -> Outcome {
    let parts = url.verdict().parts();
    let port = parts.port.map_or("", |port| url.text(port));
    let scheme = parts.scheme.map_or("", |scheme| url.text(scheme));
    let is_digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let number = port.trim_start_matches('0');
    let expected = match port {
        _ if parts.host.is_none() || !is_digits || number.len() > 5 => None,
        "" => default_port(scheme),
        _ if number.is_empty() => Some(0),
        _ => number.parse::<u32>().ok().and_then(|number| u16::try_from(number).ok()),
    };
    let found = url.port_or_default();
    if found == expected { Ok(()) } else { Err(format!("the port is {found:?}")) }
}

#[test]
fn ports_have_digits_only() {
    let table = [
        ("http://a.b/", Some(80)),
        ("http://a.b:/", Some(80)),
        ("http://a.b:0081/", Some(81)),
        ("http://a.b:+81/", None),
        ("http://a.b:65536/", None),
    ];
    for (url, port) in table {
        assert_eq!(Validator::new().url(url).port_or_default(), port, "{url}");
    }
}

/// No method panics for any string, nor for a span of another string.
#[test]
fn no_string_and_no_span_panics() {
    // Before the mark is the string, after it the one from which the spans come.
    let mark = '\u{241e}';
    let two =
        |random: &mut _| format!("{}{mark}{}", random_url::url(random), random_url::url(random));
    for_all(two, |both| {
        let (text, other) = both.split_once(mark).unwrap_or((both, both));
        let (url, other) = (Validator::new().url(text), Validator::new().url(other));
        ask_everything(&url);
        for span in [other.verdict().parts().host, other.verdict().parts().path].iter().flatten() {
            assert_eq!(url.text(*span), text.get(span.range()).unwrap_or_default());
            assert_eq!(url.piece(*span).as_str(), url.text(*span));
        }
        Ok(())
    });
}

fn ask_everything(url: &Url<'_>) {
    for grammar in Grammar::ALL {
        let failure = url.failure(*grammar);
        assert!(failure.is_none_or(|failure| !failure.to_string().is_empty()));
        let error = url.encoded(*grammar).err();
        assert!(error.is_none_or(|error| !error.to_string().is_empty()));
    }
    for piece in pieces(&url.scheme_part()) {
        assert!(piece.decode_utf8_lossy().len() <= 3 * piece.span().len());
    }
    if let SchemePart::Wais(wais) = url.scheme_part() {
        assert!(wais.fields().iter().all(|(name, value)| !name.is_empty() || value.is_some()));
    }
    assert!(url.notes().all(|note| url.text(note.span()).len() <= url.as_str().len()));
    assert!(url.port_or_default().is_none_or(|port| port.to_string().len() <= 5));
}
