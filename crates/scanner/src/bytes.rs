//! Small searches at the edges of a text, classes of single bytes, whitespace, hidden characters, and a count of the bytes
//! looked at.

pub(crate) mod class;
pub(crate) mod hidden;
pub(crate) mod space;
pub(crate) mod work;

#[inline]
pub(crate) fn begins_with(text: &[u8], name: &str) -> bool {
    text.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
}

#[inline]
pub(crate) fn ends_with(text: &[u8], name: &str) -> bool {
    text.len().checked_sub(name.len()).is_some_and(|at| begins_with(&text[at..], name))
}

/// Returns the number of bytes at the start of `text` that `is_of` accepts.
pub(crate) fn run_len(text: &[u8], is_of: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&byte| is_of(byte)).count()
}

/// Returns the number of bytes at the end of `text` that `is_of` accepts.
pub(crate) fn run_len_end(text: &[u8], is_of: impl Fn(u8) -> bool) -> usize {
    text.iter().rev().take_while(|&&byte| is_of(byte)).count()
}

pub(crate) fn first(text: &[u8], len: usize) -> &[u8] {
    &text[..text.len().min(len)]
}
