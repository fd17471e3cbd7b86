//! A shortcut for URLs at which few bytes show that they do not go on on the next line. [`Seam::after`](crate::Seam::after)
//! returns `None` for them too:
//!
//! - There is no next run: more text follows on the line, or the next line is empty.
//! - The next line begins with a letter, so it has no quote mark, and its first run is a word before a space and more text.
//!   The line break directly follows the URL, so it is not a soft one. The URL does not end in `=` or `*`, so it has no
//!   mark of a program. Before prose (`is_prose`) it then does not go on.

use crate::join::ends::is_prose;
use crate::join::lines::text_after;

/// Reports whether `url`, the bytes of a URL with its punctuation up to byte `end`, is complete there, judging by few bytes
/// of the text after it. `false` says nothing: [`Seam::after`](crate::Seam::after) decides.
#[must_use]
pub fn is_complete(haystack: &[u8], end: usize, url: &[u8]) -> bool {
    let (rest, is_direct) = match haystack.get(end..) {
        None | Some([]) => return true,
        Some([byte, ..]) if byte.is_ascii_graphic() => return true,
        Some(rest @ [b'\n' | b'\r', ..]) => (rest, true),
        Some(_) => (&haystack[text_after(haystack, end)..], false),
    };
    let ([b'\r', b'\n', next @ ..] | [b'\n', next @ ..]) = rest else { return true };
    let is_of_run = |byte: &&u8| byte.is_ascii_alphabetic() || b".,;:!?".contains(byte);
    let run = match next {
        [] | [b'\n' | b'\r', ..] => return true,
        [b'A'..=b'Z' | b'a'..=b'z', ..] if is_direct => next.iter().take_while(is_of_run).count(),
        _ => return false,
    };
    matches!(next[run..], [b' ', after, ..] if after.is_ascii_graphic())
        && !url.last().is_some_and(|last| b"=*".contains(last))
        && is_prose(url, &next[..run], false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bytes_show_that_a_url_is_complete() {
        // (text after a URL, whether it shows that the URL is complete)
        let table = [
            ("", true),
            (" word\nword", true),
            ("\n", true),
            (" \t\r\n\r\nword", true),
            ("\r\rword", true),
            ("\nword", false),
            ("\r\nword, and", true),
            ("\nword\u{a0}and", false),
            ("\nml and", false),
            ("\n> word and", false),
            (" \nword and", false),
            ("\nword \nand", false),
            ("\nwo/rd and", false),
            (" │\n│ word and", false),
        ];
        for (rest, is_complete_there) in table {
            let text = std::string::String::from("http://a.example/x.ht") + rest;
            let url = &text.as_bytes()[..text.len() - rest.len()];
            assert_eq!(is_complete(text.as_bytes(), url.len(), url), is_complete_there, "{rest:?}");
        }
    }
}
