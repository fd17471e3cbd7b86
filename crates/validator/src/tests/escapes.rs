//! Properties of a URL that is escaped such that it satisfies a grammar.
//!
//! A reference implementation decides whether a URL can be escaped so: it tries every set of characters that
//! may be escaped. Its time is exponential in their number, so it is used for strings with few of them only.

use super::browser::octets::octets;
use super::random::{Outcome, for_all};
use super::random_url;
use super::scheme_parts::pieces;
use crate::grammar::Grammar;
use crate::span::Span;
use crate::syntax::parts::Parts;
use crate::syntax::scheme_part::SchemePart;
use crate::url::Url;
use crate::validator::Validator;
use std::borrow::Cow;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Largest number of characters that the reference implementation tries to escape.
const MAX_ESCAPED_CHARACTERS: usize = 7;

#[test]
fn escaping_changes_nothing_else() {
    for_all(random_url::url, |text| {
        let url = Validator::new().url(text);
        Grammar::ALL.iter().try_for_each(|grammar| holds(&url, *grammar))
    });
}

fn holds(url: &Url<'_>, grammar: Grammar) -> Outcome {
    let text = url.as_str();
    let fail = |what: &str| Err(format!("by {grammar}: {what}"));
    let encoded = match url.encoded(grammar) {
        Ok(encoded) => encoded,
        Err(failure) => {
            let at = failure.at();
            if failure.grammar() != grammar || text.get(at..).is_none() {
                return fail(&format!("fails at {at} by {}", failure.grammar()));
            }
            if text[at..].chars().next() != failure.found() {
                return fail("the character found is not at the offset");
            }
            if let Some(way) = can_be_encoded(url, grammar) {
                return fail(&format!("fails at {at}, and could be {way}"));
            }
            // A bracket in a login is escaped. Unescaped, the automaton takes it for the start of an address,
            // and may fail later.
            let parts = url.verdict().parts();
            let has_bracket = [parts.user, parts.password]
                .into_iter()
                .flatten()
                .any(|part| url.text(part).contains('['));
            if !has_bracket && url.verdict().failure_at(grammar).is_none_or(|first| at < first) {
                return fail(&format!("fails at {at}, before the unescaped URL fails"));
            }
            return Ok(());
        }
    };
    if matches!(encoded, Cow::Borrowed(_)) != url.verdict().satisfies(grammar) {
        return fail("it is owned without need, or borrowed");
    }
    let again = Validator::new().url(&encoded);
    if !again.verdict().satisfies(grammar) {
        return fail(&format!("{encoded} does not satisfy it"));
    }
    if octets(text) != octets(&encoded) {
        return fail(&format!("{encoded} has other octets"));
    }
    if !matches!(again.encoded(grammar), Ok(Cow::Borrowed(same)) if same == encoded) {
        return fail(&format!("{encoded} is not stable"));
    }
    // In a document without fragments, a fragment may contain any `%`.
    let is_free = matches!(grammar, Grammar::Draft03 | Grammar::Rfc1738);
    let free = url.verdict().parts().fragment.filter(|_| is_free);
    only_allowed_characters_are_escaped(url, &encoded, free)
        .or_else(|why| fail(&format!("{encoded}: {why}")))?;
    let (was, is) = (pieces(text), pieces(&encoded));
    if was != is {
        return fail(&format!("{encoded}: {was} are {is}"));
    }
    parts_are_equal(url, &again).or_else(|why| fail(&format!("{encoded}: {why}")))
}

/// Checks that the only changes are escapes of unsafe characters: none in the scheme, and none of ASCII in
/// the host.
fn only_allowed_characters_are_escaped(
    url: &Url<'_>,
    encoded: &str,
    free: Option<Span>,
) -> Outcome {
    let text = url.as_str();
    let mut rest = encoded;
    for (at, c) in text.char_indices() {
        let is_free = free.is_some_and(|free| free.range().contains(&at));
        let is_percent = c == '%' && !is_free && !is_escape(&text[at..]);
        match rest.strip_prefix(c).filter(|_| !is_percent) {
            Some(after) => rest = after,
            None if may_be_escaped(url, at, c) => {
                let escape = escape(c);
                rest = rest.strip_prefix(&*escape).ok_or(format!("no {escape} for {c:?}"))?;
            }
            None => return Err(format!("{c:?} at {at} is not kept")),
        }
    }
    if rest.is_empty() { Ok(()) } else { Err(format!("{rest} is left over")) }
}

