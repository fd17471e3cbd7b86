//! Writes what the validator says about one URL.

use urlsift::internal::unfold;
use urlsift::url::url_notes;
use urlsift::verdict::Checked;

use crate::json::Json;
use crate::units::UnitTable;
use crate::value::{write_notes, write_value};

/// Writes an object on the URL in `text`, which may have delimiters such as `<URL:…>`.
pub(crate) fn write_check(text: &str, json: &mut Json) {
    let unfolded = unfold(text);
    let checked = Checked::new(&unfolded).with_given(text);
    let url = checked.url().as_str();
    let units = UnitTable::of(url.as_bytes());
    json.object(|json| {
        for (name, value) in checked.fields() {
            let json = json.field(name);
            match name {
                // At most 16 notes of each kind, as for a link.
                "notes" => write_notes(url, &url_notes(url), json),
                _ => write_value(value, &|at| units.unit(at), json),
            }
        }
    });
}
