//! The scanner's result, a [`Wrapper`], and the last steps in making one with delimiters.

pub(crate) mod close;
pub(crate) mod content;
pub(crate) mod lines;
pub(crate) mod open;
pub(crate) mod prefix;
pub(crate) mod prose;

use core::ops::Range;

use crate::bare;
use crate::form::Form;
use crate::scheme::Scheme;
use crate::scheme_set::SchemeSet;
use crate::wrapper::close::Closing;
use crate::wrapper::content::{is_label, names_something, solid_names_something};
use crate::wrapper::lines::Lines;
use crate::wrapper::open::Opened;
use crate::wrapper::prefix::CloseRule;
use crate::wrapper::prose::{GapPolicy, has_target_in_brackets, is_prose};

/// A URL in a text with its delimiters, if it has any, as byte ranges. Nothing is copied.
///
/// The URL may be broken across lines. Bare URLs, hosts and addresses are also wrappers, without
/// delimiters.
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
    /// The offset of an ` at ` that masks an `@`, in a form without delimiters.
    pub(crate) mask: Option<usize>,
    /// The opener and closer in detail. `None` without delimiters, and for a wrapper on one line with
    /// a single possible end, which needs none of this.
    pub(crate) delimited: Option<Delimited<'h>>,
    /// Whether the URL is plain (`bare/plain.rs`).
    pub(crate) is_plain: bool,
}

/// The opener and closer of a wrapper with delimiters, in detail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delimited<'h> {
    pub(crate) opened: Opened<'h>,
    pub(crate) closer: CloseRule,
    /// The first `>` in doubt: as the end or a quote mark.
    pub(crate) doubtful: Option<usize>,
}

impl<'h> Wrapper<'h> {
    /// Returns a wrapper from which nothing was dropped, and that has a single possible end.
    #[inline]
    pub(crate) fn new(
        haystack: &'h [u8],
        form: Form,
        scheme: Option<&'static Scheme>,
        outer: Range<usize>,
        inner: Range<usize>,
    ) -> Wrapper<'h> {
        let tail = outer.end..outer.end;
        let (mask, delimited, is_plain) = (None, None, false);
        Wrapper { haystack, form, scheme, outer, inner, tail, mask, delimited, is_plain }
    }

    /// Returns the form: the kind of wrapper.
    #[inline]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the URL's scheme if the scheme table has it.
    #[inline]
    pub fn scheme(&self) -> Option<&'static Scheme> {
        self.scheme
    }

    /// Returns the byte range of the wrapper, delimiters included.
    ///
    /// In form `bare` this is the URL, with the `>` of a message-id that kept its brackets
    /// (`news:<id@host>`). In form `prefix` it also includes `URL:`. In the forms `address` and `host` it is
    /// the address or host.
    #[inline]
    pub fn outer(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// Returns the byte range from the scheme up to the closing delimiter, including line breaks and quote
    /// marks.
    #[inline]
    pub fn inner(&self) -> Range<usize> {
        self.inner.clone()
    }

    /// Returns the byte range, directly after the URL, of punctuation that was dropped because it belongs to
    /// the sentence, such as `).`.
    ///
    /// The range is empty if nothing was dropped, and in every form with delimiters.
    #[inline]
    pub fn tail(&self) -> Range<usize> {
        self.tail.clone()
    }

    /// Reports whether the URL is a whole word of plain bytes: a known scheme, `//`, a host without user and port, and
    /// letters, digits and `./_~%?=+,#&-`, between whitespace or the ends of the text, perhaps after `URL:`, or in `<…>`. It
    /// ends in a letter, a digit or `/`. Its [tail](Self::tail) is a full stop, a comma or empty.
    ///
    /// The search knows this of most URLs. `false` says nothing.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Returns the byte offset of the ` at ` that masks the `@` of a bare URL, as archives of lists write it:
    /// `mailto:jim at example.org`.
    ///
    /// Returns `None` if there is none, and in every form with delimiters. Their text may have several, which
    /// are left to the reader of the wrapper.
    #[inline]
    pub fn masked_at(&self) -> Option<usize> {
        self.mask
    }

    /// Returns the content between the delimiters line by line, as byte ranges without quote marks,
    /// indentation and line ends.
    ///
    /// Lines without content are omitted. Whitespace inside a line is kept. A message-id with its own
    /// brackets gives two lines: the part before the brackets, and the part in them.
    ///
    /// This takes one more pass over the wrapper and allocates nothing.
    pub fn lines(&self) -> Lines<'h> {
        let Range { start, end } = self.inner;
        match self.delimited {
            Some(Delimited { opened, closer, .. }) => Lines::new(&opened, closer, end),
            None if self.is_enclosed() => {
                // The `<` of the message-id separates the two lines.
                let open = self.haystack[start..end].iter().position(|&byte| byte == b'<');
                let open = open.map_or(end, |i| start + i);
                Lines::two(self.haystack, start..open, open + 1..end)
            }
            None => match self.host_after_break() {
                Some((slashes, host)) => Lines::two(self.haystack, start..slashes, host..end),
                None => Lines::one(self.haystack, start, end),
            },
        }
    }

    /// Reports whether the URL, except its scheme, is in brackets of its own in a form without delimiters:
    /// `news:<id@host>`.
    #[inline]
    pub fn is_enclosed(&self) -> bool {
        matches!(self.form, Form::Bare | Form::Prefix) && self.inner.end < self.outer.end
    }

    /// Returns the ends of the `//` and the start of the host after it, if a line break is between them in form `bare`
    /// (W8).
    #[inline]
    pub fn host_after_break(&self) -> Option<(usize, usize)> {
        if self.form != Form::Bare {
            return None;
        }
        let after_colon = self.inner.start + self.scheme?.name.len() + 1;
        // Nearly all URLs end here.
        if self.haystack.get(after_colon + 2).is_none_or(|byte| *byte > b' ') {
            return None;
        }
        Some((after_colon + 2, bare::host_after_break(self.haystack, after_colon)?))
    }

    /// Returns the wrapper with the other end that it may have, and the offset of the `>` in doubt.
    ///
    /// A `>` at the start of a line may be a quote mark or the closer. The other end may be nearer or
    /// farther. The cost is that of the wrapper itself, or nothing if there is no doubt.
    #[inline]
    pub fn other_end(&self) -> Option<(usize, Wrapper<'h>)> {
        let Delimited { opened, closer, doubtful } = self.delimited?;
        // The second walk reads this one `>` the other way and keeps W3 for all others.
        let closer = CloseRule { reversed: doubtful, ..closer };
        Some((doubtful?, close_wrapper(opened, closer)?))
    }
}

