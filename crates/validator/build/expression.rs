//! A rule written out: what is left when no name stands in it any more, and so a regular language.
//!
//! Two things are done with it before an automaton is built. [`Expression::after`] takes a known
//! beginning off (the scheme, which the library compares by itself). And an [`Alphabet`] is drawn:
//! bytes that no rule tells apart become one symbol. Letters alone would otherwise make some fifty
//! columns of the table, upper and lower case apart; so there are fewer than 32 columns.

use std::fmt::Write;

/// A regular language over bytes.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// One byte out of a set.
    Bytes(ByteSet),
    /// With no member: the empty string.
    Concatenation(Vec<Expression>),
    /// With no member: nothing at all.
    Alternation(Vec<Expression>),
    Repetition {
        of: Box<Expression>,
        min: usize,
        max: Option<usize>,
    },
}

/// A set of bytes, by value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ByteSet {
    /// One bit a byte, those below 128 in the first.
    bits: [u128; 2],
}

/// For each byte the symbol that stands for it. Symbol 0 stands for the bytes that no rule names.
#[derive(Debug)]
pub(crate) struct Alphabet(pub(crate) [u8; 256]);

impl Expression {
    /// The language without a word.
    const NOTHING: Expression = Expression::Alternation(Vec::new());

    /// The alternatives, those of single bytes drawn together into one set. That changes nothing in
    /// the language, and the automaton is built in a fraction of the time.
    pub(crate) fn alternation(members: Vec<Expression>) -> Expression {
        let mut bytes = ByteSet::default();
        let mut rest = Vec::new();
        for member in members {
            match member {
                Expression::Bytes(set) => set.bytes().for_each(|byte| bytes.insert(byte)),
                member => rest.push(member),
            }
        }
        if bytes != ByteSet::default() {
            rest.push(Expression::Bytes(bytes));
        }
        if rest.len() == 1 { rest.remove(0) } else { Expression::Alternation(rest) }
    }

    /// What can follow where `beginning` stands first (Brzozowski's derivative).
    pub(crate) fn after(&self, beginning: &str) -> Expression {
        beginning.bytes().fold(self.clone(), |expression, byte| expression.after_byte(byte))
    }

    fn after_byte(&self, byte: u8) -> Expression {
        match self {
            Expression::Bytes(set) if set.contains(byte) => Expression::Concatenation(vec![]),
            Expression::Bytes(_) | Expression::Repetition { max: Some(0), .. } => {
                Expression::NOTHING
            }
            Expression::Concatenation(members) => {
                // The byte is the first of one member, and those before it are empty.
                let mut ways = Vec::new();
                for (index, member) in members.iter().enumerate() {
                    let first = member.after_byte(byte);
                    if !first.is_nothing() {
                        let mut way = vec![first];
                        way.extend_from_slice(&members[index + 1..]);
                        ways.push(Expression::Concatenation(way));
                    }
                    if !member.may_be_empty() {
                        break;
                    }
                }
                Expression::alternation(ways)
            }
            Expression::Alternation(members) => {
                let ways = members.iter().map(|member| member.after_byte(byte));
                Expression::alternation(ways.filter(|way| !way.is_nothing()).collect())
            }
            Expression::Repetition { of, min, max } => {
                let first = of.after_byte(byte);
                if first.is_nothing() {
                    return first;
                }
                let again = Expression::Repetition {
                    of: of.clone(),
                    min: min.saturating_sub(1),
                    max: max.map(|max| max - 1),
                };
                Expression::Concatenation(vec![first, again])
            }
        }
    }

    /// Whether this is [`Expression::NOTHING`]. What came to nothing must go, or letters that stand
    /// behind it would still count in the alphabet.
    fn is_nothing(&self) -> bool {
        matches!(self, Expression::Alternation(members) if members.is_empty())
    }

    fn may_be_empty(&self) -> bool {
        match self {
            Expression::Bytes(_) => false,
            Expression::Concatenation(members) => members.iter().all(Expression::may_be_empty),
            Expression::Alternation(members) => members.iter().any(Expression::may_be_empty),
            Expression::Repetition { of, min, .. } => *min == 0 || of.may_be_empty(),
        }
    }

    /// Writes a regular expression over the symbols of `alphabet`.
    pub(crate) fn write(&self, alphabet: &Alphabet, regex: &mut String) {
        match self {
            Expression::Bytes(set) => {
                let mut symbols: Vec<u8> =
                    set.bytes().map(|byte| alphabet.0[usize::from(byte)]).collect();
                symbols.sort_unstable();
                symbols.dedup();
                regex.push('[');
                for symbol in symbols {
                    write_symbol(symbol, regex);
                }
                regex.push(']');
            }
            Expression::Concatenation(members) => {
                regex.push_str("(?:");
                for member in members {
                    member.write(alphabet, regex);
                }
                regex.push(')');
            }
            // The empty class.
            Expression::Alternation(members) if members.is_empty() => {
                regex.push_str(r"[^\x00-\xFF]");
            }
            Expression::Alternation(members) => {
                regex.push_str("(?:");
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        regex.push('|');
                    }
                    member.write(alphabet, regex);
                }
                regex.push(')');
            }
            Expression::Repetition { of, min, max } => {
                of.write(alphabet, regex);
                let max = max.map_or(String::new(), |max| max.to_string());
                write!(regex, "{{{min},{max}}}").expect("a string takes all that is written");
            }
        }
    }

    fn collect_sets<'e>(&'e self, sets: &mut Vec<&'e ByteSet>) {
        match self {
            Expression::Bytes(set) => sets.push(set),
            Expression::Concatenation(members) | Expression::Alternation(members) => {
                for member in members {
                    member.collect_sets(sets);
                }
            }
            Expression::Repetition { of, .. } => of.collect_sets(sets),
        }
    }
}

/// Writes one symbol as an element of a class or as an expression of its own.
pub(crate) fn write_symbol(symbol: u8, regex: &mut String) {
    write!(regex, "\\x{symbol:02X}").expect("a string takes all that is written");
}

impl ByteSet {
    pub(crate) fn insert(&mut self, byte: u8) {
        self.bits[usize::from(byte >> 7)] |= 1 << (byte & 0x7F);
    }

    fn contains(self, byte: u8) -> bool {
        self.bits[usize::from(byte >> 7)] >> (byte & 0x7F) & 1 == 1
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |byte| self.contains(*byte))
    }
}

impl Alphabet {
    /// The coarsest alphabet in which every set of `expressions` can still be written.
    pub(crate) fn of<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> Alphabet {
        let mut sets = Vec::new();
        expressions.into_iter().for_each(|expression| expression.collect_sets(&mut sets));
        // Two bytes are the same symbol if they are in the same sets.
        let mut signatures = vec![vec![false; sets.len()]];
        let mut symbols = [0; 256];
        for (byte, symbol) in (0..=255).zip(&mut symbols) {
            let signature: Vec<bool> = sets.iter().map(|set| set.contains(byte)).collect();
            let known = signatures.iter().position(|known| *known == signature);
            let index = known.unwrap_or_else(|| {
                signatures.push(signature);
                signatures.len() - 1
            });
            *symbol = u8::try_from(index).expect("at most 255 bytes are named by a rule");
        }
        Alphabet(symbols)
    }
}
