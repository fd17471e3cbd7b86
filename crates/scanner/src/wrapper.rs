//! What the scanner finds: a wrapper, as ranges of the haystack.

pub(crate) mod close;
pub(crate) mod content;
pub(crate) mod lines;
pub(crate) mod open;
pub(crate) mod prefix;
pub(crate) mod prose;

use core::ops::Range;

use crate::form::Form;
use crate::scheme::{Kind, Scheme};
use crate::wrapper::close::{Closing, Opened};
use crate::wrapper::content::{names_something, solid_names_something};
use crate::wrapper::lines::Lines;
use crate::wrapper::prefix::{CloseRule, Quoting};
use crate::wrapper::prose::{GapPolicy, is_prose};

/// Delimiters with a URL between them, whole or broken over lines; nothing in it is copied.
///
/// ```
/// use urlsift_scanner::Scanner;
///
/// let text = "> see <http://example.org/aaa/\n> bbb/ccc.html>, there";
/// let wrapper = Scanner::new().find(text).unwrap();
/// assert_eq!(&text[wrapper.outer()], "<http://example.org/aaa/\n> bbb/ccc.html>");
/// let lines: Vec<&str> = wrapper.lines().map(|line| &text[line]).collect();
/// assert_eq!(lines, ["http://example.org/aaa/", "bbb/ccc.html"]);
/// ```
#[derive(Clone, Debug)]
pub struct Wrapper<'h> {
    pub(crate) haystack: &'h [u8],
    pub(crate) form: Form,
    pub(crate) scheme: Option<&'static Scheme>,
    pub(crate) outer: Range<usize>,
    pub(crate) inner: Range<usize>,
    pub(crate) tail: Range<usize>,
    /// How it was opened and ended, where it has delimiters; but where it has one line and could have no
    /// other end, that is not needed.
    pub(crate) delimited: Option<Delimited<'h>>,
}

/// How a wrapper with delimiters was opened and ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimited<'h> {
    pub(crate) opened: Opened<'h>,
    pub(crate) text_start: TextStart,
    pub(crate) closer: CloseRule,
    /// A `>` that could be read the other way round.
    pub(crate) doubtful: Option<usize>,
}

impl<'h> Wrapper<'h> {
    /// Which kind of wrapper it is.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The row of the scheme table that the URL's scheme has; `None` where it is none of the table.
    pub fn scheme(&self) -> Option<&'static Scheme> {
        self.scheme
    }

    /// The byte range of the wrapper, delimiters included; of the URL in form `bare`, with the `>` of a
    /// message-id that kept its brackets (`news:<id@host>`), of that and `URL:` in form `prefix`, of what
    /// stands there in the forms `address` and `host`.
    pub fn outer(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// The byte range from the scheme to before the closing delimiter, line breaks and quote marks
    /// included.
    pub fn inner(&self) -> Range<usize> {
        self.inner.clone()
    }

    /// The byte range, right behind the URL, of what was dropped from its end because a sentence puts
    /// it there: `).` (W8). Empty where nothing was, and in all forms with delimiters.
    pub fn tail(&self) -> Range<usize> {
        self.tail.clone()
    }

    /// The text between the delimiters line by line, as byte ranges without quote marks, indentation
    /// or line ends (W3, J2); lines with nothing left are passed over. Blanks inside a line are left
    /// in. What stands before the brackets of a message-id and what stands in them are two lines.
    ///
    /// It costs one more pass over the wrapper and allocates nothing.
    pub fn lines(&self) -> Lines<'h> {
        let Range { start, end } = self.inner;
        match self.delimited {
            Some(Delimited { opened, text_start, closer, .. }) => {
                Lines::new(&opened, text_start.quoting, closer, start, end)
            }
            None if self.is_enclosed() => {
                let open = self.haystack[start..end].iter().position(|&byte| byte == b'<');
                let open = open.map_or(end, |i| start + i);
                Lines::two(self.haystack, start..open, open + 1..end)
            }
            None => Lines::one(self.haystack, start, end),
        }
    }

    /// Whether its text, the scheme aside, stands in brackets that are not of the URL though nothing opened
    /// a wrapper: `news:<id@host>` (W8).
    pub fn is_enclosed(&self) -> bool {
        matches!(self.form, Form::Bare | Form::Prefix) && self.inner.end < self.outer.end
    }

    /// The wrapper with the other end that it may have, where a `>` first on a line may be a quote
    /// mark or the end (W3); with the offset of that `>`. The other end may be nearer or farther.
    ///
    /// It costs no more than the wrapper did, and where there is no doubt nothing.
    pub fn other_end(&self) -> Option<(usize, Wrapper<'h>)> {
        let Delimited { opened, text_start, closer, doubtful } = self.delimited?;
        let mark = doubtful?;
        let other = close_wrapper(opened, text_start, CloseRule { reversed: doubtful, ..closer })?;
        Some((mark, other))
    }
}

/// Where a wrapper's text begins: the scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStart {
    pub(crate) start: usize,
    /// What is known of quote marks there.
    pub(crate) quoting: Quoting,
    /// The scheme's row, where the table has it.
    pub(crate) scheme: Option<&'static Scheme>,
}

/// The wrapper that was opened so, if `closer` ends it and it is no prose.
pub(crate) fn close_wrapper(
    opened: Opened<'_>,
    text_start: TextStart,
    closer: CloseRule,
) -> Option<Wrapper<'_>> {
    let Opened { haystack, form, open, after_colon, .. } = opened;
    let TextStart { start, scheme, .. } = text_start;
    let Closing { at, quoting: later, doubtful } = opened.find_close(closer)?;
    let quoting = opened.quoting.with_prefix_of(later);
    let text = &haystack[after_colon..at];
    let body = || Lines::new(&opened, quoting, closer, after_colon, at);
    // Most are one line without a blank, and so without a gap that would show prose.
    let is_solid = text.iter().fold(true, |all, byte| all & byte.is_ascii_graphic());
    let names = if is_solid {
        solid_names_something(text, form, scheme)
    } else {
        names_something(haystack, body(), form, scheme)
    };
    if !names {
        return None;
    }
    let gaps = match (form, scheme) {
        (Form::Url, _) => GapPolicy::Any,
        (Form::Quote, _) => GapPolicy::BeforeDelimiters,
        (_, Some(scheme)) if scheme.name == "mailto" => GapPolicy::Letter,
        (_, Some(scheme)) if matches!(scheme.kind, Kind::Opaque(_)) => GapPolicy::Weighed,
        _ => GapPolicy::AfterSlashes,
    };
    if !is_solid && is_prose(haystack, body(), gaps) {
        return None;
    }
    Some(Wrapper {
        haystack,
        form,
        scheme,
        outer: open..at + 1,
        inner: start..at,
        tail: at..at,
        delimited: Some(Delimited {
            opened,
            text_start: TextStart {
                quoting: text_start.quoting.with_prefix_of(later),
                ..text_start
            },
            closer,
            doubtful: if closer.reversed.is_none() { doubtful } else { None },
        }),
    })
}
