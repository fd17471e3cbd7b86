//! Notes on URLs: facts worth knowing about a URL that was accepted.
//!
//! [`Note`] is the validator's note on a URL as a string. [`FoundNote`] adds the notes that need the text
//! around the URL.

use core::fmt;

use urlsift_validator::{Note, NoteKind, Severity};

/// A note on a URL that was found (rule V6). It does not reject the URL.
///
/// ```
/// use urlsift::found::{FoundNote, Severity};
/// use urlsift::Extractor;
///
/// let found = Extractor::new().find_iter("<http://www.exam\nple.org/>").next().unwrap();
/// assert_eq!(found.notes(), [FoundNote::HostGap]);
/// assert_eq!(found.notes()[0].severity(), Severity::Danger);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FoundNote {
    /// A line break was removed from inside the host, and the width of the line explains it. The text on either line
    /// alone may name another host.
    HostCutBySeam,
    /// Whitespace was removed from inside the host, and no width of a line explains it. Or the URL ends in its host
    /// before an invisible or undecodable character, and the host goes on after it.
    HostGap,
    /// A hyphen precedes a line break, and no evidence decides whether it belongs to the URL. The
    /// commoner reading came first.
    HyphenInDoubt,
    /// A byte could not be decoded by the charset of the text. The URL has its percent escape.
    UndecodableByte,
    /// The text has no scheme, as in `src="//host/path"`, and one was put before it (rule A3).
    SchemeInserted,
    /// A `<` directly before the URL is not closed within the limits of a wrapper (rule W4), so the URL may go on after
    /// its end. Or a wrapper has gaps that may be prose (rule W5), so the URL may end before them.
    WrapperUnclosed,
    /// The `://` of the URL is damaged in the text, as in `http:/host/path` (rule W13).
    SeparatorRepaired,
    /// The URL reaches the bound on its bytes or its pieces (rule W8). It may go on in the text.
    CutAtLimit,
    /// Dots follow the URL directly and show that its writer cut it (rule W8). It goes on elsewhere.
    CutByWriter,
    /// The text of a link is one URL, host or address, and names another host than this URL, its target
    /// ([`link_text_note`](crate::extract::link_text_note)). It is a warning if the target has that host after its own,
    /// as the links of a service that counts clicks do, and a danger otherwise.
    TextNamesOtherHost(Severity),
    /// A note on the URL itself, such as a password or the port of another protocol. Its range is one of the
    /// [URL](crate::Found::url).
    Url(Note),
}

impl FoundNote {
    /// Returns the names of all notes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let own = OWN.iter().map(|note| note.name());
        own.chain(NoteKind::ALL.iter().map(|kind| kind.name()))
    }

    /// Returns the names of all notes of this usual severity, each with its message. A note on a URL may be less severe
    /// than usual.
    pub fn by_severity(severity: Severity) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = OWN.iter().filter(move |note| note.severity() == severity);
        let kinds = NoteKind::ALL.iter().filter(move |kind| kind.severity() == severity);
        let own = own.map(|note| (note.name(), note.message()));
        own.chain(kinds.map(|kind| (kind.name(), kind.message())))
    }

    /// Returns the name in JSON rows: `host_cut_by_seam`, `host_gap`, `hyphen_in_doubt`, `undecodable_byte`,
    /// `scheme_inserted`, `wrapper_unclosed`, `separator_repaired`, `cut_at_limit`, `cut_by_writer`,
    /// `text_names_other_host`, or the name of the [kind](NoteKind::name) of a note on the URL.
    pub fn name(self) -> &'static str {
        match self {
            FoundNote::HostCutBySeam => "host_cut_by_seam",
            FoundNote::HostGap => "host_gap",
            FoundNote::HyphenInDoubt => "hyphen_in_doubt",
            FoundNote::UndecodableByte => "undecodable_byte",
            FoundNote::SchemeInserted => "scheme_inserted",
            FoundNote::WrapperUnclosed => "wrapper_unclosed",
            FoundNote::SeparatorRepaired => "separator_repaired",
            FoundNote::CutAtLimit => "cut_at_limit",
            FoundNote::CutByWriter => "cut_by_writer",
            FoundNote::TextNamesOtherHost(_) => "text_names_other_host",
            FoundNote::Url(note) => note.kind().name(),
        }
    }

    /// Returns a message for users: a clause without a full stop.
    ///
    /// ```
    /// use urlsift::found::FoundNote;
    ///
    /// assert_eq!(FoundNote::HostCutBySeam.message(), "a line break was inside the host");
    /// ```
    pub fn message(self) -> &'static str {
        match self {
            FoundNote::HostCutBySeam => "a line break was inside the host",
            FoundNote::HostGap => {
                "whitespace, a hidden character or an undecodable byte is inside the host"
            }
            FoundNote::HyphenInDoubt => "a hyphen before a line break may or may not belong",
            FoundNote::UndecodableByte => "a byte could not be decoded and is shown as its escape",
            FoundNote::SchemeInserted => "the page leaves out the scheme",
            FoundNote::WrapperUnclosed => {
                "the \"<\" before the URL may not be closed, so its end is in doubt"
            }
            FoundNote::SeparatorRepaired => "the \"://\" is damaged in the text",
            FoundNote::CutAtLimit => "the URL is too long to be read to its end",
            FoundNote::CutByWriter => "the writer left out the end of the URL",
            FoundNote::TextNamesOtherHost(Severity::Danger) => "the link's text names another host",
            FoundNote::TextNamesOtherHost(_) => {
                "the link goes through another host than its text names"
            }
            FoundNote::Url(note) => note.kind().message(),
        }
    }

    /// Returns the severity: information, a warning, or a danger that readers are deceived.
    pub fn severity(self) -> Severity {
        match self {
            FoundNote::UndecodableByte
            | FoundNote::SchemeInserted
            | FoundNote::SeparatorRepaired => Severity::Info,
            FoundNote::HostCutBySeam
            | FoundNote::HyphenInDoubt
            | FoundNote::WrapperUnclosed
            | FoundNote::CutAtLimit
            | FoundNote::CutByWriter => Severity::Warning,
            FoundNote::HostGap => Severity::Danger,
            FoundNote::TextNamesOtherHost(severity) => severity,
            FoundNote::Url(note) => note.severity(),
        }
    }
}

