//! The cursor: from a place in a text to the next wrapper.
//!
//! The search is memchr's for `<`; whether one opens a wrapper, where the wrapper ends and whether
//! its text is prose are questions of their own (`open.rs`, `close.rs`, `prose.rs`), asked in the
//! order of their cost. Where one is answered with no, the search goes on behind the `<`.

use memchr::memchr;

use crate::close::{Lines, find_close};
use crate::config::Config;
use crate::form::Form;
use crate::open::{Opening, opening_at};
use crate::prose::{Sentence, is_prose};
use crate::scheme::Kind;
use crate::work;
use crate::wrapper::Wrapper;

/// Finds wrappers in text. It holds its configuration and nothing else, so it is cheap to build and
/// may be used from any number of threads.
///
/// ```
/// use urlsift_scanner::{Form, Scanner};
///
/// let text = b"from <URL:ftp://ds.in\n   ternic.net/rfc> or <http://x.example/>";
/// let scanner = Scanner::new();
/// let forms: Vec<Form> = scanner.find_iter(text).map(|wrapper| wrapper.form()).collect();
/// assert_eq!(forms, [Form::Url, Form::Angle]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    config: Config,
}

impl Scanner {
    /// A scanner for all forms, within the bounds of W4.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// A scanner that does as `config` says.
    pub fn with_config(config: Config) -> Scanner {
        Scanner { config }
    }

    /// The first wrapper of `haystack`.
    pub fn find<'h, H: AsRef<[u8]> + ?Sized>(&self, haystack: &'h H) -> Option<Wrapper<'h>> {
        self.find_at(haystack, 0)
    }

    /// The first wrapper that begins at byte `at` of `haystack` or after it; `None` where there is
    /// none, or where `at` is beyond the end. What stands before `at` is looked at for the quote
    /// marks of the line alone.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes from `at` to the end of what is found, whatever they are (W10); nothing
    /// is allocated.
    pub fn find_at<'h, H: AsRef<[u8]> + ?Sized>(
        &self,
        haystack: &'h H,
        mut at: usize,
    ) -> Option<Wrapper<'h>> {
        let haystack = haystack.as_ref();
        while at < haystack.len() {
            let open = at + memchr(b'<', &haystack[at..])?;
            work::did(open - at);
            if let Some(wrapper) = self.wrapper_at(haystack, open) {
                return Some(wrapper);
            }
            at = open + 1;
        }
        None
    }

    /// The wrappers of `haystack`, leftmost first, without overlap (W9).
    pub fn find_iter<'s, 'h, H: AsRef<[u8]> + ?Sized>(
        &'s self,
        haystack: &'h H,
    ) -> FindIter<'s, 'h> {
        FindIter { scanner: self, haystack: haystack.as_ref(), at: 0 }
    }

    fn wrapper_at<'h>(&self, haystack: &'h [u8], open: usize) -> Option<Wrapper<'h>> {
        let Config { forms, max_len, max_lines } = self.config;
        let end = haystack.len().min(open.saturating_add(max_len));
        let Opening { form, scheme, start, after_colon } = opening_at(haystack, open, end, forms)?;
        let closing = find_close(haystack, form, open, after_colon, end, max_lines)?;
        let body = || Lines::new(haystack, closing.prefix.clone(), after_colon, closing.at);
        let kind = scheme.map(|scheme| scheme.kind);
        if !names_something(haystack, body(), kind) {
            return None;
        }
        if form == Form::Angle {
            let mailto = scheme.is_some_and(|scheme| scheme.name == "mailto");
            let sentence = if mailto { Sentence::InQuery } else { Sentence::Prose };
            if is_prose(haystack, body(), sentence) {
                return None;
            }
        }
        Some(Wrapper {
            haystack,
            form,
            scheme,
            outer: open..closing.at + 1,
            inner: start..closing.at,
            prefix: closing.prefix,
        })
    }
}

/// Whether anything but slashes follows the scheme: `<http://>` and `<mailto:>` stand in prose about
/// URLs. A file's path may be `/` alone.
fn names_something(haystack: &[u8], lines: Lines<'_>, kind: Option<Kind>) -> bool {
    let mut bytes = lines.flat_map(|line| &haystack[line]);
    if kind == Some(Kind::Path) {
        return bytes.next().is_some();
    }
    bytes.any(|&byte| byte != b'/')
}

/// An iterator over the wrappers of a text: see [`Scanner::find_iter`].
#[derive(Clone, Debug)]
pub struct FindIter<'s, 'h> {
    scanner: &'s Scanner,
    haystack: &'h [u8],
    at: usize,
}

impl<'h> Iterator for FindIter<'_, 'h> {
    type Item = Wrapper<'h>;

    fn next(&mut self) -> Option<Wrapper<'h>> {
        let wrapper = self.scanner.find_at(self.haystack, self.at)?;
        self.at = wrapper.outer.end;
        Some(wrapper)
    }
}
