//! A table of known names of elements, attributes and header fields, with lookup in any case.
//!
//! A miss must be fast, because most names of a page are not in the table. It is a hash table with open addressing. Its
//! keys are the first eight bytes of each name, in lower case, as one number.

use core::ops::Range;

/// A table of `N` names, each with a value. `SLOTS` is a power of two larger than `N`, so that most slots are empty.
#[derive(Debug)]
// `keys[i]` belongs to `known[i]`. A lookup hashes the key to a slot, follows the slots from there, and stops
// at the first empty one, mostly at once. A key has the first eight bytes of the name: two names with the same
// eight (`content-location`, `content-md5`) have the same key, and are then compared in full.
pub(crate) struct NameTable<T, const N: usize, const SLOTS: usize> {
    known: [(&'static str, T); N],
    keys: [u64; N],
    slots: [u8; SLOTS],
}

/// Lists the entries of a table: a value, and the names that have it.
macro_rules! entries {
    ($($value:expr => $($name:literal)+;)+) => { [$($(($name, $value)),+),+] };
}

pub(super) use entries;

const EMPTY_SLOT: u8 = u8::MAX;

const KEY_BYTES: usize = 8;

impl<T: Copy, const N: usize, const SLOTS: usize> NameTable<T, N, SLOTS> {
    /// Builds the table of `known`, whose names must be in lower case.
    pub(super) const fn of(known: [(&'static str, T); N]) -> NameTable<T, N, SLOTS> {
        assert!(N < SLOTS && N < EMPTY_SLOT as usize && SLOTS.is_power_of_two());
        let (mut keys, mut slots) = ([0; N], [EMPTY_SLOT; SLOTS]);
        // Linear probing: a name whose slot is taken gets the next free one. The table is built at compile time.
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

    #[inline]
    pub(super) fn find(&self, text: &[u8], name: Range<usize>) -> Option<&(&'static str, T)> {
        self.find_place(text, name).map(|place| &self.known[usize::from(place)])
    }

    pub(super) fn get(&self, place: u8) -> Option<&(&'static str, T)> {
        self.known.get(usize::from(place))
    }

    /// Like [`find`](Self::find), but returns the place of the entry, for [`get`](Self::get).
    #[inline]
    pub(super) fn find_place(&self, text: &[u8], name: Range<usize>) -> Option<u8> {
        let len = name.len();
        // A short name is read with one load of eight bytes, and the bytes after the name are masked off. The
        // length is compared too: the key of `a` is also that of `a` and a NUL.
        match text.get(name.start..).and_then(<[u8]>::first_chunk) {
            Some(&word) if (1..=KEY_BYTES).contains(&len) => {
                let key = u64::from_le_bytes(word) & (u64::MAX >> (8 * (KEY_BYTES - len)));
                self.look_up(folded(key), |known| known.len() == len)
            }
            _ => self.find_other(&text[name]),
        }
    }

    #[cold]
    fn find_other(&self, name: &[u8]) -> Option<u8> {
        self.look_up(key(name), |known| known.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Returns the place of the first entry with this key for which `is` holds.
    #[inline]
    fn look_up(&self, key: u64, is: impl Fn(&str) -> bool) -> Option<u8> {
        let mut slot = Self::slot(key);
        loop {
            let place = self.slots[slot];
            let known = self.get(place)?;
            if self.keys[usize::from(place)] == key && is(known.0) {
                return Some(place);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It is less than `SLOTS`.
    const fn slot(key: u64) -> usize {
        // Multiplication by 2^64 divided by the golden ratio spreads similar keys; the top bits are the best mixed.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// Returns the first eight bytes of `name` as a little-endian number in lower case, padded with zeros.
const fn key(name: &[u8]) -> u64 {
    let mut i = if name.len() < KEY_BYTES { name.len() } else { KEY_BYTES };
    let mut key = 0;
    while i > 0 {
        i -= 1;
        key = key << 8 | name[i] as u64;
    }
    folded(key)
}

/// Converts the ASCII letters of `key` to lower case. Bit 6 of each byte, moved to bit 5, is set for letters (0x40 to
/// 0x7F), where bit 5 is the case. Only a letter or its capital becomes that letter.
const fn folded(key: u64) -> u64 {
    key | (key & u64::from_ne_bytes([0x40; KEY_BYTES])) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
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
