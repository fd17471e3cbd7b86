//! The one call: a string in, a verdict out.
//!
//! The steps are independent of one another: the parts, the automata, the host, and what is asked of
//! a string that satisfies no grammar. Why a grammar is not satisfied is found out when somebody asks
//! ([`Url::failure`]).

use crate::automaton::RFC3987;
use crate::diagnosis;
use crate::grammar::{Grammar, Grammars};
use crate::host::HostKind;
use crate::kinds::Kinds;
use crate::lanes;
use crate::parts::{BEYOND, Parts, classes_of};
use crate::plain::Beginning;
use crate::standing::Standing;
use crate::url::Url;
use crate::verdict::Verdict;

/// Gives verdicts. It holds nothing, for the tables of the [grammars](Grammar) are constants: to
/// make one costs nothing.
///
/// ```
/// use urlsift_validator::{Grammar, Validator};
///
/// let validator = Validator::new();
/// assert!(validator.validate("ftp://@host.com/").satisfies(Grammar::Rfc1738));
/// assert!(!validator.validate("http://host.com?q").satisfies(Grammar::Rfc1738));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Validator(());

impl Validator {
    /// A validator for all grammars.
    pub const fn new() -> Validator {
        Validator(())
    }

    /// The verdict on `url`, which is the URL alone: no bracket, no `URL:`, no blank around it, for
    /// nothing is trimmed.
    ///
    /// Never fails, never allocates, and takes time linear in the length of `url`.
    pub fn validate(&self, url: &str) -> Verdict {
        match Beginning::of(url) {
            Some(beginning) if beginning.len == url.len() => beginning.verdict(),
            beginning => carefully(url, beginning),
        }
    }

    /// `url` together with the verdict on it.
    pub fn url<'u>(&self, url: &'u str) -> Url<'u> {
        Url::new(url, self.validate(url))
    }
}

/// The verdict on `url`, of which `beginning` is known.
pub(crate) fn carefully(url: &str, beginning: Option<Beginning>) -> Verdict {
    let classes = classes_of(&url.as_bytes()[beginning.map_or(0, |beginning| beginning.len)..]);
    let (parts, host_kind) = if let Some(beginning) = &beginning {
        (Parts::behind(url, beginning, classes), Some(HostKind::Name))
    } else {
        let parts = Parts::of(url, classes);
        (parts, parts.host.and_then(|host| HostKind::of(&url[host])))
    };
    let (failures, grammars) = judge(url, &parts, beginning, classes);
    let standing = Standing::of(url, &parts, grammars);
    let kinds = Kinds::of(url, &parts, beginning, classes);
    Verdict { failures, grammars, standing, parts, host_kind, kinds }
}

/// Where `url` fails by each grammar, and those by which it does not.
fn judge(
    url: &str,
    parts: &Parts,
    beginning: Option<Beginning>,
    classes: u8,
) -> ([usize; Grammar::ALL.len()], Grammars) {
    let hash = parts.fragment.map_or(url.len(), |fragment| fragment.start - 1);
    let [draft03, rfc1738, rfc2396, rfc3986] = lanes::run_ascii(url, hash, beginning);
    let rfc3987 = if classes & BEYOND == 0 { rfc3986 } else { RFC3987.run(0, url, 0) };

    let mut failures = [draft03.at, rfc1738.at, rfc2396.at, rfc3986.at, rfc3987.at];
    // V1: a fragment is split off first and is not judged by the first two.
    let mut before_fragment = [draft03, rfc1738].map(|run| run.at == hash && run.complete);
    if let Some(fragment) = parts.fragment
        && let Some(at) = diagnosis::find_in_fragment(&url[fragment])
    {
        for (failure, satisfied) in failures.iter_mut().zip(&mut before_fragment) {
            if *satisfied {
                *failure = fragment.start + at;
                *satisfied = false;
            }
        }
    }
    let rest = [rfc2396, rfc3986, rfc3987].map(|run| run.at == url.len() && run.complete);
    let mut grammars = Grammars::none();
    for (grammar, satisfied) in Grammar::ALL.iter().zip(before_fragment.into_iter().chain(rest)) {
        if satisfied {
            grammars = grammars.with(*grammar);
        }
    }
    (failures, grammars)
}
