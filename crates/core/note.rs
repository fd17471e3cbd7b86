//! Notes: accepted, but worth knowing.

use std::fmt;

use urlsift_validator::Note as UrlNote;

/// What is worth knowing of a URL that was found (V6). It does not speak against it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A line break stood inside the host, so that what stood on either line alone names another
    /// host.
    HostCutBySeam,
    /// A hyphen stood before a line break, and nothing but what is common tells whether it belongs.
    HyphenInDoubt,
    /// A byte could not be decoded by the text's charset and was written as its percent escape.
    UndecodableByte,
    /// What the URL by itself shows: a password, a port that is another protocol's. Its range is one
    /// of the [URL](crate::Found::url).
    Url(UrlNote),
}

impl Note {
    /// The note's name in rows: `host_cut_by_seam`, `hyphen_in_doubt`, `undecodable_byte`, or that of
    /// its [kind](urlsift_validator::NoteKind::name).
    pub fn name(self) -> &'static str {
        match self {
            Note::HostCutBySeam => "host_cut_by_seam",
            Note::HyphenInDoubt => "hyphen_in_doubt",
            Note::UndecodableByte => "undecodable_byte",
            Note::Url(note) => note.kind().name(),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
