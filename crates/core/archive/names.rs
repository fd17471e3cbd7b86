//! NameTable that are known, in any case: of elements, attributes and header fields. A page has some for each tag, and
//! most are none of the table, so whether one is has to be seen at once.
//!
//! A name's first eight letters are one number, and by that it is looked up. The trap is two names that
//! begin with the same eight (`content-location`, `content-md5`): they are compared to the end.

use core::ops::Range;

/// A table of `N` names, each with what it stands for; `SLOTS`, a power of two, is larger, so that most
/// slots are empty.
#[derive(Debug)]
pub(super) struct NameTable<T, const N: usize, const SLOTS: usize> {
    known: [(&'static str, T); N],
    keys: [u64; N],
    /// The place in the table, by a hash of the key; or the next slot's that was empty.
    slots: [u8; SLOTS],
}

const EMPTY_SLOT: u8 = u8::MAX;

/// A key's bytes.
const KEY_BYTES: usize = 8;

impl<T: Copy, const N: usize, const SLOTS: usize> NameTable<T, N, SLOTS> {
    /// The table of `known`, which are in lower case.
    pub(super) const fn of(known: [(&'static str, T); N]) -> NameTable<T, N, SLOTS> {
        assert!(N < SLOTS && N < EMPTY_SLOT as usize && SLOTS.is_power_of_two());
        let (mut keys, mut slots) = ([0; N], [EMPTY_SLOT; SLOTS]);
        let mut i = 0;
        while i < N {
            keys[i] = key(known[i].0.as_bytes());
            let mut slot = Self::slot(keys[i]);
            while slots[slot] != EMPTY_SLOT {
                slot = (slot + 1) % SLOTS;
            }
            #[allow(clippy::cast_possible_truncation)] // There are fewer than 255.
            let place = i as u8;
            slots[slot] = place;
            i += 1;
        }
        NameTable { known, keys, slots }
    }

    /// The one that stands at `name` in `text`, and what it stands for.
    #[inline]
    pub(super) fn find(&self, text: &[u8], name: Range<usize>) -> Option<&(&'static str, T)> {
        let len = name.len();
        match text.get(name.start..).and_then(<[u8]>::first_chunk) {
            Some(&word) if (1..=KEY_BYTES).contains(&len) => {
                let key = u64::from_le_bytes(word) & (u64::MAX >> (8 * (KEY_BYTES - len)));
                self.look_up(folded(key), |known| known.len() == len)
            }
            _ => self.find_other(&text[name]),
        }
    }

    /// The same of a name that is longer than a key, or stands where a text ends.
    #[cold]
    fn find_other(&self, name: &[u8]) -> Option<&(&'static str, T)> {
        self.look_up(key(name), |known| known.as_bytes().eq_ignore_ascii_case(name))
    }

    /// The first of this key that is the one.
    #[inline]
    fn look_up(&self, key: u64, is: impl Fn(&str) -> bool) -> Option<&(&'static str, T)> {
        let mut slot = Self::slot(key);
        loop {
            let place = usize::from(self.slots[slot]);
            let known = self.known.get(place)?;
            if self.keys[place] == key && is(known.0) {
                return Some(known);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It is less than `SLOTS`.
    const fn slot(key: u64) -> usize {
        // The golden ratio, by which neighbours come to lie far from one another.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// The first eight bytes of `name`, zeros where there are fewer.
const fn key(name: &[u8]) -> u64 {
    let mut i = if name.len() < KEY_BYTES { name.len() } else { KEY_BYTES };
    let mut key = 0;
    while i > 0 {
        i -= 1;
        key = key << 8 | name[i] as u64;
    }
    folded(key)
}

/// `key` with its letters in lower case: only a letter or its capital becomes that letter.
const fn folded(key: u64) -> u64 {
    key | (key & u64::from_ne_bytes([0x40; KEY_BYTES])) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found() {
        static ANY: NameTable<u8, 7, 8> = NameTable::of([
            ("a", 1),
            ("st1:place", 2),
            ("st1:plac", 3),
            ("background", 4),
            ("h1", 5),
            ("content-location", 6),
            ("content-md5", 7),
        ]);
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
            ("Content-Location", Some(6)),
            ("content-MD5", Some(7)),
            ("content-md4", None),
        ];
        for (name, expected) in table {
            // Within a text and at its end.
            for text in [format!("<{name}"), format!("<{name} and more")] {
                let found = ANY.find(text.as_bytes(), 1..1 + name.len());
                assert_eq!(found.map(|&(_, value)| value), expected, "{text}");
            }
        }
    }
}
