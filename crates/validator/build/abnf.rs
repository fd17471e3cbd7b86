//! Reads rules in the notation of RFC 5234.
//!
//! It knows what the grammars here use: comments, alternation `/`, concatenation, groups, options,
//! repetition `n*m`, quoted strings (in either case), `%x` values and ranges of code points, and
//! references to other rules. A rule that refers to itself, however indirectly, is refused, for
//! what is left is regular and can be written out in place, as an [`Expression`].
//!
//! The trap: `;` begins a comment, but not inside a quoted string, and `";"` is everywhere in these
//! grammars. So lines are never cut at `;` before they are read.

use super::expression::{CharSet, Expression};
use std::collections::HashMap;
use std::fmt;

/// The rules of one file.
#[derive(Debug)]
pub(crate) struct Rules {
    file: String,
    /// By name in lower case, for names know no case (RFC 5234, 2.1).
    by_name: HashMap<String, Node>,
}

/// What is wrong with a file of rules, and in which line.
#[derive(Debug)]
pub(crate) struct Error {
    file: String,
    line: usize,
    what: String,
}

/// One element of a rule's right-hand side.
#[derive(Debug)]
enum Node {
    /// One character out of a set.
    Chars(CharSet),
    Concatenation(Vec<Node>),
    Alternation(Vec<Node>),
    Repetition {
        of: Box<Node>,
        min: usize,
        max: Option<usize>,
    },
    Reference {
        name: String,
        line: usize,
    },
}

impl Rules {
    /// Reads the rules of `text`; `file` is the name that errors give.
    pub(crate) fn read(file: &str, text: &str) -> Result<Rules, Error> {
        Reader { file, text: text.as_bytes(), at: 0, line: 1 }.rules()
    }

    /// The rule `name`, with all rules that it refers to written out in place.
    pub(crate) fn expression(&self, name: &str) -> Result<Expression, Error> {
        self.resolve(name, 0, &mut Vec::new())
    }

    /// `within` holds the names of the rules that are being written out; `line` is where `name` is
    /// referred to.
    fn resolve(
        &self,
        name: &str,
        line: usize,
        within: &mut Vec<String>,
    ) -> Result<Expression, Error> {
        let error = |what| Error { file: self.file.clone(), line, what };
        let name = name.to_lowercase();
        if within.contains(&name) {
            return Err(error(format!("rule `{name}` refers to itself")));
        }
        let rule = self.by_name.get(&name);
        let rule = rule.ok_or_else(|| error(format!("unknown rule `{name}`")))?;
        within.push(name);
        let expression = self.write_out(rule, within);
        within.pop();
        expression
    }

