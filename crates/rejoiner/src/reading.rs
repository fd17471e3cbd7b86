//! Makes the readings of a wrapper's text, and the pieces that each consists of.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::doubt::{Choice, Doubt, DoubtKind, Ground, OpenDoubt};
use crate::doubt::{ends_in_soft_break, hyphen_len, open_doubts, seam_mark_len};
use crate::run::{Break, Runs};
use crate::style::{Gaps, SoftBreaks};

/// The greatest number of readings of one wrapper.
pub const MAX_READINGS: usize = 8;

/// A part of a reading: a byte range of the text, or an insertion. Joined in order, the pieces of a reading give its
/// bytes.
///
/// ```
/// use urlsift_rejoiner::{Gaps, Piece, Readings, SoftBreaks};
///
/// let text = b"http://a.example/b c";
/// let readings = Readings::new(text, [0..20].into_iter(), Gaps::Weighed, SoftBreaks::Kept);
/// assert_eq!(readings.as_slice()[0].pieces(), [
///     Piece::Copied(0..18),
///     Piece::Inserted("%20", 18..19),
///     Piece::Copied(19..20),
/// ]);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Piece {
    /// The bytes of this range of the text, unchanged.
    Copied(Range<usize>),
    /// A short text in place of this byte range: `@` for ` at `, `%20` for whitespace, `-` for U+2010. A caller may put
    /// a scheme before a URL, at an empty range.
    Inserted(&'static str, Range<usize>),
}

impl Piece {
    /// Returns the byte range of the text that the piece represents.
    pub fn range(&self) -> Range<usize> {
        match self {
            Piece::Copied(range) | Piece::Inserted(_, range) => range.clone(),
        }
    }

    /// Returns the bytes that the piece adds to the reading.
    pub fn bytes<'h>(&self, haystack: &'h [u8]) -> &'h [u8] {
        match self {
            Piece::Copied(range) => &haystack[range.clone()],
            Piece::Inserted(text, _) => text.as_bytes(),
        }
    }
}

/// A way to read a wrapper's text as a single URL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RawReading {
    pieces: Vec<Piece>,
    choices: Vec<Choice>,
    escapes_all: bool,
}

impl RawReading {
    /// Returns the pieces, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the choices of this reading, in the order of [`Readings::doubts`].
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Reports whether this reading writes every gap *and seam* as `%20`.
    pub fn escapes_all_blanks(&self) -> bool {
        self.escapes_all
    }

    /// Returns the bytes of the reading, borrowed if it is a single piece of the text.
    pub fn bytes<'h>(&self, haystack: &'h [u8]) -> Cow<'h, [u8]> {
        match &self.pieces[..] {
            [piece] => Cow::Borrowed(piece.bytes(haystack)),
            pieces => {
                let mut bytes = Vec::with_capacity(pieces.iter().map(|p| p.range().len()).sum());
                for piece in pieces {
                    bytes.extend_from_slice(piece.bytes(haystack));
                }
                Cow::Owned(bytes)
            }
        }
    }
}

/// The readings of one wrapper, best first, and the doubts on which they differ.
#[derive(Clone, Debug)]
pub struct Readings {
    pub(crate) readings: Vec<RawReading>,
    pub(crate) doubts: Vec<Doubt>,
}

impl Readings {
    /// Reads the wrapper with the given `lines`: byte ranges of `haystack`, in order, without quote marks and
    /// indentation.
    ///
    /// The first reading makes the likelier choice at each doubt. The next ones change one choice each. Then come those
    /// that change all choices of one kind, and if there are gaps, one in which all whitespace is escaped. There are at
    /// most [`MAX_READINGS`], all different. Lines without content give one empty reading.
    ///
    /// Linear in the wrapper's length times the number of readings.
    pub fn new(
        haystack: &[u8],
        lines: impl Iterator<Item = Range<usize>>,
        gaps: Gaps,
        soft_breaks: SoftBreaks,
    ) -> Readings {
        let runs = Runs::new(haystack, lines, soft_breaks);
        let open_doubts = open_doubts(haystack, &runs, gaps);
        let builder = ReadingBuilder { haystack, runs: &runs, open_doubts: &open_doubts, gaps };
        let first: Vec<Choice> = open_doubts.iter().map(|doubt| doubt.choices[0]).collect();
        let doubt = |&OpenDoubt { kind, at, choices, .. }: &OpenDoubt| Doubt {
            kind,
            at,
            chosen: choices[0],
            ground: Ground::Default,
        };
        let doubts = open_doubts.iter().map(doubt).collect();
        let mut readings = Vec::with_capacity(1);
        readings.push(builder.make(first.clone(), false));
        if !open_doubts.is_empty() {
            // The readings that change more than one choice have a fixed number. The single changes share the rest.
            let tail = builder.tail(&first);
            let singles = MAX_READINGS - 1 - tail.len();
            for i in 0..open_doubts.len().min(singles) {
                let mut choices = first.clone();
                choices[i] = open_doubts[i].choices[1];
                readings.push(builder.make(choices, false));
            }
            readings.extend(tail);
            remove_duplicates(haystack, &mut readings);
        }
        Readings { readings, doubts }
    }

