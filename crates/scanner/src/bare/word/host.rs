//! Hosts that stand by themselves: what of a word is one, and where it ends with its port.

use core::ops::Range;

use super::text::WordText;
use crate::bare::Bare;
use crate::bare::end::{Authority, UrlExtent, extent};
use crate::config::Domain;
use crate::form::Form;

/// The names that a file is likelier to have behind its last dot than a host, though they are domains:
/// a host without a path or query is none there; a number behind is a line's.
const FILE_EXTENSIONS: &[&str] =
    &["cc", "cf", "java", "md", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "zip"];

/// The longest host and label (RFC 1035, 2.3.4).
const MAX_HOST_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;

impl WordText<'_> {
    /// The first host in `word`. Of the local part of an address none is one, but for what has a path:
    /// `example.org/@name`.
    pub(super) fn host_in(
        self,
        at: usize,
        word: Range<usize>,
        is_address: bool,
        domain_of: fn(&[u8]) -> Domain,
    ) -> Option<Bare> {
        if self.haystack[..word.start].ends_with(b"@") {
            return None;
        }
        let mut start = word.start;
        while start < word.end {
            let run = self.run(start);
            if run.is_empty() {
                start += 1;
                continue;
            }
            if let Some(end) = self.host_end(at, run.clone(), domain_of)
                && (!is_address || self.byte(end) == Some(b'/'))
            {
                let extent = match self.byte(end) {
                    Some(b'/' | b'?' | b'#') => {
                        extent(self.haystack, start, end, Authority::None, self.encoding)
                    }
                    _ => UrlExtent { end, tail: end..end },
                };
                return Some(Bare { form: Form::Host, scheme: None, outer: start, start, extent });
            }
            start = run.end;
        }
        None
    }

    /// Where the host ends that `run` is, its port included; `None` where it is none.
    fn host_end(
        self,
        at: usize,
        run: Range<usize>,
        domain_of: fn(&[u8]) -> Domain,
    ) -> Option<usize> {
        let is_scheme = self.goes_on_as_scheme(run.end);
        let Range { start, end } = self.trimmed(run);
        let before = self.before(start);
        // A letter stands there where a URL ended within a word.
        let touches = before.is_ascii_alphanumeric()
            || matches!(
                before,
                b'_' | b'-' | b'.' | b'/' | b'\\' | b'%' | b'$' | b'@' | b'+' | b'~'
            )
            || start == at && self.letter_len_before(start) > 0;
        let host = &self.haystack[start..end];
        let domain = last_label(host);
        if touches || is_scheme || !is_host(host) {
            return None;
        }
        let first = host.split(|&byte| byte == b'.').next().unwrap_or_default();
        let is_named = [&b"www"[..], b"ftp"].iter().any(|name| first.eq_ignore_ascii_case(name));
        let is_short = host.len() == first.len() + 1 + domain.len();
        if is_named && is_short || !is_named && is_title(domain) {
            return None;
        }
        let end_of_host = end;
        let end = match self.byte(end) {
            Some(b':') => self.port_end(end)?,
            Some(b'(' | b'[' | b'{' | b'=' | b'_' | b'\\' | b'+' | b'$' | b'%' | b'~') => {
                return None;
            }
            _ => end,
        };
        if is_named {
            return Some(end);
        }
        let is_file =
            FILE_EXTENSIONS.iter().any(|name| domain.eq_ignore_ascii_case(name.as_bytes()));
        // List archives mask addresses so: with this and the names of files 61,634 of 78,239 hosts in one of
        // them went.
        let is_masked = self.haystack[..start].ends_with(b" at ");
        let known = domain_of(host);
        if known == Domain::Unknown {
            return None;
        }
        if known == Domain::Known && !is_file && !is_masked {
            return Some(end);
        }
        let has_path = self.has_path(start, end);
        let goes_on = has_path || end > end_of_host;
        let is_none = is_file && !has_path || !goes_on;
        (!is_none).then_some(end)
    }

    /// Whether a path, query or fragment stands behind the host from `start` to `end`, and not the mark that a
    /// sentence ends with: is it in `setup.py?`
    fn has_path(self, start: usize, end: usize) -> bool {
        matches!(self.byte(end), Some(b'/' | b'?' | b'#'))
            && extent(self.haystack, start, end, Authority::None, self.encoding).end > end
    }

    /// Where the port ends whose colon stands at `colon`; there where none is meant, for a blank or
    /// the like follows; `None` where the colon is of something else.
    fn port_end(self, colon: usize) -> Option<usize> {
        let rest = &self.haystack[colon + 1..];
        let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
        let next = rest.get(digits).copied().unwrap_or(b' ');
        match digits {
            0 => {
                let is_stop = next <= b' ' || next >= 0x80 || b".,;)]}<>\"'".contains(&next);
                is_stop.then_some(colon)
            }
            1..=5 => (!next.is_ascii_alphanumeric() && next != b'_').then_some(colon + 1 + digits),
            _ => None,
        }
    }
}

/// Whether `run` could be a host: two labels or more, none empty or with a hyphen at its edge, the last
/// a word of letters or in Punycode.
pub(super) fn is_host(run: &[u8]) -> bool {
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

/// What stands behind the last dot of `host`.
pub(super) fn last_label(host: &[u8]) -> &[u8] {
    host.rsplit(|&byte| byte == b'.').next().unwrap_or_default()
}

/// Whether `label` is a word that begins a sentence, whose blank was lost: `over.It`.
fn is_title(label: &[u8]) -> bool {
    matches!(label, [first, rest @ ..]
        if first.is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase))
}
