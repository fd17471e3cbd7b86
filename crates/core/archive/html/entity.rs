//! Decodes character references of HTML: `&amp;`, `&#38;`, `&#x26;`.
//!
//! The names are the HTML Standard's, from the crate `htmlize`, except the few that stand for two characters. A
//! name that is not in the table stands for itself.
//!
//! Many leave out the semicolon, but in `?a=1&copy=2` nobody meant ©. Without it a name counts only if browsers
//! take it so (Latin-1 and `&amp`, `&lt`, `&gt`, `&quot`) and no letter, digit or `=` follows. `htmlize` itself
//! decodes whole texts: it gives no offsets, and reads `&copyright` as © and `right`.

use htmlize::{ENTITIES, ENTITY_MAX_LENGTH};

/// The character that `text`, which begins with `&`, begins with, and how many bytes refer to it.
pub(crate) fn at(text: &[u8]) -> Option<(char, usize)> {
    let rest = text.strip_prefix(b"&")?;
    let (character, length) = match rest {
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16).map(|(c, length)| (c, length + 2)),
        [b'#', digits @ ..] => number(digits, 10).map(|(c, length)| (c, length + 1)),
        _ => name(text),
    }?;
    let is_closed = rest.get(length) == Some(&b';');
    Some((character, 1 + length + usize::from(is_closed)))
}

/// The character of this number. Browsers read those from 128 to 159 as windows-1252 has them.
fn number(digits: &[u8], radix: u32) -> Option<(char, usize)> {
    let near = &digits[..digits.len().min(MAX_DIGITS)];
    let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
    let length = near.iter().take_while(|byte| is_digit(byte)).count();
    let digits = std::str::from_utf8(&near[..length]).ok()?;
    let number = u32::from_str_radix(digits, radix).ok()?;
    let character = match u8::try_from(number) {
        Ok(byte @ 128..=159) => {
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }
        _ => char::from_u32(number),
    };
    character.map(|character| (character, length))
}

/// The most digits that are looked at; U+10FFFF has seven.
const MAX_DIGITS: usize = 10;

/// The character of the name that `text` begins with, after `&`.
fn name(text: &[u8]) -> Option<(char, usize)> {
    let near = &text[1..text.len().min(ENTITY_MAX_LENGTH)];
    let length = near.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    // The table has `&lt;`, and `&lt` where browsers take it so.
    let end = match text.get(1 + length) {
        Some(b';') => length + 2,
        Some(b'=') => return None,
        _ => length + 1,
    };
    let mut characters = str::from_utf8(ENTITIES.get(&text[..end])?).ok()?.chars();
    let character = characters.next()?;
    characters.next().is_none().then_some((character, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        let table = [
            ("&amp;b", Some(('&', 5))),
            ("&lt", Some(('<', 3))),
            ("&lt.", Some(('<', 3))),
            ("&#38;", Some(('&', 5))),
            ("&#x3A;//", Some((':', 6))),
            ("&#47a", Some(('/', 4))),
            ("&#150;", Some(('–', 6))),
            ("&nbsp;", Some(('\u{A0}', 6))),
            ("&yuml;", Some(('ÿ', 6))),
            ("&frac12;", Some(('½', 8))),
            ("&commat;", Some(('@', 8))),
            ("&VerticalLine;", Some(('|', 14))),
            ("&DiacriticalGrave;", Some(('`', 18))),
            ("&ThinSpace;", Some(('\u{2009}', 11))),
            ("&Scaron;", Some(('Š', 8))),
            ("&copy", Some(('©', 5))),
            ("&lang", None),
            ("&num.", None),
            ("&alpha;", Some(('α', 7))),
            ("&CounterClockwiseContourIntegral;", Some(('∳', 33))),
            ("&alpha", None),
            // It stands for two characters.
            ("&NotEqualTilde;", None),
            ("&nothing;", None),
            ("&copy=2", None),
            ("&copyright", None),
            ("&order=1", None),
            ("&", None),
            ("&#;", None),
            ("&#xFFFFFFFF;", None),
            ("&#0099999999999999;", None),
        ];
        for (text, expected) in table {
            assert_eq!(at(text.as_bytes()), expected, "{text}");
        }
    }
}
