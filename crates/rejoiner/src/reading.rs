//! Readings: the few ways to read a wrapper's text as one URL, and the pieces each is made of.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::doubt::{Choice, Doubt, DoubtKind, Ground, OpenDoubt};
use crate::doubt::{hyphen_len, open_doubts, seam_mark_len};
use crate::run::{Break, Runs};
use crate::style::Style;

/// The most readings of one wrapper (J4).
pub const MAX_READINGS: usize = 8;

/// What a reading is made of, in its order (J7).
///
/// ```
/// use urlsift_rejoiner::{Gaps, Piece, Readings};
///
/// let text = b"http://a.example/b c";
/// let readings = Readings::new(text, [0..20].into_iter(), Gaps::Weighed);
/// assert_eq!(readings.as_slice()[0].pieces(), [
///     Piece::Copied(0..18),
///     Piece::Inserted("%20", 18..19),
///     Piece::Copied(19..20),
/// ]);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Piece {
    /// These bytes of the haystack, as they stand.
    Copied(Range<usize>),
    /// A few characters in place of this byte range of the haystack: `@` for ` at `, `%20` for
    /// escaping, `-` for U+2010. The rejoiner gives none that is empty; who puts a scheme before a URL does.
    Inserted(&'static str, Range<usize>),
}

impl Piece {
    /// The byte range of the haystack that the piece stands for.
    pub fn range(&self) -> Range<usize> {
        match self {
            Piece::Copied(range) | Piece::Inserted(_, range) => range.clone(),
        }
    }

    /// The bytes that it gives to the reading.
    pub fn bytes<'h>(&self, haystack: &'h [u8]) -> &'h [u8] {
        match self {
            Piece::Copied(range) => &haystack[range.clone()],
            Piece::Inserted(text, _) => text.as_bytes(),
        }
    }
}

/// One way to read a wrapper's text as a single URL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    pieces: Vec<Piece>,
    choices: Vec<Choice>,
    escaping: Escaping,
}

/// Whether a reading writes all whitespace as `%20`, whatever the doubts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Escaping {
    ByChoice,
    All,
}

impl Reading {
    /// What it is made of, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Its choice at each of [`Readings::doubts`], in their order.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether it writes every gap *and seam* as `%20` (J5).
    pub fn escapes_all_blanks(&self) -> bool {
        self.escaping == Escaping::All
    }

    /// Its bytes: borrowed where they stand in the haystack in one piece.
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
///
/// ```
/// use urlsift_rejoiner::{Gaps, Readings};
///
/// let text = b"http://a.example/b\nc";
/// let readings = Readings::new(text, [0..18, 19..20].into_iter(), Gaps::Weighed);
/// assert_eq!(*readings.as_slice()[0].bytes(text), *b"http://a.example/bc");
/// assert!(readings.doubts().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Readings {
    pub(crate) readings: Vec<Reading>,
    pub(crate) doubts: Vec<Doubt>,
}

impl Readings {
    /// Reads the wrapper whose text stands on `lines`, byte ranges of `haystack` in order that hold
    /// no quote marks or indentation.
    ///
    /// The first reading makes the likelier choice at each doubt; then come those that change one,
    /// those that change all of a kind, and where there are gaps the one that has every blank
    /// escaped (J4, J5); no more than [`MAX_READINGS`] in all, no two alike. Where the lines hold
    /// nothing at all there is one reading, and it is empty.
    ///
    /// # Complexity
    ///
    /// Linear in the wrapper's length, times the number of readings.
    pub fn new(
        haystack: &[u8],
        lines: impl Iterator<Item = Range<usize>>,
        style: impl Into<Style>,
    ) -> Readings {
        let style = style.into();
        let runs = Runs::new(haystack, lines, style.soft_breaks);
        let open_doubts = open_doubts(haystack, &runs, style.gaps);
        let builder = ReadingBuilder { haystack, runs: &runs, open_doubts: &open_doubts };
        let first: Vec<Choice> =
            open_doubts.iter().map(|open_doubt| open_doubt.choices[0]).collect();
        let doubts = open_doubts
            .iter()
            .map(|&OpenDoubt { kind, at, choices, .. }| Doubt {
                kind,
                at,
                chosen: choices[0],
                ground: Ground::Default,
            })
            .collect();
        let mut readings = Vec::with_capacity(1);
        readings.push(builder.make(first.clone(), Escaping::ByChoice));
        if !open_doubts.is_empty() {
            let tail = builder.tail(&first);
            let singles = MAX_READINGS - 1 - tail.len();
            for i in 0..open_doubts.len().min(singles) {
                let mut choices = first.clone();
                choices[i] = open_doubts[i].choices[1];
                readings.push(builder.make(choices, Escaping::ByChoice));
            }
            readings.extend(tail);
            remove_duplicates(haystack, &mut readings);
        }
        Readings { readings, doubts }
    }

