//! What the scanner finds: a wrapper, as ranges of the haystack.

use core::ops::Range;

use crate::close::Lines;
use crate::form::Form;
use crate::scheme::Scheme;

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
    pub(crate) prefix: Range<usize>,
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

    /// The byte range of the wrapper, delimiters included.
    pub fn outer(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// The byte range from the scheme to before the closing delimiter, line breaks and quote marks
    /// included.
    pub fn inner(&self) -> Range<usize> {
        self.inner.clone()
    }

    /// The text between the delimiters line by line, as byte ranges without quote marks, indentation
    /// or line ends (W3, J2); lines with nothing left are passed over. Blanks inside a line are left
    /// in.
    ///
    /// It costs one more pass over the wrapper and allocates nothing.
    pub fn lines(&self) -> Lines<'h> {
        Lines::new(self.haystack, self.prefix.clone(), self.inner.start, self.inner.end)
    }
}
