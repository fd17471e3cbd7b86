//! Bulk: every URL of many messages, on all cores, in the order in which they stand.
//!
//! A [`Source`] is a file's bytes with its name. [`items`] cuts it into [`Item`]s, each a message or a
//! text, that can be searched alone; [`for_each_in_order`] has any number of them searched at once and
//! hands the results over in order. Nothing here does I/O or knows what a row looks like.
//!
//! ```
//! use urlsift::archive::Headers;
//! use urlsift::{Extractor, bulk};
//!
//! let bytes = b"From a@b.example Mon Jan  1 00:00:00 2001\nMessage-ID: <1@b.example>\n\n<http://c.example/>\n";
//! let source = bulk::Source { name: "one.mbox".into(), bytes: bytes.to_vec() };
//! let extractor = Extractor::new();
//! let find = |item: &bulk::Item<'_>| {
//!     let mut urls = Vec::new();
//!     item.find(&extractor, Headers::Useful, None, |place, found| {
//!         urls.push((place.origin.and_then(|origin| origin.message_id.clone()), found.url().to_string()));
//!     });
//!     urls
//! };
//! let mut urls = Vec::new();
//! let done: Result<(), ()> = bulk::for_each_in_order(&bulk::items(&source), find, |some| {
//!     urls.extend(some);
//!     Ok(())
//! });
//! assert_eq!(done, Ok(()));
//! assert_eq!(urls, [(Some("<1@b.example>".to_string()), "http://c.example/".to_string())]);
//! ```

mod item;
mod window;

pub use item::{Item, Place, Source, items};
pub use window::for_each_in_order;
