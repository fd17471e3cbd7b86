//! The result of a search: [`Found`], and what it consists of.
//!
//! - A [`Form`] is the kind of delimiters, if the URL has any.
//! - A [`Piece`] is a range of the text that the URL was read from, or text that was inserted.
//! - A [`Reading`] is another way to read the same wrapper. A [`Doubt`] is a place where the readings differ, with the
//!   [`Choice`] and its [`Ground`].
//! - A [`Grade`] is how sure it is that a URL without delimiters goes on after a line break.
//! - A [`FoundNote`] is a fact worth knowing, with its [`Severity`]. A [`Note`] is one on the URL as a string.
//!
//! ```
//! use urlsift::Extractor;
//! use urlsift::found::{Choice, DoubtKind, Ground, Piece};
//!
//! let found = Extractor::new().find_iter("<http://example.org/well-\nknown>").next().unwrap();
//! assert_eq!(found.url(), "http://example.org/well-known");
//! assert_eq!(found.pieces(), [Piece::Copied(1..25), Piece::Copied(26..31)]);
//! assert_eq!(found.readings()[0].url(), "http://example.org/wellknown");
//!
//! let doubt = &found.doubts()[0];
//! assert_eq!((doubt.kind, doubt.chosen), (DoubtKind::Hyphen, Choice::Kept));
//! assert_eq!(doubt.ground, Ground::Default);
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, Range};

use memchr::memchr_iter;
use smallvec::SmallVec;
use urlsift_rejoiner::internal::MAX_READINGS;
pub use urlsift_rejoiner::{Choice, Doubt, DoubtKind, Grade, Ground, Piece};
pub use urlsift_scanner::Form;
use urlsift_scanner::MAX_BARE_LEN;
pub use urlsift_validator::{Note, NoteKind, Severity};
use urlsift_validator::{Validator, Verdict};

pub use crate::note::FoundNote;
use crate::note::few_of_a_kind;
use crate::reading::MAX_PIECES;
pub use crate::reading::{Difference, Reading, Why};

/// A URL that was found in a text.
///
/// Ranges are half-open byte offsets in the text that was searched; those of the [verdict](Found::verdict)
/// are offsets in the [URL](Found::url). The URL is borrowed from the text if it is in one piece there.
///
/// ```
/// use urlsift::found::{Form, Piece};
/// use urlsift::url::HostKind;
/// use urlsift::Extractor;
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
    /// The notes that the text gives. Those on the URL alone are made when they are asked for.
    pub(crate) text_notes: Vec<FoundNote>,
    pub(crate) joined: Option<Grade>,
}

/// The bytes after a URL beyond which it no longer grows. The bound keeps the work linear if a caller asks for each URL.
const MAX_REST_BYTES: usize = 1024;

impl<'h> Found<'h> {
    /// Returns the URL, with line breaks and quote marks removed: the first reading.
    pub fn url(&self) -> &str {
        &self.best.url
    }

