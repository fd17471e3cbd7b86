//! Proposes wrappers with a tag in plain text (J11).
//!
//! The scanner knows no HTML, so it finds a URL without delimiters in such a wrapper. Here it searches a copy of the
//! text around that URL, in which a line break and spaces stand for each tag, so that offsets stay the same.

use alloc::vec::Vec;
use core::ops::Range;

use urlsift_scanner::{Form, Wrapper};

use crate::extract::propose::proposal::{Proposal, Proposer, gaps_of};
use crate::input::DynInput;

/// The greatest number of bytes that are copied before the opener, for the quote marks of its line.
const MAX_BYTES_BEFORE: usize = 256;

/// The greatest number of bytes that are copied after the opener (J11). A wrapper that closes after them is none.
const MAX_BYTES_AFTER: usize = 2048;

/// The tags that are known without a `/` before their names.
const LONE_TAGS: &[&[u8]] = &[b"br", b"p", b"wbr", b"pre", b"nobr"];

const MAX_NAME_BYTES: usize = 10;

/// Returns the readings of the wrapper with a tag around `wrapper`, and the offset of the tag, where the URL may end.
#[inline]
pub(crate) fn in_html(
    proposer: Proposer<'_, '_>,
    wrapper: &Wrapper<'_>,
) -> Option<(Proposal, usize)> {
    // Hardly any URL has such an opener.
    if has_html_around(proposer.input, wrapper) { over_tag(proposer, wrapper) } else { None }
}

fn over_tag(proposer: Proposer<'_, '_>, wrapper: &Wrapper<'_>) -> Option<(Proposal, usize)> {
    let Proposer { input, extractor } = proposer;
    let (text, start) = plain_copy(input.haystack, wrapper);
    let open = wrapper.outer().start - 1;
    let whole = extractor.scanner.find_at(input.scanned(&text), open - start)?;
    let place = |range: Range<usize>| range.start + start..range.end + start;
    let outer = place(whole.outer());
    if !matches!(whole.form(), Form::Url | Form::Angle) || outer.start != open {
        return None;
    }
    // After a tag, words with spaces are prose.
    let tag = wrapper.tail().end;
    let is_after_tag = |line: &Range<usize>| line.start >= tag - start;
    let has_space = |line: Range<usize>| text[line].trim_ascii().contains(&b' ');
    if whole.lines().find(is_after_tag).is_some_and(has_space) {
        return None;
    }
    let lines = whole.lines().map(place);
    Some((proposer.over_lines(whole.form(), outer, lines, gaps_of(&whole)), tag))
}

/// Reports whether a `<` precedes `wrapper`, a URL without delimiters, and a tag follows it.
#[inline]
pub(crate) fn has_html_around(input: &DynInput<'_, '_>, wrapper: &Wrapper<'_>) -> bool {
    let haystack = input.haystack;
    matches!(wrapper.form(), Form::Bare | Form::Prefix)
        && input.markup.is_none()
        && haystack[..wrapper.outer().start].ends_with(b"<")
        && tag_len(&haystack[wrapper.tail().end..]).is_some()
}

/// Copies the text from the line of the opener to a place after the closer, if there is one. Also returns where it
/// begins. The copy ends where a further wrapper may begin, so all copies are linear in the text.
fn plain_copy(haystack: &[u8], wrapper: &Wrapper<'_>) -> (Vec<u8>, usize) {
    let url = wrapper.outer().start;
    let open = url - 1;
    let floor = open.saturating_sub(MAX_BYTES_BEFORE);
    let line = memchr::memrchr2(b'\n', b'\r', &haystack[floor..open]);
    let start = line.map_or(if floor == 0 { 0 } else { open }, |at| floor + at + 1);
    let end = haystack.len().min(url + MAX_BYTES_AFTER);
    let mut text = haystack[start..end].to_vec();
    // Tags may follow the URL only, so that nothing between its opener and its scheme is one.
    let mut at = url;
    while let Some(offset) = memchr::memchr(b'<', &haystack[at..end]) {
        at += offset;
        let copied = at - start;
        let len = tag_len(&haystack[at..end]).filter(|_| at >= wrapper.tail().start);
        let Some(len) = len else {
            text.truncate(copied);
            break;
        };
        text[copied..copied + len].fill(b' ');
        // Before a line break, a tag that becomes one would make a blank line.
        at += len;
        let rest = &haystack[at..end];
        let spaces = &rest[..rest.len() - rest.trim_ascii_start().len()];
        if !spaces.iter().any(|byte| b"\n\r".contains(byte)) {
            text[copied] = b'\n';
        }
    }
    (text, start)
}

/// Returns the length of the tag at the start of `text`, if it is one without attributes: `</pre>`, `<br>`, `<br />`.
fn tag_len(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"<")?;
    let (rest, is_end) = rest.strip_prefix(b"/").map_or((rest, false), |rest| (rest, true));
    let len =
        rest.iter().take(MAX_NAME_BYTES + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    let (name, rest) = rest.split_at(len);
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic)
        && len <= MAX_NAME_BYTES
        && (is_end || LONE_TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag)));
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    let rest = rest.strip_prefix(b">")?;
    is_name.then_some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_without_attributes_are_recognised() {
        let table: &[(&str, Option<usize>)] = &[
            ("</pre> a", Some(6)),
            ("<br>", Some(4)),
            ("<BR />b", Some(6)),
            ("</a>", Some(4)),
            ("</h1>", Some(5)),
            ("<path>", None),
            ("<b>", None),
            ("</>", None),
            ("<br", None),
            ("<br clear=all>", None),
            ("</averylongname>", None),
            ("<http://a/>", None),
        ];
        for &(text, len) in table {
            assert_eq!(tag_len(text.as_bytes()), len, "{text}");
        }
    }
}
