//! Decides whether a `<` or `"` opens a wrapper: W1, W2 and W6.
//!
//! ```text
//! url:   "<" [ws] 1*("URL:" [ws]) ["//"] scheme ":"   ; whitespace may be inside the scheme
//! angle: "<" [ws] scheme ":"     ; a scheme of the table, or "//" follows
//! quote: <"> scheme ":"          ; a scheme of the table
//! ```
//!
//! Whitespace here may include one line break, because R prints `<URL:⏎     http…>`. The next line loses
//! its quote marks like any continued line. RFC 1855 has `<URL://http://www.isoc.org/…>`, so slashes
//! between `URL:` and a scheme of the table are skipped. The scheme itself may be broken over lines,
//! because RFC 1738's Appendix makes no exception for it, and after `URL:` a scheme of the table may contain
//! any whitespace. The search must stop at the scheme's colon or at that of `URL:`, so `candidate/colon.rs`
//! has to accept one of them.

use crate::bytes::class::{IN_SCHEME, len_of};
use crate::bytes::space::{after_break, is_break, skip_spaces};
use crate::bytes::work;
use crate::candidate::colon::may_be_scheme;
use crate::config::Config;
use crate::extra::Extra;
use crate::form::Form;
use crate::scheme::{MAX_NAME_BYTES, Scheme};
use crate::scheme_set::SchemeSet;
use crate::wrapper::prefix::{CloseRule, Quoting, Start};

/// An opener: the text from the delimiter to the scheme's colon.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) form: Form,
    /// The scheme, if the table has it.
    pub(crate) scheme: Option<&'static Scheme>,
    /// The offset of the scheme.
    pub(crate) start: usize,
    /// The offset after the colon.
    pub(crate) after_colon: usize,
    /// The quoting state before the scheme, and before the colon.
    pub(crate) quoting: [Quoting; 2],
}

/// Returns the opener whose `<` is at `open`. It must lie before `end`. A line within it ends the
/// attempt if `closer` would close the wrapper there.
pub(crate) fn opening_at(
    haystack: &[u8],
    open: usize,
    end: usize,
    config: &Config,
    closer: CloseRule,
) -> Option<Opening> {
    let (forms, schemes) = (config.forms, &config.schemes);
    let any_scheme = config.extras.contains(Extra::AnyScheme);
    let mut line = OpenerParser {
        haystack,
        open,
        end,
        quoting: Quoting::new(open),
        closer,
        schemes,
        any_scheme,
    };
    // `url` works on a copy of the state. `angle` then starts from the same place if `url` fails.
    let start = line.skip_edge(open + 1)?;
    let url = if forms.contains(Form::Url) && starts_with_url(&haystack[start..end]) {
        OpenerParser { ..line }.url(start + URL.len())
    } else {
        None
    };
    url.or_else(|| if forms.contains(Form::Angle) { line.angle(start) } else { None })
}

/// Returns the opener whose `"` is at `open`. It must lie before `end`.
pub(crate) fn quote_opening_at(
    haystack: &[u8],
    open: usize,
    end: usize,
    schemes: &SchemeSet,
) -> Option<Opening> {
    // An escaped quote is inside a quotation, as in JSON.
    if haystack[..open].ends_with(b"\\") {
        return None;
    }
    let (start, before, closer) = (open + 1, Quoting::new(open), CloseRule::QUOTE);
    let any_scheme = false;
    let mut line =
        OpenerParser { haystack, open, end, quoting: before, closer, schemes, any_scheme };
    let (name, after_colon) = line.scheme(start, SchemeGaps::End)?;
    let scheme = Some(name.find(schemes)?);
    if !line.may_be_scheme(after_colon - 1) {
        return None;
    }
    let quoting = [before, line.quoting];
    Some(Opening { form: Form::Quote, scheme, start, after_colon, quoting })
}

/// The marker of form `url`, in any case.
const URL: &[u8] = b"URL:";

fn starts_with_url(text: &[u8]) -> bool {
    text.len() >= URL.len() && text[..URL.len()].eq_ignore_ascii_case(URL)
}

