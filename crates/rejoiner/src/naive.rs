//! The reference implementation of the rejoiner: slow and plain.
//!
//! Tests compare the rejoiner with it (`reference.rs`). It follows the rules J1 to J6 directly. It makes
//! a reading by walking through the runs and looking up the choice at each whitespace.

mod seam;
mod stop;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::reading::MAX_READINGS;
use crate::style::Gaps;

pub use self::seam::seam;

/// Returns all readings of `lines` of `text`, best first.
pub fn readings(text: &str, lines: &[Range<usize>], gaps: Gaps) -> Vec<String> {
    let naive = Naive { runs: runs(text, lines) };
    let doubts = naive.doubts(gaps);
    let best: Vec<Act> = doubts.iter().map(|doubt| doubt.best).collect();

    // J4: all doubts of a kind changed, if there is more than one. J5: all whitespace escaped.
    let mut tail = Vec::new();
    for kind in [Kind::Hyphen, Kind::At, Kind::Gap] {
        if doubts.iter().filter(|doubt| doubt.kind == kind).count() > 1 {
            let act = |doubt: &Doubt| if doubt.kind == kind { doubt.other } else { doubt.best };
            tail.push(naive.read(&doubts, &doubts.iter().map(act).collect::<Vec<_>>(), false));
        }
    }
    if doubts.iter().any(|doubt| doubt.kind != Kind::Hyphen) {
        let act = |doubt: &Doubt| if doubt.kind == Kind::Hyphen { Act::Keep } else { Act::Escape };
        tail.push(naive.read(&doubts, &doubts.iter().map(act).collect::<Vec<_>>(), true));
    }

    let mut all = Vec::from([naive.read(&doubts, &best, false)]);
    for i in 0..doubts.len() {
        if all.len() + tail.len() < MAX_READINGS {
            let mut acts = best.clone();
            acts[i] = doubts[i].other;
            all.push(naive.read(&doubts, &acts, false));
        }
    }
    all.extend(tail);
    let mut different = Vec::new();
    for reading in all {
        if !different.contains(&reading) {
            different.push(reading);
        }
    }
    different
}

