//! The description of one URL for people: its message, the lines around it, and its row. Texts of the message may be
//! hostile, so they are always escaped for a terminal.

use std::fmt::Write;

use crate::output::{Destination, escape};
use urlsift::Found;
use urlsift::found::{Doubt, FoundNote, Piece};
use urlsift::url::HostKind;
use urlsift::verdict::{Grammar, Validator};
use urlsift_archive::internal::TransferEncoding;
use urlsift_archive::internal::part_name;
use urlsift_archive::item::{Item, Location};
use urlsift_archive::mail::Header;

use crate::excerpt::Excerpt;
use crate::show::lines;
use crate::show::place::ShowPlace;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ShowStyle {
    pub(crate) columns: usize,
    pub(crate) is_colored: bool,
}

/// The header fields that are shown, in this order.
const SHOWN_FIELDS: [&str; 6] = ["From", "Date", "Subject", "Message-ID", "Newsgroups", "List-Id"];

/// The columns of the name of a line, with the spaces around it.
const NAME_COLUMNS: usize = 14;

const GUTTER_COLUMNS: usize = 10;

const MAX_SHOWN: usize = 32;

pub(crate) fn describe(
    place: &ShowPlace,
    item: &Item<'_>,
    location: &Location<'_>,
    found: &Found<'_>,
    style: ShowStyle,
) -> String {
    let mut text = ShowText { out: String::new(), columns: style.columns };
    text.add_message(item, location);
    text.add_part(location, found);
    text.out.push('\n');
    text.add_lines(item, location, found, style);
    text.out.push('\n');
    text.add_url(place, location, found);
    text.add_reading(location, found);
    text.add_verdict(found);
    text.out
}

struct ShowText {
    out: String,
    columns: usize,
}

impl ShowText {
    fn add(&mut self, name: &str, value: &str) {
        let value = escape(value, Destination::Terminal);
        let width = NAME_COLUMNS - 2;
        let _ = writeln!(self.out, "  {name:<width$}{value}");
    }

    /// Like [`add`](ShowText::add), and cuts the value to the width of the output.
    fn add_cut(&mut self, name: &str, value: &str) {
        let columns = self.columns.saturating_sub(NAME_COLUMNS);
        let line = Excerpt::new(value, &[], columns).line;
        let width = NAME_COLUMNS - 2;
        let _ = writeln!(self.out, "  {name:<width$}{line}");
    }

    fn add_message(&mut self, item: &Item<'_>, location: &Location<'_>) {
        let name = item.name();
        self.add("source", &name.source);
        if let Some(member) = &name.member {
            let index =
                name.member_index.map_or_else(String::new, |index| format!(" (number {index})"));
            self.add("member", &format!("{member}{index}"));
        }
        let Some(offset) = location.message_offset else { return };
        if item.is_piece() {
            return self.add("message", &format!("at byte {offset}, in pieces"));
        }
        self.add("message", &format!("at byte {offset}, {} bytes", item.len()));
        let header = Header::of(item.bytes());
        for name in SHOWN_FIELDS {
            if let Some(value) = header.decoded(name) {
                self.add_cut(name, &value);
            }
        }
    }

    fn add_part(&mut self, location: &Location<'_>, found: &Found<'_>) {
        let mut part = format!("{} at byte {}", part_name(location), location.part_offset);
        let read_as = [location.stored_charset.name(), location.encoding.name()];
        for name in read_as.into_iter().flatten() {
            let _ = write!(part, ", {name}");
        }
        if location.is_quoted(found) {
            part.push_str(", on a quoted line");
        }
        if location.is_in_signature(found) {
            part.push_str(", in a signature");
        }
        self.add("part", &part);
        match location.attribute {
            Some((element, None)) => self.add("element", element),
            Some((element, Some(attribute))) => {
                self.add("attribute", &format!("{attribute} of {element}"));
            }
            None => {}
        }
        if let Some(shown) = location.shown {
            // A page may show a text of any length for a link; the end is cut before it is decoded.
            let shown = location.charset.decode(&shown[..shown.len().min(4 * self.columns)]);
            self.add_cut("shown as", shown.trim());
        }
    }

