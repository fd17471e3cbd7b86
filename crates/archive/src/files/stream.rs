//! A buffered reader with lookahead, which counts bytes and gives damage an offset. Streams are on top of each other:
//! of a file, of a member, of decompressed bytes. Each replaces the offset of damage by its own, as rows have it.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::mem;
use std::rc::Rc;

use crate::files::damage::{StreamDamage, placed};

pub(crate) struct Stream<'r> {
    inner: Box<dyn Read + 'r>,
    buffer: Vec<u8>,
    at: usize,
    taken: Rc<Cell<u64>>,
    read: Rc<Cell<u64>>,
    length: Option<u64>,
    /// The damage after the buffer. It is returned again: a decompressor may go on after an error as if there had been
    /// none.
    damage: Option<StreamDamage>,
    /// Taken bytes of `buffer` from this one on are kept, for [`Stream::rewind`].
    kept: Option<usize>,
    /// Whether `inner` has ended. It is not asked again: each question is a system call.
    is_at_end: bool,
}

/// The number of taken bytes that are kept for [`Stream::rewind`], or twice as many.
pub(crate) const MAX_KEPT_BYTES: usize = 1 << 18;

const BUFFER_BYTES: usize = 1 << 16;

impl<'r> Stream<'r> {
    /// Returns a stream of the bytes of `inner`. An end before `length` bytes is damage.
    pub(crate) fn new(inner: impl Read + 'r, length: Option<u64>) -> Stream<'r> {
        Stream {
            inner: Box::new(inner),
            buffer: Vec::new(),
            at: 0,
            taken: Rc::default(),
            read: Rc::default(),
            length,
            damage: None,
            kept: None,
            is_at_end: false,
        }
    }

    /// Counts the bytes that are read in `read`. A counting reader around `inner` would be slower: for it,
    /// `read_to_end` clears the memory first.
    pub(crate) fn counted_in(self, read: Rc<Cell<u64>>) -> Stream<'r> {
        Stream { read, ..self }
    }

