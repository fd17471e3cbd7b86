//! Stretches of a URL that leave the automata where they are: a path, a query, a group.
//!
//! In a path the letters, the digits and some marks lead each automaton from a state to the same one. Who knows
//! that all four are in such states needs not step through them: of a query of 28 bytes three are read, of
//! an address two or three. (To step four automata takes 27 instructions for each byte, to pass it over three.)
//! Which states these are, and which bytes stay there, the automata say when the library is compiled; by hand
//! are chosen only beginnings that lead there, those that real archives have most.

use crate::automaton::{NEXT, State};
use crate::behind::states_behind;
use crate::lanes::{ASCII, States};
use crate::production::Production;

/// Beginnings behind which the automata stay where they are for a good while.
const LONG: [(&[u8], &[u8], Production); 29] = [
    (b"http:", b"//a.b/", Production::Http),
    (b"http:", b"//a.b/c", Production::Http),
    (b"http:", b"//a.b/c=", Production::Http),
    (b"http:", b"//a.b/c?", Production::Http),
    (b"http:", b"//a.b/c?d", Production::Http),
    (b"http:", b"//a.b/c?d=", Production::Http),
    (b"http:", b"//a.b/~", Production::Http),
    (b"http:", b"//a.b/~?d", Production::Http),
    (b"http:", b"//a.b#d", Production::Http),
    (b"http:", b"//localhost", Production::Http),
    (b"http:", b"//1", Production::Http),
    (b"http:", b"//1.", Production::Http),
    (b"https:", b"//a.b/c", Production::Other),
    (b"https:", b"//a.b/c?d", Production::Other),
    (b"ftp:", b"//www.b", Production::Ftp),
    (b"ftp:", b"//a.b/", Production::Ftp),
    (b"ftp:", b"//a.b/c", Production::Ftp),
    (b"mailto:", b"", Production::Mailto),
    (b"mailto:", b"a", Production::Mailto),
    (b"mailto:", b"a@", Production::Mailto),
    (b"mailto:", b"a@b", Production::Mailto),
    (b"news:", b"", Production::News),
    (b"news:", b"a", Production::News),
    (b"news:", b"0", Production::News),
    (b"news:", b"0@", Production::News),
    (b"news:", b"0@d", Production::News),
    (b"news:", b"0@d.", Production::News),
    (b"news:", b"a$", Production::News),
    (b"news:", b"a$@", Production::News),
];

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
        keys[index] = key(states_behind(LONG[index].0, LONG[index].1, LONG[index].2));
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
        let states = states_behind(LONG[index].0, LONG[index].1, LONG[index].2);
        let mut byte = 0;
        while byte < 128 {
            let mut lane = 0;
            while lane < ASCII.len() {
                if NEXT[states[lane] + ASCII[lane].ascii[byte] as usize] as State != states[lane] {
                    break;
                }
                lane += 1;
            }
            if lane == ASCII.len() {
                stays[byte] |= 1 << index;
            }
            byte += 1;
        }
        index += 1;
    }
    stays
};

/// How many of `bytes` leave the automata where they are in `stretch`.
pub(crate) fn stay_len(bytes: &[u8], stretch: u32) -> usize {
    let stays = |byte: u8| STAYS[usize::from(byte)] & stretch;
    let mut len = 0;
    // Four at once; by single bytes it took half as much again.
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

/// The stretch that the automata are in, as its bit in [`STAYS`].
pub(crate) fn stretch_of(states: States) -> Option<u32> {
    let key = key(states);
    let stretch = SLOTS.stretches[Slots::slot(key, SLOTS.multiplier)];
    (KEYS[usize::from(stretch)] == key).then_some(1 << stretch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::tests::is_as_one_by_one;

    /// Behind each beginning of a stretch each byte, and then what ends one or begins another.
    #[test]
    fn nothing_is_passed_over() {
        for (scheme, rest, _) in LONG {
            let begins = [scheme, rest].concat();
            for byte in 0..0x80_u8 {
                for then in b"aZ0./-?@%#:=~$ " {
                    let url = [&begins[..], &[byte, *then, b'a', byte, *then]].concat();
                    let url = str::from_utf8(&url).expect("it is ASCII");
                    assert_eq!(is_as_one_by_one(url), Ok(()), "{url}");
                }
            }
        }
    }
}
