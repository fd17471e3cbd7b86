//! The entry point: takes a string and returns a verdict.
//!
//! A URL that is a plain prefix and nothing else gets its verdict from a table. Any other is cut into parts, read by
//! the automata, its host is classified, and a string that satisfies no grammar is judged.

use crate::automata::automaton::Automaton;
use crate::automata::known_states::AFTER_PREFIX;
use crate::automata::parallel;
use crate::automata::plain_prefix::PlainPrefix;
use crate::diagnosis::character::find_in_fragment;
use crate::grammar::{Grammar, Grammars};
use crate::notes::possible::possible_kinds;
use crate::rejection::Standing;
use crate::span::Span;
use crate::syntax::host::HostKind;
use crate::syntax::parts::{BEYOND_ASCII, Parts, classes_of, scheme_len, union};
use crate::url::Url;
use crate::verdict::Verdict;

/// A validator of URLs for all [grammars](Grammar). Free to create, since the tables of the grammars are constants.
#[derive(Clone, Debug, Default)]
pub struct Validator(());

impl Validator {
    /// Returns a validator for all grammars.
    pub const fn new() -> Validator {
        Validator(())
    }

    /// Returns the verdict on `url`.
    ///
    /// Pass the URL alone, without delimiters, without `URL:` and without surrounding whitespace: nothing is
    /// trimmed. Never fails, never allocates, and takes time linear in the length of `url`.
    pub fn validate(&self, url: &str) -> Verdict {
        // About three quarters of all URLs are plain to the end and take the first arm.
        match PlainPrefix::of(url) {
            Some(prefix) if prefix.len == url.len() => plain_verdict(&prefix),
            prefix => address_verdict(url).unwrap_or_else(|| validate_from(url, prefix)),
        }
    }

    /// Reports whether `url` may be rejected (rule V2). `false` is certain: the [standing](Verdict::standing) of such a
    /// string is valid or loose. `true` is not. One pass over the string, a third of the cost of a verdict.
    ///
    /// ```
    /// let validator = urlsift_validator::Validator::new();
    /// assert!(!validator.may_reject("http://example.org/{a}"));
    /// assert!(validator.may_reject("http:///a") && validator.may_reject("http://example.org/a b"));
    /// ```
    pub fn may_reject(&self, url: &str) -> bool {
        let scheme = scheme_len(url);
        let rest = match &url.as_bytes()[scheme..] {
            [b':', rest @ ..] if scheme > 0 => rest,
            _ => return true,
        };
        let has = union(&MAY_REJECT, rest);
        // A user name may be all that is before the path, and a port all that is after `//`.
        let names_host = match rest {
            [b'/', b'/', first, ..] => first.is_ascii_alphanumeric() && has & USER == 0,
            [b'/', b'/'] => false,
            _ => true,
        };
        has & UNFIT != 0 || !names_host
    }

    /// Returns `url` together with the verdict on it.
    pub fn url<'u>(&self, url: &'u str) -> Url<'u> {
        Url::new(url, self.validate(url))
    }
}

/// The bits of [`MAY_REJECT`]: a byte that may exclude a URL, and the `@` after a user name.
const UNFIT: u8 = 1;
const USER: u8 = 2;

/// What each byte says about the rejection of a URL.
static MAY_REJECT: [u8; 256] = {
    let mut bits = [UNFIT; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        bits[byte as usize] = match byte {
            b'<' | b'>' | b'"' => UNFIT,
            b'@' => USER,
            _ => 0,
        };
        byte += 1;
    }
    bits
};

fn plain_verdict(prefix: &PlainPrefix) -> Verdict {
    let PlainPrefix { scheme, ending, host, path_end, draft_died, len, .. } = *prefix;
    let scheme_end = host.start - "://".len();
    let grammars = AFTER_PREFIX[scheme as usize][ending as usize].grammars;
    // Of the five grammars only the draft may fail on a plain URL: on `https`, or on the `=` of a query.
    let draft03 = if grammars.contains(Grammar::Draft03) { len } else { draft_died };
    let query = (path_end < len).then_some(Span { start: path_end + 1, end: len });
    Verdict {
        failures: [draft03, len, len, len, len],
        grammars,
        standing: Standing::Valid,
        parts: Parts {
            scheme: Some(Span { start: 0, end: scheme_end }),
            host: Some(host),
            path: Some(Span { start: host.end, end: path_end }),
            query,
            ..Parts::default()
        },
        host_kind: Some(HostKind::Name),
        note_kinds: 0,
    }
}