    /// Returns the first reading, whose URL is [`url`](Found::url).
    pub fn best(&self) -> &Reading<'h> {
        &self.best
    }

    /// Returns the host as spelled in the [URL](Found::url), without user and port. An IP literal has its
    /// brackets.
    ///
    /// Returns `None` if the URL has no host, as in `mailto:jim@example.org`, and `Some("")` for an empty
    /// host, as in `file:///etc/motd`.
    ///
    /// ```
    /// use urlsift::Extractor;
    ///
    /// let text = "http://jim@example.org:8080/ http://[::1]/ mailto:jim@example.org file:///etc/motd";
    /// let found: Vec<_> = Extractor::new().find_iter(text).collect();
    /// let hosts: Vec<_> = found.iter().map(|found| found.host()).collect();
    /// assert_eq!(hosts, [Some("example.org"), Some("[::1]"), None, Some("")]);
    /// ```
    ///
    /// Makes the [verdict](Found::verdict).
    pub fn host(&self) -> Option<&str> {
        self.verdict().parts().host.map(|host| &self.url()[host.range()])
    }

    /// Returns the form in which the URL was written: the kind of its wrapper.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the byte range of the wrapper, delimiters included.
    pub fn outer(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// Returns the byte range of the URL in the text, without delimiters: from the start of its first piece there to
    /// the end of the last one. Between them may be line breaks and quote marks.
    ///
    /// ```
    /// let text = "> see <URL:http://example.org/a/\n> b>";
    /// let found = urlsift::Extractor::new().find_iter(text).next().unwrap();
    /// assert_eq!(&text[found.range()], "http://example.org/a/\n> b");
    /// assert!(!found.is_verbatim());
    /// ```
    pub fn range(&self) -> Range<usize> {
        let mut written = self.pieces().iter().map(Piece::range).filter(|range| !range.is_empty());
        let Some(first) = written.next() else { return self.outer() };
        first.start..written.next_back().unwrap_or(first).end
    }

    /// Returns the [range](Found::range) of `text`, the text that was searched: a `&str` or a `&[u8]`. It
    /// has the line breaks and the markup that the URL lacks.
    ///
    /// # Panics
    ///
    /// If `text` is another text in which the range is out of bounds or divides a character.
    ///
    /// ```
    /// let text = "> at http://example.org/?a&amp;b.";
    /// let found = urlsift::Extractor::new().find_iter(text).next().unwrap();
    /// assert_eq!(found.text(text), "http://example.org/?a&amp;b");
    /// ```
    pub fn text<'t, T>(&self, text: &'t T) -> &'t T
    where
        T: Index<Range<usize>, Output = T> + ?Sized,
    {
        &text[self.range()]
    }

    /// Reports whether the [URL](Found::url) is the text of its [range](Found::range), decoded: nothing was removed,
    /// inserted or escaped.
    pub fn is_verbatim(&self) -> bool {
        matches!(self.pieces(), [Piece::Copied(_)])
            && !self.text_notes.contains(&FoundNote::UndecodableByte)
    }

    /// Reports whether text that is typed at the end of `text`, the text searched, may make the URL longer: it has no
    /// delimiters, and at most 1,024 bytes of punctuation, spaces and one line break follow it. A join across a line break
    /// may need more than one character of the next line, so search such a URL again in any case.
    ///
    /// ```
    /// let may_grow = |text: &str| {
    ///     urlsift::Extractor::new().find_iter(text).next().is_some_and(|found| found.may_grow(text))
    /// };
    /// assert!(may_grow("see http://example.org/a") && may_grow("see http://example.org/a.\n> "));
    /// assert!(!may_grow("see <http://example.org/a>") && !may_grow("see http://example.org/a b"));
    /// ```
    pub fn may_grow(&self, text: &(impl AsRef<[u8]> + ?Sized)) -> bool {
        let rest = text.as_ref().get(self.outer.end..).unwrap_or_default();
        if matches!(self.form, Form::Url | Form::Angle | Form::Quote) || rest.len() > MAX_REST_BYTES
        {
            return false;
        }
        let run = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b">|:%#".contains(byte);
        rest[run..].iter().all(is_blank) && memchr_iter(b'\n', rest).count() < 2
    }

    /// Returns the [URL](Found::url) with the lifetime of the text. It is borrowed if the text has it in one piece.
    pub fn into_url(self) -> Cow<'h, str> {
        self.best.url
    }

    /// Returns the pieces of the URL, in order: ranges of the text, and inserted text such as `%20` for a
    /// space (rule J7). To underline a link, underline the copied pieces. If the text has no scheme (forms
    /// `host` and `address`), the first piece is the inserted scheme, with an empty range.
    pub fn pieces(&self) -> &[Piece] {
        &self.best.pieces
    }

    /// Returns the other ways to read the wrapper, best first. There are few of them, and none if nothing was
    /// in doubt (rule J4).
    pub fn readings(&self) -> &[Reading<'h>] {
        &self.others
    }

    /// Returns the doubts: at which offsets the readings differ, which choice was made, and for which reason.
    /// By rule J3 an invalid host decides first, then the same URL elsewhere in the text, then the commoner
    /// reading. Doubts of the kind [`Join`](DoubtKind::Join) are decided by rule J8.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// Returns how sure it is that the URL, which has no delimiters, goes on after a line break: the lowest grade of
    /// its joins. `None` if it is on one line or has delimiters.
    pub fn joined(&self) -> Option<Grade> {
        self.joined
    }

    /// Returns the verdict: which grammars the URL satisfies, the kind of its host, and its parts. Use
    /// [`Validator::url`](crate::verdict::Validator::url) to learn why it fails by a grammar, or what its
    /// scheme makes of it.
    ///
    /// Each call makes the verdict anew, in one pass over the URL. Keep it if you need it twice.
    pub fn verdict(&self) -> Verdict {
        Validator::new().validate(self.url())
    }

    /// Adds a reading and the doubt at which it differs, unless there is a reading with the same URL.
    pub(crate) fn add_reading(&mut self, reading: Reading<'h>, doubt: Doubt) {
        if self.others.iter().chain([&self.best]).any(|other| other.url == reading.url) {
            return;
        }
        // J4 allows eight readings: the best one, the new one, and six others. The last ones are the least
        // likely.
        self.others.truncate(MAX_READINGS - 2);
        // More than one is rare.
        self.others.reserve_exact(1);
        self.others.push(reading);
        self.doubts.push(doubt);
    }

    /// Returns the URL to open. See [`href`](crate::href()).
    pub fn href(&self) -> Option<Cow<'_, str>> {
        self.best.href()
    }

    /// Returns the URL to show. See [`display_url`](crate::url::display_url).
    pub fn display_url(&self) -> String {
        self.best.display_url()
    }

    /// Copies borrowed text, so that the result does not depend on the text searched.
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
        let Found { form, outer, best, others, doubts, text_notes, joined } = self;
        let others = others.into_iter().map(Reading::into_owned).collect();
        Found { form, outer, best: best.into_owned(), others, doubts, text_notes, joined }
    }

    /// Returns a copy that borrows nothing from the text.
    pub fn to_owned(&self) -> Found<'static> {
        self.clone().into_owned()
    }

    /// Maps all offsets in the text by `place`, for a text that was made from another one. `place` must not
    /// decrease.
    #[must_use]
    pub fn placed(mut self, place: impl Fn(usize) -> usize) -> Found<'h> {
        self.outer = place(self.outer.start)..place(self.outer.end);
        for doubt in &mut *self.doubts {
            doubt.at = place(doubt.at);
        }
        for reading in self.others.iter_mut().chain([&mut self.best]) {
            // Pieces stay in order and do not overlap, because `place` does not decrease.
            for piece in &mut *reading.pieces {
                let (Piece::Copied(range) | Piece::Inserted(_, range)) = piece;
                *range = place(range.start)..place(range.end);
            }
            reading.why = reading.why.placed(&place);
        }
        self
    }

    /// Adds a note if the URL reaches a bound (W8). Without delimiters, it then ends with its last piece.
    #[inline]
    pub(crate) fn note_bounds(&mut self) {
        let has_all_pieces = self.best.pieces.len() == MAX_PIECES;
        // The bound may divide a character of up to four bytes.
        if !has_all_pieces && self.outer.len() <= MAX_BARE_LEN - 4 {
            return;
        }
        let is_delimited = matches!(self.form, Form::Url | Form::Angle | Form::Quote);
        if has_all_pieces || !is_delimited {
            self.text_notes.push(FoundNote::CutAtLimit);
        }
        if let Some(last) = self.best.pieces.last().filter(|_| !is_delimited) {
            self.outer.end = last.range().end;
        }
    }

    /// Returns the notes on the URL: facts worth knowing, such as a password in it. Of each kind at most the
    /// first sixteen are listed. Those that the text gives come first.
    ///
    /// Each call makes the [verdict](Found::verdict) and the notes anew. Allocates only if there is a note.
    pub fn notes(&self) -> Vec<FoundNote> {
        self.notes_by(&self.verdict())
    }

    /// Like [`notes`](Found::notes), with the verdict on the URL.
    pub fn notes_by(&self, verdict: &Verdict) -> Vec<FoundNote> {
        let mut notes = self.text_notes.clone();
        notes.extend(few_of_a_kind(verdict.notes(self.url())).map(FoundNote::Url));
        notes
    }

    /// Adds a note that the text around the URL gives, such as
    /// [that of a link's text](crate::extract::link_text_note).
    pub fn add_note(&mut self, note: FoundNote) {
        self.text_notes.push(note);
    }

    /// Reports whether a [note](Found::notes) is a danger: ask the user before the URL is opened.
    ///
    /// ```
    /// let is_dangerous = |text: &str| {
    ///     urlsift::Extractor::new().find_iter(text).next().is_some_and(|found| found.is_dangerous())
    /// };
    /// assert!(is_dangerous("http://www.bank.example@evil.example/"));
    /// assert!(!is_dangerous("http://www.bank.example/"));
    /// ```
    pub fn is_dangerous(&self) -> bool {
        self.notes().iter().any(|note| note.severity() == Severity::Danger)
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
