//! Recognises the name of a host.

use crate::bytes::work;
use crate::bytes::{begins_with, first, run_len, run_len_end};

/// The longest host and the longest label in bytes (RFC 1035, 2.3.4).
pub(crate) const MAX_HOST_BYTES: usize = 253;
pub(crate) const MAX_LABEL_BYTES: usize = 63;

/// A host has at least two labels, none empty or with a hyphen at its edge. The last has only letters or is in
/// Punycode.
pub(crate) fn is_host(run: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        (1..=MAX_LABEL_BYTES).contains(&label.len())
            && !label.starts_with(b"-")
            && !label.ends_with(b"-")
    };
    let last = last_label(run);
    let is_letters = last.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    run.len() <= MAX_HOST_BYTES
        && last.len() >= 2
        && last.len() < run.len()
        && (is_letters || begins_with(last, "xn--"))
        && run.split(|&byte| byte == b'.').all(is_label)
}

/// Returns the length of the host of ASCII at the start of `text`, without the marks of a sentence after it.
pub(crate) fn host_len(text: &[u8]) -> Option<usize> {
    // One more byte than a host has, so that a longer run is none.
    let run = first(text, MAX_HOST_BYTES + 1);
    let run = &run[..run_len(run, is_name_byte)];
    let host = without_stops(run);
    work::add(run.len());
    is_host(host).then_some(host.len())
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || is_stop(byte)
}

/// Returns `run` without the dots and hyphens at its end, which belong to the sentence.
pub(crate) fn without_stops(run: &[u8]) -> &[u8] {
    &run[..run.len() - run_len_end(run, is_stop)]
}

/// Reports whether `byte` is part of a host only between letters or digits.
pub(crate) fn is_stop(byte: u8) -> bool {
    matches!(byte, b'.' | b'-')
}

pub(crate) fn last_label(host: &[u8]) -> &[u8] {
    host.rsplit(|&byte| byte == b'.').next().unwrap_or_default()
}
