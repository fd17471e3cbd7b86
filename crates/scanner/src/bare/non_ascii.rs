//! Decides which characters beyond ASCII end a bare URL (W8).
//!
//! These are Unicode's closing and final punctuation (categories Pe and Pf, Unicode 16), the stops and signs of Chinese
//! and Japanese, the full-width `＜ ＞ ｜`, lines and blocks that are drawn, `¶` and `…`. U+201C is among them because it
//! closes in German. U+2019 is also an apostrophe, so the next character decides. Whitespace and most hidden characters
//! end a URL too.

use crate::bytes::hidden::{Hidden, hidden};
use crate::bytes::run_len;
use crate::bytes::space::space_len;
use crate::input::Encoding;

/// Returns the length of the character at `at`, or 0 if it ends a bare URL. ASCII is 0 too.
pub(crate) fn letter_len(haystack: &[u8], at: usize, encoding: Encoding) -> usize {
    match (haystack.get(at), encoding) {
        (None | Some(..0x80), _) | (Some(0x80..=0xA0 | 0xBB), Encoding::Bytes) => 0,
        (_, Encoding::Bytes) => 1,
        (_, Encoding::Utf8) => char_at(haystack, at).map_or(0, |c| {
            let len = c.len_utf8();
            let is_word = || char_at(haystack, at + len).is_some_and(char::is_alphabetic);
            let is_quote = c == '\u{2019}' && !is_word();
            let ends = is_quote
                || space_len(haystack, at) > 0
                || is_closer(c)
                || hidden(c) == Some(Hidden::Ends);
            if ends { 0 } else { len }
        }),
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

/// Decides about the letters at `at`, the first beyond ASCII of a URL. Returns `None` if they belong to the URL, `at`
/// if they are text, and their end if they are in doubt: then the URL with them is another reading.
///
/// They are text if they are of a script without spaces and follow an ASCII letter or digit, which no percent escape
/// ends; in a host only if no further label follows. After a mark or an escape, they belong to the URL if it goes on
/// after them, or if whitespace or a slash follows. Otherwise they are in doubt. Linear in the letters and the marks
/// after them.
pub(crate) fn letters_at(haystack: &[u8], at: usize, is_host: bool) -> Option<usize> {
    if !char_at(haystack, at).is_some_and(is_of_script_without_spaces) {
        return None;
    }
    let mut end = at;
    while let len @ 1.. = letter_len(haystack, end, Encoding::Utf8) {
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
    let marks = run_len(rest, |mark| MARKS.contains(&mark));
    let next = end + marks;
    let goes_on = marks > 0
        && !rest.starts_with(b"..")
        && (haystack.get(next).is_some_and(u8::is_ascii_alphanumeric)
            || letter_len(haystack, next, Encoding::Utf8) > 0);
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

fn is_closer(c: char) -> bool {
    matches!(c, '\u{232A}' | '\u{2500}'..='\u{259F}') || CLOSERS.contains(c)
}

/// The closing and final punctuation of all scripts, and the stops and signs of Chinese and Japanese.
const CLOSERS: &str = "\
    ¶»༻༽᚜“”…›⁆⁾₎⌉⌋❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦎⦐⦒⦔⦖⦘⧙⧛⧽⸃⸅\
    ⸊⸍⸝⸡⸣⸥⸧⸩⹖⹘⹚⹜、。〉》」』】〕〗〙〛〞〟﴾︘︶︸︺︼︾﹀﹂﹄﹈﹚﹜﹞！），．：\
    ；＜＞？］｜｝｠｡｣､\
";
