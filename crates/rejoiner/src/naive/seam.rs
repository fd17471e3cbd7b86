//! The reference implementation of the evidence of a join (J8): it splits the text into lines, and looks for shapes
//! with patterns. Only the lists of extensions and common words are shared.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::join::evidence::JoinEvidence;
use crate::join::lines::{MarkChange, NEAR_BYTES, NEAR_LINES, Widths};
use crate::join::shape::{CutEnd, RunShape, is_common, is_extension, is_group, is_in};
use crate::naive::stop::is_stop;
use crate::style::SoftBreaks;

/// Returns the run after the line break after `last`, and the evidence, for a URL whose last line is `last`.
pub fn seam(
    text: &str,
    last: Range<usize>,
    url: &str,
    soft_breaks: SoftBreaks,
) -> Option<(Range<usize>, JoinEvidence)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = |i: usize| lines.get(i).copied().unwrap_or_default();
    let start_of = |i: usize| lines[..i].concat().len();
    // The number of the URL's line.
    let i = text[..last.start].matches('\n').count();
    let ends_line =
        ["\n", "\r\n"].contains(&text[last.end..start_of(i + 1)].trim_start_matches(BLANK));
    let (next_prefix, next) = split_prefix(line(i + 1));
    let next_text = next.trim_start_matches(BLANK);
    let run = next_text.split(|c: char| c.is_ascii_whitespace() || "<>\"".contains(c)).next()?;
    let rest = &next_text[run.len()..];
    if !ends_line || run.is_empty() {
        return None;
    }

    let is_first = url.len() == last.len();
    let (prefix, _) = split_prefix(line(i));
    let quote = quote(line(i));
    let marks = if quote == self::quote(line(i + 1)) {
        MarkChange::Same
    } else if quote.starts_with(&self::quote(line(i + 1))) && quote == self::quote(line(i + 2)) {
        MarkChange::Fewer
    } else if !is_first && self::quote(line(i + 1)) == self::quote(line(i - 1)) {
        MarkChange::Restored
    } else {
        return None;
    };
    let next_indent = next.len() - next_text.len();
    let is_soft_break = soft_breaks == SoftBreaks::Deleted
        && [" \n", " \r\n"].contains(&&text[last.end..start_of(i + 1)])
        && marks == MarkChange::Same
        && next_indent <= 1;
    let is_alone = rest.trim_start_matches(BLANK).is_empty()
        || rest.trim_start_matches(BLANK).starts_with(['\r', '\n']);
    let ends = !url.contains("://") || is_stop(url, run, rest.starts_with('>'), is_alone);
    if ends && !is_soft_break {
        return None;
    }

    // The ten lines on either side, as far as they are near.
    let (start, end) = (start_of(i), start_of(i + 1));
    let before = &text[boundary(text, start.saturating_sub(NEAR_BYTES))..start];
    let after = &text[end..boundary(text, text.len().min(end + NEAR_BYTES))];
    let near = before.lines().rev().take(NEAR_LINES).chain(after.lines().take(NEAR_LINES));
    let shows_width = |line: &&str| {
        let (_, text) = split_prefix(line);
        self::quote(line) == quote && text.trim_start().contains(' ') && !text.contains("://")
    };
    let widest = near.map(trim_end).filter(shows_width).map(width).max().unwrap_or(0);

    let before_url = &text[start..last.start];
    let run_start = end + next_prefix.len() + next.len() - next_text.len();
    let evidence = JoinEvidence {
        cut: cut_end(text[..last.start].chars().next_back().filter(|_| is_first), url, run),
        run: run_shape(run, is_alone),
        run_width: width(run),
        widths: Widths {
            line: width(&text[start..last.end]),
            before: (!is_first).then(|| width(trim_end(line(i - 1)))),
            widest,
            is_url_alone: is_first && before_url[prefix.len()..].trim_matches(BLANK).is_empty(),
            marks,
            indent: line(i)[prefix.len()..].chars().take_while(|c| BLANK.contains(c)).count(),
            next_indent,
        },
        is_soft_break,
    };
    Some((run_start..run_start + run.len(), evidence))
}

const BLANK: &[char] = &[' ', '\t'];

fn width(text: &str) -> usize {
    text.chars().count()
}

fn trim_end(line: &str) -> &str {
    line.trim_end_matches(|c: char| c.is_ascii_whitespace())
}

/// Returns the start of the first character at `at` or after it.
fn boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Splits a line after its quote marks and the space after them.
fn split_prefix(line: &str) -> (&str, &str) {
    let mut end = 0;
    for (at, c) in line.char_indices() {
        let is_last =
            line[at + c.len_utf8()..].chars().next().is_none_or(|c| c.is_ascii_whitespace());
        match c {
            '>' | '|' | ':' => end = at + 1,
            // Others may begin an escape or a fragment.
            '%' | '#' if is_last => end = at + 1,
            ' ' | '\t' => {}
            _ => break,
        }
    }
    // An indented mark is text, except a bar.
    let text = line.trim_start_matches(BLANK);
    if end == 0 || line.len() - text.len() > 1 && !text.starts_with('|') {
        return ("", line);
    }
    line.split_at(end + usize::from(line[end..].starts_with(' ')))
}

/// Returns the quote marks of a line, without spaces.
fn quote(line: &str) -> String {
    split_prefix(line).0.chars().filter(|c| !BLANK.contains(c)).collect()
}

/// Reports whether `text` begins as `pattern` says: `w` is a letter, a digit, `_` or not ASCII, `l` a letter, `d` a
/// digit, `x` a hexadecimal digit, and all else is itself.
fn begins(text: &str, pattern: &str) -> bool {
    let mut chars = text.chars();
    pattern.chars().all(|class| {
        chars.next().is_some_and(|c| match class {
            'w' => c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii(),
            'l' => is_letter(c),
            'd' => c.is_ascii_digit(),
            'x' => c.is_ascii_hexdigit(),
            _ => c == class,
        })
    })
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// Returns what begins at each character of `text`.
fn places(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, _)| &text[at..])
}

