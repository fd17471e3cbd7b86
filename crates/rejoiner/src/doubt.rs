//! Finds the places where readings may differ, and the choices at each.

use alloc::vec::Vec;
use core::fmt;

use crate::names::named;
use crate::run::{Break, Runs};
use crate::style::Gaps;

/// A place where readings differ, with the first reading's choice there and the reason for it.
///
/// ```
/// use urlsift_rejoiner::{Choice, DoubtKind, Gaps, Ground, Readings, SoftBreaks};
///
/// let text = b"mailto:jim at example.org";
/// let readings = Readings::new(text, [0..25].into_iter(), Gaps::Weighed, SoftBreaks::Kept);
/// let doubt = readings.doubts()[0];
/// assert_eq!((doubt.kind, doubt.at, doubt.chosen), (DoubtKind::At, 10, Choice::At));
/// assert_eq!(doubt.ground, Ground::Default);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Doubt {
    /// The kind of doubt.
    pub kind: DoubtKind,
    /// The byte offset in the text: of the hyphen, or of the first whitespace.
    pub at: usize,
    /// The choice of the first reading.
    pub chosen: Choice,
    /// The reason for that choice.
    pub ground: Ground,
}

/// The kind of a doubt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum DoubtKind {
    /// A hyphen before a break may or may not belong to the URL (RFC 1738, Appendix).
    Hyphen,
    /// ` at ` may mean `@`.
    At,
    /// Whitespace inside a line may belong to the URL, which then contains it in escaped form.
    Gap,
    /// The URL may end in two places. Only a caller with two readings of one wrapper raises this doubt.
    End,
    /// A URL without delimiters may go on after a line break (J8).
    Join,
    /// The URL may contain markup of the text, such as a backslash before punctuation. Only callers raise this doubt.
    Markup,
}

named!(DoubtKind: Hyphen "hyphen", At "at", Gap "gap", End "end", Join "join", Markup "markup");

/// The choice of a reading at a doubt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Choice {
    /// The hyphen, the text at the end, or the markup belongs to the URL.
    Kept,
    /// The hyphen was added by the typesetter, the text at the end belongs to the sentence, or the markup to the text.
    Dropped,
    /// ` at ` is read as `@`.
    At,
    /// The whitespace is ignored.
    Removed,
    /// The whitespace is read as `%20`.
    Space,
    /// The URL ends at a `>` that may be a quote mark.
    Close,
    /// A `>` at which the URL may end is a quote mark.
    Mark,
    /// The URL goes on after the line break.
    Joined,
    /// The URL ends before the line break.
    Cut,
}

named!(Choice:
    Kept "kept", Dropped "dropped", At "@", Removed "removed", Space "space", Close "close",
    Mark "mark", Joined "joined", Cut "cut");

/// The reason why a choice was made first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Ground {
    /// The other reading is not a URL, or has an unknown scheme or a host that cannot exist.
    Host,
    /// Elsewhere in the text, this URL occurs unbroken.
    Seen,
    /// A join: a mailer inserted the line break, as `DelSp=yes` says (J9).
    SoftBreak,
    /// A join: the line ends in a hyphen.
    Hyphen,
    /// A join: the line ends within a percent escape.
    Escape,
    /// A join: the next run closes the bracket or apostrophe before the URL.
    Closer,
    /// A join: the line ends in a slash, and the next run looks like a path.
    Slash,
    /// A join: the next run begins as only the rest of a URL does, such as `/a` or `&k=v`.
    Inside,
    /// A join: the next run completes a file name extension.
    Extension,
    /// A join: the line ends in a delimiter of a query, or in `_`.
    Delimiter,
    /// A join: the line ends in a dot, and the next run looks like the rest of a URL.
    Dot,
    /// A join: only the URL is on its line, or the line is full.
    FullLine,
    /// A join: the next run looks like the rest of a URL.
    Shape,
    /// No evidence: the most common choice is first.
    Default,
}

