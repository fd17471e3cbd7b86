//! A map from decoded text back to the stored bytes (A5).
//!
//! A decoded text is a sequence of segments, each made from a range of stored bytes: a copy of them, an escape or
//! character reference, or base64. A [`Map`] lists the segments and gives the stored range of any range of the
//! text. Stored bytes between two segments, such as a soft break or a tag, have no text.

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
    /// The segments, in the order of the text and without gaps in it. Empty if the whole text is one copy.
    segments: Vec<MapSegment>,
    /// The length of the text.
    len: usize,
    /// The stored position of a text without segments. Such a map is frequent and allocates no memory.
    offset: usize,
}

/// A segment of the text. It ends where the next segment starts, or at the end of the text.
///
/// There are three kinds. A segment of base64 has three bytes per four stored symbols. Another segment that is
/// as long as its stored range is a copy of it. Any other segment is decoded from all of its stored range, and
/// so is each of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MapSegment {
    /// The start in the text.
    start: usize,
    stored: Range<usize>,
    is_base64: bool,
}

impl Map {
    /// Returns the map of an empty text.
    pub(crate) fn new() -> Map {
        Map::stored_as_is(0, 0)
    }

    /// Like [`new`](Self::new), with memory reserved for that number of segments.
    pub(crate) fn with_capacity(segments: usize) -> Map {
        Map { segments: Vec::with_capacity(segments), ..Map::new() }
    }

    /// Returns the map of `len` bytes that are stored as they are at `offset`.
    pub(crate) fn stored_as_is(offset: usize, len: usize) -> Map {
        Map { segments: Vec::new(), len, offset }
    }

    /// Appends `len` bytes of text that were made from `stored`. If `stored` has the same length, the bytes must
    /// be a copy of it.
    #[inline]
    pub(crate) fn push(&mut self, len: usize, stored: Range<usize>) {
        if len == 0 {
            return;
        }
        let is_copy = len == stored.len();
        let start = self.len;
        self.len += len;
        if let Some(last) = self.segments.last_mut() {
            // A copy that continues the last copy, both in the text and in storage, extends that segment.
            let is_last_copy = !last.is_base64 && start - last.start == last.stored.len();
            if is_copy && is_last_copy && last.stored.end == stored.start {
                last.stored.end = stored.end;
                return;
            }
        }
        self.segments.push(MapSegment { start, stored, is_base64: false });
    }

    /// Appends three bytes of text for each four bytes of `stored`, which must all be symbols of base64.
    pub(crate) fn push_base64(&mut self, stored: Range<usize>) {
        if !stored.is_empty() {
            let start = self.len;
            self.len += stored.len() / 4 * 3;
            self.segments.push(MapSegment { start, stored, is_base64: true });
        }
    }

    /// Returns the map with all stored positions moved by `offset` bytes.
    pub(crate) fn moved(mut self, offset: usize) -> Map {
        self.offset += offset;
        for segment in &mut self.segments {
            segment.stored.start += offset;
            segment.stored.end += offset;
        }
        self
    }

    /// Returns the stored range of `range`: from the start of the bytes that its first byte was made from, to the
    /// end of those of its last byte. An empty range gives an empty one.
    ///
    /// Offsets after the end of the text count as its end. Takes time logarithmic in the number of segments.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.byte(range.start).start;
        let end = if range.is_empty() { start } else { self.byte(range.end - 1).end };
        // Segments come in the order of storage, so `max` changes nothing. It keeps the result a valid range if a
        // decoder ever breaks that order.
        start..end.max(start)
    }

    /// Returns the stored range of the byte at `at`. At and after the end of the text the range is empty.
    fn byte(&self, at: usize) -> Range<usize> {
        if self.segments.is_empty() {
            let start = self.offset + at.min(self.len);
            return start..start + usize::from(at < self.len);
        }
        // `next` is the first segment that starts after `at`, so the one before it has `at`. There is one before
        // it, because the first segment starts at 0.
        let next = self.segments.partition_point(|segment| segment.start <= at);
        let Some(segment) = next.checked_sub(1).map(|i| &self.segments[i]) else { return 0..0 };
        if at >= self.len {
            return segment.stored.end..segment.stored.end;
        }
        let end = self.segments.get(next).map_or(self.len, |next| next.start);
        if segment.is_base64 {
            // Four symbols of six bits give three bytes of eight. So byte 0 has bits of symbols 0 and 1, byte 1 of
            // symbols 1 and 2, byte 2 of symbols 2 and 3.
            let (group, byte) = ((at - segment.start) / 3, (at - segment.start) % 3);
            let start = segment.stored.start + group * 4 + byte;
            start..start + 2
        } else if end - segment.start == segment.stored.len() {
            let start = segment.stored.start + (at - segment.start);
            start..start + 1
        } else {
            segment.stored.clone()
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
        assert_eq!(map.segments.len(), 3, "adjacent copies are one segment");
        assert_eq!(map.clone().moved(5).range(0..1), 15..16);
        assert_eq!(Map::stored_as_is(7, 3).range(1..3), 8..10);
        assert_eq!(Map::new().range(0..0), 0..0);
    }
}
