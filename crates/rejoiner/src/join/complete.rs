//! A shortcut for URLs at which few bytes show that they do not go on on the next line. [`Seam::after`](crate::Seam::after)
//! returns `None` for them too:
//!
//! - There is no next run: more text follows on the line, or the next line is empty.
//! - The next line is a rule, with which no URL goes on, or it begins with a word before a space and more text. Neither
//!   begins with a quote mark or a space. The line break is not a soft one, and the URL does not end in `=` or `*`, so no
//!   program broke the line within it. Before prose (`is_prose`) it does not go on.

use crate::join::ends::is_prose;
use crate::join::lines::text_after;
use crate::style::SoftBreaks;

/// Reports whether `url`, the bytes of a URL with its punctuation up to byte `end`, is complete there, judging by few bytes
/// of the text after it. `false` says nothing: [`Seam::after`](crate::Seam::after) decides.
#[must_use]
pub fn is_complete(haystack: &[u8], end: usize, url: &[u8], soft_breaks: SoftBreaks) -> bool {
    if haystack.get(end).is_none_or(u8::is_ascii_graphic) {
        return true;
    }
    let is_hard = soft_breaks == SoftBreaks::Kept || b"\r\n".contains(&haystack[end]);
    let rest = &haystack[text_after(haystack, end)..];
    let ([b'\r', b'\n', next @ ..] | [b'\n', next @ ..]) = rest else { return true };
    let may_have_mark = url.last().is_some_and(|last| b"=*".contains(last));
    let is_of_run = |byte: &&u8| byte.is_ascii_alphabetic() || b".,;:!?".contains(byte);
    let run = match next {
        [] | [b'\n' | b'\r', ..] => return true,
        [b'-', b'-', ..] | [b'=', b'=', b'=', ..] if is_hard && !may_have_mark => return true,
        [b'A'..=b'Z' | b'a'..=b'z', ..] if is_hard => next.iter().take_while(is_of_run).count(),
        _ => return false,
    };
    matches!(next[run..], [b' ', after, ..] if after.is_ascii_graphic())
        && !may_have_mark
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
            ("\n-- \n", true),
            ("\n> word and", false),
            (" \nword and", true),
            (" \n> word and", false),
            ("\nword \nand", false),
            ("\nwo/rd and", false),
            (" │\n│ word and", false),
        ];
        for (rest, is_complete_there) in table {
            let text = std::string::String::from("http://a.example/x.ht") + rest;
            let url = &text.as_bytes()[..text.len() - rest.len()];
            assert_eq!(
                is_complete(text.as_bytes(), url.len(), url, SoftBreaks::Kept),
                is_complete_there,
                "{rest:?}"
            );
        }
    }
}
