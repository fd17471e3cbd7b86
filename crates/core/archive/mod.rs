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

mod base64;
mod block;
mod charset;
mod container;
mod content_type;
mod date;
mod element;
mod enclosed;
mod encoded_word;
mod entity;
mod field;
mod filter;
mod header;
mod headers;
mod html;
mod line;
mod listserv;
mod literals;
mod map;
mod mbox;
mod multipart;
mod names;
mod origin;
mod part;
mod parts;
mod quoted_printable;
mod reason;
mod region;
mod rnews;
mod section;
mod separator;
mod shifted;
mod tag;
mod tally;
#[cfg(test)]
mod tests;
mod transfer;
mod utf_7;

pub use charset::Charset;
pub use container::Container;
pub use content_type::{ContentType, Parameters};
pub use field::{Field, unfold};
pub(crate) use filter::Filter;
pub(crate) use header::Outline;
pub use header::{Fields, Header};
pub use headers::Headers;
pub use html::{Attribute, Decoded, Holds, Html};
pub use map::Map;
pub use mbox::{Message, Messages, NEAR, is_separator, messages};
pub use origin::{MAX_TEXT, Origin};
pub use part::{Damage, DelSp, Kind, Part, Role};
pub use parts::{Parts, parts, parts_tallied, parts_with, text_parts, text_parts_tallied};
pub use reason::Reason;
pub use region::{MAX_DEPTH, Region, Regions, regions, regions_tallied};
pub use separator::{Rest, Separator, find_separator};
pub use tally::{Extent, MAX_TYPES, Names, OTHER, Skipped, Tally};
pub use transfer::TransferEncoding;
