//! Writes links and segments.

use core::cell::LazyCell;

use urlsift::Found;
use urlsift::extract::{Segment, SegmentKind};

use crate::json::Json;
use crate::units::UnitTable;
use crate::value::write_value;

/// Writes a link as an object. `may_grow` is whether text typed at the end may make the link longer. A copied piece has no
/// text, because JavaScript has it.
pub(crate) fn write_link(found: &Found<'_>, may_grow: bool, json: &mut Json) {
    let table = LazyCell::new(|| UnitTable::of(found.url().as_bytes()));
    json.object(|json| {
        for (name, value) in found.fields() {
            write_value(value, &|at| table.unit(at), json.field(name));
        }
        json.field("may_grow").flag(may_grow);
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
