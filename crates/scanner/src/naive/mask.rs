//! Masked `@` in bare URLs (W8), for the reference implementation.

use std::string::String;
use std::vec::Vec;

use super::bare::ends;
use super::text::Text;
use crate::scheme::{Kind, Scheme, Shape};

/// Reports whether ` at ` begins at `at` and masks the `@` of a URL whose scheme ends at `colon`.
pub(super) fn is_masked_at(
    text: &Text,
    colon: usize,
    at: usize,
    scheme: Option<&'static Scheme>,
) -> bool {
    let before: String = text.chars[colon + 1..at].iter().collect();
    let after: String = text.chars[at..].iter().collect();
    let Some(after) = after.strip_prefix(" at ") else { return false };
    if !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        return false;
    }
    let run: String = after
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))
        .take(254)
        .collect();
    let host = run.trim_end_matches(['-', '.']);
    if !is_dotted(host) {
        return false;
    }
    let next = after.chars().nth(host.len());
    let is_local = !before.contains(['@', '?', '#']) && !before.contains("%40");
    match scheme.map(|scheme| scheme.kind) {
        Some(Kind::Opaque(Shape::Address | Shape::At)) => is_local,
        Some(Kind::Opaque(Shape::Group)) => is_local && is_message_id(&before),
        Some(Kind::Opaque(_)) => false,
        _ => {
            let is_http = scheme.is_some_and(|scheme| matches!(scheme.name, "http" | "https"));
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
            let name = before.chars().rev().take(64).take_while(|&c| is_of_name(c)).count();
            let (head, name) = before.split_at(before.len() - name);
            let is_delimited = if head == "//" {
                next == Some('/') && !is_http && !name.contains('.')
            } else if head.ends_with('/') {
                next == Some('/') && is_in_archive(&after[host.len() + 1..])
            } else {
                head.ends_with('=') && next == Some('&')
            };
            is_delimited && !host.to_ascii_lowercase().starts_with("www.") && !head.contains('#')
        }
    }
}

/// Reports whether `host` has two labels or more, and the last one is letters or Punycode.
pub(super) fn is_dotted(host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let last = labels[labels.len() - 1];
    let is_letters = last.chars().all(|c| c.is_ascii_alphabetic());
    let is_label = |label: &&str| {
        matches!(label.len(), 1..=63) && !label.starts_with('-') && !label.ends_with('-')
    };
    labels.len() > 1
        && host.len() <= 253
        && last.len() > 1
        && (is_letters || last.to_ascii_lowercase().starts_with("xn--"))
        && labels.iter().all(is_label)
}

/// Reports whether `text` is what archives of lists have after an address in a path.
fn is_in_archive(text: &str) -> bool {
    let is_mark = |c: &char| ".,;:!?)]}'*\\".contains(*c);
    let marks = text.chars().take(8).take_while(is_mark).count();
    let is_digit = |c: char| c.is_ascii_digit();
    let rest = text.strip_prefix("msg").unwrap_or_default();
    text.chars().nth(marks).is_none_or(|c| c.is_ascii() && ends(c))
        || rest.starts_with(is_digit)
        || text.len() >= 4 && text.chars().take(4).all(is_digit)
}

/// Reports whether `text` is the left side of a message-id rather than the name of a newsgroup.
fn is_message_id(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let is_long = |part: &str| part.len() > 4 && is_number(part);
    let capitals: Vec<bool> = text.chars().map(|c| c.is_ascii_uppercase()).collect();
    !text.contains('/')
        && (text.split('.').next().is_some_and(is_number)
            || text.split('.').any(is_long)
            || capitals.windows(2).any(|pair| pair == [true, true]))
}

/// Returns the end of the URL whose `@` is masked at `mask`, if another masked `@` is at `at`: before its part.
pub(super) fn end_before_second(text: &Text, mask: usize, at: usize) -> Option<usize> {
    let after: String = text.chars[at..].iter().collect();
    let is_of_host = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let run: String =
        after.strip_prefix(" at ")?.chars().take_while(is_of_host).take(254).collect();
    let is_second = is_dotted(run.trim_end_matches(['-', '.']));
    (mask..at).rev().find(|&i| is_second && "?,&;".contains(text.chars[i]))
}
