//! A second reader of the grammars, slow and obvious: matches a string with the rules under `grammars/`, one by one.
//!
//! It shares nothing with the library, neither the build script's parser nor the automata. The fuzz target `validator`
//! includes this file too, so it imports nothing from the crate.
//!
//! A rule gives *every* offset at which it may end. So nothing is decided too early, and the order of alternatives does
//! not matter. The offset of a failure is the last offset at which a rule asked for a character. It equals the length of
//! the longest prefix that some URL begins with, because every rule of the grammars can be completed.

use std::boxed::Box;
use std::sync::LazyLock;
use std::vec::Vec;
use std::{format, vec};

/// Longest string in bytes that can be matched.
pub(crate) const MAX_BYTES: usize = 127;

/// The grammars by name.
static GRAMMARS: LazyLock<[(&str, Rules); 5]> = LazyLock::new(|| {
    [
        ("draft03", Rules::parse(include_str!("../../grammars/draft03.abnf"))),
        ("rfc1738", Rules::parse(include_str!("../../grammars/rfc1738.abnf"))),
        ("rfc2396", Rules::parse(include_str!("../../grammars/rfc2396.abnf"))),
        ("rfc3986", Rules::parse(include_str!("../../grammars/rfc3986.abnf"))),
        ("rfc3987", Rules::parse(include_str!("../../grammars/rfc3987.abnf"))),
    ]
});

