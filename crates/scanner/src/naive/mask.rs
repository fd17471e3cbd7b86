//! Masked `@` in bare URLs (W8), for the reference implementation.

use std::string::String;
use std::vec::Vec;

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
        Some(Kind::Opaque(Shape::Group)) => is_local && !is_group(&before),
        Some(Kind::Opaque(_)) => false,
        _ => {
            let is_http = scheme.is_some_and(|scheme| matches!(scheme.name, "http" | "https"));
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
            let name = before.chars().rev().take(64).take_while(|&c| is_of_name(c)).count();
            let head = &before[..before.len() - name];
            let is_delimited = if head.ends_with('/') {
                next == Some('/') && !(head == "//" && is_http)
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

/// Reports whether `text` may be the name of a newsgroup.
fn is_group(text: &str) -> bool {
    text.split('.').all(|part| {
        let is_of_part = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '+' | '-' | '_');
        part.chars().all(is_of_part) && !part.chars().all(|c| c.is_ascii_digit())
    })
}
