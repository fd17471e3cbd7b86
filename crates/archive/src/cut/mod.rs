//! Cutting a source into windows of whole messages.
//!
//! A [`Cutter`] gets the bytes of a source as they are read and cuts them into [`Window`]s. Each
//! [`Item`](crate::item::Item) of a window, a message or a text, can be searched by itself, on any thread.
//!
//! What could not be read, or was malformed, is data: a [`Damage`](crate::mail::Damage) with offset, kind and message.
//!
//! | damage | comes from |
//! |---|---|
//! | a first separator that is damaged | [`Cut::Damage`], between the windows |
//! | a text or header larger than the limit, which is searched in pieces | [`Item::find`](crate::item::Item::find), for each piece but the last |
//! | a malformed part, such as base64 that is cut off | [`Item::find`](crate::item::Item::find), for the parts that it searches |
//! | texts that rows repeat and that were cut | [`Item::find`](crate::item::Item::find), once for an item |
//! | any malformed part of a message | [`Part::damages`](crate::mail::Part::damages) |
//!
//! ```
//! use std::sync::Arc;
//! use urlsift_archive::internal::MoreInput;
//! use urlsift_archive::mail::{Damage, DamageKind, Headers};
//! use urlsift_archive::files::Limits;
//! use urlsift_archive::internal::{Cut, Cutter};
//! use urlsift_archive::item::Name;
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

pub(crate) mod cutter;
pub(crate) mod piece;
pub(crate) mod stopped;
#[cfg(test)]
mod tests;
pub(crate) mod window;

pub(crate) use self::cutter::{Cut, Cutter, Limits};
pub(crate) use self::stopped::Stopped;
pub(crate) use self::window::{Name, Window};
