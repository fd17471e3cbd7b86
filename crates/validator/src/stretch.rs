//! Stretches of a URL that leave the automata where they are: a path, a query, a group.
//!
//! In a path the letters, the digits and some marks lead each automaton from a state to the same one. Who knows
//! that all four are in such states needs not step through them: to step takes 27 instructions for each byte, to
//! pass it over five at most. Which states these are, and which bytes stay there, the automata say when the
//! library is compiled; by hand are chosen only beginnings that lead there, those that real archives have most.
//!
//! The trap is a beginning without a long stretch, such as that of an address before its first letter. Those
//! in the list save the search for another stretch before the next byte is read.

use crate::automaton::{NEXT, State};
use crate::behind::states_behind;
use crate::lanes::{ASCII, States};
use crate::production::Production;

/// Beginnings behind which the automata stay where they are for a good while, and the byte that leads out of
/// there and mostly back with the next one: the slash of a path, the dot of a host.
const LONG: [(&[u8], &[u8], Production, u8); 29] = [
    (b"http:", b"//a.b/", Production::Http, NO_LINK),
    (b"http:", b"//a.b/c", Production::Http, b'/'),
    (b"http:", b"//a.b/c=", Production::Http, b'/'),
    (b"http:", b"//a.b/c?", Production::Http, NO_LINK),
    (b"http:", b"//a.b/c?d", Production::Http, NO_LINK),
    (b"http:", b"//a.b/c?d=", Production::Http, NO_LINK),
    (b"http:", b"//a.b/~", Production::Http, b'/'),
    (b"http:", b"//a.b/~?d", Production::Http, NO_LINK),
    (b"http:", b"//a.b#d", Production::Http, NO_LINK),
    (b"http:", b"//localhost", Production::Http, b'.'),
    (b"http:", b"//1", Production::Http, NO_LINK),
    (b"http:", b"//1.", Production::Http, NO_LINK),
    (b"https:", b"//a.b/c", Production::Other, b'/'),
    (b"https:", b"//a.b/c?d", Production::Other, NO_LINK),
    (b"ftp:", b"//www.b", Production::Ftp, b'.'),
    (b"ftp:", b"//a.b/", Production::Ftp, NO_LINK),
    (b"ftp:", b"//a.b/c", Production::Ftp, b'/'),
    (b"mailto:", b"", Production::Mailto, NO_LINK),
    (b"mailto:", b"a", Production::Mailto, NO_LINK),
    (b"mailto:", b"a@", Production::Mailto, NO_LINK),
    (b"mailto:", b"a@b", Production::Mailto, NO_LINK),
    (b"news:", b"", Production::News, NO_LINK),
    (b"news:", b"a", Production::News, NO_LINK),
    (b"news:", b"0", Production::News, NO_LINK),
    (b"news:", b"0@", Production::News, NO_LINK),
    (b"news:", b"0@d", Production::News, b'.'),
    (b"news:", b"0@d.", Production::News, NO_LINK),
    (b"news:", b"a$", Production::News, NO_LINK),
    (b"news:", b"a$@", Production::News, NO_LINK),
];

/// Of a stretch that has none; no URL has this byte.
const NO_LINK: u8 = 0;

/// A number for the states behind each of [`LONG`]; no two stretches have the same, and the dead is none.
const fn key(states: States) -> u64 {
    // A state is what a `u16` holds.
    states[0] as u64
        | (states[1] as u64) << 16
        | (states[2] as u64) << 32
        | (states[3] as u64) << 48
}

/// The keys of the stretches.
static KEYS: [u64; LONG.len()] = {
    let mut keys = [0; LONG.len()];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = key(states_in(index));
        index += 1;
    }
    keys
};

/// Which stretch a key may be that of, if it is one's: each has a slot of its own.
struct Slots {
    stretches: [u8; 1 << Slots::BITS],
    multiplier: u64,
}

impl Slots {
    const BITS: u32 = 8;

    const fn slot(key: u64, multiplier: u64) -> usize {
        (key.wrapping_mul(multiplier) >> (u64::BITS - Slots::BITS)) as usize
    }

    /// With the first of some odd numbers that puts no two keys in one slot.
    const fn new() -> Slots {
        let mut multiplier = 0x9E37_79B9_7F4A_7C15_u64;
        loop {
            let mut stretches = [0; 1 << Slots::BITS];
            let mut is_taken = [false; 1 << Slots::BITS];
            let mut stretch = 0_u8;
            while (stretch as usize) < KEYS.len() {
                let key = KEYS[stretch as usize];
                let slot = Slots::slot(key, multiplier);
                if is_taken[slot] {
                    let other = stretches[slot] as usize;
                    assert!(key != KEYS[other], "two beginnings are one stretch");
                    break;
                }
                is_taken[slot] = true;
                stretches[slot] = stretch;
                stretch += 1;
            }
            if stretch as usize == KEYS.len() {
                return Slots { stretches, multiplier };
            }
            multiplier = multiplier.wrapping_mul(0xD129_0D3F_9C1A_5B35);
        }
    }
}

static SLOTS: Slots = Slots::new();

