//! A map from decoded text back to the stored bytes (A5).
//!
//! A decoded text is a sequence of segments, each made from a range of stored bytes: a copy of them, an escape or
//! character reference, or base64. Stored bytes between two segments, such as a soft break or a tag, have no text. A
//! hostile page has a segment in every second byte, so many segments are a list of differences, with an index.

use core::ops::Range;

use crate::mail::varint;

/// A map from ranges of a text to ranges of the bytes that it was decoded from. All ranges are in bytes and half-open.
///
/// # Example
///
/// ```
/// use urlsift_archive::mail::parts;
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
    /// All segments before those of `open`, if there are many.
    closed: Option<Box<ClosedSegments>>,
    /// The last segments, in the order of the text and without gaps in it. Empty if the whole text is one copy.
    open: Vec<MapSegment>,
    len: usize,
    /// The stored position of a text without segments. In other maps, all stored positions count from it. A map without
    /// segments is frequent and allocates no memory.
    offset: usize,
}

/// A segment of the text. It ends where the next segment starts, or at the end of the text.
///
/// There are three kinds. A segment of base64 has three bytes per four stored symbols. Another segment that is
/// as long as its stored range is a copy of it. Any other segment is decoded from all of its stored range, and
/// so is each of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MapSegment {
    start: usize,
    stored: Range<usize>,
    is_base64: bool,
}

/// The largest number of segments that are kept as they are, in 32 bytes each. A page of 100 KB has fewer. To
/// encode those of all pages took 16 % more instructions for mail with many pages.
const MAX_OPEN_SEGMENTS: usize = 4096;

/// Encoded segments. A segment takes two to four bytes, as a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ClosedSegments {
    bytes: Vec<u8>,
    /// Every [`SEGMENTS_PER_ENTRY`]th segment.
    index: Vec<MapIndexEntry>,
    count: usize,
    stored_end: usize,
}

/// The state of a reader of [`ClosedSegments`] before a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MapIndexEntry {
    /// The start of the segment in the text.
    start: usize,
    /// The stored end of the segment before it.
    stored_end: usize,
    /// The offset of the segment in the encoded bytes.
    at: usize,
}

/// The number of segments for which the index has one entry. A lookup reads at most so many segments, and an entry
/// costs 24 bytes.
const SEGMENTS_PER_ENTRY: usize = 32;

/// How a segment is encoded, in the lowest two bits of its first number. The other bits are the number of stored
/// bytes between the segment before it and this one.
mod kind {
    /// A copy. Its length follows.
    pub(super) const COPY: usize = 0;
    /// One byte of text that is not stored, as the line break that a tag means. Nothing follows.
    pub(super) const INSERTED: usize = 1;
    /// Base64. The number of groups of four symbols follows.
    pub(super) const BASE64: usize = 2;
    /// Any other segment. Its length and its stored length follow.
    pub(super) const DECODED: usize = 3;
    pub(super) const BITS: u32 = 2;
}

impl MapSegment {
    /// Returns the stored range of the byte at `at`. The segment ends at `end`.
    fn byte(&self, at: usize, end: usize) -> Range<usize> {
        if self.is_base64 {
            // Four symbols of six bits give three bytes of eight. So byte 0 has bits of symbols 0 and 1, byte 1 of
            // symbols 1 and 2, byte 2 of symbols 2 and 3.
            let (group, byte) = ((at - self.start) / 3, (at - self.start) % 3);
            let start = self.stored.start + group * 4 + byte;
            start..start + 2
        } else if end - self.start == self.stored.len() {
            let start = self.stored.start + (at - self.start);
            start..start + 1
        } else {
            self.stored.clone()
        }
    }
}

