//! The one call: a string in, a verdict out.
//!
//! The steps are independent of one another: each grammar's automaton, the parts, the host, and
//! what is asked of a string that satisfies no grammar. Only where a grammar is not satisfied does
//! more code run, to find out why.

use crate::automaton::Automaton;
use crate::diagnosis;
use crate::failure::Failure;
use crate::grammar::Grammar;
use crate::host::HostKind;
use crate::parts::Parts;
use crate::production::Production;
use crate::standing::Standing;
use crate::verdict::Verdict;
use core::fmt;

/// Holds the automata of all [grammars](Grammar). Build it once and keep it: building checks the
/// tables, which takes some microseconds. A copy is cheap, for the tables are shared.
///
/// ```
/// use urlsift_validator::{Grammar, Validator};
///
/// let validator = Validator::new();
/// assert!(validator.validate("ftp://@host.com/").satisfies(Grammar::Rfc1738));
/// assert!(!validator.validate("http://host.com?q").satisfies(Grammar::Rfc1738));
/// ```
#[derive(Clone)]
pub struct Validator {
    rfc1738: Automaton,
    rfc3986: Automaton,
}

impl Validator {
    /// Makes the automata ready for use.
    pub fn new() -> Validator {
        Validator { rfc1738: Automaton::rfc1738(), rfc3986: Automaton::rfc3986() }
    }

    /// The verdict on `url`, which is the URL alone: no bracket, no `URL:`, no blank around it, for
    /// nothing is trimmed.
    ///
    /// Never fails, never allocates, and takes time linear in the length of `url`.
    pub fn validate(&self, url: &str) -> Verdict {
        let failures = [self.find_rfc1738_failure(url), self.find_rfc3986_failure(url)];
        let parts = Parts::of(url);
        let grammars = Grammar::ALL
            .iter()
            .zip(&failures)
            .filter(|(_, failure)| failure.is_none())
            .map(|(grammar, _)| *grammar)
            .collect();
        Verdict {
            failures,
            grammars,
            standing: Standing::of(url, &parts, grammars),
            host_kind: parts.host.and_then(|host| HostKind::of(&url[host])),
            parts,
        }
    }

    /// V1: a scheme with a production of its own is judged by that one alone, and a fragment is
    /// split off first. A bare `#` kills every production, so nobody need look for one before.
    fn find_rfc1738_failure(&self, url: &str) -> Option<Failure> {
        let (production, start) = Production::of(url);
        let run = self.rfc1738.run(production.selector(), url.as_bytes(), start);
        if run.complete {
            if run.at == url.len() {
                return None;
            }
            if let Some(fragment) = url[run.at..].strip_prefix('#') {
                return diagnosis::find_fragment_failure(fragment, run.at + 1);
            }
        }
        // A `httpurl` is nothing but a host and a port up to its first `/`, so its production says
        // whether those of another one are whole.
        let whole_hostport = || {
            let until = &url.as_bytes()[..run.at];
            self.rfc1738.run(Production::Http.selector(), until, start).complete
        };
        Some(diagnosis::rfc1738(url, production, run.at, whole_hostport))
    }

    fn find_rfc3986_failure(&self, url: &str) -> Option<Failure> {
        let run = self.rfc3986.run(0, url.as_bytes(), 0);
        if run.complete && run.at == url.len() {
            None
        } else {
            Some(diagnosis::rfc3986(url, run.at))
        }
    }
}

impl Default for Validator {
    fn default() -> Validator {
        Validator::new()
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The tables say nothing to a reader.
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}
