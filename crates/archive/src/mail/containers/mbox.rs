//! The separators of an mbox (A2; RFC 4155, Appendix A, describes the usual form).
//!
//! A separator is a line that begins with `From ` and meets two conditions. First, one of these holds:
//!
//! - It is at the start of the file or after an empty line.
//! - It is `From ` and a signed integer. (The Internet Archive's Usenet files have no empty line before it.)
//! - It contains a date as `asctime` writes it. (Mailman's archives have no empty line after a removed attachment.)
//! - It is `From -`, without sender and date, as Mozilla writes it.
//!
//! Second, the next line that does not begin with `>From ` looks like a header field. Other readers omit this
//! condition. One collection of 5,981,974 messages has 3,497 body lines that begin with `From `, and no field follows
//! any of them.
//!
//! On old Macintoshes, lines end in CR alone. Some exporters write `From ` alone, or before an address, and no empty
//! line before it: in a file that begins with such a line, it is a separator if the header of a message follows. The
//! `From ` line of `git format-patch` is a separator only in a file that begins with it, because a mail may have a
//! whole patch in its body.
//!
//! `Content-Length` is ignored, and `>From ` is not unquoted. The [`SEPARATOR_LOOKAHEAD_BYTES`] bytes from the start of
//! a line decide whether it is a separator, so an archive can be split at any offset.

use std::sync::LazyLock;

use memchr::memchr;

use crate::mail::headers::beginning::begins_message;
use crate::mail::headers::field::name_length;
use crate::mail::line::{Line, LineBreaks, LineFinder, strip_bom};

/// Reports whether a separator starts at the offset `at` of `haystack`: a `From ` line that a header field follows,
/// after an empty line, or with a date, an integer alone, or `-` alone.
///
/// The answer depends on the three bytes before `at` and the 4,096 bytes from `at` on. `at` may be any offset; one
/// after the end is not a separator.
pub fn is_separator(haystack: &[u8], at: usize) -> bool {
    is_separator_of_lines(haystack, at, b'\n')
}

/// Reports the same of an mbox that may quote patches.
pub(crate) fn is_usual_separator(haystack: &[u8], at: usize) -> bool {
    is_separator(haystack, at) && !begins_patch(&haystack[at..])
}

/// Reports the same of an mbox with undated separators.
pub(crate) fn is_separator_or_undated(haystack: &[u8], at: usize) -> bool {
    is_usual_separator(haystack, at) || is_undated_separator(haystack, at)
}

/// Reports whether `From `, with nothing or one word after it, is a line at `at`, and the header of a message follows.
/// `From -` and an integer do not count, because they are separators in any mbox.
pub(crate) fn is_undated_separator(haystack: &[u8], at: usize) -> bool {
    line_at(haystack, at, b'\n')
        .is_some_and(|(_, near)| begins_undated_line(near) && begins_message(near))
}

/// Returns the bytes before `at`, if a line begins there in a file whose lines end in `end`, and those after it that
/// decide. Both sides are bounded, so that the answer is the same for a part of the source that has these bytes.
fn line_at(haystack: &[u8], at: usize, end: u8) -> Option<(&[u8], &[u8])> {
    let (before, after) = haystack.split_at_checked(at)?;
    let near = &after[..after.len().min(SEPARATOR_LOOKAHEAD_BYTES)];
    let near = if before.is_empty() { strip_bom(near) } else { near };
    (before.is_empty() || before.ends_with(&[end])).then_some((before, near))
}

pub(crate) fn begins_undated_line(text: &[u8]) -> bool {
    // Most lines that begin with `From ` are text. Their second word shows that, so no more than this is read.
    let Some(line) = text.strip_prefix(FROM) else { return false };
    let is_in_line = |byte: &&u8| **byte != b'\n' && byte.is_ascii_whitespace();
    let line = &line[line.iter().take_while(is_in_line).count()..];
    let word = line.iter().take_while(|byte| !matches!(byte, b' ' | b'\n')).count();
    let (word, rest) = line.split_at(word);
    rest.iter().find(|byte| !is_in_line(byte)) == Some(&b'\n') && !is_envelope(word.trim_ascii())
}

/// Reports the same of an mbox whose lines end in CR alone.
pub(crate) fn is_cr_separator(haystack: &[u8], at: usize) -> bool {
    is_separator_of_lines(haystack, at, b'\r')
}

fn is_separator_of_lines(haystack: &[u8], at: usize, end: u8) -> bool {
    let line_end = |text: &[u8]| memchr(end, text).map(|at| at + 1);
    let Some((before, near)) = line_at(haystack, at, end) else { return false };
    if !near.starts_with(FROM) {
        return false;
    }
    let Some(mut next) = line_end(near) else { return false };
    if !follows_empty_line(before, end) && !is_envelope(near[FROM.len()..next].trim_ascii()) {
        return false;
    }
    // The second condition: skip the `>From ` lines of relays, then a header field must begin.
    while near[next..].starts_with(b">From ") {
        let Some(length) = line_end(&near[next..]) else { return false };
        next += length;
    }
    name_length(&near[next..]).is_some()
}

/// Reports whether a line at `at` follows an empty line, or is `From ` and an integer, as in files without empty lines.
pub(crate) fn is_set_off(haystack: &[u8], at: usize) -> bool {
    let line = &haystack[Line::at(haystack, at, LineBreaks::Lf).text];
    follows_empty_line(&haystack[..at], b'\n')
        || line.strip_prefix(FROM).is_some_and(|text| is_integer(text.trim_ascii()))
}

