//! JSON written by hand: strings, numbers, and a row.
//!
//! A row has 28 fields, and serde's way through them took as long as all that finds the URL. Here what
//! stands between two values is one text, and a string is copied in runs that need no escape. The trap is that the
//! fields and their order stand here a second time: a test holds every line against serde's.

use crate::row::Row;

/// Adds `row` to `out` as an object.
pub(super) fn push_row(row: &Row<'_>, out: &mut Vec<u8>) {
    let mut json = Json(out);
    json.text("{\"url\":", row.url);
    json.name(",\"form\":", row.form);
    json.text(",\"source\":", row.source);
    json.some_text(",\"member\":", row.member);
    json.some_number(",\"message_offset\":", row.message_offset);
    json.some_text(",\"message_id\":", row.message_id);
    json.some_text(",\"date\":", row.date);
    json.list(",\"groups\":[", row.groups, |json, group| json.text("", group));
    json.some_text(",\"list\":", row.list);
    json.some_text(",\"subject\":", row.subject);
    json.some_text(",\"from_domain\":", row.from_domain);
    json.text(",\"part\":", row.part);
    json.number(",\"part_offset\":", row.part_offset);
    json.some_name(",\"charset\":", row.charset);
    json.some_name(",\"encoding\":", row.encoding);
    json.some_text(",\"element\":", row.element);
    json.some_name(",\"attribute\":", row.attribute);
    json.number(",\"start\":", row.start);
    json.number(",\"end\":", row.end);
    json.name(",\"offset_in\":", row.offset_in);
    json.text(",\"raw\":", &row.raw);
    json.list(",\"pieces\":[", &row.pieces, |json, piece| {
        json.number("{\"start\":", piece.start);
        json.number(",\"end\":", piece.end);
        json.text(",\"text\":", &piece.text);
        json.plain(if piece.copied { ",\"copied\":true}" } else { ",\"copied\":false}" });
    });
    json.list(",\"readings\":[", &row.readings, |json, reading| {
        json.text("{\"url\":", reading.url);
        json.text(",\"why\":", &reading.why);
        json.plain("}");
    });
    json.list(",\"doubts\":[", &row.doubts, |json, doubt| {
        json.name("{\"kind\":", doubt.kind);
        json.number(",\"at\":", doubt.at);
        json.name(",\"chosen\":", doubt.chosen);
        json.name(",\"ground\":", doubt.ground);
        json.plain("}");
    });
    json.list(",\"grammars\":[", &row.grammars, |json, name| json.name("", name));
    json.some_text(",\"host\":", row.host);
    json.some_name(",\"host_kind\":", row.host_kind);
    json.list(",\"notes\":[", &row.notes, |json, name| json.name("", name));
    json.plain("}");
}

/// What is written; `before` is what stands before a value.
struct Json<'o>(&'o mut Vec<u8>);

impl Json<'_> {
    #[inline]
    fn plain(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn text(&mut self, before: &str, text: &str) {
        self.plain(before);
        push_string(text, self.0);
    }

    /// A name of ours, in which nothing is to be escaped.
    #[inline]
    fn name(&mut self, before: &str, name: &'static str) {
        self.plain(before);
        self.0.push(b'"');
        self.plain(name);
        self.0.push(b'"');
    }

    #[inline]
    fn number(&mut self, before: &str, number: usize) {
        self.plain(before);
        push_number(number, self.0);
    }

    fn some_text(&mut self, before: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(before, text),
            None => self.null(before),
        }
    }

    fn some_name(&mut self, before: &str, name: Option<&'static str>) {
        match name {
            Some(name) => self.name(before, name),
            None => self.null(before),
        }
    }

    fn some_number(&mut self, before: &str, number: Option<usize>) {
        match number {
            Some(number) => self.number(before, number),
            None => self.null(before),
        }
    }

    fn null(&mut self, before: &str) {
        self.plain(before);
        self.plain("null");
    }

    /// `before` has the list's bracket.
    #[inline]
    fn list<I>(&mut self, before: &str, items: &[I], each: impl Fn(&mut Self, &I)) {
        self.plain(before);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.plain(",");
            }
            each(self, item);
        }
        self.plain("]");
    }
}

/// Adds `text` as a string.
fn push_string(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    out.push(b'"');
    loop {
        let (plain, behind) = rest.split_at(plain_length(rest));
        out.extend_from_slice(plain);
        let Some((&byte, behind)) = behind.split_first() else { break };
        push_escaped(byte, out);
        rest = behind;
    }
    out.push(b'"');
}

/// How many bytes are looked at at once. With 32 short texts take longer.
const BLOCK: usize = 16;

/// How many bytes `text` begins with that need no escape.
fn plain_length(text: &[u8]) -> usize {
    let mut blocks = text.chunks_exact(BLOCK);
    let length = BLOCK * blocks.by_ref().take_while(|block| is_plain(block)).count();
    let rest = &text[length..];
    // What is left is shorter than a block; the last block of the text has it.
    if let Some(last) = text.last_chunk::<BLOCK>()
        && rest.len() < BLOCK
        && is_plain(last)
    {
        return text.len();
    }
    length + rest.iter().position(|&byte| is_odd(byte)).unwrap_or(rest.len())
}

/// Whether no byte of `block` needs an escape. Without a branch within, the compiler makes vector code of it.
#[inline]
fn is_plain(block: &[u8]) -> bool {
    block.iter().fold(0, |odd, &byte| odd | u8::from(is_odd(byte))) == 0
}

