//! Recognises hosts without a scheme, and finds their end and port.

use core::ops::Range;

use super::extra::is_ip_address;
use super::text::WordText;
use crate::bare::Bare;
use crate::bare::end::{Authority, UrlExtent, extent};
use crate::bare::host_name::{is_host, last_label};
use crate::bare::mask::MaskRule;
use crate::config::{Config, Domain};
use crate::extra::Extra;
use crate::form::{Form, Forms};
use crate::input::Haystack;

/// Top-level domains that are more likely a file's extension. A host in one of them counts only with a
/// path or query. A number after the colon is a line number.
const FILE_EXTENSIONS: &[&str] = &[
    "cc", "cf", "int", "java", "md", "mk", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so",
    "zip",
];

/// Top-level domains that are words. In `twisted.in` a space is missing, or it is a host; nothing tells which.
const WORDS: &[&str] = &[
    "al", "am", "as", "at", "be", "by", "do", "id", "im", "in", "is", "it", "me", "my", "no", "so",
    "to", "us",
];

/// First labels of names in programs: `self.id`, and packages such as `org.apache.maven.it`.
const PROGRAM_NAMES: &[&str] = &["self", "this", "java", "javax"];
const PACKAGE_NAMES: &[&str] = &["com", "edu", "gov", "net", "org"];

