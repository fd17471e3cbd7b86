//! The severity of a note on the text of a link, for rows that have the text. The figures use rows alone.

use urlsift::extract::link_text_note;
use urlsift::found::Severity;

/// Reports whether the note `name` on `url` is a danger, if it is about `text`, the text of a link.
pub(crate) fn is_danger(name: &str, text: &str, url: &str) -> bool {
    let note = link_text_note(text, url);
    note.is_none_or(|note| note.name() != name || note.severity() == Severity::Danger)
}
