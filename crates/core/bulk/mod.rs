//! Bulk: every URL of many messages, on all cores, in the order in which they stand.
//!
//! A [`Cutter`] is given a source's bytes as they are read and cuts them into [`Window`]s, each of whole
//! messages. A window's [`Item`]s, messages or a text, can be searched alone; [`for_each_in_order`] has
//! any number of them searched at once and hands the results over in order. Whoever has threads of their own
//! has [`Order`]. Nothing here does I/O or knows what a row looks like.
//!
//! ```
//! use urlsift::archive::Headers;
//! use urlsift::{Extractor, bulk};
//!
//! let bytes = b"From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <1@b.example>\n\n<http://c.example/>\n";
//! let window = bulk::Window::whole("one.mbox", bytes.to_vec());
//! let extractor = Extractor::new();
//! let find = |item: &bulk::Item<'_>| {
//!     let mut urls = Vec::new();
//!     item.find(&extractor, Headers::Useful, None, |place, found| {
//!         urls.push((place.origin().and_then(|origin| origin.message_id.clone()), found.url().to_string()));
//!     });
//!     urls
//! };
//! let mut urls = Vec::new();
//! let items: Vec<_> = window.items().collect();
//! let done: Result<(), ()> = bulk::for_each_in_order(&items, find, |some| {
//!     urls.extend(some);
//!     Ok(())
//! });
//! assert_eq!(done, Ok(()));
//! assert_eq!(urls, [(Some("<1@b.example>".to_string()), "http://c.example/".to_string())]);
//! ```

mod cutter;
mod each;
mod item;
mod made;
mod order;
mod split;
mod spool;
#[cfg(test)]
mod tests;
mod window;

pub use cutter::{Cut, Cutter, Limits};
pub use each::{for_each_in_order, for_some_in_order};
pub use item::{Item, Place};
pub use made::Made;
pub use order::Order;
pub use split::{Coverage, ranges};
pub use window::{Name, Window};
