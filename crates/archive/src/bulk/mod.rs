//! Searching many messages on all cores, with results in the order of the input.
//!
//! A [`Cutter`] gets the bytes of a source as they are read and cuts them into [`Window`]s of whole messages.
//! Each [`Item`] of a window, a message or a text, can be searched by itself, on any thread. This
//! module does no I/O and knows nothing of rows.
//!
//! ```
//! use urlsift_archive::mail::Headers;
//! use urlsift_archive::bulk;
//! use urlsift::Extractor;
//!
//! let bytes = b"From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <1@b.example>\n\n<http://c.example/>\n";
//! let window = bulk::Window::whole("one.mbox", bytes.to_vec());
//! let extractor = Extractor::new();
//! let mut urls = Vec::new();
//! for item in window.items() {
//!     item.find(&extractor, Headers::Useful, |location, found| {
//!         urls.push((location.origin().and_then(|origin| origin.message_id.clone()), found.url().to_string()));
//!     });
//! }
//! assert_eq!(urls, [(Some("<1@b.example>".to_string()), "http://c.example/".to_string())]);
//! ```
//!
//! # Damage
//!
//! What could not be read of a source, or was malformed in it, is data: a [`Damage`](crate::mail::Damage) with
//! offset, kind and message. Kinds have the names that `urlsift scan --damage` writes.
//!
//! | damage | comes from |
//! |---|---|
//! | a first separator that is damaged | [`Cut::Damage`], between the windows |
//! | a text or header larger than the limit, which is searched in pieces | [`Item::find`], for each piece but the last |
//! | a malformed part, such as base64 that is cut off | [`Item::find`], for the parts that it searches |
//! | texts that rows repeat and that were cut | [`Item::find`], once for an item |
//! | any malformed part of a message | [`Part::damages`](crate::mail::Part::damages) |
//!
//! ```
//! use std::sync::Arc;
//! use urlsift_archive::mail::{Damage, DamageKind, Headers, MoreInput};
//! use urlsift_archive::bulk::{Cut, Cutter, Limits, Name};
//! use urlsift::Extractor;
//!
//! let mbox = b"From a Mon\nSubject: 1\nContent-Type: text/plain; charset=x\n\nhttp://a.example/\n\n\
//!     From b Tue\nSubject: 2\n\nThis message is larger than one hundred bytes, which is the limit of this \
//!     example.\nhttp://b.example/\n";
//! let limits = Limits { window: 100, message: 100 };
//! let mut cutter = Cutter::new(Arc::new(Name::new("two.mbox", None)), limits);
//! cutter.buffer().extend_from_slice(mbox);
//! let mut all: Vec<Damage> = Vec::new();
//! loop {
//!     match cutter.cut(MoreInput::None) {
//!         Cut::Window(window) => {
//!             for item in window.items() {
//!                 all.extend(item.find(&Extractor::new(), Headers::None, |_, _| {}));
//!             }
//!         }
//!         Cut::Damage(damage) => all.push(damage),
//!         _ => break,
//!     }
//! }
//! let kinds: Vec<_> = all.iter().map(|damage| (damage.kind.name(), damage.offset)).collect();
//! assert_eq!(kinds, [("unknown_charset", Some(59)), ("in_pieces", Some(78))]);
//! ```

mod cutter;
pub(crate) mod item;
pub(crate) mod location;
pub(crate) mod order;
mod page;
mod piece;
mod relative;
mod repeated;
mod split;
mod spool;
mod surroundings;
#[cfg(test)]
mod tests;
mod window;

pub use cutter::{Cut, Cutter, Limits};
pub use item::Item;
pub use location::Location;
pub use order::Stopped;
pub(crate) use page::ReserveRoom;
pub use relative::Relative;
pub use split::{Coverage, ranges};
pub use window::{Name, Window};