/// The state while an opener is recognised.
struct OpenerParser<'h> {
    haystack: &'h [u8],
    open: usize,
    end: usize,
    quoting: Quoting,
    closer: CloseRule,
    schemes: &'h SchemeSet,
    /// Whether any scheme counts if nothing in the brackets is whitespace.
    any_scheme: bool,
}

impl<'h> OpenerParser<'h> {
    /// Recognises `URL:` and a scheme. `at` is the offset after `URL:`.
    fn url(mut self, at: usize) -> Option<Opening> {
        let mut start = self.skip_edge(at)?;
        while starts_with_url(&self.haystack[start..self.end]) {
            start = self.skip_edge(start + URL.len())?;
        }
        let before = self.quoting;
        let slashes = self.haystack[start..self.end].starts_with(b"//");
        if slashes {
            start += 2;
        }
        let (name, after_colon) = self.scheme(start, SchemeGaps::Ignored)?;
        // Either colon suffices: the search stops at one of them.
        if !self.may_be_scheme(at - 1) && !self.may_be_scheme(after_colon - 1) {
            return None;
        }
        let scheme = name.find(self.schemes);
        // After slashes, only a scheme of the table shows that this is a URL.
        if scheme.is_none() && (slashes || !self.accepts_unknown(&name, after_colon)) {
            return None;
        }
        let quoting = [before, self.quoting];
        Some(Opening { form: Form::Url, scheme, start, after_colon, quoting })
    }

    /// Recognises a scheme at `start`, without `URL:`.
    fn angle(mut self, start: usize) -> Option<Opening> {
        let before = self.quoting;
        // RFC 1738 allows a digit first, but `<10:30>` is not a URL.
        if !self.haystack.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let (name, after_colon) = self.scheme(start, SchemeGaps::End)?;
        if !self.may_be_scheme(after_colon - 1) {
            return None;
        }
        let scheme = name.find(self.schemes);
        let slashes = self.haystack[after_colon..self.end].starts_with(b"//");
        // A single letter is a drive (`<c://dir>`).
        let is_drive = after_colon - start == 2;
        let is_any = self.any_scheme && self.is_solid(start, after_colon);
        let is_other = !slashes && !is_any || is_drive || !self.accepts_unknown(&name, after_colon);
        if scheme.is_none() && is_other {
            return None;
        }
        let quoting = [before, self.quoting];
        Some(Opening { form: Form::Angle, scheme, start, after_colon, quoting })
    }

    /// Reports whether the scheme at `start` may be any, as in `CommonMark`: it has 2 to 32 characters, and neither
    /// whitespace nor `<` follows before the closer.
    fn is_solid(&self, start: usize, after_colon: usize) -> bool {
        let text = &self.haystack[after_colon..self.end];
        let is_inside = |byte: &&u8| **byte > b' ' && !matches!(byte, b'<' | b'>' | 0x7F);
        let len = text.iter().take_while(is_inside).count();
        work::add(len);
        (3..=MAX_NAME_BYTES + 1).contains(&(after_colon - start))
            && len > 0
            && text.get(len) == Some(&b'>')
    }

    /// Reports whether a scheme that is unknown may open a wrapper.
    fn accepts_unknown(&self, name: &SchemeName<'_>, after_colon: usize) -> bool {
        match name {
            SchemeName::Whole(name) => self.schemes.accepts_unknown(name),
            // In `<see⏎http://h/>` the last line has the scheme, as in `<Proxy⏎balancer://h>`, and in
            // `<URL:some text://` nothing shows one.
            SchemeName::Broken { names: [name, _], last, has_gap } => {
                let name = name.as_bytes();
                let is_capitalised =
                    name[0].is_ascii_uppercase() && name.iter().any(u8::is_ascii_lowercase);
                !has_gap
                    && !is_capitalised
                    && self.haystack[after_colon..self.end].starts_with(b"//")
                    && !last.eq_ignore_ascii_case(b"URL")
                    && self.schemes.find(last).is_none()
                    && self.schemes.accepts_unknown(name)
            }
        }
    }