    /// Starts the offsets at `at`, in the middle of the input. `length` stays that of the whole input.
    pub(crate) fn starting_at(self, at: u64) -> Stream<'r> {
        self.taken.set(at);
        self
    }

    /// Returns the next `length` bytes, or fewer before damage or the end. Takes none of them.
    pub(crate) fn head(&mut self, length: usize) -> &[u8] {
        while self.buffered() < length && self.fill(length - self.buffered()) > 0 {}
        let end = self.buffer.len().min(self.at + length);
        &self.buffer[self.at..end]
    }

    /// Returns all bytes that come next, and takes none, if at most `max` are left and nothing is damaged.
    pub(crate) fn rest(&mut self, max: usize) -> Option<&[u8]> {
        let left = self.length?.checked_sub(self.taken.get())?;
        let left = usize::try_from(left).ok().filter(|&left| left <= max)?;
        // One byte more shows whether the stream ends at its length.
        let is_whole = self.head(left + 1).len() == left && self.damage.is_none();
        is_whole.then(|| &self.buffer[self.at..])
    }

    pub(crate) fn buffered(&self) -> usize {
        self.buffer.len() - self.at
    }

    /// Appends the next `length` bytes to `into`, or fewer before damage or the end. Returns how many, or the damage
    /// after the bytes before it were appended. A file is read directly into the window.
    pub(crate) fn append_to(&mut self, into: &mut Vec<u8>, length: usize) -> io::Result<usize> {
        let before = into.len();
        let ready = length.min(self.buffered());
        let is_last = ready == self.buffer.len() && (ready == length || self.is_at_end);
        if is_last && before == 0 && self.at == 0 && self.kept.is_none() {
            // The buffers are exchanged, because a copy of a text took 10 % of the instructions of its scan.
            mem::swap(into, &mut self.buffer);
            self.taken.set(self.taken.get() + ready as u64);
        } else {
            into.extend_from_slice(&self.buffer[self.at..self.at + ready]);
            self.consume(ready);
        }
        let left = length - ready;
        if left > 0 && self.damage.is_none() && !self.is_at_end {
            // What is kept would not go on in the buffer.
            self.kept = self.kept.map(|_| self.at);
            self.drop_taken();
            // `read_to_end` of a file reads into spare capacity without clearing it.
            let read = self.inner.by_ref().take(left as u64).read_to_end(into);
            let count = into.len() - before - ready;
            self.note(count, self.taken.get() + count as u64, read.err(), count < left);
            self.taken.set(self.taken.get() + count as u64);
        }
        let count = into.len() - before;
        match &self.damage {
            Some(damage) if count < length => Err(io::Error::other(damage.clone())),
            _ => Ok(count),
        }
    }

    /// [`Stream::head`] does not report it.
    pub(crate) fn ensure_undamaged(&self) -> io::Result<()> {
        self.damage.clone().map_or(Ok(()), |damage| Err(io::Error::other(damage)))
    }

    /// Returns the offset of the next byte.
    pub(crate) fn position(&self) -> u64 {
        self.taken.get()
    }

    /// Returns the count of taken bytes. It stays readable after the stream has moved into another reader.
    pub(crate) fn taken(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.taken)
    }

    /// Keeps the bytes that are taken from here on, the last [`MAX_KEPT_BYTES`] of them, for [`Stream::rewind`].
    pub(crate) fn keep_from_here(&mut self) {
        self.kept = Some(self.at);
    }

    /// Goes back to the offset `to`, or as far as bytes are kept. Returns the offset.
    pub(crate) fn rewind(&mut self, to: u64) -> u64 {
        let back = self.at - self.kept.unwrap_or(self.at);
        let wanted = self.taken.get().saturating_sub(to);
        let back = back.min(usize::try_from(wanted).unwrap_or(usize::MAX));
        self.at -= back;
        self.taken.set(self.taken.get() - back as u64);
        self.taken.get()
    }

    fn drop_taken(&mut self) {
        let mut kept = self.kept.unwrap_or(self.at);
        // The bytes before are dropped seldom, because the others have to be moved.
        if self.at - kept > 2 * MAX_KEPT_BYTES {
            kept = self.at - MAX_KEPT_BYTES;
        }
        self.buffer.drain(..kept);
        self.at -= kept;
        self.kept = self.kept.map(|_| 0);
    }

    /// Reads into the buffer, `wanted` bytes or more. Returns the number of bytes, which is 0 at the end and at damage.
    fn fill(&mut self, wanted: usize) -> usize {
        if self.damage.is_some() || self.is_at_end {
            return 0;
        }
        self.drop_taken();
        let (before, wanted) = (self.buffer.len(), wanted.max(BUFFER_BYTES));
        // `read_to_end` begins with reads of 32 bytes if there is less room. One byte more shows the end.
        if let Some(length) = self.length {
            let left = length.saturating_sub(self.taken.get() + self.buffered() as u64);
            let room = usize::try_from(left).unwrap_or(usize::MAX).min(wanted);
            self.buffer.reserve_exact(room + 1);
        }
        let read = self.inner.by_ref().take(wanted as u64).read_to_end(&mut self.buffer);
        let count = self.buffer.len() - before;
        let end = self.taken.get() + self.buffered() as u64;
        self.note(count, end, read.err(), count < wanted);
        count
    }

    fn note(&mut self, count: usize, end: u64, error: Option<io::Error>, is_end: bool) {
        self.read.set(self.read.get() + count as u64);
        self.is_at_end = is_end;
        if let Some(error) = error {
            let below = placed(&error).cloned();
            let damage = below.map(|damage| damage.moved_to(end));
            self.damage = Some(damage.unwrap_or_else(|| StreamDamage::place(&error, end)));
        } else if let Some(length) = self.length.filter(|&length| is_end && end < length) {
            self.damage = Some(StreamDamage::truncated(end, length));
        }
    }
}

