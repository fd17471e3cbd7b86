//! Recognises hosts without a scheme, and finds their end and port.

use core::ops::Range;

use super::extra::is_ip_address;
use crate::bare::Bare;
use crate::bare::end::{UrlExtent, after_host};
use crate::bare::host_name::{MAX_HOST_BYTES, is_host, is_name_byte, is_stop, last_label};
use crate::bytes::{begins_with, ends_with, first, run_len, run_len_end};
use crate::config::{Config, Domain};
use crate::extra::Extra;
use crate::form::{Form, Forms};
use crate::input::Haystack;

/// The countries directly below whose domains text has the most hosts. Below other ones (`git.bb`, `log.py`) it has
/// more names of files and of programs, so a path must follow.
const COUNTRIES: &str = "ca ch cn co cz de dk ee es eu fi fr gr hu ie io jp nl pt ro ru se sk tv";

/// More such countries, but these domains are also words or the extensions of files: `broken.it`, `run.pl`. They need
/// three labels or a path.
const WORDS: &str = "at be it no pl us";

impl Haystack<'_> {
    /// In the local part of an address, only a host with a path counts: `example.org/@name`.
    pub(super) fn host_in(
        self,
        word: Range<usize>,
        is_address: bool,
        config: &Config,
    ) -> Option<Bare> {
        let forms = config.forms;
        let has_path = || self.haystack[word.clone()].contains(&b'/');
        if !forms.meets(HOST_FORMS) || is_address && !has_path() {
            return None;
        }
        let is_after_at = self.haystack[..word.start].ends_with(b"@");
        let mut from = word.start;
        while from < word.end {
            // Goes through the runs of a host's characters in the word. Bytes between two runs are skipped.
            let run = self.run(from);
            if run.is_empty() {
                from += 1;
                continue;
            }
            from = run.end;
            let (form, name, start, may_begin) = if let Some(start) = self.www_start(run.clone()) {
                (Form::Www, start, start, true)
            } else {
                let start = self.underscore_start(word.start, run.clone()).unwrap_or(run.start);
                (Form::Host, run.start, start, !is_after_at && !self.touches(start))
            };
            if forms.contains(form)
                && may_begin
                && let Some(end) = self.host_end(name..run.end, config)
                && (!is_address || self.byte(end) == Some(b'/'))
            {
                // Only a path, query or fragment continues the host.
                let extent = match self.byte(end) {
                    Some(b'/' | b'?' | b'#') => after_host(self, start, end),
                    _ => UrlExtent::new(end),
                };
                return Some(Bare::without_scheme(form, start, extent));
            }
        }
        None
    }

    /// Returns the start of `www.` if a host begins with it in `run`, after marks: a row of dots, or `[._~@-]`.
    fn www_start(self, run: Range<usize>) -> Option<usize> {
        let text = &self.haystack[self.trimmed(run.clone())];
        let row = text.windows(2).rposition(|pair| pair == b"..").map_or(0, |at| at + 2);
        let marks = run_len(&text[row..], is_stop);
        let start = run.start + row + marks;
        if !begins_with(&self.haystack[start..], "www.") {
            return None;
        }
        let before = &self.haystack[..start];
        let marks = run_len_end(before, |byte| b"._~@-".contains(&byte));
        let outside = start - marks;
        // An address may end in `"@www.example.org`.
        let is_first = !before.ends_with(b"@") || self.before(outside) <= b' ';
        (row > 0 || !self.touches(outside) && is_first).then_some(start)
    }

    /// Returns the start of the host that ends with `run` if a label before the last two has an underscore:
    /// `a_b.example.org`.
    fn underscore_start(self, at: usize, run: Range<usize>) -> Option<usize> {
        let text = &self.haystack[run.clone()];
        if self.before(run.start) != b'_' || begins_with(text, "ftp.") || dots(text) < 2 {
            return None;
        }
        let before = &self.haystack[at.max(run.start.saturating_sub(MAX_HOST_BYTES))..run.start];
        let name = before.len() - run_len_end(before, |byte| byte == b'_' || is_name_byte(byte));
        let marks = before[name..].iter().position(u8::is_ascii_alphanumeric)?;
        Some(run.start - before.len() + name + marks)
    }

    /// Returns the end of the host in `run`, its port included. The caller knows that a host may begin there.
    pub(super) fn host_end(self, run: Range<usize>, config: &Config) -> Option<usize> {
        let (domain_of, extras) = (config.domain_of, config.extras);
        let run_end = run.end;
        let is_scheme = self.goes_on_as_scheme(run_end);
        let Range { start, end } = self.trimmed(run);
        let host = &self.haystack[start..end];
        let domain = last_label(host);
        let is_ip = extras.contains(Extra::IpAddress) && is_ip_address(host);
        if is_scheme
            || !is_host(host) && !is_ip
            || self.is_joined_after(run_end)
            || self.is_masked(start, run_end)
        {
            return None;
        }
        let end = self.port_or_end(end)?;
        let known = if is_ip { Domain::Known } else { domain_of(host) };
        let is_named = ["www.", "ftp."].iter().any(|name| begins_with(host, name));
        if is_named {
            // Two more labels follow. A file may be named after a host: `www.example.com.crt`.
            let parent = &host[..host.len() - domain.len() - 1];
            let is_file = dots(host) > 2 && domain_of(parent) != Domain::Unknown;
            return (dots(host) > 1 && (known != Domain::Unknown || !is_file)).then_some(end);
        }
        let (before, after) = (&self.haystack[..start], &self.haystack[end..]);
        let has_path = after.starts_with(b"/");
        // List archives mask addresses as `user at host`: 61,000 in one of them.
        let has_masks = self.rules.has_masks;
        let is_masked = has_masks && is_after_mask(before);
        // In `jim.example at host.example` the host is before the mask.
        let is_user = has_masks
            && after.strip_prefix(b" at ").is_some_and(|rest| {
                let next = self.run(self.haystack.len() - rest.len());
                let next = &self.haystack[self.trimmed(next)];
                is_host(next) && domain_of(next) != Domain::Unknown
            });
        let is_doubtful = !extras.contains(Extra::DoubtfulDomain)
            && (known == Domain::Doubtful
                || is_assigned(before, after)
                || is_in_small_country(host, domain_of));
        let is_none = known == Domain::Unknown
            || is_user
            || is_cut(before, domain_of)
            || (is_masked || is_doubtful) && !has_path;
        (!is_none).then_some(end)
    }

    /// Returns the end of the host that ends at `end`, its port included, or `None` if the byte after it rules it out.
    pub(super) fn port_or_end(self, end: usize) -> Option<usize> {
        match self.byte(end) {
            Some(b':') => self.port_end(end),
            // These bytes follow a name in program text: a call, an index, an assignment.
            Some(b'(' | b'[' | b'{' | b'=' | b'\\' | b'+' | b'$' | b'%') => None,
            // Markup ends here, or a name goes on.
            Some(mark @ (b'_' | b'~')) => {
                let marks = run_len(&self.haystack[end..], |byte| byte == mark);
                (self.host_len(end + marks) == 0).then_some(end)
            }
            // The route of an article: `news.example!relay.example!jim`.
            Some(b'!') if self.host_len(end + 1) > 0 => None,
            _ => Some(end),
        }
    }

    /// Returns the end of the port whose colon is at `colon`, `colon` if whitespace or closing punctuation follows it,
    /// and `None` if it rules out a host.
    fn port_end(self, colon: usize) -> Option<usize> {
        let rest = &self.haystack[colon + 1..];
        // A port has one to five digits. The sixth is read only to rule out a longer number.
        let digits = run_len(first(rest, 6), |byte| byte.is_ascii_digit());
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

/// Reports whether `before` ends like the first part of a masked address: `jim at `, `jim[AT]`, `jim <at> `, `jim @ `.
fn is_after_mask(before: &[u8]) -> bool {
    let text = line_before(before).unwrap_or(before.trim_ascii_end());
    let gap = &before[text.len()..];
    let is_at = |text: &[u8]| ends_with(text, "at");
    match text {
        [.., b'@'] => true,
        [text @ .., b')' | b']' | b'}' | b'>' | b'|' | b'/'] if is_at(text) => {
            matches!(text[..text.len() - 2], [.., b'(' | b'[' | b'{' | b'<' | b'|' | b'/'])
        }
        _ => gap == b" " && ends_with(text, " at"),
    }
}

/// Reports whether the host between `before` and `after` is a value after `=`, or a key that begins its line.
fn is_assigned(before: &[u8], after: &[u8]) -> bool {
    let next = after.iter().find(|byte| !b" \t".contains(byte));
    before.ends_with(b"=") || next == Some(&b'=') && line_before(before).is_some()
}

/// Reports whether the host after `before` is the rest of a word or host that a line break cuts: `my-⏎bank.example`,
/// `http://www.⏎example.org`.
fn is_cut(before: &[u8], domain_of: fn(&[u8]) -> Domain) -> bool {
    match line_before(before) {
        Some([.., last, b'-']) => last.is_ascii_alphanumeric(),
        Some([line @ .., b'.']) => {
            let host = line.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
            let is_whole = is_host(host) && domain_of(host) == Domain::Known;
            line[..line.len() - host.len()].ends_with(b"://") && !is_whole
        }
        _ => false,
    }
}

/// Returns the lines before the end of `text`, if only whitespace and quote marks follow the line break.
fn line_before(text: &[u8]) -> Option<&[u8]> {
    let text = &text[..text.len() - run_len_end(text, |byte| b" \t>|".contains(&byte))];
    text.ends_with(b"\n").then_some(text).or(text.strip_suffix(b"\r")).map(<[u8]>::trim_ascii_end)
}

const HOST_FORMS: Forms = Forms::none().with(Form::Www).with(Form::Host);

/// Reports whether `host` is in the domain of a country with few hosts, directly below it (`git.bb`, but not `a.co.bb`).
fn is_in_small_country(host: &[u8], domain_of: fn(&[u8]) -> Domain) -> bool {
    let domain = last_label(host);
    let is_in =
        |names: &str| names.split(' ').any(|name| domain.eq_ignore_ascii_case(name.as_bytes()));
    let second = last_label(&host[..host.len() - domain.len() - 1]);
    let suffix = &host[host.len() - domain.len() - 1 - second.len()..];
    let is_country = domain.len() == 2 && domain.iter().all(u8::is_ascii_alphabetic);
    is_country
        && !is_in(COUNTRIES)
        && !(dots(host) > 1 && (is_in(WORDS) || domain_of(suffix) == Domain::Unknown))
}

fn dots(host: &[u8]) -> usize {
    host.split(|&byte| byte == b'.').count() - 1
}
