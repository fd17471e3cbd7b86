//! Decides which characters beyond ASCII end a bare URL (W8).
//!
//! These are Unicode's closing and final punctuation (categories Pe and Pf, Unicode 16), the stops and
//! signs of Chinese and Japanese, the full-width `＜ ＞ ｜`, lines and blocks that are drawn, `¶` and `…`. U+201C is among them because it closes in
//! German, and did so after `http://127.0.0.1:8080/` in a list archive. U+2019 is not: it is also an
//! apostrophe, so the next character decides. Whitespace and most hidden characters end a URL too.

use crate::bytes::hidden::{Hidden, hidden};
use crate::bytes::space::space_len;
use crate::input::Encoding;

/// The effect of a character beyond ASCII on a bare URL.
pub(crate) enum Letter {
    /// The URL continues after this many bytes.
    Continues(usize),
    /// The URL ends before the character.
    EndsBefore,
}

/// Returns the effect of the character at `at`, whose first byte is above 0x7F.
pub(crate) fn letter_at(haystack: &[u8], at: usize, encoding: Encoding) -> Letter {
    if encoding == Encoding::Bytes {
        return if matches!(haystack[at], 0x80..=0xA0 | 0xBB) {
            Letter::EndsBefore
        } else {
            Letter::Continues(1)
        };
    }
    let Some(c) = char_at(haystack, at) else { return Letter::EndsBefore };
    let len = c.len_utf8();
    let is_quote = c == '\u{2019}' && !char_at(haystack, at + len).is_some_and(char::is_alphabetic);
    if is_quote || space_len(haystack, at) > 0 || is_closer(c) || hidden(c) == Some(Hidden::Ends) {
        Letter::EndsBefore
    } else {
        Letter::Continues(len)
    }
}

