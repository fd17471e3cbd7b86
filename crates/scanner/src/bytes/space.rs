//! Whitespace (J1) in bytes: spaces and line breaks.
//!
//! A *space* is whitespace that does not end the line; a *break* is LF, CRLF or a lone CR. Spaces of Unicode are
//! recognised by their UTF-8 bytes in every charset.

use crate::bytes::class::{GRAPHIC, len_of};

/// Returns the length in bytes of the space at `at`, or 0 if there is none. `at` may be the end of the text.
pub(crate) fn space_len(haystack: &[u8], at: usize) -> usize {
    // The first byte alone rules out a space for nearly all text.
    match haystack.get(at) {
        Some(b' ' | b'\t' | 0x0B | 0x0C) => 1,
        Some(0xC2 | 0xE1 | 0xE2 | 0xE3 | 0xEF) => wide_space_len(&haystack[at..]),
        _ => 0,
    }
}

/// Any character of `White_Space`, U+200B or U+FEFF (J1).
fn wide_space_len(text: &[u8]) -> usize {
    match text {
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8B | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..]
        | [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// Reports whether the space at `at` is U+200B, U+2028, U+2029 or U+FEFF, by which software lets a URL break.
fn is_zero_width(haystack: &[u8], at: usize) -> bool {
    matches!(
        haystack.get(at..),
        Some([0xE2, 0x80, 0x8B | 0xA8 | 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..])
    )
}

/// Reports whether any space in `at..end` has a width and does not break the line.
fn has_visible_space(haystack: &[u8], mut at: usize, end: usize) -> bool {
    while at < end {
        if !is_zero_width(haystack, at) {
            return true;
        }
        at += space_len(haystack, at).max(1);
    }
    false
}

/// Returns the offset of the first byte in `at..end` that begins no space, or `end`.
pub(crate) fn skip_spaces(haystack: &[u8], mut at: usize, end: usize) -> usize {
    while at < end {
        match space_len(haystack, at) {
            0 => return at,
            len => at += len,
        }
    }
    end
}

/// Returns the offset of the first byte in `at..end` that begins a space or a break, or `end`.
pub(crate) fn skip_run(haystack: &[u8], mut at: usize, end: usize) -> usize {
    while at < end {
        at += len_of(GRAPHIC, &haystack[at..end]);
        if at == end || is_break(haystack[at]) || space_len(haystack, at) > 0 {
            return at;
        }
        at += 1;
    }
    end
}

/// Returns the start of the next gap from `at` on, or the end of the text. Spaces without a width are no gap.
pub(crate) fn gap_start(haystack: &[u8], mut at: usize, end: usize) -> usize {
    loop {
        at = skip_run(haystack, at, end);
        let next = skip_spaces(haystack, at, end);
        if next == end || has_visible_space(haystack, at, next) {
            return at;
        }
        at = next;
    }
}

pub(crate) fn is_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Returns the offset after the break at `at`: two bytes later for CRLF, otherwise one.
pub(crate) fn after_break(haystack: &[u8], at: usize) -> usize {
    debug_assert!(is_break(haystack[at]));
    if haystack[at..].starts_with(b"\r\n") { at + 2 } else { at + 1 }
}

pub(crate) fn count_breaks(text: &[u8]) -> usize {
    let lf = memchr::memchr_iter(b'\n', text).count();
    // CRLF is counted by its LF.
    let lone_cr = (0..text.len()).filter(|&i| text[i] == b'\r' && text.get(i + 1) != Some(&b'\n'));
    lf + lone_cr.count()
}

/// This looks back over the whole line, so ask for each line only once, as for an opener whose text crosses its end.
pub(crate) fn line_start(haystack: &[u8], at: usize) -> usize {
    let start = memchr::memrchr2(b'\n', b'\r', &haystack[..at]).map_or(0, |i| i + 1);
    crate::bytes::work::add(at - start);
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_those_of_unicode() {
        for c in '\0'..=char::MAX {
            let is_blank =
                (c.is_whitespace() && !"\r\n".contains(c)) || "\u{200b}\u{feff}".contains(c);
            let len = if is_blank { c.len_utf8() } else { 0 };
            assert_eq!(space_len(c.encode_utf8(&mut [0; 4]).as_bytes(), 0), len, "{c:?}");
        }
        // Nothing is read beyond the end.
        assert_eq!(space_len(b"\xE2\x80", 0), 0);
    }
}