    /// The readings, best first; there is always one.
    pub fn as_slice(&self) -> &[Reading] {
        &self.readings
    }

    /// The doubts in the order of their places, each with the choice of the first reading.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }
}

/// Makes readings from runs and choices.
struct ReadingBuilder<'r> {
    haystack: &'r [u8],
    runs: &'r Runs,
    open_doubts: &'r [OpenDoubt],
}

impl ReadingBuilder<'_> {
    /// The readings that change more than one thing.
    fn tail(&self, first: &[Choice]) -> Vec<Reading> {
        let mut tail = Vec::new();
        for kind in [DoubtKind::Hyphen, DoubtKind::At, DoubtKind::Gap] {
            if self.open_doubts.iter().filter(|open_doubt| open_doubt.kind == kind).count() > 1 {
                let mut choices = Vec::from(first);
                for (choice, open_doubt) in choices.iter_mut().zip(self.open_doubts) {
                    if open_doubt.kind == kind {
                        *choice = open_doubt.choices[1];
                    }
                }
                tail.push(self.make(choices, Escaping::ByChoice));
            }
        }
        if self.open_doubts.iter().any(|open_doubt| open_doubt.kind != DoubtKind::Hyphen) {
            let choices = self.open_doubts.iter().map(|open_doubt| match open_doubt.kind {
                DoubtKind::Hyphen => Choice::Kept,
                DoubtKind::At | DoubtKind::Gap | DoubtKind::End => Choice::Space,
            });
            tail.push(self.make(choices.collect(), Escaping::All));
        }
        tail
    }

    fn make(&self, choices: Vec<Choice>, escaping: Escaping) -> Reading {
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
            while let Some((open_doubt, &choice)) = decided.next_if(|(q, _)| q.index == index) {
                match open_doubt.kind {
                    DoubtKind::Hyphen => hyphen = choice,
                    DoubtKind::At | DoubtKind::Gap | DoubtKind::End => gap = choice,
                }
                masks_at |= open_doubt.kind == DoubtKind::At;
            }
            if escaping == Escaping::All && after != Break::Nothing {
                gap = Choice::Space;
            }
            self.push_run(&mut pieces, run.clone(), after, hyphen);
            index += 1;
            let next = self.runs.runs[index].clone();
            match gap {
                Choice::At => {
                    // The `at` itself is replaced, with the escaping on both its sides.
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
        Reading { pieces, choices, escaping }
    }

    /// Adds `run`, which stands before the break `after`, without what `hyphen` drops of its end.
    fn push_run(&self, pieces: &mut Vec<Piece>, run: Range<usize>, after: Break, hyphen: Choice) {
        let bytes = &self.haystack[run.clone()];
        let Some(len) = hyphen_len(bytes, after) else {
            let mark = if after == Break::Seam { seam_mark_len(bytes) } else { 0 };
            push_copied(pieces, run.start..run.end - mark);
            return;
        };
        let stem = run.start..run.end - len;
        match hyphen {
            Choice::Dropped => push_copied(pieces, stem),
            // U+2010 stands for the hyphen that a URL can have.
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

/// Keeps the first of readings with the same bytes.
fn remove_duplicates(haystack: &[u8], readings: &mut Vec<Reading>) {
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
