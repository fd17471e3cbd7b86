//! A decoder of base64 that stops at the first line of plain text (RFC 2045, section 6.8).
//!
//! List software appends its footer to an encoded body as plain text. A decoder that ignores other characters, as the
//! RFC asks, decodes it to garbage, and a strict one rejects the whole body. So this one works line by line. It skips a
//! little junk in a line, printable junk only if base64 goes on in the next line, or if the line is so long that no
//! text has so few such bytes. The first line that is not base64 ends the encoded text. If that has no final line
//! break, the footer begins within a line, after the padding.

use data_encoding::BASE64_MIME_PERMISSIVE;
use memchr::{memchr2, memmem};

use crate::mail::transfer::map::Map;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DecodedBase64 {
    pub(crate) text: Vec<u8>,
    pub(crate) end: usize,
    /// Whether other bytes were skipped, the padding of an incomplete group is missing, a single symbol is left over,
    /// or the line that ends the encoded text looks like a damaged line of base64.
    pub(crate) damaged: bool,
}

pub(crate) fn decode(encoded: &[u8]) -> DecodedBase64 {
    let mut decoder =
        Base64Decoder { symbols: Vec::with_capacity(encoded.len()), ..Base64Decoder::default() };
    let mut at = 0;
    let mut end = encoded.len();
    while at < encoded.len() {
        let length = memchr2(b'\r', b'\n', &encoded[at..]).unwrap_or(encoded.len() - at);
        let line = encoded[at..at + length].trim_ascii();
        if !line.is_empty() && !decoder.take_line(line, Some(&encoded[at + length..])) {
            // Of this line only padded base64 at its start belongs to the encoded text.
            let is_damaged = !decoder.is_ended() && is_nearly_base64(line);
            let padded = decoder.take_padded(&encoded[at..at + length]);
            decoder.damaged |= padded.is_none() && is_damaged;
            end = at + padded.unwrap_or(0);
            break;
        }
        at = encoded.len().min(at + length + 1);
    }
    decoder.flush();
    DecodedBase64 { text: decoder.text, end, damaged: decoder.damaged }
}

/// Maps the bytes that [`decode`] returns to their positions in `encoded`, the text that it took. Linear.
pub(crate) fn map(encoded: &[u8]) -> Map {
    // The loop repeats that of `decode`, which is separate because `map` runs only for a part with a URL. Symbols in a
    // row are mapped in whole groups of four, as one segment. Those that remain at a line break, a space or junk are
    // collected in `pending`. Each four of them are a segment of three bytes.
    let mut decoder = Base64Decoder::default();
    let mut map = Map::new();
    // The positions of symbols that do not yet make a group of four.
    let mut pending = Vec::new();
    let mut at = 0;
    while at < encoded.len() {
        let length = memchr2(b'\r', b'\n', &encoded[at..]).unwrap_or(encoded.len() - at);
        let line = encoded[at..at + length].trim_ascii();
        let end = at + length;
        if !line.is_empty() {
            decoder.take_line(line, None);
        }
        while at < end {
            let rest = &encoded[at..end];
            let symbols = rest.iter().take_while(|&&byte| is_symbol(byte)).count();
            if pending.is_empty() && symbols >= 4 {
                let whole = symbols / 4 * 4;
                map.push_base64(at..at + whole);
                at += whole;
                continue;
            }
            if symbols > 0 {
                pending.push(at);
            }
            if let [first, .., last] = pending[..]
                && pending.len() == 4
            {
                map.push(3, first..last + 1);
                pending.clear();
            }
            at += 1;
        }
        // Padding ends a group early; what follows begins a new one.
        if decoder.padded {
            push_rest(&mut map, &mut pending);
        }
        // Only the positions matter here, so the decoded bytes are dropped.
        decoder.text.clear();
        decoder.symbols.clear();
        at = encoded.len().min(end + 1);
    }
    push_rest(&mut map, &mut pending);
    map
}

fn push_rest(map: &mut Map, pending: &mut Vec<usize>) {
    if let [first, .., last] = pending[..] {
        map.push(pending.len() - 1, first..last + 1);
    }
    pending.clear();
}

/// The smallest size of a line of base64 after padding or after printable junk. Some software encodes each chunk of a
/// text separately, but words such as `unsubscribe` are valid base64 too.
const MIN_BYTES_OF_LINE: usize = 40;

