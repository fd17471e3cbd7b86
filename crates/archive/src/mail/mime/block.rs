//! Blocks of a text that are not text: files and encrypted data that people put into the body of a message
//! before MIME existed (A3).
//!
//! ```text
//! uuencode    "begin" SP mode SP name, lines that each begin with their length, "end"
//! yEnc        "=ybegin" … SP "line=" length …, lines of that length, "=yend" …
//! BinHex      "(This file must be converted with BinHex" …, ":", lines, ":"
//! PGP         "-----BEGIN PGP MESSAGE-----" or SIGNATURE, lines "name: value", an empty line,
//!             lines of base64, "-----END PGP MESSAGE-----"
//! ```
//!
//! A string in a block may look like a URL: `:`, `/` and `@` are symbols of uuencode. But no text that people wrote may
//! be skipped, so every line of a block must have the right form, and a block must have an end. The first lines of a
//! PGP block are text: they name programs with their URLs. Quoted and indented blocks are not recognised. A block is
//! read at most up to the next first line of its kind, so the time is linear.

use core::ops::Range;
use std::sync::LazyLock;

use memchr::memrchr;

use crate::mail::headers::field::name_length;
use crate::mail::line::{Line, LineBreaks, is_blank};
use crate::mail::mime::literals::Literals;
use crate::mail::mime::reason::Reason;
use crate::mail::transfer::quoted_printable::{MAX_LINE_BYTES, is_full_line};
use crate::mail::work;

/// Finds the first block in `text` at or after `at`, the start of a line.
pub(crate) fn find(text: &[u8], at: usize) -> BlockSearch {
    let mut search = BlockSearch::default();
    for hit in hits(text, at) {
        match hit {
            Hit::FullLine => search.has_soft_break = true,
            Hit::Envelope(start) => search.envelope = search.envelope.or(Some(start)),
            Hit::FirstLine(start, read) => {
                search.block = read(TextLines { text, at: start });
                if search.block.is_some() {
                    break;
                }
            }
        }
    }
    search
}

#[derive(Clone, Debug, Default)]
pub(crate) struct BlockSearch {
    pub(crate) block: Option<(Range<usize>, Reason)>,
    /// Whether a full line before the block ends in a soft break.
    pub(crate) has_soft_break: bool,
    /// The offset of the first line that may separate messages.
    pub(crate) envelope: Option<usize>,
}

/// Reports whether `text` is searched as it is: no line begins like a block, and no full line ends in a soft break.
pub(crate) fn is_free_of_blocks(text: &[u8]) -> bool {
    hits(text, 0).next().is_none()
}

enum Hit {
    FullLine,
    /// The start of a line that begins like the separator of a container, before a header field.
    Envelope(usize),
    /// The start of a line that begins like a block, and the function that reads the block.
    FirstLine(usize, BlockReader),
}

fn hits(text: &[u8], at: usize) -> impl Iterator<Item = Hit> {
    // Every beginning includes the line break before it, which the first line of the text lacks.
    let first = BEGINNINGS
        .iter()
        .filter(move |_| at == 0)
        .find(|(begin, _)| text.starts_with(&begin[1..]))
        .map(|&(_, read)| Hit::FirstLine(0, read));
    // One vector search finds the first lines of all kinds of blocks and the soft breaks, with the line break before
    // them. Literals with an index beyond the beginnings are those of envelopes, and soft breaks.
    let mut at = at.saturating_sub(1);
    let others = core::iter::from_fn(move || {
        while let Some((literal, start)) = LITERALS.find(text, at) {
            at = start + 1;
            if let Some(&(_, read)) = BEGINNINGS.get(literal) {
                return Some(Hit::FirstLine(start + 1, read));
            }
            if literal < BEGINNINGS.len() + ENVELOPES.len() {
                let line = Line::at(text, start + 1, LineBreaks::Lf);
                if name_length(&text[line.next..]).is_some() {
                    return Some(Hit::Envelope(start + 1));
                }
                continue;
            }
            if is_full_line(line_before(text, start + 1)) {
                return Some(Hit::FullLine);
            }
        }
        None
    });
    first.into_iter().chain(others)
}

fn line_before(text: &[u8], end: usize) -> &[u8] {
    let near = &text[end.saturating_sub(MAX_LINE_BYTES + 1)..end];
    let line = memrchr(b'\n', near).map_or(near, |before| &near[before + 1..]);
    work::add(line.len());
    line
}