impl WordText<'_> {
    /// Returns the first host in `word` whose form is in `forms`. In the local part of an address, only a host with a
    /// path counts: `example.org/@name`.
    pub(super) fn host_in(
        self,
        word: Range<usize>,
        is_address: bool,
        config: &Config,
    ) -> Option<Bare> {
        let forms = config.forms;
        let has_path = || self.haystack[word.clone()].contains(&b'/');
        if !forms.meets(HOST_FORMS)
            || self.haystack[..word.start].ends_with(b"@")
            || is_address && !has_path()
        {
            return None;
        }
        let mut start = word.start;
        while start < word.end {
            // Goes through the runs of a host's characters in the word. Bytes between two runs are skipped.
            let run = self.run(start);
            if run.is_empty() {
                start += 1;
                continue;
            }
            let form = if self.haystack[run.clone()]
                .get(..4)
                .is_some_and(|four| four.eq_ignore_ascii_case(b"www."))
            {
                Form::Www
            } else {
                Form::Host
            };
            if forms.contains(form)
                && let Some(end) = self.host_end(run.clone(), config, false)
                && (!is_address || self.byte(end) == Some(b'/'))
            {
                // Only a path, query or fragment continues the host.
                let extent = match self.byte(end) {
                    Some(b'/' | b'?' | b'#') => self.extent(start, end),
                    _ => UrlExtent::new(end),
                };
                return Some(Bare { form, scheme: None, outer: start, start, extent });
            }
            start = run.end;
        }
        None
    }

    /// Returns the end of the host in `run`, its port included, or `None` if it is not a host. It may follow `//` if the
    /// caller has seen these.
    pub(super) fn host_end(
        self,
        run: Range<usize>,
        config: &Config,
        is_after_slashes: bool,
    ) -> Option<usize> {
        let (domain_of, extras) = (config.domain_of, config.extras);
        let run_end = run.end;
        let is_scheme = self.goes_on_as_scheme(run_end);
        let Range { start, end } = self.trimmed(run);
        let host = &self.haystack[start..end];
        let domain = last_label(host);
        let is_ip = extras.contains(Extra::IpAddress) && is_ip_address(host);
        if !is_after_slashes && self.touches(start)
            || is_scheme
            || !is_host(host) && !is_ip
            || self.is_joined_after(run_end)
            || self.is_masked(start, run_end)
        {
            return None;
        }
        // `www` and `ftp` need two more labels. Other hosts must not end in a word that begins a sentence.
        let first = host.split(|&byte| byte == b'.').next().unwrap_or_default();
        let is_named = [&b"www"[..], b"ftp"].iter().any(|name| first.eq_ignore_ascii_case(name));
        let is_short = host.len() == first.len() + 1 + domain.len();
        if is_named && is_short || !is_named && is_title(domain) {
            return None;
        }
        let end_of_host = end;
        let end = self.port_or_end(end)?;
        let known = if is_ip { Domain::Known } else { domain_of(host) };
        if is_named {
            // A file may be named after a host: `www.example.com.crt`. A domain of two letters is a country. The writer
            // of `www.exam...` left out the rest.
            let labels = host.split(|&byte| byte == b'.').count();
            let is_file = labels > 3
                && domain.len() > 2
                && domain_of(&host[..host.len() - domain.len() - 1]) != Domain::Unknown;
            let is_cut = self.haystack[end_of_host..].starts_with(b"..");
            return (known != Domain::Unknown || !is_file && !is_cut).then_some(end);
        }
        let is_file =
            FILE_EXTENSIONS.iter().any(|name| domain.eq_ignore_ascii_case(name.as_bytes()));
        // List archives mask addresses as `user at host`. This rule and the one on file names removed 61,634
        // of 78,239 hosts in one of them.
        let has_masks = self.rules.has_masks;
        let is_masked = has_masks && is_after_mask(&self.haystack[..start]);
        // In `jim.example at host.example` the host is before the mask.
        let is_user = self.haystack[end..].strip_prefix(b" at ").is_some_and(|rest| {
            if !has_masks {
                return false;
            }
            let next = self.run(self.haystack.len() - rest.len());
            let next = &self.haystack[self.trimmed(next)];
            is_host(next) && domain_of(next) != Domain::Unknown
        });
        if known == Domain::Unknown || is_user {
            return None;
        }
        if extras.contains(Extra::DoubtfulDomain) && !is_masked {
            return Some(end);
        }
        let labels = host.split(|&byte| byte == b'.').count();
        let is = |label: &[u8], names: &[&str]| {
            names.iter().any(|name| label.eq_ignore_ascii_case(name.as_bytes()))
        };
        let name = &host[..host.len() - domain.len()];
        let is_odd = labels == 2 && (first.len() == 1 || is(domain, WORDS))
            || is(first, PROGRAM_NAMES)
            || labels > 2 && is(first, PACKAGE_NAMES)
            || is_odd_in_case(name, domain);
        // The common case: a known domain needs no further evidence.
        if known == Domain::Known && !is_file && !is_masked && !is_odd {
            return Some(end);
        }
        let has_path = self.has_path(start, end);
        // Names that are also files need a path. Doubtful, odd and masked hosts need a path or a port.
        let goes_on = has_path || end > end_of_host;
        let is_none = is_file && !has_path || !goes_on;
        (!is_none).then_some(end)
    }

    /// Returns the end of the host that ends at `end`, its port included, or `None` if the byte after it rules it out.
    pub(super) fn port_or_end(self, end: usize) -> Option<usize> {
        match self.byte(end) {
            Some(b':') => self.port_end(end),
            // These bytes follow a name in program text: a call, an index, an assignment.
            Some(b'(' | b'[' | b'{' | b'=' | b'_' | b'\\' | b'+' | b'$' | b'%' | b'~') => None,
            // The route of an article: `news.example!relay.example!jim`.
            Some(b'!') if self.host_len(end + 1) > 0 => None,
            _ => Some(end),
        }
    }

    /// Reports whether a path, query or fragment follows the host `start..end`. A mark that ends the
    /// sentence does not count, as in "is it in `setup.py?`".
    fn has_path(self, start: usize, end: usize) -> bool {
        matches!(self.byte(end), Some(b'/' | b'?' | b'#')) && self.extent(start, end).end > end
    }

    /// Returns the extent of the path, query or fragment at `end` of the URL that begins at `start`.
    pub(super) fn extent(self, start: usize, end: usize) -> UrlExtent {
        let Self { haystack, encoding, rules } = self;
        let input = Haystack { haystack, encoding, rules };
        extent(input, start, end, Authority::None, MaskRule::Nowhere)
    }

    /// Returns the end of the port whose colon is at `colon`. Returns `colon` if it begins no port, because
    /// whitespace or closing punctuation follows. Returns `None` if the colon rules out a host.
    fn port_end(self, colon: usize) -> Option<usize> {
        let rest = &self.haystack[colon + 1..];
        // A port has one to five digits. The sixth is read only to rule out a longer number.
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

/// Reports whether `before` ends like the first part of a masked address: `jim at `, `jim <at> `, `jim @ `.
fn is_after_mask(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b" ") else { return false };
    [&b" at"[..], b"<at>", b"[at]", b"(at)", b"@"].iter().any(|mask| before.ends_with(mask))
}

/// The forms of hosts.
const HOST_FORMS: Forms = Forms::none().with(Form::Www).with(Form::Host);

/// Reports whether `domain` has capitals that the labels before it lack (`logging.INFO`), or is that of a country after
/// one label, both in capitals, as the symbols of shares are (`CBRJ.PK`).
fn is_odd_in_case(name: &[u8], domain: &[u8]) -> bool {
    let has = |text: &[u8], is: fn(&u8) -> bool| text.iter().any(is);
    let is_capital = has(domain, u8::is_ascii_uppercase);
    let label = name.strip_suffix(b".").unwrap_or(name);
    let is_symbol = domain.len() == 2
        && !label.contains(&b'.')
        && !has(label, u8::is_ascii_lowercase)
        && has(label, u8::is_ascii_uppercase);
    is_capital && (is_symbol || !has(name, u8::is_ascii_uppercase))
}

/// Reports whether `label` begins a sentence after a lost space: `over.It`.
fn is_title(label: &[u8]) -> bool {
    matches!(label, [first, rest @ ..]
        if first.is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase))
}
