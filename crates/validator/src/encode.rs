//! Escapes the unsafe characters of a URL so that it satisfies a grammar, and changes nothing else.
//!
//! A character that the automaton accepts is copied. An unsafe character on which it dies is written as its escape.
//! Delimiters are never escaped: the URL would mean something else (RFC 1738, 2.2). Nor is a host's ASCII, since such a
//! name could not be looked up.

use crate::automata::automaton::Automaton;
use crate::diagnosis;
use crate::diagnosis::character::{find_in_fragment, is_unsafe};
use crate::diagnosis::failure::Failure;
use crate::grammar::Grammar;
use crate::grammar::production::Production;
use crate::notes::browser_scheme::SPECIAL_SCHEMES;
use crate::syntax::encoded::escaped_octet;
use crate::syntax::scheme_part::SchemePart;
use crate::verdict::Verdict;
use alloc::borrow::Cow;
use alloc::string::String;
use percent_encoding::percent_encode_byte;

/// Returns `text` escaped such that it satisfies `grammar`, or the failure that no escape mends.
pub(crate) fn encode<'u>(
    text: &'u str,
    verdict: &Verdict,
    grammar: Grammar,
) -> Result<Cow<'u, str>, Failure> {
    if verdict.satisfies(grammar) {
        return Ok(Cow::Borrowed(text));
    }
    // The failure at `at` depends on the text before it in its escaped form, `encoded` and `more` bytes of an escape.
    let fail = |encoded: &str, at: usize, more: usize| {
        let whole = [encoded, &text[at..]].concat();
        Failure { at: at + more, ..diagnosis::diagnose(&whole, grammar, encoded.len() + more) }
    };
    let parts = verdict.parts();
    let logins = [parts.user, parts.password];
    let scheme_end = parts.scheme.map_or(0, |scheme| scheme.end);
    let scheme = &text[..scheme_end];
    let is_special = SPECIAL_SCHEMES.iter().any(|name| name.eq_ignore_ascii_case(scheme));
    // RFC 1738 starts after the scheme if it has a production for it.
    let (mut walk, start) = match grammar {
        Grammar::Rfc1738 => {
            let (production, start) = Production::of(text);
            (Automaton::of(grammar).walk(production as usize), start)
        }
        _ => (Automaton::of(grammar).walk(0), 0),
    };
    // A document without fragments splits it off first (rule V1).
    let splits_fragment = matches!(grammar, Grammar::Draft03 | Grammar::Rfc1738);
    let fragment = parts.fragment.filter(|_| splits_fragment);
    let end = fragment.map_or(text.len(), |fragment| fragment.start - 1);

    // Cut once, not for each character: that would take quadratic time.
    let scheme_part = SchemePart::of(text, parts);
    let mut encoded = String::with_capacity(text.len() + 16);
    encoded.push_str(&text[..start]);
    // Walk the automaton over the output, not over the input: what it reads is what the caller gets.
    for (offset, c) in text[start..end].char_indices() {
        let at = start + offset;
        let is_escape = c != '%' || escaped_octet(&text.as_bytes()[at..]).is_some();
        // A bracket in a user or password does not delimit an address, but the automaton would take it so.
        let is_bracket = "[]".contains(c) && logins.iter().flatten().any(|part| part.contains(at));
        if is_escape && !is_bracket && walk.step(c) {
            encoded.push(c);
            continue;
        }
        // Browsers read this backslash as a slash before the host or at its end. Escaped it would not be one,
        // and the URL would go to another host.
        let is_slash = c == '\\'
            && (is_special && at <= scheme_end + 2
                || parts.host.is_some() && parts.path.is_some_and(|path| path.start == at));
        let is_in_host = parts.host.is_some_and(|host| host.contains(at)) && c.is_ascii()
            || parts.port.is_some_and(|port| port.contains(at));
        // Once escaped, a tab in gopher and a NUL in prospero delimit, and a gopher type is one character.
        let delimits = parts.path.is_some_and(|path| path.contains(at))
            && match scheme_part {
                SchemePart::Gopher(gopher) => c == '\t' || gopher.gtype.span().contains(at),
                SchemePart::Prospero(_) => c == '\0',
                _ => false,
            };
        // The first `#` delimits the fragment.
        let is_hash = parts.fragment.is_some_and(|fragment| fragment.start == at + 1);
        if at <= scheme_end || !is_unsafe(c) || is_slash || is_in_host || is_hash || delimits {
            // If the `%` begins an incomplete escape, the failure is where the escape breaks off.
            let digits = text.as_bytes()[at..].iter().skip(1).take_while(|b| b.is_ascii_hexdigit());
            let more = if c == '%' && walk.step(c) { 1 + digits.count() } else { 0 };
            return Err(fail(&encoded, at, more));
        }
        // The automaton must accept the escape too: a part may allow none.
        let before = encoded.len();
        escape(c, &mut encoded);
        if !encoded[before..].chars().all(|c| walk.step(c)) {
            return Err(fail(&encoded[..before], at, 0));
        }
    }
    if !walk.is_final() {
        return Err(fail(&encoded, end, 0));
    }
    if let Some(fragment) = fragment {
        encoded.push('#');
        write_fragment(&text[fragment], &mut encoded);
    }
    Ok(Cow::Owned(encoded))
}

/// Writes the fragment for a document that knows none: escapes only the characters that [`find_in_fragment`] refuses.
fn write_fragment(fragment: &str, encoded: &mut String) {
    let mut utf8 = [0; 4];
    for c in fragment.chars() {
        match find_in_fragment(c.encode_utf8(&mut utf8)) {
            Some(_) => escape(c, encoded),
            None => encoded.push(c),
        }
    }
}

fn escape(c: char, encoded: &mut String) {
    let mut utf8 = [0; 4];
    for byte in c.encode_utf8(&mut utf8).bytes() {
        encoded.push_str(percent_encode_byte(byte));
    }
}
