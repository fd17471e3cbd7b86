//! Recognises addresses without a scheme (RFC 5321, 4.1.2).

use core::ops::Range;

use super::extra::is_one_label;
use crate::bare::Bare;
use crate::bare::end::UrlExtent;
use crate::bare::host_name::is_host;
use crate::bytes::class::{IN_SCHEME, len_of, len_of_end};
use crate::bytes::work;
use crate::config::Config;
use crate::extra::Extras;
use crate::form::Form;
use crate::input::Haystack;

/// With `@` and the shortest host this is the longest mailbox (RFC 5321, 4.5.3.1.3). The 64 bytes of 4.5.3.1.1 are too
/// few for addresses that mailing lists build.
const MAX_LOCAL_PART_BYTES: usize = 250;

impl Haystack<'_> {
    /// Returns the address around the `@` at `trigger` if it is plain: letters, digits, dots, hyphens and pluses
    /// between delimiters. `None` means that the general walk has to decide, which takes three times the instructions.
    /// Most addresses in mail are plain.
    pub(crate) fn plain_address(self, at: usize, trigger: usize, config: &Config) -> Option<Bare> {
        if self.byte(trigger) != Some(b'@')
            || !config.forms.contains(Form::Address)
            || !config.accepts_scheme(b"mailto")
        {
            return None;
        }
        let is_delimiter = |byte: u8| b"\t\n\r \"(),;<>[]".contains(&byte);
        let start = trigger - len_of_end(IN_SCHEME, &self.haystack[at..trigger]);
        let local = &self.haystack[start..trigger];
        let run = &self.haystack[trigger + 1..];
        let run = &run[..len_of(IN_SCHEME, run)];
        work::add(local.len() + run.len());
        let end = self.trimmed(trigger + 1..trigger + 1 + run.len()).end;
        let is_plain = is_delimiter(self.before(start))
            && self.byte(trigger + 1 + run.len()).is_none_or(is_delimiter)
            && local.first()?.is_ascii_alphanumeric()
            && !local.ends_with(b".")
            && !local.windows(2).any(|pair| pair == b"..")
            && local.len() <= MAX_LOCAL_PART_BYTES
            && !run.contains(&b'+')
            && is_host(&self.haystack[trigger + 1..end]);
        is_plain.then(|| Bare::without_scheme(Form::Address, start, UrlExtent::new(end)))
    }

    /// Reports whether a host follows the `@` at `trigger`, as in an address. Other bytes may be part of something else.
    pub(super) fn may_be_address(self, trigger: usize, extras: Extras) -> bool {
        if self.byte(trigger) != Some(b'@') {
            return true;
        }
        let run = self.run(trigger + 1);
        work::add(run.len());
        self.is_domain(self.trimmed(run), extras)
    }

    fn is_domain(self, range: Range<usize>, extras: Extras) -> bool {
        let domain = &self.haystack[range];
        is_host(domain) || is_one_label(domain, extras)
    }

    /// Returns the address whose local part is `word`, which ends at the `@`.
    pub(super) fn address(self, at: usize, word: Range<usize>, extras: Extras) -> Option<Bare> {
        let local = &self.haystack[word.clone()];
        work::add(local.len());
        let run = self.run(word.end + 1);
        work::add(run.len());
        let is_scheme = self.goes_on_as_scheme(run.end);
        let Range { start: domain, end } = self.trimmed(run.clone());
        // The local part begins at the first character that can begin one. Underscores around an address are markup.
        let is_marked = self.byte(end) == Some(b'_');
        let begins = |byte: &u8| {
            byte.is_ascii_alphanumeric()
                || *byte >= 0x80
                || *byte == b'~'
                || *byte == b'_' && !is_marked
        };
        // Text before two dots is another word.
        let later = local.windows(2).rposition(|pair| pair == b"..").map_or(0, |at| at + 2);
        let start = word.start + later + local[later..].iter().position(begins)?;
        // In text without spaces, the word before the local part ends where ASCII begins.
        let is_split = |&at: &usize| self.rules.splits_labels && self.is_split(at);
        let start = (start + 1..word.end)
            .rev()
            .find(|at| self.haystack[*at].is_ascii() && is_split(at))
            .unwrap_or(start);
        let touches = start == word.start
            && (self.before(start) == b'@'
                || self.before(start).is_ascii_alphanumeric()
                || start == at && self.letter_len_before(start) > 0);
        let is_joined = self.is_joined_after(run.end) || self.is_masked(start, run.end);
        // The end of a quoted local part alone would be a different address: `"jim".x@example.org`.
        let is_quoted = local.starts_with(b".") && self.before(word.start) == b'"';
        if touches
            || is_scheme
            || is_joined
            || is_quoted
            || word.end - start > MAX_LOCAL_PART_BYTES
            || local.ends_with(b".")
            || self.byte(end) == Some(b'@')
            || self.rules.is_ascii && !self.haystack[start..word.end].is_ascii()
            || !self.is_domain(domain..end, extras)
        {
            return None;
        }
        Some(Bare::without_scheme(Form::Address, start, UrlExtent::new(end)))
    }
}
