//! Base64, undone (RFC 2045, section 6.8).
//!
//! > All line breaks or other characters not found in Table 1 must be ignored by decoding software.
//!
//! The trap is what stands behind the encoded lines: list software appends its footer to the
//! encoded body as plain text, and a decoder that obeys the sentence above turns it into rubbish,
//! another gives the whole body back undecoded. So the unit is the line. A line may hold some junk,
//! but the first one that is not base64 ends the encoded text, and the caller is told where. Where the
//! encoded text lacked its last line break, the footer begins in the middle of a line, behind the padding.

use data_encoding::BASE64_MIME_PERMISSIVE;
use memchr::memchr2;

use crate::archive::transfer::map::Map;

/// Text decoded from base64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DecodedBase64 {
    /// The text.
    pub(crate) text: Vec<u8>,
    /// Where the encoded text ends, in bytes: at the first line that is not base64, if there is
    /// one.
    pub(crate) end: usize,
    /// Was it cut off or padded wrongly, or were there bytes that do not belong?
    pub(crate) damaged: bool,
}

/// Undoes base64, in time linear in `encoded`.
pub(crate) fn decode(encoded: &[u8]) -> DecodedBase64 {
    let mut decoder =
        Base64Decoder { symbols: Vec::with_capacity(encoded.len()), ..Base64Decoder::default() };
    let mut at = 0;
    let mut end = encoded.len();
    while at < encoded.len() {
        let length = memchr2(b'\r', b'\n', &encoded[at..]).unwrap_or(encoded.len() - at);
        let line = encoded[at..at + length].trim_ascii();
        if !line.is_empty() && !decoder.take(line) {
            end = at + decoder.take_padded(&encoded[at..at + length]).unwrap_or(0);
            break;
        }
        at = encoded.len().min(at + length + 1);
    }
    decoder.flush(Padding::Missing);
    DecodedBase64 { text: decoder.text, end, damaged: decoder.damaged }
}

/// Where the bytes that [`decode`] gives stand in `encoded`. Linear in `encoded`.
pub(crate) fn map(encoded: &[u8]) -> Map {
    let mut decoder = Base64Decoder::default();
    let mut map = Map::new();
    // The places of symbols that are no whole group yet.
    let mut pending = Vec::new();
    let mut at = 0;
    while at < encoded.len() {
        let length = memchr2(b'\r', b'\n', &encoded[at..]).unwrap_or(encoded.len() - at);
        let line = encoded[at..at + length].trim_ascii();
        let mut end = at + length;
        let is_last = !line.is_empty() && !decoder.take(line);
        if is_last {
            let Some(length) = decoder.take_padded(&encoded[at..end]) else { break };
            end = at + length;
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
        if decoder.padded {
            push_rest(&mut map, &mut pending);
        }
        // The text was decoded already.
        decoder.text.clear();
        decoder.symbols.clear();
        if is_last {
            break;
        }
        at = encoded.len().min(end + 1);
    }
    push_rest(&mut map, &mut pending);
    map
}

/// Adds the bytes of the last group, of which symbols are missing.
fn push_rest(map: &mut Map, pending: &mut Vec<usize>) {
    if let [first, .., last] = pending[..] {
        map.push(pending.len() - 1, first..last + 1);
    }
    pending.clear();
}

/// Padding, at the end of encoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Padding {
    Present,
    Missing,
}

/// The least length of a line that goes on behind padding: some encode every chunk of a text by
/// itself. Words like `unsubscribe` are base64 too, so shorter lines there are text.
const MIN_BYTES_AFTER_PADDING: usize = 40;

/// So many symbols are no word before a `=`.
const MIN_SYMBOLS_BEFORE_PADDING: usize = 16;

/// A line may hold one byte of unprintable junk in so many.
const MIN_BYTES_PER_JUNK_BYTE: usize = 8;

#[derive(Debug, Default)]
struct Base64Decoder {
    text: Vec<u8>,
    /// Symbols not yet decoded, junk left out.
    symbols: Vec<u8>,
    /// How many symbols there were since the last padding.
    count: usize,
    padded: bool,
    damaged: bool,
}

impl Base64Decoder {
    /// Takes one line, without blanks around it; `false` where it is not base64.
    fn take(&mut self, line: &[u8]) -> bool {
        let padding = line.iter().rev().take_while(|&&byte| byte == b'=').count();
        let data = &line[..line.len() - padding];
        if self.padded && (line.len() < MIN_BYTES_AFTER_PADDING || !line.len().is_multiple_of(4)) {
            return false;
        }
        // Printable junk is how text looks: a footer's line may be one long URL, with few bytes in
        // it that base64 has not.
        let junk = if are_symbols(data) {
            self.symbols.extend_from_slice(data);
            0
        } else {
            let junk = data.iter().filter(|&&byte| !is_symbol(byte)).count();
            if junk * MIN_BYTES_PER_JUNK_BYTE > data.len()
                || data.iter().any(|&byte| is_printable_junk(byte))
            {
                return false;
            }
            self.symbols.extend(data.iter().copied().filter(|&byte| is_symbol(byte)));
            junk
        };
        self.damaged |= junk > 0;
        self.count += data.len() - junk;
        self.padded = padding > 0;
        if self.padded {
            self.count = 0;
            self.flush(Padding::Present);
        }
        true
    }