/// The smallest number of symbols before padding within a line. Fewer may be a word, as in `language="a"`.
const MIN_SYMBOLS_BEFORE_PADDING: usize = 16;

/// The most junk that a line of base64 may have: one byte in this many.
const MIN_BYTES_PER_JUNK_BYTE: usize = 8;

/// The most printable junk of a line after which no base64 needs to follow: one byte in this many. Spaces in place of
/// line breaks are one byte in 65 or 77.
const MIN_BYTES_PER_STRAY_BYTE: usize = 64;

#[derive(Debug, Default)]
struct Base64Decoder {
    text: Vec<u8>,
    symbols: Vec<u8>,
    symbols_since_padding: usize,
    padded: bool,
    first_line: usize,
    last_line: usize,
    damaged: bool,
}

impl Base64Decoder {
    /// Takes one trimmed line, if it is base64; `after` is the text after it, unless the line is known to be base64.
    fn take_line(&mut self, line: &[u8], after: Option<&[u8]>) -> bool {
        let padding = line.iter().rev().take_while(|&&byte| byte == b'=').count();
        let data = &line[..line.len() - padding];
        // After padding the encoded text is over, unless a long line of whole groups follows.
        if self.padded && (line.len() < MIN_BYTES_OF_LINE || !line.len().is_multiple_of(4)) {
            return false;
        }
        // A few unprintable bytes are skipped. Printable junk ends the encoded text, even a single byte: a footer may be
        // a line with one long URL, and nearly all bytes of a URL are symbols. But no base64 follows a footer, and a long
        // line of text has more junk.
        let junk = if are_symbols(data) {
            self.symbols.extend_from_slice(data);
            0
        } else {
            let junk = data.iter().filter(|&&byte| !is_symbol(byte)).count();
            if junk * MIN_BYTES_PER_JUNK_BYTE > data.len()
                || data.iter().any(|&byte| is_printable_junk(byte))
                    && !has_few_strays(data, junk)
                    && after.is_some_and(|after| !goes_on(after))
            {
                return false;
            }
            self.symbols.extend(data.iter().copied().filter(|&byte| is_symbol(byte)));
            junk
        };
        self.last_line = line.len();
        if self.first_line == 0 {
            self.first_line = line.len();
        }
        self.damaged |= junk > 0;
        self.symbols_since_padding += data.len() - junk;
        self.padded = padding > 0;
        if self.padded {
            self.symbols_since_padding = 0;
            self.flush();
        }
        true
    }

    /// Reports whether the last line shows the end of the encoded text: by padding, or because it is shorter.
    fn is_ended(&self) -> bool {
        self.padded || self.last_line < self.first_line
    }

    /// Takes the base64 at the start of `line`, which is not base64 as a whole, and returns its length. It must end in
    /// padding, and a byte that is not a symbol must follow. All symbols since the last padding must make whole groups
    /// and be too many for a word.
    fn take_padded(&mut self, line: &[u8]) -> Option<usize> {
        let blanks = line.len() - line.trim_ascii_start().len();
        let symbols = line[blanks..].iter().take_while(|&&byte| is_symbol(byte)).count();
        let after = &line[blanks + symbols..];
        let padding = after.iter().take_while(|&&byte| byte == b'=').count();
        let is_end = !self.padded
            && self.symbols_since_padding + symbols >= MIN_SYMBOLS_BEFORE_PADDING
            && (1..=2).contains(&padding)
            && (self.symbols_since_padding + symbols + padding).is_multiple_of(4)
            && after.get(padding).is_some_and(|&byte| !is_symbol(byte));
        let length = blanks + symbols + padding;
        (is_end && self.take_line(&line[blanks..length], Some(&[]))).then_some(length)
    }

    /// Decodes the collected symbols. A single symbol in the last group has too few bits for a byte and is dropped.
    fn flush(&mut self) {
        // Groups may span lines, so symbols are collected and decoded in one call: nearly always at the end.
        let rest = self.symbols.len() % 4;
        if rest == 1 {
            self.symbols.pop();
        }
        self.damaged |= rest == 1 || (rest > 0 && !self.padded);
        self.symbols.resize(self.symbols.len().next_multiple_of(4), b'=');
        let decoded = BASE64_MIME_PERMISSIVE.decode(&self.symbols);
        let decoded = decoded.expect("whole groups of symbols, the last one padded, are base64");
        if self.text.is_empty() {
            self.text = decoded;
        } else {
            self.text.extend_from_slice(&decoded);
        }
        self.symbols.clear();
    }
}

