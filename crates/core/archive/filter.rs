//! What need not be taken apart: bytes of which somebody who knows what is looked for says that it is not in
//! them.
//!
//! The archive knows nothing of URLs, and most messages hold none. To see that takes a fraction of what it
//! takes to walk through them. The trap is what is not stored as it is read: text in a transfer encoding,
//! in a charset where ASCII is not as it is, or in a page, and encoded words.

use core::fmt;

use memchr::memmem;

use super::charset::Charset;
use super::header::Header;
use super::html::Html;
use super::transfer::TransferEncoding;

/// Says of bytes whether anything that is wanted may stand in them.
#[derive(Clone, Copy)]
pub(super) struct Filter<'f>(pub(super) &'f dyn Fn(&[u8]) -> bool);

impl Filter<'_> {
    /// Whether anything may stand in `fields`, some header fields or the value of one, once their encoded
    /// words are decoded.
    pub(super) fn may_hold_field(self, fields: &[u8]) -> bool {
        (self.0)(fields) || has_encoded_word(fields)
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter")
    }
}

/// Whether every text of `message` stands in it as it is searched, so that what is not in the message is in
/// none of them. A no may be wrong. Linear in the header, and in the body where its charset asks for it.
///
/// # Example
///
/// ```
/// use urlsift::archive::is_stored_as_it_is;
///
/// assert!(is_stored_as_it_is(b"Subject: a\n\nb"));
/// assert!(!is_stored_as_it_is(b"Content-Transfer-Encoding: base64\n\nYg=="));
/// ```
pub fn is_stored_as_it_is(message: &[u8]) -> bool {
    let header = Header::of(message);
    let body = &message[header.body()..];
    if has_encoded_word(header.all()) || Html::is_begun_by(body) {
        return false;
    }
    let is_identity = header.transfer_encoding() == TransferEncoding::Identity;
    if !is_identity || Charset::find_utf_16(body).is_some() {
        return false;
    }
    header.content_type().is_none_or(|content_type| {
        let charset = Charset::of_label(&content_type.parameter("charset").unwrap_or_default());
        content_type.is("text", "plain")
            && charset.is_none_or(|charset| charset.is_transparent_in(body))
    })
}

fn has_encoded_word(fields: &[u8]) -> bool {
    memmem::find(fields, b"=?").is_some()
}
