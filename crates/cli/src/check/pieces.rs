//! The scheme-specific part of a URL (V4), as a list of names and values for tables and JSON rows.

use urlsift::internal::{Encoded, FieldSpecs, Gopher, News, SchemePart, Segments};
use urlsift::url::Span;

pub(crate) struct SchemePieces<'u> {
    /// The name of the scheme whose syntax applies: `http` also for `https`.
    pub(crate) kind: &'static str,
    /// The pieces by name, in the order of the scheme's syntax.
    pub(crate) list: Vec<(&'static str, PieceValue<'u>)>,
}

pub(crate) enum PieceValue<'u> {
    /// A piece that is always present, perhaps empty.
    One(Encoded<'u>),
    /// A piece that has this value if it is empty.
    Default(Encoded<'u>, &'static str),
    /// A piece that may be absent, or present and empty.
    Maybe(Option<Encoded<'u>>),
    Segments(Segments<'u>),
    Fields(FieldSpecs<'u>),
    /// True for `news:*`, which means all groups.
    All(bool),
}

impl<'u> SchemePieces<'u> {
    /// Returns the pieces of `part`, or `None` if its scheme is not known.
    pub(crate) fn of(part: &SchemePart<'u>) -> Option<SchemePieces<'u>> {
        use PieceValue::{All, Maybe, One};
        let (kind, list) = match *part {
            SchemePart::Http(http) => {
                ("http", vec![("path", One(http.path)), ("search", Maybe(http.search))])
            }
            SchemePart::Ftp(ftp) => (
                "ftp",
                vec![
                    ("cwd", PieceValue::Segments(ftp.cwd)),
                    ("name", One(ftp.name)),
                    ("type_code", Maybe(ftp.type_code)),
                ],
            ),
            SchemePart::Gopher(gopher) => (
                "gopher",
                vec![
                    ("gtype", PieceValue::Default(gopher.gtype, Gopher::DEFAULT_TYPE)),
                    ("selector", One(gopher.selector)),
                    ("search", Maybe(gopher.search)),
                    ("gopher_plus", Maybe(gopher.gopher_plus)),
                ],
            ),
            SchemePart::Mailto(mailto) => (
                "mailto",
                vec![
                    ("address", One(mailto.address)),
                    ("header_fields", PieceValue::Fields(mailto.header_fields)),
                ],
            ),
            SchemePart::News(news) => {
                let (all, group, message_id) = match news {
                    News::Group(group) => (false, Some(group), None),
                    News::MessageId(id) => (false, None, Some(id)),
                    News::All => (true, None, None),
                    _ => (false, None, None),
                };
                (
                    "news",
                    vec![
                        ("all", All(all)),
                        ("group", Maybe(group)),
                        ("message_id", Maybe(message_id)),
                    ],
                )
            }
            SchemePart::Nntp(nntp) => {
                ("nntp", vec![("group", One(nntp.group)), ("number", Maybe(nntp.number))])
            }
            SchemePart::Telnet => ("telnet", Vec::new()),
            SchemePart::Wais(wais) => (
                "wais",
                vec![
                    ("database", One(wais.database)),
                    ("search", Maybe(wais.search)),
                    ("wtype", Maybe(wais.wtype)),
                    ("wpath", Maybe(wais.wpath)),
                    ("fields", PieceValue::Fields(wais.fields())),
                ],
            ),
            SchemePart::File(path) => ("file", vec![("path", One(path))]),
            SchemePart::Prospero(prospero) => (
                "prospero",
                vec![
                    ("object", One(prospero.object)),
                    ("version", Maybe(prospero.version)),
                    ("fields", PieceValue::Fields(prospero.fields)),
                ],
            ),
            SchemePart::MessageId(id) => ("message_id", vec![("message_id", One(id))]),
            SchemePart::Afs(path) => ("afs", vec![("path", One(path))]),
            _ => return None,
        };
        Some(SchemePieces { kind, list })
    }
}

impl PieceValue<'_> {
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            PieceValue::One(piece) | PieceValue::Default(piece, _) => Some(piece.span()),
            PieceValue::Maybe(piece) => piece.map(Encoded::span),
            PieceValue::Segments(segments) => segments.span(),
            PieceValue::Fields(fields) => fields.span(),
            PieceValue::All(_) => None,
        }
    }
}
