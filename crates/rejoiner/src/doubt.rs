//! Where readings differ: which doubts the runs of a wrapper raise, and what may be chosen at each.

use alloc::vec::Vec;
use core::fmt;

use crate::run::{Break, Runs};
use crate::style::Gaps;

/// A place where readings differ, what was chosen there, and on what ground.
///
/// ```
/// use urlsift_rejoiner::{Choice, DoubtKind, Gaps, Ground, Readings};
///
/// let text = b"mailto:jim at example.org";
/// let readings = Readings::new(text, [0..25].into_iter(), Gaps::Weighed);
/// let doubt = readings.doubts()[0];
/// assert_eq!((doubt.kind, doubt.at, doubt.chosen), (DoubtKind::At, 10, Choice::At));
/// assert_eq!(doubt.ground, Ground::Default);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Doubt {
    /// What is in doubt.
    pub kind: DoubtKind,
    /// The byte offset in the haystack: of the hyphen, or of the first blank.
    pub at: usize,
    /// What the first reading does here.
    pub chosen: Choice,
    /// Why it does so.
    pub ground: Ground,
}

/// What is in doubt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum DoubtKind {
    /// A hyphen before a break may or may not belong to the URL (J3; RFC 1738, Appendix).
    Hyphen,
    /// ` at ` may stand for `@` (J5).
    At,
    /// Blanks inside a line may belong to the URL, which then has them escaped (J5).
    Gap,
    /// The URL may end in two places (W3, W8). The rejoiner never raises this doubt, for it is given
    /// an end; who has two readings of one wrapper raises it.
    End,
}

/// What a reading does at a doubt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Choice {
    /// The hyphen, or what stands at the end, belongs to the URL.
    Kept,
    /// The hyphen is the typesetter's; what stands at the end is the sentence's.
    Dropped,
    /// ` at ` is read as `@`.
    At,
    /// The blanks are ignored.
    Removed,
    /// The blanks are read as `%20`.
    Space,
    /// The URL ends at a `>` that may be a quote mark.
    Close,
    /// A `>` at which the URL may end is a quote mark.
    Mark,
}

/// Why a choice went first (J3).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Ground {
    /// The other reading is no URL, or has a host that cannot be one.
    Host,
    /// The same URL stands elsewhere in the text, whole.
    Seen,
    /// The text around is typeset with hyphens.
    Typeset,
    /// Nothing decided it: what is commonest went first.
    Default,
}

impl DoubtKind {
    /// `hyphen`, `at`, `gap` or `end`.
    pub fn name(self) -> &'static str {
        match self {
            DoubtKind::Hyphen => "hyphen",
            DoubtKind::At => "at",
            DoubtKind::Gap => "gap",
            DoubtKind::End => "end",
        }
    }
}

impl Choice {
    /// `kept`, `dropped`, `@`, `removed`, `space`, `close` or `mark`.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Kept => "kept",
            Choice::Dropped => "dropped",
            Choice::At => "@",
            Choice::Removed => "removed",
            Choice::Space => "space",
            Choice::Close => "close",
            Choice::Mark => "mark",
        }
    }
}

impl Ground {
    /// `host`, `seen`, `typeset` or `default`.
    pub fn name(self) -> &'static str {
        match self {
            Ground::Host => "host",
            Ground::Seen => "seen",
            Ground::Typeset => "typeset",
            Ground::Default => "default",
        }
    }
}

impl fmt::Display for DoubtKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Doubt { kind, at, chosen, ground } = self;
        write!(f, "{} at {at}: {} ({})", kind.name(), chosen.name(), ground.name())
    }
}

/// A doubt with the break that raises it and its two choices, the likelier first.
#[derive(Debug)]
pub(crate) struct OpenDoubt {
    pub(crate) kind: DoubtKind,
    /// The index of the break in [`Runs::breaks`].
    pub(crate) index: usize,
    pub(crate) at: usize,
    pub(crate) choices: [Choice; 2],
}

