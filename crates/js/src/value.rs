//! Writes the values of fields. Field names are those of JSON rows.

use alloc::format;
use alloc::vec::Vec;
use core::cell::LazyCell;

use urlsift::found::FoundNote;
use urlsift::verdict::FieldValue;

use crate::json::Json;
use crate::units::UnitTable;

/// Writes `value`. Its offsets in a URL are mapped by `unit`.
pub(crate) fn write_value(value: FieldValue<'_>, unit: &dyn Fn(usize) -> usize, json: &mut Json) {
    match value {
        FieldValue::Flag(is_set) => json.flag(is_set),
        FieldValue::Number(number) => json.number(number),
        FieldValue::Offset(at) => json.number(unit(at)),
        FieldValue::Text(text) => json.string(&text),
        FieldValue::List(items) => json.list(items, |json, item| write_value(item, unit, json)),
        FieldValue::Map(entries) => write_object(entries, unit, json),
        FieldValue::Record(class, mut entries) => {
            // The message counts bytes. The character before this is a single one, so the first match is the offset.
            if class == "Failure"
                && let [(_, FieldValue::Offset(at)), .., (_, FieldValue::Text(message))] =
                    &mut *entries
            {
                let [bytes, index] = [format!(" at byte {at}"), format!(" at index {}", unit(*at))];
                *message = message.replacen(&bytes, &index, 1).into();
            }
            write_object(entries, unit, json);
        }
        _ => json.raw("null"),
    }
}

fn write_object(
    entries: Vec<(&'static str, FieldValue<'_>)>,
    unit: &dyn Fn(usize) -> usize,
    json: &mut Json,
) {
    json.object(|json| {
        for (name, value) in entries {
            write_value(value, unit, json.field(name));
        }
    });
}

/// Writes `notes` on `url`.
pub(crate) fn write_notes(url: &str, notes: &[FoundNote], json: &mut Json) {
    let table = LazyCell::new(|| UnitTable::of(url.as_bytes()));
    json.list(notes, |json, note| write_value(note.value(), &|at| table.unit(at), json));
}
