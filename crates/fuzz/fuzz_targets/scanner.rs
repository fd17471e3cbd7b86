//! Searches any text with the scanner.
//!
//! The first byte selects how the rest becomes a text, and one of three configurations: the default forms or all
//! forms with the bounds of W4, or the forms in the second byte with the small bounds in the third. The target
//! checks:
//!
//! - Outer ranges are in order, disjoint, not empty and within the bounds.
//! - Each form was asked for.
//! - `inner` is inside `outer`, `tail` directly follows `outer`, and the lines are in order inside `inner`.
//! - An alternative end belongs to the same wrapper.
//! - A search that stops after each few bytes, and one that forgets what it learned after each wrapper, find the same.
//!
//! A search that forgets may try a run again that was given up. `gives_up` excludes these texts.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use urlsift_fuzz::Mode;
use urlsift_scanner::{
    Config, Cursor, Form, Forms, MAX_LEN, MAX_LINES, Scanner, Scheme, SchemeSet, Wrapper,
};

/// The bounds of W4, and what a search looks for.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    forms: Forms,
    max_len: usize,
    max_lines: usize,
    schemes: &'static SchemeSet,
}

/// The longest text, in bytes, that is searched from each wrapper on.
const MAX_REPEATED_BYTES: usize = 4096;

static NO_SCHEMES: SchemeSet = SchemeSet::new();

static OWN_SCHEMES: LazyLock<SchemeSet> = LazyLock::new(|| {
    let mut schemes = SchemeSet::new();
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
    let scanner = Scanner::with_config(config);
    for wrapper in scanner.find_iter(text) {
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
        all.push(show(&wrapper));
    }
    let candidate = scanner.find_candidate(text).unwrap_or(text.len());
    let mut cursor = Cursor::at_candidate(candidate);
    let mut stepped = Vec::new();
    while cursor.position() < text.len() {
        let until = cursor.position() + 1 + text.len() / 100;
        stepped.extend(scanner.find_until(text, &mut cursor, until).map(|it| show(&it)));
    }
    assert_eq!(stepped, all, "{:?} {bounds:?}", String::from_utf8_lossy(text));
    if text.len() <= MAX_REPEATED_BYTES && !gives_up(text) {
        let mut at = 0;
        let mut repeated = Vec::new();
        while let Some(wrapper) = scanner.find_at(text, at) {
            at = wrapper.outer().end;
            repeated.push(show(&wrapper));
        }
        assert_eq!(repeated, all, "{:?} {bounds:?}", String::from_utf8_lossy(text));
    }
}

/// Returns the form and the ranges of `wrapper`, as text.
fn show(wrapper: &Wrapper<'_>) -> String {
    let lines: Vec<_> = wrapper.lines().collect();
    let (outer, inner, tail) = (wrapper.outer(), wrapper.inner(), wrapper.tail());
    format!("{} {outer:?} {inner:?} {tail:?} {lines:?}", wrapper.form())
}

/// Reports whether a run names more than two schemes without a host. The scanner gives up on a run after four attempts,
/// two for each scheme after `URL:`.
fn gives_up(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let has_many_names = |run: &str| run.matches(':').count() > 2 && names(run) > 2;
    text.split_ascii_whitespace().any(has_many_names)
}

/// Counts the colons in `run` that end the name of a scheme without a host.
fn names(run: &str) -> usize {
    let run = run.to_ascii_lowercase();
    let opaque = Scheme::all().iter().filter(|scheme| !scheme.has_host());
    let names = opaque.map(|scheme| scheme.name).chain(["x-any"]);
    names.map(|name| run.matches(&[name, ":"].concat()).count()).sum()
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
