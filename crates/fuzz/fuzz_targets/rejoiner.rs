//! Joins the lines of any text with the rejoiner.
//!
//! The first byte selects how the rest becomes a text, how gaps are treated, and the kind of soft breaks. The lines
//! are those of the text without line ends, and after the first line without leading quote marks. The
//! target checks:
//!
//! - There are one to eight readings, and no two are equal.
//! - The pieces of each reading are on the lines, in order and disjoint; joined they are the reading (J7).
//! - Each reading has a choice for every doubt.
//! - If the text is UTF-8, the readings differ in whitespace, hyphens and masked signs alone.
//!
//! After each `://` of the text, `check_seams` checks the run of each join (J8), and that lines far away show nothing.

#![no_main]

use std::borrow::Cow;
use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::{Mode, is_blank};
use urlsift_rejoiner::{Gaps, MAX_READINGS, Readings, Seam, SoftBreaks};

fuzz_target!(|data: &[u8]| {
    let [first, rest @ ..] = data else { return };
    let text = Mode::of(*first).text(rest);
    let gaps = match first >> 1 & 3 {
        0 => Gaps::Removed,
        1 => Gaps::Letter,
        _ => Gaps::Weighed,
    };
    let soft_breaks = if first >> 3 & 3 == 0 { SoftBreaks::Deleted } else { SoftBreaks::Kept };
    check(&text, gaps, soft_breaks);
    check_seams(&text, soft_breaks);
});

/// Examines the line breaks after each URL of `text`, and those after the run that goes on.
fn check_seams(text: &[u8], soft_breaks: SoftBreaks) {
    let far = far_from(text);
    let place = |at: usize| at + FAR.len();
    let starts = text.windows(3).enumerate().filter(|(_, window)| window == b"://");
    for (colon, _) in starts {
        let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
        let start = colon - text[..colon].iter().rev().take_while(is_letter).count();
        if start == colon {
            continue;
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>\"".contains(byte);
        let length = text[start..].iter().position(ends).unwrap_or(text.len() - start);
        let mut last = start..start + length;
        let mut url = text[last.clone()].to_vec();
        for _ in 0..4 {
            let seam = Seam::after(text, last.clone(), &url, soft_breaks);
            let far_seam = Seam::after(&far, place(last.start)..place(last.end), &url, soft_breaks);
            let Some(seam) = seam else {
                assert_eq!(far_seam, None, "{:?}", text.escape_ascii().to_string());
                break;
            };
            assert!(last.end < seam.run.start && seam.run.start < seam.run.end);
            assert!(seam.run.end <= text.len());
            let breaks = text[last.end..seam.run.start].iter().filter(|&&byte| byte == b'\n');
            assert_eq!(breaks.count(), 1);
            assert!(!text[seam.run.clone()].iter().any(u8::is_ascii_whitespace));
            let far_seam = far_seam.expect("the lines near are the same");
            assert_eq!(far_seam.run, place(seam.run.start)..place(seam.run.end));
            let text_shown = text.escape_ascii().to_string();
            assert_eq!(far_seam.grade(), seam.grade(), "{text_shown:?}");
            assert_eq!(far_seam.is_open(), seam.is_open(), "{text_shown:?}");
            url.extend_from_slice(&text[seam.run.clone()]);
            last = seam.run;
        }
    }
}

/// A line that is wider than most, and so many empty lines that those after them do not see it (J8).
const FAR: &[u8] =
    b"a line of words that is wider than most other lines, so that it would show their width\n\
    \n\n\n\n\n\n\n\n\n\n\n";

/// Returns `text` after [`FAR`], and with such lines after it.
fn far_from(text: &[u8]) -> Vec<u8> {
    let mut far = [FAR, text].concat();
    far.extend(FAR.iter().rev());
    far
}

fn check(text: &[u8], gaps: Gaps, soft_breaks: SoftBreaks) {
    let lines = lines(text);
    let readings = Readings::new(text, lines.iter().cloned(), gaps, soft_breaks);
    let all: Vec<Cow<'_, [u8]>> =
        readings.as_slice().iter().map(|reading| reading.bytes(text)).collect();
    assert!((1..=MAX_READINGS).contains(&all.len()), "{} readings", all.len());
    for (i, (reading, bytes)) in readings.as_slice().iter().zip(&all).enumerate() {
        assert!(!all[..i].contains(bytes), "twice: {:?}", bytes.escape_ascii().to_string());
        assert_eq!(reading.choices().len(), readings.doubts().len());
        let mut joined = Vec::new();
        let mut at = 0;
        for piece in reading.pieces() {
            let range = piece.range();
            assert!(at <= range.start && range.start < range.end && range.end <= text.len());
            at = range.end;
            joined.extend_from_slice(piece.bytes(text));
        }
        assert_eq!(joined, **bytes);
    }
    for doubt in readings.doubts() {
        assert!(lines.iter().any(|line| line.start <= doubt.at && doubt.at <= line.end));
    }
    if let Ok(text) = str::from_utf8(text) {
        for bytes in &all {
            assert_eq!(solid(bytes), solid(&all[0]), "{text:?}");
        }
    }
}

/// Returns what all readings of a text have in common: its characters except whitespace, hyphens, and those of `%20` and
/// ` at ` (J1, J3, J5).
fn solid(text: &[u8]) -> String {
    let is_solid = |c: &char| !is_blank(*c) && !"-\u{2010}\u{ad}\\%20at@".contains(*c);
    String::from_utf8_lossy(text).chars().filter(is_solid).collect()
}

/// Returns the lines of `text` without their ends (LF, CRLF or CR), and after the first without quote marks.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|byte| b"\r\n".contains(byte)) {
        let end = at + line.len();
        let is_first = at == 0;
        let is_mark = |byte: &&u8| !is_first && b">| ".contains(byte);
        let marks = line.iter().take_while(is_mark).count();
        lines.push(at + marks..end - line.ends_with(b"\n").max(line.ends_with(b"\r")) as usize);
        at = end;
    }
    lines
}
