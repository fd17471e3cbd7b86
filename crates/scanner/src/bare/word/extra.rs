//! Hosts that are found only on request, which no dot shows: `localhost`, `//host`, and hosts of one label (W15).

use crate::bare::Bare;
use crate::bare::end::{UrlExtent, after_host};
use crate::bare::host_name::MAX_LABEL_BYTES;
use crate::bytes::{begins_with, run_len_end, work};
use crate::config::Config;
use crate::extra::{Extra, Extras};
use crate::form::Form;
use crate::input::Haystack;

const LOCALHOST: &str = "localhost";

const MAX_PORT_BYTES: usize = 5;

/// Reports whether a byte other than a dot or an `@` may show a host.
pub(crate) fn has_triggers(extras: Extras) -> bool {
    [Extra::Localhost, Extra::NetworkPath, Extra::OneLabel].iter().any(|it| extras.contains(*it))
}

/// Reports whether `byte` may show a host: a slash, or the first letter of `localhost`.
pub(crate) fn is_trigger(byte: u8) -> bool {
    matches!(byte, b'/' | b'l' | b'L')
}

impl Haystack<'_> {
    /// Linear in the host and the URL.
    pub(crate) fn extra_at(self, at: usize, trigger: usize, config: &Config) -> Option<Bare> {
        let is_path = self.haystack[trigger..].starts_with(b"//");
        let is_port = !is_path && self.byte(trigger) == Some(b'/');
        let start = if is_port { self.label_before_port(trigger, config.extras)? } else { trigger };
        if start < at
            || !config.accepts_scheme(b"http")
            || self.touches(start)
            || is_path && self.before(start) == b':'
            || self.is_joined_before(start)
        {
            return None;
        }
        let end = match is_path {
            true => self.network_path_end(trigger, config)?,
            false if is_port => trigger,
            false => self.localhost_end(trigger, config.extras)?,
        };
        if self.is_joined_after(end) {
            return None;
        }
        let extent = match self.byte(end) {
            Some(b'/' | b'?' | b'#') => after_host(self, start, end),
            Some(b'@') => return None,
            _ => UrlExtent::new(end),
        };
        Some(Bare::without_scheme(Form::Host, start, extent))
    }

    fn localhost_end(self, start: usize, extras: Extras) -> Option<usize> {
        let text = &self.haystack[start..];
        if !extras.contains(Extra::Localhost) || !begins_with(text, LOCALHOST) {
            return None;
        }
        let run = self.run(start);
        work::add(run.len());
        let end = start + LOCALHOST.len();
        if self.trimmed(run).end == end { self.port_or_end(end) } else { None }
    }

    /// Returns the end of the host after the `//` at `start`, its port included.
    fn network_path_end(self, start: usize, config: &Config) -> Option<usize> {
        if !config.extras.contains(Extra::NetworkPath) {
            return None;
        }
        let run = self.run(start + 2);
        work::add(run.len());
        let host = self.trimmed(run.clone());
        self.host_end(run, config).or_else(|| self.localhost_end(start + 2, config.extras)).or_else(
            || {
                let has_path = matches!(self.haystack[host.end..], [b'/', next, ..] if next.is_ascii_alphanumeric());
                let is_label = is_one_label(&self.haystack[host.clone()], config.extras);
                (is_label && has_path).then_some(host.end)
            },
        )
    }

    /// Returns the start of the label whose port ends before the slash at `slash`.
    fn label_before_port(self, slash: usize, extras: Extras) -> Option<usize> {
        let before =
            &self.haystack[slash.saturating_sub(MAX_LABEL_BYTES + MAX_PORT_BYTES + 2)..slash];
        let digits = run_len_end(before, |byte| byte.is_ascii_digit());
        let label = before[..before.len() - digits].strip_suffix(b":")?;
        let len = run_len_end(label, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_label = is_one_label(&label[label.len() - len..], extras);
        (is_label && (1..=MAX_PORT_BYTES).contains(&digits)).then_some(slash - digits - 1 - len)
    }
}

pub(super) fn is_one_label(text: &[u8], extras: Extras) -> bool {
    let is_of_label = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let is_local =
        extras.contains(Extra::Localhost) && text.eq_ignore_ascii_case(LOCALHOST.as_bytes());
    let is_label = (2..=MAX_LABEL_BYTES).contains(&text.len())
        && text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.iter().all(is_of_label);
    is_local || extras.contains(Extra::OneLabel) && is_label
}

/// Reports whether `host` is an IPv4 address: four numbers up to 255, without zeros before them.
pub(super) fn is_ip_address(host: &[u8]) -> bool {
    let host = core::str::from_utf8(host);
    host.is_ok_and(|host| host.parse::<core::net::Ipv4Addr>().is_ok())
}
