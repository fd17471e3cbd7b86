//! Finds hosts and addresses without a scheme: the forms `www`, `host` and `address` (W11).
//!
//! The candidate is a dot or an `@`. The *word* around it is the local part of an address if an `@` follows. Otherwise
//! its first run that can be a host is one. Much else has dots: ends of sentences (`over.It`), versions, file names,
//! calls, and the addresses of `scp`. The caller supplies the list of domains that exist.

mod address;
pub(crate) mod extra;
mod host;
mod text;

use crate::bare::Bare;
use crate::bytes::{begins_with, work};
use crate::config::Config;
use crate::form::Form;
use crate::input::Haystack;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    /// The end of the last word that was searched. No later word begins before it.
    done: usize,
    /// The range from a candidate in a word to the end of the word. Every candidate in it has the same end.
    known: (usize, usize),
}

impl Words {
    /// Forgets the progress, but keeps the end of the last word.
    pub(crate) fn go_to_another(&mut self) {
        self.done = 0;
    }
}

/// Returns the host or address in the word around the dot or `@` at `trigger`. Linear in the word and in the match:
/// each word is searched once, however many candidates and hosts it contains.
pub(crate) fn word_at(
    input: Haystack<'_>,
    at: usize,
    trigger: usize,
    config: &Config,
    words: &mut Words,
) -> Option<Bare> {
    let Config { forms, extras, .. } = *config;
    if trigger < words.done {
        return None;
    }
    // Without a host after it, an `@` is cheaper to reject than the word before it.
    if !forms.contains(Form::Host) && !input.may_be_address(trigger, extras) {
        return None;
    }
    // A later candidate in the same word shares its end, so only the way back to its start is walked again.
    let (from, end) = words.known;
    let known_end = (from..end).contains(&trigger).then_some(end);
    let word = input.word_around(at, trigger, known_end);
    work::add(known_end.map_or(word.end, |_| trigger) - word.start);
    words.known = (trigger, word.end);
    words.done = word.end;
    if input.is_joined_before(word.start) {
        return None;
    }
    let is_address = input.byte(word.end) == Some(b'@');
    let accepts = |found: &Bare| config.accepts_scheme(scheme_before(input.haystack, found));
    let host = input.host_in(word.clone(), is_address, config).filter(accepts);
    let address = if is_address && forms.contains(Form::Address) {
        input.address(at, word, extras)
    } else {
        None
    };
    let address = address.filter(accepts);
    match (host, address) {
        // If both begin with the word, the host has a path: `example.org/@name` is more likely.
        (Some(host), Some(address)) if address.outer < host.outer => Some(address),
        (host, address) => host.or(address),
    }
}

/// Returns the scheme that is put before `found` (W11).
fn scheme_before(haystack: &[u8], found: &Bare) -> &'static [u8] {
    match found.form {
        Form::Address => b"mailto",
        _ if begins_with(&haystack[found.start..], "ftp.") => b"ftp",
        _ => b"http",
    }
}
