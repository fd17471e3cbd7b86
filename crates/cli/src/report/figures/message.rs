//! The message that a URL is in, as the page names it.

use std::borrow::Cow;

use super::markup::cut;
use super::row_facts::RowFacts;
use crate::output::{Destination, quote, write_place};
use urlsift_archive::internal::Brief;
use urlsift_archive::internal::STDIN_PATH;

pub(super) const MAX_TEXT_BYTES: usize = 200;

#[derive(Debug)]
pub(super) struct CitingMessage {
    /// The source, the member and the offset of the message, which differ between messages.
    key: (Box<str>, Option<Box<str>>, Option<usize>),
    pub(super) day: Option<Box<str>>,
    pub(super) subject: Option<Box<str>>,
    /// The list, or the first newsgroup.
    pub(super) list: Option<Box<str>>,
    /// The command that shows the URL in the message.
    pub(super) command: Box<str>,
}

impl CitingMessage {
    pub(super) fn of(row: &RowFacts<'_>) -> CitingMessage {
        let text = |text: &Cow<'_, str>| Box::from(cut(text, MAX_TEXT_BYTES));
        CitingMessage {
            key: ((&*row.source).into(), row.member.as_deref().map(Into::into), row.message_offset),
            day: row.date.as_ref().map(|date| cut(date, "1996-12-31".len()).into()),
            subject: row.subject.as_ref().map(text),
            list: row.list.as_ref().or(row.groups.first()).map(text),
            command: command(row).into(),
        }
    }

    pub(super) fn file(&self) -> Cow<'_, str> {
        match &self.key {
            (source, _, _) if &**source == STDIN_PATH => "standard input".into(),
            (source, Some(member), _) => format!("{source}:{member}").into(),
            (source, None, _) => (&**source).into(),
        }
    }

    pub(super) fn is_same(&self, other: &CitingMessage) -> bool {
        self.key == other.key
    }

    pub(super) fn bytes(&self) -> usize {
        let len = |text: &Option<Box<str>>| text.as_ref().map_or(0, |text| text.len() + 16);
        let texts = [&self.key.1, &self.day, &self.subject, &self.list].map(len);
        size_of::<CitingMessage>()
            + self.key.0.len()
            + self.command.len()
            + texts.iter().sum::<usize>()
    }
}

/// Returns the command that shows the URL of `row`. Standard input cannot be read again, so it has only the place.
fn command(row: &RowFacts<'_>) -> String {
    let brief = Brief {
        url: &row.url,
        source: &row.source,
        member: row.member.as_deref(),
        offset_in: if row.offset_in == "part" { "part" } else { "source" },
        part_offset: row.part_offset,
        start: row.start,
    };
    let mut place = Vec::new();
    write_place(&brief, Destination::Program, &mut place);
    let place = String::from_utf8_lossy(&place);
    match &*row.source {
        STDIN_PATH => format!("standard input, byte {}", row.start),
        source if source.starts_with('-') => format!("urlsift show -- {}", quote(&place)),
        _ => format!("urlsift show {}", quote(&place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_shows_the_place_of_the_row() {
        // (source, member, offset_in, command)
        let table = [
            ("a/b.mbox", None, "source", "urlsift show a/b.mbox:7"),
            ("a.zip", Some("it's"), "source", r"urlsift show 'a.zip:it'\''s:7'"),
            ("$(a) b", None, "part", "urlsift show '$(a) b:3+7'"),
            ("-a", None, "source", "urlsift show -- -a:7"),
            ("-", None, "source", "standard input, byte 7"),
        ];
        for (source, member, offset_in, expected) in table {
            let row = RowFacts {
                source: source.into(),
                member: member.map(Into::into),
                offset_in: offset_in.into(),
                part_offset: 3,
                start: 7,
                ..RowFacts::default()
            };
            assert_eq!(command(&row), expected, "{source}");
        }
    }
}
