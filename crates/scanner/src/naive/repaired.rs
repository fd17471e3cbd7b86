//! The form `repaired`: W13.

use std::string::String;
use std::vec;

use super::bare::Url;
use super::found::Found;
use super::text::Text;
use crate::form::Form;

/// Returns the URL with a damaged `://` at `at`.
pub(super) fn find_here(text: &Text, at: usize) -> Option<Found> {
    let touches = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+');
    if text.before(at).is_some_and(touches) {
        return None;
    }
    let name = ["http:", "https:", "ftp:"].into_iter().find(|name| text.starts_with(at, name))?;
    let colon = at + name.len() - 1;
    let colons = text.skip(colon + 1, |c| c == ':');
    let slashes = text.skip(colons, |c| matches!(c, '/' | '\\'));
    let host = text.skip(slashes, |c| c == ' ');
    let damage: String = text.chars[colon + 1..slashes].iter().collect();
    let is_damaged = match (damage.as_str(), host - slashes) {
        ("//", spaces) => (1..=4).contains(&spaces),
        ("", 0) => name != "ftp:",
        (_, 0) => colons <= colon + 2 && (1..=4).contains(&(slashes - colons)),
        _ => false,
    };
    let stop = text.skip(host, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
    let run: String = text.chars[host..stop].iter().take(254).collect();
    let run = run.trim_end_matches(['-', '.']);
    if !is_damaged || !super::mask::is_dotted(run) {
        return None;
    }
    let end = host + run.len();
    let digits =
        if text.is(end, |c| c == ':') { text.skip(end + 1, |c| c.is_ascii_digit()) } else { end };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_port = digits > end + 1 && digits <= end + 6 && !text.is(digits, is_word);
    let port_end = if is_port { digits } else { end };
    // Handled like a bare URL whose scheme's colon is the host's last character.
    let url = Url { text, start: at, colon: end - 1, scheme: None, masks: false };
    let goes_on = text.is(port_end, |c| "/?#".contains(c) || c == '\\' && damage.contains('\\'));
    let run_end = if goes_on { url.run_end() } else { port_end };
    let end = if goes_on { url.trimmed(run_end) } else { port_end };
    let range = text.bytes_of(at..end);
    let tail = text.bytes_of(end..run_end);
    Some(Found {
        form: Form::Repaired,
        outer: range.clone(),
        inner: range.clone(),
        tail,
        lines: vec![range],
    })
}
