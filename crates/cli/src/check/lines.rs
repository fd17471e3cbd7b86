//! Reads standard input line by line, with one line of limited length in memory. A line ends at LF, and a CR before it
//! is not part of it.

use std::io::{self, BufRead, BufReader, Read};

const MAX_LINE_BYTES: usize = 16 << 20;

pub(crate) struct InputLines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The number of lines so far.
    count: usize,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<R: Read> InputLines<R> {
    pub(crate) fn new(input: R) -> InputLines<R> {
        InputLines { input: BufReader::with_capacity(64 << 10, input), line: Vec::new(), count: 0 }
    }

    /// Reports whether the next line can be read without waiting for input.
    pub(crate) fn has_whole_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// Returns the next line, which may be empty, or why it is no text, with its number. Returns `None` at the end of
    /// the input. A byte order mark before the first line is removed.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Result<&str, String>>> {
        self.line.clear();
        let most = MAX_LINE_BYTES + "\r\n".len();
        let mut bounded = (&mut self.input).take(most as u64);
        if bounded.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        let number = self.count;
        if self.line.pop_if(|last| *last == b'\n').is_some() {
            self.line.pop_if(|last| *last == b'\r');
        } else if self.line.len() == most {
            // Skip the rest of a line that is too long, so the next call begins at a line.
            self.input.skip_until(b'\n')?;
        }
        if self.line.len() > MAX_LINE_BYTES {
            let cause = format!("line {number}: longer than {MAX_LINE_BYTES} bytes");
            return Ok(Some(Err(cause)));
        }
        if number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(utf8(&self.line).map_err(|cause| format!("line {number}: {cause}"))))
    }

    /// Returns the number of the last line, counted from 1.
    pub(crate) fn number(&self) -> usize {
        self.count
    }
}

/// Returns `bytes` as text, or which byte is not UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        format!("0x{:02X} at byte {at} is not UTF-8", bytes[at])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let mut lines = InputLines::new(input);
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().expect("a slice can be read") {
            all.push(line.map_or_else(|error| error, str::to_owned));
        }
        all
    }

    #[test]
    fn lines_end_at_lf_or_crlf() {
        let table: &[(&[u8], &[&str])] = &[
            (b"", &[]),
            (b"\n\r\n\n", &["", "", ""]),
            (b"\xEF\xBB\xBFa\n\xEF\xBB\xBFb", &["a", "\u{feff}b"]),
            (b"a", &["a"]),
            (b"a\nb\n", &["a", "b"]),
            (b"a\r\n\r\nb\r\n", &["a", "", "b"]),
            // Only the line end is removed.
            (b"a\rb\r", &["a\rb\r"]),
            (b" a \r\r\n", &[" a \r"]),
            (b"a\n\nb\xE9c\nd", &["a", "", "line 3: 0xE9 at byte 1 is not UTF-8", "d"]),
            (b"abc\xE2\x82", &["line 1: 0xE2 at byte 3 is not UTF-8"]),
        ];
        for (input, lines) in table {
            assert_eq!(read(input), *lines, "{input:?}");
        }
    }

    #[test]
    fn a_line_longer_than_the_limit_is_an_error() {
        let too_long = format!("line 1: longer than {MAX_LINE_BYTES} bytes");
        for end in ["\n", "\r\n"] {
            for (len, fits) in [(MAX_LINE_BYTES, true), (MAX_LINE_BYTES + 1, false)] {
                let line = "a".repeat(len);
                let lines = read(format!("{line}{end}b{end}").as_bytes());
                assert!(lines[0] == if fits { &*line } else { &*too_long }, "{len}");
                assert_eq!(lines[1..], ["b"], "{len}");
            }
        }
    }

    #[test]
    fn a_buffered_line_is_known_without_reading() {
        let mut lines = InputLines::new(&b"a\nb\nc"[..]);
        let mut ready = Vec::new();
        loop {
            ready.push(lines.has_whole_line());
            if lines.next_line().expect("a slice can be read").is_none() {
                break;
            }
        }
        assert_eq!(ready, [false, true, false, false]);
    }
}
