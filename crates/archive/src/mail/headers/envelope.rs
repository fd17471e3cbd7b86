//! The lines that containers put before the first field of a message.

use memchr::{memchr, memchr2};

use crate::mail::line::{Line, LineBreaks};

/// The beginning of the line before an article of a batch (RFC 1036, section 4.3).
pub(crate) const RNEWS_PREFIX: &[u8] = b"#! rnews ";

/// The line before a message of a LISTSERV log, without its line break.
pub(crate) const LISTSERV_RULE: &[u8] = &[b'='; 73];

/// The line before a message of an MMDF mailbox, without its line break.
pub(crate) const MMDF_LINE: &[u8] = &[1; 4];

/// The beginning of the two lines before a message of a Babyl file.
pub(crate) const BABYL_PREFIX: &[u8] = b"\x1F\x0C";

/// The beginning of the line before a message of a dbox.
pub(crate) const DBOX_PREFIX: &[u8] = b"\x01\x02N";

#[inline]
pub(crate) fn envelope_len(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b'F' | b'>' if text.starts_with(b"From ") || text.starts_with(b">From ") => {
            // Nearly all such lines end in LF.
            match memchr2(b'\r', b'\n', text) {
                Some(at) if text[at] == b'\n' => Some(at + 1),
                _ => Some(Line::at(text, 0, LineBreaks::of(text)).next),
            }
        }
        b'#' => rnews_line_len(text),
        b'=' => listserv_line_len(text),
        1 => mmdf_line_len(text).or_else(|| dbox_line_len(text)),
        0x1F => babyl_len(text),
        b' ' | b'0'..=b'9' => mbx_line_len(text),
        _ => None,
    }
}

pub(crate) fn rnews_line_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(RNEWS_PREFIX)?;
    let length = memchr(b'\n', rest)?;
    let number = rest[..length].trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    is_number.then_some(RNEWS_PREFIX.len() + length + 1)
}

pub(crate) fn listserv_line_len(text: &[u8]) -> Option<usize> {
    fixed_line_len(text, LISTSERV_RULE)
}

pub(crate) fn mmdf_line_len(text: &[u8]) -> Option<usize> {
    fixed_line_len(text, MMDF_LINE)
}

fn fixed_line_len(text: &[u8], line: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(line)?;
    let mut ends = [&b"\n"[..], b"\r\n"].into_iter();
    ends.find(|end| rest.starts_with(end)).map(|end| line.len() + end.len())
}

/// Returns the length of the lines `^_^L` and `1, LABELS,, LABELS` at the start of `text`, and of `*** EOOH ***` if it
/// follows: the header of such a message was not changed for reading.
pub(crate) fn babyl_len(text: &[u8]) -> Option<usize> {
    let labels = line_len(text.strip_prefix(BABYL_PREFIX)?, |rest| rest.trim_ascii().is_empty())?;
    let start = BABYL_PREFIX.len() + labels;
    let is_label = |line: &[u8]| matches!(line, [b'0' | b'1', b',', ..]);
    let end = start + line_len(&text[start..], is_label)?;
    Some(end + eooh_line_len(&text[end..]).unwrap_or(0))
}

pub(crate) fn eooh_line_len(text: &[u8]) -> Option<usize> {
    line_len(text, |line| line.trim_ascii_end() == b"*** EOOH ***")
}

/// Returns the length of a line such as ` 3-Jan-2000 12:00:00 +0000,213;000000000000-00000001` at the start of `text`.
pub(crate) fn mbx_line_len(text: &[u8]) -> Option<usize> {
    const FORM: &[u8] = b"dd-www-dddd dd:dd:dd sdddd,d";
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'd' => byte.is_ascii_digit() || *byte == b' ',
        b'w' => byte.is_ascii_alphabetic(),
        b's' => matches!(byte, b'+' | b'-'),
        literal => byte == literal,
    };
    if text.len() < FORM.len() || !text.iter().zip(FORM).all(fits) {
        return None;
    }
    let digits = |part: &[u8], is_digit: fn(&u8) -> bool| {
        part.iter().position(|byte| !is_digit(byte)).unwrap_or(part.len())
    };
    let size = FORM.len() + digits(&text[FORM.len()..], u8::is_ascii_digit);
    let flags = text[size..].strip_prefix(b";")?;
    line_len(flags, |line| {
        let line = line.trim_ascii_end();
        !line.is_empty() && line.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
    })
    .map(|length| size + 1 + length)
}

/// Returns the length of a line such as `^A^BN          00000000000000CD` at the start of `text`.
pub(crate) fn dbox_line_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(DBOX_PREFIX)?;
    let is_size = |line: &[u8]| line.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b' ');
    line_len(rest, is_size).map(|length| DBOX_PREFIX.len() + length)
}

fn line_len(text: &[u8], is_form: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let length = memchr(b'\n', text)?;
    is_form(&text[..length]).then_some(length + 1)
}
