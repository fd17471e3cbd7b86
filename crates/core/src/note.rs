//! Notes on URLs: facts worth knowing about a URL that was accepted.
//!
//! [`Note`] is the validator's note on a URL as a string. [`FoundNote`] adds the notes that need the text
//! around the URL.

use core::fmt;

use urlsift_validator::{Note, NoteKind, Severity};

/// Defines the notes on a found URL: for each its doc, number, name, usual severity and message, like `notes!` of the
/// validator. A note that may be less severe has its severity as a field.
macro_rules! found_notes {
    (
        $(#[$about:meta])*
        FoundNote:
        $($(#[$doc:meta])* $note:ident$(($severity:ident))? = $number:literal $name:literal $usual:ident $message:literal)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        #[non_exhaustive]
        pub enum FoundNote {
            $($(#[$doc])* $note$(($severity))?,)+
            /// A note on the URL itself, such as a password or the port of another protocol. Its range is one of the
            /// [URL](crate::Found::url).
            Url(Note),
        }

        /// The notes that are not about the URL alone.
        const OWN: &[FoundNote] = &[$(FoundNote::$note$(($severity::$usual))?),+];

        impl FoundNote {
            /// Returns the number, the name, the usual severity and the message.
            fn entry(self) -> (u32, &'static str, Severity, &'static str) {
                match self {
                    $(FoundNote::$note { .. } => ($number, $name, Severity::$usual, $message),)+
                    FoundNote::Url(note) => {
                        let kind = note.kind();
                        (kind.number(), kind.name(), note.severity(), kind.message())
                    }
                }
            }
        }
    };
}

found_notes! {
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
    FoundNote:
    /// A line break was inside the host, and the width of the line explains it. Show the whole host, because a line break
    /// splits it.
    HostCutBySeam = 1 "host_cut_by_seam" Warning "a line break was inside the host"
    /// Whitespace, or an invisible or undecodable character, was inside the host. Show the whole host that is opened, and
    /// the text around it.
    HostGap = 31 "host_gap" Danger "whitespace, a hidden character or an undecodable byte is inside the host"
    /// A hyphen was before a line break, and the ground is `default`. Show both readings.
    HyphenInDoubt = 2 "hyphen_in_doubt" Warning "a hyphen before a line break may or may not belong"
    /// A byte has no character in the charset and is written as an escape. Show that the charset may be wrong.
    UndecodableByte = 3 "undecodable_byte" Info "a byte could not be decoded and is shown as its escape"
    /// `src="//host/"` gets `https:` or the scheme of the page's `<base>`, `<URL://host/>` gets `http:`. Show the URL.
    SchemeInserted = 23 "scheme_inserted" Info "the page leaves out the scheme"
    /// `<` before the URL is not closed, so the URL may go on; or it has spaces that may be prose, so the URL may end
    /// earlier. Show the text around it: the URL may end elsewhere.
    WrapperUnclosed = 24 "wrapper_unclosed" Warning "the \"<\" before the URL may not be closed, so its end is in doubt"
    /// The text has a damaged `://`; only in the form `repaired`. Show that the text has something else for `://`.
    SeparatorRepaired = 25 "separator_repaired" Info "the \"://\" is damaged in the text"
    /// The URL reached 65,536 bytes or 1,024 pieces, so its rest may be missing. Show that the rest of the URL is
    /// missing.
    CutAtLimit = 27 "cut_at_limit" Warning "the URL is too long to be read to its end"
    /// The writer left out the end: dots follow the URL, as in `http://host/long-na...`. Show that the writer left out
    /// the rest.
    CutByWriter = 32 "cut_by_writer" Warning "the writer left out the end of the URL"
    /// The text of the link, or the `alt` of its picture, names another registered domain; a warning if the URL has that
    /// host too. Show the host of the target, and that the text names another; a warning if the target has that name
    /// after its host.
    ///
    /// [`link_text_note`](crate::extract::link_text_note) has the rules.
    TextNamesOtherHost(Severity) = 33 "text_names_other_host" Danger "the link's text names another host"
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

    /// Returns the number of the note in `urlsift.h`. It never changes.
    pub fn number(self) -> u32 {
        self.entry().0
    }

    /// Returns the name in JSON rows, such as `host_gap`: of a note on the URL that of its [kind](NoteKind::name).
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the severity: information, a warning, or a danger that readers are deceived.
    pub fn severity(self) -> Severity {
        match self {
            FoundNote::TextNamesOtherHost(severity) => severity,
            _ => self.entry().2,
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
            FoundNote::TextNamesOtherHost(Severity::Info | Severity::Warning) => {
                "the link goes through another host than its text names"
            }
            _ => self.entry().3,
        }
    }
}

impl fmt::Display for FoundNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
