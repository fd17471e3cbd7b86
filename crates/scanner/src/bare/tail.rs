//! Finds the punctuation that is dropped from the end of a bare URL (W8).

use crate::bytes::run_len_end;

/// Returns the length of `url` without the punctuation of the sentence. A `*` after `=` is a value. `colon` is the offset
/// after the scheme's colon; nothing before it is dropped. `before` is the text before the URL.
pub(super) fn trimmed(url: &[u8], colon: usize, before: &[u8]) -> usize {
    let mut end = url.len();
    // Counted once: a URL that ends in many quotes must not be counted again for each of them.
    let mut quotes = None;
    // Each turn drops one mark: `b!?` loses both.
    while end > colon {
        let text = &url[colon..end];
        let len = match text[text.len() - 1] {
            // `news:*` is all groups (RFC 1738, section 3.6).
            b'*' if text.ends_with(b"=*") || url[..end].eq_ignore_ascii_case(b"news:*") => 0,
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'(' | b'[' | b'{' | b'\\' | b'|' | b'*' => 1,
            b'-' | b'_' | b'~' | b'=' => line_len(text, before),
            b']' => label_len(text),
            b'\'' => {
                let count = quotes.get_or_insert_with(|| memchr::memchr_iter(b'\'', text).count());
                *count -= 1;
                usize::from(*count % 2 == 0)
            }
            b's' if text.ends_with(b"'s") && is_file(text) => 1,
            b's' if text.ends_with("\u{2019}s".as_bytes()) => "\u{2019}s".len(),
            // `\n` and similar: an escape of program text, such as JSON.
            b'n' | b'r' | b't' if text[..text.len() - 1].ends_with(b"\\") => 2,
            0x80.. => symbol_len(text),
            _ => 0,
        };
        if len == 0 {
            break;
        }
        end -= len;
    }
    end
}

const MAX_SEGMENT_BYTES: usize = 256;

/// Reports whether the last segment of `text`, without the `'s` at its end, is empty or has a dot.
fn is_file(text: &[u8]) -> bool {
    let text = &text[text.len().saturating_sub(MAX_SEGMENT_BYTES)..text.len() - 2];
    let segment = memchr::memrchr(b'/', text).map_or(text, |slash| &text[slash + 1..]);
    segment.is_empty() || segment.contains(&b'.')
}

/// The marks of emphasis that may be around a URL: of Markdown, of chats, and of pages.
const EMPHASIS: [&[u8]; 3] = [b"_", b"~~", b"=="];

/// The least length of a rule of `-` or `_` (`____`) at the end of a URL.
const MIN_RULE_BYTES: usize = 4;

/// Returns the length of the line at the end of `text`: a rule, or emphasis that begins in `before`, the text before
/// the URL.
fn line_len(text: &[u8], before: &[u8]) -> usize {
    let mark = text[text.len() - 1];
    if b"-_".contains(&mark) {
        let len = run_len_end(text, |byte| byte == mark);
        if len >= MIN_RULE_BYTES {
            return len;
        }
    }
    let is_around = |mark: &&&[u8]| text.ends_with(mark) && before.ends_with(mark);
    EMPHASIS.iter().find(is_around).map_or(0, |mark| mark.len())
}

/// Returns the length of the text in square brackets at the end of `text`, if it is not a part of the URL, or else 0: a
/// footnote of up to two digits (`/a[1]`), the label of a link in `AsciiDoc` (`/a[here]`, `/a[^]`), a tag of `BBCode`.
fn label_len(text: &[u8]) -> usize {
    let Some(open) = memchr::memrchr(b'[', text) else { return 0 };
    let label = &text[open + 1..text.len() - 1];
    let before = &text[..open];
    let is_label = match label {
        [] | [b'^', ..] => true,
        [b'/', tag @ ..] => tag.iter().all(u8::is_ascii_alphabetic),
        [b'0'..=b'9', rest @ ..] => rest.len() < 2 && rest.iter().all(u8::is_ascii_digit),
        // After a slash, a small word is rather a place to fill in: `/users/[name]`.
        [b'a'..=b'z', _, ..] => !before.ends_with(b"/"),
        [first, _, ..] => first.is_ascii_uppercase(),
        _ => false,
    };
    // After `//` it is an address.
    let is_after_path = !before.ends_with(b"//")
        && before.last().is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'/');
    let is_dropped = is_label && is_after_path && memchr::memchr2(b'?', b'=', before).is_none();
    if is_dropped { text.len() - open } else { 0 }
}

/// Returns the length of the symbol at the end of `text`, such as `©` or `😀`, unless it is a value: `?utf8=✓`.
fn symbol_len(text: &[u8]) -> usize {
    let lead = text.iter().rev().take(4).position(|byte| *byte >= 0xC0);
    let Some(at) = lead.and_then(|back| text.len().checked_sub(back + 1)) else { return 0 };
    let c = core::str::from_utf8(&text[at..]).ok().and_then(|last| last.chars().next());
    let len = text.len() - at;
    let before = &text[..at];
    match c {
        // A digit on a key of the keyboard.
        Some('\u{20E3}') => {
            let digit = before.strip_suffix("\u{FE0F}".as_bytes()).unwrap_or(before);
            text.len() + 1 - digit.len()
        }
        Some(
            '\u{A9}'
            | '\u{AE}'
            | '\u{2122}'
            | '\u{2022}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{25A0}'..='\u{27BF}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{FE0F}'
            | '\u{1F000}'..='\u{1FAFF}',
        ) if !before.last().is_some_and(|byte| b"=/".contains(byte)) => len,
        _ => 0,
    }
}