impl ClosedSegments {
    fn push(&mut self, segment: &MapSegment, len: usize) {
        let MapSegment { start, ref stored, is_base64 } = *segment;
        let (stored_end, bytes) = (self.stored_end, &mut self.bytes);
        if self.count.is_multiple_of(SEGMENTS_PER_ENTRY) {
            self.index.push(MapIndexEntry { start, stored_end, at: bytes.len() });
        }
        self.count += 1;
        self.stored_end = stored.end;
        debug_assert!(stored_end <= stored.start, "segments come in the order of storage");
        let gap = stored.start.saturating_sub(stored_end) << kind::BITS;
        if is_base64 {
            varint::push(bytes, gap | kind::BASE64);
            varint::push(bytes, stored.len() / 4);
        } else if len == stored.len() {
            varint::push(bytes, gap | kind::COPY);
            varint::push(bytes, len);
        } else if len == 1 && stored.is_empty() {
            varint::push(bytes, gap | kind::INSERTED);
        } else {
            varint::push(bytes, gap | kind::DECODED);
            varint::push(bytes, len);
            varint::push(bytes, stored.len());
        }
    }

    #[cold]
    #[inline(never)]
    fn byte(&self, at: usize) -> Range<usize> {
        // `next` is the first entry whose segment starts after `at`. There is one before it, because the first starts
        // at 0.
        let next = self.index.partition_point(|entry| entry.start <= at);
        let Some(entry) = next.checked_sub(1).map(|i| self.index[i]) else { return 0..0 };
        let MapIndexEntry { mut start, mut stored_end, at: encoded } = entry;
        let mut bytes = &self.bytes[encoded..];
        while !bytes.is_empty() {
            let first = varint::take(&mut bytes);
            let (len, stored_len, is_base64) = match first & ((1 << kind::BITS) - 1) {
                kind::COPY => {
                    let len = varint::take(&mut bytes);
                    (len, len, false)
                }
                kind::INSERTED => (1, 0, false),
                kind::BASE64 => {
                    let groups = varint::take(&mut bytes);
                    (groups * 3, groups * 4, true)
                }
                _ => (varint::take(&mut bytes), varint::take(&mut bytes), false),
            };
            let stored = stored_end + (first >> kind::BITS);
            stored_end = stored + stored_len;
            if at < start + len {
                let segment = MapSegment { start, stored: stored..stored_end, is_base64 };
                return segment.byte(at, start + len);
            }
            start += len;
        }
        stored_end..stored_end
    }
}

impl Map {
    pub(crate) fn new() -> Map {
        Map::stored_as_is(0, 0)
    }

    pub(crate) fn with_capacity(segments: usize) -> Map {
        Map { open: Vec::with_capacity(segments), ..Map::new() }
    }

    pub(crate) fn stored_as_is(offset: usize, len: usize) -> Map {
        Map { closed: None, open: Vec::new(), len, offset }
    }

    /// Appends `len` bytes of text that were made from `stored`. If `stored` has the same length, the bytes must
    /// be a copy of it. Calls must be in the order of `stored`.
    #[inline]
    pub(crate) fn push(&mut self, len: usize, stored: Range<usize>) {
        if len == 0 {
            return;
        }
        let is_copy = len == stored.len();
        let start = self.len;
        self.len += len;
        if let Some(last) = self.open.last_mut() {
            // A copy that continues the last copy, both in the text and in storage, extends that segment.
            let is_last_copy = !last.is_base64 && start - last.start == last.stored.len();
            if is_copy && is_last_copy && last.stored.end == stored.start {
                last.stored.end = stored.end;
                return;
            }
        }
        self.push_segment(MapSegment { start, stored, is_base64: false });
    }

    /// Appends three bytes of text for each four bytes of `stored`, which must all be symbols of base64.
    pub(crate) fn push_base64(&mut self, stored: Range<usize>) {
        if !stored.is_empty() {
            let start = self.len;
            self.len += stored.len() / 4 * 3;
            self.push_segment(MapSegment { start, stored, is_base64: true });
        }
    }

    #[inline]
    fn push_segment(&mut self, segment: MapSegment) {
        if self.open.len() == MAX_OPEN_SEGMENTS {
            self.close(segment.start);
        }
        self.open.push(segment);
    }