/// For each byte the stretches, one bit each, in which no automaton goes to another state on it.
static STAYS: [u32; 256] = {
    let mut stays = [0; 256];
    let mut index = 0;
    while index < LONG.len() {
        let states = states_in(index);
        let mut byte = 0_u8;
        while byte < 128 {
            if key(next(states, byte)) == key(states) {
                stays[byte as usize] |= 1 << index;
            }
            byte += 1;
        }
        index += 1;
    }
    stays
};

/// For each byte the stretches to which it leads back behind their link.
static BACK: [u32; 256] = {
    let mut back = [0; 256];
    let mut index = 0;
    while index < LONG.len() {
        let states = states_in(index);
        let behind_link = next(states, LONG[index].3);
        let mut byte = 0_u8;
        while byte < 128 {
            if LONG[index].3 != NO_LINK && key(next(behind_link, byte)) == key(states) {
                back[byte as usize] |= 1 << index;
            }
            byte += 1;
        }
        index += 1;
    }
    back
};

/// The stretches, one bit each, to which any escape leads back.
static ESCAPES: u32 = {
    let digits = b"0123456789abcdefABCDEF";
    let mut escapes = 0;
    let mut index = 0;
    while index < LONG.len() {
        let states = states_in(index);
        let percent = next(states, b'%');
        let mut before = states;
        let mut leads_back = true;
        let mut high = 0;
        while high < digits.len() {
            let behind = next(percent, digits[high]);
            // Mostly they are where they were behind the digit before.
            let is_known = high > 0 && key(behind) == key(before);
            let mut low = if is_known { digits.len() } else { 0 };
            while low < digits.len() {
                leads_back &= key(next(behind, digits[low])) == key(states);
                low += 1;
            }
            before = behind;
            high += 1;
        }
        if leads_back {
            escapes |= 1 << index;
        }
        index += 1;
    }
    escapes
};

/// The states behind the beginning with this index in [`LONG`].
const fn states_in(index: usize) -> States {
    states_behind(LONG[index].0, LONG[index].1, LONG[index].2)
}

/// The states behind `states` and `byte`, which is ASCII.
const fn next(mut states: States, byte: u8) -> States {
    let mut lane = 0;
    while lane < states.len() {
        states[lane] = NEXT[states[lane] + ASCII[lane].ascii[byte as usize] as usize] as State;
        lane += 1;
    }
    states
}

/// A stretch, by its place in [`LONG`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch(u8);

impl Stretch {
    /// The stretch that the automata are in.
    pub(crate) fn of(states: States) -> Option<Stretch> {
        let key = key(states);
        let stretch = SLOTS.stretches[Slots::slot(key, SLOTS.multiplier)];
        (KEYS[usize::from(stretch)] == key).then_some(Stretch(stretch))
    }

    /// How many of `bytes` leave the automata where they are.
    #[inline]
    pub(crate) fn run_len(self, bytes: &[u8]) -> usize {
        let stays = |byte: u8| STAYS[usize::from(byte)] & 1 << self.0;
        let mut len = 0;
        // Four at once, for one branch in the place of eight.
        while let Some(&[a, b, c, d]) = bytes[len..].first_chunk()
            && stays(a) & stays(b) & stays(c) & stays(d) != 0
        {
            len += 4;
        }
        while bytes.get(len).is_some_and(|&byte| stays(byte) != 0) {
            len += 1;
        }
        len
    }

    /// How many of `bytes` leave the automata where they are, or lead them back there by a link or an escape.
    pub(crate) fn len(self, bytes: &[u8]) -> usize {
        let mut len = self.run_len(bytes);
        while let Some(&byte) = bytes.get(len) {
            let ends = byte != LONG[usize::from(self.0)].3 && byte != b'%';
            let back = if ends { 0 } else { self.way_back(&bytes[len..]) };
            if back == 0 {
                break;
            }
            len += back;
            len += self.run_len(&bytes[len..]);
        }
        len
    }

    /// How long a link or an escape is with which `bytes` begin; 0 where they begin with none.
    fn way_back(self, bytes: &[u8]) -> usize {
        let bit = 1 << self.0;
        match *bytes {
            [b'%', high, low, ..]
                if ESCAPES & bit != 0 && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                3
            }
            [link, next, ..] if link != b'%' && BACK[usize::from(next)] & bit != 0 => 2,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::tests::is_as_one_by_one;
    use std::format;

    /// Behind each beginning of a stretch each byte, and then what ends one or begins another.
    #[test]
    fn nothing_is_passed_over() {
        for (scheme, rest, ..) in LONG {
            let begins = [scheme, rest].concat();
            for byte in 0..0x80_u8 {
                for then in b"aZ0./-?@%#:=~$ " {
                    let url = [&begins[..], &[byte, *then, b'a', byte, *then]].concat();
                    let url = str::from_utf8(&url).expect("it is ASCII");
                    assert_eq!(is_as_one_by_one(url), Ok(()), "{url}");
                    let url = format!(
                        "{}%{}{}{}",
                        str::from_utf8(&begins).expect("so is it"),
                        char::from(*then),
                        char::from(byte),
                        char::from(*then)
                    );
                    assert_eq!(is_as_one_by_one(&url), Ok(()), "{url}");
                }
            }
        }
    }
}
