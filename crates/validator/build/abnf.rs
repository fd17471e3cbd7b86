//! Parses rules in the notation of RFC 5234 into expressions of `regex-syntax`.
//!
//! Supports the notation that the grammars use: comments, alternation `/`, concatenation, groups, options and
//! repetition `n*m`; quoted strings (in either case), `%x` values and ranges; references to other rules. A rule that
//! refers to itself is an error, so every reference can be expanded in place. Do not cut lines at `;` before parsing
//! them: these grammars have `";"` everywhere.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, Repetition};
use std::collections::{BTreeSet, HashMap};

/// The rules of one file, and a cursor over its text.
#[derive(Debug)]
pub(crate) struct Rules<'t> {
    file: &'t str,
    text: &'t str,
    at: usize,
    /// Offset after the `=` of each rule, by its name in lower case (RFC 5234, 2.1).
    by_name: HashMap<String, usize>,
    /// Names of the rules being expanded, each referred to by the one before.
    open: Vec<String>,
    edges: BTreeSet<char>,
}

/// The error names the file and the line.
type Result<T> = std::result::Result<T, String>;

impl<'t> Rules<'t> {
    pub(crate) fn find(file: &'t str, text: &'t str) -> Result<Rules<'t>> {
        let (by_name, open, edges) = Default::default();
        let mut rules = Rules { file, text, at: 0, by_name, open, edges };
        for line in text.split_inclusive('\n') {
            let end = rules.at + line.len();
            // Continuation lines of a rule are indented (RFC 5234, 2.2).
            if !line.starts_with([' ', '\t', '\r', '\n', ';']) {
                let name = rules.name()?;
                rules.skip_whitespace();
                rules.expect("=")?;
                if rules.by_name.insert(name.clone(), rules.at).is_some() {
                    return Err(rules.error(&format!("rule `{name}` is defined twice")));
                }
            }
            rules.at = end;
        }
        Ok(rules)
    }

    pub(crate) fn expression(&mut self, name: &str) -> Result<Hir> {
        let name = name.to_lowercase();
        if self.open.contains(&name) {
            return Err(self.error(&format!("rule `{name}` refers to itself")));
        }
        let Some(&start) = self.by_name.get(&name) else {
            return Err(self.error(&format!("unknown rule `{name}`")));
        };
        self.open.push(name);
        // Parse the rule where it is defined, then return to the reference.
        let back = std::mem::replace(&mut self.at, start);
        let expression = self.alternation()?;
        if !self.is_at_rule() {
            return Err(self.error("a bracket is closed that was not opened"));
        }
        self.at = back;
        self.open.pop();
        Ok(expression)
    }

    /// Returns the characters that begin a range, or follow its end, in the rules parsed so far. No rule distinguishes
    /// the characters between two edges.
    pub(crate) fn edges(&self) -> &BTreeSet<char> {
        &self.edges
    }

    fn alternation(&mut self) -> Result<Hir> {
        let mut members = vec![self.concatenation()?];
        while self.skip("/") {
            members.push(self.concatenation()?);
        }
        Ok(Hir::alternation(members))
    }

    fn concatenation(&mut self) -> Result<Hir> {
        let mut members = Vec::new();
        self.skip_whitespace();
        while !self.is_at_rule() && !self.rest().starts_with(['/', ')', ']']) {
            members.push(self.repetition()?);
            self.skip_whitespace();
        }
        if members.is_empty() {
            return Err(self.error("an element is missing"));
        }
        Ok(Hir::concat(members))
    }

    fn repetition(&mut self) -> Result<Hir> {
        // `3x` means exactly three, `3*x` three or more, `*3x` at most three.
        let low = self.number();
        let (min, max) = if self.skip("*") {
            (low.unwrap_or(0), self.number())
        } else {
            let exactly = low.unwrap_or(1);
            (exactly, Some(exactly))
        };
        if max.is_some_and(|max| max < min) {
            return Err(self.error("a repetition ends below where it begins"));
        }
        Ok(repeat(self.element()?, min, max))
    }

    fn element(&mut self) -> Result<Hir> {
        if self.skip("(") {
            let group = self.alternation()?;
            self.expect(")")?;
            Ok(group)
        } else if self.skip("[") {
            let option = self.alternation()?;
            self.expect("]")?;
            Ok(repeat(option, 0, Some(1)))
        } else if self.skip("\"") {
            let text = self.take_while(|c| c != '"' && c != '\n');
            self.expect("\"")?;
            Ok(Hir::concat(text.chars().map(|c| self.either_case(c)).collect()))
        } else if self.skip("%") {
            self.expect("x")?;
            let first = self.hex()?;
            let last = if self.skip("-") { self.hex()? } else { first };
            if first > last {
                return Err(self.error("a range ends below where it begins"));
            }
            Ok(self.chars(&[(first, last)]))
        } else if self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            let name = self.name()?;
            self.expression(&name)
        } else {
            Err(self.error("an element is missing"))
        }
    }

    fn either_case(&mut self, c: char) -> Hir {
        let [lower, upper] = [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
        self.chars(&[(lower, lower), (upper, upper)])
    }

    fn chars(&mut self, ranges: &[(char, char)]) -> Hir {
        for &(first, last) in ranges {
            self.edges.insert(first);
            // The next character after `last`, skipping surrogates.
            self.edges.extend((last..=char::MAX).nth(1));
        }
        let ranges = ranges.iter().map(|&(first, last)| ClassUnicodeRange::new(first, last));
        Hir::class(Class::Unicode(ClassUnicode::new(ranges)))
    }

    fn name(&mut self) -> Result<String> {
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '-');
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(self.error("a rule's name is missing"));
        }
        Ok(name.to_lowercase())
    }

    fn number(&mut self) -> Option<u32> {
        self.take_while(|c| c.is_ascii_digit()).parse().ok()
    }

    fn hex(&mut self) -> Result<char> {
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        value.ok_or_else(|| self.error("`%x` is not followed by a character"))
    }

    fn skip_whitespace(&mut self) {
        self.take_while(char::is_whitespace);
        while self.skip(";") {
            self.take_while(|c| c != '\n');
            self.take_while(char::is_whitespace);
        }
    }

    /// Returns whether the cursor, which is after whitespace, is at the start of a rule or at the end of the text.
    fn is_at_rule(&self) -> bool {
        self.rest().is_empty() || self.text[..self.at].ends_with('\n')
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.skip(text) { Ok(()) } else { Err(self.error(&format!("`{text}` is missing"))) }
    }

    fn skip(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, what: &str) -> String {
        let line = 1 + self.text[..self.at].matches('\n').count();
        format!("{}:{line}: {what}", self.file)
    }
}

fn repeat(of: Hir, min: u32, max: Option<u32>) -> Hir {
    Hir::repetition(Repetition { min, max, greedy: true, sub: Box::new(of) })
}
