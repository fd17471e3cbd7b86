//! Classes of characters.

use crate::rejection::RejectionKind;

/// V1: under the documents that know no fragment it is unconstrained, but for a second `#` and for
/// what V2 refuses anywhere. Otherwise `http://h/#` and an escape sequence for a terminal would be a
/// URL by RFC 1738.
pub(crate) fn find_in_fragment(fragment: &str) -> Option<usize> {
    fragment.find(|c| c == '#' || RejectionKind::of_character(c).is_some())
}

/// What RFC 1738, 2.2, calls unsafe, and what is no graphic ASCII. The brackets are delimiters to RFC
/// 3986, but around an IP literal only.
pub(crate) fn is_unsafe(c: char) -> bool {
    !c.is_ascii_graphic() || "<>\"#%{}|\\^~[]`".contains(c)
}

/// Whether the byte at `at` would be one of the two digits of an escape. The `%` before it is
/// always the beginning of one, for no grammar has it for anything else.
pub(super) fn is_in_escape(url: &str, at: usize) -> bool {
    let before = &url.as_bytes()[..at];
    before.ends_with(b"%")
        || before
            .split_last()
            .is_some_and(|(digit, before)| digit.is_ascii_hexdigit() && before.ends_with(b"%"))
}
