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
//! because RFC 1738's Appendix makes no exception for it, and after `URL:` it may contain any whitespace.
//! Then only a scheme of the table counts. The search must stop at the scheme's colon or at that of
//! `URL:`, so `candidate/colon.rs` has to accept one of them.

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
    let start = open + 1;
    // The bound keeps this look constant for each `"`.
    let name = haystack[start..end].iter().take(MAX_NAME_BYTES + 1).position(|&b| b == b':')?;
    let scheme = schemes.find(&haystack[start..start + name])?;
    let after_colon = start + name + 1;
    if !may_be_scheme(haystack, open, start + name) {
        return None;
    }
    let quoting = [Quoting::new(open); 2];
    Some(Opening { form: Form::Quote, scheme: Some(scheme), start, after_colon, quoting })
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
        let (name, after_colon) = self.spaced_scheme(start)?;
        // Either colon suffices: the search stops at one of them.
        if !self.may_be_scheme(at - 1) && !self.may_be_scheme(after_colon - 1) {
            return None;
        }
        let scheme = name.find(self.schemes);
        // After slashes or with whitespace in it, only a scheme of the table shows that this is a URL.
        if scheme.is_none() && (slashes || name.is_broken() || !self.accepts_unknown(&name)) {
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
        let (name, after_colon) = self.scheme(start)?;
        if !self.may_be_scheme(after_colon - 1) {
            return None;
        }
        let scheme = name.find(self.schemes);
        let slashes = self.haystack[after_colon..self.end].starts_with(b"//");
        // A single letter is a drive (`<c://dir>`).
        let is_drive = after_colon - start == 2;
        let is_any = self.any_scheme && self.is_solid(start, after_colon);
        let is_other =
            !slashes && !is_any || name.is_broken() || is_drive || !self.accepts_unknown(&name);
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
    fn accepts_unknown(&self, name: &SchemeName<'_>) -> bool {
        matches!(name, SchemeName::Whole(name) if self.schemes.accepts_unknown(name))
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

    /// Returns the scheme at `at`, which may contain whitespace, and the offset after its colon.
    fn spaced_scheme(&mut self, mut at: usize) -> Option<(SchemeName<'h>, usize)> {
        let haystack = self.haystack;
        let mut bytes = [0; MAX_NAME_BYTES];
        let mut len = 0;
        loop {
            let rest = &haystack[at..self.end];
            let part = &rest[..len_of(IN_SCHEME, rest)];
            work::add(part.len());
            let is_colon = rest.get(part.len()) == Some(&b':');
            if is_colon && len == 0 {
                let is_name = part.first()?.is_ascii_alphanumeric();
                return is_name.then_some((SchemeName::Whole(part), at + part.len() + 1));
            }
            // A name that does not fit is not in the table.
            bytes[len..].get_mut(..part.len())?.copy_from_slice(part);
            len += part.len();
            at += part.len();
            if is_colon {
                return Some((SchemeName::Broken(bytes, len), at + 1));
            }
            // Each turn but the last adds to the name, so its bound is one on the turns.
            if part.is_empty() {
                return None;
            }
            let stop = skip_spaces(haystack, at, self.end);
            work::add(stop - at);
            let byte = *haystack[..self.end].get(stop)?;
            at = if is_break(byte) { self.next_line(stop)? } else { stop };
        }
    }

    /// Returns the scheme at `at` and the offset after its colon.
    fn scheme(&mut self, at: usize) -> Option<(SchemeName<'h>, usize)> {
        let rest = &self.haystack[at..self.end];
        let name = &rest[..len_of(IN_SCHEME, rest)];
        work::add(name.len());
        if !name.first()?.is_ascii_alphanumeric() {
            return None;
        }
        if *rest.get(name.len())? == b':' {
            return Some((SchemeName::Whole(name), at + name.len() + 1));
        }
        // No colon follows the name. A line break may separate it from its second part.
        let stop = skip_spaces(self.haystack, at + name.len(), self.end);
        if !is_break(*self.haystack[..self.end].get(stop)?) {
            return None;
        }
        let at = self.next_line(stop)?;
        let rest = &self.haystack[at..self.end];
        let end = &rest[..len_of(IN_SCHEME, rest)];
        work::add(end.len());
        (*rest.get(end.len())? == b':').then(|| (SchemeName::broken(name, end), at + end.len() + 1))
    }
}

/// A scheme's name.
enum SchemeName<'h> {
    Whole(&'h [u8]),
    /// The name without its whitespace, with its length. A fixed buffer avoids an allocation.
    Broken([u8; MAX_NAME_BYTES], usize),
}

impl<'h> SchemeName<'h> {
    /// Returns the name that is broken into `start` and `end`.
    fn broken(start: &[u8], end: &[u8]) -> SchemeName<'h> {
        let mut bytes = [0; MAX_NAME_BYTES];
        // A name that does not fit is not in the table, and neither is the empty name.
        let len = start.len() + end.len();
        if len > MAX_NAME_BYTES {
            return SchemeName::Broken(bytes, 0);
        }
        bytes[..start.len()].copy_from_slice(start);
        bytes[start.len()..len].copy_from_slice(end);
        SchemeName::Broken(bytes, len)
    }

    /// Returns the scheme, if the table or the caller's set has it.
    fn find(&self, schemes: &SchemeSet) -> Option<&'static Scheme> {
        match self {
            SchemeName::Whole(name) => schemes.find(name),
            SchemeName::Broken(bytes, len) => schemes.find(&bytes[..*len]),
        }
    }

    /// Reports whether whitespace is inside the name or after it.
    fn is_broken(&self) -> bool {
        matches!(self, SchemeName::Broken(..))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::form::Forms;

    #[test]
    fn openers_are_recognised() {
        // The text, the form, and the text after the colon.
        let table: &[(&str, Option<(Form, &str)>)] = &[
            ("<URL:http://a/>", Some((Form::Url, "//a/>"))),
            ("<url:http://a/>", Some((Form::Url, "//a/>"))),
            ("<Url: http://a/>", Some((Form::Url, "//a/>"))),
            ("< URL:http://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:\n     http://a/>", Some((Form::Url, "//a/>"))),
            ("<\nURL:http://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:any-thing.1+x:y>", Some((Form::Url, "y>"))),
            ("<URL:ht\ntp://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:ht tp://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:http ://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:http\n> ://a/>", Some((Form::Url, "//a/>"))),
            ("<URL: h t\tt\np\n://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:h\n\nttp://a/>", None),
            ("<URL:hypertext transfer:a>", None),
            ("<URL:x-any ://a/>", None),
            ("<URL: see http://a/>", None),
            ("<URL:unkn\nown://a/>", None),
            ("<URL:URL:http://a/>", Some((Form::Url, "//a/>"))),
            ("<URL: url:\nURL://http://a/>", Some((Form::Url, "//a/>"))),
            ("<URL:URL:>", None),
            ("<URL:http>", None),
            ("<URL://http://a/>", Some((Form::Url, "//a/>"))),
            ("<URL://x-any://a/>", Some((Form::Angle, "//x-any://a/>"))),
            ("<URL::>", None),
            ("<URL:\n\nhttp://a/>", None),
            ("<url://a/>", Some((Form::Angle, "//a/>"))),
            ("<http://a/>", Some((Form::Angle, "//a/>"))),
            ("< http://a/>", Some((Form::Angle, "//a/>"))),
            ("<http: //a/>", Some((Form::Angle, " //a/>"))),
            ("<HTTP://a/>", Some((Form::Angle, "//a/>"))),
            ("<ht\r\n tp://a/>", Some((Form::Angle, "//a/>"))),
            ("<see\nhttp://a/>", None),
            ("<news:a.b>", Some((Form::Angle, "a.b>"))),
            ("<x-any://a/>", Some((Form::Angle, "//a/>"))),
            ("<o:p>", None),
            ("<std::string>", None),
            ("<a href=\"http://x.example/\">", None),
            ("<NSLayoutConstraint:0x1>", None),
            ("<user@example.org>", None),
            ("<10:30>", None),
            // The search does not stop at a colon between digits, nor at one before whitespace far from the opener.
            ("<tn3270:23/>", None),
            ("<                http: //a/>", None),
            ("<            URL:   http: //a/>", Some((Form::Url, " //a/>"))),
            ("<3com://a>", None),
            ("<", None),
            ("<h", None),
            ("<http", None),
            ("<http:", Some((Form::Angle, ""))),
        ];
        for &(text, expected) in table {
            let got = opening_at(text.as_bytes(), 0, text.len(), &Config::new(), CloseRule::ANGLE)
                .map(|opening| (opening.form, &text[opening.after_colon..]));
            assert_eq!(got, expected, "{text:?}");
        }
    }

    #[test]
    fn forms_that_are_off_are_not_found() {
        let url = &Config::new().forms(Forms::none().with(Form::Url));
        let angle = &Config::new().forms(Forms::none().with(Form::Angle));
        assert!(opening_at(b"<http://a/>", 0, 11, url, CloseRule::ANGLE).is_none());
        assert!(opening_at(b"<URL:http://a/>", 0, 15, angle, CloseRule::ANGLE).is_none());
    }

    #[test]
    fn every_scheme_name_fits_the_buffer() {
        for scheme in Scheme::all() {
            assert!(scheme.name.len() <= MAX_NAME_BYTES, "{}", scheme.name);
        }
    }
}