/// Reports whether `text` begins with the line of `git format-patch`: `From `, a commit, and always the same date.
pub(crate) fn begins_patch(text: &[u8]) -> bool {
    // A commit is a SHA-1 or a SHA-256. The date is looked at first, because few lines have it there.
    [40, 64].into_iter().any(|length| {
        let (commit, date) = (FROM.len()..FROM.len() + length, FROM.len() + length);
        text.get(date..).is_some_and(|rest| rest.starts_with(b" Mon Sep 17 00:00:00 2001"))
            && text.starts_with(FROM)
            && text[commit].iter().all(u8::is_ascii_hexdigit)
    })
}

/// Reports whether `line` resembles a separator: it has most of `From `, or it has a date.
pub(crate) fn is_nearly_separator(line: &[u8]) -> bool {
    let same = line.iter().zip(FROM).filter(|(a, b)| a == b).count();
    same >= 3 || line.starts_with(&FROM[1..]) || line.starts_with(&FROM[2..]) || is_dated(line)
}

pub(crate) fn is_dated(line: &[u8]) -> bool {
    // The search for a date takes long, and few lines have a colon after a digit.
    let has_time = memchr(b':', line).is_some_and(|at| at > 0 && line[at - 1].is_ascii_digit());
    has_time && has_date(line.trim_ascii())
}

/// The number of bytes from the start of a line that decide whether it is a separator. RFC 5322 allows lines of 998
/// bytes, and relays left up to three `>From ` lines after the envelope.
pub(crate) const SEPARATOR_LOOKAHEAD_BYTES: usize = 4096;

const FROM: &[u8] = b"From ";

pub(crate) static LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::new(FROM));

pub(crate) static CR_LINES: LazyLock<LineFinder> = LazyLock::new(|| LineFinder::after(b'\r', FROM));

/// Reports whether `before`, whose lines end in `end`, ends with an empty line, or is the start of the file.
fn follows_empty_line(before: &[u8], end: u8) -> bool {
    matches!(before, [] | [b'\n' | b'\r'] | [b'\r', b'\n'])
        || before.ends_with(&[end; 2])
        || before.ends_with(b"\n\r\n")
}

/// Reports whether the text after `From ` is that of an envelope, so that no empty line needs to precede it.
fn is_envelope(text: &[u8]) -> bool {
    text == b"-" || is_integer(text) || has_date(text)
}

fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Reports whether `text` contains a date such as `Mon Jan  1 00:00:00 2001`, with or without a zone.
fn has_date(text: &[u8]) -> bool {
    ends_in_date(text) || has_date_anywhere(text)
}

/// Reports whether `text` ends in a date as `asctime` writes it, without a zone. Each byte of it has a fixed place.
fn ends_in_date(text: &[u8]) -> bool {
    #[rustfmt::skip]
    let form = matches!(text, [
        .., b' ', _, _, _, b' ', b'A'..=b'Z', b'a'..=b'z', b'a'..=b'z', b' ', b' ' | b'0'..=b'9', b'0'..=b'9',
        b' ', b'0'..=b'9', b'0'..=b'9', b':', b'0'..=b'9', b'0'..=b'9', b':', b'0'..=b'9', b'0'..=b'9',
        b' ', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9',
    ]);
    form && is_day(&text[text.len() - 24..][..3])
}

fn has_date_anywhere(text: &[u8]) -> bool {
    // Few texts have a colon, and the search for it takes a tenth of the look at all words.
    if memchr(b':', text).is_none() {
        return false;
    }
    let mut words = text.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    // A sender may have the name of a day. A zone of two words may precede the year.
    while words.any(is_day) {
        let mut date = words.clone();
        if date.next().is_some_and(|month| month.len() == 3 && month[0].is_ascii_uppercase())
            && date.next().is_some_and(|day| day.len() <= 2 && is_integer(day))
            && date.next().is_some_and(|time| matches!(time, [_, _, b':', _, _, ..]))
            && date.take(3).any(|year| year.len() == 4 && is_integer(year))
        {
            return true;
        }
    }
    false
}

fn is_day(word: &[u8]) -> bool {
    matches!(word, b"Mon" | b"Tue" | b"Wed" | b"Thu" | b"Fri" | b"Sat" | b"Sun")
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::mail::tests::config;

    proptest! {
        #![proptest_config(config())]

        /// A date at the end is one for the general reader, whatever is before it.
        #[test]
        fn a_date_at_the_end_is_a_date(words in vec(word(), 0..6), date in "(Mon|Sun|Tus) (Jan|May|may|J n) [ 13][1x] 1[0-9]:[0 ]0:0[0:] [12][0-9]{2}[0-9+]") {
            let text = words.join(" ") + " " + &date;
            prop_assert!(!ends_in_date(text.as_bytes()) || has_date_anywhere(text.as_bytes()), "{text}");
        }
    }

    fn word() -> impl Strategy<Value = String> {
        prop_oneof!["[a-z@. ]{0,9}", "Mon|Sun|Jan|1|12:00:00|2001"]
    }

    #[test]
    fn a_separator_is_recognised_by_the_bytes_close_to_it() {
        let mut source = b"From ".to_vec();
        source.resize(SEPARATOR_LOOKAHEAD_BYTES, b'x');
        source.extend_from_slice(b"\nA: b\n");
        assert!(!is_separator(&source, 0), "its line is longer than the bytes that decide");
        assert!(!is_separator(&source, source.len() + 1));
    }
}
