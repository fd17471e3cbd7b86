//! The table that `urlsift check` prints for a URL. On the line below the URL, `^` points at each character at which a
//! grammar fails. A table is for people, so it is always escaped for a terminal.

use std::io::{self, Write};

use crate::output::{Destination, escape};
use urlsift::found::{Form, Note, NoteKind};
use urlsift::internal::Encoded;
use urlsift::url::{HostKind, Parts, Span, Url};
use urlsift::verdict::{Checked, Grammar, RejectionKind, Standing};

use crate::check::pieces::{PieceValue, SchemePieces};
use crate::excerpt::{Excerpt, MAX_LINE_COLUMNS};

const EMPTY_PART: &str = "(empty)";

/// Writes the table of `checked`, with the grammar `asked`.
pub(crate) fn write(checked: &Checked<'_>, asked: Grammar, out: &mut impl Write) -> io::Result<()> {
    let mut table = CheckTable { rows: Vec::new(), marks: Vec::new() };
    let url = checked.url();
    table.add_form(checked);
    table.add_verdict(url);
    table.add_authority(url);
    table.add_pieces(url);
    table.add_notes(url);
    table.add_encoded(url, asked);
    table.write(url.as_str(), out)
}

struct CheckTable {
    rows: Vec<(&'static str, Cell)>,
    /// Offsets in the URL at which it fails.
    marks: Vec<usize>,
}

enum Cell {
    /// Cut to the width of a line.
    Cut(String),
    Whole(String),
}

impl CheckTable {
    fn add_form(&mut self, checked: &Checked<'_>) {
        let form = checked.form();
        let removed = match form {
            Form::Url => "the delimiters <URL:...> are removed",
            Form::Angle => "the delimiters <...> are removed",
            Form::Prefix => "the prefix URL: is removed",
            _ => return,
        };
        let is_folded = checked.given().is_some_and(|given| given.trim().contains(['\n', '\r']));
        let folds = if is_folded { ", and the line breaks inside" } else { "" };
        let is_prefixed = checked.production() == Some("prefixedurl");
        let with = if is_prefixed { "; with URL:, it is a prefixedurl of draft 03" } else { "" };
        self.add("form", Cell::Whole(format!("{form}: {removed}{folds}{with}")));
    }

    fn add_verdict(&mut self, url: &Url<'_>) {
        let grammars = url.verdict().grammars();
        let names = if grammars.is_empty() { "none".to_owned() } else { grammars.to_string() };
        self.add("satisfies", Cell::Whole(names));
        let mut generic = None;
        for failure in Grammar::ALL.iter().filter_map(|&grammar| url.failure(grammar)) {
            // RFC 3987 differs from RFC 3986 only beyond ASCII, so its failure is often the same.
            let what = (failure.at(), failure.kind());
            let message = match failure.grammar() {
                Grammar::Rfc3987 if generic == Some(what) => "as rfc3986".to_owned(),
                _ => failure.to_string(),
            };
            if failure.grammar() == Grammar::Rfc3986 {
                generic = Some(what);
            }
            self.add(failure.grammar().name(), Cell::Whole(message));
            self.marks.push(failure.at());
        }
        match url.verdict().standing() {
            Standing::Valid => {}
            Standing::Loose => {
                let is_opened = urlsift::href(url.as_str()).is_some();
                let then = if is_opened { OPENED } else { NOT_OPENED };
                self.add("loose", Cell::Whole(format!("{LOOSE_EXPLANATION}{then}")));
            }
            Standing::Rejected(rejection) => {
                let cause = match rejection.kind() {
                    RejectionKind::MissingScheme => "no scheme".to_owned(),
                    _ => rejection.to_string(),
                };
                self.add("rejected", Cell::Whole(cause));
                self.marks.push(rejection.at());
            }
        }
    }

    fn add_authority(&mut self, url: &Url<'_>) {
        let Parts { user, password, host, port, .. } = *url.verdict().parts();
        self.add_decoded("user", url, user);
        self.add_decoded("password", url, password);
        match url.verdict().host_kind().map(HostKind::name) {
            Some(kind) => {
                let host = host.map_or("", |host| url.text(host));
                self.add("host", Cell::Cut(format!("{host} ({kind})")));
            }
            None => self.add_part("host", url, host),
        }
        let port = port.map(|port| url.text(port)).filter(|port| !port.is_empty());
        match (port, url.port_or_default()) {
            (Some(_), Some(port)) => self.add("port", Cell::Cut(port.to_string())),
            (Some(port), None) => self.add("port", Cell::Cut(format!("{port} (bad)"))),
            (None, Some(port)) => self.add("port", Cell::Cut(format!("{port} (default)"))),
            (None, None) => {}
        }
    }

    /// Adds the pieces that the scheme defines, decoded, and then the parts that they leave over, as spelled.
    fn add_pieces(&mut self, url: &Url<'_>) {
        let pieces = SchemePieces::of(&url.scheme_part());
        let pieces = pieces.map(|pieces| pieces.list).unwrap_or_default();
        let parts = url.verdict().parts();
        for (name, value) in &pieces {
            if let Some(text) = text_of(value) {
                self.add(row_label(name), Cell::Cut(text));
            }
        }
        let is_in_scheme_part = |part: Span| {
            let mut spans = pieces.iter().filter_map(|(_, value)| value.span());
            spans.any(|piece| piece.start <= part.end && part.start <= piece.end)
        };
        // `news:*` has no range to compare.
        let is_all = pieces.iter().any(|(_, value)| matches!(value, PieceValue::All(true)));
        let is_left = |path: &Span| !path.is_empty() && !is_all && !is_in_scheme_part(*path);
        let path = parts.path.filter(is_left);
        self.add_part("path", url, path);
        self.add_part("query", url, parts.query.filter(|query| !is_in_scheme_part(*query)));
        self.add_decoded("fragment", url, parts.fragment);
    }

