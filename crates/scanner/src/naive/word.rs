//! The forms without a scheme: W11.

use core::ops::Range;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::bare::Url;
use super::found::Found;
use super::text::{Text, byte_of};
use crate::form::Form;

/// Returns the address that begins at `at`. It uses nothing before `from`.
pub(super) fn address_here(text: &Text, from: usize, at: usize) -> Option<Found> {
    let word = word_at(text, from, at);
    let is_start = |i: usize| {
        let local = &text.chars[i..word.end];
        let is_doubled = |pair: &[char]| pair == ['.', '.'] || pair == ['/', '/'];
        let begins = local
            .first()
            .is_some_and(|&c| is_letter(c) || is_joiner_in_word(text, i) || "_~".contains(c));
        let is_later = i < word.start + 2 || !text.chars[i - 2..i].windows(2).any(is_doubled);
        begins && !local.windows(2).any(is_doubled) && (i > word.start || is_later)
    };
    if (word.start..word.end).find(|&i| is_start(i)) != Some(at) || !is_sign(text, word.end) {
        return None;
    }
    let domain = domain_at(text, word.end + 1);
    let before = text.before(at).unwrap_or(' ');
    let is_before_letter = is_letter(before) || at > 0 && is_joiner_in_word(text, at - 1);
    let touches = at == word.start && (before == '@' || is_before_letter);
    let is_other = is_sign(text, domain.end)
        || is_of_scheme(text, word.end + 1)
        || text.is(domain.end, |c| c == ':')
            && text.is(domain.end + 1, |c| c.is_ascii_alphanumeric() || "/~".contains(c));
    let is_quoted = text.is(word.start, |c| c == '.') && text.before(word.start) == Some('"');
    if touches
        || is_quoted
        || text.bytes_of(at..word.end).len() > 250
        || text.before(word.end) == Some('.')
        || is_other
        || joins_before(text, word.start)
        || joins_after(text, skip_host(text, word.end + 1))
        || !is_host(text, domain.clone())
    {
        return None;
    }
    Some(found(text, Form::Address, at..domain.end, domain.end))
}

/// Returns the host that begins at `at`. It uses nothing before `from`.
pub(super) fn host_here(text: &Text, from: usize, at: usize) -> Option<Found> {
    if !is_host_char(text, at) || at > from && is_host_char(text, at - 1) {
        return None;
    }
    let word = word_at(text, from, at);
    if joins_before(text, word.start) || joins_after(text, skip_host(text, at)) {
        return None;
    }
    let touches = touches(text, at);
    let host = domain_at(text, at);
    let is_of_address = word.start > 0 && is_sign(text, word.start - 1);
    if touches || is_of_address || is_of_scheme(text, at) || !is_host(text, host.clone()) {
        return None;
    }
    let labels = labels(text, host.clone());
    let (first, last) = (labels.first()?, labels.last()?);
    let is_named = ["www", "ftp"].iter().any(|name| first.eq_ignore_ascii_case(name));
    let is_title = last.chars().count() > 1
        && last.chars().enumerate().all(|(i, c)| c.is_ascii() && c.is_uppercase() == (i == 0));
    if is_named && labels.len() == 2 || !is_named && is_title {
        return None;
    }
    let end = match text.get(host.end) {
        Some(':') => {
            let digits = text.skip(host.end + 1, |c| c.is_ascii_digit());
            let next = text.get(digits).unwrap_or(' ');
            match digits - host.end - 1 {
                0 if next <= ' ' || !next.is_ascii() || ".,;)]}<>\"'".contains(next) => host.end,
                1..=5 if !next.is_ascii_alphanumeric() && next != '_' => digits,
                _ => return None,
            }
        }
        Some('(' | '[' | '{' | '=' | '_' | '\\' | '+' | '$' | '%' | '~') => return None,
        _ => host.end,
    };
    let has_path = text.is(end, |c| c == '/');
    let is_file =
        ["cc", "cf", "java", "md", "ml", "mov", "pl", "pm", "ps", "py", "rs", "sh", "so", "zip"]
            .iter()
            .any(|name| last.eq_ignore_ascii_case(name));
    let is_masked = at >= 4 && text.chars[at - 4..at] == [' ', 'a', 't', ' '];
    // Handled like a bare URL whose scheme's colon is the host's last character.
    let url = Url { text, start: at, colon: end - 1, scheme: None, masks: false };
    let has_mark = text.is(end, |c| "/?#".contains(c));
    let run_end = if has_mark { url.run_end() } else { end };
    let url_end = if has_mark { url.trimmed(run_end) } else { end };
    let has_more = url_end > end;
    let is_alone = !has_more && end == host.end;
    let is_other = is_file && !has_more || is_masked && is_alone;
    if is_sign(text, word.end) && !has_path || is_other && !is_named {
        return None;
    }
    Some(found(text, Form::Host, at..url_end, run_end))
}

fn found(text: &Text, form: Form, url: Range<usize>, run_end: usize) -> Found {
    let tail = text.bytes_of(url.end..run_end);
    let url = text.bytes_of(url);
    Found { form, outer: url.clone(), inner: url.clone(), tail, lines: vec![url] }
}

fn is_sign(text: &Text, at: usize) -> bool {
    text.is(at, |c| c == '@')
}

