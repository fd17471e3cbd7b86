//! Classes of bytes, for loops that skip every byte of a class.
//!
//! A class is named for the place where its bytes are skipped. Each class is one bit of a table entry, so a check costs
//! one load and no branch, and a loop checks eight bytes at once. Several comparisons per byte took a third of the
//! scanner's instructions in mail with many URLs.

/// ASCII bytes that end a bare URL anywhere (W8).
pub(crate) const ENDS: u8 = 1;
/// ASCII bytes that never end a bare URL after its host.
pub(crate) const AFTER_HOST: u8 = 1 << 1;
/// ASCII bytes that never end a bare URL in its host.
pub(crate) const IN_HOST: u8 = 1 << 2;
/// Bytes of a scheme (RFC 3986, `scheme`), ignoring that the first one is a letter.
pub(crate) const IN_SCHEME: u8 = 1 << 3;
/// Bytes that do not end a line.
pub(crate) const ON_LINE: u8 = 1 << 4;
/// Bytes that do not end a line of a wrapper in form `url` or `angle`.
pub(crate) const IN_BRACKETS: u8 = 1 << 5;
/// Bytes that do not end a line of a wrapper in form `quote`.
pub(crate) const IN_QUOTES: u8 = 1 << 6;
/// Printable ASCII. Combined with one of the two above: text of a wrapper on one line without whitespace.
pub(crate) const GRAPHIC: u8 = 1 << 7;

/// With several classes, the byte must be in all of them.
#[inline]
pub(crate) fn is_of(class: u8, byte: u8) -> bool {
    CLASSES_OF_BYTE[usize::from(byte)] & class == class
}

/// With several classes, each byte must be in all of them.
#[inline]
pub(crate) fn len_of(class: u8, text: &[u8]) -> usize {
    len_in(&CLASSES_OF_BYTE, class, text)
}

/// Like [`len_of`], with the classes that `table` has for each byte.
#[inline]
pub(crate) fn len_in(table: &[u8; 256], class: u8, text: &[u8]) -> usize {
    let (eights, _) = text.as_chunks::<8>();
    let are_of = |eight: &&[u8; 8]| {
        // ANDs the entries of eight bytes, so that one comparison checks all eight.
        eight.iter().fold(class, |all, &byte| all & table[usize::from(byte)]) == class
    };
    // Locating the first other byte of eight without a branch was no faster.
    let len = 8 * eights.iter().take_while(are_of).count();
    let is_of = |byte: &&u8| table[usize::from(**byte)] & class == class;
    len + text[len..].iter().take_while(is_of).count()
}

#[inline]
pub(crate) fn len_of_end(class: u8, text: &[u8]) -> usize {
    text.iter().rev().take_while(|&&byte| is_of(class, byte)).count()
}

static CLASSES_OF_BYTE: [u8; 256] = {
    let mut table = [0; 256];
    // A const initialiser has no `for` loop. The loop counts down to 1, and byte 0 is set after it.
    let mut byte = u8::MAX;
    while byte > 0 {
        table[byte as usize] = classes(byte);
        byte -= 1;
    }
    table[0] = classes(0);
    table
};

const fn classes(byte: u8) -> u8 {
    let mut classes = 0;
    let name = byte.is_ascii_alphanumeric();
    if name || matches!(byte, b'+' | b'-' | b'.') {
        classes |= IN_SCHEME;
    }
    if byte <= b' ' || matches!(byte, 0x7F | b'<' | b'>' | b'"' | b'`') {
        classes |= ENDS;
    } else if byte < 0x80
        && !matches!(
            byte,
            b'&' | b'\'' | b'(' | b')' | b':' | b'[' | b'\\' | b']' | b'{' | b'|' | b'}'
        )
    {
        classes |= AFTER_HOST;
    }
    if name || matches!(byte, b'+' | b'-' | b'.' | b'_' | b'~' | b'%') {
        classes |= IN_HOST;
    }
    if byte.is_ascii_graphic() {
        classes |= GRAPHIC;
    }
    if !matches!(byte, b'\n' | b'\r') {
        classes |= ON_LINE;
        if !matches!(byte, b'<' | b'>') {
            classes |= IN_BRACKETS;
            if byte != b'"' {
                classes |= IN_QUOTES;
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::*;

    #[test]
    fn runs_of_a_class_are_measured_at_both_ends() {
        for len in 0..40 {
            let run = &"http".repeat(10)[..len];
            let text = String::from("/") + run + "/";
            assert_eq!(len_of(IN_SCHEME, &text.as_bytes()[1..]), len);
            assert_eq!(len_of(IN_SCHEME, run.as_bytes()), len);
            assert_eq!(len_of_end(IN_SCHEME, &text.as_bytes()[..=len]), len);
        }
    }
}
