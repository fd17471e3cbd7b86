//! A text to search, with its charset and its soft line breaks.

use core::fmt;
use core::ops::Range;

use urlsift_rejoiner::SoftBreaks;
use urlsift_scanner::Haystack;

use crate::decode::{Decode, Utf8};

/// A text to search, and how its bytes become characters. `&str` and `&[u8]` convert to it.
///
/// ```
/// use urlsift::extract::{SoftBreaks, Utf8};
/// use urlsift::{Extractor, Input};
///
/// let input = Input::new("<http://example.org/a- \nb>").soft_breaks(SoftBreaks::Deleted);
/// let found = Extractor::new().find_iter::<Utf8>(input).next().unwrap();
/// assert_eq!(found.url(), "http://example.org/a-b");
/// assert!(found.readings().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h, D: ?Sized = Utf8> {
    pub(crate) haystack: &'h [u8],
    pub(crate) soft_breaks: SoftBreaks,
    pub(crate) markup: Option<&'h dyn Markup>,
    // The last field, so that `&Input<D>` coerces to `&DynInput`.
    pub(crate) decode: D,
}

/// An input with any charset. The search takes this, so that it is compiled once for all charsets.
pub(crate) type DynInput<'h, 'd> = Input<'h, dyn Decode + 'd>;

/// The markup of the document that contains a text, such as the tags of a page.
///
/// ```
/// use std::ops::Range;
/// use urlsift::extract::{Join, Utf8};
/// use urlsift::internal::Markup;
/// use urlsift::{Extractor, Input};
///
/// /// The offsets of the tags of a page, in its text.
/// #[derive(Debug)]
/// struct Tags(Vec<usize>);
///
/// impl Markup for Tags {
///     fn is_at(&self, range: Range<usize>) -> bool {
///         self.0.iter().any(|tag| (range.start..=range.end).contains(tag))
///     }
/// }
///
/// // Without the tag, the URL would go on in the second line.
/// let text = "http://example.org/long/way/to/\na.html\n";
/// let extractor = Extractor::builder().join(Join::Likely).build();
/// let url = |tags| {
///     let tags = Tags(tags);
///     let input = Input::new(text).markup(&tags);
///     extractor.find_iter::<Utf8>(input).next().unwrap().url().to_string()
/// };
/// assert_eq!(url(vec![]), "http://example.org/long/way/to/a.html");
/// assert_eq!(url(vec![31]), "http://example.org/long/way/to/");
/// ```
pub trait Markup: fmt::Debug + Sync {
    /// Reports whether a tag is within `range` of the text or at one of its ends. If the range is a line break, the
    /// author ended the line there, and no URL goes on after it (J8).
    fn is_at(&self, range: Range<usize>) -> bool;
}

impl<'h> Input<'h> {
    /// Takes `haystack` as UTF-8. It need not be valid: bytes that cannot be decoded become percent escapes.
    pub fn new<H: AsRef<[u8]> + ?Sized>(haystack: &'h H) -> Input<'h> {
        let haystack = haystack.as_ref();
        Input { haystack, decode: Utf8, soft_breaks: SoftBreaks::Kept, markup: None }
    }
}

impl<'h, D> Input<'h, D> {
    /// Decodes URLs with `decode`. The charset must agree with ASCII below 0x80. Its letters must not contain
    /// the bytes of UTF-8's whitespace characters, because the scanner looks for these in every text.
    #[must_use]
    pub fn decode<E: Decode>(self, decode: E) -> Input<'h, E> {
        let Input { haystack, soft_breaks, markup, .. } = self;
        Input { haystack, soft_breaks, markup, decode }
    }

    /// Returns an input for another text with the same charset and soft breaks, and without markup.
    #[must_use]
    pub fn with_text<'t>(&self, haystack: &'t [u8]) -> Input<'t, D>
    where
        'h: 't,
        D: Copy,
    {
        let Input { decode, soft_breaks, .. } = *self;
        Input { haystack, decode, soft_breaks, markup: None }
    }

    /// Sets the markup that the haystack was taken from.
    #[must_use]
    pub fn markup(mut self, markup: &'h dyn Markup) -> Input<'h, D> {
        self.markup = Some(markup);
        self
    }

    /// Sets how soft line breaks of `format=flowed` text are read (rule J9, RFC 3676): deleted if its `DelSp`
    /// parameter is `yes`, kept otherwise. The default is [`Kept`](SoftBreaks::Kept).
    #[must_use]
    pub fn soft_breaks(mut self, soft_breaks: SoftBreaks) -> Input<'h, D> {
        self.soft_breaks = soft_breaks;
        self
    }
}

impl<D: Decode + ?Sized> Input<'_, D> {
    /// Returns `text`, which has the charset of this input, for a scanner.
    #[inline]
    pub(crate) fn scanned<'t>(&self, text: &'t [u8]) -> Haystack<'t> {
        Haystack::new(text).encoding(self.decode.encoding())
    }
}

impl<'h, H: AsRef<[u8]> + ?Sized> From<&'h H> for Input<'h> {
    fn from(haystack: &'h H) -> Input<'h> {
        Input::new(haystack)
    }
}
