//! The position of a search, with the facts about the text that it has learned.
//!
//! A search continues after each match, and a caller may move it elsewhere. Facts that stay true are
//! kept, because the search must take linear time (W10).

use crate::bare::Failures;
use crate::bare::word::Words;

/// The position of a search in one text: see [`Scanner::find_until`](crate::Scanner::find_until).
///
/// A cursor belongs to one text and one scanner.
///
/// ```
/// use urlsift_scanner::{Cursor, Scanner};
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
    /// No candidate is between `next` and this offset. Without it, each word of a text without colons would be followed
    /// by a search to the end of the text.
    pub(crate) clear: usize,
    pub(crate) failures: Failures,
    pub(crate) words: Words,
}

impl Cursor {
    /// Returns a cursor at byte `at` of a text.
    pub fn new(at: usize) -> Cursor {
        Cursor { at, floor: at, next: at, ..Cursor::default() }
    }

    /// Returns a cursor at the beginning of a text in which nothing is recognised before byte `candidate`.
    ///
    /// `candidate` comes from [`Scanner::find_candidate`](crate::Scanner::find_candidate), called on the
    /// text or on the beginning of it. Wrappers that open before `candidate` are still found.
    ///
    /// ```
    /// use urlsift_scanner::{Cursor, Scanner};
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

    /// Moves to byte `at` of the same text, like [`Cursor::new`], and keeps the facts learned about the text.
    ///
    /// A new cursor would read a word of many hosts to its end for each of them.
    pub fn move_to(&mut self, at: usize) {
        // The record stays valid after a move forwards.
        if at < self.next {
            self.failures = Failures::default();
            self.clear = 0;
        }
        // A known end of a word does not depend on the position, so it stays.
        self.words.go_to_another();
        (self.at, self.floor, self.next) = (at, at, at);
    }

    /// Returns the offset up to which the text has been searched.
    ///
    /// A match that begins before it may still be found, if its colon comes after it.
    pub fn position(&self) -> usize {
        self.next
    }
}