    /// Encodes the open segments. The last of them ends at `end`.
    #[cold]
    #[inline(never)]
    fn close(&mut self, end: usize) {
        let closed = self.closed.get_or_insert_default();
        let ends = self.open[1..].iter().map(|next| next.start).chain([end]);
        for (segment, end) in self.open.iter().zip(ends) {
            closed.push(segment, end - segment.start);
        }
        self.open.clear();
    }

    pub(crate) fn moved(mut self, offset: usize) -> Map {
        self.offset += offset;
        self
    }

    /// Returns the map from this text to the bytes that the stored text of this map was decoded from. `outer` is its
    /// map.
    pub(crate) fn within(&self, outer: &Map) -> Map {
        let mut map = Map::new();
        // The bytes of one reference have one position, and are added as a whole.
        let (mut len, mut stored) = (0, 0..0);
        for at in 0..self.len {
            let next = outer.range(self.range(at..at + 1));
            if next != stored {
                map.push(len, stored);
                (len, stored) = (0, next);
            }
            len += 1;
        }
        map.push(len, stored);
        map
    }

    /// Returns the stored range of `range`: from the start of the bytes that its first byte was made from, to the end
    /// of those of its last byte. An empty range gives an empty one. Offsets after the end of the text count as its
    /// end. Takes time logarithmic in the number of segments.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.byte(range.start).start;
        let end = if range.is_empty() { start } else { self.byte(range.end - 1).end };
        // Segments come in the order of storage. `max` keeps the range valid if a decoder ever breaks that order.
        start + self.offset..end.max(start) + self.offset
    }

    /// Returns the stored range of the byte at `at`, without the offset; empty at and after the end of the text.
    fn byte(&self, at: usize) -> Range<usize> {
        // `next` is the first segment that starts after `at`, so the one before it has `at`.
        let next = self.open.partition_point(|segment| segment.start <= at);
        let Some(segment) = next.checked_sub(1).map(|i| &self.open[i]) else {
            if let Some(closed) = &self.closed {
                return closed.byte(at);
            }
            let start = at.min(self.len);
            return start..start + usize::from(at < self.len);
        };
        if at >= self.len {
            return segment.stored.end..segment.stored.end;
        }
        let end = self.open.get(next).map_or(self.len, |next| next.start);
        segment.byte(at, end)
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
        assert_eq!(map.open.len(), 3, "adjacent copies are one segment");
        assert_eq!(map.clone().moved(5).range(0..1), 15..16);
        assert_eq!(Map::stored_as_is(7, 3).range(1..3), 8..10);
        assert_eq!(Map::new().range(0..0), 0..0);
    }
    /// Segments of all kinds, so many that most are encoded.
    #[test]
    fn each_of_many_segments_is_found() {
        let mut map = Map::new();
        // The stored range of each byte of the text.
        let mut expected = Vec::new();
        let mut at = 0;
        for i in 0..2 * MAX_OPEN_SEGMENTS + 100 {
            at += i * i % 100;
            match i % 4 {
                0 => {
                    let len = 1 + i % 20;
                    map.push(len, at..at + len);
                    expected.extend((at..at + len).map(|at| at..at + 1));
                    at += len;
                }
                1 => {
                    map.push(1, at..at);
                    expected.push(at..at);
                }
                2 => {
                    map.push_base64(at..at + 8);
                    expected.extend([0, 1, 2, 4, 5, 6].map(|symbol| at + symbol..at + symbol + 2));
                    at += 8;
                }
                _ => {
                    map.push(2, at..at + 7);
                    expected.extend([at..at + 7, at..at + 7]);
                    at += 7;
                }
            }
        }
        for (at, stored) in expected.iter().enumerate() {
            assert_eq!(map.range(at..at + 1), *stored, "{at}");
        }
        let len = expected.len();
        assert_eq!(map.range(0..len), expected[0].start..expected[len - 1].end);
        assert_eq!(map.range(len..len + 1), at..at);
        let closed = map.closed.expect("there are many segments");
        assert_eq!(closed.count, 2 * MAX_OPEN_SEGMENTS);
        assert!(closed.bytes.len() < 4 * closed.count);
    }
}