/// Returns the character at `at`, or `None` if the bytes are not UTF-8.
pub(crate) fn char_at(haystack: &[u8], at: usize) -> Option<char> {
    // A character has at most four bytes. More would only be validated in vain.
    let head = &haystack[at..haystack.len().min(at + 4)];
    let valid = match core::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => core::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// Returns the length of the letter beyond ASCII at `at` that does not end a URL, or 0 if there is none.
fn letter_len(haystack: &[u8], at: usize) -> usize {
    match haystack.get(at) {
        Some(0x80..) => match letter_at(haystack, at, Encoding::Utf8) {
            Letter::Continues(len) => len,
            Letter::EndsBefore => 0,
        },
        _ => 0,
    }
}

/// Decides about the letters at `at`, the first beyond ASCII of a URL. Returns `None` if they belong to the URL, `at` if
/// they are text, and their end if they are in doubt: then the URL with them is another reading.
///
/// They are text if they are of a script without spaces and follow an ASCII letter or digit, which no percent escape
/// ends; in a host only if no further label follows. After a mark or an escape, they belong to the URL if it goes on after
/// them, or if whitespace or a slash follows. Otherwise they are in doubt.
///
/// Linear in the letters and the marks after them.
pub(crate) fn letters_at(haystack: &[u8], at: usize, is_host: bool) -> Option<usize> {
    if !char_at(haystack, at).is_some_and(is_of_script_without_spaces) {
        return None;
    }
    let mut end = at;
    while let len @ 1.. = letter_len(haystack, end) {
        end += len;
    }
    let rest = &haystack[end..];
    let before = &haystack[..at];
    if is_host {
        let goes_on = matches!(rest, [b'.', next, ..] if next.is_ascii_alphanumeric());
        let is_text = before.last().is_some_and(u8::is_ascii_alphabetic) && !goes_on;
        return is_text.then_some(at);
    }
    let is_escape = matches!(before, [.., b'%', high, low] if [high, low].into_iter().all(u8::is_ascii_hexdigit));
    if !is_escape && !before.last().is_some_and(|byte| MARKS.contains(byte)) {
        return Some(at);
    }
    if matches!(rest, [] | [b'/' | b'\n' | b'\r', ..]) || space_len(haystack, end) > 0 {
        return None;
    }
    let marks = rest.iter().take_while(|mark| MARKS.contains(mark)).count();
    let next = end + marks;
    let goes_on = marks > 0
        && !rest.starts_with(b"..")
        && (haystack.get(next).is_some_and(u8::is_ascii_alphanumeric)
            || letter_len(haystack, next) > 0);
    (!goes_on).then_some(end)
}

/// The marks of a URL beside which letters may be part of it.
const MARKS: &[u8] = b"/=?#&%_.:+~!(-";

/// Reports whether `c` is of a script that has no spaces, or whose particles follow a word without one: Thai, Lao,
/// Burmese, Khmer, Korean, Chinese or Japanese, with their marks and full-width forms.
pub(crate) fn is_of_script_without_spaces(c: char) -> bool {
    matches!(
        c,
        '\u{E00}'..='\u{EFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1100}'..='\u{11FF}'
            | '\u{1780}'..='\u{17FF}'
            | '\u{2E80}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7FF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF00}'..='\u{FFEF}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}

/// Reports whether `c` ends a bare URL anywhere.
fn is_closer(c: char) -> bool {
    CLOSER_RANGES
        .binary_search_by(|&(first, last)| {
            if last < c {
                core::cmp::Ordering::Less
            } else if first > c {
                core::cmp::Ordering::Greater
            } else {
                core::cmp::Ordering::Equal
            }
        })
        .is_ok()
}

/// The first and last character of each range, sorted.
#[rustfmt::skip]
static CLOSER_RANGES: &[(char, char)] = &[
    ('\u{B6}', '\u{B6}'), ('\u{BB}', '\u{BB}'), ('\u{F3B}', '\u{F3B}'), ('\u{F3D}', '\u{F3D}'),
    ('\u{169C}', '\u{169C}'), ('\u{201C}', '\u{201D}'), ('\u{2026}', '\u{2026}'), ('\u{203A}', '\u{203A}'),
    ('\u{2046}', '\u{2046}'), ('\u{207E}', '\u{207E}'), ('\u{208E}', '\u{208E}'),
    ('\u{2309}', '\u{2309}'), ('\u{230B}', '\u{230B}'), ('\u{232A}', '\u{232A}'),
    ('\u{2500}', '\u{259F}'),
    ('\u{2769}', '\u{2769}'), ('\u{276B}', '\u{276B}'), ('\u{276D}', '\u{276D}'),
    ('\u{276F}', '\u{276F}'), ('\u{2771}', '\u{2771}'), ('\u{2773}', '\u{2773}'),
    ('\u{2775}', '\u{2775}'), ('\u{27C6}', '\u{27C6}'), ('\u{27E7}', '\u{27E7}'),
    ('\u{27E9}', '\u{27E9}'), ('\u{27EB}', '\u{27EB}'), ('\u{27ED}', '\u{27ED}'),
    ('\u{27EF}', '\u{27EF}'), ('\u{2984}', '\u{2984}'), ('\u{2986}', '\u{2986}'),
    ('\u{2988}', '\u{2988}'), ('\u{298A}', '\u{298A}'), ('\u{298C}', '\u{298C}'),
    ('\u{298E}', '\u{298E}'), ('\u{2990}', '\u{2990}'), ('\u{2992}', '\u{2992}'),
    ('\u{2994}', '\u{2994}'), ('\u{2996}', '\u{2996}'), ('\u{2998}', '\u{2998}'),
    ('\u{29D9}', '\u{29D9}'), ('\u{29DB}', '\u{29DB}'), ('\u{29FD}', '\u{29FD}'),
    ('\u{2E03}', '\u{2E03}'), ('\u{2E05}', '\u{2E05}'), ('\u{2E0A}', '\u{2E0A}'),
    ('\u{2E0D}', '\u{2E0D}'), ('\u{2E1D}', '\u{2E1D}'), ('\u{2E21}', '\u{2E21}'),
    ('\u{2E23}', '\u{2E23}'), ('\u{2E25}', '\u{2E25}'), ('\u{2E27}', '\u{2E27}'),
    ('\u{2E29}', '\u{2E29}'), ('\u{2E56}', '\u{2E56}'), ('\u{2E58}', '\u{2E58}'),
    ('\u{2E5A}', '\u{2E5A}'), ('\u{2E5C}', '\u{2E5C}'), ('\u{3001}', '\u{3002}'),
    ('\u{3009}', '\u{3009}'), ('\u{300B}', '\u{300B}'), ('\u{300D}', '\u{300D}'),
    ('\u{300F}', '\u{300F}'), ('\u{3011}', '\u{3011}'), ('\u{3015}', '\u{3015}'),
    ('\u{3017}', '\u{3017}'), ('\u{3019}', '\u{3019}'), ('\u{301B}', '\u{301B}'),
    ('\u{301E}', '\u{301F}'), ('\u{FD3E}', '\u{FD3E}'), ('\u{FE18}', '\u{FE18}'),
    ('\u{FE36}', '\u{FE36}'), ('\u{FE38}', '\u{FE38}'), ('\u{FE3A}', '\u{FE3A}'),
    ('\u{FE3C}', '\u{FE3C}'), ('\u{FE3E}', '\u{FE3E}'), ('\u{FE40}', '\u{FE40}'),
    ('\u{FE42}', '\u{FE42}'), ('\u{FE44}', '\u{FE44}'), ('\u{FE48}', '\u{FE48}'),
    ('\u{FE5A}', '\u{FE5A}'), ('\u{FE5C}', '\u{FE5C}'), ('\u{FE5E}', '\u{FE5E}'),
    ('\u{FF01}', '\u{FF01}'), ('\u{FF09}', '\u{FF09}'), ('\u{FF0C}', '\u{FF0C}'),
    ('\u{FF0E}', '\u{FF0E}'), ('\u{FF1A}', '\u{FF1C}'), ('\u{FF1E}', '\u{FF1F}'),
    ('\u{FF3D}', '\u{FF3D}'), ('\u{FF5C}', '\u{FF5D}'), ('\u{FF60}', '\u{FF61}'),
    ('\u{FF63}', '\u{FF64}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_sorted_and_disjoint() {
        assert!(CLOSER_RANGES.iter().all(|(first, last)| first <= last));
        assert!(CLOSER_RANGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn closing_characters_are_in_the_table() {
        for c in "»”›）］｝》」』】〉。、，．！？：；｜＜＞“…¶│█".chars()
        {
            assert!(is_closer(c), "{c}");
        }
        for c in "é猫«‘’（［「–·¡‧\u{200d}".chars() {
            assert!(!is_closer(c), "{c}");
        }
    }
}