type BlockReader = fn(TextLines<'_>) -> Option<(Range<usize>, Reason)>;

const BEGINNINGS: [(&[u8], BlockReader); 4] = [
    (b"\nbegin ", uuencoded),
    (b"\n=ybegin ", y_encoded),
    (b"\n(This file must be converted", bin_hex),
    (b"\n-----BEGIN PGP ", open_pgp),
];

/// The beginnings of lines that separate messages in a container (A2), each with the line break before it.
pub(crate) const ENVELOPES: [&[u8]; 3] = [
    b"\nFrom ",
    b"\n#! rnews ",
    b"\n=========================================================================",
];

static LITERALS: LazyLock<Literals> = LazyLock::new(|| {
    let [uu, y, bin_hex, pgp] = BEGINNINGS.map(|(begin, _)| begin);
    let [mbox, rnews, listserv] = ENVELOPES;
    Literals::new(&[uu, y, bin_hex, pgp, mbox, rnews, listserv, b"=\n", b"=\r"])
});

struct TextLines<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Iterator for TextLines<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        if self.at == self.text.len() {
            return None;
        }
        let line = Line::at(self.text, self.at, LineBreaks::Lf);
        self.at = line.next;
        Some(&self.text[line.text])
    }
}

fn uuencoded(mut lines: TextLines<'_>) -> Option<(Range<usize>, Reason)> {
    let start = lines.at;
    let begin = lines.next()?.strip_prefix(b"begin ")?;
    let mode = begin.iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    if !(3..=4).contains(&mode) || begin.get(mode) != Some(&b' ') || is_blank(&begin[mode..]) {
        return None;
    }
    // The line of length 0 before `end` may be missing. A line with data after it, or no data at all, shows that this
    // is not a file.
    let (mut bytes, mut is_over) = (0, false);
    while let Some(line) = lines.next() {
        if line.trim_ascii_end() == b"end" {
            return (bytes > 0).then_some((start..lines.at, Reason::Uuencoded));
        }
        let length = uuencoded_length(line)?;
        if is_over && length > 0 {
            return None;
        }
        bytes += length;
        is_over = length == 0;
    }
    None
}

/// Returns the number of bytes that a line of uuencode encodes, or `None` if the line has a wrong length.
///
/// The last line encodes 0 bytes. One symbol more is a checksum; one or two fewer were padding. Any number of spaces at
/// the end of a full line may be missing.
fn uuencoded_length(line: &[u8]) -> Option<usize> {
    let Some((first, symbols)) = line.split_first() else { return Some(0) };
    if !line.iter().all(|byte| (b' '..=b'`').contains(byte)) {
        return None;
    }
    // The first symbol is the length: 32 to 95 mean 0 to 63, and 96 means 0 again. Three bytes take four
    // symbols, so `least` is for a last group without padding and `most` for full groups and a checksum.
    let length = usize::from((first - b' ') & 0x3F);
    let (least, most) = ((4 * length).div_ceil(3), length.div_ceil(3) * 4 + 1);
    let fits = symbols.len() <= most && (symbols.len() >= least || *first == b'M');
    fits.then_some(length)
}

fn y_encoded(mut lines: TextLines<'_>) -> Option<(Range<usize>, Reason)> {
    let start = lines.at;
    let begin = lines.next()?.strip_prefix(b"=ybegin ")?;
    let mut words = begin.split(|&byte| byte == b' ');
    let length = words.find_map(|word| word.strip_prefix(b"line="))?;
    let length: usize = str::from_utf8(length).ok()?.parse().ok()?;
    // A line may have two bytes more than declared: an escape of two bytes is not divided at the end of a line,
    // and news doubles a dot at the start of one.
    let most = length.checked_add(2)?;
    // All lines have the declared length, except the last one. A `=ypart` line may come first.
    let (mut is_first, mut is_over) = (true, false);
    while let Some(line) = lines.next() {
        if line.starts_with(b"=yend") {
            return Some((start..lines.at, Reason::YEncoded));
        }
        let is_part = is_first && line.starts_with(b"=ypart ");
        is_first = false;
        if is_part {
            continue;
        }
        // Encoded data never contains `=y` at the start of a line.
        if is_over || line.len() > most || line.starts_with(b"=y") {
            return None;
        }
        is_over = line.len() < length;
    }
    None
}

fn bin_hex(mut lines: TextLines<'_>) -> Option<(Range<usize>, Reason)> {
    let start = lines.at;
    lines.next()?.strip_prefix(b"(This file must be converted with BinHex")?;
    let first = lines.find(|line| !is_blank(line))?;
    // The data lies between two colons: the first begins a line, and the second ends one.
    let mut line = first.strip_prefix(b":")?.trim_ascii_end();
    loop {
        let symbols = line.strip_suffix(b":").unwrap_or(line);
        if !symbols.iter().all(|symbol| BIN_HEX.contains(symbol)) {
            return None;
        }
        if symbols.len() < line.len() {
            return Some((start..lines.at, Reason::BinHex));
        }
        line = lines.next()?.trim_ascii_end();
    }
}