/// Reports whether one of `patterns` occurs in `text`.
fn has(text: &str, patterns: &[&str]) -> bool {
    places(text).any(|rest| patterns.iter().any(|pattern| begins(rest, pattern)))
}

/// Returns `run` without punctuation of the sentence.
pub(super) fn core_of(run: &str) -> &str {
    run.trim_end_matches(|c| ".,;:!?*'\")]}\\".contains(c))
}

/// Returns the letters and digits after the last dot of the last segment of a path.
fn extension(path: &str) -> Option<&str> {
    let (_, segment) = path.rsplit_once('/')?;
    let (_, extension) = segment.rsplit_once('.')?;
    extension.chars().all(|c| c.is_ascii_alphanumeric()).then_some(extension)
}

fn is_known(extension: Option<&str>) -> bool {
    extension.is_some_and(|extension| is_extension(extension.as_bytes()))
}

fn cut_end(before: Option<char>, url: &str, run: &str) -> CutEnd {
    let rest = url.split_once(':').map_or(url, |(_, rest)| rest);
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let path = &rest[rest.find(['/', '?', '#']).unwrap_or(rest.len())..];
    let begun = extension(path);
    // The letters and digits that the run begins with, if it ends with them or a fragment or a query follows.
    let core = core_of(run);
    let word = &core[..core.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(core.len())];
    let ends = core == word || core[word.len()..].starts_with(['#', '?']);
    let completes = begun.is_some_and(|begun| {
        let are_both = is_known(Some(begun)) && is_known(Some(word));
        let whole = [begun, word].concat();
        ends && !begun.is_empty() && !word.is_empty() && !are_both && is_known(Some(&whole))
    });
    let closes = |open: &str, close: char| {
        let opens = !open.starts_with(close) && run.contains(open);
        before.is_some_and(|c| open.starts_with(c))
            && run.contains(close)
            && !url.contains(close)
            && !opens
    };
    CutEnd {
        last: url.bytes().last().unwrap_or_default(),
        has_path: !path.is_empty(),
        has_directory: path.matches('/').count() > 1,
        has_query: path.contains('?'),
        has_extension: is_known(extension(core_of(path))),
        completes_extension: completes,
        is_in_escape: url.ends_with('%')
            || places(url).any(|rest| begins(rest, "%x") && rest.len() == 2),
        ends_in_hyphen: url.ends_with('-')
            && !url.ends_with("--")
            && !path.strip_suffix('-').is_some_and(|path| is_known(extension(path))),
        is_hyphen_odd: rest.strip_suffix('-').is_some_and(|before| {
            let left: String = before.chars().rev().collect();
            let ends_in_digit = |text: &str| {
                text.trim_start_matches(is_letter).starts_with(|c: char| c.is_ascii_digit())
            };
            let is_word = |text: &str| begins(text, "lll") && !ends_in_digit(text);
            let divides_words = is_word(&left) && is_word(run);
            !divides_words && !before.contains('-') && !run.contains('-')
        }),
        is_in_rule: url.ends_with("__"),
        is_in_quoted_printable: url.ends_with('=') && url.contains("=3D"),
        is_closed_by_run: closes("(", ')') || closes("[", ']') || closes("'", '\''),
    }
}

fn run_shape(run: &str, is_alone: bool) -> RunShape {
    let core = core_of(run);
    let path = core.split(['?', '#']).next().unwrap_or_default();
    let segment = path.rsplit('/').next().unwrap_or_default();
    let folder = core.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let begins_with = |patterns: &[&str]| patterns.iter().any(|pattern| begins(core, pattern));
    RunShape {
        first: run.bytes().next().unwrap_or_default(),
        has_extension: is_known(segment.rsplit_once('.').map(|(_, extension)| extension))
            && !is_group(path.as_bytes()),
        has_query: has(core, &["w=w"]),
        has_escape: has(core, &["%xx"]),
        has_fragment: has(core, &["w#w"]),
        slashes: core.char_indices().filter(|&(at, c)| at > 0 && c == '/').count(),
        ends_in_slash: core.len() > 1 && core.ends_with('/'),
        begins_inside: begins_with(&["/w", "#w", "/~", "#~", "%xx"])
            || begins_with(&["&l"]) && core.contains('=')
            || begins_with(&["?w"]) && !core[1..].chars().all(is_letter)
            || core.strip_prefix('.').is_some_and(|rest| {
                is_known(rest.split(|c: char| !c.is_ascii_alphanumeric()).next())
            }),
        has_folder: folder.len() >= 3 && core.contains(is_letter),
        is_local: core.strip_prefix('/').is_some_and(|path| {
            let name = path.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            is_in("bin dev etc home opt proc tmp usr var", name.as_bytes())
                || name == path && name.starts_with(|c: char| c.is_ascii_uppercase())
        }),
        has_digit: core.contains(|c: char| c.is_ascii_digit()),
        has_dash: has(core, &["w-w", "w_w"]),
        has_dot: has(core, &["w.w"]),
        is_identifier: core.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
            && places(core).filter(|rest| begins(rest, "ld") || begins(rest, "dl")).count() >= 3,
        is_number: core.chars().all(|c| c.is_ascii_digit()),
        is_upper: core.chars().all(|c| c.is_ascii_uppercase()),
        is_word: core.chars().all(|c| c.is_ascii_alphabetic() || c == '\'' || !c.is_ascii()),
        is_common: is_common(core.as_bytes()),
        is_alone,
    }
}