/// Returns the wrapper opened by `opened`, if `closer` closes it and its text names something and is not
/// prose.
pub(crate) fn close_wrapper(mut opened: Opened<'_>, closer: CloseRule) -> Option<Wrapper<'_>> {
    let Closing { at, quoting: later, doubtful } = opened.close(closer).ok()?;
    // The walk may have looked up the prefix of the opening line. The iterator over the lines then needs no
    // second lookup.
    opened.quoting = opened.quoting.map(|quoting| quoting.with_prefix_of(later));
    let Opened { haystack, form, scheme, open, start, after_colon, .. } = opened;
    let text = &haystack[after_colon..at];
    let body = || Lines::after_colon(&opened, closer, at);
    // Most wrappers have one line without whitespace, and so no gap that could show prose.
    let is_solid = text.iter().fold(true, |all, byte| all & byte.is_ascii_graphic());
    let names = if is_solid {
        solid_names_something(text, form, scheme)
    } else {
        names_something(haystack, body(), form, scheme)
    };
    let spelled = || body().map(|line| &haystack[line]);
    if !names || form != Form::Url && has_target_in_brackets(spelled()) {
        return None;
    }
    let may_be_label =
        form == Form::Angle || form == Form::Quote && scheme.is_some_and(SchemeSet::has);
    if may_be_label && !is_solid && is_label(haystack, body(), after_colon, scheme) {
        return None;
    }
    // The evidence that a gap must give depends on the form, and in brackets on the scheme (W5).
    let gaps = match (form, scheme) {
        (Form::Url, _) => GapPolicy::Any,
        (Form::Quote, _) => GapPolicy::BeforeDelimiters,
        (_, Some(scheme)) if scheme.name == "mailto" => GapPolicy::Letter,
        (_, Some(scheme)) if !scheme.has_host() => GapPolicy::Weighed,
        _ => GapPolicy::AfterSlashes,
    };
    if !is_solid && is_prose(haystack, body(), gaps) {
        return None;
    }
    Some(Wrapper {
        // Only one `>` is read the other way.
        delimited: Some(Delimited {
            opened,
            closer,
            doubtful: doubtful.filter(|_| closer.reversed.is_none()),
        }),
        ..Wrapper::new(haystack, form, scheme, open..at + 1, start..at)
    })
}
