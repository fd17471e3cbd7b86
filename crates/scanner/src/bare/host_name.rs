//! Recognises the name of a host.

/// The longest host and the longest label in bytes (RFC 1035, 2.3.4).
pub(crate) const MAX_HOST_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;

/// Reports whether `run` can be a host: at least two labels, none empty or with a hyphen at its edge.
/// The last one has only letters or is in Punycode.
pub(crate) fn is_host(run: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        (1..=MAX_LABEL_BYTES).contains(&label.len())
            && !label.starts_with(b"-")
            && !label.ends_with(b"-")
    };
    let last = last_label(run);
    let is_letters = last.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    let is_punycode = last.get(..4).is_some_and(|four| four.eq_ignore_ascii_case(b"xn--"));
    run.len() <= MAX_HOST_BYTES
        && last.len() >= 2
        && last.len() < run.len()
        && (is_letters || is_punycode)
        && run.split(|&byte| byte == b'.').all(is_label)
}

/// Returns the text after the last dot of `host`.
pub(crate) fn last_label(host: &[u8]) -> &[u8] {
    host.rsplit(|&byte| byte == b'.').next().unwrap_or_default()
}
