//! Where the bytes of a decoded text are stored (A5).
//!
//! A text decoded from quoted-printable, or read out of HTML, is mostly runs of bytes that stand in what
//! it came from as they are, with a soft line break, an escape or a tag between. A [`Map`] keeps the runs
//! and answers for any range of the text from where to where it is stored. The trap is the end: behind
//! the last byte of a run stands what is between, which belongs to neither neighbour.

use core::ops::Range;

/// From ranges of a text to ranges of what it was decoded from. Bytes, half-open.
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
    /// In the order of the text, the first at its beginning; none where the whole is stored as it is.
    runs: Vec<MapRun>,
    /// How long the text is.
    len: usize,
    /// Where it is stored, where there are no runs: many a map is but that, and takes no memory.
    offset: usize,
}

/// A stretch of the text: as many bytes as are stored are these bytes; three for each four symbols of
/// base64 stand for these; otherwise all stand for all that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MapRun {
    start: usize,
    stored: Range<usize>,
    is_base64: bool,
}

impl Map {
    /// That of no text yet.
    pub(crate) fn new() -> Map {
        Map::shift(0, 0)
    }

    /// The same, with room for `runs`.
    pub(crate) fn with_capacity(runs: usize) -> Map {
        Map { runs: Vec::with_capacity(runs), ..Map::new() }
    }

    /// That of `len` bytes which are stored as they are from `offset` on.
    pub(crate) fn shift(offset: usize, len: usize) -> Map {
        Map { runs: Vec::new(), len, offset }
    }

    /// Adds `len` bytes of text, for which `stored` stands; behind what was added before, one by one.
    #[inline]
    pub(crate) fn push(&mut self, len: usize, stored: Range<usize>) {
        if len == 0 {
            return;
        }
        let is_copy = len == stored.len();
        let start = self.len;
        self.len += len;
        if let Some(run) = self.runs.last_mut() {
            let is_copied = !run.is_base64 && start - run.start == run.stored.len();
            if is_copy && is_copied && run.stored.end == stored.start {
                run.stored.end = stored.end;
                return;
            }
        }
        self.runs.push(MapRun { start, stored, is_base64: false });
    }

    /// Adds three bytes of text for each four symbols of base64 in `stored`, which holds nothing else.
    pub(crate) fn push_base64(&mut self, stored: Range<usize>) {
        if !stored.is_empty() {
            let start = self.len;
            self.len += stored.len() / 4 * 3;
            self.runs.push(MapRun { start, stored, is_base64: true });
        }
    }

    /// The same with all that is stored `offset` bytes further on.
    pub(crate) fn moved(mut self, offset: usize) -> Map {
        self.offset += offset;
        for run in &mut self.runs {
            run.stored.start += offset;
            run.stored.end += offset;
        }
        self
    }

    /// Where `range` of the text is stored: from where its first byte begins to where its last one ends.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.byte(range.start).start;
        let end = if range.is_empty() { start } else { self.byte(range.end - 1).end };
        start..end.max(start)
    }

    /// Where the byte at `at` is stored; one behind the end, where the text's end is.
    fn byte(&self, at: usize) -> Range<usize> {
        if self.runs.is_empty() {
            let start = self.offset + at.min(self.len);
            return start..start + usize::from(at < self.len);
        }
        let i = self.runs.partition_point(|run| run.start <= at);
        let Some(run) = i.checked_sub(1).map(|i| &self.runs[i]) else { return 0..0 };
        if at >= self.len {
            return run.stored.end..run.stored.end;
        }
        let end = self.runs.get(i).map_or(self.len, |next| next.start);
        if run.is_base64 {
            // A byte is made of two symbols.
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
    fn ranges() {
        // "ab" as it stands at 10, a break of 2 bytes, an escape of 3 for "=", "cd".
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
        assert_eq!(map.runs.len(), 3, "what goes on is one run");
        assert_eq!(map.clone().moved(5).range(0..1), 15..16);
        assert_eq!(Map::shift(7, 3).range(1..3), 8..10);
        assert_eq!(Map::new().range(0..0), 0..0);
    }
}
