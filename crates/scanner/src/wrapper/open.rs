//! Decides whether a `<` or `"` opens a wrapper: W1, W2 and W6.
//!
//! ```text
//! url:   "<" [ws] 1*("URL:" [ws]) ["//"] scheme ":"   ; whitespace may be inside the scheme
//! angle: "<" [ws] scheme ":"     ; a known scheme, or "//" follows
//! quote: <"> scheme ":"          ; a known scheme
//! ```
//!
//! Whitespace here may include one line break, because R prints `<URL:⏎     http…>`. RFC 1855 has
//! `<URL://http://www.isoc.org/…>`, so slashes between `URL:` and a known scheme are skipped. The scheme itself may be
//! broken across lines, because RFC 1738's Appendix makes no exception for it. The search must stop at the scheme's
//! colon or at that of `URL:`, so `candidate/colon.rs` has to accept one of them.

use crate::bytes::class::{IN_SCHEME, len_of};
use crate::bytes::space::{after_break, is_break, skip_spaces};
use crate::bytes::{begins_with, run_len, work};
use crate::candidate::colon::may_be_scheme;
use crate::config::Config;
use crate::extra::Extra;
use crate::form::Form;
use crate::scheme::{MAX_NAME_BYTES, Scheme};
use crate::scheme_set::SchemeSet;
use crate::wrapper::prefix::{CloseRule, Quoting, Start};

/// A wrapper whose opener was recognised, up to the scheme's colon. Its end is to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened<'h> {
    pub(crate) haystack: &'h [u8],
    pub(crate) form: Form,
    pub(crate) scheme: Option<&'static Scheme>,
    pub(crate) open: usize,
    pub(crate) start: usize,
    pub(crate) after_colon: usize,
    pub(crate) quoting: [Quoting; 2],
    pub(crate) end: usize,
    pub(crate) max_lines: usize,
}

/// Returns the wrapper whose `<` is at `open`. A line within the opener ends the attempt if `closer` would close the
/// wrapper there.
pub(crate) fn opening_at<'h>(
    haystack: &'h [u8],
    open: usize,
    config: &Config,
    closer: CloseRule,
) -> Option<Opened<'h>> {
    let forms = config.forms;
    let mut line = OpenerParser::new(haystack, open, config, closer);
    // `url` works on a copy of the state. `angle` then starts from the same place if `url` fails.
    let start = line.skip_edge(open + 1)?;
    let url = if forms.contains(Form::Url) && begins_with(line.rest(start), URL) {
        OpenerParser { ..line }.url(start + URL.len())
    } else {
        None
    };
    url.or_else(|| if forms.contains(Form::Angle) { line.angle(start) } else { None })
}

pub(crate) fn quote_opening_at<'h>(
    haystack: &'h [u8],
    open: usize,
    config: &Config,
) -> Option<Opened<'h>> {
    // An escaped quote is inside a quotation, as in JSON.
    if haystack[..open].ends_with(b"\\") {
        return None;
    }
    let mut line = OpenerParser::new(haystack, open, config, CloseRule::QUOTE);
    let before = line.quoting;
    let (name, after_colon) = line.scheme(open + 1, false)?;
    let scheme = Some(name.find(&config.schemes)?);
    line.opened(Form::Quote, scheme, before, open + 1, after_colon, after_colon - 1)
}

const URL: &str = "URL:";

struct OpenerParser<'h, 'c> {
    haystack: &'h [u8],
    open: usize,
    end: usize,
    quoting: Quoting,
    closer: CloseRule,
    config: &'c Config,
}

impl<'h, 'c> OpenerParser<'h, 'c> {
    fn new(haystack: &'h [u8], open: usize, config: &'c Config, closer: CloseRule) -> Self {
        let end = haystack.len().min(open.saturating_add(config.max_len));
        OpenerParser { haystack, open, end, quoting: Quoting::new(open), closer, config }
    }

