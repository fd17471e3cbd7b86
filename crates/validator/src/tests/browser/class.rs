//! Classes of differences: the rules by which a browser reads a URL differently from this crate.
//!
//! `read.rs` applies some of the rules to a string, `covers.rs` has a predicate for each of the others.

/// A rule that makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Stripped,
    Backslash,
    Slashes,
    QuestionMark,
    RefusedCharacter,
    SchemeStart,
    HostNeeded,
    HostNotNeeded,
    BadPort,
    ForbiddenInHost,
    Brackets,
    Idna,
    EndsInNumber,
    FileAuthority,
    LocalhostIsNone,
    DriveLetter,
    KeptLetter,
    FileSlashes,
    EmptyPath,
    DotSegments,
    OtherBackslash,
    NoDomainName,
    OctalGroups,
    MappedDigits,
}

impl Class {
    pub(super) const ALL: &'static [Class] = &[
        Class::Stripped,
        Class::Backslash,
        Class::Slashes,
        Class::QuestionMark,
        Class::RefusedCharacter,
        Class::SchemeStart,
        Class::HostNeeded,
        Class::HostNotNeeded,
        Class::BadPort,
        Class::ForbiddenInHost,
        Class::Brackets,
        Class::Idna,
        Class::EndsInNumber,
        Class::FileAuthority,
        Class::LocalhostIsNone,
        Class::DriveLetter,
        Class::KeptLetter,
        Class::FileSlashes,
        Class::EmptyPath,
        Class::DotSegments,
        Class::OtherBackslash,
        Class::NoDomainName,
        Class::OctalGroups,
        Class::MappedDigits,
    ];

    /// Returns the rule as a sentence.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Class::Stripped => {
                "blanks and controls around it are stripped, tabs and line ends anywhere"
            }
            Class::Backslash => "in a special scheme a backslash is a slash, up to the query",
            Class::Slashes => "a special scheme needs no slash, and takes any number of them",
            Class::QuestionMark => "a question mark opens a query in every scheme",
            Class::RefusedCharacter => {
                "a blank, a control, an angle bracket or a quotation mark is escaped"
            }
            Class::SchemeStart => "a scheme begins with a letter, or it is none",
            Class::HostNeeded => {
                "a special scheme needs a host, and so does whatever has a user or a port"
            }
            Class::HostNotNeeded => "file and the schemes that are not special need no host",
            Class::BadPort => "a port is digits, and not over 65535",
            Class::ForbiddenInHost => "a forbidden code point stands in the host, escaped or not",
            Class::Brackets => "what begins with a bracket is an IPv6 address or no host",
            Class::Idna => "IDNA refuses the host",
            Class::EndsInNumber => "a host whose last label is a number is an address or no host",
            Class::FileAuthority => "a file has neither user nor port, all of it is the host",
            Class::LocalhostIsNone => "the localhost of a file is no host",
            Class::DriveLetter => "a letter and a colon or bar begin the path of a file",
            Class::KeptLetter => {
                "the crate resolves no drive letter away in any scheme, the Standard in file alone"
            }
            Class::FileSlashes => "the path of a file begins with one slash",
            Class::EmptyPath => "the path of a special scheme is never empty",
            Class::DotSegments => "segments of one dot or two are resolved",
            Class::OtherBackslash => {
                "where the scheme is not special, a backslash ends no host and cannot stand in one"
            }
            Class::NoDomainName => "a host that could not be looked up is opened all the same",
            Class::MappedDigits => "IDNA makes digits of what lies beyond ASCII, escaped or not",
            Class::OctalGroups => "a group of an address that begins with 0 is octal",
        }
    }
}
