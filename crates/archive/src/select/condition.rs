//! Conditions on fields, as users write them.

use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::syntax;

use crate::nearest;
use crate::select::criterion::Criterion;
use crate::select::term::Term;

/// The bounds of a pattern in bytes: of its program, and of the tables that a thread makes while it searches.
const MAX_PATTERN_BYTES: usize = 1 << 20;
const MAX_CACHE_BYTES: usize = 1 << 20;

/// A condition: one of the terms holds for a field, or none of them.
pub(super) struct Condition {
    pub(super) criterion: Criterion,
    pub(super) is_wanted: bool,
    pub(super) terms: Vec<Term>,
}

impl Condition {
    /// Parses the argument of [`Selection::add`](super::Selection::add).
    pub(super) fn parse(text: &str) -> Result<Condition, String> {
        let malformed = "write FIELD=VALUE, FIELD!=VALUE or FIELD~PATTERN";
        let at = text.find(['=', '~']).ok_or(malformed)?;
        let (field, value) = (&text[..at], &text[at + 1..]);
        let (field, is_wanted) = match field.strip_suffix('!') {
            Some(field) => (field, false),
            None => (field, true),
        };
        let criterion: Criterion = field.parse().map_err(|_| {
            let names = Criterion::ALL.iter().map(|criterion| criterion.name());
            match field {
                "date" | "month" | "year" => "`since` and `until` select by date".to_owned(),
                _ => format!("no field `{field}`; {}", nearest::hint(field, names, "selection")),
            }
        })?;
        // Two signs, as programming languages have them, would be a part of the value.
        if text[at..].starts_with('=') && value.starts_with(['=', '~']) {
            let value = value.trim_start_matches(['=', '~']);
            return Err(format!("write {field}={value}, {field}!={value} or {field}~PATTERN"));
        }
        let is_exact = text[at..].starts_with('=') && criterion != Criterion::Subject;
        if is_exact
            && value.len() > 1
            && value.starts_with(['\'', '"'])
            && value.ends_with(&value[..1])
        {
            return Err("the quotes are a part of the value; leave them out".to_owned());
        }
        if is_exact
            && value.contains('*')
            && matches!(criterion, Criterion::Groups | Criterion::List)
        {
            return Err(format!("`*` is not a wildcard; write {field}~PATTERN"));
        }
        let term = |value: &str| {
            if is_wanted && value.starts_with('!') {
                return Err(format!("write {field}!=VALUE to leave out a value"));
            }
            criterion.term(value)
        };
        let terms = if text[at..].starts_with('~') {
            vec![Term::Pattern(regex(value)?)]
        } else if matches!(criterion, Criterion::Url | Criterion::Subject) {
            // A comma may be a part of them.
            vec![term(value)?]
        } else {
            value.split(',').map(|value| term(value.trim())).collect::<Result<_, _>>()?
        };
        Ok(Condition { criterion, is_wanted, terms })
    }
}

/// Compiles the pattern of a condition.
fn regex(pattern: &str) -> Result<Regex, String> {
    if pattern.is_empty() {
        return Err("the pattern is empty".to_owned());
    }
    let config = Regex::config()
        .utf8_empty(false)
        .nfa_size_limit(Some(MAX_PATTERN_BYTES))
        .hybrid_cache_capacity(MAX_CACHE_BYTES);
    // Classes of ASCII need no tables of Unicode.
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    let cause = |error: BuildError| match (error.syntax_error(), error.size_limit()) {
        // The last line names the cause. The lines before it mark the place.
        (Some(error), _) => {
            let text = error.to_string();
            text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
        (None, Some(limit)) => format!("the pattern needs more than {limit} bytes"),
        (None, None) => error.to_string(),
    };
    Regex::builder().configure(config).syntax(syntax).build(pattern).map_err(cause)
}
