//! Decodes character references of HTML: `&amp;`, `&#38;`, `&#x26;`. The names are those of the HTML Standard, from the
//! crate `htmlize`, except the few that mean two characters. Its decoder gives no offsets.
//!
//! A name without a semicolon counts only if browsers accept it (Latin-1, `&amp`, `&lt`, `&gt`, `&quot`) and no letter,
//! digit or `=` follows: `?a=1&copy=2` does not mean a copyright sign. A number always counts without one.

use htmlize::{ENTITIES, ENTITY_MAX_LENGTH};

/// Decodes the reference at the start of `text`. Returns the character and the length of the reference in bytes.
pub(crate) fn decode_reference(text: &[u8]) -> Option<(char, usize)> {
    let rest = text.strip_prefix(b"&")?;
    // Seven of ten references in mail.
    if rest.starts_with(b"nbsp;") {
        return Some(('\u{A0}', "&nbsp;".len()));
    }
    let (character, length) = match rest {
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16).map(|(c, length)| (c, length + 2)),
        [b'#', digits @ ..] => number(digits, 10).map(|(c, length)| (c, length + 1)),
        _ => name(text),
    }?;
    let is_closed = rest.get(length) == Some(&b';');
    Some((character, 1 + length + usize::from(is_closed)))
}

/// Decodes a number at the start of `digits`; returns the character and the number of digits. Like browsers, it
/// reads 128 to 159 as windows-1252, and 0 and numbers of no character as U+FFFD.
fn number(digits: &[u8], radix: u32) -> Option<(char, usize)> {
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let length = digits.iter().take_while(is_digit).count();
    let number = str::from_utf8(&digits[..length]).ok().filter(|number| !number.is_empty())?;
    // A number that overflows is not a character either.
    let number = u32::from_str_radix(number, radix).unwrap_or(u32::MAX);
    let character = match u8::try_from(number) {
        Ok(byte @ 128..=159) => {
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }
        _ => char::from_u32(number).filter(|&character| character != '\0'),
    };
    Some((character.unwrap_or(char::REPLACEMENT_CHARACTER), length))
}

fn name(text: &[u8]) -> Option<(char, usize)> {
    // The keys of the table are whole names with `&` and `;`, so the end of the name is found before the lookup.
    let near = &text[1..text.len().min(ENTITY_MAX_LENGTH)];
    let length = near.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    // The table lists `&lt;`, and also `&lt` for the names that browsers accept without a semicolon.
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
    fn references_are_decoded() {
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
            // This name means two characters.
            ("&NotEqualTilde;", None),
            ("&nothing;", None),
            ("&copy=2", None),
            ("&copyright", None),
            ("&order=1", None),
            ("&", None),
            ("&#;", None),
            ("&#x;", None),
            ("&#0;", Some(('\u{FFFD}', 4))),
            ("&#xD800;", Some(('\u{FFFD}', 8))),
            ("&#xFFFFFFFFF;", Some(('\u{FFFD}', 13))),
            ("&#000000000000038;", Some(('&', 18))),
        ];
        for (text, expected) in table {
            assert_eq!(decode_reference(text.as_bytes()), expected, "{text}");
        }
    }
}