/// Reports whether the first line of `text` that is not blank is a long line of symbols, or a last one with its
/// padding.
fn goes_on(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let line = text[..memchr2(b'\r', b'\n', text).unwrap_or(text.len())].trim_ascii_end();
    let padding = line.iter().rev().take_while(|&&byte| byte == b'=').count();
    let is_last = (1..=2).contains(&padding) && line.len().is_multiple_of(4);
    (line.len() >= MIN_BYTES_OF_LINE || is_last) && are_symbols(&line[..line.len() - padding])
}

/// Reports whether `data`, a line without its padding, is base64 by its length. It has `junk` bytes that are no symbols.
fn has_few_strays(data: &[u8], junk: usize) -> bool {
    // Padding within the line ends a group, so the symbols after it cannot be decoded with those before it.
    junk * MIN_BYTES_PER_STRAY_BYTE <= data.len() && !data.contains(&b'=') && !has_url(data)
}

fn is_nearly_base64(line: &[u8]) -> bool {
    let symbols = line.iter().filter(|&&byte| is_symbol(byte)).count();
    let junk = line.len() - symbols;
    symbols >= MIN_SYMBOLS_BEFORE_PADDING
        && junk * MIN_BYTES_PER_JUNK_BYTE <= line.len()
        && !line.contains(&b' ')
        && !has_url(line)
}

/// Reports whether `line` has the `://` of a URL. In base64 a stray colon precedes two slashes once in 4,096 times.
fn has_url(line: &[u8]) -> bool {
    memmem::find(line, b"://").is_some()
}

/// Reports whether `byte` is printable ASCII but not a symbol.
const fn is_printable_junk(byte: u8) -> bool {
    !is_symbol(byte) && matches!(byte, b' '..=b'~')
}

/// Reports whether all of `data` are symbols, as in nearly every line.
fn are_symbols(data: &[u8]) -> bool {
    // `fold` with `&` has no branch per byte, unlike `all` with `&&`, so the compiler can vectorise the loop.
    data.iter().fold(true, |all, &byte| all & is_symbol(byte))
}

