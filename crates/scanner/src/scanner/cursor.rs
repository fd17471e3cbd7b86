//! How far a search has come, and what is known of the text behind.
//!
//! A search that finds something goes on behind it, and may be told to go on elsewhere. What was learned of
//! the text by then is kept where it holds there too, for time is to be linear in the text (W10).

use crate::bare::BarrenRuns;
use crate::bare::word::Words;

/// How far a search has come: see [`Scanner::find_until`](crate::Scanner::find_until). It is for one text
/// and one scanner.
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
    /// Nothing before belongs to what is found.
    pub(crate) at: usize,
    /// What opens before was judged.
    pub(crate) floor: usize,
    /// From here on it is searched.
    pub(crate) next: usize,
    pub(crate) barren: BarrenRuns,
    pub(crate) words: Words,
}

impl Cursor {
    /// At byte `at` of a text.
    pub fn new(at: usize) -> Cursor {
        Cursor { at, floor: at, next: at, ..Cursor::default() }
    }

    /// At the beginning of a text in which nothing is recognised before byte `candidate`, as
    /// [`Scanner::find_candidate`](crate::Scanner::find_candidate) says of it, or of a longer text that it stands
    /// in. What opens before may still be found.
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

    /// Goes to byte `at` of the same text, as [`Cursor::new`] does. What is known of the text goes with
    /// it: without that, a word of many hosts would be read to its end for each of them.
    ///
    /// ```
    /// use urlsift_scanner::{Cursor, Scanner};
    ///
    /// let text = "see http://a.example/ and <http://b.example/>";
    /// let (scanner, mut cursor) = (Scanner::new(), Cursor::new(0));
    /// for _ in 0..2 {
    ///     cursor.move_to(22);
    ///     assert_eq!(scanner.find_until(text, &mut cursor, 45).unwrap().outer(), 26..45);
    /// }
    /// ```
    pub fn move_to(&mut self, at: usize) {
        // What a run is known to lack, it lacks for what begins later in it.
        if at < self.next {
            self.barren = BarrenRuns::default();
        }
        self.words.go_to_another();
        (self.at, self.floor, self.next) = (at, at, at);
    }

    /// The byte up to which it has come. What begins before may still be found, if what it is
    /// recognised by stands behind.
    pub fn position(&self) -> usize {
        self.next
    }
}
