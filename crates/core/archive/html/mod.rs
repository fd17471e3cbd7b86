//! HTML: the text of a page, and the attributes that contain URLs (A6).
//!
//! `page` has the public types, `reader` walks through a page, `tag`, `element` and `entity` parse what it
//! finds, and `terminators` finds the end of what the reader leaves out.

mod element;
mod entity;
pub(crate) mod page;
mod reader;
mod tag;
mod terminators;
#[cfg(test)]
mod tests;