    /// Takes what `line`, which is not base64, begins with, where that is the padded end of some: a whole
    /// last group, behind so many symbols that it is no word, and before what no word goes on with. Returns
    /// its length.
    fn take_padded(&mut self, line: &[u8]) -> Option<usize> {
        let blanks = line.len() - line.trim_ascii_start().len();
        let symbols = line[blanks..].iter().take_while(|&&byte| is_symbol(byte)).count();
        let behind = &line[blanks + symbols..];
        let padding = behind.iter().take_while(|&&byte| byte == b'=').count();
        let is_end = !self.padded
            && self.count + symbols >= MIN_SYMBOLS_BEFORE_PADDING
            && (1..=2).contains(&padding)
            && (self.count + symbols + padding).is_multiple_of(4)
            && behind.get(padding).is_some_and(|&byte| !is_symbol(byte));
        let length = blanks + symbols + padding;
        (is_end && self.take(&line[blanks..length])).then_some(length)
    }

    /// Decodes the symbols at hand. A single one left over says nothing and is dropped.
    fn flush(&mut self, padding: Padding) {
        let rest = self.symbols.len() % 4;
        if rest == 1 {
            self.symbols.pop();
        }
        self.damaged |= rest == 1 || (rest > 0 && padding == Padding::Missing);
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

const fn is_printable_junk(byte: u8) -> bool {
    !is_symbol(byte) && matches!(byte, b' '..=b'~')
}

/// Is `data`, as nearly every line is, of symbols alone? They are looked at without a branch, for so many are
/// at once.
fn are_symbols(data: &[u8]) -> bool {
    data.iter().fold(true, |all, &byte| all & is_symbol(byte))
}

#[allow(clippy::needless_bitwise_bool)] // See above.
const fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() | (byte == b'+') | (byte == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        // (what is tried, encoded up to `¦` and what follows, decoded, damaged)
        let table = [
            ("whole", "aHR0cDovL2EuZXhhbXBsZS8=\n", "http://a.example/", false),
            ("no line break", "aHR0cDovL2EuZXhhbXBsZS8=", "http://a.example/", false),
            ("broken within a group", "aHR\r\n0cDo\r\nvLw==\r\n", "http://", false),
            ("blank lines", "aHR0\n\n cDov\t\n\nLw==\n\n", "http://", false),
            ("padding forgotten", "aHR0cDovLw\n", "http://", true),
            ("cut off", "aHR0cDovL2EuZ\n", "http://a.", true),
            ("junk", "aHR0cDovL2Eu\u{1}ZXhhbXBsZS8=\n", "http://a.example/", true),
            ("a footer", "aHR0cDov\n¦_____\nsee http://b.example/\n", "http:/", false),
            ("a footer of words", "Lw==\n\n¦unsubscribe\nhttp://b.example/\n", "/", false),
            (
                "a footer that is a URL",
                "YWFh\n¦https://lists.example.org/mailman/listinfo/a-list\n",
                "aaa",
                false,
            ),
            // The first from the tests of Dovecot.
            ("text behind the padding", "ecO2dMOkIHZhYW4uCg==¦ ignored", "yötä vaan.\n", false),
            (
                "a footer without a line break before it",
                "aHR0cDovL2EuZXhh\nbXBsZS8=¦____\nfooter",
                "http://a.example/",
                false,
            ),
            ("a word and a value", "¦language=\"a\" b\n", "", false),
            ("a long one", "¦remembrances=xyz or={\n", "", false),
            ("prose", "¦This is text.\n", "", false),
            ("nothing", "", "", false),
        ];
        for (tried, marked, decoded, damaged) in table {
            let end = marked.find('¦').unwrap_or(marked.len());
            let found = decode(marked.replace('¦', "").as_bytes());
            assert_eq!(String::from_utf8_lossy(&found.text), decoded, "{tried}");
            assert_eq!((found.end, found.damaged), (end, damaged), "{tried}");
        }
    }

    /// Every byte is made of symbols that stand where the map says.
    #[test]
    fn places() {
        let table = [
            "aHR0cDovL2EuZXhhbXBsZS8=\n",
            "aHR\r\n0cDo\r\nvLw==\r\n",
            "aHR0\n\n cDov\t\n\nLw==\n\n",
            "aHR0cDovLw\n",
            "aHR0cDovL2EuZ\n",
            "aHR0cDovL2Eu\u{1}ZXhh\u{1}bXBsZS8=\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\nYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n",
            "aHR0cDov\n_____\nsee http://b.example/\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=____\nfooter\n",
            "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh\n YWFhYWE= footer\n",
        ];
        for encoded in table {
            let text = decode(encoded.as_bytes()).text;
            let map = map(encoded.as_bytes());
            let mut end = 0;
            for at in 0..text.len() {
                let stored = map.range(at..at + 1);
                assert!(!stored.is_empty() && stored.end >= end, "{encoded} {at}");
                end = stored.end;
            }
            // From any group's beginning on the rest decodes to the rest of the text.
            for at in (0..text.len().min(36)).step_by(3) {
                let rest = decode(&encoded.as_bytes()[map.range(at..text.len()).start..]).text;
                assert_eq!(rest, &text[at..], "{encoded} {at}");
            }
            assert_eq!(map.range(text.len()..text.len()).start, end, "{encoded}");
        }
    }

    #[test]
    fn chunks_encoded_one_by_one() {
        let line = "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=\n";
        let found = decode(line.repeat(2).as_bytes());
        assert_eq!(found.text, "a".repeat(76).as_bytes());
        assert!(!found.damaged);
    }
}
