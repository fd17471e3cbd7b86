//! Notes: accepted, but worth knowing.

use std::fmt;

/// What is worth knowing of a URL that was found (V6). It does not speak against it.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Note {
    /// A line break stood inside the host, so that what stood on either line alone names another
    /// host.
    HostCutBySeam,
    /// A hyphen stood before a line break, and nothing but what is common tells whether it belongs.
    HyphenInDoubt,
    /// A byte could not be decoded by the text's charset and was written as its percent escape.
    UndecodableByte,
}

impl Note {
    /// The note's name in rows: `host_cut_by_seam`, `hyphen_in_doubt`, `undecodable_byte`.
    pub fn name(self) -> &'static str {
        match self {
            Note::HostCutBySeam => "host_cut_by_seam",
            Note::HyphenInDoubt => "hyphen_in_doubt",
            Note::UndecodableByte => "undecodable_byte",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