    /// Returns the readings, best first. There is at least one.
    pub fn as_slice(&self) -> &[RawReading] {
        &self.readings
    }

    /// Returns the doubts in the order of their offsets, each with the choice of the first reading.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }
}

struct ReadingBuilder<'r> {
    haystack: &'r [u8],
    runs: &'r Runs,
    open_doubts: &'r [OpenDoubt],
    gaps: Gaps,
}

impl ReadingBuilder<'_> {
    fn tail(&self, first: &[Choice]) -> Vec<RawReading> {
        let mut tail = Vec::new();
        // Changing a single doubt of a kind is one of the readings with one change, so only several count here.
        for kind in [DoubtKind::Hyphen, DoubtKind::At, DoubtKind::Gap] {
            // All doubts of one kind change together, because one cause usually made them.
            if self.open_doubts.iter().filter(|open_doubt| open_doubt.kind == kind).count() > 1 {
                let mut choices = Vec::from(first);
                for (choice, open_doubt) in choices.iter_mut().zip(self.open_doubts) {
                    if open_doubt.kind == kind {
                        *choice = open_doubt.choices[1];
                    }
                }
                tail.push(self.make(choices, false));
            }
        }
        if self.open_doubts.iter().any(|open_doubt| open_doubt.kind != DoubtKind::Hyphen) {
            let choices = self.open_doubts.iter().map(|open_doubt| match open_doubt.kind {
                DoubtKind::Hyphen => Choice::Kept,
                _ => Choice::Space,
            });
            tail.push(self.make(choices.collect(), true));
        }
        tail
    }

    /// Makes the reading with the given choices, one for each doubt, or with all whitespace escaped.
    fn make(&self, choices: Vec<Choice>, escapes_all: bool) -> RawReading {
        let mut pieces = Vec::with_capacity(self.runs.runs.len());
        let mut decided = self.open_doubts.iter().zip(&choices).peekable();
        let mut index = 0;
        while index < self.runs.runs.len() {
            let run = self.runs.runs[index].clone();
            let Some(&after) = self.runs.breaks.get(index) else {
                pieces.push(Piece::Copied(run));
                break;
            };
            let mut hyphen = Choice::Kept;
            let mut gap = Choice::Removed;
            let mut masks_at = false;
            // A break raises at most two doubts, which follow each other: first the hyphen, then ` at ` or the gap.
            while let Some((open_doubt, &choice)) = decided.next_if(|(q, _)| q.index == index) {
                match open_doubt.kind {
                    DoubtKind::Hyphen => hyphen = choice,
                    _ => gap = choice,
                }
                masks_at |= open_doubt.kind == DoubtKind::At;
            }
            // Overrides the choices at every break that has a meaning.
            if escapes_all && after != Break::Nothing {
                gap = Choice::Space;
            }
            self.push_run(&mut pieces, run.clone(), after, hyphen);
            index += 1;
            let next = self.runs.runs[index].clone();
            match gap {
                Choice::At => {
                    // Replaces the `at` itself and the whitespace on both sides.
                    index += 1;
                    pieces.push(Piece::Inserted("@", run.end..self.runs.runs[index].start));
                }
                Choice::Space => {
                    pieces.push(Piece::Inserted("%20", run.end..next.start));
                    if masks_at {
                        index += 1;
                        let end = self.runs.runs[index].start;
                        pieces.push(Piece::Copied(next.clone()));
                        pieces.push(Piece::Inserted("%20", next.end..end));
                    }
                }
                _ => {}
            }
        }
        RawReading { pieces, choices, escapes_all }
    }

    /// Appends `run`, which precedes the break `after`, without a dropped hyphen and without a mark of the seam.
    fn push_run(&self, pieces: &mut Vec<Piece>, run: Range<usize>, after: Break, hyphen: Choice) {
        let bytes = &self.haystack[run.clone()];
        let Some(len) = hyphen_len(bytes, after) else {
            // The writer of form `url` knew what a URL is, also `wrap` (J10), and meant the `=`.
            let may_be_soft = pieces.is_empty() && self.gaps != Gaps::Removed;
            let mark = match after {
                Break::Seam if may_be_soft && ends_in_soft_break(bytes) => 1,
                Break::Seam => seam_mark_len(bytes),
                _ => 0,
            };
            push_copied(pieces, run.start..run.end - mark);
            return;
        };
        let stem = run.start..run.end - len;
        match hyphen {
            Choice::Dropped => push_copied(pieces, stem),
            // U+2010 means the hyphen that a URL can contain.
            _ if len > 1 => {
                push_copied(pieces, stem.clone());
                pieces.push(Piece::Inserted("-", stem.end..run.end));
            }
            _ => push_copied(pieces, run),
        }
    }
}

fn push_copied(pieces: &mut Vec<Piece>, range: Range<usize>) {
    if !range.is_empty() {
        pieces.push(Piece::Copied(range));
    }
}

fn remove_duplicates(haystack: &[u8], readings: &mut Vec<RawReading>) {
    let mut seen: Vec<Cow<'_, [u8]>> = Vec::with_capacity(readings.len());
    readings.retain(|reading| {
        let bytes = reading.bytes(haystack);
        let new = !seen.contains(&bytes);
        if new {
            seen.push(bytes);
        }
        new
    });
}
