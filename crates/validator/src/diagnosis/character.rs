//! Classes of characters that explain a failure.

use crate::rejection::RejectionKind;

/// Returns the offset of the first character that a fragment may not have, under the documents without fragments.
///
/// It may have anything except a second `#` and characters that cause a [rejection](crate::Rejection) anywhere.
/// Otherwise `http://h/#` followed by an escape sequence for a terminal would be a URL by RFC 1738.
pub(crate) fn find_in_fragment(fragment: &str) -> Option<usize> {
    fragment.find(|c| c == '#' || RejectionKind::of_character(c).is_some())
}

/// Returns whether `c` is unsafe by RFC 1738, 2.2, or not graphic ASCII.
pub(crate) fn is_unsafe(c: char) -> bool {
    !c.is_ascii_graphic() || "<>\"#%{}|\\^~[]`".contains(c)
}

/// Returns whether the byte at `at` would be one of the two digits of an escape. A `%` before it always
/// begins one, since no grammar allows it for anything else.
pub(super) fn is_in_escape(url: &str, at: usize) -> bool {
    let before = &url.as_bytes()[..at];
    before.ends_with(b"%")
        || before
            .split_last()
            .is_some_and(|(digit, before)| digit.is_ascii_hexdigit() && before.ends_with(b"%"))
}
