//! Archives: from the bytes of a mailbox, a message or a text file to the text parts in them
//! (rules A1, A2, A3, A5 and A7).
//!
//! Everything here is a function from bytes to data: no I/O, and nothing knows what a URL is. Four
//! steps, each usable alone:
//!
//! 1. [`Container::of`] says by content what a file is.
//! 2. [`messages`] cuts an mbox into messages, as ranges of the source; [`find_separator`] says where
//!    the next one begins when only a piece of the source is there.
//! 3. [`Header`] finds a message's header, its fields and the start of its body.
//! 4. [`parts`] walks a message and hands over every text part: the very bytes of the message where
//!    nothing needs undoing, decoded ones otherwise. [`regions`] is the walk beneath it, which
//!    accounts for every byte.
//!
//! Old mail is mostly 7-bit or 8-bit text stored as it is. Such a part is a slice of its message,
//! and [`Part::base`] says where it stands, so that what is found in it has an exact place in the
//! source.
//!
//! Offsets are bytes and ranges half-open. Each is relative to the slice that the function was
//! given. Damage is data ([`Damage`]): no function here fails and none panics, whatever the bytes
//! are.
//!
//! # Example
//!
//! ```
//! use urlsift::archive::{Container, messages, parts};
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

mod containers;
mod headers;
mod html;
mod line;
mod mime;
mod names;
#[cfg(test)]
mod tests;
mod transfer;

pub use containers::container::Container;
pub use containers::mbox::{Message, Messages, SEPARATOR_LOOKAHEAD_BYTES, is_separator, messages};
pub use containers::separator::{MoreInput, Separator, find_separator};
pub use headers::content_type::{ContentType, Parameters};
pub use headers::field::{Field, unfold};
pub(crate) use headers::header::Outline;
pub use headers::header::{Fields, Header};
pub use headers::origin::{MAX_ORIGIN_TEXT_BYTES, Origin};
pub use headers::searched::Headers;
pub use html::page::{Attribute, AttributeKind, Html, MappedText};
pub(crate) use mime::filter::Filter;
pub use mime::part::{Damage, DelSp, Part, PartKind, Role};
pub use mime::parts::{Parts, parts, parts_tallied, parts_with, text_parts, text_parts_tallied};
pub use mime::reason::Reason;
pub use mime::region::{MAX_DEPTH, Region, Regions, regions, regions_tallied};
pub use mime::tally::{Extent, MAX_TYPES, Names, OTHER_TYPES, Skipped, Tally};
pub use transfer::charset::Charset;
pub use transfer::map::Map;
pub use transfer::transfer_encoding::TransferEncoding;
