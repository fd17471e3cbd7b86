//! The position of a search, with the facts about the text that it has learned.
//!
//! Facts that stay true when it moves are kept, because the search must take linear time (W10).

use crate::bare::Failures;
use crate::bare::word::Words;

/// The position of a search in one text by one scanner: see [`Scanner::find_until`](crate::Scanner::find_until).
///
/// ```
/// use urlsift_scanner::Scanner;
/// use urlsift_scanner::internal::Cursor;
///
/// let text = "see http://a.example/ and <http://b.example/>";
/// let (scanner, mut cursor) = (Scanner::new(), Cursor::new(0));
/// assert_eq!(scanner.find_until(text, &mut cursor, 30).unwrap().outer(), 4..21);
/// assert!(scanner.find_until(text, &mut cursor, 26).is_none());
/// assert_eq!(cursor.position(), 26);
/// assert_eq!(scanner.find_until(text, &mut cursor, 40).unwrap().outer(), 26..45);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// Matches begin here or later.
    pub(crate) at: usize,
    /// Openers before this offset have been judged.
    pub(crate) floor: usize,
    /// The search continues here.
    pub(crate) next: usize,
    /// No candidate is between `next` and this offset, so that words without colons are not searched again.
    pub(crate) clear: usize,
    pub(crate) failures: Failures,
    pub(crate) words: Words,
}

impl Cursor {
    /// Returns a cursor at byte `at` of a text.
    pub fn new(at: usize) -> Cursor {
        Cursor { at, floor: at, next: at, ..Cursor::default() }
    }

    /// Returns a cursor at the beginning of a text in which nothing is recognised before byte `candidate`, which
    /// [`Scanner::find_candidate`](crate::Scanner::find_candidate) gives. Wrappers that open before it are still found.
    ///
    /// ```
    /// use urlsift_scanner::Scanner;
    /// use urlsift_scanner::internal::Cursor;
    ///
    /// let text = "Re: see <URL:http://a.example/>";
    /// let scanner = Scanner::new();
    /// let mut cursor = Cursor::at_candidate(scanner.find_candidate(text.as_bytes()).unwrap());
    /// assert_eq!(cursor.position(), 12);
    /// assert_eq!(scanner.find_until(text, &mut cursor, 31).unwrap().outer(), 8..31);
    /// ```
    pub fn at_candidate(candidate: usize) -> Cursor {
        Cursor { next: candidate, ..Cursor::default() }
    }

    /// Moves to byte `at` of the same text, and keeps the facts learned about the text.
    pub fn move_to(&mut self, at: usize) {
        if at < self.next {
            self.failures = Failures::default();
            self.clear = 0;
        }
        // A known end of a word does not depend on the position, so it stays.
        self.words.go_to_another();
        (self.at, self.floor, self.next) = (at, at, at);
    }

    /// Returns the offset up to which the text has been searched. A match that begins before it may still be found, if
    /// its colon comes after it.
    pub fn position(&self) -> usize {
        self.next
    }
}
