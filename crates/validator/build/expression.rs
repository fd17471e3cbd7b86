//! A rule written out: what is left when no name stands in it any more, and so a regular language.
//!
//! Two things are done with it before an automaton is built. [`Expression::after`] takes a known
//! beginning off (the scheme, which the library compares by itself). And an [`Alphabet`] is drawn:
//! characters that no rule tells apart become one symbol. Letters alone would otherwise make some
//! fifty columns of the table, upper and lower case apart, and RFC 3987 would have to spell the
//! ranges of its `ucschar` in UTF-8, which took 136 kB; so there are fewer than 40 columns.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A regular language over characters.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// One character out of a set.
    Chars(CharSet),
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

/// A set of characters: one bit for each below U+0080, and ranges of those beyond, in no order.
///
/// The grammars name single characters in ASCII and whole blocks beyond it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CharSet {
    ascii: u128,
    beyond: Vec<(char, char)>,
}

/// For each character the symbol that stands for it.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// The symbols of the characters below U+0080.
    pub(crate) ascii: [u8; 128],
    /// First, last and symbol of those beyond, in ascending order. What is in none of the ranges is
    /// `NO_SYMBOL`.
    pub(crate) beyond: Vec<(char, char, u8)>,
}

/// Stands for the characters that no rule names.
pub(crate) const NO_SYMBOL: u8 = 0;

impl Expression {
    /// The language without a word.
    const NOTHING: Expression = Expression::Alternation(Vec::new());

    /// The alternatives, those of single characters drawn together into one set. That changes nothing in
    /// the language, and the automaton is built in a fraction of the time.
    pub(crate) fn alternation(members: Vec<Expression>) -> Expression {
        let mut chars = CharSet::default();
        let mut rest = Vec::new();
        for member in members {
            match member {
                Expression::Chars(set) => chars = chars.or(&set),
                member => rest.push(member),
            }
        }
        if chars != CharSet::default() {
            rest.push(Expression::Chars(chars));
        }
        if rest.len() == 1 { rest.remove(0) } else { Expression::Alternation(rest) }
    }

    /// What can follow where `beginning` stands first (Brzozowski's derivative).
    pub(crate) fn after(&self, beginning: &str) -> Expression {
        beginning.bytes().fold(self.clone(), |expression, byte| expression.after_byte(byte))
    }

    fn after_byte(&self, byte: u8) -> Expression {
        match self {
            Expression::Chars(set) if set.contains(char::from(byte)) => {
                Expression::Concatenation(vec![])
            }
            Expression::Chars(_) | Expression::Repetition { max: Some(0), .. } => {
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
            Expression::Chars(_) => false,
            Expression::Concatenation(members) => members.iter().all(Expression::may_be_empty),
            Expression::Alternation(members) => members.iter().any(Expression::may_be_empty),
            Expression::Repetition { of, min, .. } => *min == 0 || of.may_be_empty(),
        }
    }

    /// Writes a regular expression over the symbols of `alphabet`.
    pub(crate) fn write(&self, alphabet: &Alphabet, regex: &mut String) {
        match self {
            Expression::Chars(set) => {
                regex.push('[');
                for symbol in alphabet.symbols_of(set) {
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

    fn collect_sets<'e>(&'e self, sets: &mut Vec<&'e CharSet>) {
        match self {
            Expression::Chars(set) => sets.push(set),
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

impl CharSet {
    /// The characters from `first` to `last`, both included.
    pub(crate) fn range(first: char, last: char) -> CharSet {
        let ascii = (first..=last).take_while(char::is_ascii);
        let beyond = (last >= BEYOND).then_some((first.max(BEYOND), last));
        CharSet {
            ascii: ascii.fold(0, |bits, c| bits | 1 << u32::from(c)),
            beyond: beyond.into_iter().collect(),
        }
    }

    pub(crate) fn or(mut self, other: &CharSet) -> CharSet {
        self.ascii |= other.ascii;
        self.beyond.extend(&other.beyond);
        self
    }

    fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            self.ascii >> u32::from(c) & 1 == 1
        } else {
            self.beyond.iter().any(|&(first, last)| (first..=last).contains(&c))
        }
    }
}

/// The first character that is not ASCII.
const BEYOND: char = '\u{80}';

impl Alphabet {
    /// The coarsest alphabet in which every set of `expressions` can still be written.
    pub(crate) fn of<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> Alphabet {
        let mut sets = Vec::new();
        expressions.into_iter().for_each(|expression| expression.collect_sets(&mut sets));
        // Two characters are the same symbol if they are in the same sets. The first signature is
        // that of `NO_SYMBOL`.
        let mut signatures = vec![vec![false; sets.len()]];
        let mut symbol_of = |c: char| {
            let signature: Vec<bool> = sets.iter().map(|set| set.contains(c)).collect();
            let known = signatures.iter().position(|known| *known == signature);
            let index = known.unwrap_or_else(|| {
                signatures.push(signature);
                signatures.len() - 1
            });
            u8::try_from(index).expect("no grammar has more than 255 symbols")
        };
        let mut ascii = [NO_SYMBOL; 128];
        for (c, symbol) in ('\0'..BEYOND).zip(&mut ascii) {
            *symbol = symbol_of(c);
        }
        // Between two places where some range begins or has ended, all characters are alike.
        let ranges = sets.iter().flat_map(|set| &set.beyond);
        let after = |last: char| (last..=char::MAX).nth(1);
        let mut edges: Vec<char> =
            ranges.flat_map(|&(first, last)| [Some(first), after(last)]).flatten().collect();
        edges.sort_unstable();
        edges.dedup();
        let mut beyond = Vec::new();
        for (index, &first) in edges.iter().enumerate() {
            let symbol = symbol_of(first);
            if symbol != NO_SYMBOL {
                let last = edges.get(index + 1).and_then(|&next| (first..next).next_back());
                beyond.push((first, last.unwrap_or(char::MAX), symbol));
            }
        }
        Alphabet { ascii, beyond }
    }

    /// The symbols, 0 among them, are the numbers below this.
    pub(crate) fn len(&self) -> u8 {
        let beyond = self.beyond.iter().map(|range| range.2);
        self.ascii.iter().copied().chain(beyond).max().unwrap_or(NO_SYMBOL) + 1
    }

    fn symbols_of(&self, set: &CharSet) -> BTreeSet<u8> {
        let ascii = ('\0'..BEYOND).zip(self.ascii).filter(|(c, _)| set.contains(*c));
        let beyond = self.beyond.iter().filter(|(first, ..)| set.contains(*first));
        ascii.map(|(_, symbol)| symbol).chain(beyond.map(|range| range.2)).collect()
    }
}