#[inline]
fn is_odd(byte: u8) -> bool {
    matches!(byte, 0..b' ' | b'"' | b'\\')
}

/// Adds `byte`, one of those that must be escaped (RFC 8259, section 7), in the shortest way.
fn push_escaped(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let letter = match byte {
        b'\x08' => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        b'\x0C' => b'f',
        b'\r' => b'r',
        b'"' | b'\\' => byte,
        _ => {
            out.extend_from_slice(b"\\u00");
            out.push(DIGITS[usize::from(byte >> 4)]);
            out.push(DIGITS[usize::from(byte & 15)]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// Adds the digits of `number`.
pub(super) fn push_number(mut number: usize, out: &mut Vec<u8>) {
    // A number of 64 bits has twenty digits at most.
    let mut digits = [0; 20];
    let mut at = digits.len();
    while number >= 100 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[number % 100]);
        number /= 100;
    }
    let [ten, one] = PAIRS[number];
    digits[at - 2..at].copy_from_slice(&[ten, one]);
    at -= if number < 10 { 1 } else { 2 };
    out.extend_from_slice(&digits[at..]);
}

/// The numbers below a hundred, in two digits each.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut at = 1;
    while at < pairs.len() {
        let [ten, one] = pairs[at - 1];
        pairs[at] = if one < b'9' { [ten, one + 1] } else { [ten + 1, b'0'] };
        at += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::row::{RowDoubt, RowPiece, RowReading};

    #[test]
    fn strings() {
        let table = [
            ("", r#""""#),
            ("a/é\u{7f}", "\"a/é\u{7f}\""),
            ("\0\x01\x08\t\n\x0B\x0C\r\x1B\x1F", r#""\u0000\u0001\b\t\n\u000b\f\r\u001b\u001f""#),
            (r#"a"b\c"#, r#""a\"b\\c""#),
            ("exactly sixteen.", r#""exactly sixteen.""#),
            ("sixteen, and at \"", r#""sixteen, and at \"""#),
        ];
        for (text, expected) in table {
            let mut out = Vec::new();
            push_string(text, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }

    #[test]
    fn numbers() {
        for number in [0, 9, 10, 99, 100, 1_234_567_890, usize::MAX] {
            let mut out = Vec::new();
            push_number(number, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), number.to_string());
        }
    }

    /// What a row's texts and numbers are taken from.
    #[derive(Clone, Debug)]
    struct Stock {
        texts: Vec<String>,
        missing: Vec<bool>,
        names: Vec<&'static str>,
        numbers: Vec<usize>,
        lens: Vec<usize>,
    }

    fn stock() -> impl Strategy<Value = Stock> {
        let text = prop_oneof!["[ -~]{0,40}", "[\"\\\\a\u{0}-\u{1f}é€😀]{0,40}", ".{0,20}"];
        let name = select(vec!["bare", "draft03", "ip-literal", "US-ASCII", "@"]);
        let number = prop_oneof![0..20usize, any::<usize>()];
        (vec(text, 13), vec(any::<bool>(), 13), vec(name, 6), vec(number, 6), vec(0..4usize, 6))
            .prop_map(|(texts, missing, names, numbers, lens)| Stock {
                texts,
                missing,
                names,
                numbers,
                lens,
            })
    }

    impl Stock {
        fn row<'r>(&'r self, groups: &'r [String]) -> Row<'r> {
            let text = |at: usize| self.texts[at].as_str();
            let some = |at: usize| (!self.missing[at]).then(|| text(at));
            let name = |at: usize| self.names[at];
            let some_name = |at: usize| (!self.missing[at]).then(|| name(at));
            let number = |at: usize| self.numbers[at];
            let piece = |at: usize| RowPiece {
                start: number(at),
                end: number(at + 1),
                text: Cow::Borrowed(text(at)),
                copied: self.missing[at],
            };
            let doubt = |at: usize| RowDoubt {
                kind: name(at),
                at: number(at),
                chosen: name(at + 1),
                ground: name(at + 2),
            };
            Row {
                url: text(0),
                form: name(0),
                source: text(1),
                member: some(2),
                message_offset: (!self.missing[3]).then(|| number(0)),
                message_id: some(3),
                date: some(4),
                groups,
                list: some(5),
                subject: some(6),
                from_domain: some(7),
                part: text(8),
                part_offset: number(1),
                charset: some_name(0),
                encoding: some_name(1),
                element: some(9),
                attribute: some_name(2),
                start: number(2),
                end: number(3),
                offset_in: name(3),
                raw: Cow::Borrowed(text(10)),
                pieces: (0..self.lens[0]).map(piece).collect(),
                readings: (0..self.lens[1])
                    .map(|at| RowReading { url: text(at), why: self.texts[at + 1].clone() })
                    .collect(),
                doubts: (0..self.lens[2]).map(doubt).collect(),
                grammars: self.names[..self.lens[3]].to_vec(),
                host: some(11),
                host_kind: some_name(4),
                notes: self.names[..self.lens[4]].to_vec(),
            }
        }
    }

    proptest! {
        #[test]
        fn a_row_is_what_serde_makes_of_it(stock in stock()) {
            let row = stock.row(&stock.texts[..stock.lens[5]]);
            let mut out = Vec::new();
            push_row(&row, &mut out);
            let expected = serde_json::to_string(&row).expect("a row has string keys");
            prop_assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }
}
