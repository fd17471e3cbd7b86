//! Where a URL stands without its scheme: the forms `host` and `address` (W11), off by default.
//!
//! The trigger is a dot or an `@`. Around it stands a *word*, which an `@` behind it makes the local part
//! of an address, and in which otherwise the first run that can be a host is one: `www.example.org`,
//! `example.org/path`. The traps are what else has dots: ends of sentences (`over.It`), versions, names
//! of files, calls (`os.path(`), addresses of `scp` (`git@example.org:a/b`). Which domains there
//! are is not known here, but asked of who knows.

mod address;
mod host;
mod text;

use self::text::WordText;
use crate::bare::Bare;
use crate::bytes::work;
use crate::config::Config;
use crate::form::Form;
use crate::input::Input;

/// What is known of the words of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    /// How far they were looked at: nothing before is the beginning of one.
    done: usize,
    /// A word from a trigger in it to its end, which is the same for each trigger between the two.
    known: (usize, usize),
}

impl Words {
    /// Keeps what is true wherever the search goes on.
    pub(crate) fn go_to_another(&mut self) {
        self.done = 0;
    }
}

/// The host or address in the word around the dot or `@` at `trigger`. Nothing before `at` belongs to
/// it.
///
/// Linear in the word and in what is found: each word is looked at once, whatever triggers and hosts are
/// in it.
pub(crate) fn word_at(
    input: Input<'_>,
    at: usize,
    trigger: usize,
    config: &Config,
    words: &mut Words,
) -> Option<Bare> {
    let Config { forms, domain_of, .. } = *config;
    if trigger < words.done {
        return None;
    }
    let text = WordText { haystack: input.haystack, encoding: input.encoding };
    let (from, end) = words.known;
    let known_end = (from..end).contains(&trigger).then_some(end);
    let word = text.word_around(at, trigger, known_end);
    work::add(known_end.map_or(word.end, |_| trigger) - word.start);
    words.known = (trigger, word.end);
    words.done = word.end.max(trigger + 1);
    let is_address = text.byte(word.end) == Some(b'@');
    let host = if forms.contains(Form::Host) {
        text.host_in(at, word.clone(), is_address, domain_of)
    } else {
        None
    };
    let address =
        if is_address && forms.contains(Form::Address) { text.address(at, word) } else { None };
    match (host, address) {
        // Where both begin with the word the host has a path: `example.org/@name` is more likely.
        (Some(host), Some(address)) if address.outer < host.outer => Some(address),
        (host, address) => host.or(address),
    }
}

#[cfg(test)]
mod tests;
