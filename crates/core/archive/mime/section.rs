//! How the parts of a message are numbered: as IMAP does it (RFC 3501, section 6.4.5).
//!
//! > Every message has at least one part number. Non-MIME messages, and non-multipart MIME messages
//! > with no encapsulated message, only have a part 1.
//!
//! The trap is the message in a part. If it is a multipart, its parts are numbered below the part
//! that holds it, and the multipart itself has no number; if not, its body is part 1 below.

use std::borrow::Cow;

/// A part's number, such as `2.1`. That of nearly all messages' one part costs no memory.
pub(crate) type PartPath = Cow<'static, str>;

/// What a header and its body are, with their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// A message in the part of this path, which is empty for the outermost message.
    Message(PartPath),
    /// The part of this path.
    Part(PartPath),
}

impl Section {
    /// The path of the part that it is, or stands in.
    pub(crate) fn path(&self) -> &str {
        match self {
            Section::Message(path) | Section::Part(path) => path,
        }
    }

    /// The path of its body, where that is one part.
    pub(crate) fn into_path(self) -> PartPath {
        match self {
            Section::Message(path) => join(&path, 1),
            Section::Part(path) => path,
        }
    }
}

/// The path of part `number` below `path`.
pub(crate) fn join(path: &str, number: usize) -> PartPath {
    match (path, number) {
        // Nearly all messages have this one part.
        ("", 1) => Cow::Borrowed("1"),
        ("", _) => Cow::Owned(number.to_string()),
        _ => Cow::Owned(format!("{path}.{number}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(Section::Message(Cow::Borrowed("")).into_path(), "1");
        assert_eq!(Section::Message("2".into()).into_path(), "2.1");
        assert_eq!(Section::Part(join("2", 3)).into_path(), "2.3");
    }
}