    fn rest(&self, at: usize) -> &'h [u8] {
        &self.haystack[at..self.end]
    }

    /// Returns the wrapper, if the search stops at `stop`, the colon of `URL:`, or at the colon before `after_colon`.
    fn opened(
        &self,
        form: Form,
        scheme: Option<&'static Scheme>,
        before: Quoting,
        start: usize,
        after_colon: usize,
        stop: usize,
    ) -> Option<Opened<'h>> {
        let OpenerParser { haystack, open, end, quoting, .. } = *self;
        let (quoting, max_lines) = ([before, quoting], self.config.max_lines);
        let may_stop =
            [stop, after_colon - 1].iter().any(|&colon| may_be_scheme(haystack, open, colon));
        may_stop.then_some(Opened {
            haystack,
            form,
            scheme,
            open,
            start,
            after_colon,
            quoting,
            end,
            max_lines,
        })
    }

    fn url(mut self, at: usize) -> Option<Opened<'h>> {
        let mut start = self.skip_edge(at)?;
        while begins_with(self.rest(start), URL) {
            start = self.skip_edge(start + URL.len())?;
        }
        let before = self.quoting;
        let slashes = self.rest(start).starts_with(b"//");
        if slashes {
            start += 2;
        }
        let (name, after_colon) = self.scheme(start, true)?;
        let scheme = name.find(&self.config.schemes);
        // After slashes, only a known scheme shows that this is a URL.
        if scheme.is_none() && (slashes || !self.accepts_unknown(&name, after_colon)) {
            return None;
        }
        self.opened(Form::Url, scheme, before, start, after_colon, at - 1)
    }

    fn angle(mut self, start: usize) -> Option<Opened<'h>> {
        let before = self.quoting;
        // RFC 1738 allows a digit first, but `<10:30>` is not a URL.
        if !self.haystack.get(start)?.is_ascii_alphabetic() {
            return None;
        }
        let (name, after_colon) = self.scheme(start, false)?;
        let scheme = name.find(&self.config.schemes);
        let is_any = self.config.extras.contains(Extra::AnyScheme);
        let is_marked = self.rest(after_colon).starts_with(b"//")
            || is_any && self.is_solid(start, after_colon);
        // A single letter is a drive (`<c://dir>`).
        let is_drive = after_colon - start == 2;
        if scheme.is_none() && (!is_marked || is_drive || !self.accepts_unknown(&name, after_colon))
        {
            return None;
        }
        self.opened(Form::Angle, scheme, before, start, after_colon, after_colon - 1)
    }

    /// Reports whether the scheme at `start` may be any, as in `CommonMark`: it has 2 to 32 characters, and neither
    /// whitespace nor `<` follows before the closer.
    fn is_solid(&self, start: usize, after_colon: usize) -> bool {
        let text = self.rest(after_colon);
        let len = run_len(text, |byte| byte > b' ' && !matches!(byte, b'<' | b'>' | 0x7F));
        work::add(len);
        (3..=MAX_NAME_BYTES + 1).contains(&(after_colon - start))
            && len > 0
            && text.get(len) == Some(&b'>')
    }

    fn accepts_unknown(&self, name: &SchemeName<'_>, after_colon: usize) -> bool {
        match name {
            SchemeName::Whole(name) => self.config.schemes.accepts_unknown(name),
            // In `<see⏎http://h/>` the last line has the scheme, as in `<Proxy⏎balancer://h>`, and in
            // `<URL:some text://` nothing shows one.
            SchemeName::Broken { names: [name, _], last, has_gap } => {
                let name = name.as_bytes();
                let is_capitalised =
                    name[0].is_ascii_uppercase() && name.iter().any(u8::is_ascii_lowercase);
                !has_gap
                    && !is_capitalised
                    && self.rest(after_colon).starts_with(b"//")
                    && !last.eq_ignore_ascii_case(b"URL")
                    && self.config.schemes.find(last).is_none()
                    && self.config.schemes.accepts_unknown(name)
            }
        }
    }

    /// The edge is spaces, the first line break, and quote marks after it.
    fn skip_edge(&mut self, at: usize) -> Option<usize> {
        let at = skip_spaces(self.haystack, at, self.end);
        let byte = *self.haystack[..self.end].get(at)?;
        if is_break(byte) { self.next_line(at) } else { Some(at) }
    }

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

    /// Returns the scheme at `at`, which may contain line breaks, perhaps also spaces, and the offset after its colon.
    fn scheme(&mut self, mut at: usize, may_have_gaps: bool) -> Option<(SchemeName<'h>, usize)> {
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
            if is_gap && !may_have_gaps {
                return None;
            }
            has_gap |= is_gap;
            names[1].push(if is_gap { part } else { part.strip_suffix(b"-").unwrap_or(part) })?;
            at = if is_gap { stop } else { self.next_line(stop)? };
        }
    }
}

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

#[derive(Clone, Copy, Default)]
struct ShortName {
    bytes: [u8; MAX_NAME_BYTES],
    len: usize,
}

impl ShortName {
    fn push(&mut self, part: &[u8]) -> Option<()> {
        self.bytes[self.len..].get_mut(..part.len())?.copy_from_slice(part);
        self.len += part.len();
        Some(())
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
