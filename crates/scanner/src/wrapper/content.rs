//! Decides whether a wrapper's text names anything after the scheme.

use core::ops::Range;

use crate::bytes::space::skip_spaces;
use crate::form::Form;
use crate::scheme::{Kind, Scheme, is_host_byte};
use crate::scheme_set::SchemeSet;
use crate::wrapper::lines::Lines;

/// Like [`names_something`], for a wrapper on one line without whitespace.
pub(crate) fn solid_names_something(
    text: &[u8],
    form: Form,
    scheme: Option<&'static Scheme>,
) -> bool {
    match scheme.map(|scheme| scheme.kind) {
        kind if form == Form::Quote => {
            // A line break of program text is not a part of the URL: `"http://a.example/\n"`.
            let is_broken = matches!(text, [.., b'\\', b'n' | b'r' | b't']);
            kind.is_some_and(|kind| kind.fits(text) && (!is_broken || kind == Kind::Path))
        }
        Some(Kind::Path | Kind::EmptyHost) => !text.is_empty(),
        _ => text.iter().any(|&byte| byte != b'/'),
    }
}

/// Reports whether more than slashes follows the scheme. `<http://>` and `<mailto:>` occur in prose about URLs. In
/// brackets, the path of a `file:` URL may be `/` alone. In quotes the text must have what every URL of the scheme has.
pub(crate) fn names_something(
    haystack: &[u8],
    mut lines: Lines<'_>,
    form: Form,
    scheme: Option<&'static Scheme>,
) -> bool {
    let kind = scheme.map(|scheme| scheme.kind);
    if form == Form::Quote {
        let first = lines.next().unwrap_or(0..0);
        // The next line may complete a shape that the first line lacks, and ` at ` may stand for `@`.
        let is_masked = memchr::memmem::find(&haystack[first.clone()], b" at ").is_some();
        let may_fit = is_masked || lines.next().is_some();
        return kind.is_some_and(|kind| may_fit || fits_after_spaces(kind, haystack, first));
    }
    let may_be_slashes = matches!(kind, Some(Kind::Path | Kind::EmptyHost));
    lines.any(|line| {
        // Looks for the first byte that is neither a space nor a slash.
        let mut at = line.start;
        while at < line.end {
            let text = skip_spaces(haystack, at, line.end);
            if text < line.end && (may_be_slashes || haystack[text] != b'/') {
                return true;
            }
            at = text + 1;
        }
        false
    })
}

/// Reports whether the scheme is the label of another text, as in `<File: a.txt>`: whitespace follows its colon, and
/// then not the slash of its URLs. For a scheme of the caller, the space is enough (`<Note: read this>`).
pub(crate) fn is_label(
    haystack: &[u8],
    lines: Lines<'_>,
    after_colon: usize,
    scheme: Option<&'static Scheme>,
) -> bool {
    if scheme.is_some_and(SchemeSet::has) {
        return matches!(haystack.get(after_colon), Some(b' ' | b'\t'));
    }
    scheme.is_some_and(Scheme::has_host)
        && lines
            .map(|line| (skip_spaces(haystack, line.start, line.end), line.end))
            .find(|(start, end)| start < end)
            .is_some_and(|(start, _)| start > after_colon && haystack[start] != b'/')
}

/// Like `fits`, ignoring spaces after the colon and after `//`.
fn fits_after_spaces(kind: Kind, haystack: &[u8], line: Range<usize>) -> bool {
    let start = skip_spaces(haystack, line.start, line.end);
    let rest = &haystack[start..line.end];
    if !rest.starts_with(b"//") || matches!(kind, Kind::Opaque(_)) {
        return kind.fits(rest);
    }
    let host = skip_spaces(haystack, start + 2, line.end);
    match &haystack[host..line.end] {
        [] => false,
        path if kind == Kind::Path => path.iter().any(|&byte| byte == b'/' || is_host_byte(byte)),
        // The other kinds need at most one byte after the slashes.
        [first, ..] => kind.fits(&[b'/', b'/', *first]),
    }
}
