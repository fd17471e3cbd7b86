//! Writes what the validator says about one URL. Field names are those of `urlsift check --format jsonl`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::ToString;

use urlsift::href;
use urlsift::internal::unfold;
use urlsift::url::{Span, Url, display_url, url_notes};
use urlsift::verdict::{Checked, Failure};

use crate::json::Json;
use crate::link::{write_notes, write_verdict};
use crate::units::UnitTable;

/// Writes an object on the URL in `text`, which may have delimiters such as `<URL:…>`.
pub(crate) fn write_check(text: &str, json: &mut Json) {
    let unfolded = unfold(text);
    let checked = Checked::new(&unfolded).with_given(text);
    let (url, units) = (checked.url(), UnitTable::of(checked.url().as_str().as_bytes()));
    json.object(|json| {
        json.field("url").string(url.as_str());
        json.field("href").optional(href(url.as_str()).as_deref());
        json.field("display").string(&display_url(url.as_str()));
        json.field("form").string(checked.form().name());
        json.field("given").optional(checked.given());
        write_verdict(url.verdict(), json);
        json.field("production").optional(checked.production());
        json.field("failures").object(|json| {
            for failure in checked.failures() {
                json.field(failure.grammar().name());
                write_failure(&failure, &units, json);
            }
        });
        json.field("encoded").object(|json| {
            for (grammar, encoded) in checked.encoded() {
                json.field(grammar.name()).object(|json| {
                    json.field("url").optional(encoded.as_deref().ok());
                    json.field("failure").nullable(encoded.as_ref().err(), |json, failure| {
                        write_failure(failure, &units, json);
                    });
                });
            }
        });
        json.field("rejection").nullable(checked.rejection(), |json, why| {
            let place = Place { at: why.at(), found: why.found(), section: None };
            write_place(why.kind().name(), &place, &why.to_string(), &units, json);
        });
        json.field("host").optional(url.parts().host.map(|host| url.text(host)));
        json.field("parts").object(|json| {
            for (name, part) in checked.parts() {
                json.field(name).nullable(part, |json, span| write_part(url, span, &units, json));
            }
        });
        json.field("port_or_default")
            .nullable(url.port_or_default().map(usize::from), Json::number);
        json.field("notes");
        write_notes(url.as_str(), &url_notes(url.as_str()), json);
    });
}

/// The place of a failure or of a rejection.
struct Place {
    /// In bytes.
    at: usize,
    found: Option<char>,
    section: Option<&'static str>,
}

fn write_failure(failure: &Failure, units: &UnitTable<'_>, json: &mut Json) {
    let (at, found, section) = (failure.at(), failure.found(), Some(failure.section()));
    write_place(
        failure.kind().name(),
        &Place { at, found, section },
        &failure.to_string(),
        units,
        json,
    );
}

fn write_place(kind: &str, place: &Place, message: &str, units: &UnitTable<'_>, json: &mut Json) {
    let at = units.unit(place.at);
    json.object(|json| {
        json.field("at").number(at);
        json.field("kind").string(kind);
        json.field("found").optional(
            place.found.map(|found| found.encode_utf8(&mut [0; 4]).to_owned()).as_deref(),
        );
        json.field("section").optional(place.section);
        // The message counts bytes. The character before this is a single one, so the first match is the offset.
        let bytes = format!(" at byte {}", place.at);
        json.field("message").string(&message.replacen(&bytes, &format!(" at index {at}"), 1));
    });
}

fn write_part(url: &Url<'_>, span: Span, units: &UnitTable<'_>, json: &mut Json) {
    json.object(|json| {
        json.field("start").number(units.unit(span.start));
        json.field("end").number(units.unit(span.end));
        json.field("text").string(url.text(span));
    });
}
