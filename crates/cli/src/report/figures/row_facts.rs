//! The values of a row that the report needs.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Deserialize;
use urlsift_archive::rows::{Fields, Row};

pub(crate) static REPORT_FIELDS: LazyLock<Fields> =
    LazyLock::new(|| Row::fields(REPORT_FIELD_NAMES).expect("all of them are fields of a row"));

/// Declares [`RowFacts`], and the list of the names of its fields.
macro_rules! row_facts {
    ($($(#[$attribute:meta])* $name:ident: $type:ty,)+) => {
        const REPORT_FIELD_NAMES: &[&str] = &[$(stringify!($name)),+];

        /// The values of a row of the archive or of a line of JSON. Names and meaning are those of [`Row`].
        #[derive(Clone, Debug, Default, Deserialize)]
        pub(crate) struct RowFacts<'r> {
            $($(#[$attribute])* pub(crate) $name: $type,)+
        }
    };
}

row_facts! {
    #[serde(borrow)]
    url: Cow<'r, str>,
    #[serde(borrow)]
    form: Cow<'r, str>,
    #[serde(borrow)]
    source: Cow<'r, str>,
    member: Option<Cow<'r, str>>,
    message_offset: Option<usize>,
    date: Option<Cow<'r, str>>,
    groups: Vec<Cow<'r, str>>,
    list: Option<Cow<'r, str>>,
    subject: Option<Cow<'r, str>>,
    from_domain: Option<Cow<'r, str>>,
    part_offset: usize,
    charset: Option<Cow<'r, str>>,
    start: usize,
    quoted: bool,
    in_signature: bool,
    #[serde(borrow)]
    offset_in: Cow<'r, str>,
    doubts: Vec<DoubtFacts<'r>>,
    joined: Option<Cow<'r, str>>,
    grammars: Vec<Cow<'r, str>>,
    host: Option<Cow<'r, str>>,
    host_kind: Option<Cow<'r, str>>,
    notes: Vec<Cow<'r, str>>,
    /// The text of the link. Rows that were written have it on request.
    text: Option<Cow<'r, str>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DoubtFacts<'r> {
    #[serde(borrow)]
    pub(crate) kind: Cow<'r, str>,
    #[serde(borrow)]
    pub(crate) chosen: Cow<'r, str>,
    #[serde(borrow)]
    pub(crate) ground: Cow<'r, str>,
}

impl<'r> RowFacts<'r> {
    /// Returns the values of `row`, which was made with [`REPORT_FIELDS`].
    pub(crate) fn of(row: &'r Row<'_>) -> RowFacts<'r> {
        let doubt = |doubt: &urlsift_archive::rows::RowDoubt| DoubtFacts {
            kind: doubt.kind.into(),
            chosen: doubt.chosen.into(),
            ground: doubt.ground.into(),
        };
        let texts = |texts: &[&'static str]| texts.iter().map(|&text| text.into()).collect();
        RowFacts {
            url: row.url.into(),
            form: row.form.into(),
            source: row.source.into(),
            member: row.member.map(Into::into),
            message_offset: row.message_offset,
            date: row.date.map(|date| date.as_str().into()),
            groups: row.groups.iter().map(Into::into).collect(),
            list: row.list.map(Into::into),
            subject: row.subject.map(Into::into),
            from_domain: row.from_domain.map(Into::into),
            part_offset: row.part_offset,
            charset: row.charset.map(Into::into),
            start: row.start,
            quoted: row.quoted,
            in_signature: row.in_signature,
            offset_in: row.offset_in.into(),
            doubts: row.doubts.iter().map(doubt).collect(),
            joined: row.joined.map(Into::into),
            grammars: texts(row.grammars),
            host: row.host.map(Into::into),
            host_kind: row.host_kind.map(Into::into),
            notes: texts(&row.notes),
            text: row.text.as_deref().map(Into::into),
        }
    }

    /// Returns the names of the fields that `is_there` does not have, except the text, which need not be there.
    pub(crate) fn missing(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
        REPORT_FIELD_NAMES
            .iter()
            .copied()
            .filter(|name| *name != "text" && !is_there(name))
            .collect()
    }
}
