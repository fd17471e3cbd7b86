//! Names that are known: of elements, attributes, characters and header fields. A page has some for each tag, and
//! most are none of the table, so whether one is has to be seen at once.
//!
//! A name's first eight letters are one number, and by that it is looked up. The trap is two names that
//! begin with the same eight (`OpenCurlyQuote`, `OpenCurlyDoubleQuote`): they are compared to the end.

use core::ops::Range;

/// A table of `N` names, each with what it stands for; `SLOTS`, a power of two, is larger, so that most
/// slots are empty.
#[derive(Debug)]
pub(super) struct Names<T, const N: usize, const SLOTS: usize> {
    known: [(&'static str, T); N],
    keys: [u64; N],
    /// The place in the table, by a hash of the key; or the next slot's that was empty.
    slots: [u8; SLOTS],
    case: Case,
}

/// Whether `A` and `a` are the same letter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Case {
    Ignored,
    Matters,
}

const EMPTY: u8 = u8::MAX;

/// A key's bytes.
const KEY: usize = 8;

impl<T: Copy, const N: usize, const SLOTS: usize> Names<T, N, SLOTS> {
    /// That of `known`; where the case is ignored, they are in small letters.
    pub(super) const fn of(known: [(&'static str, T); N], case: Case) -> Names<T, N, SLOTS> {
        assert!(N < SLOTS && N < EMPTY as usize && SLOTS.is_power_of_two());
        let (mut keys, mut slots) = ([0; N], [EMPTY; SLOTS]);
        let mut i = 0;
        while i < N {
            let name = known[i].0.as_bytes();
            keys[i] = key(name, 0, name.len(), case);
            let mut slot = Self::slot(keys[i]);
            while slots[slot] != EMPTY {
                slot = (slot + 1) % SLOTS;
            }
            #[allow(clippy::cast_possible_truncation)] // There are fewer than 255.
            let place = i as u8;
            slots[slot] = place;
            i += 1;
        }
        Names { known, keys, slots, case }
    }

    /// The one that stands at `name` in `text`, and what it stands for.
    #[inline]
    pub(super) fn find(&self, text: &[u8], name: Range<usize>) -> Option<(&'static str, T)> {
        let key = key(text, name.start, name.end, self.case);
        let mut slot = Self::slot(key);
        loop {
            let place = usize::from(self.slots[slot]);
            let known = self.known.get(place)?;
            if self.keys[place] == key
                && known.0.len() == name.len()
                && (name.len() <= KEY || self.is_same(known.0.as_bytes(), &text[name.clone()]))
            {
                return Some(*known);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Are they the same to the end?
    #[cold]
    fn is_same(&self, known: &[u8], name: &[u8]) -> bool {
        match self.case {
            Case::Ignored => known.eq_ignore_ascii_case(name),
            Case::Matters => known == name,
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It is less than `SLOTS`.
    const fn slot(key: u64) -> usize {
        // The golden ratio, by which neighbours come to lie far from one another.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// The first eight bytes of `start..end` in `text`, zeros where there are fewer.
#[inline]
const fn key(text: &[u8], start: usize, end: usize, case: Case) -> u64 {
    let (_, rest) = text.split_at(start);
    let len = if end - start < KEY { end - start } else { KEY };
    if len == 0 {
        return 0;
    }
    let word = if let Some(bytes) = rest.first_chunk() {
        u64::from_le_bytes(*bytes) & (u64::MAX >> (8 * (KEY - len)))
    } else {
        let (mut word, mut i) = (0, len);
        while i > 0 {
            i -= 1;
            word = word << 8 | rest[i] as u64;
        }
        word
    };
    match case {
        // What becomes a small letter by this was one, or its capital.
        Case::Ignored => word | (word & u64::from_ne_bytes([0x40; KEY])) >> 1,
        Case::Matters => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found() {
        static ANY: Names<u8, 5, 8> = Names::of(
            [("a", 1), ("st1:place", 2), ("st1:plac", 3), ("background", 4), ("h1", 5)],
            Case::Ignored,
        );
        static EXACT: Names<u8, 4, 8> = Names::of(
            [("OpenCurlyQuote", 1), ("OpenCurlyDoubleQuote", 2), ("amp", 3), ("AMP", 4)],
            Case::Matters,
        );
        let table = [
            ("a", Some(1)),
            ("A", Some(1)),
            ("b", None),
            ("", None),
            ("st1:place", Some(2)),
            ("ST1:PLAC", Some(3)),
            ("st1:pla", None),
            ("st1:placf", None),
            ("st1:places", None),
            ("BackGround", Some(4)),
            ("H1", Some(5)),
            ("H\u{11}", None),
            ("a\0", None),
        ];
        for (name, expected) in table {
            // Within a text and at its end.
            for text in [format!("<{name}"), format!("<{name} and more")] {
                let found = ANY.find(text.as_bytes(), 1..1 + name.len());
                assert_eq!(found.map(|(_, value)| value), expected, "{text}");
            }
        }
        let table = [
            ("OpenCurlyQuote", Some(1)),
            ("OpenCurlyDoubleQuote", Some(2)),
            ("OpenCurlyquote", None),
            ("amp", Some(3)),
            ("AMP", Some(4)),
            ("Amp", None),
        ];
        for (name, expected) in table {
            let found = EXACT.find(name.as_bytes(), 0..name.len());
            assert_eq!(found.map(|(_, value)| value), expected, "{name}");
        }
    }
}
