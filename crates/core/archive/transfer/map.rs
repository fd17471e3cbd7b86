//! A map from decoded text back to the stored bytes (A5).
//!
//! Text that was decoded from quoted-printable or extracted from HTML consists mostly of runs that are stored
//! as they are. Between the runs there is a soft break, an escape or a tag. A [`Map`] keeps the runs and gives
//! the stored range of any range of the text. The stored bytes between two runs belong to neither of them.

use core::ops::Range;

/// A map from ranges of a text to ranges of the bytes that it was decoded from. All ranges are in bytes and
/// half-open.
///
/// # Example
///
/// ```
/// use urlsift::archive::parts;
///
/// let message = b"Content-Transfer-Encoding: quoted-printable\n\na=\nb=3Dc\n";
/// let part = parts(message).next().expect("it has a body");
/// assert_eq!(&*part.text, b"ab=c\n");
/// let map = part.map(message).expect("nothing but the transfer encoding was undone");
/// assert_eq!(&message[map.range(0..1)], b"a");
/// assert_eq!(&message[map.range(0..3)], b"a=\nb=3D");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The runs in the order of the text, without gaps. Empty if the whole text is stored as is.
    runs: Vec<MapRun>,
    /// The length of the text.
    len: usize,
    /// The stored position of the text, if there are no runs. Many maps are no more than this and need no
    /// memory.
    offset: usize,
}

/// A run of the text, up to the start of the next run. There are three kinds. A run of base64 has three bytes
/// per four stored symbols. A run as long as its stored range is a copy of it. Any other run is decoded from
/// all of its range.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MapRun {
    start: usize,
    stored: Range<usize>,
    is_base64: bool,
}

impl Map {
    /// Returns the map of an empty text.
    pub(crate) fn new() -> Map {
        Map::shift(0, 0)
    }

    /// Like [`new`](Self::new), with memory reserved for `runs`.
    pub(crate) fn with_capacity(runs: usize) -> Map {
        Map { runs: Vec::with_capacity(runs), ..Map::new() }
    }

    /// Returns the map of `len` bytes that are stored as they are at `offset`.
    pub(crate) fn shift(offset: usize, len: usize) -> Map {
        Map { runs: Vec::new(), len, offset }
    }

    /// Appends `len` bytes of text, decoded from `stored`. If the lengths are equal, each byte is its stored
    /// byte.
    #[inline]
    pub(crate) fn push(&mut self, len: usize, stored: Range<usize>) {
        if len == 0 {
            return;
        }
        // The kind of a run is not stored: it is a copy if its length is that of its stored range.
        let is_copy = len == stored.len();
        let start = self.len;
        self.len += len;
        if let Some(run) = self.runs.last_mut() {
            // A copy that continues the last copy, both in the text and in storage, extends that run.
            let is_copied = !run.is_base64 && start - run.start == run.stored.len();
            if is_copy && is_copied && run.stored.end == stored.start {
                run.stored.end = stored.end;
                return;
            }
        }
        self.runs.push(MapRun { start, stored, is_base64: false });
    }

    /// Appends three bytes of text for each four symbols in `stored`, which must have nothing else.
    pub(crate) fn push_base64(&mut self, stored: Range<usize>) {
        if !stored.is_empty() {
            let start = self.len;
            self.len += stored.len() / 4 * 3;
            self.runs.push(MapRun { start, stored, is_base64: true });
        }
    }

    /// Returns the map with all stored positions moved by `offset` bytes.
    pub(crate) fn moved(mut self, offset: usize) -> Map {
        self.offset += offset;
        for run in &mut self.runs {
            run.stored.start += offset;
            run.stored.end += offset;
        }
        self
    }

    /// Returns the stored range of `range`, from the start of its first byte to the end of its last.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.byte(range.start).start;
        let end = if range.is_empty() { start } else { self.byte(range.end - 1).end };
        start..end.max(start)
    }

    /// Returns the stored range of the byte at `at`. For the end of the text the range is empty.
    fn byte(&self, at: usize) -> Range<usize> {
        if self.runs.is_empty() {
            let start = self.offset + at.min(self.len);
            return start..start + usize::from(at < self.len);
        }
        // The last run that starts at or before `at`, by binary search. The end of a run is the start of the next.
        let i = self.runs.partition_point(|run| run.start <= at);
        let Some(run) = i.checked_sub(1).map(|i| &self.runs[i]) else { return 0..0 };
        if at >= self.len {
            return run.stored.end..run.stored.end;
        }
        let end = self.runs.get(i).map_or(self.len, |next| next.start);
        if run.is_base64 {
            // Each byte is made of two symbols.
            let (group, byte) = ((at - run.start) / 3, (at - run.start) % 3);
            let start = run.stored.start + group * 4 + byte;
            start..start + 2
        } else if end - run.start == run.stored.len() {
            let start = run.stored.start + (at - run.start);
            start..start + 1
        } else {
            run.stored.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_text_have_stored_ranges() {
        // "ab" stored at 10, a break of 2 bytes, an escape of 3 bytes for "=", "cd".
        let mut map = Map::new();
        map.push(2, 10..12);
        map.push(1, 14..17);
        map.push(1, 17..18);
        map.push(1, 18..19);
        let table = [
            (0..1, 10..11),
            (0..2, 10..12),
            (1..3, 11..17),
            (2..3, 14..17),
            (2..5, 14..19),
            (4..5, 18..19),
            (2..2, 14..14),
            (5..5, 19..19),
        ];
        for (text, stored) in table {
            assert_eq!(map.range(text.clone()), stored, "{text:?}");
        }
        assert_eq!(map.runs.len(), 3, "adjacent copies are one run");
        assert_eq!(map.clone().moved(5).range(0..1), 15..16);
        assert_eq!(Map::shift(7, 3).range(1..3), 8..10);
        assert_eq!(Map::new().range(0..0), 0..0);
    }
}
