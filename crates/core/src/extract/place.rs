//! Lines and columns of offsets.

use memchr::{memchr_iter, memrchr};

/// A place in a text as line and column. It moves from one range to the next, so that the places of all URLs of a text
/// cost one pass.
///
/// ```
/// use urlsift::Extractor;
/// use urlsift::extract::Place;
///
/// let text = "see\n<http://a.example/\nb>, é http://b.example/";
/// let mut place = Place::START;
/// let mut places = Vec::new();
/// for found in Extractor::new().find_iter(text) {
///     place.move_to(text, found.outer().start);
///     places.push((place.line, place.column));
/// }
/// assert_eq!(places, [(2, 0), (3, 7)]);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place {
    /// The byte offset in the text.
    pub offset: usize,
    /// The number of the line, counted from 1. A line ends after its LF.
    pub line: usize,
    /// The bytes between the start of the line and the place. For characters, count those of
    /// `text[offset - column..offset]`.
    pub column: usize,
}

impl Place {
    /// The start of a text.
    pub const START: Place = Place { offset: 0, line: 1, column: 0 };

    /// Moves to byte `offset` of `text`, or to its end. Linear in the bytes between both places; a move back to another
    /// line also reads from its start.
    pub fn move_to(&mut self, text: &(impl AsRef<[u8]> + ?Sized), offset: usize) {
        let text = text.as_ref();
        let (from, to) = (self.offset.min(text.len()), offset.min(text.len()));
        let passed = &text[from.min(to)..from.max(to)];
        let breaks = memchr_iter(b'\n', passed).count();
        // The caller may have written any numbers.
        let moved = |from: usize, by| {
            if to < self.offset { from.saturating_sub(by) } else { from.saturating_add(by) }
        };
        self.column = match breaks {
            0 => moved(self.column, passed.len()),
            _ => to - memrchr(b'\n', &text[..to]).map_or(0, |at| at + 1),
        };
        self.line = moved(self.line, breaks);
        self.offset = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_a_count_from_the_start_gives() {
        let text = "a\n\nbcd\r\n\u{e9}e\nf";
        let counted = |offset: usize| {
            let before = &text.as_bytes()[..offset];
            let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let line = before.split(|byte| *byte == b'\n').count();
            Place { offset, line, column: offset - line_start }
        };
        for from in 0..=text.len() {
            for to in 0..=text.len() {
                let mut place = counted(from);
                place.move_to(text, to);
                assert_eq!(place, counted(to), "from {from}");
            }
        }
        let mut place = Place::START;
        place.move_to(text, usize::MAX);
        assert_eq!(place, counted(text.len()));
        // A place of a longer text is at the end of this one.
        place = Place { offset: 100, line: 7, column: 100 };
        place.move_to(text, 0);
        assert_eq!((place.offset, place.column), (0, 0));
    }
}
