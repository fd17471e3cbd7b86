//! Compares the scanner with its reference implementation on any text.
//!
//! The first byte selects how the rest becomes a text, and one of three configurations: the default forms or all
//! forms with the bounds of W4, or the forms in the second byte with the small bounds in the third. The target
//! checks:
//!
//! - Outer ranges are in order, disjoint, not empty and within the bounds.
//! - Each form was asked for.
//! - `inner` is inside `outer`, `tail` directly follows `outer`, and the lines are in order inside `inner`.
//! - An alternative end belongs to the same wrapper.
//! - The reference implementation finds the same wrappers. Whitespace at line edges is not compared, because
//!   no reading contains it (J1).
//!
//! The reference implementation takes quadratic time or worse, so it runs on short texts only. `is_decided`
//! excludes texts that no rule decides.

#![no_main]

use std::ops::Range;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::{Mode, is_blank};
use urlsift_scanner::naive::{self, Bounds, Found};
use urlsift_scanner::{
    Config, Form, Forms, Kind, MAX_LEN, MAX_LINES, OwnSchemes, Scanner, Scheme, Wrapper,
};

/// The longest text, in bytes, that is given to the reference implementation.
const MAX_NAIVE_BYTES: usize = 600;

static NO_SCHEMES: OwnSchemes = OwnSchemes::new();

static OWN_SCHEMES: LazyLock<OwnSchemes> = LazyLock::new(|| {
    let mut schemes = OwnSchemes::new();
    schemes.add("x-any").expect("the name is a scheme");
    schemes
});

fuzz_target!(|data: &[u8]| {
    let [first, forms, bound, rest @ ..] = data else { return };
    let text = Mode::of(*first).text(rest);
    let schemes = if first >> 4 & 1 == 1 { &*OWN_SCHEMES } else { &NO_SCHEMES };
    let bounds = if first >> 1 & 3 == 3 {
        let forms = Form::ALL.iter().enumerate().filter(|(i, _)| forms >> i & 1 == 1);
        Bounds {
            forms: forms.map(|(_, &form)| form).collect(),
            max_len: 1 + (*bound as usize & 0x3F),
            max_lines: 1 + (*bound as usize >> 6),
            schemes,
        }
    } else {
        let forms = if first >> 3 & 1 == 1 { Forms::all() } else { Forms::default() };
        Bounds { forms, max_len: MAX_LEN, max_lines: MAX_LINES, schemes }
    };
    check(&text, bounds);
});

fn check(text: &[u8], bounds: Bounds) {
    let Bounds { forms, max_len, max_lines, schemes } = bounds;
    let config = Config::new().forms(forms).max_len(max_len).max_lines(max_lines);
    let config = config.own_schemes(*schemes);
    let mut all = Vec::new();
    let mut end = 0;
    for wrapper in Scanner::with_config(config).find_iter(text) {
        assert!(end <= wrapper.outer().start, "{:?} after {end}", wrapper.outer());
        end = wrapper.outer().end;
        assert!(forms.contains(wrapper.form()));
        check_ranges(text, &wrapper, bounds);
        if let Some((mark, other)) = wrapper.other_end() {
            assert_eq!(text[mark], b'>');
            assert_eq!(other.outer().start, wrapper.outer().start);
            assert_ne!(other.outer().end, wrapper.outer().end);
            check_ranges(text, &other, bounds);
        }
        all.push(found(text, &wrapper));
    }
    if text.len() <= MAX_NAIVE_BYTES && is_decided(text) {
        let expected = naive::find_all(text, bounds);
        assert_eq!(all, expected, "{:?} {bounds:?}", String::from_utf8_lossy(text));
    }
}

/// Reports whether the reference implementation must agree on `text`. It need not in three cases:
///
/// - The text contains U+10FFFF, which the reference implementation uses for bytes that are not UTF-8.
/// - A run names more than two schemes without a host. The scanner gives up on a run after four attempts, two for
///   each scheme after `URL:`.
/// - A character without width is inside a word after a gap. No rule says whether it ends the word.
fn is_decided(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let is_widthless = |c| matches!(c, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}');
    let is_wide = |c: char| c.is_whitespace() && !is_widthless(c);
    let is_cut = |word: &str| word.trim_matches(is_widthless).contains(is_widthless);
    let has_many_names = |run: &str| run.matches(':').count() > 2 && names(run) > 2;
    !text.contains('\u{10FFFF}')
        && !text.split_ascii_whitespace().any(has_many_names)
        && !text.split(is_wide).skip(1).any(is_cut)
}

/// Counts the colons in `run` that end the name of a scheme without a host.
fn names(run: &str) -> usize {
    let run = run.to_ascii_lowercase();
    let opaque = Scheme::all().iter().filter(|scheme| matches!(scheme.kind, Kind::Opaque(_)));
    opaque.map(|scheme| run.matches(&[scheme.name, ":"].concat()).count()).sum()
}

fn check_ranges(text: &[u8], wrapper: &Wrapper<'_>, bounds: Bounds) {
    let (outer, inner, tail) = (wrapper.outer(), wrapper.inner(), wrapper.tail());
    assert!(outer.start <= inner.start && inner.start < inner.end && inner.end <= outer.end);
    assert!(outer.end <= text.len());
    assert!(tail.is_empty() || tail.start == outer.end && tail.end <= text.len());
    let mut at = inner.start;
    let mut lines = 0;
    for line in wrapper.lines() {
        assert!(at <= line.start && line.start < line.end && line.end <= inner.end);
        at = line.end;
        lines += 1;
    }
    assert!(lines > 0, "{outer:?} has no text");
    if matches!(wrapper.form(), Form::Url | Form::Angle | Form::Quote) {
        assert!(outer.len() <= bounds.max_len, "{outer:?} of {bounds:?}");
        assert!(lines <= bounds.max_lines, "{lines} lines of {bounds:?}");
    }
}

/// Converts `wrapper` to the type of the reference implementation.
fn found(text: &[u8], wrapper: &Wrapper<'_>) -> Found {
    Found {
        form: wrapper.form(),
        outer: wrapper.outer(),
        inner: wrapper.inner(),
        tail: wrapper.tail(),
        lines: wrapper.lines().filter_map(|line| trimmed(text, line)).collect(),
    }
}

/// Returns `line` without whitespace at its edges, or `None` if only whitespace is left.
fn trimmed(text: &[u8], line: Range<usize>) -> Option<Range<usize>> {
    let mut solid: Option<Range<usize>> = None;
    let mut at = line.start;
    for chunk in text[line].utf8_chunks() {
        let broken = chunk.invalid().iter().map(|_| (char::REPLACEMENT_CHARACTER, 1));
        for (c, len) in chunk.valid().chars().map(|c| (c, c.len_utf8())).chain(broken) {
            if !is_blank(c) {
                solid = Some(solid.map_or(at, |solid| solid.start)..at + len);
            }
            at += len;
        }
    }
    solid
}
