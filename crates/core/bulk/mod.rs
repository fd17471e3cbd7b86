//! Searching many messages on all cores, with results in the order of the input.
//!
//! A [`Cutter`] gets the bytes of a source as they are read and cuts them into [`Window`]s of whole messages.
//! Each [`Item`] of a window, a message or a text, can be searched by itself. [`for_each_in_order`] searches
//! items in memory on all cores. Callers that read in their own way use [`Ordered`], which takes the results
//! of jobs in order. This module does no I/O and knows nothing of rows.
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
//!     item.find(&extractor, Headers::Useful, None, |location, found| {
//!         urls.push((location.origin().and_then(|origin| origin.message_id.clone()), found.url().to_string()));
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
pub(crate) mod item;
mod order;
mod split;
mod spool;
#[cfg(test)]
mod tests;
mod window;

pub use cutter::{Cut, Cutter, Limits};
pub use each::for_each_in_order;
pub use item::{Item, Location};
pub use order::{Ordered, Output, Reserved, Stopped};
pub use split::{Coverage, ranges};
pub use window::{Name, Window};
