//! The numbers of the parts of a message, as IMAP counts them (RFC 3501, section 6.4.5).
//!
//! If a message in a part is a multipart, its parts are numbered below the part around it. If not, its body is part 1
//! below that part.

use std::borrow::Cow;

/// The number of a part, such as `2.1`. Nearly all messages have one part, whose number needs no memory.
pub(crate) type PartPath = Cow<'static, str>;

/// A header with its body, and its place in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// A message in the part of this path, which is empty for the outermost message.
    Message(PartPath),
    Part(PartPath),
}

impl Section {
    pub(crate) fn path(&self) -> &str {
        match self {
            Section::Message(path) | Section::Part(path) => path,
        }
    }

    pub(crate) fn into_path(self) -> PartPath {
        match self {
            Section::Message(path) => join(&path, 1),
            Section::Part(path) => path,
        }
    }
}

pub(crate) fn join(path: &str, number: usize) -> PartPath {
    match (path, number) {
        // Nearly all messages have only this part, so its path is not allocated.
        ("", 1) => Cow::Borrowed("1"),
        ("", _) => Cow::Owned(number.to_string()),
        _ => Cow::Owned(format!("{path}.{number}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_numbered_as_imap_does() {
        assert_eq!(Section::Message(Cow::Borrowed("")).into_path(), "1");
        assert_eq!(Section::Message("2".into()).into_path(), "2.1");
        assert_eq!(Section::Part(join("2", 3)).into_path(), "2.3");
    }
}