/// Returns the verdict on `url` if it is `mailto:` and a plain address: one that satisfies all grammars, and no note
/// applies to it. Nine of ten addresses in mail are such. The automata took ten times as long.
fn address_verdict(url: &str) -> Option<Verdict> {
    const SCHEME: &str = "mailto:";
    let address = url.strip_prefix(SCHEME)?.as_bytes();
    let is_of_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
    let local = address.iter().take_while(|byte| is_of_name(byte)).count();
    let (local, domain) = address.split_at(local);
    // In the draft, labels of a domain begin with a letter.
    let mut is_start = true;
    let is_domain = domain.strip_prefix(b"@").is_some_and(|domain| {
        domain.iter().all(|byte| {
            let is_fit = byte.is_ascii_alphabetic()
                || !is_start && (byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
            is_start = *byte == b'.';
            is_fit
        }) && !is_start
    });
    let is_plain = !local.is_empty() && is_domain;
    let path = Span { start: SCHEME.len(), end: url.len() };
    is_plain.then(|| Verdict {
        failures: [url.len(); Grammar::ALL.len()],
        grammars: Grammar::ALL.iter().copied().collect(),
        standing: Standing::Valid,
        parts: Parts {
            scheme: Some(Span { start: 0, end: SCHEME.len() - 1 }),
            path: Some(path),
            ..Parts::default()
        },
        host_kind: None,
        note_kinds: 0,
    })
}

/// Returns the verdict on `url`, which begins with the plain `prefix` if there is one.
pub(crate) fn validate_from(url: &str, prefix: Option<PlainPrefix>) -> Verdict {
    let classes = classes_of(&url.as_bytes()[prefix.map_or(0, |prefix| prefix.len)..]);
    let (parts, host_kind) = if let Some(prefix) = &prefix {
        (Parts::after_prefix(url, prefix, classes), Some(HostKind::Name))
    } else {
        let parts = Parts::of(url, classes);
        (parts, parts.host.and_then(|host| HostKind::of(&url[host])))
    };
    let (failures, grammars) = judge(url, &parts, prefix, classes);
    let standing = Standing::of(url, &parts, grammars);
    let note_kinds = possible_kinds(url, &parts, prefix, classes);
    Verdict { failures, grammars, standing, parts, host_kind, note_kinds }
}

/// Returns the offset at which `url` fails each grammar (any value if it does not), and the grammars that it satisfies.
fn judge(
    url: &str,
    parts: &Parts,
    prefix: Option<PlainPrefix>,
    classes: u8,
) -> ([usize; Grammar::ALL.len()], Grammars) {
    let hash = parts.fragment.map_or(url.len(), |fragment| fragment.start - 1);
    let [draft03, rfc1738, rfc2396, rfc3986] = parallel::run_ascii(url, hash, prefix);
    // On ASCII, RFC 3987 equals RFC 3986. Only a URL with a character beyond it needs the fifth automaton.
    let rfc3987 = if classes & BEYOND_ASCII == 0 {
        rfc3986
    } else {
        Automaton::of(Grammar::Rfc3987).run(url)
    };

    let mut failures = [draft03.at, rfc1738.at, rfc2396.at, rfc3986.at, rfc3987.at];
    // The fragment is split off before the first two grammars judge the rest (rule V1).
    let mut before_fragment = [draft03, rfc1738].map(|end| end.at == hash && end.complete);
    if let Some(fragment) = parts.fragment
        && let Some(at) = find_in_fragment(&url[fragment])
    {
        for (failure, satisfied) in failures.iter_mut().zip(&mut before_fragment) {
            if *satisfied {
                *failure = fragment.start + at;
                *satisfied = false;
            }
        }
    }
    // A grammar is satisfied if its automaton reached the end in a final state.
    let rest = [rfc2396, rfc3986, rfc3987].map(|end| end.at == url.len() && end.complete);
    let mut grammars = Grammars::none();
    for (grammar, satisfied) in Grammar::ALL.iter().zip(before_fragment.into_iter().chain(rest)) {
        if satisfied {
            grammars = grammars.with(*grammar);
        }
    }
    (failures, grammars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_have_a_short_way() {
        let is_plain = |url| address_verdict(url).is_some();
        assert!(is_plain("mailto:jim.b_c@lists.example.org") && is_plain("mailto:1+a@b3.c"));
        for url in ["mailto:", "mailto:a", "mailto:@b", "mailto:a@b@c", "MAILTO:a@b", "mailto:a@3b"]
        {
            assert!(!is_plain(url), "{url}");
        }
    }
}
