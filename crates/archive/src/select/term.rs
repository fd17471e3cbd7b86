//! A value or a pattern that the properties of URLs are compared with.

use regex_automata::meta::Regex;

text_error! {
    /// The error for a condition or date that cannot be.
    BadTerm, pub(crate) new
}

#[derive(Clone, Debug)]
pub(super) enum Term {
    Text(String),
    Pattern(Regex),
}

impl Term {
    fn compare(&self, value: &str, equals: impl Fn(&str, &str) -> bool) -> bool {
        match self {
            Term::Text(text) => equals(value, text),
            Term::Pattern(regex) => regex.is_match(value),
        }
    }

    pub(super) fn is(&self, value: &str) -> bool {
        self.compare(value, str::eq_ignore_ascii_case)
    }

    pub(super) fn is_url(&self, url: &str) -> bool {
        self.compare(url, |url, text| url == text)
    }

    pub(super) fn is_host(&self, host: &str) -> bool {
        self.compare(host, is_host_of)
    }

    pub(super) fn is_flag(&self, flag: bool) -> bool {
        self.is(if flag { "true" } else { "false" })
    }
}

/// Reports whether `term` is `host`, or begins with a dot and is the end of `host`.
fn is_host_of(host: &str, term: &str) -> bool {
    let [host, term] = [host, term].map(|name| name.strip_suffix('.').unwrap_or(name));
    let host = host.as_bytes();
    match term.strip_prefix('.') {
        None => host.eq_ignore_ascii_case(term.as_bytes()),
        Some(name) => {
            let end = host.len().checked_sub(name.len()).map(|at| host.split_at(at));
            end.is_some_and(|(below, end)| {
                end.eq_ignore_ascii_case(name.as_bytes())
                    && (below.is_empty() || below.ends_with(b"."))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_with_a_dot_has_the_hosts_below_it() {
        // (host, term, whether it is selected)
        let table = [
            ("a.example", "a.example", true),
            ("a.example", "a.example.", true),
            ("A.Example.", "a.example", true),
            ("b.a.example", "a.example", false),
            ("b.a.example", ".a.example", true),
            ("a.example", ".a.example", true),
            ("ba.example", ".a.example", false),
            ("example", ".a.example", false),
            ("a.example", ".example", true),
            ("é.example", ".example", true),
            ("[::1]", "[::1]", true),
            ("", ".example", false),
        ];
        for (host, term, expected) in table {
            assert_eq!(is_host_of(host, term), expected, "{host} {term}");
        }
    }
}