    /// Reports whether the search stops at the colon at `colon`.
    fn may_be_scheme(&self, colon: usize) -> bool {
        may_be_scheme(self.haystack, self.open, colon)
    }

    /// Returns the offset of the first byte from `at` on that is neither a space, nor the first line break,
    /// nor a quote mark after it. Returns `None` if the wrapper cannot continue.
    fn skip_edge(&mut self, at: usize) -> Option<usize> {
        let at = skip_spaces(self.haystack, at, self.end);
        let byte = *self.haystack[..self.end].get(at)?;
        if is_break(byte) { self.next_line(at) } else { Some(at) }
    }

    /// Returns the offset of the text on the line after the break at `at`.
    fn next_line(&mut self, at: usize) -> Option<usize> {
        let next = after_break(self.haystack, at);
        if next >= self.end {
            return None;
        }
        match self.quoting.start_of(self.haystack, next, self.end, self.closer) {
            Start::Text(text, _) => Some(text),
            Start::Close(..) | Start::Empty(..) => None,
        }
    }

    /// Returns the scheme at `at`, which may contain line breaks, and the offset after its colon.
    fn scheme(&mut self, mut at: usize, gaps: SchemeGaps) -> Option<(SchemeName<'h>, usize)> {
        let haystack = self.haystack;
        let mut names = [ShortName::default(); 2];
        let mut has_gap = false;
        loop {
            let rest = &haystack[at..self.end];
            let part = &rest[..len_of(IN_SCHEME, rest)];
            work::add(part.len());
            at += part.len();
            let is_colon = rest.get(part.len()) == Some(&b':');
            if is_colon && names[0].len == 0 {
                let is_name = part.first()?.is_ascii_alphanumeric();
                return is_name.then_some((SchemeName::Whole(part), at + 1));
            }
            // Each turn but the last adds to the name, so the bound on its length is one on the turns.
            if part.is_empty() && !is_colon {
                return None;
            }
            names[0].push(part)?;
            if is_colon {
                names[1].push(part)?;
                return Some((SchemeName::Broken { names, last: part, has_gap }, at + 1));
            }
            let stop = skip_spaces(haystack, at, self.end);
            work::add(stop - at);
            let is_gap = !is_break(*haystack[..self.end].get(stop)?);
            if is_gap && gaps == SchemeGaps::End {
                return None;
            }
            has_gap |= is_gap;
            names[1].push(if is_gap { part } else { part.strip_suffix(b"-").unwrap_or(part) })?;
            at = if is_gap { stop } else { self.next_line(stop)? };
        }
    }
}

/// The meaning of spaces inside a scheme.
#[derive(Clone, Copy, Eq, PartialEq)]
enum SchemeGaps {
    Ignored,
    /// The text is no scheme.
    End,
}

/// A scheme's name.
enum SchemeName<'h> {
    Whole(&'h [u8]),
    /// A name with whitespace in it or after it.
    Broken {
        /// The name without its whitespace, with the hyphens before line breaks and without them.
        names: [ShortName; 2],
        /// The text after the last whitespace.
        last: &'h [u8],
        /// Whether some of the whitespace is within a line.
        has_gap: bool,
    },
}

impl SchemeName<'_> {
    /// Returns the scheme, if the table or the caller's set has it.
    fn find(&self, schemes: &SchemeSet) -> Option<&'static Scheme> {
        match self {
            SchemeName::Whole(name) => schemes.find(name),
            SchemeName::Broken { names, .. } => {
                names.iter().find_map(|name| schemes.find(name.as_bytes()))
            }
        }
    }
}

/// A name in a fixed buffer, which avoids an allocation.
#[derive(Clone, Copy, Default)]
struct ShortName {
    bytes: [u8; MAX_NAME_BYTES],
    len: usize,
}

impl ShortName {
    /// Adds `part`. Returns `None` if it does not fit. No scheme is so long.
    fn push(&mut self, part: &[u8]) -> Option<()> {
        self.bytes[self.len..].get_mut(..part.len())?.copy_from_slice(part);
        self.len += part.len();
        Some(())
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
