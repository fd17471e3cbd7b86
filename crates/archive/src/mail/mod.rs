//! Extraction of text from mail and news archives: a mailbox, a message or a text file goes in, text parts come out.
//!
//! All functions map bytes to data; there is no I/O, and nothing here parses a URL. A file becomes text parts in
//! four steps. Each step can be used alone:
//!
//! 1. [`Container::of`] detects from a file's content what the file is: an mbox, another container of messages,
//!    a single message, plain text, or binary data. [`InputKind`] overrides the detection.
//! 2. [`messages`] splits an mbox into messages, as byte ranges. [`find_separator`] finds the next boundary
//!    between messages, for every container, in a window of the source.
//! 3. [`Header`] finds the end of a message's header, its fields, and the start of its body.
//! 4. [`parts`] walks the MIME structure of a message and returns each text part, with transfer encoding and
//!    charset decoded if necessary. It is built on [`regions`], which accounts for every byte of the message:
//!    each one is header, text, or skipped with a reason.
//!
//! [`parts_with`] also returns header fields, and [`text_parts`] returns the parts of a text file that is not a message.
//! [`PartIter::tallied`] also counts ([`Tally`]).
//!
//! Most old mail is 7-bit or 8-bit text that is stored as is. Such a part borrows the bytes of its message, and
//! [`Part::base`] is its offset. A match in it therefore has an exact position in the source.
//!
//! All offsets are in bytes, all ranges are half-open, and both are relative to the slice that the function was
//! given. No function here fails or panics on any input: malformed mail is reported as [`Damage`].
//!
//! The rules are A1 (containers), A2 (message boundaries), A3 (parts), A4 (header fields), A5 (positions and
//! facts), A6 (boundaries in a window) and A7 (damage) of RULES.md.
//!
//! # Example
//!
//! ```
//! use urlsift_archive::mail::{Container, messages, parts};
//!
//! let source = b"From ann@a.example Mon Jan  1 00:00:00 2001\n\
//!     Message-ID: <1@a.example>\n\
//!     Content-Transfer-Encoding: quoted-printable\n\
//!     \n\
//!     see <http://a.example/b=\n\
//!     /c>\n";
//!
//! assert_eq!(Container::of(source), Container::Mbox);
//! for message in messages(source) {
//!     for part in parts(&source[message.range]) {
//!         assert_eq!(&*part.text, b"see <http://a.example/b/c>\n");
//!         assert_eq!(part.base, None, "a soft line break was undone");
//!     }
//! }
//! ```

mod attached;
mod containers;
mod damage;
mod headers;
mod html;
mod line;
pub(crate) mod mime;
mod names;
mod recognition;
#[cfg(test)]
mod tests;
pub(crate) mod transfer;
mod truncate;
mod varint;
mod work;

pub(crate) use attached::rtf::link_result;
pub use attached::rtf::rtf_text;
pub use containers::container::Container;
pub use containers::mbox::{Message, Messages, SEPARATOR_LOOKAHEAD_BYTES, is_separator, messages};
pub(crate) use containers::message::message_range;
pub(crate) use containers::separator::find_separator_with;
pub use containers::separator::{MoreInput, Separator, find_separator};
pub use damage::{Damage, DamageKind};
pub(crate) use headers::a_news::a_news_origin;
pub use headers::content_type::{ContentType, Parameters};
pub use headers::date::Rfc3339;
pub(crate) use headers::date::rfc_3339;
pub use headers::field::{Field, unfold};
pub(crate) use headers::header::Outline;
pub use headers::header::{FieldIter, Header};
pub(crate) use headers::origin::truncated;
pub use headers::origin::{MAX_ORIGIN_TEXT_BYTES, Origin};
pub use headers::searched::Headers;
pub use html::attributes::{Attribute, AttributeKind, Attributes};
pub(crate) use html::css::{style_urls, unescaped};
pub(crate) use html::list_page::ListPage;
pub use html::page::Html;
pub use html::text::MappedText;
pub use mime::content_lines::content_lines;
pub(crate) use mime::filter::Filter;
pub use mime::json_text::json_text;
pub use mime::part::{DelSp, Part, PartKind, Role};
pub use mime::parts::{PartIter, parts, parts_with, text_parts};
pub use mime::reason::Reason;
pub use mime::region::{Region, Regions, regions};
pub use mime::tally::{Extent, Names, Skipped, Tally};
pub(crate) use recognition::front::{Front, uncut_messages};
pub use recognition::input_kind::InputKind;
pub(crate) use recognition::unknown::unknown_messages;
pub use transfer::charset::Charset;
pub use transfer::map::Map;
pub use transfer::transfer_encoding::TransferEncoding;
pub(crate) use truncate::{MAX_CUT_TEXT_BYTES, truncated_to};