impl BufRead for Stream<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len()
            && self.fill(0) == 0
            && let Some(damage) = &self.damage
        {
            return Err(io::Error::other(damage.clone()));
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
        self.taken.set(self.taken.get() + count as u64);
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

pub(crate) struct Expanded<R> {
    inner: R,
    left: u64,
    limit: u64,
}

/// The zstd decoder loses the output of a call that fails, so this bounds the loss.
const MAX_EXPANDED_BYTES_PER_READ: usize = 1 << 12;

impl<R: Read> Expanded<R> {
    pub(crate) fn new(inner: R, limit: u64) -> Expanded<R> {
        Expanded { inner, left: limit, limit }
    }

    pub(crate) fn count(&self) -> u64 {
        self.limit - self.left
    }
}

impl<R: Read> Read for Expanded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into.len().min(MAX_EXPANDED_BYTES_PER_READ);
        let count = loop {
            match self.inner.read(&mut into[..length]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(count) => break count,
            }
        };
        let Some(left) = self.left.checked_sub(count as u64) else {
            let at = self.limit - self.left;
            return Err(io::Error::other(StreamDamage::too_large(at, "it expands", self.limit)));
        };
        self.left = left;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a file may be wrong: it is 0 if the system makes the file when it is read, and old in a cache.
    #[test]
    fn all_is_read_if_there_is_more_than_the_length() {
        for length in [0, 3, 6] {
            let mut stream = Stream::new(&b"abcdef"[..], Some(length));
            let mut all = String::new();
            stream.read_to_string(&mut all).expect("it is text");
            assert_eq!(all, "abcdef");
        }
    }

    #[test]
    fn head_takes_no_bytes() {
        let mut stream = Stream::new(&b"abcdef"[..], None);
        assert_eq!(stream.head(3), b"abc");
        assert_eq!(stream.head(9), b"abcdef");
        assert_eq!(stream.taken().get(), 0);
        let mut all = String::new();
        stream.read_to_string(&mut all).expect("it is text");
        assert_eq!((all.as_str(), stream.taken().get()), ("abcdef", 6));
    }

    /// Holds for any step, and after any lookahead.
    #[test]
    fn append_to_gives_the_same_bytes_for_any_steps() {
        for (head, step, length) in
            [(0, 1, None), (2, 3, Some(5)), (9, 2, Some(8)), (1, 9, Some(9))]
        {
            let taken = Rc::new(Cell::new(0));
            let mut stream = Stream::new(&b"abcde"[..], length).counted_in(Rc::clone(&taken));
            stream.head(head);
            let mut all = Vec::new();
            let end = loop {
                match stream.append_to(&mut all, step) {
                    Ok(count) if count == step => {}
                    Ok(_) => break None,
                    Err(error) => break Some(error.to_string()),
                }
            };
            assert_eq!((&*all, taken.get(), stream.taken().get()), (&b"abcde"[..], 5, 5));
            let cause = |length| format!("truncated at byte 5: {length} bytes were expected");
            assert_eq!(end, length.filter(|&length| length > 5).map(cause), "{head} {step}");
        }
    }

    /// A file may shrink while it is read.
    #[test]
    fn a_stream_shorter_than_its_length_is_damage() {
        let mut stream = Stream::new(&b"abc"[..], Some(5));
        let mut all = Vec::new();
        let error = stream.read_to_end(&mut all).expect_err("it is too short");
        assert_eq!(error.to_string(), "truncated at byte 3: 5 bytes were expected");
        assert_eq!(all, b"abc");
    }

    /// The stream on top says where its bytes end, and the message has the same offset.
    #[test]
    fn damage_has_the_offset_of_the_stream_on_top() {
        let cause = |error: &io::Error| (placed(error).map(|damage| damage.at), error.to_string());
        let below = || Stream::new(&b"abc"[..], Some(5));
        let mut all = Vec::new();
        let mut above = Stream::new(below(), Some(9)).starting_at(100);
        let error = above.read_to_end(&mut all).expect_err("it is too short");
        let message = "truncated at byte 103: 5 bytes of stored data were expected";
        assert_eq!(cause(&error), (Some(103), message.to_owned()));
        // Bytes that are kept do not move it.
        let mut above = Stream::new(below(), None);
        above.keep_from_here();
        above.head(2);
        above.consume(2);
        let error = above.read_to_end(&mut all).expect_err("it is too short");
        let message = "truncated at byte 3: 5 bytes of stored data were expected";
        assert_eq!(cause(&error), (Some(3), message.to_owned()));
    }

    #[test]
    fn a_stream_that_starts_in_the_middle_counts_from_there() {
        let mut stream = Stream::new(&b"def"[..], Some(9)).starting_at(3);
        let mut all = Vec::new();
        let error = stream.read_to_end(&mut all).expect_err("it is too short");
        assert_eq!(error.to_string(), "truncated at byte 6: 9 bytes were expected");
        assert_eq!(all, b"def");
    }

    #[test]
    fn expansion_stops_at_the_limit() {
        let mut all = Vec::new();
        let error = Expanded::new(io::repeat(b'x'), 9000).read_to_end(&mut all);
        let error = error.expect_err("it is endless").to_string();
        let cause =
            format!("not read after byte {}: it expands to more than 9000 bytes", all.len());
        assert_eq!(error, cause);
        assert!(all.len() > 4096 && all.len() <= 9000);
    }
}