/// The doubts that `runs` raise, in their order. Linear in the runs' length.
pub(crate) fn open_doubts(haystack: &[u8], runs: &Runs, gaps: Gaps) -> Vec<OpenDoubt> {
    let mut open_doubts = Vec::new();
    let mut part = UrlPart::Address;
    let mut index = 0;
    while index < runs.breaks.len() {
        let run = &haystack[runs.runs[index].clone()];
        part = part.after(run);
        let at = runs.runs[index].end;
        if let Some(hyphen) = hyphen_len(run, runs.breaks[index]) {
            let choices = [Choice::Kept, Choice::Dropped];
            open_doubts.push(OpenDoubt {
                kind: DoubtKind::Hyphen,
                index,
                at: at - hyphen,
                choices,
            });
        }
        if part != UrlPart::Fragment && is_masked_at(haystack, runs, index) {
            let choices = [Choice::At, Choice::Space];
            open_doubts.push(OpenDoubt { kind: DoubtKind::At, index, at, choices });
            // The second gap of ` at ` is no doubt of its own.
            index += 2;
            continue;
        }
        if runs.breaks[index] == Break::Gap {
            let next = &haystack[runs.runs[index + 1].clone()];
            let choices = gap_choices(run, next, part, gaps);
            open_doubts.push(OpenDoubt { kind: DoubtKind::Gap, index, at, choices });
        }
        index += 1;
    }
    open_doubts
}

/// Where in a URL a gap stands, as far as J5 asks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum UrlPart {
    /// Before any `?` or `#`: userinfo, host, path.
    Address,
    Query,
    Fragment,
}

impl UrlPart {
    fn after(self, run: &[u8]) -> UrlPart {
        run.iter().fold(self, |part, byte| match (part, byte) {
            (_, b'#') | (UrlPart::Fragment, _) => UrlPart::Fragment,
            (_, b'?') => UrlPart::Query,
            _ => part,
        })
    }
}

/// The length of the hyphen at the end of `run` that the break after it puts in doubt, if one stands
/// there: `-`, or U+2010 at a seam.
pub(crate) fn hyphen_len(run: &[u8], after: Break) -> Option<usize> {
    if after == Break::Nothing {
        None
    } else if run.ends_with(b"-") {
        Some(1)
    } else if after == Break::Seam && run.ends_with("\u{2010}".as_bytes()) {
        Some("\u{2010}".len())
    } else {
        None
    }
}

/// The length of what stands at the end of `run` before a seam for the seam's sake alone: a soft
/// hyphen, U+00AD in UTF-8 or its one byte in ISO 8859, or a `\`, with which RFC 8792 folds lines and
/// which no URL has (RFC 7131 has nine, as `http://www.example.\⏎org/`).
pub(crate) fn seam_mark_len(run: &[u8]) -> usize {
    match run {
        [.., before, b'\\'] if *before != b'\\' => 1,
        [.., 0xC2, 0xAD] => 2,
        // After another byte above 0x7F it is the rest of a UTF-8 letter.
        [.., before, 0xAD] if before.is_ascii() => 1,
        _ => 0,
    }
}

/// Whether the break `index` and the next one stand around an `at` between word characters, at least
/// one of them a gap: a masked `@`.
fn is_masked_at(haystack: &[u8], runs: &Runs, index: usize) -> bool {
    let (Some(&after), Some(next)) = (runs.breaks.get(index + 1), runs.runs.get(index + 2)) else {
        return false;
    };
    let before = runs.breaks[index];
    haystack[runs.runs[index + 1].clone()] == *b"at"
        && before != Break::Nothing
        && after != Break::Nothing
        && (before == Break::Gap || after == Break::Gap)
        && haystack[runs.runs[index].clone()].last().is_some_and(|&byte| is_word(byte))
        && haystack[next.clone()].first().is_some_and(|&byte| is_word(byte))
}

/// What may be done with the gap between `run` and `next`, the likelier first (J5).
fn gap_choices(run: &[u8], next: &[u8], part: UrlPart, gaps: Gaps) -> [Choice; 2] {
    const REMOVED: [Choice; 2] = [Choice::Removed, Choice::Space];
    const SPACE: [Choice; 2] = [Choice::Space, Choice::Removed];
    let before = run.last().copied().unwrap_or_default();
    let after = next.first().copied().unwrap_or_default();
    let delimits = |byte: u8| matches!(byte, b'/' | b'-' | b'?' | b'&' | b'=' | b';');
    match gaps {
        Gaps::Removed => REMOVED,
        Gaps::Letter if part == UrlPart::Query => SPACE,
        Gaps::Weighed | Gaps::Letter => {
            if delimits(before) || delimits(after) {
                REMOVED
            } else if is_word(before) && is_word(after) {
                SPACE
            } else {
                REMOVED
            }
        }
    }
}

/// A letter, a digit or `_`; every byte above 0x7F is taken for a letter's.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