/// Returns the word that contains the character at `at` or ends there.
fn word_at(text: &Text, from: usize, at: usize) -> Range<usize> {
    let is_of_word = |i: usize| match text.get(i) {
        Some('\'') => {
            let is_beside = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
            text.before(i).is_some_and(is_beside) && text.is(i + 1, is_beside)
        }
        Some(c) => is_host_char(text, i) || "!#$%&*+/=_~".contains(c),
        None => false,
    };
    let mut start = at;
    while start > from && is_of_word(start - 1) {
        start -= 1;
    }
    let mut end = at;
    while is_of_word(end) {
        end += 1;
    }
    start..end
}

/// Reports whether a scheme continues or ends after the run of a host's characters at `at`.
fn is_of_scheme(text: &Text, at: usize) -> bool {
    let end = skip_host(text, at);
    text.starts_with(end, "+") || text.starts_with(end, "://")
}

/// Returns the run of a host's characters at `at`, without dots and hyphens at its end.
fn domain_at(text: &Text, at: usize) -> Range<usize> {
    let mut end = skip_host(text, at);
    while end > at && matches!(text.chars[end - 1], '.' | '-') {
        end -= 1;
    }
    at..end
}

fn labels(text: &Text, host: Range<usize>) -> Vec<String> {
    let host: String = text.chars[host].iter().collect();
    host.split('.').map(String::from).collect()
}

fn is_host(text: &Text, host: Range<usize>) -> bool {
    let is_label = |label: &String| {
        !label.is_empty() && label.len() < 64 && !label.starts_with('-') && !label.ends_with('-')
    };
    let len = text.bytes_of(host.clone()).len();
    let labels = labels(text, host);
    let last = labels.last().map_or("", String::as_str);
    let is_letters = last.chars().all(|c| c.is_ascii_alphabetic() || !c.is_ascii());
    let is_punycode = last.to_ascii_lowercase().starts_with("xn--");
    let has_domain = labels.len() > 1 && last.len() > 1 && (is_letters || is_punycode);
    len < 254 && has_domain && labels.iter().all(is_label)
}

fn is_host_char(text: &Text, at: usize) -> bool {
    text.is(at, |c| is_letter(c) || matches!(c, '-' | '.')) || is_joiner_in_word(text, at)
}

fn skip_host(text: &Text, mut at: usize) -> usize {
    while is_host_char(text, at) {
        at += 1;
    }
    at
}

/// Reports whether the character at `at` is U+200C or U+200D between letters beyond ASCII.
fn is_joiner_in_word(text: &Text, at: usize) -> bool {
    let is_wide = |c: char| !c.is_ascii() && is_letter(c);
    text.is(at, |c| matches!(c, '\u{200C}' | '\u{200D}'))
        && text.before(at).is_some_and(is_wide)
        && text.is(at + 1, is_wide)
}

/// Reports whether the character before `at` excludes that a host begins there.
fn touches(text: &Text, at: usize) -> bool {
    let before = text.before(at).unwrap_or(' ');
    is_letter(before) || "_-./\\%$@+~".contains(before) || at > 0 && is_joiner_in_word(text, at - 1)
}

/// Reports whether hidden characters, or a letter that is unknown, join the text from `at` on to a word before it.
fn joins_before(text: &Text, at: usize) -> bool {
    let mut end = at;
    while let Some(c) = text.before(end).filter(|&c| is_hidden(c)) {
        if is_unknown_letter(c) {
            return true;
        }
        end -= 1;
    }
    end < at && touches(text, end)
}

/// Reports whether hidden characters, or a letter that is unknown, join more of a host to the text before `at`.
fn joins_after(text: &Text, at: usize) -> bool {
    let hidden = text.skip(at, is_hidden);
    let is_letter = (at..hidden).any(|i| is_unknown_letter(text.chars[i]));
    let marks = text.skip(hidden, |c| matches!(c, '-' | '.'));
    is_letter || hidden > at && is_host_char(text, marks)
}

fn is_unknown_letter(c: char) -> bool {
    let is_letter = |byte| {
        byte >= 0xC0 || b"\x80\x81\x83\x8A\x8C\x8D\x8E\x8F\x90\x9A\x9C\x9D\x9E\x9F".contains(&byte)
    };
    byte_of(c).is_some_and(is_letter)
}

fn is_hidden(c: char) -> bool {
    let is_of_letter = matches!(
        c,
        '\u{34F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200C}'
            | '\u{200D}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FFA0}'
            | '\u{E0000}'..='\u{E0FFF}'
    );
    let is_control = c.is_control() && !('\t'..='\r').contains(&c);
    let is_byte = byte_of(c).is_some_and(|byte| byte != 0xA0);
    is_of_letter || is_control || is_byte || super::bare::ENDING.contains(c)
}

/// Reports whether `c` is a letter or digit of any script, a combining mark or a vowel sign.
fn is_letter(c: char) -> bool {
    let is_mark = matches!(c, '\u{300}'..='\u{36F}' | '\u{900}'..='\u{DFF}')
        && !matches!(c, '\u{964}' | '\u{965}');
    byte_of(c).is_none() && (c.is_alphanumeric() || is_mark) && !super::bare::ends(c)
}