    /// Adds one row for each kind of note. A URL can have any number of, say, escaped control characters.
    fn add_notes(&mut self, url: &Url<'_>) {
        let mut notes = url.notes().peekable();
        while let Some(first) = notes.next() {
            let mut count = 1;
            let is_like_first =
                |note: &Note| (note.kind(), note.severity()) == (first.kind(), first.severity());
            while notes.next_if(is_like_first).is_some() {
                count += 1;
            }
            // These kinds have an empty range, so there is no text to quote.
            let is_missing =
                matches!(first.kind(), NoteKind::NumberMissing | NoteKind::AddressMissing);
            let place = if is_missing {
                String::new()
            } else {
                let text = Excerpt::new(url.text(first.span()), &[], MAX_LINE_COLUMNS / 2).line;
                let at = first.span().start;
                let others = if count > 1 { format!(", first of {count}") } else { String::new() };
                format!("\"{text}\" at byte {at}{others}: ")
            };
            self.add(first.severity().name(), Cell::Whole(format!("{place}{first}")));
        }
    }

    /// If `asked` is not satisfied, adds how the URL would be encoded.
    fn add_encoded(&mut self, url: &Url<'_>, asked: Grammar) {
        let Some(failure) = url.failure(asked) else { return };
        let encoded = match url.encoded(asked) {
            Ok(encoded) => encoded.into_owned(),
            Err(same) if same == failure => NOT_ENCODABLE.to_owned(),
            Err(other) => format!("{NOT_ENCODABLE}: {other}"),
        };
        self.add("encoded", Cell::Whole(encoded));
    }

    fn add_decoded(&mut self, name: &'static str, url: &Url<'_>, part: Option<Span>) {
        if let Some(part) = part {
            let piece = url.piece(part).decode_utf8_lossy();
            let text = if part.is_empty() { EMPTY_PART } else { &*piece };
            self.add(name, Cell::Cut(text.to_owned()));
        }
    }

    /// Adds a part as it is spelled, if it is present.
    fn add_part(&mut self, name: &'static str, url: &Url<'_>, part: Option<Span>) {
        if let Some(part) = part {
            let text = if part.is_empty() { EMPTY_PART } else { url.text(part) };
            self.add(name, Cell::Cut(text.to_owned()));
        }
    }

    fn add(&mut self, name: &'static str, cell: Cell) {
        self.rows.push((name, cell));
    }

    fn write(&self, url: &str, out: &mut impl Write) -> io::Result<()> {
        let heading = Excerpt::new(url, &self.marks, MAX_LINE_COLUMNS);
        writeln!(out, "{}", heading.line)?;
        if !heading.marks.is_empty() {
            writeln!(out, "{}", heading.marks)?;
        }
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, cell) in &self.rows {
            write!(out, "  {name:width$}  ")?;
            match cell {
                Cell::Cut(text) => {
                    let left = MAX_LINE_COLUMNS - width - 4;
                    writeln!(out, "{}", Excerpt::new(text, &[], left).line)?;
                }
                Cell::Whole(text) => writeln!(out, "{}", escape(text, Destination::Terminal))?,
            }
        }
        Ok(())
    }
}

const LOOSE_EXPLANATION: &str = "it has a scheme and no forbidden character";

/// What browsers do with such a string, if it can be encoded to a URL, and if not.
const OPENED: &str = "; most browsers open it";
const NOT_OPENED: &str = ", but browsers refuse its host, or disagree on it";

/// The value if no percent-encoding makes the URL satisfy the requested grammar.
const NOT_ENCODABLE: &str = "cannot be, without becoming another URL";

fn row_label(name: &'static str) -> &'static str {
    match name {
        "all" => "groups",
        "gopher_plus" => "gopher+",
        "header_fields" => "headers",
        "message_id" => "message-id",
        "type_code" => "type",
        name => name,
    }
}

/// Returns the decoded value of a piece, or `None` if there is nothing to show. Shows as many segments or
/// fields as a line has columns: more would never be visible.
fn text_of(value: &PieceValue<'_>) -> Option<String> {
    let decode = |piece: Encoded<'_>| {
        if piece.is_empty() {
            EMPTY_PART.to_owned()
        } else {
            piece.decode_utf8_lossy().into_owned()
        }
    };
    match value {
        PieceValue::Default(piece, value) if piece.is_empty() => Some(format!("{value} (default)")),
        PieceValue::Default(piece, _) => Some(decode(*piece)),
        PieceValue::One(piece) => (!piece.is_empty()).then(|| decode(*piece)),
        PieceValue::Maybe(piece) => piece.map(decode),
        PieceValue::Segments(segments) => {
            segments.span()?;
            Some(segments.iter().take(MAX_LINE_COLUMNS).map(decode).collect::<Vec<_>>().join(" / "))
        }
        PieceValue::Fields(fields) => {
            let field = |(name, value): (Encoded<'_>, Option<Encoded<'_>>)| match value {
                Some(value) => format!("{} = {}", decode(name), decode(value)),
                None => decode(name),
            };
            let all =
                fields.iter().take(MAX_LINE_COLUMNS).map(field).collect::<Vec<_>>().join("; ");
            (!all.is_empty()).then_some(all)
        }
        PieceValue::All(all) => all.then(|| "all".to_owned()),
    }
}
