//! Notes: accepted, but worth knowing.

use core::fmt;

pub use urlsift_validator::{Note, NoteKind, Notes, Severity};

/// What is worth knowing of a URL that was found (V6). It does not speak against it.
///
/// ```
/// use urlsift::note::{FoundNote, Severity};
/// use urlsift::Extractor;
///
/// let found = Extractor::new().find_iter("<http://www.exam\nple.org/>").next().unwrap();
/// assert_eq!(found.notes(), [FoundNote::HostCutBySeam]);
/// assert_eq!(found.notes()[0].severity(), Severity::Danger);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FoundNote {
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
    Url(Note),
}

impl FoundNote {
    /// The note's name in rows: `host_cut_by_seam`, `hyphen_in_doubt`, `undecodable_byte`,
    /// `mixed_scripts`, `confusable_host`, or that of its [kind](urlsift_validator::NoteKind::name).
    pub fn name(self) -> &'static str {
        match self {
            FoundNote::HostCutBySeam => "host_cut_by_seam",
            FoundNote::HyphenInDoubt => "hyphen_in_doubt",
            FoundNote::UndecodableByte => "undecodable_byte",
            FoundNote::MixedScripts => "mixed_scripts",
            FoundNote::ConfusableHost => "confusable_host",
            FoundNote::Url(note) => note.kind().name(),
        }
    }

    /// What is said of it to people: a clause without a full stop.
    ///
    /// ```
    /// use urlsift::note::FoundNote;
    ///
    /// assert_eq!(FoundNote::HostCutBySeam.message(), "a line break stood inside the host");
    /// ```
    pub fn message(self) -> &'static str {
        match self {
            FoundNote::HostCutBySeam => "a line break stood inside the host",
            FoundNote::HyphenInDoubt => "a hyphen before a line break may or may not belong",
            FoundNote::UndecodableByte => "a byte could not be decoded and is shown as its escape",
            FoundNote::MixedScripts => "the host mixes scripts whose letters look alike",
            FoundNote::ConfusableHost => "the host looks like another",
            FoundNote::Url(note) => note.kind().message(),
        }
    }

    /// How grave it is: whether it is so and no more, unwise, or how readers are deceived.
    pub fn severity(self) -> Severity {
        match self {
            FoundNote::UndecodableByte => Severity::Info,
            FoundNote::HyphenInDoubt => Severity::Warning,
            FoundNote::HostCutBySeam | FoundNote::MixedScripts | FoundNote::ConfusableHost => {
                Severity::Danger
            }
            FoundNote::Url(note) => note.severity(),
        }
    }
}

impl fmt::Display for FoundNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// So many notes of one kind are told of a URL. An escape has three bytes and a note many more, so that
/// without a bound a long URL would take memory many times its length.
const MAX_OF_A_KIND: usize = 16;

/// The first of `notes` of each kind; those of a kind stand together.
pub(crate) fn few_of_a_kind(notes: impl Iterator<Item = Note>) -> impl Iterator<Item = Note> {
    let mut last = (None, 0);
    notes.filter(move |note| {
        let count = if last.0 == Some(note.kind()) { last.1 + 1 } else { 1 };
        last = (Some(note.kind()), count);
        count <= MAX_OF_A_KIND
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::BTreeMap;
    use urlsift_validator::NoteKind;

    use super::*;

    /// Those that are not of the URL alone.
    const OWN: [FoundNote; 5] = [
        FoundNote::HostCutBySeam,
        FoundNote::HyphenInDoubt,
        FoundNote::UndecodableByte,
        FoundNote::MixedScripts,
        FoundNote::ConfusableHost,
    ];

    /// EMBEDDING.md says of each note what to show, and calls it as grave as it is.
    #[test]
    fn embedders_are_told_of_each() {
        // One that is added here has to be added above.
        let is_own = |note: &FoundNote| match note {
            FoundNote::HostCutBySeam
            | FoundNote::HyphenInDoubt
            | FoundNote::UndecodableByte
            | FoundNote::MixedScripts
            | FoundNote::ConfusableHost => true,
            FoundNote::Url(_) => false,
        };
        assert!(OWN.iter().all(is_own));
        let mut expected = BTreeMap::new();
        expected.extend(OWN.iter().map(|note| (note.name(), note.severity().name())));
        expected.extend(NoteKind::ALL.iter().map(|kind| (kind.name(), kind.severity().name())));
        assert_eq!(expected.len(), OWN.len() + NoteKind::ALL.len(), "each has a name of its own");

        let (_, table) = include_str!("EMBEDDING.md")
            .split_once("| note | severity | what to show |\n|---|---|---|\n")
            .expect("the table is there");
        let mut told = BTreeMap::new();
        for row in table.lines().take_while(|line| line.starts_with('|')) {
            let mut cells = row.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
            let [name, severity, what] = core::array::from_fn(|_| cells.next().unwrap_or_default());
            assert!(!what.is_empty(), "{row}");
            assert_eq!(told.insert(name, severity), None, "{row}");
        }
        assert_eq!(told, expected);
    }
}
