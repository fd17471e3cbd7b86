//! Classes of bytes, a bit each in a table of all bytes: what a loop may pass over without a question.
//!
//! A class is named for where its bytes are passed over. In a table a byte costs a look and no branch, and
//! eight of them are asked in one go: in mail with many URLs a third of the scanner's instructions had gone into
//! one loop that asked each byte several questions, for the ends of bare URLs.

/// What ends a bare URL wherever it stands (W8); of ASCII alone, the others are asked elsewhere.
pub(crate) const ENDS: u8 = 1;
/// Behind the host of a bare URL.
pub(crate) const AFTER_HOST: u8 = 1 << 1;
/// In the host of a bare URL.
pub(crate) const IN_HOST: u8 = 1 << 2;
/// In a scheme (RFC 3986, `scheme`), but for the first byte.
pub(crate) const IN_SCHEME: u8 = 1 << 3;
/// On a line.
pub(crate) const ON_LINE: u8 = 1 << 4;
/// On a line of a wrapper of form `url` or `angle`.
pub(crate) const IN_BRACKETS: u8 = 1 << 5;
/// On a line of one of form `quote`.
pub(crate) const IN_QUOTES: u8 = 1 << 6;
/// In a wrapper on one line without blanks, with the one or other of these.
pub(crate) const GRAPHIC: u8 = 1 << 7;

/// Whether `byte` is of `class`, or of several.
#[inline]
pub(crate) fn is_of(class: u8, byte: u8) -> bool {
    CLASSES_OF_BYTE[usize::from(byte)] & class == class
}

/// How many bytes of `class`, or of several, the text begins with.
#[inline]
pub(crate) fn len_of(class: u8, text: &[u8]) -> usize {
    let (eights, _) = text.as_chunks::<8>();
    let are_of = |eight: &&[u8; 8]| {
        eight.iter().fold(class, |all, &byte| all & CLASSES_OF_BYTE[usize::from(byte)]) == class
    };
    // To find the first other one of eight without a branch is no faster.
    let len = 8 * eights.iter().take_while(are_of).count();
    len + text[len..].iter().take_while(|&&byte| is_of(class, byte)).count()
}

/// How many bytes of `class` the text ends with.
#[inline]
pub(crate) fn len_of_end(class: u8, text: &[u8]) -> usize {
    text.iter().rev().take_while(|&&byte| is_of(class, byte)).count()
}

static CLASSES_OF_BYTE: [u8; 256] = {
    let mut table = [0; 256];
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
    if byte <= b' ' || matches!(byte, 0x7F | b'<' | b'>' | b'"' | b'`' | b'|') {
        classes |= ENDS;
    } else if byte < 0x80 && !matches!(byte, b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}') {
        classes |= AFTER_HOST;
    }
    if name || matches!(byte, b'+' | b'-' | b'.' | b'_' | b'~' | b'%' | b':') {
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
    use std::vec::Vec;

    use super::*;

    #[test]
    fn classes_hold_the_listed_bytes() {
        // The classes that letters and digits are of, and their other members.
        let table: &[(u8, &[u8])] =
            &[(AFTER_HOST, b"!#$%&*+,-./:;=?@\\^_~"), (IN_HOST, b"%+-.:_~"), (IN_SCHEME, b"+-.")];
        for byte in 0..=u8::MAX {
            for &(class, marks) in table {
                let expected = byte.is_ascii_alphanumeric() || marks.contains(&byte);
                assert_eq!(is_of(class, byte), expected, "{class} {byte:#x}");
            }
            let ends = byte <= b' ' || b"\x7F<>\"`|".contains(&byte);
            assert_eq!(is_of(ENDS, byte), ends, "{byte:#x}");
            assert_eq!(is_of(ON_LINE, byte), !b"\r\n".contains(&byte), "{byte:#x}");
            assert_eq!(is_of(GRAPHIC, byte), byte.is_ascii_graphic(), "{byte:#x}");
            assert_eq!(is_of(IN_BRACKETS, byte), !b"\r\n<>".contains(&byte), "{byte:#x}");
            assert_eq!(is_of(IN_QUOTES, byte), !b"\r\n<>\"".contains(&byte), "{byte:#x}");
        }
    }

    #[test]
    fn runs_of_a_class_are_measured_at_both_ends() {
        for len in 0..40 {
            let mut text: Vec<u8> = b"http".iter().copied().cycle().take(len).collect();
            text.extend_from_slice(b"/ab:");
            assert_eq!(len_of(IN_SCHEME, &text), len);
            assert_eq!(len_of(IN_SCHEME, &text[..len]), len);
            text.reverse();
            assert_eq!(len_of_end(IN_SCHEME, &text), len);
            assert_eq!(len_of_end(IN_SCHEME, &text[4..]), len);
        }
    }
}
