//! Decides whether the text of a wrapper is prose: W5.

use std::string::String;
use std::vec::Vec;

use super::text::{is_scheme_char, is_space, is_zero_width};
use crate::config::MAX_GAPS;
use crate::form::Form;
use crate::scheme::{Kind, Scheme};

/// Reports whether a gap in `body`, the lines after the scheme's colon, shows a sentence.
pub(super) fn is_prose(form: Form, scheme: Option<&Scheme>, body: &[&str]) -> bool {
    // The text before the gap, without any whitespace.
    let mut before = String::new();
    let mut count = 0;
    let mut has_bar = false;
    let mut has_stop = false;
    for line in body {
        // Spaces without a width are no gaps.
        let spelled: Vec<&str> = line
            .split(|c| is_space(c) && !is_zero_width(c))
            .map(|run| run.trim_matches(is_zero_width))
            .filter(|run| !run.is_empty())
            .collect();
        let lower = line.to_ascii_lowercase();
        let mut targets = ["[http://", "[https://", "[mailto:"].iter();
        let end = lower.find(['?', '#']).unwrap_or(lower.len());
        let is_in_path = |target: &&str| lower.find(*target).is_some_and(|at| at < end);
        if form != Form::Url && !before.contains(['?', '#']) && targets.any(is_in_path) {
            return true;
        }
        // A line break is not a gap, unless the next URL follows it.
        let may_begin_anew = !before.is_empty() && !before.ends_with(['/', '?', '&', '=', ';']);
        if may_begin_anew && spelled.first().is_some_and(|run| begins_with_known_scheme(run)) {
            return true;
        }
        let runs: Vec<String> = spelled.iter().map(|run| run.replace(is_zero_width, "")).collect();
        let mut index = 0;
        while index < runs.len() {
            before.push_str(&runs[index]);
            // Spaces after `scheme:` and after `//` are no gaps.
            if index + 1 < runs.len() && before != "//" {
                count += 1;
                let in_path = !is_host(&before) && !before.contains(['?', '#']);
                has_stop |= in_path && before.ends_with(['.', ',', ';', ':', '!', '?']);
                if form == Form::Url && has_stop && count >= 3 {
                    return true;
                }
            }
            // `C|/` is a drive of DOS.
            has_bar |= spelled[index].replace("|/", "").contains('|');
            let is_label = form == Form::Angle && has_bar && !before.contains(['?', '#']);
            if is_label && index + 1 < runs.len() {
                return true;
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

/// J5: reports whether ` at ` is between word characters in a place where an address can be. In a host
/// it ends a user's name, so a host must follow.
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
    /// True if `next` is the last run of its line.
    is_last: bool,
}

impl Gap<'_> {
    fn shows_prose(&self, form: Form, scheme: Option<&Scheme>) -> bool {
        let Gap { before, next, is_last } = *self;
        if before == "//" {
            return false;
        }
        // In form `url` the writer has marked the text as a URL.
        if form == Form::Url {
            return !before.ends_with(['/', '?', '&', '=', ';']) && begins_with_known_scheme(next);
        }
        if form == Form::Quote {
            return !next.starts_with(['/', '?', '#', '&', '=', ';']);
        }
        // `<http: the protocol>`: a URL that needs `//` and lacks it has no gap.
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

/// Reports whether `before`, the text after the colon, has neither `//` nor a query.
fn is_opaque(before: &str) -> bool {
    before != "/" && !before.starts_with("//") && !before.contains(['?', '#'])
}

/// Reports whether `before` ends within the authority: between `//` and `/`, `?` or `#`.
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

/// Reports whether `next` has characters of a label, then a dot and a word character. In the last run of
/// a line, `/` or `:` counts as well.
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

/// Reports whether a scheme of the table and `://` begin `next`. Another scheme may be the end of a word
/// cut in two.
fn begins_with_known_scheme(next: &str) -> bool {
    next.split_once("://").is_some_and(|(name, _)| Scheme::find(name.as_bytes()).is_some())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}
