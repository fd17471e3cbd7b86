//! Writes links and segments. Field names are those of JSON rows.

use alloc::string::ToString;

use urlsift::Found;
use urlsift::extract::{Segment, SegmentKind};
use urlsift::found::{FoundNote, Grade, Piece};
use urlsift::url::HostKind;
use urlsift::verdict::{Grammar, Verdict};

use crate::json::Json;
use crate::units::UnitTable;

/// Writes a link as an object. `may_grow` tells whether text typed at the end of the text may make it longer.
pub(crate) fn write_link(found: &Found<'_>, may_grow: bool, json: &mut Json) {
    json.object(|json| {
        let (outer, range) = (found.outer(), found.range());
        json.field("url").string(found.url());
        json.field("href").optional(found.href().as_deref());
        json.field("display").string(&found.display_url());
        json.field("form").string(found.form().name());
        json.field("start").number(outer.start);
        json.field("end").number(outer.end);
        json.field("range").object(|json| {
            json.field("start").number(range.start);
            json.field("end").number(range.end);
        });
        json.field("is_verbatim").flag(found.is_verbatim());
        json.field("may_grow").flag(may_grow);
        json.field("pieces").list(found.pieces(), write_piece);
        json.field("readings").list(found.readings(), |json, reading| {
            json.object(|json| {
                json.field("url").string(reading.url());
                json.field("href").optional(reading.href().as_deref());
                json.field("display").string(&reading.display_url());
                json.field("why").string(&reading.why().to_string());
            });
        });
        json.field("doubts").list(found.doubts(), |json, doubt| {
            json.object(|json| {
                json.field("kind").string(doubt.kind.name());
                json.field("at").number(doubt.at);
                json.field("chosen").string(doubt.chosen.name());
                json.field("ground").string(doubt.ground.name());
            });
        });
        json.field("joined").optional(found.joined().map(Grade::name));
        let verdict = found.verdict();
        write_verdict(&verdict, json);
        json.field("host").optional(verdict.parts().host.map(|host| &found.url()[host]));
        json.field("notes");
        write_notes(found.url(), &found.notes(), json);
    });
}

/// Writes the fields that links and the results of `check` have in common.
pub(crate) fn write_verdict(verdict: &Verdict, json: &mut Json) {
    json.field("standing").string(verdict.standing().name());
    json.field("grammars")
        .list(verdict.grammars().iter(), |json, grammar: Grammar| json.string(grammar.name()));
    json.field("host_kind").optional(verdict.host_kind().map(HostKind::name));
}

/// Writes `notes` on `url`.
pub(crate) fn write_notes(url: &str, notes: &[FoundNote], json: &mut Json) {
    if notes.is_empty() {
        return json.raw("[]");
    }
    let table = UnitTable::of(url.as_bytes());
    json.list(notes, |json, note| {
        json.object(|json| {
            json.field("name").string(note.name());
            json.field("severity").string(note.severity().name());
            json.field("message").string(note.message());
            // A note on the text around the URL has no place in it.
            let note = match note {
                FoundNote::Url(note) => Some(note),
                _ => None,
            };
            let unit = |at: usize| table.unit(at);
            json.field("section").optional(note.map(|note| note.section()));
            json.field("start").nullable(note.map(|it| unit(it.span().start)), Json::number);
            json.field("end").nullable(note.map(|it| unit(it.span().end)), Json::number);
        });
    });
}

/// Writes a piece without its text if that was copied: JavaScript has the text.
fn write_piece(json: &mut Json, piece: &Piece) {
    let range = piece.range();
    json.object(|json| {
        json.field("start").number(range.start);
        json.field("end").number(range.end);
        let inserted = match piece {
            Piece::Copied(_) => None,
            Piece::Inserted(text, _) => Some(*text),
        };
        json.field("text").optional(inserted);
        json.field("copied").flag(inserted.is_none());
    });
}

/// Writes a segment as an array. `segments` describes it.
pub(crate) fn write_segment(segment: &Segment, json: &mut Json) {
    let (kind, text) = match segment.kind {
        SegmentKind::Plain => ("plain", None),
        SegmentKind::Delimiter => ("delimiter", None),
        SegmentKind::Piece => ("piece", None),
        SegmentKind::Replaced(text) => ("replaced", Some(text)),
        SegmentKind::QuotePrefix => ("quote_prefix", None),
        // A kind of a later version is drawn like a seam: it is in a link, and not underlined.
        _ => ("seam", None),
    };
    json.raw("[");
    json.string(kind);
    json.raw(",");
    json.number(segment.range.end);
    json.raw(if segment.link.is_some() { ",1" } else { ",0" });
    if let Some(text) = text {
        json.raw(",");
        json.string(text);
    }
    json.raw("]");
}
