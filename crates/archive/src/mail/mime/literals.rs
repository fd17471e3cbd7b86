//! A search for the first of a few literals in a text by aho-corasick's packed searcher (Teddy), which compares 16 or
//! 32 bytes at once with vector instructions, or without them by its automaton.

use aho_corasick::{AhoCorasick, Span, packed};

use crate::mail::work;

/// The literals to search for. None is a prefix of another.
pub(crate) enum Literals {
    Packed(packed::Searcher),
    Automaton(AhoCorasick),
}

impl Literals {
    pub(crate) fn new(literals: &[&[u8]]) -> Literals {
        packed::Searcher::new(literals)
            .map_or_else(|| Literals::automaton(literals), Literals::Packed)
    }

    fn automaton(literals: &[&[u8]]) -> Literals {
        Literals::Automaton(
            AhoCorasick::new(literals).expect("a few literals fit into an automaton"),
        )
    }

    /// Returns the index of the first literal in `text` at or after `at`, and its offset. Linear up to there.
    #[inline]
    pub(crate) fn find(&self, text: &[u8], at: usize) -> Option<(usize, usize)> {
        let found = match self {
            Literals::Packed(searcher) => searcher.find_in(text, Span::from(at..text.len())),
            Literals::Automaton(automaton) => {
                automaton.find(aho_corasick::Input::new(text).range(at..))
            }
        };
        work::add(found.as_ref().map_or(text.len(), aho_corasick::Match::end) - at);
        let found = found?;
        Some((found.pattern().as_usize(), found.start()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::mail::tests::config;

    proptest! {
        #![proptest_config(config())]

        /// Both searchers agree with a comparison of each literal at each offset.
        #[test]
        fn the_first_literal_is_found(text in vec(prop_oneof![3 => b'a'..=b'c', 1 => any::<u8>()], 0..90)) {
            let literals: [&[u8]; 4] = [b"ab", b"bcc", b"cab", b"a\n"];
            let (packed, automaton) = (Literals::new(&literals), Literals::automaton(&literals));
            for at in 0..=text.len() {
                let first = (at..text.len()).find_map(|start| {
                    let begins = |literal: &&[u8]| text[start..].starts_with(literal);
                    literals.iter().position(begins).map(|literal| (literal, start))
                });
                prop_assert_eq!(packed.find(&text, at), first);
                prop_assert_eq!(automaton.find(&text, at), first);
            }
        }
    }
}
