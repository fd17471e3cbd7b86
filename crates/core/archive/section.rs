//! How the parts of a message are numbered: as IMAP does it (RFC 3501, section 6.4.5).
//!
//! > Every message has at least one part number. Non-MIME messages, and non-multipart MIME messages
//! > with no encapsulated message, only have a part 1.
//!
//! The trap is the message in a part. If it is a multipart, its parts are numbered below the part
//! that holds it, and the multipart itself has no number; if not, its body is part 1 below.

/// What a header and its body are, with their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// A message in the part of this path, which is empty for the outermost message.
    Message(String),
    /// The part of this path.
    Part(String),
}

impl Section {
    /// The path of the part that it is, or stands in.
    pub(super) fn path(&self) -> &str {
        match self {
            Section::Message(path) | Section::Part(path) => path,
        }
    }

    /// The path of its body, where that is one part.
    pub(super) fn into_path(self) -> String {
        match self {
            Section::Message(path) => join(&path, 1),
            Section::Part(path) => path,
        }
    }
}

/// The path of part `number` below `path`.
pub(super) fn join(path: &str, number: usize) -> String {
    match (path, number) {
        // Nearly all messages have this one part.
        ("", 1) => "1".to_owned(),
        ("", _) => number.to_string(),
        _ => format!("{path}.{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(Section::Message(String::new()).into_path(), "1");
        assert_eq!(Section::Message("2".to_owned()).into_path(), "2.1");
        assert_eq!(Section::Part(join("2", 3)).into_path(), "2.3");
    }
}