impl fmt::Display for FoundNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The notes that are not about the URL alone.
const OWN: [FoundNote; 10] = [
    FoundNote::HostCutBySeam,
    FoundNote::HostGap,
    FoundNote::HyphenInDoubt,
    FoundNote::UndecodableByte,
    FoundNote::SchemeInserted,
    FoundNote::WrapperUnclosed,
    FoundNote::SeparatorRepaired,
    FoundNote::CutAtLimit,
    FoundNote::CutByWriter,
    FoundNote::TextNamesOtherHost(Severity::Danger),
];

/// The maximum number of notes of one kind. An escape has three bytes and a note many more: without this
/// limit a long URL would take memory of many times its length.
const MAX_NOTES_PER_KIND: usize = 16;

/// Returns the first notes of each kind, up to the limit. Notes of one kind follow one another.
pub(crate) fn few_of_a_kind(notes: impl Iterator<Item = Note>) -> impl Iterator<Item = Note> {
    // One kind and its count are enough, since the notes come sorted by kind.
    let mut last = (None, 0);
    notes.filter(move |note| {
        let count = if last.0 == Some(note.kind()) { last.1 + 1 } else { 1 };
        last = (Some(note.kind()), count);
        count <= MAX_NOTES_PER_KIND
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::BTreeMap;

    use super::*;

    /// EMBEDDING.md lists every note with its severity and with advice on what to show.
    #[test]
    fn embedding_md_lists_every_note() {
        // The compiler reports a variant that is missing here. Add it to `OWN` too.
        let is_own = |note: &FoundNote| match note {
            FoundNote::HostCutBySeam
            | FoundNote::HostGap
            | FoundNote::HyphenInDoubt
            | FoundNote::UndecodableByte
            | FoundNote::SchemeInserted
            | FoundNote::WrapperUnclosed
            | FoundNote::SeparatorRepaired
            | FoundNote::CutAtLimit
            | FoundNote::CutByWriter
            | FoundNote::TextNamesOtherHost(_) => true,
            FoundNote::Url(_) => false,
        };
        assert!(OWN.iter().all(is_own));
        let mut expected = BTreeMap::new();
        expected.extend(OWN.iter().map(|note| (note.name(), note.severity().name())));
        expected.extend(NoteKind::ALL.iter().map(|kind| (kind.name(), kind.severity().name())));
        assert_eq!(expected.len(), OWN.len() + NoteKind::ALL.len(), "each has a name of its own");

        let (_, table) = include_str!("../EMBEDDING.md")
            .split_once("| note | severity | what to show |\n|---|---|---|\n")
            .expect("the table is there");
        let mut listed = BTreeMap::new();
        for row in table.lines().take_while(|line| line.starts_with('|')) {
            let mut cells = row.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
            let [name, severity, what] = core::array::from_fn(|_| cells.next().unwrap_or_default());
            assert!(!what.is_empty(), "{row}");
            assert_eq!(listed.insert(name, severity), None, "{row}");
        }
        assert_eq!(listed, expected);
    }
}
