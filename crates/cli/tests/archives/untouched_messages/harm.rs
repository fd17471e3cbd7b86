//! Damage at random places, the same for each number of a case.

use crate::archives::untouched_messages::shape::Sample;

/// What is done to an archive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Harm {
    /// One bit is flipped.
    Flip,
    /// Some bytes are replaced by others.
    Overwrite,
    /// Everything after a place is lost.
    CutEnd,
    /// Everything before a place is lost.
    CutFront,
    /// Everything before a whole number of blocks is lost.
    CutHead,
    /// The second half is before the first.
    SwapHalves,
    /// A separator is lost, or the first line of a header of an archive.
    LoseSeparator,
    /// A text is before everything.
    Front,
    /// A block is lost, of a few bytes or many.
    LoseBlock,
    /// A block is there twice.
    DoubleBlock,
    /// A block is overwritten with NULs.
    Nuls,
    /// NULs are inserted.
    InsertNuls,
    /// A line is inserted between two lines, or anywhere.
    InsertLine,
}

const HARMS: [Harm; 17] = [
    Harm::Flip,
    Harm::Flip,
    Harm::Overwrite,
    Harm::CutEnd,
    Harm::CutFront,
    Harm::CutHead,
    Harm::CutHead,
    Harm::SwapHalves,
    Harm::SwapHalves,
    Harm::LoseSeparator,
    Harm::LoseSeparator,
    Harm::Front,
    Harm::LoseBlock,
    Harm::DoubleBlock,
    Harm::Nuls,
    Harm::InsertNuls,
    Harm::InsertLine,
];

/// How many bytes a front has.
const FRONT_BYTES: [usize; 8] = [1000, 4000, 4200, 10_000, 33_000, 100_000, 300_000, 1_000_000];

const LINES: [&[u8]; 6] = [
    b"\n",
    b"junk\n",
    b"see http://inserted.example/\n",
    b"From here on\n",
    b"\nFrom a text: b\n\n",
    b"Subject: inserted\n",
];

impl Harm {
    /// Reports whether the beginning of the archive is lost or elsewhere.
    pub(crate) fn moves_beginning(self) -> bool {
        matches!(self, Harm::CutFront | Harm::CutHead | Harm::SwapHalves | Harm::Front)
    }
}

/// A generator of random numbers (splitmix64, S. Vigna).
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("it has 31 bits") % limit.max(1)
    }
}

/// Returns the damage of the case number `case`, and the damaged bytes.
pub(crate) fn harm(case: usize, sample: &Sample) -> (Harm, Vec<u8>) {
    let mut random = Seeded(case as u64 + 1994);
    let harm = HARMS[random.below(HARMS.len())];
    let mut bytes = sample.bytes.clone();
    let length = bytes.len();
    // Half of the places are close to a separator or a header, or to the start.
    let mut at = match random.below(8) {
        0 => random.below(200),
        1..4 => {
            let marks = &sample.marks;
            let mark = marks[random.below(marks.len())];
            (mark + random.below(120)).saturating_sub(40)
        }
        _ => random.below(length),
    }
    .min(length - 1);
    let mut count = [1, 3, 40, 512, 1024, 4096, 70_000][random.below(7)].min(length / 3);
    // Disks lose whole blocks.
    if random.below(2) == 0 && count >= 512 {
        at = at / 512 * 512;
    } else if count > 3 {
        count = 1 + random.below(count);
    }
    let end = (at + count).min(length);
    match harm {
        Harm::Flip => bytes[at] ^= 1 << random.below(8),
        Harm::Overwrite => {
            for byte in &mut bytes[at..end.min(at + 40)] {
                *byte = random.next().to_le_bytes()[0];
            }
        }
        Harm::CutEnd => bytes.truncate(at),
        Harm::CutFront => drop(bytes.drain(..at)),
        Harm::CutHead => drop(bytes.drain(..512 * random.below(length / 512))),
        Harm::SwapHalves => bytes.rotate_left(at),
        Harm::LoseSeparator => {
            // Half of them are the first.
            let mark = sample.marks[random.below(2) * random.below(sample.marks.len())];
            let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
            let line = bytes[mark..].iter().position(is_end).unwrap_or(0) + 1;
            bytes.drain(mark..mark + line);
        }
        Harm::Front => {
            let text = b"A line of a text, which may be long.\n".iter().copied().cycle();
            let front = text.take(FRONT_BYTES[random.below(FRONT_BYTES.len())]);
            bytes.splice(..0, front.chain(*b"\n\n"));
        }
        Harm::LoseBlock => drop(bytes.drain(at..end)),
        Harm::DoubleBlock => {
            let block = bytes[at..end].to_vec();
            bytes.splice(end..end, block);
        }
        Harm::Nuls => bytes[at..end].fill(0),
        Harm::InsertNuls => drop(bytes.splice(at..at, vec![0; count])),
        Harm::InsertLine => {
            if random.below(4) > 0 {
                let rest = &bytes[at..];
                at += rest.iter().position(|&byte| byte == b'\n').map_or(0, |line| line + 1);
            }
            let line = LINES[random.below(LINES.len())];
            bytes.splice(at..at, line.iter().copied());
        }
    }
    (harm, bytes)
}