/// Text without whitespace, and the break after it.
struct Run {
    text: String,
    after: Space,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Space {
    Seam,
    Gap,
    /// No whitespace, or whitespace without meaning.
    Nothing,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Kind {
    Hyphen,
    At,
    Gap,
}

/// The choice at a doubt.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Act {
    Keep,
    Drop,
    /// ` at ` becomes `@`.
    Mask,
    Remove,
    Escape,
}

struct Doubt {
    kind: Kind,
    /// The index of the run before the doubt.
    run: usize,
    best: Act,
    other: Act,
}

/// Splits the text into runs, seams and gaps (J1, J2).
fn runs(text: &str, lines: &[Range<usize>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut solid = String::new();
    let mut seam = false;
    for line in lines {
        let mut space = Space::Nothing;
        for c in text[line.clone()].chars() {
            if is_whitespace(c) {
                // Whitespace without a width separates runs, but is not a gap.
                if !is_zero_width(c) {
                    space = Space::Gap;
                }
                continue;
            }
            let after = if seam { Space::Seam } else { space };
            let is_edge = is_head(&solid) || after == Space::Gap && !solid.contains(':');
            match runs.last_mut() {
                Some(run) if after == Space::Nothing => run.text.push(c),
                last => {
                    if let Some(run) = last {
                        run.after = if is_edge { Space::Nothing } else { after };
                    }
                    runs.push(Run { text: String::from(c), after: Space::Nothing });
                }
            }
            solid.push(c);
            space = Space::Nothing;
            seam = false;
        }
        seam = !runs.is_empty();
    }
    runs
}

/// Reports whether `solid` is `scheme:` or `scheme://`. Whitespace after it is neither seam nor gap, and
/// within the scheme it is no gap.
fn is_head(solid: &str) -> bool {
    solid.split_once(':').is_some_and(|(_, rest)| rest.is_empty() || rest == "//")
}

struct Naive {
    runs: Vec<Run>,
}

impl Naive {
    fn doubts(&self, gaps: Gaps) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let mut run = 0;
        while run + 1 < self.runs.len() {
            let Run { text, after } = &self.runs[run];
            let before: String = self.runs[..=run].iter().map(|run| run.text.as_str()).collect();
            let in_fragment = before.contains('#');
            let in_query = before.contains('?') && !in_fragment;
            // J3.
            let hyphen = match after {
                Space::Seam => text.ends_with(['-', '\u{2010}']),
                Space::Gap => text.ends_with('-'),
                Space::Nothing => false,
            };
            if hyphen {
                doubts.push(Doubt { kind: Kind::Hyphen, run, best: Act::Keep, other: Act::Drop });
            }
            // J5.
            if !in_fragment && self.is_masked_at(run) {
                doubts.push(Doubt { kind: Kind::At, run, best: Act::Mask, other: Act::Escape });
                run += 2;
                continue;
            }
            if *after == Space::Gap {
                let touches = |c: char| "/-?&=;".contains(c);
                let next = &self.runs[run + 1].text;
                let best = if gaps == Gaps::Removed {
                    Act::Remove
                } else if gaps == Gaps::Letter && in_query {
                    Act::Escape
                } else if text.ends_with(touches) || next.starts_with(touches) {
                    Act::Remove
                } else if text.ends_with(is_word) && next.starts_with(is_word) {
                    Act::Escape
                } else {
                    Act::Remove
                };
                let other = if best == Act::Remove { Act::Escape } else { Act::Remove };
                doubts.push(Doubt { kind: Kind::Gap, run, best, other });
            }
            run += 1;
        }
        self.add_seams(&mut doubts);
        doubts
    }

    /// J5: if a gap is `%20` first, so is a seam between words after the host, in the same segment of the path.
    fn add_seams(&self, doubts: &mut Vec<Doubt>) {
        let slashes = |run: usize| {
            let before: String = self.runs[..=run].iter().map(|run| run.text.as_str()).collect();
            before.matches('/').count()
        };
        let gaps =
            doubts.iter().filter(|doubt| doubt.kind == Kind::Gap && doubt.best == Act::Escape);
        let segments: Vec<usize> = gaps.map(|doubt| slashes(doubt.run)).collect();
        for run in 0..self.runs.len().saturating_sub(1) {
            let Run { text, after } = &self.runs[run];
            let before: String = self.runs[..=run].iter().map(|run| run.text.as_str()).collect();
            let is_after_host = match before.split_once(':') {
                Some((_, rest)) => match rest.strip_prefix("//") {
                    Some(rest) => rest.contains(['/', '?', '#']),
                    None => rest.contains(['?', '#']),
                },
                None => false,
            };
            let is_of_at = |doubt: &Doubt| {
                doubt.kind == Kind::At && (doubt.run == run || doubt.run + 1 == run)
            };
            if *after == Space::Seam
                && is_after_host
                && segments.contains(&slashes(run))
                && text.ends_with(is_word)
                && self.runs[run + 1].text.starts_with(is_word)
                && !doubts.iter().any(is_of_at)
            {
                doubts.push(Doubt { kind: Kind::Gap, run, best: Act::Escape, other: Act::Remove });
            }
        }
        doubts.sort_by_key(|doubt| doubt.run);
    }

    /// J5: reports whether ` at ` is between word characters. One of the two breaks may be a line break.
    fn is_masked_at(&self, run: usize) -> bool {
        let [before, at, after, ..] = &self.runs[run..] else { return false };
        let spaces = [before.after, at.after];
        at.text == "at"
            && !spaces.contains(&Space::Nothing)
            && spaces.contains(&Space::Gap)
            && before.text.ends_with(is_word)
            && after.text.starts_with(is_word)
    }

    fn read(&self, doubts: &[Doubt], acts: &[Act], escapes_all: bool) -> String {
        let mut reading = String::new();
        let act = |kind: Kind, run: usize| {
            let i = doubts.iter().position(|doubt| doubt.kind == kind && doubt.run == run)?;
            Some(acts[i])
        };
        let mut run = 0;
        while run < self.runs.len() {
            let Run { text, after } = &self.runs[run];
            let hyphen = act(Kind::Hyphen, run);
            reading.push_str(&without_end(text, *after, hyphen));
            let escaped = escapes_all && *after != Space::Nothing;
            match act(Kind::At, run) {
                Some(Act::Mask) => {
                    reading.push('@');
                    run += 1;
                }
                Some(_) => {
                    reading.push_str("%20at%20");
                    run += 1;
                }
                None if escaped || act(Kind::Gap, run) == Some(Act::Escape) => {
                    reading.push_str("%20");
                }
                None => {}
            }
            run += 1;
        }
        reading
    }
}

/// Returns a run as a reading contains it, without a dropped hyphen (J3) and without a mark of the seam
/// (J1). Such a mark is a soft hyphen or the `\` of folded lines.
fn without_end(text: &str, after: Space, hyphen: Option<Act>) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    match (hyphen, after, &chars[..]) {
        (Some(Act::Drop), ..) | (None, Space::Seam, [.., '\u{AD}']) => {
            chars.pop();
        }
        (Some(_), _, [.., '\u{2010}']) => {
            chars.pop();
            chars.push('-');
        }
        (None, Space::Seam, [.., before, '\\']) if *before != '\\' => {
            chars.pop();
        }
        _ => {}
    }
    chars.into_iter().collect()
}

fn is_whitespace(c: char) -> bool {
    c.is_whitespace() || is_zero_width(c)
}

fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

/// Reports whether `c` is a letter or digit of any script, or `_`.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}
