use core::ops::Range;
use std::borrow::Cow;

use memchr::memchr;

use crate::mail::html::entity::decode_reference;
use crate::mail::transfer::charset::Charset;
use crate::mail::transfer::map::Map;
use crate::mail::work;

/// Text of a page, with a map from its bytes to their positions in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MappedText<'p> {
    /// The text, in the page's charset. It borrows from the page if nothing had to be decoded.
    pub bytes: Cow<'p, [u8]>,
    /// The positions of these bytes in the page.
    pub map: Map,
}

#[derive(Debug)]
pub(crate) struct PageText {
    pub(crate) bytes: Vec<u8>,
    pub(crate) map: Map,
}

impl PageText {
    // Called for each text between two tags. A call costs as much as the copy of a short text.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see above")]
    pub(crate) fn copy(&mut self, page: &[u8], range: Range<usize>) {
        self.bytes.extend_from_slice(&page[range.clone()]);
        self.map.push(range.len(), range);
    }

    pub(crate) fn push(&mut self, Reference { bytes, range }: Reference) {
        self.bytes.extend_from_slice(&bytes);
        self.map.push(bytes.len(), range);
    }

    /// Appends a byte that is not in the page. Its position is the empty range at `at`.
    #[inline]
    pub(crate) fn insert(&mut self, byte: u8, at: usize) {
        self.bytes.push(byte);
        self.map.push(1, at..at);
    }
}

impl From<PageText> for MappedText<'_> {
    fn from(text: PageText) -> Self {
        MappedText { bytes: Cow::Owned(text.bytes), map: text.map }
    }
}

/// A decoded character reference: its bytes in the page's charset, and its position in the page.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) range: Range<usize>,
}

impl Reference {
    pub(crate) fn at(page: &[u8], charset: Charset, range: Range<usize>) -> Option<Reference> {
        let start = range.start;
        let (character, length) = decode_reference(&page[range])?;
        let bytes = charset.encode(character)?;
        Some(Reference { bytes, range: start..start + length })
    }
}

/// Decodes the character references in `range` of `page`. Borrows if there are none.
pub(crate) fn decoded(page: &[u8], charset: Charset, range: Range<usize>) -> MappedText<'_> {
    let mut value: Option<PageText> = None;
    // Bytes before `copied` are done. The search goes on at `at`.
    let (mut copied, mut at) = (range.start, range.start);
    while let Some(length) = memchr(b'&', &page[at..range.end]) {
        work::add(length + 1);
        let start = at + length;
        at = start + 1;
        if let Some(reference) = Reference::at(page, charset, start..range.end) {
            let value = value.get_or_insert_with(|| PageText {
                bytes: Vec::with_capacity(range.len()),
                map: Map::new(),
            });
            value.copy(page, copied..start);
            (copied, at) = (reference.range.end, reference.range.end);
            value.push(reference);
        }
    }
    let Some(mut value) = value else {
        let map = Map::stored_as_is(range.start, range.len());
        return MappedText { bytes: Cow::Borrowed(&page[range]), map };
    };
    value.copy(page, copied..range.end);
    value.into()
}