/// The symbols of `BinHex` 4.0 (RFC 1741, appendix A).
const BIN_HEX: &[u8; 64] = b"!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr";

/// Reads the encrypted or signature lines of a PGP block, after its header.
fn open_pgp(mut lines: TextLines<'_>) -> Option<(Range<usize>, Reason)> {
    let begin = lines.next()?.trim_ascii_end();
    let name = begin.strip_prefix(b"-----BEGIN PGP ")?.strip_suffix(b"-----")?;
    let reason = match name {
        b"SIGNATURE" => Reason::PgpSignature,
        _ if name == b"MESSAGE" || name.starts_with(b"MESSAGE, PART ") => Reason::PgpMessage,
        _ => return None,
    };
    // A mailer may have folded the header, so a line of it may have no name.
    lines
        .find(|line| is_blank(line) || line.starts_with(b"-----"))
        .filter(|line| is_blank(line))?;
    let start = lines.at;
    while let Some(line) = lines.next() {
        let line = line.trim_ascii_end();
        if let Some(end) = line.strip_prefix(b"-----END PGP ") {
            let is_end = end.strip_suffix(b"-----") == Some(name);
            return is_end.then_some((start..lines.at, reason));
        }
        let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
        if !line.iter().all(is_symbol) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::work::assert_linear;

    /// Returns `text` without its blocks, and the kinds of these.
    fn cut(text: &str) -> (String, Vec<Reason>) {
        let (mut left, mut reasons, mut at) = (String::new(), Vec::new(), 0);
        while let Some((range, reason)) = find(text.as_bytes(), at).block {
            left += &text[at..range.start];
            at = range.end;
            reasons.push(reason);
        }
        (left + &text[at..], reasons)
    }

    #[test]
    fn blocks_are_found() {
        use Reason::{BinHex, PgpMessage, PgpSignature, Uuencoded, YEncoded};
        // (text, text without blocks, kinds of the blocks)
        let table: [(&str, &str, &[Reason]); 14] = [
            ("a\nbegin 644 x.txt\n#86)C\n`\nend\nb\n", "a\nb\n", &[Uuencoded]),
            // The space of the last line is missing, or a checksum follows the symbols.
            ("begin 0755 a b\n#86)CX\n\nend", "", &[Uuencoded]),
            // Spaces at the end of a full line are missing.
            ("begin 644 x\nM86)C\n \nend\n", "", &[Uuencoded]),
            ("begin 644 x\n#86)C\nend\nbegin 644 y\n#86)C\nend\n", "", &[Uuencoded, Uuencoded]),
            ("=ybegin line=4 size=6 name=a b\nabcd\nef\n=yend size=6\nb", "b", &[YEncoded]),
            (
                "=ybegin part=1 line=4 size=9 name=a\n=ypart begin=1 end=4\nabc=}\n=yend size=4\n",
                "",
                &[YEncoded],
            ),
            ("(This file must be converted with BinHex 4.0)\n\n:#3dq\n0`!:\nb\n", "b\n", &[BinHex]),
            ("(This file must be converted with BinHex 4.0)\n:#3dq:", "", &[BinHex]),
            (
                "-----BEGIN PGP MESSAGE-----\nVersion: 2\n\nhQ+/\n=aB3c\n-----END PGP MESSAGE-----\n",
                "-----BEGIN PGP MESSAGE-----\nVersion: 2\n\n",
                &[PgpMessage],
            ),
            (
                "-----BEGIN PGP MESSAGE, PART 1/2-----\n\nhQ\n-----END PGP MESSAGE, PART 1/2-----",
                "-----BEGIN PGP MESSAGE, PART 1/2-----\n\n",
                &[PgpMessage],
            ),
            // A mailer folded the comment, which is still text.
            (
                "s\n-----BEGIN PGP SIGNATURE-----\nComment: see\nhttp://a/\n\niD==\n=aB3c\n\
                 -----END PGP SIGNATURE-----\nb",
                "s\n-----BEGIN PGP SIGNATURE-----\nComment: see\nhttp://a/\n\nb",
                &[PgpSignature],
            ),
            // In quoted-printable.
            (
                "-----BEGIN PGP SIGNATURE-----\n\niD=3D=3D\n=3DaB3c\n-----END PGP SIGNATURE-----\n",
                "-----BEGIN PGP SIGNATURE-----\n\n",
                &[PgpSignature],
            ),
            ("", "", &[]),
            ("begin 644\n=y\n(This\n-----\n", "begin 644\n=y\n(This\n-----\n", &[]),
        ];
        for (text, left, reasons) in table {
            assert_eq!(cut(text), (left.to_owned(), reasons.to_vec()), "{text}");
            let text = text.replace('\n', "\r\n");
            assert_eq!(cut(&text), (left.replace('\n', "\r\n"), reasons.to_vec()), "{text}");
        }
    }

    #[test]
    fn malformed_blocks_are_text() {
        let table = [
            // No end.
            "begin 644 x\n#86)C\n`\n",
            "=ybegin line=4 size=6 name=a\nabcd\n",
            "(This file must be converted with BinHex 4.0)\n\n:#3dq\n",
            "-----BEGIN PGP MESSAGE-----\n\nhQ\n",
            "-----BEGIN PGP MESSAGE-----\nhQ\n-----END PGP MESSAGE-----\n",
            // A line that is too long, too short, or written by hand.
            "begin 644 x\n#86)CXX\n`\nend\n",
            "begin 644 x\n$86)C\n`\nend\n",
            "begin 644 x\nsee http://a/\nend\n",
            "begin 644 x\n#86)C\n\n#86)C\nend\n",
            "begin 644 \n#86)C\nend\n",
            "begin 644 x\nend\n",
            "begin the 644 x\n#86)C\nend\n",
            "begin 644x y\n#86)C\nend\n",
            "begin 06440 x\n#86)C\nend\n",
            "=ybegin line=4 size=6 name=a\nabcdefgh\n=yend\n",
            "=ybegin line=4 size=6 name=a\nab\nabcd\n=yend\n",
            "=ybegin size=6 name=a\nab\n=yend\n",
            "=ybegin line=18446744073709551615 name=a\nab\n=yend\n",
            "(This file must be converted with BinHex 4.0)\n\nsee http://a/:\n",
            "(This file must be converted with BinHex 4.0)\n\n:see http://a/:\n",
            "-----BEGIN PGP MESSAGE-----\n\nsee http://a/\n-----END PGP MESSAGE-----\n",
            "-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP SIGNATURE-----\n",
            "-----BEGIN PGP SIGNED MESSAGE-----\n\nhQ\n-----END PGP SIGNED MESSAGE-----\n",
            // Quoted.
            "> begin 644 x\n> #86)C\n> `\n> end\n",
        ];
        for text in table {
            assert_eq!(find(text.as_bytes(), 0).block, None, "{text}");
        }
    }

    #[test]
    fn a_full_line_with_a_soft_break_has_70_to_78_bytes() {
        for (length, expected) in [(69, false), (70, true), (78, true), (79, false)] {
            let text = "a".repeat(length - 1) + "=\nb\n";
            assert_eq!(find(text.as_bytes(), 0).has_soft_break, expected, "{length}");
        }
    }

    /// A block without an end is read only up to the next first line of its kind.
    #[test]
    fn many_first_lines_take_linear_time() {
        // (text to repeat, the most looks at a byte)
        let table = [
            ("begin 644 x\n#86)C\n", 4),
            ("=ybegin line=20 x=12\nabcdefghijklmnopqrst\n", 4),
            ("(This file must be converted with BinHex 4.0)\n\n:#3dq\n", 4),
            ("-----BEGIN PGP MESSAGE-----\n\nhQ\n", 4),
            ("-----BEGIN PGP SIGNATURE-----\n", 4),
            ("From a Mon\nDate: b\n", 4),
            // Each soft break costs a look at up to a full line before it.
            ("=\r", MAX_LINE_BYTES),
        ];
        for (unit, most) in table {
            assert_linear(unit, "", most, |text| assert_eq!(find(text, 0).block, None));
        }
    }

    #[test]
    fn the_first_line_that_may_separate_messages_is_found() {
        let table = [
            ("x\nFrom here on\ntext\n", None),
            ("x\nFrom a Mon\nDate: b\n", Some(2)),
            ("x\nFrom here\n\nFrom a Mon\nDate: b\n", Some(13)),
            ("x\n#! rnews 9\nPath: b\n", Some(2)),
            ("x\n====================\nDate: b\n", None),
            ("x\nFrom a Mon\n", None),
        ];
        for (text, expected) in table {
            assert_eq!(find(text.as_bytes(), 0).envelope, expected, "{text:?}");
        }
    }
}