    /// Adds the lines around the URL: of the text that was searched, or for an attribute of the page as it is stored.
    fn add_lines(
        &mut self,
        item: &Item<'_>,
        location: &Location<'_>,
        found: &Found<'_>,
        style: ShowStyle,
    ) {
        let columns = style.columns.saturating_sub(GUTTER_COLUMNS);
        let is_stored = location.attribute.is_some()
            && location.is_in_source()
            && location.encoding != TransferEncoding::Base64;
        let (text, range, charset) = if is_stored {
            let range = location.range(found.outer());
            let (start, bytes) = (item.offset(), item.bytes());
            let at = |offset: usize| offset.saturating_sub(start).min(bytes.len());
            (bytes, at(range.start)..at(range.end), location.stored_charset)
        } else {
            (location.text, found.outer(), location.charset)
        };
        lines::push_lines(text, range, charset, columns, style.is_colored, &mut self.out);
    }

    fn add_url(&mut self, place: &ShowPlace, location: &Location<'_>, found: &Found<'_>) {
        self.add("url", found.url());
        if let Some(url) = place.url.as_ref().filter(|url| **url != found.url()) {
            self.add("asked for", url);
        }
        match found.href() {
            Some(href) if href == found.url() => {}
            Some(href) => self.add("opens", &href),
            None => self.add("opens", "nothing, for programs do not agree where it leads"),
        }
        self.add("form", found.form().name());
        let range = location.range(found.outer());
        let of = if location.is_in_source() {
            String::new()
        } else {
            format!(" of the decoded part at byte {}", location.part_offset)
        };
        self.add("bytes", &format!("{} to {}{of}", range.start, range.end));
        // One piece is the whole URL.
        if let [_] = found.pieces() {
            return;
        }
        for piece in found.pieces().iter().take(MAX_SHOWN) {
            let range = location.range(piece.range());
            let text = location.charset.decode(piece.bytes(location.text));
            let inserted = if matches!(piece, Piece::Inserted(..)) { " (inserted)" } else { "" };
            self.add("piece", &format!("{} to {}: {text}{inserted}", range.start, range.end));
        }
        if found.pieces().len() > MAX_SHOWN {
            self.add("piece", &format!("and {} more", found.pieces().len() - MAX_SHOWN));
        }
    }

    fn add_reading(&mut self, location: &Location<'_>, found: &Found<'_>) {
        let offset = |at: usize| location.range(at..at + 1).start;
        if let Some(grade) = found.joined() {
            self.add("joined", grade.name());
        }
        for reading in found.readings() {
            self.add("or", &format!("{}  ({})", reading.url(), reading.why().placed(offset)));
        }
        for doubt in found.doubts() {
            self.add("doubt", &Doubt { at: offset(doubt.at), ..*doubt }.to_string());
        }
        for note in found.notes().iter().take(MAX_SHOWN) {
            let of = match note {
                FoundNote::Url(of) => {
                    found.url().get(of.span().range()).filter(|of| !of.is_empty())
                }
                _ => None,
            };
            let of = of.map_or_else(String::new, |of| format!(": \"{of}\""));
            let name = note.severity().name();
            self.add(name, &format!("{}: {}{of}", note.name(), note.message()));
        }
    }

    fn add_verdict(&mut self, found: &Found<'_>) {
        let validator = Validator::new();
        let url = validator.url(found.url());
        if let Some(host) = url.parts().host {
            let kind = url.verdict().host_kind().map_or("empty", HostKind::name);
            self.add("host", &format!("{} ({kind})", url.text(host)));
        }
        let grammars = url.verdict().grammars();
        let names = if grammars.is_empty() { "none".to_owned() } else { grammars.to_string() };
        self.add("satisfies", &names);
        for failure in Grammar::ALL.iter().filter_map(|&grammar| url.failure(grammar)) {
            self.add(failure.grammar().name(), &failure.to_string());
        }
    }
}
