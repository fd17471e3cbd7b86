//! Whether the text of a wrapper is prose: W5.

use std::string::String;
use std::vec::Vec;

use super::text::{is_scheme_char, is_space, is_zero_width};
use crate::config::MAX_GAPS;
use crate::form::Form;
use crate::scheme::{Kind, Scheme};

/// Whether a gap in `body`, the lines after the scheme's colon, shows a sentence.
pub(super) fn is_prose(form: Form, scheme: Option<&Scheme>, body: &[&str]) -> bool {
    // What stands before the gap, without any whitespace.
    let mut before = String::new();
    let mut count = 0;
    for line in body {
        // Blanks without width are no gaps.
        let spelled: Vec<&str> = line
            .split(|c| is_space(c) && !is_zero_width(c))
            .map(|run| run.trim_matches(is_zero_width))
            .filter(|run| !run.is_empty())
            .collect();
        // A line break is no gap; only in quotes is a URL known to stand on each of two lines.
        let may_begin_anew = form == Form::Quote
            && !before.is_empty()
            && !before.ends_with(['/', '?', '&', '=', ';']);
        if may_begin_anew && spelled.first().is_some_and(|run| begins_with_known_scheme(run)) {
            return true;
        }
        let runs: Vec<String> = spelled.iter().map(|run| run.replace(is_zero_width, "")).collect();
        let mut index = 0;
        while index < runs.len() {
            before.push_str(&runs[index]);
            // Blanks after `scheme:` and after `//` are no gaps.
            if index + 1 < runs.len() && before != "//" {
                count += 1;
            }
            if is_masked_at(&before, &spelled[index + 1..]) {
                before.push('@');
                index += 2;
                continue;
            }
            if let Some(next) = runs.get(index + 1) {
                let gap = Gap { before: &before, next, is_last: index + 2 == runs.len() };
                if gap.shows_prose(form, scheme) {
                    return true;
                }
            }
            index += 1;
        }
    }
    count > MAX_GAPS
}

/// J5: ` at ` between word characters where an address can stand. In a host's place that is a
/// user's name, and a host must follow.
fn is_masked_at(before: &str, runs: &[&str]) -> bool {
    let ["at", after, ..] = *runs else { return false };
    before.ends_with(is_word)
        && after.starts_with(is_word)
        && !before.contains('#')
        && (!is_host(before) || goes_on_like_host(after, true))
}

struct Gap<'t> {
    before: &'t str,
    next: &'t str,
    /// Whether `next` is the last of its line.
    is_last: bool,
}

impl Gap<'_> {
    fn shows_prose(&self, form: Form, scheme: Option<&Scheme>) -> bool {
        let Gap { before, next, is_last } = *self;
        // In `url` the writer has said that it is a URL.
        if form == Form::Url || before == "//" {
            return false;
        }
        if form == Form::Quote {
            return !next.starts_with(['/', '?', '#', '&', '=', ';']);
        }
        // `<http: the protocol>`: where `//` belongs, no gap stands in what has none.
        let wants_host = scheme.is_none_or(|scheme| !matches!(scheme.kind, Kind::Opaque(_)));
        if wants_host && is_opaque(before) {
            return true;
        }
        let is_letter = scheme.is_some_and(|scheme| scheme.name == "mailto")
            && before.contains('?')
            && !before.contains('#');
        let follows_stop = before.ends_with(['.', ',', ':']) && !is_letter;
        let follows_host = is_host(before) && !ends_host(next) && !goes_on_like_host(next, is_last);
        follows_stop || follows_host || next.starts_with(['"', '[']) || begins_with_url(next)
    }
}

/// Whether `before`, what follows the colon, has no `//`, nor begins a query.
fn is_opaque(before: &str) -> bool {
    before != "/" && !before.starts_with("//") && !before.contains(['?', '#'])
}

/// Whether `before` ends within a host or what may stand around it: between `//` and `/`, `?` or
/// `#`.
fn is_host(before: &str) -> bool {
    before
        .strip_prefix("//")
        .is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', '?', '#']))
}

fn ends_host(next: &str) -> bool {
    let port =
        next.strip_prefix(':').is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()));
    port || next.starts_with(['/', '?', '#'])
}

/// Label characters, then a dot and a word character, or `/` or `:` in what is the last of its
/// line.
fn goes_on_like_host(next: &str, is_last: bool) -> bool {
    let rest = next.trim_start_matches(|c| is_word(c) || c == '-');
    let has_label = rest.len() < next.len();
    match rest.strip_prefix('.') {
        Some(after) => after.trim_start_matches(is_zero_width).starts_with(is_word),
        None => has_label && is_last && rest.starts_with(['/', ':']),
    }
}

fn begins_with_url(next: &str) -> bool {
    let rest = next.trim_start_matches(is_scheme_char);
    rest.len() < next.len() && rest.starts_with("://")
}

/// Whether `://` stands behind a scheme of the table: another may be the end of a word cut in two.
fn begins_with_known_scheme(next: &str) -> bool {
    next.split_once("://").is_some_and(|(name, _)| Scheme::find(name.as_bytes()).is_some())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}