named!(Ground:
    Host "host", Seen "seen", SoftBreak "soft_break", Hyphen "hyphen", Escape "escape",
    Closer "closer", Slash "slash", Inside "inside", Extension "extension", Delimiter "delimiter",
    Dot "dot", FullLine "full_line", Shape "shape", Default "default");

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Doubt { kind, at, chosen, ground } = self;
        write!(f, "{kind} at {at}: {chosen} ({ground})")
    }
}

#[derive(Debug)]
pub(crate) struct OpenDoubt {
    pub(crate) kind: DoubtKind,
    /// The index of the break in [`Runs::breaks`].
    pub(crate) index: usize,
    pub(crate) at: usize,
    pub(crate) choices: [Choice; 2],
}

/// Returns the doubts that `runs` raise, in order. Linear in the length of the runs.
pub(crate) fn open_doubts(haystack: &[u8], runs: &Runs, gaps: Gaps) -> Vec<OpenDoubt> {
    let mut open_doubts = Vec::new();
    let mut part = UrlPart::Address;
    let mut index = 0;
    while index < runs.breaks.len() {
        let run = &haystack[runs.runs[index].clone()];
        // The part of the URL decides what a gap may mean, so the runs are followed to know it.
        part = part.after(run);
        let at = runs.runs[index].end;
        // One break may raise two doubts, of the hyphen and of the gap. `choices` of a reading follow this order.
        if let Some(hyphen) = hyphen_len(run, runs.breaks[index]) {
            let (kind, choices) = (DoubtKind::Hyphen, [Choice::Kept, Choice::Dropped]);
            open_doubts.push(OpenDoubt { kind, index, at: at - hyphen, choices });
        }
        // A fragment holds no address, so ` at ` is ordinary text there.
        if part != UrlPart::Fragment && is_masked_at(haystack, runs, index) {
            let choices = [Choice::At, Choice::Space];
            open_doubts.push(OpenDoubt { kind: DoubtKind::At, index, at, choices });
            // The second gap of ` at ` raises no doubt of its own.
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
    add_seams(haystack, runs, &mut open_doubts);
    open_doubts
}

/// Adds a doubt for each seam between letters or digits, if a gap in the same segment is read as `%20` first: such a
/// name was more likely broken at one of its spaces (J5).
fn add_seams(haystack: &[u8], runs: &Runs, open_doubts: &mut Vec<OpenDoubt>) {
    let is_space = |doubt: &&OpenDoubt| doubt.kind == DoubtKind::Gap && doubt.choices == SPACE;
    if !open_doubts.iter().any(|doubt| is_space(&doubt)) {
        return;
    }
    let url: Vec<u8> = runs.runs.iter().flat_map(|run| &haystack[run.clone()]).copied().collect();
    let host_end = host_end(&url);
    // The length of the URL up to each break, and its slashes: the same number of slashes is the same segment.
    let (mut length, mut slashes) = (0, 0);
    let ends = runs.runs.iter().map(|run| {
        length += run.len();
        slashes += haystack[run.clone()].split(|&byte| byte == b'/').count() - 1;
        (length, slashes)
    });
    let ends: Vec<(usize, usize)> = ends.collect();
    let segments: Vec<usize> =
        open_doubts.iter().filter(is_space).map(|doubt| ends[doubt.index].1).collect();
    let masks_at = |index: usize, doubt: &OpenDoubt| {
        doubt.kind == DoubtKind::At && (index == doubt.index || index == doubt.index + 1)
    };
    for (index, &after) in runs.breaks.iter().enumerate() {
        let (length, slashes) = ends[index];
        if after == Break::Seam
            && length > host_end
            && is_word(url[length - 1])
            && is_word(url[length])
            && segments.binary_search(&slashes).is_ok()
            && !open_doubts.iter().any(|doubt| masks_at(index, doubt))
        {
            let (kind, at) = (DoubtKind::Gap, runs.runs[index].end);
            let place = open_doubts.partition_point(|doubt| doubt.index <= index);
            open_doubts.insert(place, OpenDoubt { kind, index, at, choices: SPACE });
        }
    }
}

/// Returns the offset in `url` of the first byte after the host; without `//`, of the query.
fn host_end(url: &[u8]) -> usize {
    let colon = url.iter().position(|&byte| byte == b':').unwrap_or(url.len());
    let rest = &url[colon..];
    let (start, ends): (usize, &[u8]) =
        if rest.starts_with(b"://") { (3, b"/?#") } else { (0, b"?#") };
    let end = rest[start..].iter().position(|byte| ends.contains(byte));
    end.map_or(url.len(), |end| colon + start + end)
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum UrlPart {
    /// Before any `?` or `#`: user, host and path.
    Address,
    Query,
    Fragment,
}

impl UrlPart {
    fn after(self, run: &[u8]) -> UrlPart {
        // `#` ends the query, and nothing ends the fragment.
        run.iter().fold(self, |part, byte| match (part, byte) {
            (_, b'#') | (UrlPart::Fragment, _) => UrlPart::Fragment,
            (_, b'?') => UrlPart::Query,
            _ => part,
        })
    }
}

/// Returns the length of the hyphen, `-` or U+2010, at the end of `run`, if the break `after` puts it in doubt.
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

/// Returns the length in bytes of a mark at the end of `run` that only marks the seam: a soft hyphen (U+00AD in UTF-8,
/// or its byte in ISO 8859) or a `\`, with which RFC 8792 folds lines. RFC 7131 has nine such URLs.
pub(crate) fn seam_mark_len(run: &[u8]) -> usize {
    match run {
        [.., before, b'\\'] if *before != b'\\' => 1,
        [.., 0xC2, 0xAD] => 2,
        // After another byte above 0x7F it belongs to a UTF-8 letter.
        [.., before, 0xAD] if before.is_ascii() => 1,
        _ => 0,
    }
}

/// Reports whether `run`, the first of a URL, ends in a host and a `=`. No host has a `=`, so this one is a soft break of
/// quoted-printable.
pub(crate) fn ends_in_soft_break(run: &[u8]) -> bool {
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    run.strip_suffix(b"=").is_some_and(|run| {
        let host = run.iter().rev().take_while(|byte| is_host(byte)).count();
        host > 0 && run[..run.len() - host].ends_with(b"://")
    })
}

/// Reports whether a masked `@` begins at the break `index`: an `at` between word characters, with a break on either
/// side.
fn is_masked_at(haystack: &[u8], runs: &Runs, index: usize) -> bool {
    let (Some(&after), Some(next)) = (runs.breaks.get(index + 1), runs.runs.get(index + 2)) else {
        return false;
    };
    let before = runs.breaks[index];
    // At least one of the two breaks must be a gap: an `at` alone on its line is not a masked `@`.
    haystack[runs.runs[index + 1].clone()] == *b"at"
        && before != Break::Nothing
        && after != Break::Nothing
        && (before == Break::Gap || after == Break::Gap)
        && haystack[runs.runs[index].clone()].last().is_some_and(|&byte| is_word(byte))
        && haystack[next.clone()].first().is_some_and(|&byte| is_word(byte))
}

const REMOVED: [Choice; 2] = [Choice::Removed, Choice::Space];
const SPACE: [Choice; 2] = [Choice::Space, Choice::Removed];

/// Returns the choices at the gap between `run` and `next`, the likelier first (J5).
fn gap_choices(run: &[u8], next: &[u8], part: UrlPart, gaps: Gaps) -> [Choice; 2] {
    let before = run.last().copied().unwrap_or_default();
    let after = next.first().copied().unwrap_or_default();
    match gaps {
        Gaps::Removed => REMOVED,
        Gaps::Letter if part == UrlPart::Query => SPACE,
        Gaps::Weighed | Gaps::Letter => {
            // A space between two words is more likely meant.
            if is_word(before) && is_word(after) { SPACE } else { REMOVED }
        }
    }
}

/// Reports whether `byte` is a letter, a digit or `_`. Bytes above 0x7F count as letters.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
