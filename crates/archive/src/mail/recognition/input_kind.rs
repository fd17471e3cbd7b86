//! How a source is read: as its content shows, or as the caller says (A1).

use urlsift::named;

use crate::mail::containers::container::Container;
use crate::mail::recognition::front::first_separated;

/// How a source is read: a file, or a member of an archive of files. A kind other than `Auto` is for sources that are
/// not recognised, or wrongly: a program that prints HTML, a text that quotes a mailbox. Binary data is searched then,
/// too.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::{Container, InputKind};
///
/// let head = b"Subject: one field\n\nhttp://a.example/\n";
/// assert_eq!(InputKind::Auto.container(head), Container::Text);
/// assert_eq!(InputKind::Mail.container(head), Container::Message);
/// ```
#[derive(
    Clone, Copy, Debug, Default, Eq, Hash, PartialEq, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum InputKind {
    /// As the content shows: as mail, news, a page or a text. Binary data is skipped.
    #[default]
    Auto,
    /// As one plain text, never as HTML, without header fields and parts.
    Text,
    /// As one HTML page.
    Html,
    /// As a mailbox, a batch or a log if one separator occurs in the first [`Container::DETECTION_BYTES`], otherwise as
    /// a message, which may be all body.
    Mail,
}

named!(InputKind: Auto "auto", Text "text", Html "html", Mail "mail");

impl InputKind {
    /// Returns the format of a source that begins with `head`, as [`Container::of`] does. A page is a text. Linear.
    pub fn container(self, head: &[u8]) -> Container {
        self.detect(head).0
    }

    /// Like [`InputKind::container`]. Also reports what [`Container::detect`] does.
    pub(crate) fn detect(self, head: &[u8]) -> (Container, bool) {
        match self {
            InputKind::Auto => Container::detect(head),
            InputKind::Text | InputKind::Html => (Container::Text, false),
            InputKind::Mail => match Container::detect(head) {
                (Container::Text | Container::Binary, has_ids) => {
                    (first_separated(head).unwrap_or(Container::Message), has_ids)
                }
                detected => detected,
            },
        }
    }

    /// Reports whether the content decides. Plans omit the kind then.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn is_auto(&self) -> bool {
        *self == InputKind::Auto
    }

    /// Reports whether a source is one text or one page, whatever it contains.
    pub fn is_one_text(self) -> bool {
        matches!(self, InputKind::Text | InputKind::Html)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_decides_the_format() {
        use Container::{Binary, Listserv, Mbox, Message, Rnews, Text};
        let page = b"<html>a\n\nFrom a Mon\nSubject: b\n";
        let log = ["an introduction\n", &"=".repeat(73), "\nDate: a\n\nx\n"].concat();
        // (head of a source, as auto, as mail)
        let table: [(&[u8], Container, Container); 12] = [
            (b"", Text, Message),
            (b"some text\n", Text, Message),
            (b"http://a.example/\n\n", Text, Message),
            (b"Subject: a\n\nx", Text, Message),
            (b"\x7FELF\x02\x01\x01\0\0\0\0\0", Binary, Message),
            (b"To: a\nFrom: b\n\nFrom a Mon\nSubject: b\n", Message, Message),
            (b"From a Mon\nA: b\n", Mbox, Mbox),
            (b"#! rnews 9\nPath: a\n", Rnews, Rnews),
            (page, Text, Mbox),
            (b"a text\n\nFrom a Mon\nA: b\n#! rnews 9\nPath: a\n", Text, Mbox),
            (b"a text\n#! rnews 9\nPath: a\n\nFrom a Mon\nA: b\n", Text, Rnews),
            (log.as_bytes(), Text, Listserv),
        ];
        for (head, auto, mail) in table {
            let found = [InputKind::Auto, InputKind::Mail].map(|kind| kind.container(head));
            assert_eq!(found, [auto, mail], "{}", head.escape_ascii());
            assert_eq!(InputKind::Text.container(head), Text);
            assert_eq!(InputKind::Html.container(head), Text);
        }
    }
}
