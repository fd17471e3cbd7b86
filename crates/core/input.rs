//! A text to search, with what its owner knows of it: its charset, its soft line breaks, what was seen
//! elsewhere.

use urlsift_rejoiner::SoftBreaks;

use crate::decode::{Decode, Utf8};
use crate::seen::SeenUrls;

/// A text to search, and how its bytes become characters. `&str` and `&[u8]` become one by
/// themselves.
///
/// ```
/// use urlsift::decode::Utf8;
/// use urlsift::reading::SoftBreaks;
/// use urlsift::{Extractor, Input};
///
/// let input = Input::new("<http://example.org/a- \nb>").soft_breaks(SoftBreaks::Deleted);
/// let found = Extractor::new().find_iter::<Utf8>(input).next().unwrap();
/// assert_eq!(found.url(), "http://example.org/a-b");
/// assert!(found.readings().is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'h, D = Utf8> {
    pub(crate) haystack: &'h [u8],
    pub(crate) decode: D,
    pub(crate) soft_breaks: Option<SoftBreaks>,
    pub(crate) seen: Option<&'h SeenUrls>,
}

impl<'h> Input<'h> {
    /// `haystack`, taken for UTF-8 (W8); it need not be valid.
    pub fn new<H: AsRef<[u8]> + ?Sized>(haystack: &'h H) -> Input<'h> {
        let haystack = haystack.as_ref();
        Input { haystack, decode: Utf8, soft_breaks: None, seen: None }
    }

    /// Has what is found decoded by `decode`. In the text's charset a byte below 0x80 must be the
    /// ASCII character of that number, and none of the letters may have the bytes of one of UTF-8's
    /// blanks: those are looked for in any text.
    #[must_use]
    pub fn decode<D: Decode>(self, decode: D) -> Input<'h, D> {
        let Input { haystack, soft_breaks, seen, .. } = self;
        Input { haystack, decode, soft_breaks, seen }
    }
}

impl<'h, D> Input<'h, D> {
    /// The same for another text.
    #[cfg(feature = "archive")]
    pub(crate) fn text<'t>(&self, haystack: &'t [u8]) -> Input<'t, D>
    where
        'h: 't,
        D: Copy,
    {
        Input { haystack, decode: self.decode, soft_breaks: self.soft_breaks, seen: self.seen }
    }

    /// Has soft line breaks of text in format=flowed read so (J9): deleted where its `DelSp`
    /// parameter is `yes`, kept otherwise. Where nothing is said, the
    /// [extractor](crate::ExtractorBuilder::soft_breaks) says it.
    #[must_use]
    pub fn soft_breaks(mut self, soft_breaks: SoftBreaks) -> Input<'h, D> {
        self.soft_breaks = Some(soft_breaks);
        self
    }

    /// Counts what is in `whole` as seen too, beside what stands whole in the text itself (J3).
    #[must_use]
    pub fn seen(mut self, whole: &'h SeenUrls) -> Input<'h, D> {
        self.seen = Some(whole);
        self
    }
}

impl<'h, H: AsRef<[u8]> + ?Sized> From<&'h H> for Input<'h> {
    fn from(haystack: &'h H) -> Input<'h> {
        Input::new(haystack)
    }
}