    fn write_out(&self, node: &Node, within: &mut Vec<String>) -> Result<Expression, Error> {
        let mut all = |nodes: &[Node]| {
            nodes.iter().map(|node| self.write_out(node, within)).collect::<Result<Vec<_>, _>>()
        };
        match node {
            Node::Chars(set) => Ok(Expression::Chars(set.clone())),
            Node::Concatenation(nodes) => Ok(Expression::Concatenation(all(nodes)?)),
            Node::Alternation(nodes) => Ok(Expression::alternation(all(nodes)?)),
            Node::Repetition { of, min, max } => Ok(Expression::Repetition {
                of: Box::new(self.write_out(of, within)?),
                min: *min,
                max: *max,
            }),
            Node::Reference { name, line } => self.resolve(name, *line, within),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for Error {}

/// A cursor over the text of a file of rules.
struct Reader<'t> {
    file: &'t str,
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl Reader<'_> {
    fn rules(mut self) -> Result<Rules, Error> {
        let mut by_name = HashMap::new();
        self.skip_blank();
        while self.at < self.text.len() {
            let name = self.name()?;
            self.skip_blank();
            self.expect(b'=')?;
            let node = self.alternation()?;
            if by_name.insert(name.clone(), node).is_some() {
                return Err(self.error(&format!("rule `{name}` is defined twice")));
            }
        }
        Ok(Rules { file: self.file.to_string(), by_name })
    }

    fn alternation(&mut self) -> Result<Node, Error> {
        let mut nodes = vec![self.concatenation()?];
        while self.peek() == Some(b'/') {
            self.at += 1;
            nodes.push(self.concatenation()?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Alternation(nodes) })
    }

    fn concatenation(&mut self) -> Result<Node, Error> {
        self.skip_blank();
        let mut nodes = Vec::new();
        while let Some(byte) = self.peek() {
            if matches!(byte, b'/' | b')' | b']') || self.at_rule() {
                break;
            }
            nodes.push(self.repetition()?);
            self.skip_blank();
        }
        match nodes.len() {
            0 => Err(self.error("an element is missing")),
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Concatenation(nodes)),
        }
    }

    fn repetition(&mut self) -> Result<Node, Error> {
        let low = self.number();
        let (min, max) = if self.peek() == Some(b'*') {
            self.at += 1;
            (low.unwrap_or(0), self.number())
        } else if let Some(exactly) = low {
            (exactly, Some(exactly))
        } else {
            return self.element();
        };
        if max.is_some_and(|max| max < min) {
            return Err(self.error("a repetition ends below where it begins"));
        }
        Ok(Node::Repetition { of: Box::new(self.element()?), min, max })
    }

    fn element(&mut self) -> Result<Node, Error> {
        match self.peek() {
            Some(b'(') => {
                self.at += 1;
                let node = self.alternation()?;
                self.expect(b')')?;
                Ok(node)
            }
            Some(b'[') => {
                self.at += 1;
                let node = self.alternation()?;
                self.expect(b']')?;
                Ok(Node::Repetition { of: Box::new(node), min: 0, max: Some(1) })
            }
            Some(b'"') => {
                let text = self.quoted()?;
                let mut nodes: Vec<Node> = text.bytes().map(either_case).collect();
                Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Concatenation(nodes) })
            }
            Some(b'%') => self.value(),
            Some(byte) if byte.is_ascii_alphabetic() => {
                let line = self.line;
                Ok(Node::Reference { name: self.name()?, line })
            }
            _ => Err(self.error("an element is missing")),
        }
    }

    /// `%x41` or `%x41-5A`.
    fn value(&mut self) -> Result<Node, Error> {
        self.expect(b'%')?;
        self.expect(b'x')?;
        let first = self.hex()?;
        let last = if self.peek() == Some(b'-') {
            self.at += 1;
            self.hex()?
        } else {
            first
        };
        if first > last {
            return Err(self.error("a range ends below where it begins"));
        }
        Ok(Node::Chars(CharSet::range(first, last)))
    }

    fn quoted(&mut self) -> Result<String, Error> {
        self.expect(b'"')?;
        let text = self.take_while(|byte| byte != b'"' && byte != b'\n');
        self.expect(b'"')?;
        Ok(text)
    }

    fn name(&mut self) -> Result<String, Error> {
        let name = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            Ok(name.to_lowercase())
        } else {
            Err(self.error("a rule's name is missing"))
        }
    }

    fn number(&mut self) -> Option<usize> {
        self.take_while(|byte| byte.is_ascii_digit()).parse().ok()
    }

    fn hex(&mut self) -> Result<char, Error> {
        let digits = self.take_while(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
        value.ok_or_else(|| self.error("`%x` is not followed by a character"))
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&keep) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Error> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.error(&format!("`{}` is missing", byte as char)))
        }
    }

    /// Whether the cursor is where a rule begins: a letter in the first column. The lines that go
    /// on with a rule are indented (RFC 5234, 2.2).
    fn at_rule(&self) -> bool {
        self.peek().is_some_and(|byte| byte.is_ascii_alphabetic())
            && (self.at == 0 || self.text[self.at - 1] == b'\n')
    }

    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.at += 1;
                    }
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn error(&self, what: &str) -> Error {
        Error { file: self.file.to_string(), line: self.line, what: what.to_string() }
    }
}

fn either_case(byte: u8) -> Node {
    let [lower, upper] = [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()].map(char::from);
    Node::Chars(CharSet::range(lower, lower).or(&CharSet::range(upper, upper)))
}
