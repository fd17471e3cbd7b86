//! The reference implementation of what ends a URL at a line break (J8).

use crate::naive::seam::core_of;

/// Reports whether `run` begins something else than the rest of `url`. `is_quoted` says whether a `>` follows the run, and
/// `is_alone` whether nothing follows it on its line.
pub(super) fn is_stop(url: &str, run: &str, is_quoted: bool, is_alone: bool) -> bool {
    let core = core_of(run);
    let after_core = &run[core.len()..];
    let all = |text: &str, is: fn(&char) -> bool| text.chars().all(|c| is(&c));
    let split = |text: &'_ str, marks: &[char]| text.split(marks).map(str::len).next().unwrap_or(0);

    let may_begin = |c: char| c.is_ascii_alphanumeric() || "/?&%#=._~+-@$".contains(c);
    let is_rule = !core.contains(|c: char| c.is_ascii_alphanumeric()) && core.len() != 1;
    let is_bullet = ["-", "*", "+", "=", "_", "~", "#", ".", "o"].contains(&run);
    let is_numbered = after_core.starts_with(['.', ')', ']'])
        && (core.len() <= 3 && all(core, char::is_ascii_digit)
            || core.len() == 1 && all(core, char::is_ascii_alphanumeric));
    if core.is_empty() || !run.starts_with(may_begin) || is_rule || is_bullet || is_numbered {
        return true;
    }

    let is_initials = is_quoted
        && core.len() <= 4
        && all(core, |c| c.is_ascii_alphabetic() || *c == '\'' || !c.is_ascii());
    let name = run.split(|c: char| !c.is_ascii_alphabetic() && c != '-').next().unwrap_or_default();
    let after_name = &run[name.len()..];
    let is_label = run.ends_with(':') && !is_alone && !core.contains('/')
        || !name.is_empty() && after_name.starts_with(':') && after_name != ":";
    let is_comment = !is_alone
        && core.strip_prefix('#').is_some_and(|word| all(word, char::is_ascii_alphanumeric));
    let has_scheme = run.match_indices("://").any(|(at, _)| {
        let before = run[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        !before.ends_with(['=', '&', '%', '/'])
    });
    let lower = run.to_ascii_lowercase();
    let begins = ["mailto:", "news:", "www.", "ftp."].iter().any(|name| lower.starts_with(name));
    let head = &run[..split(run, &['/', '?', '&', '='])];
    let is_address = head
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains(['.', ':']));
    let is_of = |mark: char| {
        let parts: alloc::vec::Vec<&str> = core.split(mark).collect();
        [2, 3].contains(&parts.len())
            && parts.iter().all(|part| !part.is_empty() && all(part, char::is_ascii_digit))
    };
    let names = "mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec";
    let is_date =
        names.split(' ').any(|name| name.eq_ignore_ascii_case(core)) || is_of(':') || is_of('/');
    if is_initials || is_label || is_comment || has_scheme || begins || is_address || is_date {
        return true;
    }

    // A query may have an assignment and a host.
    let is_query = url.contains('?') || url.ends_with(['&', ';']);
    let is_assignment = run.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && all(name, |c| c.is_ascii_alphanumeric() || "_.-".contains(*c))
    });
    let host = core[..split(core, &['/'])].to_ascii_lowercase();
    let is_host = [".com", ".edu", ".gov", ".net", ".org"]
        .iter()
        .any(|end| host.len() > end.len() && host.ends_with(end));
    !is_query && (is_assignment || is_host && !url.ends_with('.'))
}
