//! What the extractor gives: a URL with the place it was found in and all that is known of it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use smallvec::SmallVec;
use urlsift_rejoiner::{Doubt, MAX_READINGS, Piece};
use urlsift_scanner::Form;
use urlsift_validator::Verdict;

use crate::note::FoundNote;
use crate::reading::Reading;

/// A URL that was found in a text.
///
/// All ranges are of bytes, half-open, in the text that was searched; those of the
/// [verdict](Found::verdict) are in the [URL](Found::url). The URL is borrowed from the text where it
/// stands there in one piece.
///
/// ```
/// use urlsift::reading::Piece;
/// use urlsift::url::HostKind;
/// use urlsift::{Extractor, Form};
///
/// let text = "see <http://example.org/a/\n b>";
/// let found = Extractor::new().find_iter(text).next().unwrap();
/// assert_eq!((found.form(), found.url()), (Form::Angle, "http://example.org/a/b"));
/// assert_eq!(found.outer(), 4..30);
/// assert_eq!(found.pieces(), [Piece::Copied(5..26), Piece::Copied(28..29)]);
/// assert_eq!(found.verdict().host_kind(), Some(HostKind::Name));
/// assert!(found.readings().is_empty() && found.notes().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Found<'h> {
    pub(crate) form: Form,
    pub(crate) outer: Range<usize>,
    pub(crate) best: Reading<'h>,
    pub(crate) others: Vec<Reading<'h>>,
    pub(crate) doubts: SmallVec<[Doubt; 1]>,
    pub(crate) verdict: Verdict,
    pub(crate) notes: Vec<FoundNote>,
}

impl<'h> Found<'h> {
    /// The URL, rejoined: the first reading.
    pub fn url(&self) -> &str {
        &self.best.url
    }

    /// Returns the host as it is spelled in the [URL](Found::url), without user and port, in its brackets if it is an IP
    /// literal; `None` if the URL has none, as in `mailto:jim@example.org`. An empty host, as in `file:///etc/motd`, is
    /// `Some("")`.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let text = "http://jim@example.org:8080/ http://[::1]/ mailto:jim@example.org file:///etc/motd";
    /// let found: Vec<_> = Extractor::new().find_iter(text).collect();
    /// let hosts: Vec<_> = found.iter().map(|found| found.host()).collect();
    /// assert_eq!(hosts, [Some("example.org"), Some("[::1]"), None, Some("")]);
    /// ```
    pub fn host(&self) -> Option<&str> {
        self.verdict.parts().host.map(|host| &self.url()[host.range()])
    }

    /// Which kind of wrapper it stood in.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The byte range of the wrapper, delimiters included.
    pub fn outer(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// What the URL is made of, in order: ranges of the text, and the few characters that were put in
    /// place of some (J7). Underline the copied ones and nothing else. Where the text has no scheme (forms
    /// `host` and `address`), the first is the one that was put there, in place of an empty range.
    pub fn pieces(&self) -> &[Piece] {
        &self.best.pieces
    }

    /// The other ways to read the wrapper, best first: few, and none where nothing was in doubt (J4).
    pub fn readings(&self) -> &[Reading<'h>] {
        &self.others
    }

    /// Where the readings differ, what was chosen there, and on what ground (J3).
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// Which grammars the URL satisfies, what its host is, its parts. Why it fails by a grammar and what
    /// its scheme makes of it is told by [`Validator::url`](crate::verdict::Validator::url).
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Adds one more reading, and the doubt on which it differs; neither where there is such a reading.
    pub(crate) fn add_reading(&mut self, reading: Reading<'h>, doubt: Doubt) {
        if self.others.iter().chain([&self.best]).any(|other| other.url == reading.url) {
            return;
        }
        self.others.truncate(MAX_READINGS - 2);
        // There is seldom another.
        self.others.reserve_exact(1);
        self.others.push(reading);
        self.doubts.push(doubt);
    }

    /// The URL as it is to be opened: see [`href`](crate::href()).
    pub fn href(&self) -> Option<Cow<'_, str>> {
        self.best.href()
    }

    /// The URL as it is to be shown: see [`display_url`](crate::url::display_url).
    pub fn display_url(&self) -> String {
        self.best.display_url()
    }

    /// The same, free from the text.
    ///
    /// ```
    /// use urlsift::{Extractor, Found};
    ///
    /// let found: Vec<Found<'static>> = {
    ///     let text = String::from("see http://example.org/.");
    ///     Extractor::new().find_iter(&text).map(Found::into_owned).collect()
    /// };
    /// assert_eq!(found[0].url(), "http://example.org/");
    /// ```
    pub fn into_owned(self) -> Found<'static> {
        let Found { form, outer, best, others, doubts, verdict, notes } = self;
        let others = others.into_iter().map(Reading::into_owned).collect();
        Found { form, outer, best: best.into_owned(), others, doubts, verdict, notes }
    }

    /// A copy that is free from the text.
    pub fn to_owned(&self) -> Found<'static> {
        self.clone().into_owned()
    }

    /// The same with every offset in the text as `place` has it, for a text that was made of another;
    /// `place` never goes back.
    #[must_use]
    pub fn placed(mut self, place: impl Fn(usize) -> usize) -> Found<'h> {
        self.outer = place(self.outer.start)..place(self.outer.end);
        for doubt in &mut *self.doubts {
            doubt.at = place(doubt.at);
        }
        for reading in self.others.iter_mut().chain([&mut self.best]) {
            for piece in &mut *reading.pieces {
                let (Piece::Copied(range) | Piece::Inserted(_, range)) = piece;
                *range = place(range.start)..place(range.end);
            }
            reading.why = reading.why.placed(&place);
        }
        self
    }

    /// What is worth knowing of it: of what can stand in it any number of times the first sixteen.
    pub fn notes(&self) -> &[FoundNote] {
        &self.notes
    }
}

/// Writes the [URL](Found::url).
///
/// ```
/// let found = urlsift::Extractor::new().find_iter("<http://example.org/a/\nb>").next().unwrap();
/// assert_eq!(found.to_string(), "http://example.org/a/b");
/// assert_eq!(format!("{found:>24}"), "  http://example.org/a/b");
/// ```
impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.url())
    }
}