#[allow(clippy::needless_bitwise_bool)] // `|` for the same reason as `&` in `are_symbols`.
pub(crate) const fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() | (byte == b'+') | (byte == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG_TEXT: &str = "the text of one long line";

    #[test]
    fn base64_is_decoded_up_to_plain_text() {
        // (case, encoded text up to `¦` and what follows, decoded, damaged)
        let table = [
            ("whole", "aHR0cDovL2EuZXhhbXBsZS8=\n", "http://a.example/", false),
            ("no line break", "aHR0cDovL2EuZXhhbXBsZS8=", "http://a.example/", false),
            ("broken within a group", "aHR\r\n0cDo\r\nvLw==\r\n", "http://", false),
            ("blank lines", "aHR0\n\n cDov\t\n\nLw==\n\n", "http://", false),
            ("padding forgotten", "aHR0cDovLw\n", "http://", true),
            ("cut off", "aHR0cDovL2EuZ\n", "http://a.", true),
            ("junk", "aHR0cDovL2Eu\u{1}ZXhhbXBsZS8=\n", "http://a.example/", true),
            ("printable junk", "aHR0c*Dov\nL2EuZXhhbXBsZS8=\n", "http://a.example/", true),
            (
                "printable junk before a long line",
                "aHR0cDovL2E!v\n\nYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh\n",
                "http://a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                true,
            ),
            ("printable junk before a short line", "aHR0\n¦cDov*L2Eu\nZXhh\n", "htt", false),
            // `LONG` is a line of 160 symbols without its first 16.
            ("printable junk in one long line", "YWFhYWFh*YWFhYWFhLONG\n", LONG_TEXT, true),
            ("two bytes of it in one", "YWFhYWFh*YWFh-YWFhLONG=\n", LONG_TEXT, true),
            ("spaces in it", "YWFh YWFhYWFhYWFhLONG", LONG_TEXT, true),
            ("too much of it", "¦YWFhYWFh*YWFh-YW_FhLONG\n", "", true),
            ("a long URL", "YWFh\n¦https://YWFhYWFhYWFhYWFhLONG\n", "aaa", false),
            ("padding in one long line", "¦YWE=YWFhYWFhYWFhLONG\n", "", true),
            ("a footer after one long line", "YWFh*YWFhYWFhYWFhLONG\n¦____\nx", LONG_TEXT, true),
            ("printable junk in the last line", "YWFh\n¦YWFhYWFh*YWFhYWFh\n", "aaa", true),
            (
                "a footer after a shorter line",
                "YWFhYWFh\nYWFh\n¦--DeathToTheTextsDeathToTheTexts--\n",
                "aaaaaaaaa",
                false,
            ),
            ("a word and a mark at the end", "YWFh\n¦international:\n", "aaa", false),
            ("a footer", "aHR0cDov\n¦_____\nsee http://b.example/\n", "http:/", false),
            ("a footer of words", "Lw==\n\n¦unsubscribe\nhttp://b.example/\n", "/", false),
            (
                "a footer that is a URL",
                "YWFh\n¦https://lists.example.org/mailman/listinfo/a-list\n",
                "aaa",
                false,
            ),
            // The first case is from Dovecot's tests.
            ("text after the padding", "ecO2dMOkIHZhYW4uCg==¦ ignored", "yötä vaan.\n", false),
            (
                "a footer without a line break before it",
                "aHR0cDovL2EuZXhh\nbXBsZS8=¦____\nfooter",
                "http://a.example/",
                false,
            ),
            (
                "a long word after the padding",
                "Lw==\n¦pneumonoultramicroscopicsilicovolcanoconiosis\n",
                "/",
                false,
            ),
            ("a word and a value", "¦language=\"a\" b\n", "", false),
            ("a long one", "¦remembrances=xyz or={\n", "", false),
            ("prose", "¦This is text.\n", "", false),
            ("nothing", "", "", false),
        ];
        for (tried, marked, decoded, damaged) in table {
            let marked = marked.replace("LONG", &"YWFh".repeat(36));
            let decoded = decoded.replace(LONG_TEXT, &"a".repeat(120));
            let end = marked.find('¦').unwrap_or(marked.len());
            let found = decode(marked.replace('¦', "").as_bytes());
            assert_eq!(String::from_utf8_lossy(&found.text), decoded, "{tried}");
            assert_eq!((found.end, found.damaged), (end, damaged), "{tried}");
        }
    }

    /// Every byte is made of symbols at the position that the map gives.
    #[test]
    fn the_map_gives_the_symbols_of_each_byte() {
        let table = [
            "aHR0cDovL2EuZXhhbXBsZS8=\n",
            "aHR\r\n0cDo\r\nvLw==\r\n",
            "aHR0\n\n cDov\t\n\nLw==\n\n",
            "aHR0cDovLw\n",
            "aHR0cDovL2EuZ\n",
            "aHR0cDovL2Eu\u{1}ZXhh\u{1}bXBsZS8=\n",
            "aHR0c*DovL2Eu\nZXhhbXBsZS8=\n",
            // The line after the junk goes on, and is not taken.
            "aHR0cDovL2EuZ*XhhbXBsZQ==\nYWE=\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\nYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n",
            "aHR0cDov\n_____\nsee http://b.example/\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=____\nfooter\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh\n YWFhYWE= footer\n",
        ];
        let long = "YWFh".repeat(20) + "*" + &"YWFh".repeat(60) + "Y_Q=\n";
        for encoded in table.into_iter().chain([&*long]) {
            let DecodedBase64 { text, end, .. } = decode(encoded.as_bytes());
            let map = map(&encoded.as_bytes()[..end]);
            let mut end = 0;
            for at in 0..text.len() {
                let stored = map.range(at..at + 1);
                assert!(!stored.is_empty() && stored.end >= end, "{encoded} {at}");
                end = stored.end;
            }
            // From the beginning of any group, the rest decodes to the rest of the text.
            for at in (0..text.len().min(36)).step_by(3) {
                let rest = decode(&encoded.as_bytes()[map.range(at..text.len()).start..]).text;
                assert_eq!(rest, &text[at..], "{encoded} {at}");
            }
            assert_eq!(map.range(text.len()..text.len()).start, end, "{encoded}");
        }
    }

    #[test]
    fn a_group_over_a_line_break_has_the_range_of_its_symbols() {
        let map = map(b"aHR\r\n0cDov");
        assert_eq!([map.range(0..3), map.range(3..6)], [0..6, 6..10]);
    }

    #[test]
    fn chunks_may_be_encoded_separately() {
        let line = "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n";
        let found = decode(line.repeat(2).as_bytes());
        assert_eq!(found.text, "a".repeat(76).as_bytes());
        assert!(!found.damaged);
    }
}
