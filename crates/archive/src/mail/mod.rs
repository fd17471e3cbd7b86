//! Extraction of text from mail and news archives: a mailbox, a message or a text file goes in, text parts come out.
//!
//! All functions map bytes to data, without I/O. A file becomes text parts in four steps. Each step can be used alone:
//!
//! - [`Container::of`] detects from a file's content what the file is. [`InputKind`] overrides the detection.
//! - [`messages`] splits an mbox into messages.
//! - [`Header`] finds the end of a message's header, its fields, and the start of its body.
//! - [`parts`] returns each text part, with transfer encoding and charset decoded if necessary.
//!
//! Most old mail is stored as is. Such a part borrows the bytes of its message, and [`Part::base`] is its offset. All
//! offsets are in bytes, all ranges are half-open, and both are relative to the slice that the function was given. No
//! function here fails or panics on any input: malformed mail is reported as [`Damage`]. The rules are A1 to A7 of
//! RULES.md.
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

pub(crate) mod attached;
pub(crate) mod containers;
mod damage;
pub(crate) mod headers;
pub(crate) mod html;
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
pub use containers::container::Container;
pub(crate) use containers::mbox::SEPARATOR_LOOKAHEAD_BYTES;
pub(crate) use containers::message::message_range;
pub(crate) use containers::separator::find_separator_with;
pub use containers::separator::{Message, messages};
pub(crate) use containers::separator::{MoreInput, Separator, find_separator};
pub use damage::{Damage, DamageKind};
pub(crate) use headers::a_news::a_news_origin;
pub(crate) use headers::date::{Rfc3339, rfc_3339};
pub use headers::header::Header;
pub(crate) use headers::header::Outline;
pub(crate) use headers::origin::MAX_ORIGIN_TEXT_BYTES;
pub use headers::origin::Origin;
pub(crate) use headers::origin::truncated;
pub use headers::searched::Headers;
pub(crate) use html::attributes::{Attribute, AttributeKind, Attributes};
pub(crate) use html::css::{style_urls, unescaped};
pub(crate) use html::list_page::ListPage;
pub use html::page::Html;
pub(crate) use html::text::MappedText;
pub(crate) use mime::filter::Filter;
pub(crate) use mime::part::DelSp;
pub use mime::part::{Part, PartKind, Role};
pub use mime::parts::parts;
pub(crate) use mime::parts::{PartIter, parts_with};
pub(crate) use mime::reason::Reason;
pub(crate) use mime::region::{Region, Regions, regions};
pub(crate) use mime::tally::{Names, Tally};
pub(crate) use recognition::front::{Front, uncut_messages};
pub use recognition::input_kind::InputKind;
pub(crate) use recognition::unknown::unknown_messages;
pub use transfer::charset::Charset;
pub(crate) use transfer::map::Map;
pub(crate) use transfer::transfer_encoding::TransferEncoding;
pub(crate) use truncate::{MAX_CUT_TEXT_BYTES, truncated_to};
