//! Notes: accepted, but worth knowing.

use core::fmt;

use urlsift_validator::{Note as UrlNote, Severity};

/// What is worth knowing of a URL that was found (V6). It does not speak against it.
///
/// ```
/// use urlsift::{Extractor, Note, Severity};
///
/// let found = Extractor::new().find_iter("<http://www.exam\nple.org/>").next().unwrap();
/// assert_eq!(found.notes(), [Note::HostCutBySeam]);
/// assert_eq!(found.notes()[0].severity(), Severity::Danger);
/// ```
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
    /// A label of the host has letters of several scripts, some of which look alike (UTS 39). Made with
    /// the crate feature `confusables`, as is the next.
    MixedScripts,
    /// A label of the host looks like another in ASCII.
    ConfusableHost,
    /// What the URL by itself shows: a password, a port that is another protocol's. Its range is one
    /// of the [URL](crate::Found::url).
    Url(UrlNote),
}

impl Note {
    /// The note's name in rows: `host_cut_by_seam`, `hyphen_in_doubt`, `undecodable_byte`,
    /// `mixed_scripts`, `confusable_host`, or that of its [kind](urlsift_validator::NoteKind::name).
    pub fn name(self) -> &'static str {
        match self {
            Note::HostCutBySeam => "host_cut_by_seam",
            Note::HyphenInDoubt => "hyphen_in_doubt",
            Note::UndecodableByte => "undecodable_byte",
            Note::MixedScripts => "mixed_scripts",
            Note::ConfusableHost => "confusable_host",
            Note::Url(note) => note.kind().name(),
        }
    }

    /// What is said of it to people: a clause without a full stop.
    ///
    /// ```
    /// use urlsift::Note;
    ///
    /// assert_eq!(Note::HostCutBySeam.message(), "a line break stood inside the host");
    /// ```
    pub fn message(self) -> &'static str {
        match self {
            Note::HostCutBySeam => "a line break stood inside the host",
            Note::HyphenInDoubt => "a hyphen before a line break may or may not belong",
            Note::UndecodableByte => "a byte could not be decoded and is shown as its escape",
            Note::MixedScripts => "the host mixes scripts whose letters look alike",
            Note::ConfusableHost => "the host looks like another",
            Note::Url(note) => note.kind().message(),
        }
    }

    /// How grave it is: whether it is so and no more, unwise, or how readers are deceived.
    pub fn severity(self) -> Severity {
        match self {
            Note::UndecodableByte => Severity::Info,
            Note::HyphenInDoubt => Severity::Warning,
            Note::HostCutBySeam | Note::MixedScripts | Note::ConfusableHost => Severity::Danger,
            Note::Url(note) => note.severity(),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
