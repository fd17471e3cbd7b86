//! The fields of a result, with names and values for all interfaces.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use urlsift_validator::{Grammars, Verdict};

use crate::found::{Doubt, Found, Grade, Piece, Reading};
use crate::note::FoundNote;
use crate::url::HostKind;

/// A value of a field. The items of a list are made one by one: a URL can have any number of notes.
#[derive(Default)]
#[non_exhaustive]
pub enum FieldValue<'c> {
    /// There is no value.
    #[default]
    Null,
    /// Yes or no.
    Flag(bool),
    /// A number, or an offset in the text that was searched.
    Number(usize),
    /// An offset in the URL, in bytes.
    Offset(usize),
    /// A text.
    Text(Cow<'c, str>),
    /// Values.
    List(Box<dyn Iterator<Item = FieldValue<'c>> + 'c>),
    /// Values by the names of grammars.
    Map(Vec<(&'static str, FieldValue<'c>)>),
    /// A record of this type, whose fields are the same for each URL.
    Record(&'static str, Vec<(&'static str, FieldValue<'c>)>),
}

impl<'c> FieldValue<'c> {
    /// Makes a value with `make`, or none.
    pub(crate) fn of<T>(
        value: Option<T>,
        make: impl FnOnce(T) -> FieldValue<'c>,
    ) -> FieldValue<'c> {
        value.map(make).unwrap_or_default()
    }

    pub(crate) fn text(text: &'c str) -> FieldValue<'c> {
        FieldValue::Text(Cow::Borrowed(text))
    }

    pub(crate) fn list<T>(
        items: impl IntoIterator<Item = T, IntoIter: 'c>,
        make: impl Fn(T) -> FieldValue<'c> + 'c,
    ) -> FieldValue<'c> {
        FieldValue::List(Box::new(items.into_iter().map(make)))
    }

    /// Returns a record of the type `name`.
    pub(crate) fn record<const N: usize>(
        name: &'static str,
        fields: [(&'static str, FieldValue<'c>); N],
    ) -> FieldValue<'c> {
        FieldValue::Record(name, fields.into())
    }

    /// Returns the names of `grammars`.
    pub(crate) fn grammars(grammars: Grammars) -> FieldValue<'c> {
        FieldValue::list(grammars.iter(), |grammar| FieldValue::text(grammar.name()))
    }
}

/// Makes the value of a field.
type FoundAccessor = for<'f> fn(&'f Found<'f>, &Verdict) -> FieldValue<'f>;

/// The names of the fields of a found URL, and how their values are made.
const ACCESSORS: &[(&str, FoundAccessor)] = &[
    ("url", |it, _| FieldValue::text(it.url())),
    ("href", |it, _| FieldValue::of(it.href(), FieldValue::Text)),
    ("display", |it, _| FieldValue::Text(it.display_url().into())),
    ("form", |it, _| FieldValue::text(it.form().name())),
    ("start", |it, _| FieldValue::Number(it.outer().start)),
    ("end", |it, _| FieldValue::Number(it.outer().end)),
    ("range", |it, _| {
        let [start, end] = [it.range().start, it.range().end].map(FieldValue::Number);
        FieldValue::record("Range", [("start", start), ("end", end)])
    }),
    ("is_verbatim", |it, _| FieldValue::Flag(it.is_verbatim())),
    ("pieces", |it, _| FieldValue::list(it.pieces(), piece)),
    ("readings", |it, _| FieldValue::list(it.readings(), reading)),
    ("doubts", |it, _| FieldValue::list(it.doubts(), doubt)),
    ("joined", |it, _| FieldValue::of(it.joined().map(Grade::name), FieldValue::text)),
    ("standing", |_, verdict| FieldValue::text(verdict.standing().name())),
    ("grammars", |_, verdict| FieldValue::grammars(verdict.grammars())),
    ("host_kind", |_, verdict| {
        FieldValue::of(verdict.host_kind().map(HostKind::name), FieldValue::text)
    }),
    ("host", |it, verdict| {
        FieldValue::of(verdict.parts().host, |host| FieldValue::text(&it.url()[host.range()]))
    }),
    ("notes", |it, verdict| FieldValue::list(it.notes_by(verdict), FoundNote::value)),
];

impl Found<'_> {
    /// Returns the names and values of all fields, for interfaces that write them as they are. The text of a
    /// [copied](Piece::Copied) piece is null.
    ///
    /// ```
    /// use urlsift::verdict::FieldValue;
    ///
    /// let found = urlsift::Extractor::new().find_iter("<http://example.org/>").next().unwrap();
    /// let (_, value) = found.fields().find(|(name, _)| *name == "start").unwrap();
    /// assert!(matches!(value, FieldValue::Number(0)));
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, FieldValue<'_>)> {
        let verdict = self.verdict();
        ACCESSORS.iter().map(move |(name, value)| (*name, value(self, &verdict)))
    }
}

fn piece(piece: &Piece) -> FieldValue<'_> {
    let [start, end] = [piece.range().start, piece.range().end].map(FieldValue::Number);
    let inserted = match piece {
        Piece::Copied(_) => None,
        Piece::Inserted(text, _) => Some(*text),
    };
    let copied = FieldValue::Flag(inserted.is_none());
    let text = FieldValue::of(inserted, FieldValue::text);
    let fields = [("start", start), ("end", end), ("text", text), ("copied", copied)];
    FieldValue::record("Piece", fields)
}

fn reading<'f>(reading: &'f Reading<'_>) -> FieldValue<'f> {
    let fields = [
        ("url", FieldValue::text(reading.url())),
        ("href", FieldValue::of(reading.href(), FieldValue::Text)),
        ("display", FieldValue::Text(reading.display_url().into())),
        ("why", FieldValue::Text(reading.why().to_string().into())),
    ];
    FieldValue::record("Reading", fields)
}

fn doubt(doubt: &Doubt) -> FieldValue<'_> {
    let fields = [
        ("kind", FieldValue::text(doubt.kind.name())),
        ("at", FieldValue::Number(doubt.at)),
        ("chosen", FieldValue::text(doubt.chosen.name())),
        ("ground", FieldValue::text(doubt.ground.name())),
    ];
    FieldValue::record("Doubt", fields)
}

impl FoundNote {
    /// Returns the note as a record. Its place and its section are null if it is about the text around the URL.
    pub fn value<'c>(self) -> FieldValue<'c> {
        // A note on the text around the URL has no place in it.
        let note = match self {
            FoundNote::Url(note) => Some(note),
            _ => None,
        };
        let fields = [
            ("name", FieldValue::text(self.name())),
            ("severity", FieldValue::text(self.severity().name())),
            ("message", FieldValue::text(self.message())),
            ("section", FieldValue::of(note, |note| FieldValue::text(note.section()))),
            ("start", FieldValue::of(note, |note| FieldValue::Offset(note.span().start))),
            ("end", FieldValue::of(note, |note| FieldValue::Offset(note.span().end))),
        ];
        FieldValue::record("Note", fields)
    }
}
