//! Joins the lines of any text with the rejoiner.
//!
//! The first byte selects how the rest becomes a text, how gaps are treated, and the kind of soft breaks. The lines
//! are those of the text without line ends, and after the first line without leading quote marks. The
//! target checks:
//!
//! - There are one to eight readings, and no two are equal.
//! - The pieces of each reading are on the lines, in order and disjoint; joined they are the reading (J7).
//! - Each reading has a choice for every doubt.
//! - If the text is UTF-8 and soft breaks are kept, the reference implementation makes the same readings.
//!
//! After each `://` of the text, `check_seams` compares what the text shows about joins (J8) with the reference
//! implementation.
//!
//! The reference implementation follows the rules, which leave three cases open. `is_decided` excludes those
//! texts from the comparison.

#![no_main]

use std::borrow::Cow;
use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::{Mode, is_blank};
use urlsift_rejoiner::{Gaps, MAX_READINGS, Readings, Seam, SoftBreaks, Style, naive};

fuzz_target!(|data: &[u8]| {
    let [first, rest @ ..] = data else { return };
    let text = Mode::of(*first).text(rest);
    let gaps = match first >> 1 & 3 {
        0 => Gaps::Removed,
        1 => Gaps::Letter,
        _ => Gaps::Weighed,
    };
    let soft_breaks = if first >> 3 & 3 == 0 { SoftBreaks::Deleted } else { SoftBreaks::Kept };
    check(&text, Style::new(gaps).soft_breaks(soft_breaks));
    check_seams(&text, soft_breaks);
});

/// Examines the line breaks after each URL of `text`, and those after the run that goes on.
fn check_seams(text: &[u8], soft_breaks: SoftBreaks) {
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
            if let (Ok(text), Ok(url)) = (str::from_utf8(text), str::from_utf8(&url)) {
                let slow = naive::seam(text, last, url, soft_breaks)
                    .map(|(run, evidence)| Seam { run, evidence });
                // The fast version examines no lines around a word that no rule takes for the rest of a URL.
                if seam.is_none() {
                    assert_eq!(slow.and_then(|slow| slow.grade()), None, "{text:?} {url:?}");
                } else {
                    assert_eq!(seam, slow, "{text:?} {url:?}");
                }
            }
            let Some(seam) = seam else { break };
            assert!(seam.run.start < seam.run.end && seam.run.end <= text.len());
            let _ = seam.grade();
            url.extend_from_slice(&text[seam.run.clone()]);
            last = seam.run;
        }
    }
}

fn check(text: &[u8], style: Style) {
    let lines = lines(text);
    let readings = Readings::new(text, lines.iter().cloned(), style);
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
    let Ok(text) = str::from_utf8(text) else { return };
    if style.soft_breaks == SoftBreaks::Kept && is_decided(text, &lines) {
        let all: Vec<String> =
            all.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        assert_eq!(all, naive::readings(text, &lines, style.gaps), "{text:?} {style:?}");
    }
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

/// Reports whether the rules decide all of `text`. They leave open what whitespace does inside `//` or between two
/// `//` after the scheme, and what a lone `\` at a seam is.
fn is_decided(text: &str, lines: &[Range<usize>]) -> bool {
    let joined: String = lines.iter().flat_map(|line| [&text[line.clone()], "\n"]).collect();
    let solid: String = joined.chars().filter(|&c| !is_blank(c)).collect();
    let body = joined.split_once(':').map_or("", |(_, body)| body);
    let after_slash = body.trim_start_matches(is_blank).strip_prefix('/').unwrap_or_default();
    let rest = after_slash.trim_start_matches(is_blank);
    let is_cut = rest.len() < after_slash.len() && rest.starts_with('/');
    !solid.contains("////") && !is_cut && !joined.split(is_blank).any(|run| run == "\\")
}
