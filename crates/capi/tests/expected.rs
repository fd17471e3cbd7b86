//! The output that `answers.c` must print, computed with the Rust API.
//!
//! Numbers are looked up in the header by the names that the Rust API has for the values.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use urlsift::extract::{Segment, SegmentKind, Utf8};
use urlsift::found::{FoundNote, Piece, Why};
use urlsift::url::{Span, display_url};
use urlsift::verdict::{Grammar, Standing};
use urlsift::{Found, href};

use crate::cases::Case;
use crate::header;

/// Returns the number that the header has for the Rust name `name`.
pub(crate) fn number(group: &str, name: &str) -> u64 {
    static NUMBERS: OnceLock<BTreeMap<String, u64>> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(header::numbers);
    let name = if name == "@" { "at" } else { name };
    let name = format!("URLSIFT_{group}_{}", name.to_uppercase().replace('-', "_"));
    *numbers.get(&name).unwrap_or_else(|| panic!("the header has no {name}"))
}

fn string(word: &str, text: Option<&str>) -> String {
    match text {
        None => format!(" {word} -"),
        Some(text) => format!(" {word} {}:{text}", text.len()),
    }
}

fn range(range: &Range<usize>) -> String {
    format!(" {} {}", range.start, range.end)
}

fn span(span: Option<Span>) -> String {
    span.map_or_else(|| " - -".to_owned(), |span| range(&span.range()))
}

/// Output lines.
#[derive(Default)]
struct AnswerLines(String);

impl AnswerLines {
    fn add(&mut self, line: &[&str]) {
        self.0.extend(line.iter().copied());
        self.0.push('\n');
    }

    fn reading(&mut self, url: &str, pieces: &[Piece], why: Option<&Why>, found: &Found<'_>) {
        let why_text = why.map(ToString::to_string);
        self.add(&[
            "reading",
            &string("url", Some(url)),
            &string("href", href(url).as_deref()),
            &string("display", Some(&display_url(url))),
            &string("why", why_text.as_deref()),
        ]);
        for piece in pieces {
            let inserted = match piece {
                Piece::Copied(_) => None,
                Piece::Inserted(text, _) => Some(*text),
            };
            self.add(&["piece", &range(&piece.range()), &string("inserted", inserted)]);
        }
        let differences = match why {
            None => Vec::new(),
            Some(Why::Differs(differences)) => differences
                .iter()
                .map(|it| {
                    let kind = number("DOUBT", it.kind.name());
                    (it.at, kind, number("CHOICE", it.choice.name()))
                })
                .collect(),
            Some(_) => {
                vec![(found.outer().start, number("DOUBT", "blanks"), number("CHOICE", "space"))]
            }
        };
        for (at, kind, choice) in differences {
            self.add(&[&format!("difference {at} {kind} {choice}")]);
        }
    }

    fn found(&mut self, found: &Found<'_>) {
        let form = number("FORM", found.form().name());
        let joined = found.joined().map_or(0, |grade| number("JOIN", grade.name()));
        self.add(&[&format!("found {form} {joined}"), &range(&found.outer())]);
        let verdict = found.verdict();
        let standing = number(
            "STANDING",
            match verdict.standing() {
                Standing::Valid => "valid",
                Standing::Loose => "loose",
                Standing::Rejected(_) => "rejected",
            },
        );
        let bits = |grammar: Grammar| number("GRAMMAR", grammar.name());
        let grammars: u64 = verdict.grammars().iter().map(bits).sum();
        let host = number("HOST", verdict.host_kind().map_or("none", urlsift::url::HostKind::name));
        let fails = Grammar::ALL.iter().map(|grammar| {
            verdict.failure_at(*grammar).map_or_else(|| " -".to_owned(), |at| format!(" {at}"))
        });
        let fails: String = fails.collect();
        self.add(&[&format!("verdict {standing} {grammars} {host} fails"), &fails]);
        let parts = verdict.parts();
        let parts = [
            parts.scheme,
            parts.user,
            parts.password,
            parts.host,
            parts.port,
            parts.path,
            parts.query,
            parts.fragment,
        ];
        self.add(&["parts", &parts.map(span).concat()]);
        self.reading(found.url(), found.pieces(), None, found);
        for other in found.readings() {
            self.reading(other.url(), other.pieces(), Some(other.why()), found);
        }
        for doubt in found.doubts() {
            let kind = number("DOUBT", doubt.kind.name());
            let chosen = number("CHOICE", doubt.chosen.name());
            let ground = number("GROUND", doubt.ground.name());
            self.add(&[&format!("doubt {} {kind} {chosen} {ground}", doubt.at)]);
        }
        for note in found.notes() {
            let place = match note {
                FoundNote::Url(note) => Some(note.span()),
                _ => None,
            };
            let kind = number("NOTE", note.name());
            let severity = number("SEVERITY", note.severity().name());
            self.add(&[
                &format!("note {kind} {severity}"),
                &string("name", Some(note.name())),
                &string("text", Some(note.message())),
                &span(place),
            ]);
        }
    }

    fn segment(&mut self, segment: &Segment) {
        let (name, inserted) = match segment.kind {
            SegmentKind::Plain => ("plain", None),
            SegmentKind::Delimiter => ("delimiter", None),
            SegmentKind::Piece => ("piece", None),
            SegmentKind::Replaced(text) => ("replaced", Some(text)),
            SegmentKind::Seam => ("seam", None),
            SegmentKind::QuotePrefix => ("quote_prefix", None),
            _ => panic!("the header has no number for this kind of segment"),
        };
        let link = segment.link.map_or_else(|| "-".to_owned(), |link| link.to_string());
        let kind = number("SEGMENT", name);
        let inserted = string("inserted", inserted);
        self.add(&["segment", &range(&segment.range), &format!(" {kind} {link}"), &inserted]);
    }
}

impl Case {
    /// Returns the expected answers for the case with index `i`.
    pub(crate) fn expected_answers(&self, i: usize) -> Vec<u8> {
        let extractor = self.options.extractor();
        let mut lines = AnswerLines::default();
        lines.add(&[&format!("case {i}")]);
        let input = self.options.input(&self.text);
        extractor.find_iter(input).for_each(|found| lines.found(&found));
        extractor.segments(input).for_each(|segment| lines.segment(&segment));
        if let Some(found) = extractor.find_whole::<Utf8>(input) {
            lines.add(&["whole"]);
            lines.found(&found);
        }
        lines.0.into_bytes()
    }
}
