//! A header at the end of a piece of a large message.

use core::ops::Range;

use crate::mail::headers::content_type::ContentType;
use crate::mail::headers::header::Header;
use crate::mail::mime::section::Section;
use crate::mail::transfer::transfer_encoding::TransferEncoding;

/// A header that may go on in the next piece, with what it has declared.
#[derive(Clone, Debug)]
pub(crate) struct CutHeader {
    pub(crate) section: Section,
    pub(crate) depth: usize,
    pub(crate) content_type: Option<Vec<u8>>,
    pub(crate) encoding: Option<TransferEncoding>,
    /// The type if the header declares none.
    pub(crate) default: &'static [u8],
    pub(crate) range: Range<usize>,
    pub(crate) is_in_line: bool,
}

impl CutHeader {
    /// Returns the declarations of `header`, at `range` of the piece. Those in `before`, its beginning, take
    /// precedence.
    pub(crate) fn of(
        header: &Header<'_>,
        section: Section,
        default: &'static [u8],
        depth: usize,
        range: Range<usize>,
        before: Option<&CutHeader>,
    ) -> CutHeader {
        let declared = before.and_then(|it| it.content_type.clone());
        let content_type = declared.or_else(|| header.content_type_field().map(<[u8]>::to_vec));
        let found = header.declares_transfer_encoding().then(|| header.transfer_encoding());
        let encoding = before.and_then(|it| it.encoding).or(found);
        CutHeader { section, depth, content_type, encoding, default, range, is_in_line: false }
    }

    pub(crate) fn content_type(&self) -> Option<ContentType<'_>> {
        self.content_type.as_deref().map(ContentType::of)
    }
}
