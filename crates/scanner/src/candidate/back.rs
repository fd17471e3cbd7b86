//! Finds the `<` or `"` before a scheme, if it may open a wrapper there (W1, W2, W6).
//!
//! The search stops at the scheme's colon. The bytes directly before the scheme, or at the end of the line before, mostly
//! show that no opener precedes it. Without this check, two of three URLs in mail led to a search for the last `<` and a
//! full check of it in vain. That took a fifth of all the scanner's instructions.
//!
//! This check must accept everything that `wrapper/open.rs` accepts. If it accepts more, `open.rs` still
//! decides.

use memchr::memrchr2;

use crate::bytes::class::{IN_SCHEME, len_of_end};
use crate::bytes::space::is_break;
use crate::bytes::{ends_with, run_len_end, work};
use crate::scheme::MAX_NAME_BYTES;

/// Returns the last `<` or `"` in `floor..run` if it may open a wrapper whose scheme continues at `run`.
pub(crate) fn find_open(haystack: &[u8], floor: usize, run: usize) -> Option<usize> {
    let between = haystack.get(floor..run)?;
    let before = between.trim_ascii_end();
    // The last byte before the scheme settles most cases.
    let may_open = match before.last()? {
        b'<' | b'"' => return Some(floor + before.len() - 1),
        b':' | b'/' | b'>' | b'|' | b'%' | b'#' | 0x80.. => may_precede_scheme(before),
        // A scheme may be broken across lines.
        _ => has_break(&between[before.len()..]) && may_precede_break(before),
    };
    if !may_open {
        return None;
    }
    work::add(before.len());
    memrchr2(b'<', b'"', before).map(|at| floor + at)
}

/// Reports whether `text` may precede a whole scheme. `text` has no whitespace at its end.
fn may_precede_scheme(text: &[u8]) -> bool {
    match text.last() {
        Some(b':') => may_be_url(text) || line_before(text).is_some_and(may_precede_break),
        Some(b'>' | b'|' | b'%' | b'#') => line_before(text).is_some_and(may_precede_break),
        // Slashes between `URL:` and the scheme.
        Some(b'/') => text.strip_suffix(b"//").is_some_and(|text| {
            let text = text.trim_ascii_end();
            !text.ends_with(b"/") && may_precede_scheme(text)
        }),
        // A quote mark or a space beyond ASCII.
        Some(0x80..) => true,
        _ => false,
    }
}

/// Reports whether `line` may precede a line break within an opener.
fn may_precede_break(line: &[u8]) -> bool {
    // The line may end with a part of a broken scheme, and the text before that part must end like an opener, or
    // like the line before in a scheme. Parts that are longer than every name of the table are not some of one.
    let (mut line, mut left) = (line, MAX_NAME_BYTES);
    loop {
        let near = &line[line.len().saturating_sub(left + 1)..];
        let name = len_of_end(IN_SCHEME, near);
        if name > left {
            return false;
        }
        left -= name;
        let (before, _) = line.split_at(line.len() - name);
        line = before.trim_ascii_end();
        match line.last() {
            Some(b':') => return may_be_url(line) || line_before(line).is_some(),
            Some(b'/') => return line.ends_with(b"//"),
            last if may_be_opened(last) => return true,
            _ if name == 0 || !has_break(&before[line.len()..]) => return false,
            _ => {}
        }
    }
}

fn has_break(space: &[u8]) -> bool {
    space.iter().any(|&byte| is_break(byte))
}

/// Reports whether `text` may end with the `URL:` of a wrapper.
fn may_be_url(text: &[u8]) -> bool {
    ends_with(text, "URL:") && may_be_opened(text[..text.len() - 4].trim_ascii_end().last())
}

/// Reports whether a wrapper may be open after `last`, ignoring whitespace.
fn may_be_opened(last: Option<&u8>) -> bool {
    matches!(last, Some(b'<' | b'"' | b'>' | b'|' | b':' | b'%' | b'#' | 0x0B | 0x80..))
}

/// Returns the line before the one that ends with `text`, if `text` holds only quote marks on its line
/// (`wrapper/prefix.rs`).
fn line_before(text: &[u8]) -> Option<&[u8]> {
    let mut at = text.len();
    // Walks back over marks, spaces and initials to the break. Any other byte shows that the line has text.
    let before = loop {
        match text[..at].last()? {
            b'\n' | b'\r' => break text[..at].trim_ascii_end(),
            b'>' | b'|' | b':' | b'%' | b'#' | b' ' | b'\t' | 0x0B | 0x0C | 0x80.. => at -= 1,
            // Initials, as in `JD>`.
            byte if byte.is_ascii_alphanumeric() && text.get(at) == Some(&b'>') => {
                at -= run_len_end(&text[..at], |byte| byte.is_ascii_alphanumeric());
            }
            _ => return None,
        }
    };
    work::add(text.len() - at);
    Some(before)
}