/// Schemes with a production of their own in RFC 1738. It alone judges them (rule V1).
const RFC1738_SCHEMES: [&str; 10] =
    ["http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "file", "prospero"];

/// The rules of a grammar, and their names in the same order.
struct Rules {
    names: Vec<&'static str>,
    rules: Vec<Node>,
}

/// A rule or a part of one.
enum Node {
    OneOf(Vec<Node>),
    Sequence(Vec<Node>),
    /// Least and greatest number of repetitions.
    Repeat(usize, usize, Box<Node>),
    /// Characters in either case.
    Text(&'static str),
    Range(char, char),
    /// The index of a rule.
    Rule(usize),
}

/// Returns the offset at which `text` fails the grammar named `grammar`, or `None` if it satisfies it. `text` has at most
/// [`MAX_BYTES`].
pub(crate) fn find_failure(grammar: &str, text: &str) -> Option<usize> {
    let (_, rules) = GRAMMARS.iter().find(|known| known.0 == grammar).expect("a known grammar");
    // Documents without fragments judge the text before the `#` (rule V1).
    let (main, fragment) = text.split_once('#').unwrap_or((text, ""));
    let scheme = main.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let (start, judged) = match grammar {
        "draft03" => ("url", main),
        "rfc1738" if RFC1738_SCHEMES.contains(&&*scheme) => (&*format!("{scheme}url"), main),
        "rfc1738" => ("otherurl", main),
        "rfc3987" => return Match::new(rules, text).find_failure("IRI"),
        _ => return Match::new(rules, text).find_failure("URI"),
    };
    let is_unsafe = |c: char| "#<>\"".contains(c) || c.is_control() || c.is_whitespace();
    let in_fragment = || fragment.find(is_unsafe).map(|at| main.len() + 1 + at);
    Match::new(rules, judged).find_failure(start).or_else(in_fragment)
}

/// A set of offsets, as a bit for each.
type Offsets = u128;

/// The match of one string.
struct Match<'r, 't> {
    rules: &'r Rules,
    text: &'t str,
    /// Offsets at which a rule asked for a character.
    asked: Offsets,
    /// Results by rule and offset. Without them the time would be exponential in the depth of the rules.
    known: Vec<Option<Offsets>>,
}

impl<'r, 't> Match<'r, 't> {
    fn new(rules: &'r Rules, text: &'t str) -> Match<'r, 't> {
        assert!(text.len() <= MAX_BYTES, "{text}");
        Match { rules, text, asked: 0, known: vec![None; rules.rules.len() * (text.len() + 1)] }
    }

    fn find_failure(mut self, start: &str) -> Option<usize> {
        let ends = self.ends(&self.rules.rules[self.rules.index(start)], 0);
        let last = Offsets::BITS - 1 - (self.asked | ends).leading_zeros();
        (ends >> self.text.len() & 1 == 0).then_some(last as usize)
    }

    /// Returns the offsets at which `node` may end if it begins at `at`.
    fn ends(&mut self, node: &'r Node, at: usize) -> Offsets {
        match node {
            Node::OneOf(nodes) => nodes.iter().fold(0, |ends, node| ends | self.ends(node, at)),
            Node::Sequence(nodes) => {
                nodes.iter().fold(1 << at, |starts, node| self.after_each(starts, node))
            }
            Node::Repeat(min, max, node) => {
                let (mut ends, mut last) = (0, 1 << at);
                for round in 0..=*max {
                    if round >= *min {
                        // Each end is tried once, however many ways lead to it.
                        last &= !ends;
                        ends |= last;
                    }
                    if last == 0 || round == *max {
                        break;
                    }
                    last = self.after_each(last, node);
                }
                ends
            }
            Node::Text(text) => {
                // ASCII, so each character is a byte.
                let reads = |(offset, c): (usize, char)| {
                    self.read(at + offset, |found| found.eq_ignore_ascii_case(&c)) != 0
                };
                if text.char_indices().all(reads) { 1 << (at + text.len()) } else { 0 }
            }
            Node::Range(first, last) => self.read(at, |found| (*first..=*last).contains(&found)),
            Node::Rule(rule) => {
                let index = rule * (self.text.len() + 1) + at;
                let rules = self.rules;
                let ends = self.known[index].unwrap_or_else(|| self.ends(&rules.rules[*rule], at));
                self.known[index] = Some(ends);
                ends
            }
        }
    }

    fn after_each(&mut self, starts: Offsets, node: &'r Node) -> Offsets {
        let starts = (0..=self.text.len()).filter(|at| starts >> at & 1 == 1);
        starts.fold(0, |ends, at| ends | self.ends(node, at))
    }

    /// Returns the offset after the character at `at` if it is wanted. The only way to look at the text.
    fn read(&mut self, at: usize, is_wanted: impl Fn(char) -> bool) -> Offsets {
        self.asked |= 1 << at;
        match self.text[at..].chars().next() {
            Some(c) if is_wanted(c) => 1 << (at + c.len_utf8()),
            _ => 0,
        }
    }
}

impl Rules {
    fn parse(text: &'static str) -> Rules {
        let tokens = tokens(text);
        let names = tokens.windows(2).filter(|two| two[1] == "=").map(|two| two[0]);
        let mut rules = Rules { names: names.collect(), rules: Vec::new() };
        let mut rest = Tokens(&tokens);
        while let [_, "=", definition @ ..] = rest.0 {
            rest.0 = definition;
            let rule = rules.one_of(&mut rest);
            rules.rules.push(rule);
        }
        assert!(rest.0.is_empty(), "no rule begins at {:?}", rest.0);
        rules
    }

    /// Returns the index of the rule `name`, in any case (RFC 5234, 2.1).
    fn index(&self, name: &str) -> usize {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name)).expect(name)
    }

    fn one_of(&self, rest: &mut Tokens<'_>) -> Node {
        let mut members = vec![self.sequence(rest)];
        while rest.0.first() == Some(&"/") {
            rest.next();
            members.push(self.sequence(rest));
        }
        Node::OneOf(members)
    }

    fn sequence(&self, rest: &mut Tokens<'_>) -> Node {
        let mut members = Vec::new();
        // A name before `=` begins the next rule.
        while !matches!(rest.0, [] | ["/" | ")" | "]", ..] | [_, "=", ..]) {
            members.push(self.repetition(rest));
        }
        Node::Sequence(members)
    }

    fn repetition(&self, rest: &mut Tokens<'_>) -> Node {
        let count = if rest.0[0].starts_with(is_of_count) { rest.next() } else { "1" };
        // `3x` means exactly three, `3*x` three or more, `*3x` at most three.
        let (min, max) = count.split_once('*').unwrap_or((count, count));
        let (min, max) = (min.parse().unwrap_or(0), max.parse().unwrap_or(usize::MAX));
        Node::Repeat(min, max, Box::new(self.element(rest)))
    }

    fn element(&self, rest: &mut Tokens<'_>) -> Node {
        let token = rest.next();
        if let "(" | "[" = token {
            let group = self.one_of(rest);
            rest.next();
            return Node::Repeat(usize::from(token == "("), 1, Box::new(group));
        }
        if let Some(text) = token.strip_prefix('"') {
            return Node::Text(text.trim_end_matches('"'));
        }
        let Some(range) = token.strip_prefix("%x") else { return Node::Rule(self.index(token)) };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let code = |hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).expect(hex);
        Node::Range(code(first), code(last))
    }
}

/// The tokens that are still to be parsed.
struct Tokens<'r>(&'r [&'static str]);

impl Tokens<'_> {
    fn next(&mut self) -> &'static str {
        let (first, rest) = self.0.split_first().expect("the rule goes on");
        self.0 = rest;
        first
    }
}

/// Cuts `text` into names, strings, values, numbers of repetitions and delimiters.
fn tokens(text: &'static str) -> Vec<&'static str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            ';' => rest.find('\n'),
            '"' => rest[1..].find('"').map(|at| at + 2),
            '=' | '/' | '(' | ')' | '[' | ']' => Some(1),
            first if is_of_count(first) => rest.find(|c| !is_of_count(c)),
            _ => rest.find([' ', '\n', ')', ']']),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.extend((first != ';').then_some(token));
        rest = after.trim_start();
    }
    tokens
}

/// Returns whether `c` is part of the number of repetitions, such as `1*3`.
fn is_of_count(c: char) -> bool {
    c == '*' || c.is_ascii_digit()
}