/// Checks that the parts are equal once their escapes are decoded.
fn parts_are_equal(url: &Url<'_>, again: &Url<'_>) -> Outcome {
    let all = |parts: &Parts| {
        let Parts { scheme, user, password, host, port, path, query, fragment } = *parts;
        [scheme, user, password, host, port, path, query, fragment]
    };
    for (was, is) in all(url.verdict().parts()).into_iter().zip(all(again.verdict().parts())) {
        let (was, is) = (was.map(|was| url.text(was)), is.map(|is| again.text(is)));
        if was.map(octets) != is.map(octets) {
            return Err(format!("the part {was:?} is {is:?}"));
        }
    }
    Ok(())
}

/// Returns `text` with some set of characters escaped, if any such string satisfies `grammar`.
fn can_be_encoded(url: &Url<'_>, grammar: Grammar) -> Option<String> {
    let text = url.as_str();
    let parts = url.verdict().parts();
    let is_in = |part: Option<Span>, at| part.is_some_and(|part| part.range().contains(&at));
    // A bracket in a login does not delimit an address, so it must be escaped.
    let must_be =
        |at: usize, c| "[]".contains(c) && (is_in(parts.user, at) || is_in(parts.password, at));
    let may_be = |&(at, c): &(usize, char)| may_be_escaped(url, at, c) && !must_be(at, c);
    let open: Vec<usize> = text.char_indices().filter(may_be).map(|(at, _)| at).collect();
    if open.len() > MAX_ESCAPED_CHARACTERS {
        return None;
    }
    (0..1usize << open.len()).find_map(|set| {
        let is_in_set = |at| {
            let index = open.iter().position(|open| *open == at);
            index.is_some_and(|index| set >> index & 1 == 1)
        };
        let piece = |(at, c)| {
            if is_in_set(at) || must_be(at, c) { escape(c) } else { String::from(c) }
        };
        let tried: String = text.char_indices().map(piece).collect();
        Validator::new().validate(&tried).satisfies(grammar).then_some(tried)
    })
}

/// Returns whether `c` at `at` is unsafe by RFC 1738, 2.2, and delimits nothing there.
fn may_be_escaped(url: &Url<'_>, at: usize, c: char) -> bool {
    let parts = url.verdict().parts();
    let is_in = |part: Option<Span>| part.is_some_and(|part| part.range().contains(&at));
    let begins = |part: Option<Span>| part.is_some_and(|part| part.start == at);
    let is_in_rest = parts.scheme.is_some_and(|scheme| at > scheme.end);
    let is_unsafe = match c {
        '%' => !is_escape(&url.as_str()[at..]),
        // The first `#` delimits a fragment, a second one does not.
        '#' => is_in(parts.fragment),
        c => !c.is_ascii_graphic() || "<>\"{}|\\^~[]`".contains(c),
    };
    let before = parts.scheme.map_or("", |scheme| &url.as_str()[scheme.end.min(at)..at]);
    let scheme = parts.scheme.map_or(String::new(), |it| url.text(it).to_ascii_lowercase());
    let is_special = ["file", "ftp", "http", "https", "ws", "wss"].contains(&&*scheme);
    // Browsers read it as a slash, before a host and after it.
    let is_slash = c == '\\'
        && (is_special && before.len() <= 2 || parts.host.is_some() && begins(parts.path));
    let delimits = is_in(parts.path)
        && match url.scheme_part() {
            SchemePart::Gopher(gopher) => {
                c == '\t' || gopher.gtype.as_str().starts_with(c) && gopher.gtype.span().start == at
            }
            SchemePart::Prospero(_) => c == '\0',
            _ => false,
        };
    let is_in_host = is_in(parts.host) && c.is_ascii() || is_in(parts.port);
    is_in_rest && is_unsafe && !is_slash && !delimits && !is_in_host
}

fn is_escape(text: &str) -> bool {
    let digits = text.strip_prefix('%').and_then(|text| text.get(..2));
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn escape(c: char) -> String {
    String::from(c).bytes().fold(String::new(), |escaped, byte| escaped + &format!("%{byte:02X}"))
}
